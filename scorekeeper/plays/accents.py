"""Which colour and shape stands for whom: steady for a player, different within a sheet or a night."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

__all__ = ["ACCENTS", "accents_of"]

ACCENTS = 12
"""How many there are in style.css (``.p1`` to ``.p12``)."""


def accents_of(players: Iterable[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Player → accent from 1; each keeps its own unless somebody before it has it, then takes the next free one.

    >>> first, second = uuid.UUID(int=12), uuid.UUID(int=24)
    >>> list(accents_of([first, second]).values())
    [1, 2]
    """
    found: dict[uuid.UUID, int] = {}
    for player in players:
        if player not in found:
            found[player] = _free(player.int % ACCENTS, set(found.values())) + 1
    return found


def _free(wanted: int, taken: set[int]) -> int:
    """The wanted accent, or the next one that nobody has; more players than accents share."""
    circle = ((wanted + step) % ACCENTS for step in range(ACCENTS))
    return next((accent for accent in circle if accent + 1 not in taken), wanted)
