"""A turn as the odds see it: colours counted by kind, so that fourteen dice make 285 positions.

Two turns in the same position with the same face points have the same future, whatever their colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from json import dumps
from typing import Literal, NamedTuple

from gamerules.popcorn_dice.components import BURNT_LIMIT, PAIR_BONUS, POPPED, WORTH, PopcornDiceOptions

__all__ = [
    "FIELDS",
    "Objective",
    "Position",
    "Ruleset",
    "code_of",
    "colour_code",
    "positions",
    "start_of",
]

Objective = Literal["points", "reach", "perfect"]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What the odds depend on. ``faces`` counts kernel, pop, double and burnt sides of a die.

    ``perfect_points`` is what a Perfect Pop counts for among expected points: it adds none to the total
    but wins the game, so by default it counts like the fifty points that a game takes.
    """

    faces: tuple[int, int, int, int] = (3, 1, 1, 1)
    do_over: str = "forced"
    do_over_repeat: str = "until-ok"
    burnt_test: str = "after-cancel"
    popped_out_test: str = "raw-roll"
    colours: int = 7
    perfect_points: int = 50

    @classmethod
    def of(cls, options: PopcornDiceOptions) -> Ruleset:
        """The ruleset of a play's options; target, last chance and tie-break do not touch a turn's odds."""
        return cls(
            do_over=options.do_over,
            do_over_repeat=options.do_over_repeat,
            burnt_test=options.burnt_test,
            popped_out_test=options.popped_out_test,
        )

    @property
    def key(self) -> str:
        """A hash that changes with anything that changes the odds."""
        return sha256(dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:16]

    @property
    def chances(self) -> dict[str, float]:
        """Face → probability."""
        return {face: count / sum(self.faces) for face, count in zip("KPDB", self.faces, strict=True)}


class Position(NamedTuple):
    """Colours by kind, and burnt dice in all.

    ``open``: both dice in the bucket; ``half``: one in the bucket, its partner popped; ``charred``: one in
    the bucket, its partner burnt; ``pairs``: both popped. The rest are colours that lie out with a burnt.
    """

    open: int
    half: int
    charred: int
    pairs: int
    burnt: int

    @property
    def bucket(self) -> int:
        """How many dice the next roll has."""
        return 2 * self.open + self.half + self.charred


def start_of(ruleset: Ruleset) -> Position:
    """All dice in the bucket."""
    return Position(ruleset.colours, 0, 0, 0, 0)


@lru_cache(maxsize=16)
def positions(colours: int) -> tuple[Position, ...]:
    """Every position with fewer than four burnt, fewest dice in the bucket first."""
    return tuple(sorted(_positions(colours), key=lambda position: (position.bucket, position)))


def _positions(colours: int) -> Iterator[Position]:
    for charred in range(BURNT_LIMIT):
        for mixed in range(BURNT_LIMIT - charred):
            for black in range((BURNT_LIMIT - charred - mixed + 1) // 2):
                left = colours - charred - mixed - black
                for whole in range(left + 1):
                    for half in range(left - whole + 1):
                        yield Position(whole, half, charred, left - whole - half, charred + mixed + 2 * black)


FIELDS = {"points": (0, 6), "burnt": (6, 4), "pairs": (10, 3), "charred": (13, 3), "half": (16, 3), "open": (19, 3)}
"""A position and its face points packed into one integer (shift, bits), so that those of single colours add up."""


@lru_cache(maxsize=256)
def colour_code(out: str, held: int) -> int:
    """What one colour adds to a packed position: its faces that lie out, and its dice in the bucket."""
    popped = POPPED[out]
    code = WORTH[out] + (out.count("B") << FIELDS["burnt"][0]) + ((popped == 2) << FIELDS["pairs"][0])
    if held:
        kind = "open" if held == 2 else "half" if popped else "charred"
        code += 1 << FIELDS[kind][0]
    return code


def code_of(position: Position) -> int:
    """A position packed, without points."""
    return sum(getattr(position, name) << shift for name, (shift, _) in FIELDS.items() if name != "points")


def bonus_of(position: Position) -> int:
    """The bonus of the pairs made so far; none for seven, which are a Perfect Pop."""
    return PAIR_BONUS[position.pairs]
