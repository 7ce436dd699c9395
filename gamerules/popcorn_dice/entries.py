"""The lines that a popcorn dice sheet takes, as records.md writes them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StringConstraints, ValidationInfo, field_validator

from gamerules.popcorn_dice.components import Colour
from gamerules.sheets import PlayerEntry, Result, Ruled, Skip

__all__ = ["Counts", "Dice", "Entry", "Perfect", "Points", "Roll", "RollOff", "Rolls", "TURN_KINDS"]

Shown = Annotated[str, StringConstraints(strict=True, pattern=r"^[PDKB]+$")]
"""What the dice of one colour show, one letter a die."""
Popped = Annotated[str, StringConstraints(strict=True, pattern=r"^[PD]+$")]
TURN_KINDS = ("points", "counts", "dice", "rolls", "perfect", "skip")


class Points(PlayerEntry):
    """The points of a batch, 0 for a burnt one."""

    kind: Literal["points"] = "points"
    points: StrictInt
    ruled: Ruled | None = None


class Counts(PlayerEntry):
    """The final dice as counts; ``pairs`` is the number of colours with both dice popped."""

    kind: Literal["counts"] = "counts"
    pops: StrictInt
    doubles: StrictInt
    pairs: StrictInt
    burnt: StrictInt = 0


class Dice(PlayerEntry):
    """The final dice: what is popped by colour, and how many are burnt."""

    kind: Literal["dice"] = "dice"
    popped: dict[Colour, Popped]
    burnt: StrictInt = 0


class Roll(BaseModel):
    """One roll: every die that was in the bucket, and the cancels made with it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    faces: dict[Colour, Shown]
    cancel: list[tuple[Colour, Colour]] = []


class Rolls(PlayerEntry):
    """Every roll of the turn, in order; the turn stops after the last one."""

    kind: Literal["rolls"] = "rolls"
    rolls: list[Roll]


class Perfect(PlayerEntry):
    """A Perfect Pop, without its dice."""

    kind: Literal["perfect"] = "perfect"


class RollOff(PlayerEntry):
    """One tied player's four dice, as points or as faces."""

    kind: Literal["roll-off"] = "roll-off"
    faces: dict[Colour, Shown] | None = None
    points: StrictInt | None = Field(default=None, validate_default=True)
    ruled: Ruled | None = None

    @field_validator("points")
    @classmethod
    def _one_form(cls, points: int | None, seen: ValidationInfo) -> int | None:
        if "faces" in seen.data and (points is None) == (seen.data["faces"] is None):
            raise ValueError("a roll-off gives either its points or its faces")
        return points


Entry = Annotated[
    Points | Counts | Dice | Rolls | Perfect | RollOff | Skip | Result, Field(discriminator="kind")
]  # fmt: skip
