"""The lines of a pop-tarts sheet as they are written in a record (records.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, model_validator

from gamerules.pop_tarts.components import ACTION_KINDS, ActionKind, Bonus, Card, End, Flavour
from gamerules.sheets import PlayerEntry, Result, Ruled, Skip

Places = tuple[StrictInt, StrictInt]


def _only_true(value: object) -> object:
    """Pydantic takes 1 for the literal true; records.md does not."""
    if value is not True:
        raise ValueError("this action has no places to name; write true")
    return value


Yes = Annotated[Literal[True], BeforeValidator(_only_true)]


class PointsEntry(PlayerEntry):
    """A turn as its points in all, and how many bonus cards were taken."""

    kind: Literal["points"] = "points"
    points: StrictInt
    bonuses: StrictInt = 0
    ruled: Ruled | None = None


class CardsEntry(PlayerEntry):
    """A turn by its cards: what was plated, eaten and won."""

    kind: Literal["cards"] = "cards"
    plated: Card
    eaten: tuple[Card, ...] = ()
    bonuses: tuple[Bonus, ...] = ()


class Action(BaseModel):
    """One action card as played: an object with exactly one of the four kinds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    swap_ends: Yes | None = Field(None, alias="swap-ends")
    swap_two_apart: Places | None = Field(None, alias="swap-two-apart")
    flip_arrow: Yes | None = Field(None, alias="flip-arrow")
    swap_neighbours: Places | None = Field(None, alias="swap-neighbours")

    @model_validator(mode="after")
    def _exactly_one(self) -> Action:
        fields = list(self.model_fields_set)
        if len(fields) != 1 or getattr(self, fields[0]) is None:
            raise ValueError(f"an action is one of {', '.join(ACTION_KINDS)}")
        return self

    @property
    def kind(self) -> ActionKind:
        """Which of the four kinds it is."""
        if self.flip_arrow:
            return "flip-arrow"
        if self.swap_ends:
            return "swap-ends"
        return "swap-two-apart" if self.swap_two_apart else "swap-neighbours"

    @property
    def places(self) -> Places | None:
        """The two places it names, if its kind names any."""
        return self.swap_two_apart or self.swap_neighbours


class MovesEntry(CardsEntry):
    """A whole turn, action by action; needs the record's setup."""

    kind: Literal["moves"] = "moves"  # type: ignore[assignment]  # a tag of its own: it stands in no union for cards
    play: tuple[Action, ...] = ()
    refill: Flavour | None = None
    new_bonuses: tuple[Bonus, ...] = ()


class Setup(BaseModel):
    """How the table looked before the first turn: the row from place 1 to 7, the arrow, the open bonuses."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    line: tuple[Flavour, ...]
    arrow: End
    bonuses: tuple[Bonus, ...] = ()


Entry = Annotated[PointsEntry | CardsEntry | MovesEntry | Skip | Result, Field(discriminator="kind")]
