"""From entries to results: a play replayed by its rule module, and what it meant for each seat.

Everything here follows from the entries, the options and the seats; the snapshot in ``Play.state`` is not read.
"""

from __future__ import annotations

import json
import logging
import uuid
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import Q, TextField
from django.db.models.functions import Cast
from pydantic import TypeAdapter

from gamerules import RulesError, load
from gamerules.sheets import Line, Seats, Standing, label_key
from scorekeeper.groups.models import Player
from scorekeeper.plays.models import Entry, Play, Seat
from scorekeeper.stats.models import MILLION, UNIT
from scorekeeper.stats.services.luck import luck_of
from scorekeeper.stats.services.rows import Row

__all__ = ["Finished", "finished_plays", "game_key", "results_of"]

log = logging.getLogger(__name__)
# A line of these kinds is the outcome or breaks a tie: it is nobody's best turn.
NOT_A_TURN = frozenset({"result", "roll-off", "round", "void-round", "matches", "final", "tally", "toasts"})
LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished play as stored: its head, its seats (player, label) and its lines (id, JSON text)."""

    id: uuid.UUID
    night_id: uuid.UUID
    date: date
    game: str
    title: str
    options: str
    setup: str | None
    is_ignored: bool
    played_at: datetime
    group_id: int
    seats: list[tuple[uuid.UUID, str]]
    lines: list[tuple[Any, str]]


def game_key(slug: str, title: str) -> str:
    """What a play's game is called in statistics: its slug; a tally of a named game counts as that game.

    >>> game_key("tally", " Azul "), game_key("pop-tarts", "final"), game_key("tally", "")
    ('tally:azul', 'pop-tarts', 'tally')
    """
    name = " ".join(label_key(title).split()) if slug == "tally" else ""
    return f"tally:{name}" if name else slug


def finished_plays(group_id: int, which: Q, at_most: int | None = None) -> list[Finished]:
    """The group's finished plays that are meant, with seats and lines, in the order of playing. Three queries."""
    plays: list[Any] = list(
        Play.objects.filter(which, group_id=group_id, status=Play.Status.FINISHED)
        .order_by("played_at", "id")
        .values_list(
            "id", "night_id", "night__date", "game", "title", Cast("options", TextField()), Cast("setup", TextField()),
            "ignored", "played_at",
        )[:at_most]
    )  # fmt: skip
    keys = _stored([play[0] for play in plays])
    seats, lines = _seats(group_id, keys), _lines(keys)
    return [Finished(*play, group_id, seats[key], lines[key]) for key, play in zip(keys, plays, strict=True)]


def _stored(ids: list[uuid.UUID]) -> list[Any]:
    """Ids as the database driver gives them: SQLite has digits, which are hashed faster, too."""
    return [id_.hex for id_ in ids] if connection.vendor == "sqlite" else list(ids)


def _rows_for(table: str, columns: str, ids: list[Any], rest: str) -> list[Any]:
    """Rows of these plays with JSON as text, which the rule modules read faster than parsed values."""
    if not ids:
        return []
    marks = ", ".join(["%s"] * len(ids))
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {columns} FROM "{table}" WHERE "play_id" IN ({marks}) {rest}', ids)  # noqa: S608 own names
        return list(cursor.fetchall())


def _id(value: Any) -> uuid.UUID:
    return value if isinstance(value, uuid.UUID) else uuid.UUID(hex=value)


def _lines(ids: list[Any]) -> dict[Any, list[tuple[Any, str]]]:
    """The lines that count of each play, in order."""
    rest = f'AND "is_current" AND "action" <> \'{Entry.Action.WITHDRAWN.value}\' ORDER BY "play_id", "position"'
    lines: dict[Any, list[tuple[Any, str]]] = defaultdict(list)
    for play, line, payload in _rows_for(Entry._meta.db_table, '"play_id", "line", "payload"', ids, rest):
        lines[play].append((line, payload))
    return lines


def _seats(group_id: int, ids: list[Any]) -> dict[Any, list[tuple[uuid.UUID, str]]]:
    """Seats in order; somebody who was merged sits as the player they became."""
    became = _merged(group_id)
    seats: dict[Any, list[tuple[uuid.UUID, str]]] = defaultdict(list)
    rest = 'ORDER BY "play_id", "position"'
    for play, player, label in _rows_for(Seat._meta.db_table, '"play_id", "player_id", "label"', ids, rest):
        who = _player(player)
        seats[play].append((became.get(who, who) if became else who, label))
    return seats


