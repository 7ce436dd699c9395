"""The piles a simulated game is played with.

The publisher's card list is not public (games.md 1.3), so these counts are an assumption, kept here as data:
six of each topping, eight plain toasts and ten action cards make 66, which leaves 60 for two players, 57 for
three and 54 for four after the deal. Nothing on a score sheet rests on them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal, get_args

from pydantic import ConfigDict

from gamerules.toasty_toasts.components import DEALT_CARDS, FORM, TOPPINGS, Topping

Card = Literal[
    "peanut-butter", "jelly", "bacon", "egg", "tomato", "avocado", "choco-spread", "banana", "plain-toast", "action"
]  # fmt: skip
Shown = Card | Literal["time-to-eat"]
"""What drawing a card can show."""
CARDS: tuple[Card, ...] = get_args(Card)
PLAIN: Card = "plain-toast"
ACTION_CARD: Card = "action"
TIME_TO_EAT: Literal["time-to-eat"] = "time-to-eat"

BASE_TOASTS = 24
DRAW_PILE: dict[Card, int] = {**dict.fromkeys(TOPPINGS, 6), PLAIN: 8, ACTION_CARD: 10}
PILE_SIZE = sum(DRAW_PILE.values())


def cards_after_deal(seats: int) -> int:
    """Cards left in the draw pile once everybody has three, Time to Eat not counted.

    >>> cards_after_deal(2), cards_after_deal(4)
    (60, 54)
    """
    return PILE_SIZE - DEALT_CARDS * seats


@cache
def cards_before_time_to_eat(seats: int) -> int:
    """How many cards certainly lie above Time to Eat: all but the lowest third, or quarter with four players.

    >>> cards_before_time_to_eat(3), cards_before_time_to_eat(4)
    (38, 41)
    """
    left = cards_after_deal(seats)
    return left - left // (4 if seats >= 4 else 3)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card has been drawn: the outcome of the chance that was due."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    card: Shown
    kind: Literal["drawn"] = "drawn"


DRAWN: dict[Shown, Drawn] = {card: Drawn(card) for card in (*CARDS, TIME_TO_EAT)}
"""The outcomes there are: the same ones come in every game."""


@dataclass(frozen=True, slots=True)
class NextCard:
    """The draw that is due: every card left is equally likely, Time to Eat among them once it can come."""

    pile: dict[Card, int]
    time_to_eat: bool

    def sample(self, rng: random.Random) -> Drawn:
        """One card, each copy equally likely."""
        place = int(rng.random() * (sum(self.pile.values()) + self.time_to_eat))
        for card, count in self.pile.items():
            place -= count
            if place < 0:
                return DRAWN[card]
        return DRAWN[TIME_TO_EAT]

    def contains(self, outcome: object) -> bool:
        """Whether this card can come."""
        if not isinstance(outcome, Drawn):
            return False
        return self.time_to_eat if outcome.card == TIME_TO_EAT else self.pile.get(outcome.card, 0) > 0

    def classes(self) -> Iterator[tuple[Drawn, float]]:
        """Each kind of card with its probability."""
        left = sum(self.pile.values()) + self.time_to_eat
        for card, count in self.pile.items():
            if count:
                yield Drawn(card), count / left
        if self.time_to_eat:
            yield Drawn(TIME_TO_EAT), 1 / left


def is_topping(card: str) -> bool:
    """Whether the card is a topping rather than toast or action."""
    return card not in (PLAIN, ACTION_CARD)


__all__ = [
    "ACTION_CARD", "BASE_TOASTS", "CARDS", "Card", "DRAW_PILE", "Drawn", "NextCard", "PILE_SIZE", "PLAIN", "Shown",
    "TIME_TO_EAT", "Topping", "cards_after_deal", "cards_before_time_to_eat", "is_topping",
]  # fmt: skip
