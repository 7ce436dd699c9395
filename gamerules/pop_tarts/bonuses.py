"""Which eaten tarts win which bonuses: fitting a bonus alone, and several in disjoint sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from gamerules.pop_tarts.components import bonus_key, flavour_of

Shown = tuple[str, ...]


def fits(bonus: Shown, eaten: Sequence[str]) -> bool:
    """Whether the eaten cards hold what the bonus shows.

    >>> fits(("cherry/toasted", "wild-berry/frozen"), ["cherry/frozen", "wild-berry/frozen"])
    False
    >>> fits(("cherry", "cherry", "wild-berry"), ["cherry/frozen", "wild-berry/frozen", "cherry/toasted"])
    True
    """
    held = list(eaten if len(bonus) == 2 else map(flavour_of, eaten))
    for shown in bonus:
        if shown not in held:
            return False
        held.remove(shown)
    return True


def _without(bonus: Shown, eaten: Sequence[str]) -> Iterator[list[str]]:
    """What can be left of the eaten cards once the bonus has used its own."""
    shown = bonus_key(bonus)
    for used in combinations(range(len(eaten)), len(bonus)):
        cards = [eaten[index] for index in used]
        if bonus_key(tuple(cards if len(bonus) == 2 else map(flavour_of, cards))) == shown:
            yield [card for index, card in enumerate(eaten) if index not in used]


def fit_together(bonuses: Sequence[Shown], eaten: Sequence[str]) -> bool:
    """Whether the eaten cards hold a set for each bonus, no card used twice.

    >>> both = [("cherry/toasted", "wild-berry/frozen"), ("cherry", "cherry", "wild-berry")]
    >>> fit_together(both, ["cherry/toasted", "cherry/toasted", "wild-berry/frozen", "cherry/frozen"])
    False
    """
    if not bonuses:
        return True
    first, *others = bonuses
    return any(fit_together(others, left) for left in _without(first, eaten))
