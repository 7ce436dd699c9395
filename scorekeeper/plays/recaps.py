"""A night told in a few lines: who won most, the best line of each game, the longest play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from scorekeeper.plays.grids import Column, PlayCard
from scorekeeper.plays.models import Entry, Play

__all__ = ["BestLine", "Recap", "recap_of"]


@dataclass(frozen=True, slots=True)
class BestLine:
    """The line of a game that scored more than any other of the night, and whose it is."""

    card: PlayCard
    line: str
    column: Column
    points: Decimal


@dataclass(frozen=True, slots=True)
class Recap:
    """``wins``: who won how many plays, most first; ``longest``: the play of most lines and how many."""

    wins: list[tuple[Column, int]]
    best: list[BestLine]
    longest: PlayCard | None
    lines: int


def recap_of(cards: Sequence[PlayCard]) -> Recap | None:
    """The recap of a night's finished plays, in one query; None when there are none."""
    finished = {card.play.pk: card for card in cards if card.play.status == Play.Status.FINISHED}
    if not finished:
        return None
    rows = list(
        Entry.objects.filter(play__in=finished, is_current=True)
        .exclude(action=Entry.Action.WITHDRAWN)
        .order_by("play_id", "position")
        .values_list("play_id", "line", "derived")
    )
    longest = Counter(play for play, _line, _derived in rows).most_common(1)
    play, lines = longest[0] if longest else (None, 0)
    scored = [line for play, name, derived in rows for line in _scored(finished[play], str(name), derived)]
    return Recap(_wins(list(finished.values())), _best(scored), finished[play] if play else None, lines)


def _wins(cards: Sequence[PlayCard]) -> list[tuple[Column, int]]:
    """Who won against somebody, as the standings count it."""
    won = [column for card in cards if card.is_contested for column in card.winners]
    columns = {column.player: column for column in won}
    wins = Counter(column.player for column in won)
    return [(columns[player], count) for player, count in wins.most_common()]


def _scored(card: PlayCard, name: str, derived: Mapping[str, Any]) -> Iterator[BestLine]:
    """What a line gave to each player; a result that was only stated is no line of a turn."""
    if derived["kind"] == "result":
        return
    given = {derived["player"]: derived["points"]} if derived["player"] is not None else derived["scores"]
    for column in card.columns:
        points = given.get(column.label)
        if points is not None:
            yield BestLine(card, name, column, Decimal(str(points)))


def _best(lines: Sequence[BestLine]) -> list[BestLine]:
    """For each game the one line that beats all others; none where several are level."""
    by_title: dict[str, list[BestLine]] = {}
    for line in lines:
        by_title.setdefault(line.card.title, []).append(line)
    return [best for rows in by_title.values() if (best := _only_best(rows)) is not None]


def _only_best(rows: Sequence[BestLine]) -> BestLine | None:
    most = max(row.points for row in rows)
    best = [row for row in rows if row.points == most]
    return best[0] if len(best) == 1 and most > 0 else None
