"""Records: the result that holds each, kept by comparing newcomers and searched for anew only when the holder goes."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any

from django.db.models import F, Q

from scorekeeper.stats.models import ALL_TIME, Best, PlayResult
from scorekeeper.stats.services.rows import Row, replace_values

__all__ = [
    "BEST_KEY",
    "BEST_VALUES",
    "KINDS",
    "BestKey",
    "Bests",
    "Holder",
    "Kind",
    "best_row",
    "replace_lost",
    "rewind_bests",
]

BestKey = tuple[str, int, str, str]
"""Owner (hex id, empty for the group's), season, game (empty: all games), kind."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """What is compared: ``sign`` times ``column``, among results where each of ``where`` holds.

    ``in_game`` ones are kept for each game, the others over all of them; ``seasonal`` for each season too,
    ``personal`` for each player too. ``is_chain`` ones rest on what earlier plays left behind, ``is_contested``
    ones need somebody to beat.
    """

    name: str
    column: str
    sign: int = 1
    where: tuple[tuple[str, Any], ...] = ()
    in_game: bool = True
    seasonal: bool = True
    personal: bool = False
    is_chain: bool = False
    is_contested: bool = False

    @property
    def has_line(self) -> bool:
        """Whether one line of the play holds it."""
        return self.column == "best_merit"

    def best_of(self, rows: list[Row]) -> tuple[Row, int] | None:
        """The row that holds this among rows in the order of playing, and its value; None when none of them can."""
        column = attrgetter(self.column)
        for name, wanted in self.where:
            fact = attrgetter(name)
            rows = [row for row in rows if fact(row) == wanted]
        if self.is_contested:
            rows = [row for row in rows if row.opponents]
        rows = [row for row in rows if column(row)] if self.is_chain else [r for r in rows if column(r) is not None]
        if not rows:
            return None
        found = max(rows, key=column) if self.sign > 0 else min(rows, key=column)  # the first of equal ones
        return found, self.sign * column(found)

    def results(self) -> Q:
        """The results that can hold this, in the database's words."""
        chosen = Q(**dict(self.where), **{f"{self.column}__isnull": False}, is_ignored=False)
        return chosen & Q(opponents__gt=0) if self.is_contested else chosen


COMPETITIVE = ("is_cooperative", False)
KINDS = {
    kind.name: kind
    for kind in (
        Kind("best-score", "merit", where=(COMPETITIVE,), personal=True),
        Kind("lowest-win", "merit", sign=-1, where=(COMPETITIVE, ("won", True)), is_contested=True),
        Kind("best-loss", "merit", where=(COMPETITIVE, ("won", False)), is_contested=True),
        Kind("widest-win", "margin"),
        Kind("narrowest-win", "margin", sign=-1),
        Kind("best-line", "best_merit", where=(COMPETITIVE,), personal=True),
        Kind("longest-play", "lines"),
        Kind("game-streak", "game_streak", seasonal=False, personal=True, is_chain=True),
        Kind("streak", "streak", in_game=False, seasonal=False, personal=True, is_chain=True),
    )
}


BEST_KEY = ("group_id", "owner", "season", "game", "kind")
BEST_VALUES = ("value", "played_at", "play_id", "position", "player_id", "line")


@dataclass(frozen=True, slots=True)
class Holder:
    """The result that holds a record."""

    value: int
    played_at: datetime
    play_id: uuid.UUID
    position: int
    player_id: uuid.UUID
    line: uuid.UUID | None

    @property
    def values(self) -> tuple[Any, ...]:
        """What is stored of it, as ``BEST_VALUES`` names it."""
        return self.value, self.played_at, self.play_id, self.position, self.player_id, self.line

    def gives_way_to(self, other: Holder) -> bool:
        """Whether the other one is better, or as good and earlier."""
        if self.value != other.value:
            return other.value > self.value
        return (other.played_at, other.play_id, other.position) < (self.played_at, self.play_id, self.position)


def _holder(kind: Kind, row: Row, value: int) -> Holder:
    line = row.best_line if kind.has_line else None
    return Holder(value, row.played_at, row.play_id, row.position, row.player_id, line)


@lru_cache(maxsize=10_000)
def _keys(kind: Kind, game: str, season: int, player: int) -> tuple[BestKey, ...]:
    """Every record of this kind that such a row may hold; ``player`` is the number of the id."""
    within = game if kind.in_game else ""
    keys = [("", ALL_TIME, within, kind.name)]
    if kind.seasonal:
        keys.append(("", season, within, kind.name))
    if kind.personal:
        keys.append((uuid.UUID(int=player).hex, ALL_TIME, within, kind.name))
    return tuple(keys)


def _apart(rows: Iterable[Row], *, personal: bool) -> Iterable[list[Row]]:
    """Rows that count, each season's and game's together, or each player's of them."""
    apart: dict[tuple[int, str, int], list[Row]] = defaultdict(list)
    for row in rows:
        if not row.is_ignored:
            apart[row.season, row.game, row.player_id.int if personal else 0].append(row)
    return apart.values()


class Bests:
    """Candidates for records, gathered from many results before they meet the stored ones."""

    def __init__(self) -> None:
        self.held: dict[BestKey, Holder] = {}

    def add(self, rows: list[Row], *, chain: bool | None = None) -> None:
        """Let results compete: for the kinds that rest on the chain, for those that do not, or for all.

        Rows come in the order of playing.
        """
        asked = [kind for kind in KINDS.values() if chain is None or kind.is_chain is chain]
        for personal in (False, True):
            kinds = [kind for kind in asked if kind.personal is personal]
            for among in _apart(rows, personal=personal) if kinds else ():
                for kind in kinds:
                    best = kind.best_of(among)
                    if best is not None:
                        self._offer(kind, *best)

    def _offer(self, kind: Kind, row: Row, value: int) -> None:
        newcomer = _holder(kind, row, value)
        for key in _keys(kind, row.game, row.season, row.player_id.int if kind.personal else 0):
            known = self.held.get(key)
            if known is None or known.gives_way_to(newcomer):
                self.held[key] = newcomer

    def save(self, group_id: int) -> None:
        """Store those that are better than what is stored."""
        stored = stored_bests(group_id, self.held)
        better = {
            key: holder for key, holder in self.held.items() if key not in stored or stored[key].gives_way_to(holder)
        }
        _store(group_id, better)


def stored_bests(group_id: int, keys: Iterable[BestKey] | None = None) -> dict[BestKey, Holder]:
    """The group's stored records; of the owners, seasons and games in ``keys`` when given."""
    bests = Best.objects.filter(group_id=group_id)
    if keys is not None:
        owners, seasons, games, _kinds = (set(part) for part in zip(*keys, strict=True)) if keys else ((), (), (), ())
        bests = bests.filter(owner__in=owners, season__in=seasons, game__in=games)
    rows = bests.values_list(*BEST_KEY[1:], *BEST_VALUES)
    return {row[:4]: Holder(*row[4:]) for row in rows}


def _store(group_id: int, holders: dict[BestKey, Holder]) -> None:
    replace_values(Best, BEST_KEY, BEST_VALUES, [(group_id, *key, *holder.values) for key, holder in holders.items()])


def best_row(group_id: int, key: BestKey, among: Q) -> Holder | None:
    """The holder of a record among results, searched for in the database."""
    owner, season, game, name = key
    kind = KINDS[name]
    results = PlayResult.objects.filter(among, kind.results(), group_id=group_id)
    if owner:
        results = results.filter(player_id=uuid.UUID(hex=owner))
    if season != ALL_TIME:
        results = results.filter(season=season)
    if game:
        results = results.filter(game=game)
    if kind.is_chain:
        results = results.filter(**{f"{kind.column}__gt": 0})
    value = F(kind.column).desc() if kind.sign > 0 else F(kind.column).asc()
    found = (
        results.order_by(value, "played_at", "play_id", "position")
        .values_list(kind.column, "played_at", "play_id", "position", "player_id", "best_line")
        .first()
    )
    if found is None:
        return None
    brought, played_at, play, position, player, line = found
    return Holder(kind.sign * brought, played_at, play, position, player, line if kind.has_line else None)


def _search_again(group_id: int, lost: Any, among: Q) -> None:
    keys = list(lost.values_list("owner", "season", "game", "kind"))
    lost.delete()
    found = {key: best_row(group_id, key, among) for key in keys}
    _store(group_id, {key: holder for key, holder in found.items() if holder is not None})


def replace_lost(group_id: int, plays: set[uuid.UUID]) -> None:
    """Find new holders for records held in plays whose results were replaced. The new results are stored by now."""
    chain = [kind.name for kind in KINDS.values() if kind.is_chain]
    lost = Best.objects.filter(group_id=group_id, play_id__in=plays).exclude(kind__in=chain)
    _search_again(group_id, lost, Q())


def rewind_bests(group_id: int, later: Q, earlier: Q) -> None:
    """Give records that rest on the chain and are held later back to who held them before."""
    chain = [kind.name for kind in KINDS.values() if kind.is_chain]
    _search_again(group_id, Best.objects.filter(later, group_id=group_id, kind__in=chain), earlier)
