"""Checks that a logged turn and a move at the table share: does a topping fit, may a toast be closed."""

from __future__ import annotations

from collections.abc import Sequence

from gamerules.clauses import Clause, Finding
from gamerules.toasty_toasts.clauses import COMBO_PAIR, MATCH_PAIR, PAIR_FIT, SANDWICH, SANDWICH_CLOSED, TOPPING_FIT
from gamerules.toasty_toasts.components import NAMES, PARTNER, Toast, ToastyOptions


def held_names(toast: Toast) -> str:
    """What lies on a toast, in words."""
    return ", ".join(NAMES[topping] for topping in toast.toppings)


def check_toast_number(
    clause: Clause, field: str, player: str, number: int, spread: Sequence[Toast] | None
) -> tuple[Finding, ...]:
    """Toasts count from 1 to as many as the player has; without a spread only the lower end is known."""
    if number < 1:
        return (clause.broken(field, "Toasts are numbered from 1; there is no toast {number}", number=number),)
    if spread is not None and number > len(spread):
        return (
            clause.broken(
                field, "{player} has {has} toasts; there is no toast {number} of {player}'s own",
                player=player, has=len(spread), number=number,
            ),
        )  # fmt: skip
    return ()


def check_fit(clause: Clause, field: str, player: str, number: int, toast: Toast, topping: str) -> tuple[Finding, ...]:
    """A topping onto an existing toast: it must be open, and hold nothing foreign to the topping."""
    if toast.sandwich:
        return (
            SANDWICH_CLOSED.broken(
                field, "Toast {number} of {player} is a sandwich; no {topping} can be added to it",
                number=number, player=player, topping=NAMES[topping],
            ),
        )  # fmt: skip
    if not toast.takes(topping):
        return (
            clause.broken(
                field,
                "{player} put {topping} on toast {number}, which holds {held}; {topping} lies with {partner} only",
                player=player, topping=NAMES[topping], number=number, held=held_names(toast),
                partner=NAMES[PARTNER[topping]],
            ),
        )  # fmt: skip
    return ()


def pair_clause(one: str, other: str) -> Clause:
    """The clause that a pair is played by: two of a kind, or a combination."""
    return MATCH_PAIR if one == other else COMBO_PAIR


def check_pair(field: str, player: str, one: str, other: str) -> tuple[Finding, ...]:
    """The two cards must be of a kind or partners."""
    if other in (one, PARTNER[one]):
        return ()
    return (
        COMBO_PAIR.broken(
            field, "{player} played {one} and {other} as a pair; {one} pairs with {one} or {partner}",
            player=player, one=NAMES[one], other=NAMES[other], partner=NAMES[PARTNER[one]],
        ),
    )  # fmt: skip


def check_pair_fit(field: str, player: str, number: int, toast: Toast, one: str) -> tuple[Finding, ...]:
    """A true pair onto an existing toast: what fits one of its cards fits the other."""
    return check_fit(PAIR_FIT, field, player, number, toast, one)


def check_single_fit(field: str, player: str, number: int, toast: Toast, topping: str) -> tuple[Finding, ...]:
    """A single topping onto an existing toast."""
    return check_fit(TOPPING_FIT, field, player, number, toast, topping)


def check_lid(field: str, player: str, number: int, toast: Toast, options: ToastyOptions) -> tuple[Finding, ...]:
    """A plain toast onto an existing toast: it must be open, and hold something if the table wants that."""
    if toast.sandwich:
        return (
            SANDWICH_CLOSED.broken(
                field, "Toast {number} of {player} is a sandwich already", number=number, player=player
            ),
        )
    if not toast.toppings and not options.empty_sandwich:
        return (
            SANDWICH.broken(
                field, "Toast {number} of {player} is bare; this table closes only toasts that hold a topping",
                number=number, player=player,
            ),
        )  # fmt: skip
    return ()