@lru_cache(maxsize=10_000)
def _player(value: Any) -> uuid.UUID:
    """A player's id; the same object for the same player, which compares fast."""
    return _id(value)


def _merged(group_id: int) -> dict[uuid.UUID, uuid.UUID]:
    """Merged player → the player it is now, through as many merges as there were."""
    merged = Player.objects.filter(group_id=group_id, merged_into__isnull=False)
    direct = dict(merged.values_list("id", "merged_into_id"))
    became = {}
    for player in direct:
        end, passed = player, {player}
        while end in direct and direct[end] not in passed:
            end = direct[end]
            passed.add(end)
        became[player] = end
    return became


# --- Replaying -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Agreed:
    """A ruleset, and what its options say of winning: together or not, low or high, in which teams (by label key)."""

    options: Any
    is_cooperative: bool
    sign: int
    teams: dict[str, str]
    title: str


@lru_cache(maxsize=512)
def _agreed(game: str, text: str) -> _Agreed:
    """The options of a play, from their JSON text."""
    options = load(game).parse_options(json.loads(text))
    teams = getattr(options, "teams", None) or {}
    return _Agreed(
        options=options,
        is_cooperative=bool(getattr(options, "cooperative", False)),
        sign=-1 if getattr(options, "direction", "high") == "low" else 1,
        teams={label_key(label): team for label, team in teams.items()},
        title=getattr(options, "title", ""),
    )


@lru_cache(maxsize=64)
def _reader(game: str) -> TypeAdapter[list[Any]]:
    """Reads all lines of a play at once."""
    return TypeAdapter(list[load(game).entries])  # type: ignore[misc,arg-type]  # a type known at run time only


@dataclass(frozen=True, slots=True)
class _Replayed:
    """A play replayed: what was agreed, its last sheet, what each line did, and its entries."""

    agreed: _Agreed
    sheet: Any
    lines: list[Line]
    entries: list[Any]


@lru_cache(maxsize=4096)
def _seated(labels: tuple[str, ...]) -> Seats:
    return Seats(labels)


def _replay(play: Finished) -> _Replayed:
    """Replay from the JSON text. Raises RulesError when the stored lines do not stand."""
    game, agreed = load(play.game), _agreed(play.game, play.options)
    labels = tuple([label for _player, label in play.seats])
    setup = None if play.setup is None else game.parse_setup(json.loads(play.setup))
    sheet = game.sheet.start(labels, agreed.options, setup)
    payloads = "[" + ",".join([payload for _line, payload in play.lines]) + "]"
    entries = _reader(play.game).validate_json(payloads, context=_seated(labels))
    lines = []
    for entry in entries:
        sheet = sheet.apply(entry)
        lines.append(sheet.line)
    return _Replayed(agreed, sheet, lines, entries)


def results_of(play: Finished) -> list[Row]:
    """A row for each player of a finished play, in seat order; none when its lines do not replay (logged).

    Where a merge put the same player on two seats, the better seat is theirs; the other one still counts
    as an opponent of everybody else.
    """
    try:
        replayed = _replay(play)
    except (RulesError, ValueError) as error:
        log.error("play %s does not replay and counts in no statistic: %s", play.id, error)
        return []
    rows = _Judged(play, replayed).rows()
    if len({player for player, _label in play.seats}) == len(rows):
        return rows
    taken: dict[uuid.UUID, Row] = {}
    for row in sorted(rows, key=lambda row: (row.rank, row.position)):
        taken.setdefault(row.player_id, row)
    return [row for row in rows if taken[row.player_id] is row]


