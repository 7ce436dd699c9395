"""Standings of a night and of a season, by the scheme the group has chosen."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from gamerules.ranking import competition_ranks
from scorekeeper.groups.models import Group
from scorekeeper.plays.models import Night
from scorekeeper.stats.models import ALL_TIME, PlayResult
from scorekeeper.stats.selectors.filters import Filters
from scorekeeper.stats.selectors.freshness import Freshness, freshness_of
from scorekeeper.stats.selectors.totals import FROM_RESULTS, SUMS, Totals, totals_by

__all__ = ["FORMULAS", "StandingRow", "Standings", "night_standings", "season_standings", "standings_by_scheme"]

# scheme → its column's title, and the formula as it is shown beside the numbers
FORMULAS: dict[str, tuple[Any, Any]] = {
    Group.Scheme.SHARE: (
        _("Share"),
        _("Share: in each play (opponents beaten + half of those tied with) ÷ all opponents, added up."),
    ),
    Group.Scheme.WINS: (_("Wins"), _("Wins: plays won, added up; a shared win counts for each winner.")),
    Group.Scheme.PLACEMENT: (
        _("Points"),
        _("Placement points: in each play opponents beaten + half of those tied with, added up."),
    ),
}


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's place. ``value`` is what the scheme counts; co-operative plays and plays alone count as plays only."""

    rank: int
    player_id: uuid.UUID
    name: str
    is_guest: bool
    value: Decimal
    totals: Totals

    @property
    def plays(self) -> int:
        """Plays that count."""
        return self.totals.plays

    @property
    def wins(self) -> int:
        """Contested plays won, shared wins too."""
        return self.totals.wins

    def as_json(self) -> dict[str, Any]:
        """The row as api.md has it; shares are decimal strings."""
        return {
            "rank": self.rank,
            "id": str(self.player_id),
            "player": self.name,
            "plays": self.plays,
            "wins": self.wins,
            "share": str(self.totals.shares),
            "placement": str(self.totals.placement),
            "value": str(self.value),
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """Ranked players, by which scheme and formula, and how fresh it is."""

    rows: list[StandingRow]
    scheme: str
    as_of: datetime | None
    stale: bool

    def __bool__(self) -> bool:
        return bool(self.rows)

    @property
    def formula(self) -> str:
        """The formula in words, in the reader's language."""
        return str(FORMULAS[self.scheme][1])

    @property
    def scheme_title(self) -> str:
        """The title of the column that ranks."""
        return str(FORMULAS[self.scheme][0])

    def as_json(self) -> dict[str, Any]:
        """The standings as api.md has them."""
        return {
            "standings": [row.as_json() for row in self.rows],
            "scheme": self.scheme,
            "formula": self.formula,
            "as_of": self.as_of,
            "stale": self.stale,
        }


def value_by(scheme: str, totals: Totals) -> Decimal:
    """What a scheme counts."""
    if scheme == Group.Scheme.WINS:
        return Decimal(totals.wins)
    return totals.placement if scheme == Group.Scheme.PLACEMENT else totals.shares


def _exact(scheme: str, totals: Totals) -> int:
    """The same as an exact integer, for comparing."""
    if scheme == Group.Scheme.WINS:
        return totals.wins
    return totals.beaten if scheme == Group.Scheme.PLACEMENT else totals.share


def standings_by_scheme(
    scheme: str, found: list[tuple[uuid.UUID, str, bool, Totals]], freshness: Freshness
) -> Standings:
    """Players ranked; equal values share a place and are listed by name."""
    ranks = competition_ranks([_exact(scheme, totals) for *_who, totals in found])
    rows = [
        StandingRow(rank, player, name, is_guest, value_by(scheme, totals), totals)
        for rank, (player, name, is_guest, totals) in zip(ranks, found, strict=True)
    ]
    rows.sort(key=lambda row: (row.rank, row.name.casefold(), row.player_id))
    return Standings(rows, scheme, freshness.as_of, freshness.stale)


WHO = ("player_id", "player__name", "player__is_guest")


def night_standings(night: Night) -> Standings:
    """Everybody who played that night, guests too. Two queries."""
    freshness = freshness_of(night.group)  # before the figures, which may be better than it says but not worse
    results = PlayResult.objects.filter(play__night=night, is_ignored=False).order_by()
    rows = results.values(*WHO).annotate(**FROM_RESULTS).values_list(*WHO, *(f"n_{name}" for name in SUMS))
    found = [(*row[:3], Totals(*row[3:])) for row in rows]
    return standings_by_scheme(night.group.scheme, found, freshness)


def season_standings(group: Group, season: int = ALL_TIME, *, filters: Filters | None = None) -> Standings:
    """A season's players (calendar year of the night's date; 0: all time), without guests. Two queries."""
    filters = filters or Filters(season=season)
    freshness = freshness_of(group)  # before the figures
    found = [(*who, totals) for who, totals in totals_by(group, filters, *WHO)]
    listed = [row for row in found if filters.guests or not row[2]]
    return standings_by_scheme(group.scheme, listed, freshness)
