"""A card drawn from a shuffled deck: every draw is a chance of its own, so no shuffle has to be listed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Draw:
    """One card off a deck: ``cards`` are the kinds in it, ``counts`` how many there are of each."""

    cards: tuple[Any, ...]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, deck: Iterable[Any]) -> Draw:
        """A draw from a deck given card by card; equal cards are merged."""
        held = Counter(deck)
        return cls(tuple(held), tuple(held.values()))

    def sample(self, rng: random.Random) -> Any:
        """One card, each in the deck equally likely."""
        left = int(rng.random() * sum(self.counts))
        for place, count in enumerate(self.counts):
            left -= count
            if left < 0:
                return self.cards[place]
        raise IndexError("nothing to draw from an empty deck")

    def contains(self, outcome: Any) -> bool:
        """Whether the deck holds this card."""
        return outcome in self.cards and self.counts[self.cards.index(outcome)] > 0

    def classes(self) -> Iterator[tuple[Any, float]]:
        """Each kind of card with its probability."""
        cards = sum(self.counts)
        return ((card, count / cards) for card, count in zip(self.cards, self.counts, strict=True) if count)


def less(counts: tuple[int, ...], kinds: tuple[Any, ...], kind: Any) -> tuple[int, ...]:
    """The counts of a deck, by kind, after one card was taken from it."""
    place = kinds.index(kind)
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


def more(counts: tuple[int, ...], kinds: tuple[Any, ...], kind: Any) -> tuple[int, ...]:
    """The counts of a deck, by kind, after one card was added to it."""
    place = kinds.index(kind)
    return (*counts[:place], counts[place] + 1, *counts[place + 1 :])
