"""The only way to a house ruling."""

from __future__ import annotations

import uuid

from django.db.models import F
from django.http import Http404

from scorekeeper.accounts.models import User
from scorekeeper.groups.access import Action, require
from scorekeeper.rulings.models import HouseRuling

__all__ = ["ruling_for"]


def ruling_for(user: User, ruling_id: uuid.UUID, *, to: Action = "see") -> HouseRuling:
    """A house ruling of one of the user's groups. Raises Http404, PermissionDenied."""
    ruling = (
        HouseRuling.objects.select_related("group")
        .filter(pk=ruling_id, group__memberships__user_id=user.pk)
        .annotate(role=F("group__memberships__role"))
        .first()
    )
    if ruling is None:
        raise Http404
    require(ruling.role, to)
    ruling.group.role = ruling.role
    return ruling
