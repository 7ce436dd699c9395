"""Where the lists behind figures are."""

from __future__ import annotations

from django.urls import reverse

from scorekeeper.groups.models import Group
from scorekeeper.stats.selectors import Filters

__all__ = ["counted"]


def counted(group: Group, filters: Filters, table: str = "results") -> str:
    """The address of the results, or with ``table="plays"`` of the plays, that these filters choose."""
    address = reverse("stats:table", args=[group.slug, table])
    query = filters.query
    return f"{address}?{query}" if query else address
