"""The only ways to a night or a play, and who may write which line."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.accounts.secrets import digest_of
from scorekeeper.groups.access import Action, allows, require
from scorekeeper.plays.models import Night, Play, Seat, ShareLink

__all__ = ["check_line", "night_for", "own_labels", "play_by_share", "play_for", "share_for"]


def night_for(user: User, night_id: uuid.UUID, *, to: Action = "see") -> Night:
    """A night of one of the user's groups, with their role on ``.group``. Raises Http404, PermissionDenied."""
    night = (
        Night.objects.select_related("group")
        .filter(pk=night_id, group__memberships__user_id=user.pk)
        .annotate(role=F("group__memberships__role"))
        .first()
    )
    authorised: Night = _authorised(night, to)
    return authorised


def play_for(user: User, play_id: uuid.UUID, *, to: Action = "see") -> Play:
    """A play of one of the user's groups, with their role on ``.group``. Raises Http404, PermissionDenied."""
    play = (
        Play.objects.select_related("group", "night")
        .filter(pk=play_id, group__memberships__user_id=user.pk)
        .annotate(role=F("group__memberships__role"))
        .first()
    )
    authorised: Play = _authorised(play, to)
    return authorised


def _authorised(found: Any, to: Action) -> Any:
    if found is None:
        raise Http404
    found.group.role = found.role
    require(found.role, to)
    return found


def own_labels(user: User, play: Play) -> frozenset[str]:
    """The labels of the seats whose player the user has claimed."""
    return frozenset(Seat.objects.filter(play=play, player__user=user).values_list("label", flat=True))


def check_line(user: User, play: Play, payload: Mapping[str, Any]) -> None:
    """Who may not record for the group may log their own player, without a ruling. Raises PermissionDenied."""
    if allows(play.group.role, "record"):
        return
    if payload.get("player") not in own_labels(user, play):
        raise PermissionDenied(_("You may log the turns of your own player only."))
    if payload.get("ruled"):
        raise PermissionDenied(_("Only a scorer may log what the table ruled."))


def play_by_share(secret: str) -> Play:
    """The play behind a share link that still works, to be read only. Raises Http404."""
    link = (
        ShareLink.objects.select_related("play__group", "play__night")
        .filter(digest=digest_of(secret), revoked_at__isnull=True, expires_at__gt=timezone.now())
        .first()
    )
    if link is None:
        raise Http404
    return link.play


def share_for(user: User, share_id: uuid.UUID, *, to: Action = "record") -> ShareLink:
    """A share link of one of the user's groups. Raises Http404, PermissionDenied."""
    link = (
        ShareLink.objects.select_related("play__group")
        .filter(pk=share_id, play__group__memberships__user_id=user.pk)
        .annotate(role=F("play__group__memberships__role"))
        .first()
    )
    if link is None:
        raise Http404
    require(link.role, to)
    return link
