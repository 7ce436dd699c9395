"""Which colour and shape stands for whom: the same on every page, different within a sheet or a night."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from itertools import count

from scorekeeper.groups.models import Group

__all__ = ["ACCENTS", "MARKS", "accents_in", "accents_of", "order_of"]

ACCENTS = 12
"""How many colours there are in style.css, each with its shape (``.p1`` to ``.p12``)."""
MARKS = 48
"""How many shapes: the twelve whole ones, then cut across, down and aslant (``.p13`` to ``.p48``)."""


def order_of(group: Group) -> dict[uuid.UUID, int]:
    """Player → how many came into the group before them; those put away or merged keep their place."""
    came = group.players.order_by("created_at", "id").values_list("pk", flat=True)
    return {player: number for number, player in enumerate(came)}


def accents_of(players: Iterable[uuid.UUID], order: Mapping[uuid.UUID, int] | None = None) -> dict[uuid.UUID, int]:
    """Player → accent from 1; each keeps its own unless somebody before it has it, then takes the next free one.

    One's own is by the ``order`` of the group, else by the id. No two get the same accent: who comes after the
    twelfth has a colour that somebody else has too, but another shape (from the 49th on there is none left).

    >>> first, second, third = uuid.UUID(int=12), uuid.UUID(int=24), uuid.UUID(int=30)
    >>> list(accents_of([first, second, third]).values())
    [1, 2, 7]
    >>> list(accents_of([first, second, third], {second: 0, first: 4}).values())
    [5, 1, 7]
    >>> len(set(accents_of(uuid.UUID(int=number) for number in range(40)).values()))
    40
    """
    found: dict[uuid.UUID, int] = {}
    taken: set[int] = set()
    for player in players:
        if player not in found:
            found[player] = _free((order or {}).get(player, player.int) % ACCENTS, taken)
            taken.add(found[player])
    return {player: (accent - 1) % MARKS + 1 for player, accent in found.items()}


def accents_in(group: Group) -> dict[uuid.UUID, int]:
    """The accents of the whole group, for pages about everybody: what :func:`accents_of` gives them in their order."""
    return {player: number % MARKS + 1 for player, number in order_of(group).items()}


def _free(wanted: int, taken: set[int]) -> int:
    """The wanted accent, or the next of its dozen that nobody has, or one of the next dozen."""
    dozens = (first + (wanted + step) % ACCENTS + 1 for first in count(0, ACCENTS) for step in range(ACCENTS))
    return next(accent for accent in dozens if accent not in taken)
