"""Bots for popcorn dice: one that does anything legal, and one that plays like a careful person."""

from __future__ import annotations

import random
from typing import Any

from gamerules.popcorn_dice.components import ALL_DICE, BURNT_LIMIT
from gamerules.popcorn_dice.table import Again, Cancel, DoOver, Move, PopcornDiceTable, Stop
from gamerules.popcorn_dice.turn import Turn

__all__ = ["BOTS", "careful_move", "random_move"]

SAFE_POINTS = (22, 15, 11, 8)
"""Points at which a careful player stops, by the number of burnt lying out."""


def random_move(table: PopcornDiceTable, rng: random.Random) -> Move:
    """Anything legal."""
    return table.random_move(rng)


def careful_move(table: PopcornDiceTable, rng: random.Random) -> Move:
    """Cancels when the burnt get dangerous, and stops once the batch is worth more than the risk."""
    player = table.current
    if table.may_redo:
        return DoOver(player)
    turn = table.pending
    if table.may_cancel and (turn.burnt >= BURNT_LIMIT - 1 or _must_match(table)):
        doubles, burnt = table.cancel_colours()
        return Cancel(player, doubles[0], burnt[0])
    if table.may_roll and (_must_match(table) or not _is_enough(table, turn)):
        return Again(player)
    return Stop(player)


def _must_match(table: PopcornDiceTable) -> bool:
    """Whether nothing but a Perfect Pop helps any more."""
    return any(table.sheet.perfect)


def _is_enough(table: PopcornDiceTable, turn: Turn) -> bool:
    """Whether to stop: enough points for the risk, unless someone behind the target line is still ahead."""
    if turn.burnt == 0 and turn.popped >= ALL_DICE - 2:
        return False
    sheet = table.sheet
    rival = max(total for seat, total in enumerate(sheet.totals) if seat != sheet.seat)
    if rival >= sheet.target and sheet.totals[sheet.seat] + turn.points <= rival:
        return False
    return turn.points >= SAFE_POINTS[min(turn.burnt, BURNT_LIMIT - 1)]


BOTS: dict[str, Any] = {"random": random_move, "careful": careful_move}