class _Judged:
    """A replayed play, looked at seat by seat."""

    def __init__(self, play: Finished, replayed: _Replayed) -> None:
        self.play = play
        self.replayed = replayed
        self.agreed = replayed.agreed
        self.standings: Sequence[Standing] = replayed.sheet.standings()
        outcome = replayed.sheet.outcome
        self.winners: tuple[str, ...] = outcome.winners if outcome else ()
        self.by = outcome.by if outcome else ""
        teams = self.agreed.teams
        self.teams = [teams.get(label_key(standing.player), "") if teams else "" for standing in self.standings]
        self.ranks = [standing.rank for standing in self.standings]
        self.units = self._units()

    def _units(self) -> list[int | None]:
        """Points in millionths. A play of which only the outcome is known may have none, or only some players'."""
        entries = self.replayed.entries
        if not entries:
            return [None] * len(self.standings)
        units = [_storable(_millionths(standing.points)) for standing in self.standings]
        if entries[0].kind != "result":
            return units
        known = getattr(entries[0], "points", None) or {}
        return [
            found if standing.player in known else None for standing, found in zip(self.standings, units, strict=True)
        ]

    def rows(self) -> list[Row]:
        """Every seat's row, in seat order."""
        play, agreed, lines = self.play, self.agreed, self.replayed.lines
        sides = 1 if agreed.is_cooperative else len({team for team in self.teams if team}) + self.teams.count("")
        of_play = (
            play.group_id, play.id, play.night_id, game_key(play.game, play.title or agreed.title), play.date,
            play.date.year, play.played_at, len(self.standings), sides, self.by, agreed.is_cooperative,
            any(line.ruled is not None for line in lines), play.is_ignored, len(lines),
        )  # fmt: skip
        best = {} if agreed.is_cooperative else self._best_lines()
        luck = luck_of(play.game, agreed.options, self.replayed.entries)
        expected, win_part = _part(1, sides), _part(1, self._winning_sides()) if self.winners else 0
        bar = self._best_loser()
        rows = []
        for seat, standing in enumerate(self.standings):
            label, units, others = standing.player, self.units[seat], self._opponents(seat)
            merit = None if units is None else units * agreed.sign
            won, is_contest = label in self.winners, bool(others)
            beaten = len(others) * 2 - bisect_left(others, standing.rank) - bisect_right(others, standing.rank)
            rows.append(Row(
                *of_play, play.seats[seat][0], seat, len(others), standing.rank, won, beaten,
                _part(beaten, 2 * len(others)) if is_contest else 0,
                win_part if won and is_contest else 0,
                expected if is_contest else 0,
                None if units is None else Decimal(standing.points),
                units,
                merit,
                _lead(merit, bar) if won and is_contest else None,
                self.teams[seat], *best.get(label, (None, None)), *luck.get(label, (None, None)),
            ))  # fmt: skip
        return rows

    def _opponents(self, seat: int) -> list[int]:
        """The ranks of those who sat on another side, best first."""
        if self.agreed.is_cooperative:
            return []
        team = self.teams[seat]
        if not team:
            return sorted(self.ranks[:seat] + self.ranks[seat + 1 :])
        return sorted([rank for rank, theirs in zip(self.ranks, self.teams, strict=True) if theirs != team])

    def _winning_sides(self) -> int:
        if not self.agreed.teams:
            return len(self.winners)
        won = [self.teams[seat] for seat, standing in enumerate(self.standings) if standing.player in self.winners]
        return len({team for team in won if team}) + sum(not team for team in won)

    def _best_loser(self) -> int | None:
        """What a winner's lead is counted from; None with teams, without scores or when nobody lost."""
        places = zip(self.units, self.standings, strict=True)
        lost = [units for units, standing in places if standing.player not in self.winners]
        if not lost or None in lost or any(self.teams):
            return None
        return max([units * self.agreed.sign for units in lost if units is not None])

    def _best_lines(self) -> dict[str, tuple[uuid.UUID, int]]:
        """Each player's best line and what it gave, for players with several; the earliest of equal ones."""
        given: dict[str, list[tuple[int | Decimal, int]]] = {}
        for number, line in enumerate(self.replayed.lines):
            if line.kind in NOT_A_TURN:
                continue
            scores = ((line.player, line.points),) if line.player is not None else line.scores.items()
            for label, points in scores:
                if points is not None:
                    given.setdefault(label, []).append((points * self.agreed.sign, -number))
        found = {}
        for label, turns in given.items():
            if len(turns) > 1:
                points, number = max(turns)
                merit = _storable(_millionths(points))
                if merit is not None:
                    found[label] = (_id(self.play.lines[-number][0]), merit)
        return found


def _lead(merit: int | None, bar: int | None) -> int | None:
    return merit - bar if merit is not None and bar is not None and merit >= bar else None


def _storable(units: int) -> int | None:
    return units if -LARGEST <= units <= LARGEST else None


def _millionths(points: int | Decimal) -> int:
    return points * MILLION if isinstance(points, int) else round(points * MILLION)


@lru_cache(maxsize=4096)
def _part(count: int, of: int) -> int:
    """The fraction count/of in UNITs, rounded half to even where it is not exact."""
    return round(count * UNIT / of) if UNIT * count % of else UNIT * count // of
