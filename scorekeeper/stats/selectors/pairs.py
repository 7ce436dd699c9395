"""Head to head: who is ahead of whom."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, Sum

from scorekeeper.groups.models import Group
from scorekeeper.stats.models import PairSummary, PlayResult
from scorekeeper.stats.selectors.filters import Filters

__all__ = ["Pair", "favourite_of", "nemesis_of", "pairs_of"]

NEMESIS_MEETINGS = 3


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who met in contested plays, seen from the first: how often ahead, behind and level."""

    player_id: uuid.UUID
    player: str
    opponent_id: uuid.UUID
    opponent: str
    game: str
    plays: int
    ahead: int
    behind: int
    level: int

    @property
    def balance(self) -> int:
        """More often ahead, or behind."""
        return self.ahead - self.behind

    def turned(self) -> Pair:
        """The same pair seen from the other."""
        return Pair(
            self.opponent_id, self.opponent, self.player_id, self.player, self.game,
            self.plays, self.behind, self.ahead, self.level,
        )  # fmt: skip


NAMES = ("one_id", "one__name", "other_id", "other__name")


def pairs_of(group: Group, filters: Filters, *, opponent: uuid.UUID | None = None, by_game: bool = False) -> list[Pair]:
    """Everybody against everybody, both ways round; with ``filters.player`` only from theirs. One query."""
    pairs = _summed(group, filters, by_game) if filters.is_summed else _counted(group, filters, by_game)
    seen = [way for pair in pairs for way in (pair, pair.turned())]
    if filters.player:
        seen = [pair for pair in seen if pair.player_id == filters.player]
    if opponent:
        seen = [pair for pair in seen if pair.opponent_id == opponent]
    return sorted(seen, key=lambda pair: (pair.player.casefold(), pair.opponent.casefold(), pair.game))


def _summed(group: Group, filters: Filters, by_game: bool) -> list[Pair]:
    rows = PairSummary.objects.filter(group=group, season=filters.season)
    if filters.game:
        rows = rows.filter(game=filters.game)
    if filters.player:
        rows = rows.filter(Q(one=filters.player) | Q(other=filters.player))
    if not filters.guests:
        rows = rows.filter(one__is_guest=False, other__is_guest=False)
    keys = (*NAMES, "game") if by_game else NAMES
    sums = {"n": Sum("plays"), "a": Sum("one_ahead"), "b": Sum("other_ahead"), "c": Sum("level")}
    found = rows.order_by().values(*keys).annotate(**sums).values_list(*keys, "n", "a", "b", "c")
    return [_pair(row, by_game) for row in found]


def _pair(row: Sequence[Any], by_game: bool) -> Pair:
    one, name, other, other_name = row[:4]
    plays, ahead, behind, level = row[-4:]
    return Pair(one, name, other, other_name, row[4] if by_game else "", plays, ahead, behind, level)


def _counted(group: Group, filters: Filters, by_game: bool) -> list[Pair]:
    """The same from results, for what no sums are kept of: each seat beside every later one of its play."""
    results = PlayResult.objects.filter(filters.results(player=False), group=group, opponents__gt=0)
    columns = ("play_id", "player_id", "player__name", "player__is_guest", "rank", "team", "game")
    plays: dict[Any, list[tuple[Any, ...]]] = {}
    for play, *seat in results.order_by("play_id", "position").values_list(*columns):
        plays.setdefault(play, []).append(tuple(seat))
    sums: dict[tuple[Any, ...], list[int]] = {}
    for seats in plays.values():
        _count_play(sorted(seats), filters, by_game, sums)
    return [_pair((*key, *counts), by_game=True) for key, counts in sums.items()]


def _count_play(
    seats: list[tuple[Any, ...]], filters: Filters, by_game: bool, sums: dict[tuple[Any, ...], list[int]]
) -> None:
    for place, (one, name, guest, rank, team, game) in enumerate(seats):
        for other, other_name, other_guest, other_rank, other_team, _game in seats[place + 1 :]:
            is_listed = filters.guests or not (guest or other_guest)
            if not is_listed or (team and team == other_team):
                continue
            counts = sums.setdefault((one, name, other, other_name, game if by_game else ""), [0, 0, 0, 0])
            counts[0] += 1
            counts[1] += rank < other_rank
            counts[2] += rank > other_rank
            counts[3] += rank == other_rank


def nemesis_of(pairs: list[Pair]) -> Pair | None:
    """Among a player's pairs, the opponent who is ahead of them most: by the balance, after three meetings at least."""
    met = [pair for pair in pairs if pair.plays >= NEMESIS_MEETINGS and pair.balance < 0]
    return min(met, key=lambda pair: (pair.balance, -pair.plays, pair.opponent.casefold()), default=None)


def favourite_of(pairs: list[Pair]) -> Pair | None:
    """The opponent a player is ahead of most."""
    met = [pair for pair in pairs if pair.plays >= NEMESIS_MEETINGS and pair.balance > 0]
    return max(met, key=lambda pair: (pair.balance, pair.plays), default=None)
