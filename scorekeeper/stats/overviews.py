"""What each statistics page shows: selectors put together, figures made into charts."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, fields, replace
from decimal import Decimal
from math import floor
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.groups.models import Group, Player
from scorekeeper.plays.accents import accents_in
from scorekeeper.stats import selectors
from scorekeeper.stats.addresses import counted
from scorekeeper.stats.charts import Chart, bar_chart, line_chart, range_chart
from scorekeeper.stats.selectors import Filters, Form, HeldRecord, MonthCount, Totals, seasons_of

__all__ = [
    "counted_overview", "game_overview", "group_overview", "pairs_overview", "player_overview", "records_overview",
    "seasons_of", "table_overview",
]  # fmt: skip

Context = dict[str, Any]
MONTHS_SHOWN = 24
PLAYER_ACHIEVEMENTS = 15
BINS = 16
RATED_SHOWN = 20
TABLE_ROWS_SHOWN = 500
PLAYS_ON_A_PAGE = 100
# kind of record that players hold against themselves → its column
BESTS = {"best-score": gettext_lazy("Score"), "best-line": gettext_lazy("Turn"), "game-streak": gettext_lazy("Streak")}
# figure → how the plays that it counts are told apart
FIGURE_WORDS: dict[str, Any] = {
    "contested": gettext_lazy("against others"),
    "won": gettext_lazy("won"),
    "together": gettext_lazy("together"),
    "won-together": gettext_lazy("won together"),
    "scored": gettext_lazy("with points"),
    "rolled": gettext_lazy("logged roll by roll"),
    "ahead": gettext_lazy("ahead"),
    "level": gettext_lazy("level"),
    "behind": gettext_lazy("behind"),
}


def _play_url(play: uuid.UUID) -> str:
    return reverse("plays:play", args=[play])


# --- Charts ----------------------------------------------------------------------------------------------------------


def months_chart(group: Group, filters: Filters, months: Iterable[MonthCount]) -> Chart:
    """Plays by month: the last two years of what was chosen, months without plays too."""
    counts: dict[str, int] = defaultdict(int)
    for month in months:
        counts[month.month] += month.plays
    shown = [(month, counts.get(month, 0)) for month in _months_between(min(counts), max(counts))] if counts else []
    links = [_month_link(group, filters, month) for month, _plays in shown[-MONTHS_SHOWN:]]
    return bar_chart(_("Plays by month"), [_("Month"), _("Plays")], shown[-MONTHS_SHOWN:], links=links)


def _months_between(first: str, last: str) -> list[str]:
    """Every month from the first to the last.

    >>> _months_between("2025-11", "2026-01")
    ['2025-11', '2025-12', '2026-01']
    """
    start, end = (int(month[:4]) * 12 + int(month[5:]) - 1 for month in (first, last))
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in range(start, end + 1)]


def _month_link(group: Group, filters: Filters, month: str) -> str:
    first = dt.date.fromisoformat(f"{month}-01")
    last = (first + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)
    since, until = max(first, filters.since or first), min(last, filters.until or last)
    return counted(group, replace(filters, since=since, until=until), "plays")


def ratings_chart(group: Group, forms: Sequence[Form], accents: dict[uuid.UUID, int]) -> Chart:
    """Everybody's rating with three times its uncertainty to both sides."""
    rated = [form for form in forms if form.mu is not None and form.sigma is not None][:RATED_SHOWN]
    ranges, rows = [], []
    for form in rated:
        mu, sigma = form.mu or 0.0, form.sigma or 0.0
        ranges.append((form.name, mu - 3 * sigma, mu, mu + 3 * sigma, accents[form.player_id]))
        rows.append((form.name, f"{mu:.2f}", f"{sigma:.2f}", f"{mu - 3 * sigma:.2f}", form.plays))
    columns = [_("Player"), "μ", "σ", "μ − 3σ", _("Plays")]
    links = [reverse("stats:player", args=[group.slug, form.player_id]) for form in rated]
    return range_chart(_("Ratings, with three times their uncertainty"), columns, ranges, rows, links=links)


