"""Games: what they are called, how often they were played, how scores spread."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import CharField, Count, F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Cast, Substr

from gamerules import UnknownGame, load
from scorekeeper.groups.models import Group
from scorekeeper.stats.models import ALL_TIME, MonthSummary, PlayResult, ScoreSummary
from scorekeeper.stats.selectors.filters import FIGURES, SCORED, Filters
from scorekeeper.stats.selectors.totals import as_points

__all__ = ["GameCount", "MonthCount", "games_of", "h_index", "months_of", "score_counts", "seasons_of", "title_of"]


@dataclass(frozen=True, slots=True)
class GameCount:
    """A game and how often it was played."""

    game: str
    title: str
    plays: int


@dataclass(frozen=True, slots=True)
class MonthCount:
    """A month (``2026-11``) and how often a game was played in it."""

    month: str
    game: str
    plays: int


def title_of(game: str, written: str = "") -> str:
    """What a game is called: its module's title, or what the group writes for a game without one.

    >>> title_of("tally:azul", "Azul"), title_of("tally:azul")
    ('Azul', 'Azul')
    """
    slug, _colon, name = game.partition(":")
    if name:
        return written.strip() or name.title()
    try:
        return load(slug).title
    except UnknownGame:
        return slug


def games_of(group: Group, filters: Filters | None = None) -> list[GameCount]:
    """Games with their plays, the most played first; their titles as last written. One query."""
    filters = filters or Filters()
    if filters.is_summed and not filters.player:
        rows = MonthSummary.objects.filter(_in_season(filters.season), group=group)
        counted: Any = rows.values("game").annotate(count=Sum("plays"))
    else:
        results = PlayResult.objects.filter(filters.results(), group=group)
        counted = results.values("game").annotate(count=Count("play", distinct=True))
    if filters.game:
        counted = counted.filter(game=filters.game)
    last = PlayResult.objects.filter(group=group, game=OuterRef("game")).order_by("-played_at")
    titled = counted.annotate(written=Subquery(last.values("play__title")[:1]))
    found = [
        GameCount(game, title_of(game, title or ""), n)
        for game, n, title in titled.values_list("game", "count", "written")
    ]
    return sorted(found, key=lambda game: (-game.plays, game.title.casefold(), game.game))


def _in_season(season: int) -> Q:
    return Q(month__gte=season * 100, month__lt=season * 100 + 100) if season != ALL_TIME else Q()


def seasons_of(group: Group) -> list[int]:
    """Years in which something was played, the last first. One query."""
    months = MonthSummary.objects.filter(group=group).order_by().annotate(year=F("month") / 100)
    return sorted(months.values_list("year", flat=True).distinct(), reverse=True)


def months_of(group: Group, filters: Filters) -> list[MonthCount]:
    """Plays by month and game, in order. One query."""
    if filters.is_summed and not filters.player:
        rows = MonthSummary.objects.filter(_in_season(filters.season), group=group)
        if filters.game:
            rows = rows.filter(game=filters.game)
        return [_month(*row) for row in rows.order_by("month", "game").values_list("month", "game", "plays")]
    results = PlayResult.objects.filter(filters.results(), group=group)
    counted = (
        results.annotate(month=Substr(Cast("date", CharField()), 1, 7))  # SQLite takes dates apart far slower
        .values("month", "game")
        .annotate(count=Count("play", distinct=True))
        .order_by("month", "game")
    )
    return [MonthCount(*row) for row in counted.values_list("month", "game", "count")]


def _month(number: int, game: str, plays: int) -> MonthCount:
    return MonthCount(f"{number // 100:04}-{number % 100:02}", game, plays)


def h_index(counts: Iterable[int]) -> int:
    """The largest h such that h games were played h times or more.

    >>> h_index([5, 3, 3, 1]), h_index([])
    (3, 0)
    """
    ordered = sorted(counts, reverse=True)
    return sum(1 for place, count in enumerate(ordered, start=1) if count >= place)


def score_counts(group: Group, filters: Filters) -> list[tuple[Decimal, int, int]]:
    """Final scores of a game, how many seats had each, and how many of those won. One query."""
    if filters.is_summed and not filters.player:
        rows = ScoreSummary.objects.filter(group=group, game=filters.game, season=filters.season)
        counted: Any = rows.order_by("units").values_list("units", "plays", "wins")
    else:
        results: Any = PlayResult.objects.filter(filters.results(), SCORED, group=group).order_by("units")
        sums = {"n_seats": Count("pk"), "n_won": Count("pk", filter=FIGURES["won"])}
        counted = results.values("units").annotate(**sums).values_list("units", "n_seats", "n_won")
    return [(as_points(units) or Decimal(0), seats, wins) for units, seats, wins in counted]
