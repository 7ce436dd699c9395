"""Results as plain rows, and the few bulk statements that move many of them.

A model instance costs more than the whole replay of a short play, so results travel as ``Row`` and are
written by COPY on PostgreSQL and by one prepared statement on SQLite.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from itertools import chain, repeat
from operator import attrgetter, itemgetter
from typing import Any

from django.db import connection, models

from scorekeeper.stats.models import ExactDecimalField, PlayResult

__all__ = [
    "CHAIN",
    "COLUMNS",
    "Key",
    "Row",
    "add_up",
    "as_id",
    "by_play",
    "insert_rows",
    "insert_values",
    "key_of",
    "plays_that_differ",
    "quoted",
    "read_id",
    "replace_values",
    "rows_of",
    "stored_id",
    "update_chain",
]

Key = tuple[datetime, uuid.UUID]
"""Where a play stands in the order of playing: its instant, then its id."""


@dataclass(slots=True)
class Row:
    """A PlayResult as plain values, in the model's words: what is of the whole play, of the seat, and of the chain."""

    group_id: int
    play_id: uuid.UUID
    night_id: uuid.UUID
    game: str
    date: date
    season: int
    played_at: datetime
    seats: int
    sides: int
    by: str
    is_cooperative: bool
    is_ruled: bool
    is_ignored: bool
    lines: int
    player_id: uuid.UUID
    position: int
    opponents: int
    rank: int
    won: bool
    beaten: int
    share: int
    win_part: int
    expected: int
    points: Decimal | None
    units: int | None
    merit: int | None
    margin: int | None
    team: str
    best_line: uuid.UUID | None
    best_merit: int | None
    luck: int | None
    skill: int | None
    nth: int = 0
    streak: int = 0
    longest: int = 0
    mu: float | None = None
    sigma: float | None = None
    game_nth: int = 0
    game_streak: int = 0
    game_longest: int = 0
    game_mu: float | None = None
    game_sigma: float | None = None

    @property
    def is_contested(self) -> bool:
        """Whether somebody could be beaten: it counts, and another side sat there."""
        return self.opponents > 0 and not self.is_cooperative and not self.is_ignored


COLUMNS = tuple(field.name for field in fields(Row))
CHAIN = COLUMNS[COLUMNS.index("nth") :]
OF_PLAY = COLUMNS[: COLUMNS.index("player_id")]
OF_SEAT = COLUMNS[len(OF_PLAY) :]
_head_of, _seat_of = attrgetter(*OF_PLAY), attrgetter(*OF_SEAT)
_chain_of = attrgetter(*CHAIN)
_place_of = itemgetter(COLUMNS.index("play_id"), COLUMNS.index("position"))


def key_of(row: Row) -> Key:
    """The row's place in the order of playing."""
    return (row.played_at, row.play_id)


