"""Players for simulation: one who grabs anything, and one who thinks before grabbing."""

from __future__ import annotations

import random
from collections.abc import Mapping

from gamerules.anarchy_pancakes.components import masks_of
from gamerules.anarchy_pancakes.moves import Draw, Match
from gamerules.anarchy_pancakes.spread import Spread
from gamerules.anarchy_pancakes.table import PancakeTable

__all__ = ["BOTS", "matcher", "random_player"]


def random_player(table: PancakeTable, rng: random.Random) -> Match | Draw:
    """Any legal move of anybody."""
    return table.random_move(rng)


def matcher(table: PancakeTable, rng: random.Random) -> Match | Draw:
    """Somebody who is free to act matches, hardest card first, and draws only for want of a match.

    The card with fewest targets goes first, because easy cards will still match later; it is laid onto
    the card that most others of the player could have used as little as possible.
    """
    order = list(range(len(table.players)))
    rng.shuffle(order)
    masks = masks_of(table.cards)
    for seat in order:
        found = _best_match(table.spread, seat, masks, rng)
        if found is not None:
            return Match(table.players[seat], *found)
    return Draw(table.players[order[0]])


def _best_match(spread: Spread, seat: int, masks: Mapping[str, int], rng: random.Random) -> tuple[str, str] | None:
    matches = list(spread.matches_of(seat, masks))
    if not matches:
        return None
    targets: dict[str, int] = {}
    uses: dict[str, int] = {}
    for card, onto in matches:
        targets[card] = targets.get(card, 0) + 1
        uses[onto] = uses.get(onto, 0) + 1
    return min(matches, key=lambda match: (targets[match[0]], uses[match[1]], rng.random()))


BOTS = {"random": random_player, "matcher": matcher}