def history_chart(group: Group, filters: Filters) -> Chart:
    """A player's rating after each of the last plays."""
    history = selectors.rating_history(group, filters)
    points = [(point.date.isoformat(), point.mu, point.mu - point.sigma, point.mu + point.sigma) for point in history]
    rows = [
        (point.date.isoformat(), f"{point.rank}/{point.seats}", f"{point.mu:.2f}", f"{point.sigma:.2f}")
        for point in history
    ]
    columns = [_("Date"), _("Rank"), "μ", "σ"]
    links = [_play_url(point.play_id) for point in history]
    return line_chart(_("Rating after each play, within its uncertainty"), columns, points, rows, links=links)


def scores_chart(group: Group, filters: Filters) -> Chart:
    """How final scores spread, in bins of equal width."""
    found = selectors.score_counts(group, filters)
    bins = _binned([(points, seats) for points, seats, _wins in found])
    bars = [(f"{low}" if high == low + 1 else f"{low}–{high - 1}", seats) for low, high, seats in bins]
    links = [counted(group, replace(filters, low=low, high=high)) for low, high, _seats in bins]
    return bar_chart(_("Final scores"), [_("Points"), _("How often")], bars, links=links)


def _binned(counts: Sequence[tuple[Decimal, int]]) -> list[tuple[int, int, int]]:
    """Counts from each score to below another, in at most sixteen bins of whole width, empty ones too.

    >>> _binned([(Decimal(3), 2), (Decimal(5), 1)])
    [(3, 4, 2), (4, 5, 0), (5, 6, 1)]
    >>> _binned([(Decimal("-0.5"), 1), (Decimal("0.5"), 1)])
    [(-1, 0, 1), (0, 1, 1)]
    """
    if not counts:
        return []
    low, high = floor(counts[0][0]), floor(counts[-1][0])
    width = -(-(high - low + 1) // BINS)
    bins = [0] * ((high - low) // width + 1)
    for points, seats in counts:
        bins[(floor(points) - low) // width] += seats
    return [(low + number * width, low + (number + 1) * width, seats) for number, seats in enumerate(bins)]


# --- Pages -----------------------------------------------------------------------------------------------------------


def group_overview(group: Group, filters: Filters) -> Context:
    """Standings, ratings, games, months, and what was earned last."""
    standings = selectors.season_standings(group, filters=filters)
    forms = selectors.forms_of(group, filters.game, guests=filters.guests)
    games = selectors.games_of(group, filters)
    accents = accents_in(group)
    return {
        "standings": standings,
        "accents": accents,
        "games": games,
        "plays": sum(game.plays for game in games),
        "h_index": selectors.h_index(game.plays for game in games),
        "months": months_chart(group, filters, selectors.months_of(group, filters)),
        "ratings": ratings_chart(group, forms, accents),
        "earned": selectors.achievements_of(group, filters, limit=8),
    }


def player_overview(player: Player) -> Callable[[Group, Filters], Context]:
    """A player's page."""

    def overview(group: Group, filters: Filters) -> Context:
        freshness = selectors.freshness_of(group)  # before the figures, here and below
        games = selectors.games_of(group)
        titles = {game.game: game.title for game in games}
        cells = selectors.totals_by(group, filters, "game", "seats")
        by_game = _added_up(cells, 0)
        pairs = selectors.pairs_of(group, replace(filters, guests=True))
        forms = selectors.forms_of(group, filters.game, guests=True, player=player.pk)
        is_whole = filters.is_summed and not filters.season  # what the last play left counts all plays before
        return {
            "player": player,
            "form_now": forms[0] if forms and is_whole else None,
            "total": _sum(totals for _key, totals in cells),
            "by_game": [(titles.get(game, game), game, totals) for game, totals in by_game],
            "by_seats": [(seats, totals) for seats, totals in _added_up(cells, 1) if totals.contested],
            "h_index": selectors.h_index(totals.plays for _game, totals in by_game),
            "pairs": pairs,
            "nemesis": selectors.nemesis_of(pairs),
            "favourite": selectors.favourite_of(pairs),
            "history": history_chart(group, filters),
            "bests": _bests(selectors.records_of(group, Filters(game=filters.game), owner=player.pk)),
            "earned": selectors.achievements_of(group, filters, limit=PLAYER_ACHIEVEMENTS),
            "recent": selectors.recent_plays(group, filters),
            "freshness": freshness,
        }

    return overview


def _bests(held: Iterable[HeldRecord]) -> Context:
    """Personal bests: a row a game, a column a kind; a streak over all games stands among those of each game."""
    games: dict[str, dict[str, Any]] = defaultdict(dict)
    for record in held:
        games[record.game_title]["game-streak" if record.kind == "streak" else record.kind] = record
    rows = [(title, [records.get(kind) for kind in BESTS]) for title, records in games.items()]
    return {"columns": list(BESTS.values()), "rows": rows}


def _added_up(cells: Iterable[tuple[tuple[Any, ...], Totals]], part: int) -> list[tuple[Any, Totals]]:
    """Totals by one part of their key, the most played first."""
    groups: dict[Any, list[Totals]] = defaultdict(list)
    for key, totals in cells:
        groups[key[part]].append(totals)
    found = [(key, _sum(totals)) for key, totals in groups.items()]
    return sorted(found, key=lambda cell: (-cell[1].plays, cell[0]))


def _sum(cells: Iterable[Totals]) -> Totals:
    columns = list(zip(*(astuple(totals) for totals in cells), strict=True))
    return Totals(*(sum(column) for column in columns)) if columns else Totals(*[0] * len(fields(Totals)))


def game_overview(group: Group, filters: Filters) -> Context:
    """A game's page. Raises Http404 for a game the group never played."""
    games = selectors.games_of(group, Filters(game=filters.game))
    if not games:
        raise Http404
    standings = selectors.season_standings(group, filters=filters)
    months = selectors.months_of(group, filters)
    accents = accents_in(group)
    return {
        "game": games[0],
        "plays": sum(month.plays for month in months),
        "standings": standings,
        "accents": accents,
        "ratings": ratings_chart(group, selectors.forms_of(group, filters.game, guests=filters.guests), accents),
        "scores": scores_chart(group, filters),
        "months": months_chart(group, filters, months),
        "held": selectors.records_of(group, filters),
        "recent": selectors.recent_plays(group, filters),
    }


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A player with a cell for each opponent, None where they never met."""

    player_id: uuid.UUID
    player: str
    cells: list[Any]


def pairs_overview(group: Group, filters: Filters) -> Context:
    """Head to head: a matrix, or two players game by game with their last plays."""
    context: Context = {"opponent_id": filters.against, "freshness": selectors.freshness_of(group)}
    player, opponent, met = filters.player, filters.against, replace(filters, against=None)
    is_duel = player is not None and opponent is not None
    pairs = selectors.pairs_of(group, met, opponent=opponent, by_game=is_duel)
    if player is None or opponent is None:
        accents = accents_in(group)
        return {**context, "matrix": _matrix(pairs), "opponents": _opponents(pairs), "accents": accents}
    titles = {game.game: game.title for game in selectors.games_of(group)}
    recent = selectors.together(group, player, opponent, met)
    return {**context, "duel": [(titles.get(pair.game, pair.game), pair) for pair in pairs], "recent": recent}


def _opponents(pairs: Iterable[Any]) -> list[tuple[uuid.UUID, str]]:
    found = {pair.opponent_id: pair.opponent for pair in pairs}
    return sorted(found.items(), key=lambda who: (who[1].casefold(), who[0]))


def _matrix(pairs: Sequence[Any]) -> list[MatrixRow]:
    met = {(pair.player_id, pair.opponent_id): pair for pair in pairs}
    across = _opponents(pairs)
    down = sorted({(pair.player.casefold(), pair.player_id, pair.player) for pair in pairs})
    return [MatrixRow(player, name, [met.get((player, other)) for other, _n in across]) for _k, player, name in down]


def records_overview(group: Group, filters: Filters) -> Context:
    """Records game by game, and achievements."""
    freshness = selectors.freshness_of(group)
    held = selectors.records_of(group, filters, owner=filters.player)
    by_game: dict[str, list[Any]] = defaultdict(list)
    for record in held:
        by_game[record.game_title].append(record)
    return {
        "by_game": dict(by_game),
        "earned": selectors.achievements_of(group, filters, limit=100),
        "freshness": freshness,
    }


def table_overview(name: str) -> Callable[[Group, Filters], Context]:
    """A tidy table, its first rows."""

    def overview(group: Group, filters: Filters) -> Context:
        columns, rows = selectors.table_of(group, name, filters)
        shown = rows[:TABLE_ROWS_SHOWN]
        return {
            "name": name,
            "columns": columns,
            "rows": [(_row_link(columns, row), row) for row in shown],
            "count": len(rows),
        }

    return overview


def counted_overview(name: str, page: str | None) -> Callable[[Group, Filters], Context]:
    """The plays behind a figure, page by page, the last first, and in words which ones they are."""

    def overview(group: Group, filters: Filters) -> Context:
        columns, rows = selectors.table_of(group, name, filters)
        part = Paginator(rows, PLAYS_ON_A_PAGE).get_page(page)
        shown = [dict(zip(columns, row, strict=True)) for row in part.object_list]
        plays = selectors.plays_of(row["play_id"] for row in shown)
        seats = [(plays.get(row["play_id"]), row.get("player_id", filters.player)) for row in shown]
        return {
            "name": name,
            "count": part.paginator.count,
            "part": part,
            "is_by_seat": name == "results" and filters.player is None,
            "words": _in_words(group, filters, shown[0] if shown else {}),
            "rows": [(play, mine) for play, mine in seats if play is not None],
        }

    return overview


def _in_words(group: Group, filters: Filters, first: Context) -> list[str]:
    """What the plays were chosen by; names as they are. ``first`` is the first of them."""
    who = [player for player in (filters.player, filters.against) if player]
    names = dict(Player.objects.filter(group=group, pk__in=who).values_list("pk", "name")) if who else {}
    words = [names.get(filters.player, "")] if filters.player else []
    if filters.figure:
        words.append(str(FIGURE_WORDS[filters.figure]))
    if filters.against:
        words.append(_("against %(name)s") % {"name": names.get(filters.against, "–")})
    if filters.game:
        words.append(first.get("title") or selectors.title_of(filters.game))
    if filters.seats:
        words.append(ngettext("%(n)s at the table", "%(n)s at the table", filters.seats) % {"n": filters.seats})
    if filters.low is not None and filters.high is not None:
        words.append(_("from %(low)s to below %(high)s points") % {"low": filters.low, "high": filters.high})
    if filters.night and first:
        words.append(date_format(first["date"]))
    if filters.season:
        words.append(_("Season %(year)s") % {"year": filters.season})
    if filters.since:
        words.append(_("since %(date)s") % {"date": date_format(filters.since)})
    if filters.until:
        words.append(_("until %(date)s") % {"date": date_format(filters.until)})
    return [*words, filters.place] if filters.place else words


def _row_link(columns: Sequence[str], row: Sequence[Any]) -> str:
    if "play_id" not in columns:
        return ""
    line = row[columns.index("line_id")] if "line_id" in columns else None
    play = row[columns.index("play_id")]
    return reverse("plays:line", args=[play, line]) if line else _play_url(play)
