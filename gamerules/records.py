"""The play record (records.md): reading it, replaying it, and printing what came of it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gamerules.clauses import Finding
from gamerules.errors import Illegal, Malformed, UnknownGame
from gamerules.games import Game, load
from gamerules.sheets import Line, Seats, label_key

__all__ = ["FORMAT", "Failure", "Record", "Replay", "parse_json", "parse_record", "replay", "result_of", "sheet_json"]

FORMAT = "scorekeeper/1"
_FIELDS = frozenset({"format", "game", "options", "players", "entries", "setup"})


@dataclass(frozen=True, slots=True)
class Record:
    """A play record whose head has been read; its entries are read one by one while replaying."""

    game: Game
    options: Any
    players: tuple[str, ...]
    setup: Any
    entries: tuple[Any, ...]

    @property
    def seats(self) -> Seats:
        """The labels, ready to resolve what entries call people."""
        return Seats(self.players)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a replay stopped: at which entry (None: the record itself), by which finding first."""

    entry: int | None
    findings: tuple[Finding, ...] = ()
    fault: Malformed | None = None

    @property
    def is_malformed(self) -> bool:
        """Whether the document was at fault rather than a rule broken."""
        return self.fault is not None or self.findings[0].verdict == "malformed"

    def as_json(self) -> dict[str, Any]:
        """The ``error`` object of records.md."""
        if self.fault is not None:
            found = {"field": self.fault.field, "clause": None, "verdict": "malformed", "message": self.fault.message}
        else:
            root = self.findings[0].as_json()
            found = {name: root[name] for name in ("field", "clause", "verdict", "message")}
        return {"entry": self.entry, **found}


@dataclass(frozen=True, slots=True)
class Replay:
    """A record replayed: the sheet as far as it got, a line an entry, and why it stopped, if it did."""

    sheet: Any
    lines: tuple[Line, ...]
    failure: Failure | None = None


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed(twice, f"the field {twice!r} stands twice in one object")
    return found


def _no_constants(name: str) -> Any:
    raise Malformed("", f"{name} is not JSON")


def parse_json(text: str) -> Any:
    """JSON as records.md wants it: no NaN, no field twice in one object. Raises Malformed."""
    try:
        return json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constants)
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Malformed("", f"not JSON: {reason}") from None


def _parse_label(raw: object, index: int) -> str:
    field = f"players.{index}"
    if not isinstance(raw, str):
        raise Malformed(field, "a player's label is text")
    label = raw.strip()
    if not 1 <= len(label) <= 100:
        raise Malformed(field, "a player's label has 1 to 100 characters")
    if any(unicodedata.category(char) in {"Cc", "Cs"} for char in label):
        raise Malformed(field, "a player's label holds a character that is not text")
    return label


def _parse_players(raw: object) -> tuple[str, ...]:
    if not isinstance(raw, list):
        raise Malformed("players", "players is a list of labels in seat order")
    labels = tuple(_parse_label(label, index) for index, label in enumerate(raw))
    seen: dict[str, int] = {}
    for index, label in enumerate(labels):
        twin = seen.setdefault(label_key(label), index)
        if twin != index:
            raise Malformed(
                f"players.{index}", f"{label!r} and {labels[twin]!r} are the same label; number them: {label} (2)"
            )
    return labels


def parse_record(raw: object) -> Record:
    """The head of a record. Raises Malformed naming the field; entries are not looked into yet."""
    if not isinstance(raw, Mapping):
        raise Malformed("", "a play record is a JSON object")
    unknown = sorted(str(name) for name in raw if name not in _FIELDS)
    if unknown:
        raise Malformed(unknown[0], f"a play record has no field {unknown[0]!r}")
    if raw.get("format", FORMAT) != FORMAT:
        raise Malformed("format", f"the format is {FORMAT!r}, not {raw['format']!r}")
    if not isinstance(raw.get("game"), str):
        raise Malformed("game", "game is the slug of a game, such as popcorn-dice")
    try:
        game = load(raw["game"])
    except UnknownGame as error:
        raise Malformed("game", str(error)) from None
    for name in ("options", "setup"):
        if name in raw and not isinstance(raw[name], Mapping):
            raise Malformed(name, f"{name} is an object")
    players = _parse_players(raw.get("players"))
    entries = raw.get("entries", [])
    if not isinstance(entries, list):
        raise Malformed("entries", "entries is a list")
    setup = game.parse_setup(raw.get("setup"))
    if setup is not None:
        _check_level_of_setup(game, entries)
    return Record(game, game.parse_options(raw.get("options")), players, setup, tuple(entries))


def _check_level_of_setup(game: Game, entries: list[Any]) -> None:
    """Refuses a setup that no entry needs, in a game that ties it to a level of detail."""
    found = [entry.get("kind") for entry in entries if isinstance(entry, Mapping)]
    kinds = {kind for kind in found if isinstance(kind, str) and kind != "skip"}
    if game.setup_kinds and kinds and not kinds & set(game.setup_kinds):
        raise Malformed("setup", f"only entries of kind {' or '.join(game.setup_kinds)} go with a setup")


def start(record: Record) -> Any:
    """The empty sheet of a record. Raises IllegalEntry when the number of players breaks a clause."""
    return record.game.sheet.start(record.players, record.options, record.setup)


def replay(raw: object) -> Replay:
    """Replay a record (JSON values or a :class:`Record`) as far as it goes; never raises for bad input."""
    try:
        record = raw if isinstance(raw, Record) else parse_record(raw)
        sheet = start(record)
    except Malformed as fault:
        return Replay(None, (), Failure(None, fault=fault))
    except Illegal as refusal:
        return Replay(None, (), Failure(None, refusal.findings))
    seats = record.seats
    lines: list[Line] = []
    for index, raw_entry in enumerate(record.entries):
        try:
            sheet = sheet.apply(record.game.parse_entry(raw_entry, seats))
        except Malformed as fault:
            return Replay(sheet, tuple(lines), Failure(index, fault=fault))
        except Illegal as refusal:
            return Replay(sheet, tuple(lines), Failure(index, refusal.findings))
        lines.append(sheet.line)
    return Replay(sheet, tuple(lines))


def sheet_json(sheet: Any) -> dict[str, Any]:
    """Game, players with points and ranks, outcome and next: what records.md prints for a replay."""
    outcome, following = sheet.outcome, sheet.next
    return {
        "game": sheet.game,
        "players": [standing.as_json() for standing in sheet.standings()],
        "outcome": outcome.as_json() if outcome else None,
        "next": following.as_json() if following else None,
    }


def result_of(replayed: Replay) -> dict[str, Any]:
    """The JSON object that ``gamerules score`` prints for a record."""
    if replayed.failure is not None:
        return {"error": replayed.failure.as_json()}
    warnings = [*replayed.sheet.warnings, *(found for line in replayed.lines for found in line.warnings)]
    return {**sheet_json(replayed.sheet), "warnings": [found.as_json() for found in warnings]}
