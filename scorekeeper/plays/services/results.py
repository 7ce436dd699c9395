"""Late logging: of a play that nobody wrote down, who won and the totals somebody remembers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.groups.models import Player
from scorekeeper.groups.selectors import local_date
from scorekeeper.plays.models import Night, Play
from scorekeeper.plays.services.plays import labels_of
from scorekeeper.plays.services.whole import record_play

__all__ = ["log_result"]


def log_result(
    *,
    night: Night,
    game: str,
    players: Sequence[Player],
    winners: Collection[Player],
    actor: User,
    points: Mapping[Player, Any] | None = None,
    title: str = "",
) -> Play:
    """Store a finished play of this night by its outcome alone. Raises BadInput, Refused; then nothing is written.

    ``points`` are totals of whom they are known of. It counts as played now, or in a night gone by
    after everything that was logged for it.
    """
    labels = dict(zip(players, labels_of(players), strict=True))
    result: dict[str, Any] = {"kind": "result", "winners": [labels[player] for player in players if player in winners]}
    if points:
        result["points"] = {labels[player]: amount for player, amount in points.items() if player in labels}
    options = {**night.group.default_options.get(game, {}), **({"title": title} if title else {})}
    return record_play(
        group=night.group,
        raw={"game": game, "options": options, "players": list(labels.values()), "entries": [result]},
        played_at=_moment(night),
        actor=actor,
        night=night,
        players={label: player for player, label in labels.items()},
    )


def _moment(night: Night) -> datetime:
    """When a play logged by hand counts as played; ratings follow the order of these moments."""
    now = timezone.now()
    if night.date == local_date(night.group, now):
        return now
    latest = night.plays.aggregate(latest=Max("played_at"))["latest"]
    return night.starts_at if latest is None else min(latest + timedelta(minutes=1), now)