def by_play(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows of each play; they stand together already."""
    play: list[Row] = []
    for row in rows:
        if play and row.play_id.int != play[0].play_id.int:
            yield play
            play = []
        play.append(row)
    if play:
        yield play


def rows_of(results: models.QuerySet[PlayResult]) -> list[Row]:
    """The rows of a query, in its order."""
    return [Row(*values) for values in results.values_list(*COLUMNS)]


def stored_id(id_: uuid.UUID) -> Any:
    """An id as the database driver gives it: SQLite has its digits, which are hashed faster, too."""
    return id_.hex if connection.vendor == "sqlite" else id_


def as_id(value: Any) -> uuid.UUID:
    """The id that the driver gave as it is stored."""
    return value if isinstance(value, uuid.UUID) else uuid.UUID(hex=value)


@lru_cache(maxsize=10_000)
def read_id(value: Any) -> uuid.UUID:
    """The same for ids that come often, such as players': the same object for the same id, which compares fast."""
    return as_id(value)


# --- Writing ---------------------------------------------------------------------------------------------------------


_hex = attrgetter("hex")


@lru_cache(maxsize=20_000)
def _naive_text(value: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(value)


def _sqlite_adapter(field: models.Field[Any, Any]) -> Callable[[Any], Any] | None:
    """What turns a value into what SQLite stores; None when it is stored as it is."""
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    if isinstance(target, models.UUIDField):
        return _hex
    if isinstance(target, models.DateTimeField):
        return _naive_text
    if isinstance(target, models.DateField):
        return str
    return None


def _adapters(model: type[models.Model], columns: Sequence[str]) -> list[tuple[int, Callable[[Any], Any]]]:
    fields_by_column: dict[str, Any] = {field.attname: field for field in model._meta.concrete_fields}
    found = []
    for index, column in enumerate(columns):
        field = fields_by_column[column]
        adapter = _sqlite_adapter(field) if connection.vendor == "sqlite" else None
        if isinstance(field, ExactDecimalField):
            adapter = field.get_prep_value
        if adapter is not None:
            found.append((index, adapter))
    return found


def _adapted(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[list[Any]]:
    """Rows as the database driver takes them."""
    adapters = _adapters(model, columns)
    for row in rows:
        values = list(row)
        for index, adapter in adapters:
            value = values[index]
            if value is not None:
                values[index] = adapter(value)
        yield values


def quoted(columns: Iterable[str]) -> str:
    """Names of columns for SQL."""
    return ", ".join(f'"{column}"' for column in columns)


def insert_values(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Store many new rows of one table; JSON columns take JSON text."""
    _insert(model, columns, _adapted(model, columns, rows))


def _insert(model: type[models.Model], columns: Sequence[str], values: Iterable[Sequence[Any]]) -> None:
    table, names = model._meta.db_table, quoted(columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f'COPY "{table}" ({names}) FROM STDIN') as copy:
                for row in values:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(columns))
        cursor.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', list(values))  # noqa: S608 own names


def insert_rows(rows: list[Row]) -> None:
    """Store new results; the rows of a play stand together."""
    if rows:
        _insert(PlayResult, COLUMNS, _stored_values(rows))


def _stored_values(rows: list[Row]) -> list[tuple[Any, ...]]:
    """Rows as the database driver takes and gives them; what is of the whole play is adapted once."""
    plays = list(by_play(rows))
    heads = _adapted(PlayResult, OF_PLAY, [_head_of(play[0]) for play in plays])
    seats = _adapted(PlayResult, OF_SEAT, map(_seat_of, rows))
    repeated = chain.from_iterable(map(repeat, heads, map(len, plays)))
    return [(*head, *seat) for head, seat in zip(repeated, seats, strict=True)]


def _as_stored() -> str:
    """The columns of a result for SELECT. SQLite's driver would make dates of the texts that it stores."""
    if connection.vendor != "sqlite":
        return quoted(COLUMNS)
    dates = {"date", "played_at"}
    return ", ".join(f'CAST("{column}" AS text)' if column in dates else f'"{column}"' for column in COLUMNS)


def plays_that_differ(plays: list[uuid.UUID], rows: list[Row]) -> set[uuid.UUID]:
    """Those of the plays of which other results are stored than these rows, or some are missing.

    Compared as the database has them: reading thousands of them as rows would take as long as working them out.
    """
    ids = {stored_id(play): play for play in plays}
    if not ids:
        return set()
    marks = ", ".join(["%s"] * len(ids))
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT {_as_stored()} FROM "{PlayResult._meta.db_table}" WHERE "play_id" IN ({marks})',  # noqa: S608 own names
            list(ids),
        )
        stored = {_place_of(values): values for values in cursor.fetchall()}
    if not stored:
        return set(plays)
    expected = {_place_of(values): values for values in _stored_values(rows)}
    places = stored.keys() | expected.keys()
    return {ids[place[0]] for place in places if stored.get(place) != expected.get(place)}


def update_chain(rows: list[Row]) -> None:
    """Store what the plays left behind, for results that are there already."""
    if not rows:
        return
    sets = ", ".join(f'"{column}" = %s' for column in CHAIN)
    columns = (*CHAIN, "play_id", "position")
    values = _adapted(PlayResult, columns, ((*_chain_of(row), row.play_id, row.position) for row in rows))
    statement = f'UPDATE "{PlayResult._meta.db_table}" SET {sets} WHERE "play_id" = %s AND "position" = %s'  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, list(values))


def add_up(model: type[models.Model], key: Sequence[str], sums: Sequence[str], rows: list[Sequence[Any]]) -> None:
    """Add each row's sums to the stored row of the same key, making it when it is not there."""
    table = model._meta.db_table
    _upsert(model, key, sums, rows, [f'"{name}" = "{table}"."{name}" + excluded."{name}"' for name in sums])


def replace_values(
    model: type[models.Model], key: Sequence[str], values: Sequence[str], rows: list[Sequence[Any]]
) -> None:
    """Put each row's values in the place of those stored under the same key, making it when it is not there."""
    _upsert(model, key, values, rows, [f'"{name}" = excluded."{name}"' for name in values])


def _upsert(
    model: type[models.Model], key: Sequence[str], values: Sequence[str], rows: list[Sequence[Any]], sets: list[str]
) -> None:
    if not rows:
        return
    columns = (*key, *values)
    marks = ", ".join(["%s"] * len(columns))
    statement = (
        f'INSERT INTO "{model._meta.db_table}" ({quoted(columns)}) VALUES ({marks}) '  # noqa: S608 own names only
        f"ON CONFLICT ({quoted(key)}) DO UPDATE SET {', '.join(sets)}"
    )
    with connection.cursor() as cursor:
        cursor.executemany(statement, list(_adapted(model, columns, rows)))
