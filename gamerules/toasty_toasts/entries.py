"""The entries a Toasty Toasts sheet takes, as models: three ways to close, a turn, and the shared kinds."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StrictBool,
    Tag,
    model_validator,
)

from gamerules.sheets import Amount, Label, PlayerEntry, Result, Ruled, Skip, Text
from gamerules.toasty_toasts.components import TRADE_PRICE, Toast, Topping

Counts = dict[Topping, Annotated[Amount, Field(ge=1)]]
"""Topping → how many, at least one of each named."""


class Final(PlayerEntry):
    """Final points, counted at the table."""

    kind: Literal["final"] = "final"
    points: Amount
    ruled: Ruled | None = None


class Tally(PlayerEntry):
    """How many of each scoring item; ``bases`` are the toasts that score 1."""

    kind: Literal["tally"] = "tally"
    bases: Amount
    singles: Amount
    combos: Amount
    sandwiches: Amount


class _Part(BaseModel):
    """A piece of an entry: strict, frozen, nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ToastShown(_Part):
    """One toast of a final spread."""

    toppings: Counts
    sandwich: StrictBool = False

    def as_toast(self) -> Toast:
        """The same as the module's own toast, toppings in their usual order."""
        return Toast({}, self.sandwich).with_added(self.toppings)


class Toasts(PlayerEntry):
    """A player's spread, toast by toast."""

    kind: Literal["toasts"] = "toasts"
    toasts: list[ToastShown]


class ToastEffect(_Part):
    """An action card puts toppings on a toast, or takes them off."""

    player: Label
    toast: Amount
    add: Counts | None = None
    remove: Counts | None = None

    @model_validator(mode="after")
    def _either(self) -> ToastEffect:
        if (self.add is None) == (self.remove is None):
            raise ValueError("an effect on a toast has either add or remove")
        return self


class HandEffect(_Part):
    """An action card makes somebody draw or discard."""

    player: Label
    draw: Amount | None = None
    discard: Amount | None = None

    @model_validator(mode="after")
    def _either(self) -> HandEffect:
        if (self.draw is None) == (self.discard is None):
            raise ValueError("an effect on a hand has either draw or discard")
        return self


def _effect_tag(raw: Any) -> str:
    on_toast = isinstance(raw, ToastEffect) or (isinstance(raw, dict) and {"toast", "add", "remove"} & raw.keys())
    return "[toast]" if on_toast else "[hand]"


Effect = Annotated[
    Annotated[ToastEffect, Tag("[toast]")] | Annotated[HandEffect, Tag("[hand]")], Discriminator(_effect_tag)
]


class ToppingPlay(_Part):
    """One topping onto an own toast."""

    cost: ClassVar[int] = 1
    cards: ClassVar[int] = 1

    topping: Topping
    toast: Amount


class PairPlay(_Part):
    """Two toppings at once onto an own toast."""

    cost: ClassVar[int] = 1
    cards: ClassVar[int] = 2

    pair: Annotated[list[Topping], Field(min_length=2, max_length=2)]
    toast: Amount


class ActionPlay(_Part):
    """An action card; ``effects`` left out means that nobody wrote down what it did."""

    cost: ClassVar[int] = 1
    cards: ClassVar[int] = 1

    action: Annotated[Text, Field(max_length=500)]
    effects: list[Effect] | None = None


class TradePlay(_Part):
    """Cards from the hand for a base toast; ``trade`` is how many were given."""

    cost: ClassVar[int] = 1
    cards: ClassVar[int] = TRADE_PRICE

    trade: Amount


def _only_true(value: bool) -> bool:
    if not value:
        raise ValueError("plain-base is true; leave the play out otherwise")
    return value


class PlainBasePlay(_Part):
    """A plain toast laid down as a toast of its own."""

    cost: ClassVar[int] = 1
    cards: ClassVar[int] = 1

    plain_base: Annotated[StrictBool, AfterValidator(_only_true), Field(alias="plain-base")]


class SandwichPlay(_Part):
    """A plain toast laid on an own toast; it takes both plays of the turn."""

    cost: ClassVar[int] = 2
    cards: ClassVar[int] = 1

    sandwich: Amount


_PLAYS: dict[str, type[_Part]] = {
    "topping": ToppingPlay,
    "pair": PairPlay,
    "action": ActionPlay,
    "trade": TradePlay,
    "plain-base": PlainBasePlay,
    "sandwich": SandwichPlay,
}


def _play_tag(raw: Any) -> str | None:
    if isinstance(raw, dict):
        return next((f"[{name}]" for name in _PLAYS if name in raw), None)
    return next((f"[{name}]" for name, model in _PLAYS.items() if isinstance(raw, model)), None)


Play = Annotated[
    Annotated[ToppingPlay, Tag("[topping]")]
    | Annotated[PairPlay, Tag("[pair]")]
    | Annotated[ActionPlay, Tag("[action]")]
    | Annotated[TradePlay, Tag("[trade]")]
    | Annotated[PlainBasePlay, Tag("[plain-base]")]
    | Annotated[SandwichPlay, Tag("[sandwich]")],
    Discriminator(
        _play_tag,
        custom_error_type="play",
        custom_error_message="a play has one of topping, pair, action, trade, plain-base, sandwich",
    ),
]


class Turn(PlayerEntry):
    """One turn. ``drew`` leaves out the Time to Eat card itself."""

    kind: Literal["turn"] = "turn"
    drew: Amount
    time_to_eat: StrictBool = False
    plays: list[Play]
    discarded: Amount = 0


Closing = Final | Tally | Toasts
Entry = Annotated[Final | Tally | Toasts | Turn | Skip | Result, Field(discriminator="kind")]
