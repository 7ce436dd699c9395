"""The rolls of popcorn dice as chance: the bucket of a turn, and the four dice of a roll-off."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, floor, prod
from typing import Annotated, Any, Literal

from pydantic import Field

from gamerules.making import maker
from gamerules.popcorn_dice.components import COLOURS, DIE, FACES, POPPED

__all__ = ["DiceRoll", "RollFaces", "Rolled", "TIE_BUCKET", "are_dice_of"]

RollFaces = Annotated[
    tuple[Annotated[str, Field(pattern=r"^[PDKB]{0,2}$")], ...],
    Field(min_length=len(COLOURS), max_length=len(COLOURS)),
]
"""What the dice of each colour show, in the order of COLOURS."""
TIE_BUCKET = (2, 2, 0, 0, 0, 0, 0)
"""A roll-off is rolled with the same four dice by everybody: two colours, so that the pair bonus can fall."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The outcome of a roll: what the dice of each colour show, "" for none."""

    faces: RollFaces
    kind: Literal["rolled"] = field(default="rolled", repr=False)


_rolled = maker(Rolled)
_DICE = {shown: len(shown) for shown in POPPED}
"""Whatever the dice of one colour can show, and how many dice that is."""


def _pair_chances() -> tuple[tuple[str, float], ...]:
    """What two dice of a colour can show, order aside, with probabilities."""
    found = Counter("".join(sorted(pair)) for pair in product(DIE, repeat=2))
    return tuple((shown, count / len(DIE) ** 2) for shown, count in sorted(found.items()))


_CHANCES: dict[int, tuple[tuple[str, float], ...]] = {
    0: (("", 1.0),),
    1: tuple((face, DIE.count(face) / len(DIE)) for face in FACES),
    2: _pair_chances(),
}


def are_dice_of(bucket: tuple[int, ...], faces: tuple[str, ...]) -> bool:
    """Whether the faces are those of exactly the dice of a bucket."""
    return tuple(map(_DICE.get, faces)) == bucket


_SHOWN = tuple(tuple(map("".join, product(DIE, repeat=dice))) for dice in range(3))
"""What none, one and two dice can show, each of their sides as likely as the others."""


@cache
def _sides(bucket: tuple[int, ...]) -> tuple[tuple[tuple[str, ...], float], ...]:
    """What the dice of each colour of a bucket can show, and how many that is."""
    return tuple((_SHOWN[count], float(len(_SHOWN[count]))) for count in bucket)


class DiceRoll:
    """Rolling the bucket: ``bucket`` dice of each colour, whose partners lie out as ``kept``."""

    __slots__ = ("bucket", "kept")

    def __init__(self, bucket: tuple[int, ...], kept: tuple[str, ...] = ("",) * len(COLOURS)) -> None:
        self.bucket = bucket
        self.kept = kept

    def sample(self, rng: random.Random) -> Rolled:
        """One roll: a number for each colour, which is a side of each of its dice."""
        roll = rng.random
        return _rolled(tuple([shown[floor(roll() * sides)] for shown, sides in _sides(self.bucket)]))

    def contains(self, outcome: Any) -> bool:
        """Whether the outcome shows exactly the dice of the bucket."""
        return isinstance(outcome, Rolled) and are_dice_of(self.bucket, outcome.faces)

    def classes(self) -> Iterable[tuple[Rolled, float]]:
        """Rolls with probabilities; colours in the same position, and the two dice of a colour, may swap."""
        groups: dict[tuple[int, str], list[int]] = {}
        for place, count in enumerate(self.bucket):
            groups.setdefault((count, "".join(sorted(self.kept[place]))), []).append(place)
        per_group = [list(_group_classes(count, len(places))) for (count, _), places in groups.items()]
        for combined in product(*per_group):
            faces = [""] * len(COLOURS)
            for places, (shown, _) in zip(groups.values(), combined, strict=True):
                for place, dice in zip(places, shown, strict=True):
                    faces[place] = dice
            yield Rolled(tuple(faces)), prod(chance for _, chance in combined)


def _group_classes(dice: int, colours: int) -> Iterator[tuple[tuple[str, ...], float]]:
    """What so many colours alike can show, their order aside, with the multinomial probability of each."""
    chances = dict(_CHANCES[dice])
    for shown in combinations_with_replacement(chances, colours):
        left, chance = colours, 1.0
        for face, count in Counter(shown).items():
            chance *= comb(left, count) * chances[face] ** count
            left -= count
        yield shown, chance
