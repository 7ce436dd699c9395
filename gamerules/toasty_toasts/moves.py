"""The moves at a Toasty Toasts table, and how each reads as a play of a ``turn`` entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, StrictInt

from gamerules.toasty_toasts.components import FORM, TRADE_PRICE, Topping
from gamerules.toasty_toasts.deck import PLAIN, Card, Drawn
from gamerules.toasty_toasts.entries import Effect


@dataclass(frozen=True, slots=True)
class PutTopping:
    """One topping onto an own toast (numbered from 1)."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    player: str
    topping: Topping
    toast: StrictInt
    kind: Literal["topping"] = "topping"

    def as_play(self) -> dict[str, Any]:
        """As in records.md."""
        return {"topping": self.topping, "toast": self.toast}


@dataclass(frozen=True, slots=True)
class PutPair:
    """Two toppings, of a kind or partners, onto an own toast."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    player: str
    pair: tuple[Topping, Topping]
    toast: StrictInt
    kind: Literal["pair"] = "pair"

    def as_play(self) -> dict[str, Any]:
        """As in records.md."""
        return {"pair": list(self.pair), "toast": self.toast}


@dataclass(frozen=True, slots=True)
class PlayAction:
    """An action card with what it did, as the players read it from the card."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    player: str
    effects: tuple[Effect, ...] = ()
    kind: Literal["action"] = "action"

    def as_play(self) -> dict[str, Any]:
        """As in records.md."""
        return {"action": "action card", "effects": [effect.model_dump(exclude_none=True) for effect in self.effects]}


@dataclass(frozen=True, slots=True)
class Trade:
    """Two cards from the hand for a base toast."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    player: str
    cards: tuple[Card, ...]
    kind: Literal["trade"] = "trade"

    def as_play(self) -> dict[str, Any]:
        """As in records.md."""
        return {"trade": TRADE_PRICE}


@dataclass(frozen=True, slots=True)
class LayPlain:
    """A plain toast laid down as a toast of its own."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    player: str
    kind: Literal["plain-base"] = "plain-base"

    def as_play(self) -> dict[str, Any]:
        """As in records.md."""
        return {"plain-base": True}


@dataclass(frozen=True, slots=True)
class CloseSandwich:
    """A card from the hand laid on an own toast as a lid; only a plain toast will do."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    player: str
    toast: StrictInt
    lid: Card = PLAIN
    kind: Literal["sandwich"] = "sandwich"

    def as_play(self) -> dict[str, Any]:
        """As in records.md."""
        return {"sandwich": self.toast}


@dataclass(frozen=True, slots=True)
class Discard:
    """A card given up: at the hand check, or because an action card asks for it."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    player: str
    card: Card
    kind: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class Pass:
    """No more plays this turn."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    player: str
    kind: Literal["pass"] = "pass"


Play = PutTopping | PutPair | PlayAction | Trade | LayPlain | CloseSandwich
Move = Play | Discard | Pass | Drawn
Moves = Annotated[
    PutTopping | PutPair | PlayAction | Trade | LayPlain | CloseSandwich | Discard | Pass | Drawn,
    Field(discriminator="kind"),
]
"""All moves, and the card drawn, told apart by ``kind``."""
