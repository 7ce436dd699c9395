"""Bots for popcorn dice: one plays anything legal, one like a careful person, one by the exact odds."""

from __future__ import annotations

import random
from typing import Any

from gamerules.popcorn_dice.odds import advise_roll, load_table
from gamerules.popcorn_dice.plans import CAREFUL
from gamerules.popcorn_dice.positions import Objective, Ruleset
from gamerules.popcorn_dice.table import Again, Cancel, DoOver, Move, PopcornDiceTable, Stop

__all__ = ["BOTS", "careful_move", "exact_move", "random_move"]


def random_move(table: PopcornDiceTable, rng: random.Random) -> Move:
    """Anything legal."""
    return table.random_move(rng)


def careful_move(table: PopcornDiceTable, rng: random.Random) -> Move:
    """The careful plan, but mindful of what has to be equalled or overtaken in a last round."""
    player = table.current
    if table.may_redo:
        return DoOver(player)
    if table.may_cancel and table.pending.burnt >= CAREFUL.cancel_from:
        doubles, burnt = table.cancel_colours()
        return Cancel(player, doubles[0], burnt[0])
    if table.may_roll and (_is_behind(table) or not CAREFUL.is_enough(table.pending)):
        return Again(player)
    return Stop(player)


def _is_behind(table: PopcornDiceTable) -> bool:
    """Whether stopping now loses for certain: a Perfect Pop to equal, or a rival at the target to pass."""
    return any(table.sheet.perfect) or table.pending.points < _needed(table)


def _needed(table: PopcornDiceTable) -> int:
    """The points that this batch needs in the last round to tie the best rival; 0 in other rounds."""
    sheet = table.sheet
    rival = max(total for seat, total in enumerate(sheet.totals) if seat != sheet.seat)
    return max(rival - sheet.totals[sheet.seat], 0) if rival >= sheet.target else 0


def exact_move(table: PopcornDiceTable, rng: random.Random) -> Move:
    """The best choice by the exact odds: expected points, or what the last round asks for.

    The cancels of a roll are decided together and made one by one.
    """
    assert table.shown is not None  # a bot is asked only when a roll lies on the table
    objective, need = _goal(table)
    odds = load_table(Ruleset.of(table.options))
    choice = advise_roll(odds, table.turn, table.shown, table.options, objective, need=need)
    if len(table.cancels) < len(choice.cancels):
        return Cancel(table.current, *choice.cancels[len(table.cancels)])
    if choice.then == "do-over":
        return DoOver(table.current)
    return Again(table.current) if choice.then == "again" and table.may_roll else Stop(table.current)


def _goal(table: PopcornDiceTable) -> tuple[Objective, int]:
    if any(table.sheet.perfect):
        return "perfect", 0
    need = _needed(table)
    return ("reach", min(need + 1, 38)) if need else ("points", 0)


BOTS: dict[str, Any] = {"random": random_move, "exact": exact_move, "careful": careful_move}
"""The last one is the one that plays when none is named."""
