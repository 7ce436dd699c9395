"""One turn, roll by roll: what stays out, what goes back, and what ends it.

The table plays with it, and a logged turn is read by the same decisions (logged.py).
A roll is a tuple of seven strings, what the dice of each colour show, in the order of COLOURS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add
from typing import Annotated, Any, Literal

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from gamerules.clauses import Finding
from gamerules.making import maker
from gamerules.popcorn_dice import clauses
from gamerules.popcorn_dice.components import (
    ALL_DICE,
    BURNT_LIMIT,
    COLOURS,
    PAIR_BONUS,
    POPPED,
    WORTH,
    Colour,
    PopcornDiceOptions,
)

__all__ = ["Cancel", "Ended", "FRESH", "RollFaces", "Turn", "all_in", "redo", "settle", "without"]

RollFaces = tuple[str, ...]
Cancel = tuple[Colour, Colour]
"""Colour of the double, colour of the burnt."""
Ended = Literal["", "burnt-batch", "all-popped-out", "empty"]
"""Why no further roll is possible, or "" while one is."""

_PLACE = {colour: place for place, colour in enumerate(COLOURS)}
_PAIR_AND_WORTH = {shown: 100 * (popped == 2) + WORTH[shown] for shown, popped in POPPED.items()}
"""What the faces of a colour are worth, and a hundred if they are a pair, to be added up at one go."""
_KEPT = {shown: shown.replace("K", "") for shown in POPPED}
_LEFT = {kept: 2 - len(kept) for kept in _KEPT.values()}
"""What lies out of a colour, and how many of its dice are in the bucket then."""


EACH_COLOUR = Field(min_length=len(COLOURS), max_length=len(COLOURS))


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn between two rolls: dice in the bucket and faces kept, by colour.

    ``do_overs`` counts the void first rolls so far; ``first`` says that the next roll is a first roll.
    """

    bucket: tuple[int, ...] = (2,) * len(COLOURS)
    kept: Annotated[tuple[Annotated[str, Field(pattern=r"^[PDB]{0,2}$")], ...], EACH_COLOUR] = ("",) * len(COLOURS)
    burnt: int = 0
    first: bool = True
    do_overs: int = 0
    ended: Ended = ""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read from outside only as a turn that can be: every die once, and every burnt counted."""
        return no_info_after_validator_function(cls._sound, handler(source))

    def _sound(self) -> Turn:
        if self.bucket != tuple(2 - len(faces) for faces in self.kept):
            raise ValueError("the dice of each colour that lie out and those in the bucket are two")
        if self.burnt != "".join(self.kept).count("B"):
            raise ValueError("the number of burnt is that of the dice that lie out")
        return self

    @property
    def popped(self) -> int:
        """How many dice are popped."""
        return sum(map(POPPED.__getitem__, self.kept))

    @property
    def is_perfect(self) -> bool:
        """Whether all fourteen dice are popped."""
        return not self.burnt and not any(self.bucket)

    @property
    def points(self) -> int:
        """What the batch scores as it lies; 0 when it is burnt or perfect."""
        if self.burnt >= BURNT_LIMIT:
            return 0
        pairs, worth = divmod(sum(map(_PAIR_AND_WORTH.__getitem__, self.kept)), 100)
        return 0 if pairs == len(COLOURS) else worth + PAIR_BONUS[pairs]


FRESH = Turn()
_turn = maker(Turn)


def all_in(faces: Mapping[Colour, str]) -> RollFaces:
    """A roll in the order of the colours, "" for a colour that shows no die."""
    return tuple([faces.get(colour, "") for colour in COLOURS])


def burnt_in(faces: RollFaces) -> int:
    """How many dice of a roll are burnt."""
    return "".join(faces).count("B")


def is_void(turn: Turn, faces: RollFaces, options: PopcornDiceOptions) -> bool:
    """Whether the roll is a first roll of four or more burnt that the options let be rolled again."""
    return turn.first and burnt_in(faces) >= BURNT_LIMIT and may_redo(turn.do_overs, options)


def may_redo(do_overs: int, options: PopcornDiceOptions) -> bool:
    """Whether the options let a void first roll be rolled again after so many do-overs."""
    return options.do_over != "none" and (do_overs == 0 or options.do_over_repeat == "until-ok")


def redo(turn: Turn) -> Turn:
    """All dice back in the bucket after a void first roll."""
    return Turn(do_overs=turn.do_overs + 1)


def settle(turn: Turn, faces: RollFaces, cancels: Sequence[Cancel], options: PopcornDiceOptions) -> Turn:
    """The turn after a roll and its cancels, all of them legal; a do-over is not settled but redone."""
    left = without(faces, cancels) if cancels else faces
    staying = tuple(map(_KEPT.__getitem__, left))
    kept = staying if turn.first else tuple(map(add, turn.kept, staying))
    bucket = tuple(map(_LEFT.__getitem__, kept))
    out = "".join(kept)
    burnt = out.count("B")
    tested = "".join(faces if options.popped_out_test == "raw-roll" else staying)
    ended = ending(burnt, len(out) < ALL_DICE, "P" in tested or "D" in tested)
    return _turn(bucket, kept, burnt, False, turn.do_overs, ended)


def without(faces: RollFaces, cancels: Sequence[Cancel]) -> list[str]:
    """The roll without the dice that its cancels send back."""
    left = list(faces)
    for double, burnt in cancels:
        left[_PLACE[double]] = left[_PLACE[double]].replace("D", "", 1)
        left[_PLACE[burnt]] = left[_PLACE[burnt]].replace("B", "", 1)
    return left


def ending(burnt: int, has_dice: bool, has_popped: bool) -> Ended:
    """What ends a turn after a roll: the burnt that lie out, an empty bucket, or a roll that popped nothing."""
    if burnt >= BURNT_LIMIT:
        return "burnt-batch"
    if not has_dice:
        return "empty"
    return "" if has_popped else "all-popped-out"


def cancel_faults(turn: Turn, faces: RollFaces, cancels: Sequence[Cancel], field: str) -> list[Finding]:
    """What is wrong with the cancels of a roll, each by its place in the list ``field``."""
    left = list(faces)
    found = []
    for index, (double, burnt) in enumerate(cancels):
        for face, colour in (("D", double), ("B", burnt)):
            place = _PLACE[colour]
            if face in left[place]:
                left[place] = left[place].replace(face, "", 1)
            else:
                found.append(_no_such_die(turn, faces, face, colour, f"{field}.{index}"))
    return found


def _no_such_die(turn: Turn, faces: RollFaces, face: str, colour: Colour, field: str) -> Finding:
    place, shown = _PLACE[colour], _NAMES[face]
    if face in faces[place]:
        template = "The {colour} {face} is spent on two cancels; one double cancels one burnt"
        return clauses.CANCEL.broken(field, template, colour=colour, face=shown)
    if face in turn.kept[place]:
        template = (
            "The {colour} {face} lies there from an earlier roll; a cancel takes both dice from the roll just made"
        )
        return clauses.CANCEL_SAME_ROLL.broken(field, template, colour=colour, face=shown)
    template = "No {colour} die of this roll shows a {face}; a cancel takes a double pop and a burnt"
    return clauses.CANCEL.broken(field, template, colour=colour, face=shown)


_NAMES = {"D": "double pop", "B": "burnt"}


def burnt_first(turn: Turn, faces: RollFaces, options: PopcornDiceOptions) -> bool:
    """Whether the fourth burnt is down before anything may be cancelled (``burnt_test``)."""
    return options.burnt_test == "before-cancel" and turn.burnt + burnt_in(faces) >= BURNT_LIMIT
