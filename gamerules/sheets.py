"""The score sheet as data: shared entry fields, lines, standings, and the protocol each game implements.

A sheet is a frozen, slotted dataclass of plain values (tuples, ints, strings, its options), so that it
can be stored and read back by type alone. It holds the folded state only, never its history: applying
the two hundredth line costs what the second one did.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self, TypeVar, runtime_checkable
from uuid import UUID

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictInt,
    StrictStr,
    ValidationInfo,
)

from gamerules.clauses import Finding
from gamerules.making import replaced

__all__ = [
    "Amount", "ByLabel", "EntryModel", "Label", "Labels", "Level", "Line", "Next", "Outcome", "OutcomeBy",
    "PlayerEntry",
    "Points", "Result", "Ruled", "Seats", "Sheet", "Skip", "Standing", "label_key", "lowest_level", "replaced",
]  # fmt: skip

Level = Literal["consistent", "possible", "verified"]
OutcomeBy = Literal[
    "points", "perfect-pop", "roll-off", "bonuses", "shared", "slabs", "sandwiches", "combos", "result"
]  # fmt: skip
Points = int | Decimal
_LEVELS: tuple[Level, ...] = ("consistent", "possible", "verified")


def lowest_level(levels: Sequence[Level]) -> Level:
    """The level a whole sheet can claim: that of its weakest line (``consistent`` when empty)."""
    return min(levels, key=_LEVELS.index, default="consistent")


def label_key(label: str) -> str:
    """What two labels are compared by: NFKC, case folded, trimmed.

    >>> label_key(" ＡＮＡ ") == label_key("ana")
    True
    """
    if label.isascii():  # which NFKC leaves as it is
        return label.lower().strip()
    return unicodedata.normalize("NFKC", label).casefold().strip()


class Seats:
    """The labels of a record in seat order; finds the seat a written label means."""

    __slots__ = ("_by_key", "_exact", "labels")

    def __init__(self, labels: tuple[str, ...]) -> None:
        self.labels = labels
        self._exact = frozenset(labels)
        self._by_key = {label_key(label): label for label in labels}

    def resolve(self, written: str) -> str:
        """The label as the record writes it. ValueError when nobody of that name sits here."""
        if written in self._exact:
            return written
        found = self._by_key.get(label_key(written))
        if found is None:
            raise ValueError(f"nobody called {written!r} plays here")
        return found


def _resolve_label(written: str, info: ValidationInfo) -> str:
    seats = info.context
    return seats.resolve(written) if isinstance(seats, Seats) else written.strip()


def _printable(text: str) -> str:
    if any(unicodedata.category(char) == "Cs" or char == "\0" for char in text):
        raise ValueError("holds a character that is not text")
    return text


def _iso_text(written: Any) -> Any:
    """Numbers are no times here, though pydantic would read them as seconds."""
    if isinstance(written, str) and "T" not in written.upper():
        raise ValueError("is written as in 2026-11-30T20:15:00+01:00")
    if not isinstance(written, str | datetime):
        raise ValueError("is a text such as 2026-11-30T20:15:00+01:00")
    return written


Text = Annotated[StrictStr, AfterValidator(_printable)]
Label = Annotated[StrictStr, AfterValidator(_resolve_label)]
"""A player's label; validated with a :class:`Seats` as context it becomes the record's own spelling."""


def _each_once(written: Any) -> Any:
    """Refuse two spellings of one label, which would overwrite each other in silence."""
    if isinstance(written, dict | list):
        twice = _written_twice(tuple([label for label in written if isinstance(label, str)]))
        if twice is not None:
            raise ValueError(f"{twice!r} stands here twice")
    return written


@lru_cache(maxsize=4096)
def _written_twice(labels: tuple[str, ...]) -> str | None:
    """The first label that means the same as one before it. Every round of a play names the same people."""
    keys = [label_key(label) for label in labels]
    return next((label for place, label in enumerate(labels) if keys[place] in keys[:place]), None)


Value = TypeVar("Value")
ByLabel = Annotated[dict[Label, Value], BeforeValidator(_each_once)]
"""An object with something for each of several players, nobody named twice: ``ByLabel[StrictInt]``."""
Labels = Annotated[list[Label], BeforeValidator(_each_once), Field(min_length=1)]
"""One player or more, nobody named twice."""
Amount = Annotated[StrictInt, Field(gt=-(10**15), lt=10**15)]
"""An integer that a sheet and a database can hold; whether a game can give it is for its clauses to say."""
Ruled = Annotated[Text, Field(min_length=1, max_length=500)]
"""Why the table ruled it so."""


class EntryModel(BaseModel):
    """What every entry may carry. Fields are strict: ``true``, ``1.0`` and ``"1"`` are no integers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    id: UUID | None = None
    at: Annotated[AwareDatetime, BeforeValidator(_iso_text)] | None = None
    note: Annotated[Text, Field(max_length=500)] | None = None

    def as_json(self) -> dict[str, Any]:
        """The entry as records.md writes it, defaults left out."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True) | {"kind": self.kind}


class PlayerEntry(EntryModel):
    """An entry that belongs to one player."""

    player: Label


class Skip(PlayerEntry):
    """The turn passes and nothing else changes; it counts as a turn."""

    kind: Literal["skip"] = "skip"


class Result(EntryModel):
    """Only the outcome is known: the one entry of its play."""

    kind: Literal["result"] = "result"
    winners: Labels
    points: ByLabel[Amount] | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """What one entry did to the sheet: a row of the pad.

    ``player`` is None for lines of the whole table; ``points`` what it added (None: nothing to show),
    ``total`` the player's total after it; ``scores`` (label → points) for lines that touch several.
    ``text`` is a short word shown instead of the number ("burnt", "perfect", "skip"), "" for none;
    ``row`` is the round (from 1) in which the pad shows it.
    """

    kind: str
    player: str | None
    points: Points | None
    total: Points | None
    level: Level
    row: int
    ruled: str | None = None
    text: str = ""
    scores: Mapping[str, Points] = dataclass_field(default_factory=dict)
    warnings: tuple[Finding, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The row as plain JSON values; decimals as text, warnings as data that can still be translated."""
        return {
            "kind": self.kind,
            "player": self.player,
            "points": _number(self.points),
            "total": _number(self.total),
            "level": self.level,
            "row": self.row,
            "ruled": self.ruled,
            "text": self.text,
            "scores": {label: _number(points) for label, points in self.scores.items()},
            "warnings": [finding.as_data() for finding in self.warnings],
        }


