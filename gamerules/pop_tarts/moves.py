"""What a player can do at the pop-tarts table, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from gamerules.pop_tarts.components import ActionKind, Bonus, Card, End

_STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class PointArrow:
    """Set-up: turn the arrow to one of the ends. The first player does it (open point PT2)."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    player: str
    end: End
    kind: Literal["arrow"] = "arrow"


@dataclass(frozen=True, slots=True)
class Play:
    """Step 1: an action card from the hand, with the two places it exchanges where it names any."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    player: str
    action: ActionKind
    places: tuple[int, int] | None = None
    kind: Literal["play"] = "play"


@dataclass(frozen=True, slots=True)
class Plate:
    """Step 2: take the front tart. ``card`` may say which one that is; None is whatever lies there."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    player: str
    card: Card | None = None
    kind: Literal["plate"] = "plate"


@dataclass(frozen=True, slots=True)
class Eat:
    """Step 3: one tart from the plate to the score pile."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    player: str
    card: Card
    kind: Literal["eat"] = "eat"


@dataclass(frozen=True, slots=True)
class Claim:
    """Step 3: an open bonus for tarts eaten this turn that no other bonus has used."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    player: str
    bonus: Bonus
    kind: Literal["claim"] = "claim"


@dataclass(frozen=True, slots=True)
class Discard:
    """The turn closes: throw one action card away."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    player: str
    action: ActionKind
    kind: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn closes: fill the hand, and on to the next player."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    player: str
    kind: Literal["end"] = "end"


Move = Annotated[PointArrow | Play | Plate | Eat | Claim | Discard | EndTurn, Field(discriminator="kind")]
MOVES = (PointArrow, Play, Plate, Eat, Claim, Discard, EndTurn)
