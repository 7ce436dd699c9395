"""Each player's totals: from the sums kept for every player, game, season and size of table, or from results."""

from __future__ import annotations

from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any

from django.db.models import BigIntegerField, Count, F, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce

from scorekeeper.groups.models import Group
from scorekeeper.stats.models import MILLION, UNIT, PlayerSummary, PlayResult
from scorekeeper.stats.selectors.filters import CONTESTED, FIGURES, SCORED, Filters

__all__ = ["Totals", "as_points", "in_units", "totals_by"]


def in_units(value: int) -> Decimal:
    """A sum of UNITs as a number with four decimals."""
    return (Decimal(value) / UNIT).quantize(Decimal("0.0001"))


def as_points(value: int | None) -> Decimal | None:
    """Millionths of a point as points, without superfluous zeros; None stays None."""
    if value is None:
        return None
    whole, rest = divmod(value, MILLION)
    return Decimal(whole) if not rest else (Decimal(value) / MILLION).normalize()


@dataclass(frozen=True, slots=True)
class Totals:
    """What somebody's results add up to: everything, or per game or size of table. Counts, UNITs and millionths."""

    plays: int
    contested: int
    wins: int
    win_parts: int
    expected: int
    share: int
    beaten: int
    opponents: int
    together: int
    together_won: int
    scored: int
    units: int
    lucky: int
    luck: int
    skill: int

    @property
    def shares(self) -> Decimal:
        """Shares of opponents beaten, added up."""
        return in_units(self.share)

    @property
    def average_share(self) -> Decimal | None:
        """Share of opponents beaten in a contested play."""
        return in_units(self.share // self.contested) if self.contested else None

    @property
    def placement(self) -> Decimal:
        """Placement points: opponents beaten, ties half."""
        return Decimal(self.beaten) / 2

    @property
    def win_rate(self) -> Decimal | None:
        """Percent of contested plays won."""
        return (Decimal(100 * self.wins) / self.contested).quantize(Decimal("0.1")) if self.contested else None

    @property
    def expected_wins(self) -> Decimal:
        """What chance alone would give: one part for every side at the table."""
        return in_units(self.expected)

    @property
    def won(self) -> Decimal:
        """Wins, a shared one split between its winners."""
        return in_units(self.win_parts)

    @property
    def against_expectation(self) -> Decimal:
        """Wins (shared ones split) beyond what chance would give."""
        return in_units(self.win_parts - self.expected)

    @property
    def average_points(self) -> Decimal | None:
        """Mean final score of plays with scores."""
        return as_points(self.units // self.scored) if self.scored else None

    @property
    def average_skill(self) -> Decimal | None:
        """Points a play that choices gave away, never above 0, where dice were logged roll by roll."""
        return as_points(self.skill // self.lucky) if self.lucky else None

    @property
    def average_luck(self) -> Decimal | None:
        """Points a play from luck, where dice were logged roll by roll."""
        return as_points(self.luck // self.lucky) if self.lucky else None


SUMS = tuple(field.name for field in fields(Totals))


def _total(name: str, condition: Q | None = None) -> Any:
    return Coalesce(Sum(name, filter=condition), Value(0), output_field=BigIntegerField())


# The same sums, where they have to be taken from results: name → aggregate.
FROM_RESULTS: dict[str, Any] = {
    "n_plays": Count("pk"),
    "n_contested": Count("pk", filter=CONTESTED),
    "n_wins": Count("pk", filter=FIGURES["won"]),
    "n_win_parts": _total("win_part"),
    "n_expected": _total("expected"),
    "n_share": _total("share"),
    "n_beaten": _total("beaten"),
    "n_opponents": _total("opponents"),
    "n_together": Count("pk", filter=FIGURES["together"]),
    "n_together_won": Count("pk", filter=FIGURES["won-together"]),
    "n_scored": Count("pk", filter=SCORED),
    "n_units": _total("units", SCORED),
    "n_lucky": Count("pk", filter=FIGURES["rolled"]),
    "n_luck": _total("luck"),
    "n_skill": _total("skill"),
}


def _summed(group_id: int, filters: Filters) -> QuerySet[PlayerSummary]:
    chosen = PlayerSummary.objects.filter(group_id=group_id, season=filters.season)
    if filters.game:
        chosen = chosen.filter(game=filters.game)
    if filters.player:
        chosen = chosen.filter(player=filters.player)
    return chosen


def totals_by(group: Group, filters: Filters, *keys: str) -> list[tuple[tuple[Any, ...], Totals]]:
    """Totals for each value of the keys (columns of a result: ``player_id``, ``game``, ``seats`` …). One query."""
    if filters.is_summed:
        rows: Any = _summed(group.pk, filters)
        sums = {f"n_{name}": Sum(name) for name in SUMS}
    else:
        rows = PlayResult.objects.filter(filters.results(), group=group)
        sums = FROM_RESULTS
    named = {f"key_{number}": F(key) for number, key in enumerate(keys)}
    found = rows.values(**named).annotate(**sums).order_by(*named).values_list(*named, *(f"n_{name}" for name in SUMS))
    return [(row[: len(keys)], Totals(*row[len(keys) :])) for row in found]
