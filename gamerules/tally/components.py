"""The options of a tally sheet: what a group agrees about a game before it writes the first line."""

from __future__ import annotations

from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    StrictStr,
    ValidationInfo,
    field_validator,
)

from gamerules.games import Options, option
from gamerules.sheets import label_key
from gamerules.tally.amounts import in_units, parse_amount, places_of

__all__ = ["Amount", "Category", "Name", "TallyOptions", "names_apart", "write_amount"]


def _read_name(written: str) -> str:
    name = written.strip()
    if not 1 <= len(name) <= 100 or not name.isprintable():
        raise ValueError("a name has 1 to 100 printable characters")
    return name


Name = Annotated[StrictStr, AfterValidator(_read_name)]
"""What a category or a team is called."""


def write_amount(amount: object) -> object:
    """An amount as JSON: decimals as their digits in a string."""
    return format(amount, "f") if isinstance(amount, Decimal) else amount


Amount = Annotated[
    int | Decimal,
    PlainValidator(parse_amount, json_schema_input_type=int | str),
    PlainSerializer(write_amount, when_used="json"),
]
"""A JSON integer, or decimal digits in a string."""


class Category(BaseModel):
    """A line of the pad, such as "coins"; an amount under it counts ``multiplier`` times."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name
    multiplier: int = Field(1, ge=-1000, le=1000)


def names_apart(names: list[str]) -> None:
    """ValueError when two names are the same but for case, width or spaces."""
    seen: set[str] = set()
    for name in names:
        if label_key(name) in seen:
            raise ValueError(f"{name!r} stands here twice")
        seen.add(label_key(name))


def _players_apart(written: Any) -> Any:
    if isinstance(written, dict):
        names_apart([label for label in written if isinstance(label, str)])
    return written


class TallyOptions(Options):
    """What a group agrees about a game without a rule module."""

    title: str = option("", "The name of the game, shown above the sheet.", max_length=200)
    rounds: int | None = option(
        None,
        "Everybody has so many turns, then the play is over; without it there is no limit.",
        clauses=("tally/rounds",),
        ge=1,
        le=1000,
    )
    categories: list[Category] = option(
        [],
        "Points are entered by category, each with its multiplier; without any, points are plain numbers.",
        clauses=("tally/categories",),
        max_length=100,
    )
    direction: Literal["high", "low"] = option(
        "high", "Whether the highest or the lowest total wins.", clauses=("tally/direction",)
    )
    target: int | None = option(
        None,
        "The total that brings the end: above zero it is reached upwards, below zero downwards.",
        clauses=("tally/target",),
        ge=-(10**12),
        le=10**12,
    )
    target_ends: Literal["at-once", "finish-round"] = option(
        "at-once",
        "Whether the play stops the moment the target is reached or when everybody has had equally many turns.",
        clauses=("tally/target", "tally/last-round"),
        other=("at-once", "finish-round"),
    )
    step: Amount | None = option(
        None,
        "Every amount is a multiple of this; a step with decimals, such as '0.5', is what allows decimals.",
        clauses=("tally/step",),
    )
    minimum: Amount | None = option(None, "The smallest amount that may be written down.", clauses=("tally/minimum",))
    maximum: Amount | None = option(None, "The largest amount that may be written down.", clauses=("tally/maximum",))
    cooperative: bool = option(False, "The table wins or loses together.", clauses=("tally/cooperative",))
    teams: Annotated[dict[str, Name] | None, BeforeValidator(_players_apart)] = option(
        None, "Which team each player belongs to; players without one are on their own.", clauses=("tally/teams",)
    )
    tie: Literal["shared", "none"] = option(
        "shared", "Whether a tie for the best total is a shared win or nobody's.", clauses=("tally/tie",)
    )

    @cached_property
    def places(self) -> int:
        """How many decimal places amounts have."""
        return places_of(self.step)

    @field_validator("title")
    @classmethod
    def _printable_title(cls, title: str) -> str:
        if title and not title.isprintable():
            raise ValueError("a title is one line of printable text")
        return title.strip()

    @field_validator("categories")
    @classmethod
    def _categories_apart(cls, categories: list[Category]) -> list[Category]:
        names_apart([category.name for category in categories])
        return categories

    @field_validator("target")
    @classmethod
    def _target_is_away_from_the_start(cls, target: int | None) -> int | None:
        if target == 0:
            raise ValueError("everybody starts at 0, so 0 is no target")
        return target

    @field_validator("step")
    @classmethod
    def _step_is_positive(cls, step: int | Decimal | None) -> int | Decimal | None:
        if isinstance(step, Decimal) and not places_of(step):
            raise ValueError("a step without decimals is written as an integer")
        if step is not None and step <= 0:
            raise ValueError("a step is greater than 0")
        return step

    @field_validator("minimum", "maximum")
    @classmethod
    def _limit_fits_the_step(cls, limit: int | Decimal | None, info: ValidationInfo) -> int | Decimal | None:
        places = places_of(info.data.get("step"))
        if isinstance(limit, Decimal) and not places:
            raise ValueError("decimals are allowed only when step has them")
        if limit is not None and in_units(limit, places) is None:
            raise ValueError(f"step has {places} decimal places, this has more")
        return limit

    @field_validator("maximum")
    @classmethod
    def _limits_leave_room(cls, maximum: int | Decimal | None, info: ValidationInfo) -> int | Decimal | None:
        minimum = info.data.get("minimum")
        if maximum is not None and minimum is not None and maximum < minimum:
            raise ValueError(f"the maximum {maximum} is below the minimum {minimum}")
        return maximum
