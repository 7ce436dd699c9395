"""May this move be made at this table: every check, each under its clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gamerules.clauses import Clause, Finding
from gamerules.toasty_toasts.checks import (
    check_lid,
    check_pair,
    check_pair_fit,
    check_single_fit,
    check_toast_number,
    pair_clause,
)
from gamerules.toasty_toasts.clauses import (
    ACTION,
    DRAW,
    END,
    HAND_CHECK,
    ORDER,
    PLAIN_BASE,
    SANDWICH,
    SANDWICH_ONLY_PLAIN,
    SETUP_PILES,
    TIME_TO_EAT_PLACE,
    TOPPING_SINGLE,
    TRADE,
    TRADE_ONCE,
)
from gamerules.toasty_toasts.components import NAMES, PLAYS, TRADE_PRICE
from gamerules.toasty_toasts.deck import ACTION_CARD, PLAIN, TIME_TO_EAT, Card, Drawn, Shown
from gamerules.toasty_toasts.effects import Holdings, apply_effects, given_cards
from gamerules.toasty_toasts.entries import HandEffect
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

Findings = tuple[Finding, ...]
_CARD_NAMES = {**NAMES, PLAIN: "plain toast", ACTION_CARD: "action card"}


def explain(table: ToastyTable, move: Move) -> Findings:
    """Every independent violation, root cause first; empty when the move is legal."""
    if table.last_turn is not None and table.is_over:
        return (END.broken("kind", "Time to Eat is out; nobody draws or plays any more"),)
    if isinstance(move, Drawn):
        return _drawn(table, move)
    if table.due:
        return (DRAW.broken("kind", "A card has to be drawn before anything else"),)
    if table.owing:
        return _discard_owed(table, move)
    due = table.now.player
    if move.player != due:
        return (ORDER.broken("player", "It is the turn of {due}, not of {player}", due=due, player=move.player),)
    return _CHECKS[type(move)](table, move)


def _drawn(table: ToastyTable, move: Drawn) -> Findings:
    if table.due and _can_come(table, move.card):
        return ()
    if not table.due:
        return (DRAW.broken("kind", "{player} has drawn already; now come the plays", player=table.now.player),)
    if move.card == TIME_TO_EAT:
        return (
            TIME_TO_EAT_PLACE.broken(
                "card", "Time to Eat cannot come yet: it lies in the lowest part of the pile, {drawn} cards are drawn",
                drawn=table.drawn,
            ),
        )  # fmt: skip
    return (SETUP_PILES.broken("card", "No {card} is left in the draw pile", card=_CARD_NAMES[move.card]),)


def _can_come(table: ToastyTable, card: Shown) -> bool:
    return table.time_to_eat_can_come() if card == TIME_TO_EAT else table.pile.get(card, 0) > 0


def _discard_owed(table: ToastyTable, move: Move) -> Findings:
    """Somebody has to give up cards, and nothing else may happen."""
    owed = table.owing[0]
    player = table.players[owed.seat]
    clause = HAND_CHECK if table.phase == "check" else ACTION
    if not isinstance(move, Discard) or move.player != player:
        return (
            clause.broken("kind", "{player} has to discard {count} first", player=player, count=owed.count),
        )
    return _held(table, owed.seat, clause, "card", (move.card,))


def _held(table: ToastyTable, seat: int, clause: Clause, field: str, cards: tuple[Card, ...]) -> Findings:
    """The cards must be in the hand, as often as they are named."""
    hand = table.hands[seat]
    for card in cards:
        if hand.count(card) < cards.count(card):
            return (
                clause.broken(
                    field, "{player} holds {held} {card}; this takes {count}",
                    player=table.players[seat], held=hand.count(card), card=_CARD_NAMES[card], count=cards.count(card),
                ),
            )  # fmt: skip
    return ()


def _topping(table: ToastyTable, move: PutTopping) -> Findings:
    seat = table.seat
    spread = table.spreads[seat]
    faults = check_toast_number(TOPPING_SINGLE, "toast", move.player, move.toast, spread)
    if not faults:
        faults = check_single_fit("topping", move.player, move.toast, spread[move.toast - 1], move.topping)
    return _held(table, seat, TOPPING_SINGLE, "topping", (move.topping,)) + faults


def _pair(table: ToastyTable, move: PutPair) -> Findings:
    one, other = move.pair
    clause = pair_clause(one, other)
    faults = check_pair("pair", move.player, one, other)
    if faults:
        return faults
    seat = table.seat
    spread = table.spreads[seat]
    faults = check_toast_number(clause, "toast", move.player, move.toast, spread)
    if not faults:
        faults = check_pair_fit("pair", move.player, move.toast, spread[move.toast - 1], one)
    return _held(table, seat, clause, "pair", move.pair) + faults


def _trade(table: ToastyTable, move: Trade) -> Findings:
    faults: Findings = ()
    if table.traded:
        faults += (TRADE_ONCE.broken("kind", "{player} traded already this turn", player=move.player),)
    if not table.base_toasts:
        faults += (TRADE.broken("kind", "The base toasts are used up; there is nothing to trade for"),)
    if len(move.cards) != TRADE_PRICE:
        return (
            *faults,
            TRADE.broken(
                "cards", "{player} traded {count} for a base toast; it costs two cards",
                player=move.player, count=len(move.cards),
            ),
        )  # fmt: skip
    return faults + _held(table, table.seat, TRADE, "cards", move.cards)


def _lay_plain(table: ToastyTable, move: LayPlain) -> Findings:
    return _held(table, table.seat, PLAIN_BASE, "kind", (PLAIN,))


def _close(table: ToastyTable, move: CloseSandwich) -> Findings:
    faults: Findings = ()
    if move.lid != PLAIN:
        faults += (
            SANDWICH_ONLY_PLAIN.broken(
                "lid", "{player} put {card} on as a lid; only plain toast closes a sandwich",
                player=move.player, card=_CARD_NAMES[move.lid],
            ),
        )  # fmt: skip
    else:
        faults += _held(table, table.seat, SANDWICH, "lid", (PLAIN,))
    if table.left < PLAYS:
        faults += (
            SANDWICH.broken("kind", "{player} has one play left; a sandwich takes both of a turn", player=move.player),
        )
    spread = table.spreads[table.seat]
    number = check_toast_number(SANDWICH, "toast", move.player, move.toast, spread)
    return faults + (number or check_lid("toast", move.player, move.toast, spread[move.toast - 1], table.options))


def _action(table: ToastyTable, move: PlayAction) -> Findings:
    faults = _held(table, table.seat, ACTION, "kind", (ACTION_CARD,))
    strangers = [index for index, effect in enumerate(move.effects) if effect.player not in table.players]
    if strangers:
        return (*faults, ACTION.broken(f"effects.{strangers[0]}.player", "Nobody of that name sits here"))
    hands = [len(hand) for hand in table.hands]
    hands[table.seat] -= 1
    holdings = Holdings(table.players, hands, [list(spread) for spread in table.spreads])
    apply_effects(holdings, move.effects, "effects")
    return faults + (tuple(holdings.findings) or _from_hands_and_pile(table, move))


def _from_hands_and_pile(table: ToastyTable, move: PlayAction) -> Findings:
    """What the effects take from hands must be held there, and what they draw must lie in the pile."""
    if given_cards(move.effects, table.players, table.hands) is None:
        return (ACTION.broken("effects", "No hand that gives up a card holds the topping that was put down"),)
    draws = sum([effect.draw or 0 for effect in move.effects if isinstance(effect, HandEffect)])
    left = sum(table.pile.values()) if draws else 0
    if draws > left:
        return (ACTION.broken("effects", "{draws} cards cannot be drawn; {left} are left", draws=draws, left=left),)
    return ()


def _discard(table: ToastyTable, move: Discard) -> Findings:
    return (
        HAND_CHECK.broken(
            "kind", "{player} may not discard now; only what is over seven goes, at the end of the turn",
            player=move.player,
        ),
    )  # fmt: skip


def _pass(table: ToastyTable, move: Pass) -> Findings:
    return ()


_CHECKS: dict[type, Callable[[ToastyTable, Any], Findings]] = {
    PutTopping: _topping,
    PutPair: _pair,
    PlayAction: _action,
    Trade: _trade,
    LayPlain: _lay_plain,
    CloseSandwich: _close,
    Discard: _discard,
    Pass: _pass,
}
