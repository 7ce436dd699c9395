"""A sheet as a score pad: players across, rounds down, the cell of each line."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from gamerules import Finding
from scorekeeper.plays.accents import accents_of
from scorekeeper.plays.models import Play, Seat
from scorekeeper.plays.selectors import game_of, sheet_of, stated_scores

__all__ = ["Cell", "Column", "Grid", "Row", "grid_of", "PlayCard", "in_words", "notices_of", "play_cards"]

STATED = "result"  # the kind of the one line of a play of which only the outcome is known
WORDS = {
    "burnt": gettext_noop("burnt"),
    "perfect": gettext_noop("perfect"),
    "skip": gettext_noop("skip"),
    "void": gettext_noop("void"),
    "end": gettext_noop("end"),
    "result": gettext_noop("only the result"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one line did for one player; ``text`` stands instead of ``points`` where a word says more."""

    line: str
    kind: str
    points: Any
    total: Any
    text: str
    level: str
    ruled: str | None
    warned: bool

    @property
    def shown(self) -> str:
        """The word or the number that stands in the cell."""
        return in_words(self.text) if self.text else "–" if self.points is None else str(self.points)


@dataclass(frozen=True, slots=True)
class Column:
    """A player of the sheet: name, accent, where they stand, and whether it is their turn.

    ``points`` is None where only the outcome was written down and not what they had.
    """

    label: str
    player: uuid.UUID
    accent: int
    points: Any
    rank: int
    extras: Mapping[str, Any]
    leads: bool
    won: bool
    is_next: bool
    to_go: Any


@dataclass(slots=True)
class Row:
    """A round: for each column the cells that fell in it, and lines of the whole table that no cell shows."""

    number: int
    columns: list[Column]
    cells: list[list[Cell]]
    notes: list[Cell] = field(default_factory=list)

    @property
    def pairs(self) -> list[tuple[list[Cell], Column]]:
        """Each column's cells with their column."""
        return list(zip(self.cells, self.columns, strict=True))


@dataclass(frozen=True, slots=True)
class Grid:
    """The score pad. ``last`` is the latest line that counts, the one that undo takes back."""

    columns: list[Column]
    rows: list[Row]
    target: Any
    round: int
    last: Cell | None
    last_player: str | None

    @property
    def one_is_next(self) -> bool:
        """Whether it is one player's turn, rather than anybody's."""
        return sum(column.is_next for column in self.columns) == 1

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written yet."""
        return self.last is None


def in_words(text: str) -> str:
    """A module's short word in the reader's language; unknown ones stand as they are."""
    return _(text) if text in WORDS else text


def grid_of(
    sheet: Any,
    seats: Sequence[Seat],
    lines: Sequence[Mapping[str, Any]],
    accents: Mapping[uuid.UUID, int] | None = None,
) -> Grid:
    """The pad of a sheet whose ``lines`` are those of ``selectors.lines_json``, oldest first."""
    stated = next((line["scores"] for line in lines if line["kind"] == STATED), None)
    columns = _columns(sheet, seats, accents, stated)
    place = {column.label: index for index, column in enumerate(columns)}
    rows: dict[int, Row] = {}
    for line in lines:
        row = rows.setdefault(line["row"], Row(line["row"], columns, [[] for _column in columns]))
        _put(row, line, place)
    if sheet.next and sheet.round not in rows:
        rows[sheet.round] = Row(sheet.round, columns, [[] for _column in columns])
    last = lines[-1] if lines else None
    return Grid(
        columns, [rows[number] for number in sorted(rows)], sheet.target, sheet.round,
        _cell(last) if last else None, last["player"] if last else None,
    )  # fmt: skip


def _columns(
    sheet: Any,
    seats: Sequence[Seat],
    night: Mapping[uuid.UUID, int] | None = None,
    stated: Mapping[str, Any] | None = None,
) -> list[Column]:
    """Seats with where they stand; ``stated``: the totals known of a play of which only the outcome is."""
    accents = (
        night
        if night and all(seat.player_id in night for seat in seats)
        else accents_of(seat.player_id for seat in seats)
    )
    standings = {standing.player: standing for standing in sheet.standings()}
    winners = sheet.outcome.winners if sheet.outcome else ()
    turn = sheet.next.players if sheet.next else ()
    started = any(standing.points for standing in standings.values())
    return [
        Column(
            label=seat.label,
            player=seat.player_id,
            accent=accents[seat.player_id],
            points=standings[seat.label].points if stated is None or seat.label in stated else None,
            rank=standings[seat.label].rank,
            extras=standings[seat.label].extras,
            leads=started and standings[seat.label].rank == 1,
            won=seat.label in winners,
            is_next=seat.label in turn,
            to_go=_to_go(sheet.target, standings[seat.label].points),
        )
        for seat in seats
    ]


def _to_go(target: Any, points: Any) -> Any:
    """What is missing to a target above zero; None where there is none or it is reached."""
    return target - points if target is not None and target > 0 and points < target else None


def _put(row: Row, line: Mapping[str, Any], place: Mapping[str, int]) -> None:
    """Into the player's cell; a line of several players into each of theirs; else beside the round."""
    if line["player"] is not None:
        row.cells[place[line["player"]]].append(_cell(line))
    elif line["scores"]:
        for label, points in line["scores"].items():
            row.cells[place[label]].append(_cell({**line, "points": points}))
    else:
        row.notes.append(_cell(line))


def _cell(line: Mapping[str, Any]) -> Cell:
    return Cell(
        line["id"], line["kind"], line["points"], line["total"], line["text"], line["level"], line["ruled"],
        bool(line["warnings"]),
    )  # fmt: skip


def notices_of(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings for a page: the sentence without the clause id, and the clause to link to."""
    return [
        {
            "message": _(finding.template).format_map(finding.params) if finding.template else "",
            "clause": finding.clause,
            "field": finding.field,
            "severity": finding.severity,
        }
        for finding in findings
    ]


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A play in a list: its columns from the snapshot, no line is read but those that state a result.

    ``sides`` play against each other: teams and players on their own; one where all are together.
    """

    play: Play
    title: str
    columns: list[Column]
    winners: list[Column]
    round: int
    sides: int

    @property
    def is_cooperative(self) -> bool:
        """Whether the table won or lost together."""
        return bool(self.play.options.get("cooperative"))

    @property
    def is_contested(self) -> bool:
        """Whether there was somebody to beat: not alone, not all in one team, not together against the game."""
        return self.sides > 1


def play_cards(plays: Iterable[Play], accents: Mapping[uuid.UUID, int] | None = None) -> list[PlayCard]:
    """Cards of plays whose seats are fetched already; ``accents`` are those of the night, where it has any."""
    listed = [(play, sheet_of(play)) for play in plays]
    stated = stated_scores(play for play, sheet in listed if sheet.outcome and sheet.outcome.by == STATED)
    cards = []
    for play, sheet in listed:
        columns = _columns(sheet, list(play.seats.all()), accents, stated.get(play.pk))
        winners = [column for column in columns if column.won]
        sides = len(set(getattr(sheet, "sides", sheet.players)))  # only a tally knows of teams
        cards.append(PlayCard(play, play.title or game_of(play).title, columns, winners, sheet.round, sides))
    return cards