def _number(points: Points | None) -> int | str | None:
    return str(points) if isinstance(points, Decimal) else points


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place so far. ``extras`` are the module's own figures (bonus cards, perfect pop …)."""

    player: str
    points: Points
    rank: int
    extras: Mapping[str, Any] = dataclass_field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Player, points, rank, and the extras beside them."""
        return {"player": self.player, "points": _number(self.points), "rank": self.rank, **self.extras}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won (labels in seat order), by what, and the clause that made them win."""

    winners: tuple[str, ...]
    by: OutcomeBy
    clause: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Winners and ``by`` as in records.md."""
        return {"winners": list(self.winners), "by": self.by}


@dataclass(frozen=True, slots=True)
class Next:
    """Who may enter what now. ``hints`` is JSON for the pad (the plate, the tied players …)."""

    players: tuple[str, ...]
    kinds: tuple[str, ...]
    hints: Mapping[str, Any] = dataclass_field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Players and kinds as in records.md."""
        return {"players": list(self.players), "kinds": list(self.kinds)}


@runtime_checkable
class Sheet(Protocol):
    """A play replayed up to now. Implementations are frozen, slotted dataclasses of plain values."""

    game: ClassVar[str]
    players: tuple[str, ...]
    options: Any

    @classmethod
    def start(cls, players: tuple[str, ...], options: Any, setup: Any = None) -> Self:
        """The empty sheet. Raises IllegalEntry when the number of players breaks a clause."""

    def explain(self, entry: Any) -> tuple[Finding, ...]:
        """Every independent violation of the typed entry, root cause first; empty when it may stand."""

    def apply(self, entry: Any) -> Self:
        """The sheet after the entry; raises IllegalEntry. ``self`` is unchanged; ``.line`` tells what it did."""

    @property
    def line(self) -> Line | None:
        """What the last entry applied did (None on an empty sheet, or one read back from storage)."""

    @property
    def next(self) -> Next | None:
        """Who may enter what; None when the play is over."""

    @property
    def outcome(self) -> Outcome | None:
        """Who won, by which clause; None while the play is on."""

    def standings(self) -> tuple[Standing, ...]:
        """One for each player, in seat order."""

    @property
    def target(self) -> Points | None:
        """The total drawn as a line under the sheet, if the game has one."""

    @property
    def round(self) -> int:
        """The round in which the next entry falls, from 1."""

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What is odd about the play as a whole (five players of a game for four)."""

    @property
    def notices(self) -> tuple[Finding, ...]:
        """What the table should know now: last round announced, roll-off asked for, how it was won."""
