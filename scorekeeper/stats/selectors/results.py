"""The results behind figures: plays with who came where, the last first."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db.models import QuerySet

from scorekeeper.groups.models import Group
from scorekeeper.stats.models import PlayResult
from scorekeeper.stats.selectors.filters import Filters
from scorekeeper.stats.selectors.games import title_of

__all__ = ["PlayedSeat", "PlayedTogether", "plays_of", "recent_plays", "together"]

RECENT = 20
SEATS_EXPECTED = 8  # DISTINCT would keep databases from reading along the index of a game


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """Somebody's place in a play."""

    player_id: uuid.UUID
    player: str
    rank: int
    points: Decimal | None
    won: bool


@dataclass(frozen=True, slots=True)
class PlayedTogether:
    """A play with its seats."""

    play_id: uuid.UUID
    date: dt.date
    game: str
    title: str
    by: str
    is_ruled: bool
    is_ignored: bool
    is_cooperative: bool
    seats: tuple[PlayedSeat, ...]


COLUMNS = (
    "play_id", "date", "game", "play__title", "by", "is_ruled", "is_ignored", "is_cooperative",
    "player_id", "player__name", "rank", "points", "won",
)  # fmt: skip


def plays_of(ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, PlayedTogether]:
    """These plays by id, in this order. One query."""
    ids = list(dict.fromkeys(ids))
    found: dict[uuid.UUID, PlayedTogether] = {}
    seats: dict[uuid.UUID, list[PlayedSeat]] = {}
    for row in PlayResult.objects.filter(play__in=ids).order_by("play_id", "position").values_list(*COLUMNS):
        play, day, game, written, by, ruled, ignored, cooperative = row[:8]
        seats.setdefault(play, []).append(PlayedSeat(*row[8:]))
        title = title_of(game, written)
        found[play] = PlayedTogether(play, day, game, title, by, ruled, ignored, cooperative, tuple(seats[play]))
    return {id_: found[id_] for id_ in ids if id_ in found}


def recent_plays(group: Group, filters: Filters, *, limit: int = RECENT) -> list[PlayedTogether]:
    """The last plays chosen. Two queries."""
    results = PlayResult.objects.filter(filters.results(), group=group)
    chosen = _first_of(results.order_by("-played_at", "-play_id").values_list("play_id", flat=True), limit)
    return list(plays_of(chosen).values())


def _first_of(seats: QuerySet[PlayResult, uuid.UUID], limit: int) -> list[uuid.UUID]:
    """The first plays of rows that stand play by play; one query unless tables are large."""
    read = limit
    while True:
        read *= SEATS_EXPECTED
        rows = list(seats[:read])
        plays = list(dict.fromkeys(rows))
        if len(plays) >= limit or len(rows) < read:
            return plays[:limit]


def together(
    group: Group, one: uuid.UUID, other: uuid.UUID, filters: Filters, *, limit: int = RECENT
) -> list[PlayedTogether]:
    """The last plays in which two players met as opponents. Two queries."""
    return recent_plays(group, replace(filters, player=one, against=other), limit=limit)
