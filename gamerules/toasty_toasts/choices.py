"""What may be done at a table: all moves one by one, and one at random without listing them.

What an action card may do is not in the rules, so its moves are a family of declared effects: nothing, a card
drawn, a rival's card given up, a topping thrown away, a topping moved to a toast that takes it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from gamerules.toasty_toasts.components import PARTNER, PLAYS, TOPPINGS, Toast, Topping
from gamerules.toasty_toasts.deck import ACTION_CARD, PLAIN, Card
from gamerules.toasty_toasts.entries import Effect, HandEffect, ToastEffect
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

TRIES = 4
PASSING = 1 / 12
TRADING = 1 / 10
# the same few moves are made in every game, and a move never changes
_shared = lru_cache(maxsize=4096)
_discard, _pair, _pass = _shared(Discard), _shared(PutPair), _shared(Pass)
_plain, _topping, _trade = _shared(LayPlain), _shared(PutTopping), _shared(Trade)


@_shared
def _on_hand(what: Literal["draw", "discard"], player: str) -> HandEffect:
    return HandEffect.model_validate({"player": player, what: 1})


@_shared
def _on_toast(what: Literal["add", "remove"], player: str, number: int, topping: Topping) -> ToastEffect:
    return ToastEffect.model_validate({"player": player, "toast": number, what: {topping: 1}})


def moves(table: ToastyTable) -> Iterator[Move]:
    """Every legal move; nothing while a card is due to be drawn or when the turns are over."""
    if table.due or table.is_over:
        return
    if table.owing:
        seat = table.owing[0].seat
        for card in dict.fromkeys(table.hands[seat]):
            yield Discard(table.players[seat], card)
        return
    yield from _plays(table, table.now.player, table.hands[table.seat])
    yield Pass(table.now.player)


def _plays(table: ToastyTable, player: str, hand: tuple[Card, ...]) -> Iterator[Move]:
    kinds = dict.fromkeys(hand)
    toppings = [card for card in TOPPINGS if card in kinds]
    for topping in toppings:
        for number in _open_for(table, topping):
            yield PutTopping(player, topping, number)
            yield from _pairs(player, hand, topping, number)
    if PLAIN in kinds:
        yield LayPlain(player)
        if table.left == PLAYS:
            yield from (CloseSandwich(player, number) for number in _lids(table))
    if ACTION_CARD in kinds:
        yield from (PlayAction(player, effects) for effects in declared_effects(table))
    if not table.traded and table.base_toasts:
        yield from (Trade(player, cards) for cards in dict.fromkeys(combinations(sorted(hand), 2)))


def _open_for(table: ToastyTable, topping: Topping) -> Iterator[int]:
    for number, toast in enumerate(table.spreads[table.seat], start=1):
        if not toast.sandwich and toast.takes(topping):
            yield number


def _pairs(player: str, hand: tuple[Card, ...], topping: Topping, number: int) -> Iterator[Move]:
    """The pairs with this topping, a combination only with the first of its two so that none comes twice."""
    if hand.count(topping) > 1:
        yield PutPair(player, (topping, topping), number)
    partner = PARTNER[topping]
    if partner in hand and TOPPINGS.index(topping) < TOPPINGS.index(partner):
        yield PutPair(player, (topping, partner), number)


def _lids(table: ToastyTable) -> Iterator[int]:
    for number, toast in enumerate(table.spreads[table.seat], start=1):
        if _may_close(table, toast):
            yield number


def _may_close(table: ToastyTable, toast: Toast) -> bool:
    return not toast.sandwich and (bool(toast.toppings) or table.options.empty_sandwich)


def declared_effects(table: ToastyTable) -> Iterator[tuple[Effect, ...]]:
    """The family of effects that simulated action cards have."""
    yield ()
    if any(table.pile.values()):
        yield (_on_hand("draw", table.now.player),)
    for seat, player in enumerate(table.players):
        if seat != table.seat and table.hands[seat]:
            yield (_on_hand("discard", player),)
    for player, number, topping in _loose_toppings(table):
        taken = _on_toast("remove", player, number, topping)
        yield (taken,)
        for own in _open_for(table, topping):
            if (player, number) != (table.now.player, own):
                yield (taken, _on_toast("add", table.now.player, own, topping))


def _loose_toppings(table: ToastyTable) -> Iterator[tuple[str, int, Topping]]:
    """Player, toast and kind of every topping that an action card could take."""
    for player, spread in zip(table.players, table.spreads, strict=True):
        for number, toast in enumerate(spread, start=1):
            if not toast.sandwich:
                yield from ((player, number, topping) for topping in toast.toppings)


def random_move(table: ToastyTable, rng: random.Random) -> Move:
    """A legal move: pick a card from the hand, then something that can be done with it; pass when nothing can."""
    if table.owing:
        seat = table.owing[0].seat
        return _discard(table.players[seat], _any_of(table.hands[seat], rng))
    player, hand = table.now.player, table.hands[table.seat]
    if hand and rng.random() >= PASSING:
        for _ in range(TRIES):
            move = _random_play(table, player, hand, rng)
            if move is not None:
                return move
    return _pass(player)


def _any_of(hand: tuple[Card, ...], rng: random.Random) -> Card:
    return hand[int(rng.random() * len(hand))]


def _random_play(table: ToastyTable, player: str, hand: tuple[Card, ...], rng: random.Random) -> Move | None:
    card = _any_of(hand, rng)
    if rng.random() < TRADING and len(hand) > 1 and table.base_toasts and not table.traded:
        return _trade(player, tuple(rng.sample(hand, 2)))
    if card == ACTION_CARD:
        return PlayAction(player, _random_effects(table, rng))
    if card == PLAIN:
        return _random_plain(table, player, rng)
    return _random_topping(table, player, hand, card, rng)  # type: ignore[arg-type]  # neither action nor plain


def _random_plain(table: ToastyTable, player: str, rng: random.Random) -> Move:
    spread = table.spreads[table.seat]
    number = int(rng.random() * len(spread))
    if table.left == PLAYS and rng.random() < 0.5 and spread and _may_close(table, spread[number]):
        return CloseSandwich(player, number + 1)
    return _plain(player)


def _random_topping(
    table: ToastyTable, player: str, hand: tuple[Card, ...], topping: Topping, rng: random.Random
) -> Move | None:
    spread = table.spreads[table.seat]
    number = int(rng.random() * len(spread))
    toast = spread[number]
    if toast.sandwich or not toast.takes(topping):
        return None
    if rng.random() < 0.5:
        if PARTNER[topping] in hand:
            return _pair(player, (topping, PARTNER[topping]), number + 1)
        if hand.count(topping) > 1:
            return _pair(player, (topping, topping), number + 1)
    return _topping(player, topping, number + 1)


def _random_effects(table: ToastyTable, rng: random.Random) -> tuple[Effect, ...]:
    """One of the family: its kind first, so that the many ways of moving a topping do not crowd out the rest."""
    kind = int(rng.random() * 5)
    if kind == 0 and any(table.pile.values()):
        return (_on_hand("draw", table.now.player),)
    seat = int(rng.random() * len(table.players))
    player = table.players[seat]
    if kind == 1 and seat != table.seat and table.hands[seat]:
        return (_on_hand("discard", player),)
    return _random_taking(table, player, seat, rng) if kind > 1 else ()


def _random_taking(table: ToastyTable, player: str, seat: int, rng: random.Random) -> tuple[Effect, ...]:
    """A topping off some open toast, onto an own toast that takes it if one comes up; nothing if there is none."""
    spread, own = table.spreads[seat], table.spreads[table.seat]
    number = int(rng.random() * len(spread))
    toast = spread[number]
    if toast.sandwich or not toast.toppings:
        return ()
    topping = rng.choice([*toast.toppings])
    taken = _on_toast("remove", player, number + 1, topping)
    onto = int(rng.random() * len(own))
    if own[onto].sandwich or not own[onto].takes(topping) or (seat == table.seat and onto == number):
        return (taken,)
    return (taken, _on_toast("add", table.now.player, onto + 1, topping))
