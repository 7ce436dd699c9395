"""What action cards did, as declared: conservation of cards, and sandwiches that nothing touches.

The cards' texts are not public, so a declared effect is never judged by what the card says; only by
what cannot be: taking what is not there, putting down what nobody gave up, touching a sandwich.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gamerules.clauses import Finding
from gamerules.toasty_toasts.checks import check_toast_number
from gamerules.toasty_toasts.clauses import ACTION, SANDWICH_IMMUNE, TOPPING_FIT
from gamerules.toasty_toasts.components import NAMES, Toast, Topping
from gamerules.toasty_toasts.entries import Effect, HandEffect, ToastEffect


@dataclass(slots=True)
class Holdings:
    """Hand sizes and spreads of everybody, in seat order, while a turn is worked through."""

    players: tuple[str, ...]
    hands: list[int]
    spreads: list[list[Toast]]
    findings: list[Finding] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)

    def seat(self, player: str) -> int:
        """The seat of a label, which the entry has already resolved."""
        return self.players.index(player)


def apply_effects(holdings: Holdings, effects: Sequence[Effect], path: str) -> None:
    """Work the effects into the holdings one after another; findings and warnings are added to them."""
    before = len(holdings.findings)
    for index, effect in enumerate(effects):
        if isinstance(effect, HandEffect):
            _on_hand(holdings, effect, f"{path}.{index}")
        else:
            _on_toast(holdings, effect, f"{path}.{index}")
    if len(holdings.findings) == before:
        holdings.findings += check_conservation(effects, path)


def check_alone(effects: Sequence[Effect], path: str) -> tuple[Finding, ...]:
    """What no card can do whatever the hands and toasts, which are not known any more."""
    found: list[Finding] = []
    for index, effect in enumerate(effects):
        if isinstance(effect, HandEffect):
            found += _negative(effect, f"{path}.{index}")
        else:
            found += check_toast_number(ACTION, f"{path}.{index}.toast", effect.player, effect.toast, None)
    return tuple(found) or check_conservation(effects, path)


def check_conservation(effects: Sequence[Effect], path: str) -> tuple[Finding, ...]:
    """Toppings put down must have been taken off a toast, or given up from a hand, by the same card."""
    short = short_of(effects)
    given = sum(effect.discard or 0 for effect in effects if isinstance(effect, HandEffect))
    if sum(short.values()) <= given:
        return ()
    topping = next(iter(short))
    first = next(index for index, effect in enumerate(effects) if topping in _added(effect))
    return (
        ACTION.broken(
            f"{path}.{first}.add",
            "{count} {topping} came from nowhere: no toast and no hand gave it up by this card",
            count=short[topping], topping=NAMES[topping],
        ),
    )  # fmt: skip


def _added(effect: Effect) -> Mapping[Topping, int]:
    return (effect.add or {}) if isinstance(effect, ToastEffect) else {}


def short_of(effects: Sequence[Effect]) -> dict[Topping, int]:
    """The toppings put down beyond those of their kind taken off toasts; hands must have given these up."""
    if not any(map(_added, effects)):
        return {}
    balance: dict[Topping, int] = {}
    for effect in effects:
        if isinstance(effect, ToastEffect):
            for sign, counts in ((1, effect.add), (-1, effect.remove)):
                for topping, count in (counts or {}).items():
                    balance[topping] = balance.get(topping, 0) + sign * count
    return {topping: count for topping, count in balance.items() if count > 0}


def given_cards(
    effects: Sequence[Effect], players: tuple[str, ...], hands: Sequence[Sequence[str]]
) -> dict[int, list[Topping]] | None:
    """Seat → toppings that its discards put onto toasts; None when no discarding hand holds them."""
    may_give = {
        players.index(effect.player): effect.discard
        for effect in effects
        if isinstance(effect, HandEffect) and effect.discard
    }
    given: dict[int, list[Topping]] = {seat: [] for seat in may_give}
    for topping in Counter(short_of(effects)).elements():
        giver = next((seat for seat in may_give if _can_give(given[seat], may_give[seat], hands[seat], topping)), None)
        if giver is None:
            return None
        given[giver].append(topping)
    return given


def _can_give(given: Sequence[str], limit: int, hand: Sequence[str], topping: str) -> bool:
    return len(given) < limit and hand.count(topping) > given.count(topping)


def _negative(effect: HandEffect, path: str) -> tuple[Finding, ...]:
    name = "draw" if effect.draw is not None else "discard"
    count = effect.draw if effect.draw is not None else effect.discard or 0
    if count >= 0:
        return ()
    return (ACTION.broken(f"{path}.{name}", "Nobody can {what} {count} cards", what=name, count=count),)


def _on_hand(holdings: Holdings, effect: HandEffect, path: str) -> None:
    seat = holdings.seat(effect.player)
    count = effect.draw if effect.draw is not None else effect.discard or 0
    negative = _negative(effect, path)
    if negative:
        holdings.findings += negative
    elif effect.draw is not None:
        holdings.hands[seat] += count
    elif count > holdings.hands[seat]:
        holdings.findings.append(
            ACTION.broken(
                f"{path}.discard", "{player} holds {held} cards and cannot give up {count}",
                player=effect.player, held=holdings.hands[seat], count=count,
            )
        )  # fmt: skip
    else:
        holdings.hands[seat] -= count


def _on_toast(holdings: Holdings, effect: ToastEffect, path: str) -> None:
    spread = holdings.spreads[holdings.seat(effect.player)]
    faults = check_toast_number(ACTION, f"{path}.toast", effect.player, effect.toast, spread)
    faults = faults or check_effect_on(spread[effect.toast - 1], effect, path)
    holdings.findings += faults
    if faults:
        return
    toast = spread[effect.toast - 1]
    changed = toast.with_added(effect.add) if effect.add is not None else toast.without(effect.remove or {})
    spread[effect.toast - 1] = changed
    if effect.add and changed.is_mixed and not toast.is_mixed:
        holdings.warnings.append(
            TOPPING_FIT.rests_on_card(
                f"{path}.add", "Toast {number} of {player} now holds toppings that do not go together; "
                "only the card's text can allow that",
                number=effect.toast, player=effect.player,
            )
        )  # fmt: skip


def check_effect_on(toast: Toast, effect: ToastEffect, path: str) -> tuple[Finding, ...]:
    """A toast that exists: no sandwich, and what is taken must lie there."""
    if toast.sandwich:
        return (
            SANDWICH_IMMUNE.broken(
                f"{path}.toast", "Toast {number} of {player} is a sandwich; no action card does anything to it",
                number=effect.toast, player=effect.player,
            ),
        )  # fmt: skip
    for topping, count in (effect.remove or {}).items():
        if count > toast.toppings.get(topping, 0):
            return (
                ACTION.broken(
                    f"{path}.remove.{topping}",
                    "{count} {topping} cannot be taken from toast {number} of {player}; it holds {held}",
                    number=effect.toast, player=effect.player, held=toast.toppings.get(topping, 0),
                    topping=NAMES[topping], count=count,
                ),
            )  # fmt: skip
    return ()
