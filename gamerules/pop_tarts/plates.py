"""How many tarts can lie on a plate when only the points of each turn are known (games.md 3.3).

A set of plate sizes is a bit set: bit n says that n tarts are possible, so 0b00001 is the empty plate and
``UNKNOWN`` says no more than that the plate has nought to four.
"""

from __future__ import annotations

from functools import lru_cache

from gamerules.pop_tarts.components import BONUS_POINTS, PLATE

EMPTY = 0b00001
UNKNOWN = (1 << PLATE + 1) - 1


def sizes(plates: int) -> tuple[int, ...]:
    """The sizes in the set, smallest first.

    >>> sizes(0b01010)
    (1, 3)
    """
    return tuple(size for size in range(PLATE + 1) if plates >> size & 1)


@lru_cache(maxsize=256)
def sums_of(values: frozenset[int], cards: int) -> frozenset[int]:
    """Every total of exactly so many cards with these values.

    >>> sorted(sums_of(frozenset({1, 3}), 2))
    [2, 4, 6]
    """
    if cards == 0:
        return frozenset({0})
    return frozenset(total + value for total in sums_of(values, cards - 1) for value in values)


def _gives(values: frozenset[int] | None, cards: int, printed: int) -> bool:
    """Whether so many eaten cards can show so many points; values None: each is worth 1 or more, no more is known."""
    if values is not None:
        return printed in sums_of(values, cards)
    return printed >= cards if cards else printed == 0


@lru_cache(maxsize=16_384)
def after(plates: int, points: int, bonuses: int, values: frozenset[int] | None) -> int:
    """The plate sizes possible after a turn with these points, the bonuses' 5 each included; 0 when it cannot be.

    A bonus takes two cards at least and no card serves two, so two bonuses take four.

    >>> sizes(after(0b00010, 4, 0, frozenset({1, 2})))  # two on the plate, both eaten
    (0,)
    >>> after(0b10000, 0, 0, None)  # a fifth tart, and nothing eaten
    0
    """
    printed = points - BONUS_POINTS * bonuses
    found = 0
    for size in sizes(plates):
        for cards in range(2 * bonuses, size + 2):
            left = size + 1 - cards
            if left <= PLATE and _gives(values, cards, printed):
                found |= 1 << left
    return found


def most(plates: int) -> int:
    """How many tarts there can be to eat from, the one just plated included."""
    return plates.bit_length()
