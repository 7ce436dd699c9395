"""Summaries: what each result adds to the sums that pages are made from.

New results are added, replaced ones subtracted; all in integers, so that any order of writes gives the
same sums. Ignored results add nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from django.db import models

from scorekeeper.stats.models import ALL_TIME, MonthSummary, PairSummary, PlayerSummary, ScoreSummary
from scorekeeper.stats.services.rows import Row, add_up, by_play

__all__ = ["KEYS", "SUMS", "Sums"]

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

Table = dict[tuple[Any, ...], list[int]]


class Sums:
    """Changes to the summaries, gathered from many results before they are written."""

    def __init__(self) -> None:
        self.tables: dict[type[models.Model], Table] = {model: {} for model in KEYS}

    def add(self, rows: Iterable[Row], sign: int = 1) -> None:
        """Count whole plays in, or with ``sign`` -1 out; the rows of a play stand together."""
        for play in by_play(rows):
            if not play[0].is_ignored:
                self._add_play(play, sign)

    def _add_play(self, rows: list[Row], sign: int) -> None:
        for row in rows:
            self._add_seat(row, sign)
        for one, other in combinations(rows, 2):
            if one.is_contested and not (one.team and one.team == other.team):
                self._add_pair(one, other, sign)
        first = rows[0]
        month = first.date.year * 100 + first.date.month
        self._count(MonthSummary, (first.group_id, first.game, month), (sign, sign * first.seats, sign * first.lines))

    def _count(self, model: type[models.Model], key: tuple[Any, ...], values: tuple[int, ...]) -> None:
        table = self.tables[model]
        known = table.get(key)
        table[key] = list(values) if known is None else [a + b for a, b in zip(known, values, strict=True)]

    def _add_seat(self, row: Row, sign: int) -> None:
        contested, together = row.is_contested, row.is_cooperative
        scored = row.units is not None and not together
        lucky = row.luck is not None
        key = (row.group_id, row.season, row.player_id.int, row.game, row.seats)
        self._count(PlayerSummary, key, (
            sign, sign * contested, sign * (row.won and contested), sign * row.win_part, sign * row.expected,
            sign * row.share, sign * row.beaten, sign * row.opponents, sign * together,
            sign * (together and row.won), sign * scored, sign * (row.units or 0) * scored,
            sign * lucky, sign * (row.luck or 0), sign * (row.skill or 0),
        ))  # fmt: skip
        if scored:
            score = (row.group_id, row.game, row.season, row.units)
            self._count(ScoreSummary, score, (sign, sign * (row.won and contested)))

    def _add_pair(self, one: Row, other: Row, sign: int) -> None:
        if one.player_id.int > other.player_id.int:
            one, other = other, one
        key = (one.group_id, one.season, one.player_id.int, other.player_id.int, one.game)
        ahead, behind = one.rank < other.rank, one.rank > other.rank
        self._count(PairSummary, key, (sign, sign * ahead, sign * behind, sign * (one.rank == other.rank)))

    def rolled_up(self) -> dict[type[models.Model], Table]:
        """The same with the sums over all seasons beside those of each, under the keys of the database."""
        tables: dict[type[models.Model], Table] = {}
        for model, table in self.tables.items():
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


@lru_cache(maxsize=10_000)
def _uuid(number: int) -> uuid.UUID:
    return uuid.UUID(int=number)


def _with_ids(model: type[models.Model], key: tuple[Any, ...]) -> tuple[Any, ...]:
    """The key with players by their UUID; gathering goes by its number, which is hashed faster."""
    names = KEYS[model]
    return tuple(
        _uuid(part) if name in {"player_id", "one_id", "other_id"} else part
        for name, part in zip(names, key, strict=True)
    )


def _over_all_time(table: Table, season: int) -> Table:
    sums: Table = {}
    for key, values in table.items():
        whole = (*key[:season], ALL_TIME, *key[season + 1 :])
        known = sums.get(whole)
        sums[whole] = list(values) if known is None else [a + b for a, b in zip(known, values, strict=True)]
    return sums
