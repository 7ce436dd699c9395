"""From entries to results: a play replayed by its rule module, and what it meant for each seat.

Everything here follows from the entries, the options and the seats; the snapshot in ``Play.state`` is not read.
"""

from __future__ import annotations

import json
import logging
import uuid
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
from scorekeeper.stats.services.rows import Row, as_id, read_id, stored_id

__all__ = ["Finished", "finished_plays", "game_key", "results_of"]

log = logging.getLogger(__name__)
# A line of these kinds is the outcome or breaks a tie: it is nobody's best turn.
NOT_A_TURN = frozenset({"result", "roll-off", "round", "void-round", "matches", "final", "tally", "toasts"})
LARGEST = 10**8 * MILLION
"""Scores of more than a hundred million points stay out of averages and records: no database could hold their sums."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished play as stored: its head, its seats (player, label) and its lines (id, JSON text)."""

    group_id: int
    seats: list[tuple[uuid.UUID, str]]
    lines: list[tuple[Any, str]]
    id: uuid.UUID
    night_id: uuid.UUID
    date: date
    game: str
    title: str
    options: str
    setup: str | None
    is_ignored: bool
    played_at: datetime


@lru_cache(maxsize=4096)
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
    keys = [stored_id(play[0]) for play in plays]
    seats, lines = _seats(group_id, keys), _lines(keys)
    return [Finished(group_id, seats[key], lines[key], *play) for key, play in zip(keys, plays, strict=True)]


