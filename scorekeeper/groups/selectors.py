"""Reads about groups and their people."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from difflib import SequenceMatcher
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone

from gamerules.sheets import label_key
from scorekeeper.accounts.models import User
from scorekeeper.accounts.secrets import digest_of
from scorekeeper.groups.models import Group, Invitation, Membership, Player

__all__ = [
    "groups_of", "invitation_by_code", "invitations_of", "local_date", "members_of", "memberships_of",
    "named_players", "open_players", "players_of", "similar_players",
]  # fmt: skip


def groups_of(user: User) -> list[Group]:
    """The user's groups by name, each with their ``role``."""
    memberships = Membership.objects.select_related("group").filter(user=user).order_by("group__name")
    groups = []
    for membership in memberships:
        membership.group.role = membership.role
        groups.append(membership.group)
    return groups


def memberships_of(user: User) -> QuerySet[Membership]:
    """The user's memberships with their groups; for a list in parts."""
    return Membership.objects.select_related("group").filter(user=user)


def open_players(group: Group) -> list[Player]:
    """Everybody who can sit down: neither archived nor merged away, by name."""
    return list(group.players.filter(archived_at__isnull=True, merged_into__isnull=True).order_by("name_key", "id"))


def players_of(group: Group, *, archived: bool = False) -> list[Player]:
    """The players of a group by name; with ``archived`` also those put away. Merged ones never."""
    players = group.players.filter(merged_into__isnull=True).order_by("name_key", "id")
    return list(players if archived else players.filter(archived_at__isnull=True))


def named_players(group: Group) -> QuerySet[Player]:
    """All players of a group with who claimed them, archived ones too, merged ones not; for a list in parts."""
    return group.players.filter(merged_into__isnull=True).select_related("user")


def similar_players(group: Group, name: str) -> list[Player]:
    """Players whose name is the same or nearly so (case, width, one or two letters): a suggestion, not a block."""
    wanted = label_key(name)
    scored = [(SequenceMatcher(None, wanted, player.name_key).ratio(), player) for player in players_of(group)]
    return [player for ratio, player in sorted(scored, key=lambda pair: -pair[0]) if ratio >= 0.8][:5]


def members_of(group: Group) -> list[Membership]:
    """Memberships with their users, owners first."""
    order = {"owner": 0, "scorer": 1, "viewer": 2}
    found = group.memberships.select_related("user").order_by("joined_at")
    return sorted(found, key=lambda membership: order[membership.role])


def invitations_of(group: Group) -> QuerySet[Invitation]:
    """Invitations that can still be used, newest first."""
    now = timezone.now()
    return group.invitations.filter(revoked_at__isnull=True, expires_at__gt=now).order_by("-created_at")


def invitation_by_code(code: str) -> Invitation | None:
    """The invitation behind a code, if it still works."""
    return (
        Invitation.objects.select_related("group")
        .filter(digest=digest_of(code), revoked_at__isnull=True, expires_at__gt=timezone.now())
        .first()
    )


def local_date(group: Group, instant: datetime) -> date:
    """The day an instant belongs to in this group: a play at 01:30 is of the evening before."""
    local = instant.astimezone(ZoneInfo(group.time_zone))
    return (local.replace(tzinfo=None) - timedelta(hours=group.day_start)).date()
