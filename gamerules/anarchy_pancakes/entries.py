"""The lines of an Anarchy Pancakes sheet. A round belongs to the whole table, so no line has a ``player``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, model_validator

from gamerules.anarchy_pancakes.components import CardId, Icon
from gamerules.sheets import ByLabel, EntryModel, Label, Result

__all__ = ["Matches", "Move", "PancakeEntry", "Round", "VoidRound"]


class Round(EntryModel):
    """A round by its winner; ``piles`` left in front of each player and cards drawn may be added."""

    kind: Literal["round"] = "round"
    winner: Label
    piles: ByLabel[StrictInt] | None = None
    draws: ByLabel[StrictInt] | None = None


class VoidRound(EntryModel):
    """A round that nobody finished: no butter."""

    kind: Literal["void-round"] = "void-round"


class Move(BaseModel):
    """A match, naming the top cards of both piles and perhaps the topping called, or a card drawn."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    player: Label
    card: CardId | None = None
    onto: CardId | None = None
    topping: Icon | None = None
    draw: CardId | None = None

    @model_validator(mode="after")
    def _is_match_or_draw(self) -> Move:
        is_match = self.card is not None and self.onto is not None
        given = self.model_fields_set & {"card", "onto", "topping"}
        if is_match is (self.draw is not None) or (self.draw is not None and given):
            raise ValueError("a move is a match with card and onto, or a draw with the card drawn")
        return self


class Matches(EntryModel):
    """A round match by match: the deal, the community card, and every move in the order it happened."""

    kind: Literal["matches"] = "matches"
    deal: ByLabel[list[CardId]]
    community: CardId
    moves: list[Move]


PancakeEntry = Annotated[Round | VoidRound | Matches | Result, Field(discriminator="kind")]
