"""How fresh a group's statistics are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from scorekeeper.groups.models import Group
from scorekeeper.plays.models import Recompute

__all__ = ["Freshness", "freshness_of"]


@dataclass(frozen=True, slots=True)
class Freshness:
    """When statistics were last brought up to date, and whether something has happened since."""

    as_of: datetime | None
    stale: bool


def freshness_of(group: Group) -> Freshness:
    """One query."""
    marks = Recompute.objects.filter(group=OuterRef("pk"))
    row = (
        Group.objects.filter(pk=group.pk)
        .annotate(marked=Exists(marks))
        .values_list("stats_state__as_of", "stats_state__cursor_at", "marked")
        .first()
    )
    as_of, cursor, marked = row or (None, None, False)
    return Freshness(as_of, bool(marked or cursor is not None))
