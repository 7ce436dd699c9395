"""Toppings, their partners, toasts, the options, and what a spread is worth under them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, get_args

from pydantic import ConfigDict, StrictInt

from gamerules.games import Options, option
from gamerules.making import maker

Topping = Literal["peanut-butter", "jelly", "bacon", "egg", "tomato", "avocado", "choco-spread", "banana"]
TOPPINGS: tuple[Topping, ...] = get_args(Topping)
PAIRS = tuple(zip(TOPPINGS[::2], TOPPINGS[1::2], strict=True))
PARTNER: dict[str, Topping] = {**dict(PAIRS), **{b: a for a, b in PAIRS}}
_TOGETHER: dict[str, set[str]] = {one: {one, other} for one, other in PARTNER.items()}
NAMES: dict[str, str] = {topping: topping.replace("-", " ") for topping in TOPPINGS}

DEALT_TOASTS = 2
DEALT_CARDS = 3
HAND_LIMIT = 7
PLAYS = 2
TRADE_PRICE = 2

FORM = ConfigDict(extra="forbid")
"""How states and moves are read from JSON: unknown fields are refused, never ignored."""


class ToastyOptions(Options):
    """The readings of the rules that a group may choose; each names the open point it settles."""

    base_with_toppings: int = option(
        1,
        "Whether an open toast that holds toppings still scores 1 for the bread (0: only a bare one does).",
        point="TT1", clauses=("toasty-toasts/score-base",), other=(0, 1), ge=0, le=1,
    )  # fmt: skip
    matching_pair_is_combo: bool = option(
        False,
        "Whether two toppings of one kind make a combo, 5 points instead of 4.",
        point="TT2", clauses=("toasty-toasts/score-combo", "toasty-toasts/score-single"), other=(True, False),
    )  # fmt: skip
    combos_per_toast: Literal["all", "one"] = option(
        "all",
        "Whether every combo on a toast scores, or only one a toast and the rest as singles.",
        point="TT4", clauses=("toasty-toasts/score-combo", "toasty-toasts/score-single"), other=("all", "one"),
    )  # fmt: skip
    empty_sandwich: bool = option(
        True,
        "Whether a bare toast may be made a sandwich.",
        point="TT5", clauses=("toasty-toasts/sandwich",), other=(True, False),
    )  # fmt: skip
    end: Literal["at-once", "finish-round"] = option(
        "at-once",
        "Whether Time to Eat stops everything, or the round is finished so that all had equally many turns.",
        point="TT15", clauses=("toasty-toasts/end",), other=("at-once", "finish-round"),
    )  # fmt: skip
    tie: Literal["shared", "sandwiches", "combos"] = option(
        "shared",
        "Whether a tie at the top is shared, or goes to the most sandwiches or the most combos.",
        point="TT20", clauses=("toasty-toasts/tie",), other=("shared", "sandwiches", "combos"),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Toast:
    """One toast in front of a player: what lies on it, and whether it has been closed."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    toppings: dict[Topping, StrictInt] = field(default_factory=dict)
    sandwich: bool = False

    def takes(self, topping: str) -> bool:
        """Whether nothing on it forbids this topping (a closed sandwich is another matter)."""
        return self.toppings.keys() <= _TOGETHER[topping]

    @property
    def is_mixed(self) -> bool:
        """Whether it holds toppings that do not go together, which only an action card can bring about."""
        return not all(map(self.takes, self.toppings))

    def with_added(self, added: Mapping[Topping, int]) -> Toast:
        """The toast with more on it, kinds in the order in which they came."""
        both = dict(self.toppings)
        for topping, count in added.items():
            both[topping] = both.get(topping, 0) + count
        return _toast(both, self.sandwich)

    def without(self, removed: Mapping[Topping, int]) -> Toast:
        """The toast with less on it; the counts must be there."""
        left = {topping: count - removed.get(topping, 0) for topping, count in self.toppings.items()}
        return Toast({topping: count for topping, count in left.items() if count}, self.sandwich)

    def closed(self) -> Toast:
        """The toast as a sandwich."""
        return Toast(self.toppings, True)


BARE = Toast()
_toast = maker(Toast)


@dataclass(frozen=True, slots=True)
class Worth:
    """The four things that score, counted. ``bases`` are the toasts that score 1.

    >>> Worth(bases=1, singles=2, combos=1).points
    10
    """

    bases: int = 0
    singles: int = 0
    combos: int = 0
    sandwiches: int = 0

    @property
    def points(self) -> int:
        """1 for a base, 2 for a single, 5 for a combo, 3 for a sandwich."""
        return self.bases + 2 * self.singles + 5 * self.combos + 3 * self.sandwiches

    def __add__(self, other: Worth) -> Worth:
        return _worth(
            self.bases + other.bases,
            self.singles + other.singles,
            self.combos + other.combos,
            self.sandwiches + other.sandwiches,
        )


_worth = maker(Worth)


def combos_on(toast: Toast, options: ToastyOptions) -> int:
    """How many combos the toppings make. A combo uses up two toppings."""
    if not toast.toppings:
        return 0
    counts = [(toast.toppings.get(one, 0), toast.toppings.get(other, 0)) for one, other in PAIRS]
    if options.matching_pair_is_combo:
        found = sum((one + other) // 2 for one, other in counts)
    else:
        found = sum(min(pair) for pair in counts)
    return min(found, 1) if options.combos_per_toast == "one" else found


def worth_of(toast: Toast, options: ToastyOptions) -> Worth:
    """What one toast counts for.

    >>> worth_of(Toast({"bacon": 3, "egg": 1}), ToastyOptions())
    Worth(bases=1, singles=2, combos=1, sandwiches=0)
    """
    combos = combos_on(toast, options)
    singles = sum(toast.toppings.values()) - 2 * combos
    if toast.sandwich:
        return _worth(0, singles, combos, 1)
    return _worth(options.base_with_toppings if toast.toppings else 1, singles, combos, 0)


def worth_of_spread(toasts: Iterable[Toast], options: ToastyOptions) -> Worth:
    """What all toasts of a player count for.

    >>> worth_of_spread([Toast(), Toast({"jelly": 1}, sandwich=True)], ToastyOptions()).points
    6
    """
    return sum((worth_of(toast, options) for toast in toasts), Worth())
