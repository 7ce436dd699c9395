"""Who may do what: one table, and the only ways to a group or a player.

Fetching is authorising: what is returned may be used for what was asked. An outsider gets Http404,
a member without the right PermissionDenied.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Literal

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.errors import Unknown
from scorekeeper.groups.models import Group, Invitation, Membership, Player, Role

__all__ = [
    "ROLES", "Action", "allows", "group_for", "invitation_for", "membership_for", "player_for", "players_in", "require",
]  # fmt: skip

Action = Literal["see", "log_own", "record", "manage"]

# see: read everything of the group · log_own: enter the turns of one's own claimed player
# record: nights, plays, anybody's turns, players, rulings · manage: people, invitations, settings, deletion
ROLES: dict[str, frozenset[Action]] = {
    Role.VIEWER: frozenset({"see", "log_own"}),
    Role.SCORER: frozenset({"see", "log_own", "record"}),
    Role.OWNER: frozenset({"see", "log_own", "record", "manage"}),
}


def allows(role: str, action: Action) -> bool:
    """Whether a role may do this."""
    return action in ROLES[role]


def require(role: str, to: Action) -> None:
    """Raises PermissionDenied when the role does not allow it."""
    if not allows(role, to):
        raise PermissionDenied(_("Your role in this group does not allow this."))


def group_for(user: User, slug: str, *, to: Action = "see") -> Group:
    """The group of this slug with the user's ``role`` set on it. Raises Http404, PermissionDenied."""
    membership = Membership.objects.select_related("group").filter(user_id=user.pk, group__slug=slug).first()
    if membership is None:
        raise Http404
    require(membership.role, to)
    membership.group.role = membership.role
    return membership.group


def _role_in(user: User, group_id: int) -> str:
    role = Membership.objects.filter(user_id=user.pk, group_id=group_id).values_list("role", flat=True).first()
    if role is None:
        raise Http404
    return role


def player_for(user: User, player_id: uuid.UUID, *, to: Action = "see") -> Player:
    """A player of one of the user's groups. Raises Http404, PermissionDenied."""
    player = Player.objects.select_related("group").filter(pk=player_id, group__memberships__user_id=user.pk).first()
    if player is None:
        raise Http404
    player.group.role = _role_in(user, player.group_id)
    require(player.group.role, to)
    return player


def players_in(group: Group, ids: Sequence[uuid.UUID], *, field: str = "players") -> list[Player]:
    """The players of a group with these ids, in this order. Raises Unknown for the first not there."""
    found = {player.pk: player for player in group.players.filter(pk__in=ids)}
    for index, player_id in enumerate(ids):
        if player_id not in found:
            raise Unknown.of(f"{field}.{index}", _("No player of this group has this id."))
    return [found[player_id] for player_id in ids]


def invitation_for(user: User, invitation_id: uuid.UUID, *, to: Action = "manage") -> Invitation:
    """An invitation of one of the user's groups. Raises Http404, PermissionDenied."""
    found = Invitation.objects.select_related("group").filter(pk=invitation_id, group__memberships__user_id=user.pk)
    invitation = found.first()
    if invitation is None:
        raise Http404
    require(_role_in(user, invitation.group_id), to)
    return invitation


def membership_for(user: User, slug: str, member_id: int, *, to: Action = "manage") -> Membership:
    """Somebody's membership in a group of the user's. Raises Http404, PermissionDenied."""
    group = group_for(user, slug, to=to)
    membership = group.memberships.select_related("user", "group").filter(pk=member_id).first()
    if membership is None:
        raise Http404
    return membership
