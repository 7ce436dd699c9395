"""Two players for simulation: one that does anything, one that lays the best it can see."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from gamerules.toasty_toasts.components import HAND_LIMIT, PARTNER, PLAYS, Toast, Topping, worth_of
from gamerules.toasty_toasts.deck import ACTION_CARD
from gamerules.toasty_toasts.entries import ToastEffect
from gamerules.toasty_toasts.moves import (
    CloseSandwich,
    Discard,
    LayPlain,
    Move,
    Pass,
    PlayAction,
    PutPair,
    PutTopping,
    Trade,
)

if TYPE_CHECKING:
    from gamerules.toasty_toasts.table import ToastyTable


def random_bot(table: ToastyTable, rng: random.Random) -> Move:
    """Any legal move."""
    return table.random_move(rng)


def sensible_bot(table: ToastyTable, rng: random.Random) -> Move:
    """The play that gains most points a play, its rivals' losses counted as gains; first come among equals."""
    if table.owing:
        return _least_useful(table, table.owing[0].seat)
    best = max(table.legal_moves, key=lambda move: _gain(table, move))
    return best if _gain(table, best) > 0 else Pass(table.now.player)


def _gain(table: ToastyTable, move: Move) -> float:
    """Points a play, with a little taken off for cards that could do better later."""
    if isinstance(move, PutTopping):
        return _gain_of_toppings(table, move.toast, (move.topping,)) - 0.5
    if isinstance(move, PutPair):
        return _gain_of_toppings(table, move.toast, move.pair)
    if isinstance(move, CloseSandwich):
        return 2 / PLAYS
    if isinstance(move, LayPlain):
        return 1.0
    if isinstance(move, Trade):
        return 0.5 if len(table.hands[table.seat]) == HAND_LIMIT and ACTION_CARD not in move.cards else 0.0
    return _gain_of_effects(table, move) if isinstance(move, PlayAction) else 0.0


def _gain_of_toppings(table: ToastyTable, number: int, cards: tuple[Topping, ...]) -> int:
    toast = table.spreads[table.seat][number - 1]
    return _change(table, toast, toast.with_added(Counter(cards)))


def _change(table: ToastyTable, before: Toast, after: Toast) -> int:
    return worth_of(after, table.options).points - worth_of(before, table.options).points


def _gain_of_effects(table: ToastyTable, move: PlayAction) -> float:
    """What the player's own toasts gain, what the rivals' lose, and half a point a card drawn or given up."""
    gain = 0.0
    for effect in move.effects:
        own = 1 if effect.player == move.player else -1
        if isinstance(effect, ToastEffect):
            toast = table.spreads[table.players.index(effect.player)][effect.toast - 1]
            after = toast.with_added(effect.add) if effect.add else toast.without(effect.remove or {})
            gain += own * _change(table, toast, after)
        else:
            gain += own * ((effect.draw or 0) - (effect.discard or 0)) / 2
    return gain


def _least_useful(table: ToastyTable, seat: int) -> Discard:
    """A topping that nothing in the hand goes with, before anything else."""
    hand = table.hands[seat]

    def company(card: str) -> int:
        return hand.count(card) + hand.count(PARTNER[card]) if card in PARTNER else len(hand)

    return Discard(table.players[seat], min(hand, key=company))
