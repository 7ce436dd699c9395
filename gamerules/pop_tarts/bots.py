"""Two policies for simulation: one moves at random, one plays like somebody who reads the bonus cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gamerules.pop_tarts import line as row
from gamerules.pop_tarts.bonuses import Shown, fit_together
from gamerules.pop_tarts.choices import claimable_bonuses, possible_plays
from gamerules.pop_tarts.components import BONUS_POINTS, PLATE, Card, flavour_of
from gamerules.pop_tarts.moves import Claim, Eat, EndTurn, Plate
from gamerules.pop_tarts.table import TartTable


def random_bot(table: TartTable, rng: random.Random) -> Any:
    """Any legal move."""
    return table.random_move(rng)


def sensible_bot(table: TartTable, rng: random.Random) -> Any:
    """Plates what completes a bonus or is worth most, keeps the rest until a bonus or the end asks for it."""
    if table.phase == "play":
        return _best_play(table)
    if table.phase == "eat":
        return _best_bite(table)
    if table.phase == "end":
        return EndTurn(table.player)
    return table.random_move(rng)


def _best_play(table: TartTable) -> Any:
    """The one action after which the front card is worth most, if that beats taking what lies there."""
    held = table.plates[table.seat]
    best = _worth(table, (*held, row.front(table.line, table.arrow)))
    choice: Any = Plate(table.player)
    for play in possible_plays(table):
        line, arrow = row.act(table.line, table.arrow, play.action, play.places)
        worth = _worth(table, (*held, row.front(line, arrow)))
        if worth > best:
            best, choice = worth, play
    return choice


def _worth(table: TartTable, plate: Shown) -> float:
    """A plate in points: its tarts, 5 for each open bonus it completes, part of 5 for one it begins."""
    values = table.options.card_values
    worth: float = sum(values[flavour_of(card)] for card in plate)
    for bonus in table.row:
        shown = _missing(bonus, plate)
        worth += BONUS_POINTS if not shown else (len(bonus) - len(shown)) * 0.75
    return worth


def _missing(bonus: Shown, plate: Shown) -> list[str]:
    """What the bonus shows and the plate does not hold."""
    held = list(plate if len(bonus) == 2 else map(flavour_of, plate))
    missing = []
    for shown in bonus:
        if shown in held:
            held.remove(shown)
        else:
            missing.append(shown)
    return missing


def _best_bite(table: TartTable) -> Any:
    bonus = next(claimable_bonuses(table), None)
    if bonus is not None:
        return Claim(table.player, bonus)
    plate = table.plates[table.seat]
    card = next(_for_a_bonus(table), None)
    if card is not None:
        return Eat(table.player, card)
    if plate and (_ends_it(table) or len(plate) > PLATE):
        return Eat(table.player, min(plate, key=lambda held: _usefulness(table, held)))
    return EndTurn(table.player)


def _for_a_bonus(table: TartTable) -> Iterator[Card]:
    """A tart on the plate that the first bonus within reach still needs."""
    now, plate = table.now, table.plates[table.seat]
    if len(now.bonuses) == 2:
        return
    for bonus in table.row:
        if fit_together((*now.bonuses, bonus), (*now.eaten, *plate)):
            needed = _missing(bonus, now.eaten) or bonus
            yield from (card for card in plate if (card if len(bonus) == 2 else flavour_of(card)) in needed)


def _ends_it(table: TartTable) -> bool:
    """Whether nothing is gained by keeping tarts: no turn is left, or what lies on the plate reaches the target."""
    values = table.options.card_values
    there = sum(values[flavour_of(card)] for card in table.plates[table.seat])
    return table.is_last_turn or table.totals[table.seat] + there >= table.options.target


def _usefulness(table: TartTable, card: str) -> tuple[int, int]:
    """How many open bonuses want the tart; among equals the dearer one is eaten first."""
    wanted = sum((card if len(bonus) == 2 else flavour_of(card)) in bonus for bonus in table.row)
    return wanted, -table.options.card_values[flavour_of(card)]


BOTS = {"random": random_bot, "sensible": sensible_bot}

__all__ = ["BOTS", "random_bot", "sensible_bot"]