def _rows_for(table: str, columns: str, ids: list[Any], rest: str) -> list[Any]:
    """Rows of these plays with JSON as text, which the rule modules read faster than parsed values."""
    if not ids:
        return []
    marks = ", ".join(["%s"] * len(ids))
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {columns} FROM "{table}" WHERE "play_id" IN ({marks}) {rest}', ids)  # noqa: S608 own names
        return list(cursor.fetchall())


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
        who = read_id(player)
        seats[play].append((became.get(who, who) if became else who, label))
    return seats


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
    names: dict[str, str] = {}  # "Red" and "red " are one team, called as it was called first
    return _Agreed(
        options=options,
        is_cooperative=bool(getattr(options, "cooperative", False)),
        sign=-1 if getattr(options, "direction", "high") == "low" else 1,
        teams={label_key(label): names.setdefault(label_key(team), team) for label, team in teams.items()},
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
    rows = _rows(play, replayed)
    if len({player for player, _label in play.seats}) == len(rows):
        return rows
    taken: dict[uuid.UUID, Row] = {}
    for row in sorted(rows, key=lambda row: (row.rank, row.position)):
        taken.setdefault(row.player_id, row)
    return [row for row in rows if taken[row.player_id] is row]


Place = tuple[int, int, bool, int, int, int, int]
"""What a place comes to, whoever has it: a row's ``opponents`` to ``expected``, in the order of its fields."""


@lru_cache(maxsize=10_000)
def _places(
    ranks: tuple[int, ...], won: tuple[bool, ...], teams: tuple[str, ...], is_cooperative: bool
) -> tuple[int, tuple[Place, ...]]:
    """How many sides there were, and the place of each seat.

    Many plays have few patterns. ``teams`` has "" for somebody alone. Together there is one side, and nobody to beat.
    """
    sides = list(range(len(ranks))) if not any(teams) else [team or seat for seat, team in enumerate(teams)]
    winning = len({side for side, is_winner in zip(sides, won, strict=True) if is_winner})
    count = 1 if is_cooperative else len(set(sides))
    places: list[Place] = []
    for rank, is_winner, side in zip(ranks, won, sides, strict=True):
        others = [] if is_cooperative else [r for r, theirs in zip(ranks, sides, strict=True) if theirs != side]
        beaten = sum([2 * (other > rank) + (other == rank) for other in others])
        if others:
            parts = (_part(beaten, 2 * len(others)), _part(1, winning) if is_winner else 0, _part(1, count))
        else:
            parts = (0, 0, 0)
        places.append((len(others), rank, is_winner, beaten, *parts))
    return count, tuple(places)


def _part(count: int, of: int) -> int:
    """The fraction count/of in UNITs, rounded half to even where it is not exact."""
    return round(count * UNIT / of) if UNIT * count % of else UNIT * count // of


def _rows(play: Finished, replayed: _Replayed) -> list[Row]:
    """Every seat's row, in seat order."""
    agreed, lines, standings = replayed.agreed, replayed.lines, replayed.sheet.standings()
    outcome = replayed.sheet.outcome
    winners: tuple[str, ...] = outcome.winners if outcome else ()
    won = tuple([standing.player in winners for standing in standings])
    teams = tuple([agreed.teams.get(label_key(seat.player), "") for seat in standings]) if agreed.teams else ()
    sides, places = _places(tuple([seat.rank for seat in standings]), won, teams, agreed.is_cooperative)
    of_play = (
        play.id, play.night_id, game_key(play.game, play.title or agreed.title), play.date, play.date.year,
        play.played_at, len(standings), sides, outcome.by if outcome else "", agreed.is_cooperative,
        any(line.ruled is not None for line in lines), play.is_ignored, len(lines),
    )  # fmt: skip
    scores = _scores(standings, replayed.entries)
    units = [None if points is None else _millionths(points) for points in scores]
    merits = [None if millionths is None else millionths * agreed.sign for millionths in units]
    bar = None if teams or agreed.is_cooperative else _best_loser(merits, won)
    best = {} if agreed.is_cooperative else _best_lines(play, lines, agreed.sign)
    luck = luck_of(play.game, agreed.options, replayed.entries)
    return [
        Row(
            play.group_id, *of_play, play.seats[seat][0], seat, *place,
            None if (points := scores[seat]) is None else Decimal(points),
            units[seat],
            merits[seat],
            _lead(merits[seat], bar) if won[seat] else None,
            teams[seat] if teams else "",
            *best.get(standing.player, (None, None)),
            *luck.get(standing.player, (None, None)),
        )
        for seat, (standing, place) in enumerate(zip(standings, places, strict=True))
    ]  # fmt: skip


def _scores(standings: Sequence[Standing], entries: list[Any]) -> list[int | Decimal | None]:
    """Everybody's points. A play of which only the outcome is known may have none, or only some players'."""
    if not entries:
        return [None] * len(standings)
    if entries[0].kind != "result":
        return [standing.points for standing in standings]
    known = getattr(entries[0], "points", None) or {}
    return [standing.points if standing.player in known else None for standing in standings]


def _best_loser(merits: list[int | None], won: tuple[bool, ...]) -> int | None:
    """What a winner's lead is counted from; None without scores or when nobody lost."""
    lost = [merit for merit, is_winner in zip(merits, won, strict=True) if not is_winner]
    known = [merit for merit in lost if merit is not None]
    return max(known) if lost and len(known) == len(lost) else None


def _lead(merit: int | None, bar: int | None) -> int | None:
    return merit - bar if merit is not None and bar is not None and merit >= bar else None


def _best_lines(play: Finished, lines: list[Line], sign: int) -> dict[str, tuple[uuid.UUID, int]]:
    """Each player's best line and what it gave, for players with several; the earliest of equal ones."""
    best: dict[str, tuple[int | Decimal, int]] = {}
    several = set()
    for number, line in enumerate(lines):
        if line.kind in NOT_A_TURN:
            continue
        given = line.scores.items() if line.player is None else ((line.player, line.points),)
        for label, points in given:
            if points is None:
                continue
            known = best.get(label)
            if known is None:
                best[label] = (points, number)
                continue
            several.add(label)
            if points * sign > known[0] * sign:
                best[label] = (points, number)
    merits = {label: (number, _millionths(points * sign)) for label, (points, number) in best.items()}
    return {
        label: (as_id(play.lines[number][0]), merit)
        for label, (number, merit) in merits.items()
        if label in several and merit is not None
    }


def _millionths(points: int | Decimal) -> int | None:
    """Points in millionths; None when their sums could not be held."""
    units = points * MILLION if isinstance(points, int) else round(points * MILLION)
    return units if -LARGEST <= units <= LARGEST else None
