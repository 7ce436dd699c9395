"""Dice counted in one integer, so that whole rolls are compared and added up at once.

A sum has four fields of two bits a colour: its doubles, its burnt, its dice that stay out (all but kernels), and
all its dice; the number of burnt in all colours stands between. There are two dice of a colour, so that no field
of what lies out, or of one roll, runs over into the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gamerules.popcorn_dice.components import COLOURS, PAIR_BONUS, POPPED, Colour

__all__ = ["FULL", "NOTHING", "bucket_of", "burnt_of", "dice_of", "has_popped", "is_perfect", "kept_of",
           "points_of", "staying", "sum_of", "without"]  # fmt: skip

_WIDTH = 2 * len(COLOURS)
_FIELD = (1 << _WIDTH) - 1
_DOUBLES, _BURNT, _OUT, _ALL_BURNT = 0, _WIDTH, 2 * _WIDTH, 3 * _WIDTH
_DICE = _ALL_BURNT + 4
_BELOW_DICE = (1 << _DICE) - 1

NOTHING = 0
FULL = int("10" * len(COLOURS), 2)
"""The field of two dice in every colour."""


def _sum(place: int, shown: str) -> int:
    at, burnt = 2 * place, shown.count("B")
    doubles, out = shown.count("D"), len(shown) - shown.count("K")
    return (
        (doubles << _DOUBLES + at)
        + (burnt << _BURNT + at)
        + (out << _OUT + at)
        + (burnt << _ALL_BURNT)
        + (len(shown) << _DICE + at)
    )


_SUMS = {colour: {shown: _sum(place, shown) for shown in POPPED} for place, colour in enumerate(COLOURS)}
_CANCELS = {
    (double, burnt): (
        0b11 << _DOUBLES + 2 * COLOURS.index(double),
        0b11 << _BURNT + 2 * COLOURS.index(burnt),
        _SUMS[double]["D"] + _SUMS[burnt]["B"],
    )
    for double in COLOURS
    for burnt in COLOURS
}
"""A cancel → where a roll counts doubles of the one colour, burnt of the other, and the sum of both dice."""


def sum_of(faces: Mapping[Colour, str]) -> int | None:
    """The sum of a roll; None when it names a third die of a colour."""
    total = 0
    try:
        for colour, shown in faces.items():
            total += _SUMS[colour][shown]
    except KeyError:
        return None
    return total


def without(roll: int, cancels: Iterable[tuple[Colour, Colour]]) -> int | None:
    """The roll without the dice of its cancels; None when one of these dice is not there."""
    for cancel in cancels:
        doubles, burnt, both = _CANCELS[cancel]
        if not (roll & doubles and roll & burnt):
            return None
        roll -= both
    return roll


def staying(roll: int) -> int:
    """What a roll adds to the dice that lie out: all its dice but kernels."""
    return roll & _BELOW_DICE


def dice_of(roll: int) -> int:
    """The dice of each colour in a roll, to be compared with :func:`bucket_of`."""
    return roll >> _DICE


def bucket_of(out: int) -> int:
    """The dice of each colour that are in the bucket while these lie out; 0 for none at all."""
    return FULL - (out >> _OUT & _FIELD)


def burnt_of(dice: int) -> int:
    """How many dice are burnt."""
    return dice >> _ALL_BURNT & 0b1111


def _popped(dice: int) -> int:
    return (dice >> _OUT & _FIELD) - (dice >> _BURNT & _FIELD)


def has_popped(dice: int) -> bool:
    """Whether any die shows a pop or a double pop: more stay out than are burnt."""
    return dice >> _OUT & _FIELD != dice >> _BURNT & _FIELD


def is_perfect(out: int) -> bool:
    """Whether all fourteen dice are popped."""
    return _popped(out) == FULL


def points_of(out: int) -> int:
    """What dice that are neither four burnt nor all popped are worth."""
    popped = _popped(out)
    return _count(popped) + _count(out >> _DOUBLES & _FIELD) + PAIR_BONUS[(popped & FULL).bit_count()]


def _count(field: int) -> int:
    """The dice of all colours in a field: none, one or two of each."""
    return field.bit_count() + (field & FULL).bit_count()


def kept_of(out: int) -> tuple[str, ...]:
    """What lies out by colour, pops first."""
    kept = []
    for at in range(0, _WIDTH, 2):
        doubles, burnt, dice = (out >> field + at & 0b11 for field in (_DOUBLES, _BURNT, _OUT))
        kept.append("P" * (dice - doubles - burnt) + "D" * doubles + "B" * burnt)
    return tuple(kept)
