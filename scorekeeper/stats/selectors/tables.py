"""Statistics as tidy tables: one fact a row, one kind of fact a column. For the API, CSV and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from scorekeeper.groups.models import Group
from scorekeeper.stats.models import PlayResult
from scorekeeper.stats.selectors.filters import Filters
from scorekeeper.stats.selectors.games import games_of, months_of, score_counts, title_of
from scorekeeper.stats.selectors.pairs import pairs_of
from scorekeeper.stats.selectors.ratings import forms_of
from scorekeeper.stats.selectors.records import achievements_of, records_of
from scorekeeper.stats.selectors.standings import season_standings
from scorekeeper.stats.selectors.totals import totals_by

__all__ = ["TABLES", "ResultRows", "Table", "table_of"]

ACHIEVEMENTS_AT_MOST = 10_000
READ_AT_ONCE = 2000


class ResultRows:
    """Rows of ``results``, a row a seat, the last played first; read from the database as they are asked for.

    ``found`` are the same rows as dictionaries of database columns, in no order yet.
    """

    order: tuple[str, ...] = ("-played_at", "-play_id", "position")
    columns: tuple[str, ...] = (
        "played_at", "date", "play_id", "night_id", "game", "play__title", "player_id", "player__name", "rank",
        "points", "won", "seats", "opponents", "beaten", "by", "is_cooperative", "is_ruled", "mu", "sigma",
        "game_mu", "game_sigma", "position",
    )  # fmt: skip

    def __init__(self, results: QuerySet[PlayResult]) -> None:
        self.results = results
        self.found: QuerySet[Any, Any] = results.values(*self.columns)

    def __len__(self) -> int:
        return self.results.count()

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return map(self.row_of, self.found.order_by(*self.order).iterator(READ_AT_ONCE))

    def __getitem__(self, part: Any) -> Any:
        """The rows of a slice. A single one is not read by its number."""
        return [self.row_of(result) for result in self.found.order_by(*self.order)[part]]

    def row_of(self, result: Mapping[str, Any]) -> tuple[Any, ...]:
        """A row of the table from a row of the database."""
        at, day, play, night, game, written, player, name, rank, points, won, seats, opponents, beaten, *rest = (
            result[column] for column in self.columns[:-1]
        )
        share = beaten / (2 * opponents) if opponents else None
        title = title_of(game, written)
        return at, day, play, night, game, title, player, name, rank, points, won, seats, opponents, share, *rest


class PlayRows(ResultRows):
    """Rows of ``plays``, a row a play; which of its seats were chosen makes no difference."""

    order = ("-played_at", "-play_id")
    columns = (
        "played_at", "date", "play_id", "night_id", "game", "play__title", "seats", "lines", "by", "is_cooperative",
        "is_ruled",
    )  # fmt: skip

    def __init__(self, results: QuerySet[PlayResult]) -> None:
        super().__init__(results)
        self.found = self.found.distinct()

    def __len__(self) -> int:
        return self.results.values("play_id").distinct().count()

    def row_of(self, result: Mapping[str, Any]) -> tuple[Any, ...]:
        """A row of the table from a row of the database."""
        at, day, play, night, game, written, *rest = (result[column] for column in self.columns)
        return at, day, play, night, game, title_of(game, written), *rest


Table = tuple[tuple[str, ...], list[tuple[Any, ...]] | ResultRows]


def table_of(group: Group, name: str, filters: Filters) -> Table:
    """Columns and rows of a table; KeyError for an unknown name. Values are plain: text, numbers, dates, UUIDs."""
    columns, rows_of = TABLES[name]
    rows = rows_of(group, filters)
    return columns, rows if isinstance(rows, ResultRows) else [tuple(row) for row in rows]


def _standings(group: Group, filters: Filters) -> Iterable[Any]:
    for row in season_standings(group, filters=filters).rows:
        totals = row.totals
        yield row.rank, row.player_id, row.name, row.plays, row.wins, totals.shares, totals.placement, row.value


def _players(group: Group, filters: Filters) -> Iterable[Any]:
    for (player, name, guest, game, seats), t in totals_by(
        group, filters, "player_id", "player__name", "player__is_guest", "game", "seats"
    ):
        if filters.guests or not guest:
            yield (
                player, name, game, seats, t.plays, t.contested, t.wins, t.won, t.expected_wins, t.shares, t.placement,
                t.together, t.together_won, t.scored, t.average_points, t.lucky, t.average_luck, t.average_skill,
            )  # fmt: skip


def _games(group: Group, filters: Filters) -> Iterable[Any]:
    return ((game.game, game.title, game.plays) for game in games_of(group, filters))


def _head_to_head(group: Group, filters: Filters) -> Iterable[Any]:
    for pair in pairs_of(group, replace(filters, against=None), opponent=filters.against, by_game=True):
        who = (pair.player_id, pair.player, pair.opponent_id, pair.opponent)
        yield *who, pair.game, pair.plays, pair.ahead, pair.behind, pair.level


def _records(group: Group, filters: Filters) -> Iterable[Any]:
    for held in records_of(group, filters, owner=filters.player):
        who = (None, None) if held.is_of_table else (held.player_id, held.player)
        yield held.kind, held.game, held.season, *who, held.figure, held.play_id, held.line, held.played_at


def _ratings(group: Group, filters: Filters) -> Iterable[Any]:
    for form in forms_of(group, filters.game, guests=filters.guests, player=filters.player):
        rating = (form.mu, form.sigma, form.low)
        yield form.player_id, form.name, filters.game, form.plays, *rating, form.streak, form.longest, form.played_at


def _months(group: Group, filters: Filters) -> Iterable[Any]:
    return ((month.month, month.game, month.plays) for month in months_of(group, filters))


def _scores(group: Group, filters: Filters) -> Iterable[Any]:
    games = [filters.game] if filters.game else [game.game for game in games_of(group, filters)]
    for game in games:
        for points, seats, wins in score_counts(group, replace(filters, game=game)):
            yield game, points, seats, wins


def _achievements(group: Group, filters: Filters) -> Iterable[Any]:
    for earned in achievements_of(group, filters, limit=ACHIEVEMENTS_AT_MOST):
        yield earned.player_id, earned.player, earned.kind, earned.game, earned.date, earned.play_id


def _results(group: Group, filters: Filters) -> ResultRows:
    return ResultRows(PlayResult.objects.filter(filters.results(), group=group))


def _plays(group: Group, filters: Filters) -> PlayRows:
    return PlayRows(PlayResult.objects.filter(filters.results(), group=group))


TABLES: dict[str, tuple[tuple[str, ...], Callable[[Group, Filters], Iterable[Any] | ResultRows]]] = {
    "standings": (("rank", "player_id", "player", "plays", "wins", "share", "placement", "value"), _standings),
    "players": (
        (
            "player_id", "player", "game", "seats", "plays", "contested", "wins", "wins_split", "expected_wins",
            "share", "placement", "cooperative", "cooperative_won", "scored", "average_points",
            "rolled", "average_luck", "average_skill",
        ),
        _players,
    ),
    "games": (("game", "title", "plays"), _games),
    "head-to-head": (
        ("player_id", "player", "opponent_id", "opponent", "game", "plays", "ahead", "behind", "level"),
        _head_to_head,
    ),
    "records": (
        ("kind", "game", "season", "player_id", "player", "figure", "play_id", "line_id", "played_at"),
        _records,
    ),
    "ratings": (
        ("player_id", "player", "game", "plays", "mu", "sigma", "low", "streak", "longest_streak", "played_at"),
        _ratings,
    ),
    "plays-by-month": (("month", "game", "plays"), _months),
    "scores": (("game", "points", "seats", "wins"), _scores),
    "achievements": (("player_id", "player", "kind", "game", "date", "play_id"), _achievements),
    "plays": (
        (
            "played_at", "date", "play_id", "night_id", "game", "title", "seats", "lines", "by", "cooperative",
            "ruled",
        ),
        _plays,
    ),
    "results": (
        (
            "played_at", "date", "play_id", "night_id", "game", "title", "player_id", "player", "rank", "points", "won",
            "seats", "opponents", "share", "by", "cooperative", "ruled", "mu", "sigma", "game_mu", "game_sigma",
        ),
        _results,
    ),
}  # fmt: skip
