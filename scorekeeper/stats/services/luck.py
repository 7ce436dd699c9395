"""Luck and skill in popcorn dice: what the dice gave beyond the average, and what choices gave away.

Only turns logged roll by roll tell, and only under the readings that the shipped odds are for, by which a
turn's points are its expectation plus luck plus skill (gamerules.popcorn_dice.odds).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamerules.popcorn_dice.odds import load_table, story
from gamerules.popcorn_dice.positions import Ruleset
from scorekeeper.stats.models import MILLION

__all__ = ["luck_of"]

AS_PRINTED = Ruleset()


def luck_of(game: str, options: Any, entries: Sequence[Any]) -> dict[str, tuple[int, int]]:
    """Label → (luck, skill) in millionths of a point, for players with a turn logged roll by roll."""
    if game != "popcorn-dice" or not any(entry.kind == "rolls" for entry in entries):
        return {}
    if Ruleset.of(options) != AS_PRINTED or options.last_chance != "whole-turn":
        return {}
    sums: dict[str, tuple[int, int]] = {}
    for entry in entries:
        if entry.kind == "rolls":
            told = story(load_table(), entry.rolls, options, player=entry.player)
            luck, skill = sums.get(entry.player, (0, 0))
            sums[entry.player] = (luck + round(told.luck * MILLION), skill + round(told.skill * MILLION))
    return sums
