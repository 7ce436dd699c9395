"""What must follow a commit: marks that statistics are behind, the task that works them off, live updates."""

from __future__ import annotations

import logging
import uuid
from datetime import datetime
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import KombuError

from scorekeeper.plays.events import publish
from scorekeeper.plays.models import Play, Recompute

__all__ = ["announce", "mark_group", "mark_recompute"]

RECOMPUTE_TASK = "scorekeeper.stats.tasks.recompute"
log = logging.getLogger(__name__)


def mark_recompute(play: Play) -> None:
    """Inside the transaction that changed the play: statistics depending on it are behind from now on."""
    _mark(play.group_id, play=play.pk, night=play.night_id, since=play.played_at)


def mark_group(group_id: int, *, since: datetime) -> None:
    """Everything of a group from an instant on is behind, such as after merging two players."""
    _mark(group_id, play=None, night=None, since=since)


def _mark(group_id: int, *, play: uuid.UUID | None, night: uuid.UUID | None, since: datetime) -> None:
    Recompute.objects.create(group_id=group_id, play=play, night=night, since=since)
    transaction.on_commit(partial(_send_recompute, group_id))


def _send_recompute(group_id: int) -> None:
    """Publish the task by name; a broker that is down loses nothing, since the mark is swept later."""
    try:
        current_app.signature(RECOMPUTE_TASK, args=(group_id,)).apply_async(ignore_result=True)
    except (KombuError, OSError) as error:
        log.warning("statistics of group %s wait for the broker: %s", group_id, error)


def announce(play: Play, event: str) -> None:
    """Tell open pages after the commit: ``entry``, ``sheet`` or ``finished``."""
    tell = partial(publish, play_id=play.pk, night_id=play.night_id, event=event, version=play.version)
    transaction.on_commit(lambda: tell(), robust=True)  # robust: not for a partial
