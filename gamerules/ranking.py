"""Standard competition ranks: equal keys share a place, and the next place is skipped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["competition_ranks", "leaders"]


def competition_ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """Rank 1 for the largest key; ties share it.

    >>> competition_ranks([30, 41, 41, 7])
    (3, 1, 1, 4)
    >>> competition_ranks([])
    ()
    """
    ordered = sorted(keys, reverse=True)
    first: dict[Any, int] = {}
    for place, key in enumerate(ordered, start=1):
        first.setdefault(key, place)
    return tuple(first[key] for key in keys)


def leaders(keys: Sequence[Any]) -> tuple[int, ...]:
    """Positions that hold the largest key, in order.

    >>> leaders([30, 41, 41])
    (1, 2)
    """
    if not keys:
        return ()
    best = max(keys)
    return tuple(index for index, key in enumerate(keys) if key == best)
