"""The lines of a tally sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    Field,
    PlainSerializer,
    StrictBool,
    StrictInt,
    StrictStr,
    WrapValidator,
    model_validator,
)

from gamerules.sheets import ByLabel, EntryModel, Labels, PlayerEntry, Ruled
from gamerules.tally.amounts import evaluate_sum, parse_amount
from gamerules.tally.components import Amount, Name, names_apart, write_amount

__all__ = ["End", "Points", "Row", "TallyEntry", "TallyResult"]


def _is_a_sum(text: str) -> str:
    evaluate_sum(text)
    return text


SumText = Annotated[StrictStr, Field(min_length=1, max_length=200), AfterValidator(_is_a_sum)]
"""Numbers with + and − between them."""


def _read_score(written: Any, by_category: Callable[[Any], dict[str, int | Decimal]]) -> Any:
    if not isinstance(written, dict):
        return parse_amount(written)
    names_apart([name for name in written if isinstance(name, str)])
    return by_category(written)


def _write_score(score: Any) -> Any:
    if isinstance(score, Mapping):
        return {name: write_amount(amount) for name, amount in score.items()}
    return write_amount(score)


Score = Annotated[
    dict[Name, Amount],
    WrapValidator(_read_score, json_schema_input_type=int | str | dict[str, int | str]),
    PlainSerializer(_write_score, when_used="json"),
]
"""An amount, or category → amount."""


class Points(PlayerEntry):
    """One player's points for the turn or round; ``sum`` is how they were added up."""

    kind: Literal["points"] = "points"
    points: Amount
    sum: SumText | None = None
    ruled: Ruled | None = None


class Row(EntryModel):
    """A whole round at once: label → points, or label → category → points."""

    kind: Literal["row"] = "row"
    scores: Annotated[ByLabel[Score], Field(min_length=1)]


class End(EntryModel):
    """The table says that the play is over."""

    kind: Literal["end"] = "end"


class TallyResult(EntryModel):
    """Only the outcome is known: who won, the ranks, or whether a cooperative table won."""

    kind: Literal["result"] = "result"
    winners: Labels | None = None
    ranks: ByLabel[Annotated[StrictInt, Field(ge=1, le=1000)]] | None = None
    won: StrictBool | None = None
    points: ByLabel[Amount] | None = None

    @model_validator(mode="after")
    def _says_one_thing(self) -> TallyResult:
        if sum(said is not None for said in (self.winners, self.ranks, self.won)) != 1:
            raise ValueError("a result has one of winners, ranks and won")
        return self


TallyEntry = Annotated[Points | Row | End | TallyResult, Field(discriminator="kind")]
