"""The cards of one round as they lie: piles in front of the players, the community pile, the draw pile.

Sheet and table both judge matches and draws here, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

from gamerules.anarchy_pancakes.clauses import (
    CALL,
    CONTENTS,
    DRAW,
    DRAW_PILE,
    MATCH,
    NOT_OWN,
    STACK_PERMANENT,
    STACK_TOP,
)
from gamerules.anarchy_pancakes.components import ICON_BITS
from gamerules.clauses import Finding
from gamerules.making import maker

__all__ = ["Pile", "Spread"]

Pile = tuple[str, ...]
"""Card ids from the bottom to the top."""
MIDDLE = -1
"""The seat number that stands for the community pile."""


def _place(piles: tuple[Pile, ...], top: str) -> int:
    """Where among the piles the one with this top card lies; -1 when there is none."""
    for place, pile in enumerate(piles):
        if pile[-1] == top:
            return place
    return -1


@dataclass(frozen=True, slots=True)
class Spread:
    """``fronts`` holds the piles in front of each seat; ``draw_pile`` what may still be drawn, in no order."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    fronts: tuple[tuple[Pile, ...], ...]
    community: Pile
    draw_pile: tuple[str, ...] = ()

    # Where cards lie

    def seat_of_top(self, card: str) -> int | None:
        """The seat (-1: the middle) in front of which the card lies on top of a pile; None when it does not."""
        if self.community and self.community[-1] == card:
            return MIDDLE
        return next((seat for seat, piles in enumerate(self.fronts) if _place(piles, card) >= 0), None)

    def seat_of(self, card: str) -> int | None:
        """The seat (-1: the middle) in front of which the card lies, buried or on top; None when it does not."""
        if card in self.community:
            return MIDDLE
        return next((seat for seat, piles in enumerate(self.fronts) for pile in piles if card in pile), None)

    def tops_of(self, seat: int) -> Iterator[str]:
        """The top cards in front of a seat."""
        return (pile[-1] for pile in self.fronts[seat])

    def targets_of(self, seat: int) -> Iterator[str]:
        """The top cards that this seat may play onto if a topping fits."""
        for other, piles in enumerate(self.fronts):
            if other != seat:
                yield from (pile[-1] for pile in piles)
        if self.community:
            yield self.community[-1]

    @property
    def out(self) -> int | None:
        """The seat without cards in front, or None."""
        return self.fronts.index(()) if () in self.fronts else None

    # Matching

    def _icons_of(self, seat: int, masks: Mapping[str, int]) -> int:
        icons = 0
        for pile in self.fronts[seat]:
            icons |= masks[pile[-1]]
        return icons

    def can_match(self, seat: int, masks: Mapping[str, int]) -> bool:
        """Whether a card in front of this seat shares a topping with any it may play onto."""
        own = self._icons_of(seat, masks)
        return any(own & masks[target] for target in self.targets_of(seat))

    def can_anybody_match(self, masks: Mapping[str, int]) -> bool:
        """Whether any match is left in the whole round."""
        seen = masks[self.community[-1]] if self.community else 0
        for seat in range(len(self.fronts)):
            icons = self._icons_of(seat, masks)
            if icons & seen:
                return True
            seen |= icons
        return False

    def matches_of(self, seat: int, masks: Mapping[str, int]) -> Iterator[tuple[str, str]]:
        """Every match open to this seat as (card, onto)."""
        targets = [(target, masks[target]) for target in self.targets_of(seat)]
        for card in self.tops_of(seat):
            icons = masks[card]
            yield from ((card, target) for target, others in targets if icons & others)

    def after_match(self, seat: int, card: str, onto: str, masks: Mapping[str, int]) -> Spread | None:
        """The spread after a match, the pile under ``card`` moving with it; None when it is against the rules."""
        at = _place(self.fronts[seat], card)
        if at < 0 or not masks.get(card, 0) & masks.get(onto, 0):
            return None
        own = self.fronts[seat]
        kept, moving = own[:at] + own[at + 1 :], own[at]
        if self.community and self.community[-1] == onto:
            fronts = (*self.fronts[:seat], kept, *self.fronts[seat + 1 :])
            return _spread(fronts, self.community + moving, self.draw_pile)
        for owner, piles in enumerate(self.fronts):
            target = _place(piles, onto) if owner != seat else -1
            if target >= 0:
                grown = (*piles[:target], piles[target] + moving, *piles[target + 1 :])
                changed = list(self.fronts)
                changed[seat], changed[owner] = kept, grown
                return _spread(tuple(changed), self.community, self.draw_pile)
        return None

    def after_draw(self, seat: int, card: str) -> Spread:
        """The spread with a card of the draw pile turned up in front of a seat."""
        fronts = (*self.fronts[:seat], (*self.fronts[seat], (card,)), *self.fronts[seat + 1 :])
        at = self.draw_pile.index(card)
        return _spread(fronts, self.community, self.draw_pile[:at] + self.draw_pile[at + 1 :])

    # Why not

    def explain_match(
        self, seat: int, players: tuple[str, ...], card: str, onto: str, topping: str | None, masks: Mapping[str, int]
    ) -> tuple[Finding, ...]:
        """Every independent violation of a match, root cause first, by the fields card, onto and topping."""
        found = [*self._card_findings(seat, players, card), *self._onto_findings(seat, players, onto)]
        shared = masks.get(card, 0) & masks.get(onto, 0)
        if card != onto and not shared:
            found.append(MATCH.broken("card", "{card} and {onto} share no topping", card=card, onto=onto))
        elif topping is not None and not shared & ICON_BITS.get(topping, 0):
            template = "{player} called {topping}, which is not on both {card} and {onto}"
            found.append(CALL.broken("topping", template, player=players[seat], topping=topping, card=card, onto=onto))
        return tuple(found)

    def _card_findings(self, seat: int, players: tuple[str, ...], card: str) -> Iterator[Finding]:
        owner = self.seat_of(card)
        about = {"player": players[seat], "card": card}
        if owner is None:
            yield MATCH.broken("card", "{card} lies in front of nobody, so {player} cannot play it", **about)
        elif self.seat_of_top(card) is not None:
            if owner != seat:
                whose = "the middle" if owner == MIDDLE else players[owner]
                yield MATCH.broken(
                    "card", "{card} lies with {whose}; {player} plays own cards only", **about, whose=whose
                )
        elif owner == seat:
            yield STACK_TOP.broken(
                "card", "{card} is buried in a stack of {player}; only the top card can match", **about
            )
        else:
            yield STACK_PERMANENT.broken("card", "{card} is part of a stack by now and cannot leave it", **about)

    def _onto_findings(self, seat: int, players: tuple[str, ...], onto: str) -> Iterator[Finding]:
        owner = self.seat_of(onto)
        about = {"player": players[seat], "onto": onto}
        if owner is None:
            yield MATCH.broken("onto", "{onto} is not on the table, so nothing can be played onto it", **about)
        elif owner == seat:
            yield NOT_OWN.broken("onto", "{onto} lies in front of {player}; own cards never match each other", **about)
        elif self.seat_of_top(onto) is None:
            yield STACK_TOP.broken("onto", "{onto} is buried in a stack; only the top card can be matched", **about)

    def explain_draw(
        self, seat: int, players: tuple[str, ...], masks: Mapping[str, int], *, needs_no_match: bool
    ) -> tuple[Finding, ...]:
        """Why this seat may not draw; ``needs_no_match`` where the table forbids drawing with a match in sight."""
        if not self.draw_pile:
            return (DRAW.broken("draw", "The draw pile is empty; {player} cannot draw", player=players[seat]),)
        if needs_no_match and self.can_match(seat, masks):
            card, onto = next(self.matches_of(seat, masks))
            template = "{player} may not draw with a match in sight: {card} fits onto {onto}"
            return (DRAW.broken("draw", template, player=players[seat], card=card, onto=onto),)
        return ()

    def explain_drawn(self, player: str, card: str) -> tuple[Finding, ...]:
        """Why this card cannot have come from the draw pile."""
        if card in self.draw_pile:
            return ()
        if not card.startswith("S"):
            return (
                DRAW_PILE.broken(
                    "draw", "{player} drew {card}; only six-topping cards are drawn", player=player, card=card
                ),
            )
        return (
            CONTENTS.broken("draw", "{player} drew {card}, which is on the table already", player=player, card=card),
        )


_spread = maker(Spread)
