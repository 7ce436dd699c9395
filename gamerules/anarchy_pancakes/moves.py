"""What happens at an Anarchy Pancakes table: matches, draws, cards turned up, and the log of a finished round."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, StrictBool

from gamerules.anarchy_pancakes.components import CardId, Icon

__all__ = ["Draw", "Drawn", "Match", "PancakeMove", "RoundLog", "TurnUp"]


@dataclass(frozen=True, slots=True)
class Match:
    """The pile under ``card`` goes onto the pile under ``onto``; ``topping`` is what was called, if anything."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    player: str
    card: CardId
    onto: CardId
    topping: Icon | None = None
    kind: Literal["match"] = "match"

    def __str__(self) -> str:
        called = f" ({self.topping})" if self.topping else ""
        return f"{self.player}: {self.card} onto {self.onto}{called}"

    def as_record(self) -> dict[str, Any]:
        """The move as a ``matches`` entry writes it."""
        called = {"topping": self.topping} if self.topping else {}
        return {"player": self.player, "card": self.card, "onto": self.onto, **called}


@dataclass(frozen=True, slots=True)
class Draw:
    """A player asks for a card of the draw pile: for want of a match, or as the ``penalty`` for a wrong one."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    player: str
    penalty: StrictBool = False
    kind: Literal["draw"] = "draw"

    def __str__(self) -> str:
        return f"{self.player}: draw{' after a wrong match' if self.penalty else ''}"


@dataclass(frozen=True, slots=True)
class Drawn:
    """The card that a draw brought."""

    player: str
    draw: str
    kind: Literal["drawn"] = "drawn"

    def as_record(self) -> dict[str, Any]:
        """The draw as a ``matches`` entry writes it."""
        return {"player": self.player, "draw": self.draw}


PancakeMove = Annotated[Match | Draw, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class TurnUp:
    """One card is about to be turned up, each of ``cards`` being equally likely."""

    cards: tuple[str, ...]

    def sample(self, rng: random.Random) -> str:
        """One of the cards."""
        return self.cards[int(rng.random() * len(self.cards))]

    def contains(self, outcome: object) -> bool:
        """Whether this card can come up."""
        return outcome in self.cards

    def classes(self) -> Iterator[tuple[str, float]]:
        """Every card with its probability."""
        share = 1 / len(self.cards)
        return ((card, share) for card in self.cards)


@dataclass(frozen=True, slots=True)
class RoundLog:
    """A finished round. ``winner`` is the seat that took the slab, None for a void round; ``hands`` may be unknown."""

    winner: int | None
    piles: tuple[int, ...]
    draws: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    community: str
    moves: tuple[Match | Drawn, ...]
    is_deadlock: bool = False
    is_drawn_out: bool = False

    def as_entry(self, players: tuple[str, ...], level: str) -> dict[str, Any]:
        """The line of the score sheet at this level; a round whose deal is unknown is told by its piles."""
        if level == "matches" and self.hands:
            deal = {label: list(hand) for label, hand in zip(players, self.hands, strict=True)}
            moves = [move.as_record() for move in self.moves]
            return {"kind": "matches", "deal": deal, "community": self.community, "moves": moves}
        if self.winner is None:
            return {"kind": "void-round"}
        entry = {"kind": "round", "winner": players[self.winner]}
        return entry if level == "round" else entry | self._piles_and_draws(players)

    def _piles_and_draws(self, players: tuple[str, ...]) -> dict[str, Any]:
        piles = dict(zip(players, self.piles, strict=True))
        draws = {label: drawn for label, drawn in zip(players, self.draws, strict=True) if drawn}
        return {"piles": piles, "draws": draws} if draws else {"piles": piles}
