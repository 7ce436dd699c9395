"""The cards of Anarchy Pancakes, and the options a table may agree on.

Which toppings share a card is not public. The module's own deck is the projective plane of order 5, where
any two six-topping cards share exactly one topping; no rule here depends on that, and a record may bring
the deck of its own box.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictStr

from gamerules.games import Options, option

__all__ = [
    "CARDS_DEALT", "DECK", "ICONS", "ICON_BITS", "MOST_PLAYERS", "ONES", "ONES_DEALT", "SIXES", "SIXES_DEALT", "CardId",
    "Icon", "PancakeOptions", "PancakeSetup", "draw_pile_size", "masks_of",
]  # fmt: skip

ORDER = 31
DIFFERENCE_SET = (0, 1, 3, 8, 12, 18)
ONES_DEALT, SIXES_DEALT = 2, 5
CARDS_DEALT = ONES_DEALT + SIXES_DEALT
MOST_PLAYERS = (ORDER - 1) // SIXES_DEALT

ICONS = tuple(f"i{number}" for number in range(1, ORDER + 1))
SIXES = tuple(f"S{number}" for number in range(1, ORDER + 1))
ONES = tuple(f"O{number}" for number in range(1, ORDER + 1))


def _projective_plane() -> dict[str, tuple[str, ...]]:
    """Card Sk carries the icons (k - 1 + d) mod 31 + 1 for d in the difference set; Ok carries icon k."""
    sixes = {f"S{k + 1}": tuple(ICONS[(k + d) % ORDER] for d in DIFFERENCE_SET) for k in range(ORDER)}
    return sixes | {f"O{k + 1}": (ICONS[k],) for k in range(ORDER)}


DECK: Mapping[str, tuple[str, ...]] = MappingProxyType(_projective_plane())
"""Card id → icons: the module's own deck."""


def draw_pile_size(players: int) -> int:
    """Cards in the draw pile when play begins, the community card turned.

    >>> [draw_pile_size(players) for players in range(2, 7)]
    [20, 15, 10, 5, 0]
    """
    return ORDER - 1 - SIXES_DEALT * players


ICON_BITS: Mapping[str, int] = MappingProxyType({icon: 1 << number for number, icon in enumerate(ICONS)})
"""Icon → its bit in the masks of cards."""


def _masks(cards: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    return {card: sum(ICON_BITS[icon] for icon in icons) for card, icons in cards.items()}


OWN_MASKS = _masks(DECK)


@lru_cache(maxsize=64)
def _masks_of_pairs(cards: tuple[tuple[str, tuple[str, ...]], ...]) -> Mapping[str, int]:
    return _masks(dict(cards))


def masks_of(cards: tuple[tuple[str, tuple[str, ...]], ...] | None) -> Mapping[str, int]:
    """Card id → its icons as bits, for a record's own deck or (None) the module's: cards match when bits meet.

    >>> masks_of(None)["O1"], masks_of(None)["S1"] & masks_of(None)["S2"]
    (1, 2)
    """
    return OWN_MASKS if cards is None else _masks_of_pairs(cards)


def _is_card(card: str) -> str:
    if card not in DECK:
        raise ValueError("a card is one of S1 to S31 (six toppings) and O1 to O31 (one topping)")
    return card


def _is_icon(icon: str) -> str:
    if icon not in ICONS:
        raise ValueError("a topping is one of i1 to i31")
    return icon


CardId = Annotated[StrictStr, AfterValidator(_is_card)]
Icon = Annotated[StrictStr, AfterValidator(_is_icon)]


def _have_their_toppings(cards: dict[str, list[str]]) -> dict[str, list[str]]:
    for card, icons in cards.items():
        expected = 6 if card[0] == "S" else 1
        if len(icons) != expected or len(set(icons)) != expected:
            raise ValueError(f"{card} has {expected} different topping{'s' if expected > 1 else ''}")
    return cards


class PancakeSetup(BaseModel):
    """The deck of the box that was played with: card id → its toppings. Only cards that came up need be named."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cards: Annotated[dict[CardId, list[Icon]], Field(min_length=1), AfterValidator(_have_their_toppings)]


class PancakeOptions(Options):
    """What a table may agree on before the first round."""

    slabs: int = option(
        2,
        "How many slabs of butter win the game.",
        clauses=("anarchy-pancakes/win",),
        ge=1,
        le=5,
    )
    wrong_match: Literal["take-back", "draw-one"] = option(
        "take-back",
        "Whether a card placed wrongly is only taken back, or its player also draws a card.",
        point="AP4",
        clauses=("anarchy-pancakes/match", "anarchy-pancakes/draw"),
        other=("take-back", "draw-one"),
    )
    draw_with_match: Literal["allowed", "violation"] = option(
        "allowed",
        "Whether drawing is open to everybody, or only to players who have no match.",
        point="AP8",
        clauses=("anarchy-pancakes/draw",),
        other=("allowed", "violation"),
    )
    deadlock: Literal["void", "fewest-piles"] = option(
        "void",
        "Whether a round in which nobody can match or draw is dealt again or goes to the strictly fewest piles.",
        point="AP10",
        clauses=("anarchy-pancakes/goal", "anarchy-pancakes/round-win"),
        other=("void", "fewest-piles"),
    )
