"""Summaries: what each result adds to the sums that pages are made from.

New results are added, replaced ones subtracted; all in integers, so that any order of writes gives the
same sums. Ignored results add nothing.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from django.db import connection, models

from scorekeeper.stats.models import ALL_TIME, MonthSummary, PairSummary, PlayerSummary, ScoreSummary
from scorekeeper.stats.services.rows import Row, add_up, by_play, quoted, read_id

__all__ = ["KEYS", "SUMS", "Sums", "Table", "stored_sums"]

KEYS: dict[type[models.Model], tuple[str, ...]] = {
    PlayerSummary: ("group_id", "season", "player_id", "game", "seats"),
    PairSummary: ("group_id", "season", "one_id", "other_id", "game"),
    MonthSummary: ("group_id", "game", "month"),
    ScoreSummary: ("group_id", "game", "season", "units"),
}
SUMS: dict[type[models.Model], tuple[str, ...]] = {
    PlayerSummary: (
        "plays", "contested", "wins", "win_parts", "expected", "share", "beaten", "opponents", "together",
        "together_won", "scored", "units", "lucky", "luck", "skill",
    ),
    PairSummary: ("plays", "one_ahead", "other_ahead", "level"),
    MonthSummary: ("plays", "seats", "lines"),
    ScoreSummary: ("plays", "wins"),
}  # fmt: skip

PLAYERS = frozenset({"player_id", "one_id", "other_id"})
Table = dict[tuple[Any, ...], tuple[int, ...]]
GATHERED = 50_000  # seats: so many are kept one by one, then summed


class Sums:
    """Changes to the summaries, gathered from many results before they are written."""

    def __init__(self) -> None:
        self._gathered: dict[type[models.Model], dict[tuple[Any, ...], list[tuple[int, ...]]]]
        self._gathered = {model: defaultdict(list) for model in KEYS}
        self._seats = 0

    def add(self, rows: Iterable[Row], sign: int = 1) -> None:
        """Count whole plays in, or with ``sign`` -1 out; the rows of a play stand together."""
        for play in by_play(rows):
            if not play[0].is_ignored:
                self._add_play(play, sign)
                self._seats += len(play)
                if self._seats > GATHERED:
                    self._sum_up()

    def _sum_up(self) -> None:
        for table in self._gathered.values():
            for added in table.values():
                added[:] = [_sum(added)]
        self._seats = 0

    def _add_play(self, rows: list[Row], sign: int) -> None:
        for row in rows:
            self._add_seat(row, sign)
        first = rows[0]
        if first.is_contested:
            pairs = self._gathered[PairSummary]
            for one, other in combinations(rows, 2):
                if not (one.team and one.team == other.team):
                    if one.player_id.int > other.player_id.int:
                        one, other = other, one
                    key = (one.group_id, one.season, one.player_id.int, other.player_id.int, one.game)
                    pairs[key].append(_met(sign, one.rank, other.rank))
        month = first.date.year * 100 + first.date.month
        months = self._gathered[MonthSummary]
        months[first.group_id, first.game, month].append((sign, sign * first.seats, sign * first.lines))

    def _add_seat(self, row: Row, sign: int) -> None:
        contested, together, won = row.is_contested, row.is_cooperative, row.won
        scored = row.units is not None and not together
        key = (row.group_id, row.season, row.player_id.int, row.game, row.seats)
        added = (
            1, contested, won and contested, row.win_part, row.expected, row.share, row.beaten, row.opponents,
            together, together and won, scored, row.units if scored else 0,
            row.luck is not None, row.luck or 0, row.skill or 0,
        )  # fmt: skip
        self._gathered[PlayerSummary][key].append(_signed(sign, added))
        if scored:
            score = (row.group_id, row.game, row.season, row.units)
            self._gathered[ScoreSummary][score].append(_signed(sign, (1, won and contested)))

    def rolled_up(self) -> dict[type[models.Model], Table]:
        """The same with the sums over all seasons beside those of each, under the keys of the database."""
        self._sum_up()
        tables: dict[type[models.Model], Table] = {}
        for model, gathered in self._gathered.items():
            table = {key: added[0] for key, added in gathered.items()}
            whole = _over_all_time(table, KEYS[model].index("season")) if "season" in KEYS[model] else {}
            tables[model] = {_with_ids(model, key): values for key, values in (table | whole).items()}
        return tables

    def save(self) -> None:
        """Add what was gathered to the stored sums; sums that came to nothing go."""
        for model, table in self.rolled_up().items():
            rows: list[Sequence[Any]] = [(*key, *values) for key, values in table.items() if any(values)]
            add_up(model, KEYS[model], SUMS[model], rows)
            if any(values[0] < 0 for values in table.values()):
                groups = {key[0] for key in table}
                model._default_manager.filter(group_id__in=groups, plays=0).delete()


def _signed(sign: int, added: tuple[Any, ...]) -> tuple[int, ...]:
    return added if sign > 0 else tuple([-value for value in added])


def _sum(added: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The sums, truths counted as ones."""
    return tuple(map(int, added[0])) if len(added) == 1 else tuple(map(sum, zip(*added, strict=True)))


@lru_cache(maxsize=1000)
def _met(sign: int, one: int, other: int) -> tuple[int, int, int, int]:
    """What a pair's meeting adds, by their ranks: a play, and who was ahead or that they were level."""
    return sign, sign * (one < other), sign * (one > other), sign * (one == other)


@lru_cache(maxsize=10_000)
def _uuid(number: int) -> uuid.UUID:
    return uuid.UUID(int=number)


def _with_ids(model: type[models.Model], key: tuple[Any, ...]) -> tuple[Any, ...]:
    """The key with players by their UUID; gathering goes by its number, which is hashed faster."""
    if model is PlayerSummary:
        return (*key[:2], _uuid(key[2]), *key[3:])
    if model is PairSummary:
        return (*key[:2], _uuid(key[2]), _uuid(key[3]), key[4])
    return key


def stored_sums(model: type[models.Model], group_id: int) -> Table:
    """What is stored of a group's sums, under the same keys; one query."""
    size, columns = len(KEYS[model]), quoted((*KEYS[model], *SUMS[model]))
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {columns} FROM "{model._meta.db_table}" WHERE "group_id" = %s', [group_id])  # noqa: S608 own names
        rows = cursor.fetchall()
    players = [place for place, column in enumerate(KEYS[model]) if column in PLAYERS]
    stored = {}
    for row in rows:
        key = list(row[:size])
        for place in players:
            key[place] = read_id(key[place])
        stored[tuple(key)] = row[size:]
    return stored


def _over_all_time(table: Table, season: int) -> Table:
    sums: dict[tuple[Any, ...], list[tuple[int, ...]]] = defaultdict(list)
    for key, values in table.items():
        sums[*key[:season], ALL_TIME, *key[season + 1 :]].append(values)
    return {key: _sum(added) for key, added in sums.items()}
