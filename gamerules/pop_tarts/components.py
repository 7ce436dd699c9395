"""Flavours, cards, bonuses, decks and options of pop-tarts: what the box holds, and what we had to assume of it.

The rulebook prints neither the values on the tarts nor the make-up of the decks. ``DEFAULT_VALUES``,
``ACTION_DECK`` and ``BONUS_DECK`` are stated assumptions (open point PT22); only the simulation rests on the decks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field

from gamerules.games import Options, option

Flavour = Literal["cherry", "wild-berry", "chocolate-fudge", "cookies-and-creme", "brown-sugar-cinnamon"]
End = Literal["toaster", "freezer"]
Card = Literal[
    "cherry/toasted",
    "cherry/frozen",
    "wild-berry/toasted",
    "wild-berry/frozen",
    "chocolate-fudge/toasted",
    "chocolate-fudge/frozen",
    "cookies-and-creme/toasted",
    "cookies-and-creme/frozen",
    "brown-sugar-cinnamon/toasted",
    "brown-sugar-cinnamon/frozen",
]
ActionKind = Literal["swap-ends", "swap-two-apart", "flip-arrow", "swap-neighbours"]

FLAVOURS: tuple[Flavour, ...] = get_args(Flavour)
ENDS: tuple[End, ...] = get_args(End)
CARDS: tuple[Card, ...] = get_args(Card)
ACTION_KINDS: tuple[ActionKind, ...] = get_args(ActionKind)
SIDES: Mapping[str, str] = {"toaster": "toasted", "freezer": "frozen"}

LINE_LENGTH = 7
TARTS = 60
REFILLS = TARTS - LINE_LENGTH
HAND = 3
PLATE = 4
ROW = 3
BONUS_POINTS = 5
BONUSES_IN_A_TURN = 2
SEATS = range(2, 7)

DEFAULT_VALUES: Mapping[Flavour, int] = {
    "cherry": 2,
    "wild-berry": 3,
    "chocolate-fudge": 2,
    "cookies-and-creme": 1,
    "brown-sugar-cinnamon": 1,
}
HIGHEST_VALUE = 20
"""The largest value that the option ``values`` takes; no turn of any box can give more than five of these."""


def flavour_of(card: str) -> str:
    """The flavour of a plated card.

    >>> flavour_of("wild-berry/frozen")
    'wild-berry'
    """
    return card.partition("/")[0]


def card_name(card: str) -> str:
    """A card or flavour as the table says it.

    >>> card_name("wild-berry/frozen"), card_name("cookies-and-creme")
    ('frozen wild berry', 'cookies and creme')
    """
    flavour, _, side = card.partition("/")
    return f"{side} {flavour.replace('-', ' ')}".strip()


def _bonus_form(shown: tuple[str, ...]) -> tuple[str, ...]:
    cards = sum("/" in item for item in shown)
    if (len(shown), cards) not in {(2, 2), (3, 0)}:
        raise ValueError("a bonus shows either two cards, such as cherry/toasted, or three flavours")
    return shown


Bonus = Annotated[tuple[Literal[Card, Flavour], ...], AfterValidator(_bonus_form)]
"""What a bonus card shows: two cards or three flavours, in any order."""


def bonus_key(bonus: tuple[str, ...]) -> tuple[str, ...]:
    """What two bonuses are compared by: the order of what they show means nothing."""
    return tuple(sorted(bonus))


def bonus_name(bonus: tuple[str, ...]) -> str:
    """A bonus as the table says it.

    >>> bonus_name(("cherry/toasted", "chocolate-fudge/frozen"))
    'toasted cherry + frozen chocolate fudge'
    """
    return " + ".join(card_name(item) for item in bonus)


class TartOptions(Options):
    """The options of a play of pop-tarts (records.md)."""

    target: int = option(
        30, "How many points set off the end.", clauses=("pop-tarts/goal", "pop-tarts/end-trigger"), ge=1, le=1000
    )
    values: dict[Flavour, Annotated[int, Field(ge=1, le=HIGHEST_VALUE)]] = option(
        {},
        "The points printed on the tarts of your box. What is left out counts as cherry 2, wild-berry 3,"
        " chocolate-fudge 2, cookies-and-creme 1, brown-sugar-cinnamon 1. Until you give some, a points line"
        " beyond these values is warned about, not refused.",
        point="PT22",
        clauses=("pop-tarts/eat-points",),
    )
    two_spaces: int = option(
        2,
        "What two spaces apart means: 2 = one tart between the two, 3 = two tarts between them.",
        point="PT1",
        clauses=("pop-tarts/swap-two-apart",),
        other=(2, 3),
        ge=2,
        le=3,
    )
    bonus_refill: Literal["at-once", "end-of-turn"] = option(
        "at-once",
        "When a won bonus is replaced: at once, so that the new one can still be won this turn, or when the turn ends.",
        point="PT6",
        clauses=("pop-tarts/bonus-replace",),
        other=("at-once", "end-of-turn"),
    )

    @property
    def values_given(self) -> bool:
        """Whether somebody entered values from the box, if only some of them."""
        return bool(self.values)

    @property
    def card_values(self) -> dict[str, int]:
        """Flavour → points, what was not given filled from the defaults."""
        return {flavour: self.values.get(flavour, usual) for flavour, usual in DEFAULT_VALUES.items()}


ACTION_DECK: Mapping[ActionKind, int] = {
    "swap-ends": 11,
    "swap-two-apart": 11,
    "flip-arrow": 11,
    "swap-neighbours": 12,
}
"""45 action cards. Their split over the four kinds is not public; this is as even as 45 allows."""

TART_DECK: Mapping[Flavour, int] = dict.fromkeys(FLAVOURS, TARTS // len(FLAVOURS))
"""60 tarts. Copies per flavour are not public; twelve of each is the even split."""

BONUS_DECK: tuple[tuple[str, ...], ...] = (
    ("cherry/toasted", "wild-berry/frozen"),
    ("wild-berry/toasted", "chocolate-fudge/frozen"),
    ("chocolate-fudge/toasted", "cookies-and-creme/frozen"),
    ("cookies-and-creme/toasted", "brown-sugar-cinnamon/frozen"),
    ("brown-sugar-cinnamon/toasted", "cherry/frozen"),
    ("cherry/toasted", "chocolate-fudge/frozen"),
    ("wild-berry/toasted", "cookies-and-creme/frozen"),
    ("chocolate-fudge/toasted", "brown-sugar-cinnamon/frozen"),
    ("cookies-and-creme/toasted", "cherry/frozen"),
    ("brown-sugar-cinnamon/toasted", "wild-berry/frozen"),
    ("cherry", "wild-berry", "chocolate-fudge"),
    ("wild-berry", "chocolate-fudge", "cookies-and-creme"),
    ("chocolate-fudge", "cookies-and-creme", "brown-sugar-cinnamon"),
    ("cookies-and-creme", "brown-sugar-cinnamon", "cherry"),
    ("brown-sugar-cinnamon", "cherry", "wild-berry"),
)
"""15 bonus cards. The real list is not public: here every pair of flavours once, each card twice, and five triples."""
