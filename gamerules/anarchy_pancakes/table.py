"""The whole game of Anarchy Pancakes: every card of every round, everybody playing at once.

A step is a match, a draw, or a card turned up by chance. Cards are dealt one at a time, so that every
random event is one card out of those that are left, each equally likely. A round that nobody can go on
with (no match, nothing to draw) ends by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import floor
from typing import Any, ClassVar, Self

from pydantic import ConfigDict, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from gamerules.anarchy_pancakes.clauses import COMMUNITY, CONTENTS, DEAL_ONE, DEAL_SIX, DRAW, NEXT_ROUND, WIN
from gamerules.anarchy_pancakes.components import (
    CARDS_DEALT,
    DECK,
    ICONS,
    ONES,
    ONES_DEALT,
    SIXES,
    SIXES_DEALT,
    PancakeOptions,
    masks_of,
)
from gamerules.anarchy_pancakes.moves import Draw, Drawn, Match, RoundLog, TurnUp
from gamerules.anarchy_pancakes.rounds import fewest_piles
from gamerules.anarchy_pancakes.sheet import players_findings
from gamerules.anarchy_pancakes.spread import Spread
from gamerules.clauses import Finding, malformed
from gamerules.errors import IllegalMove
from gamerules.making import drafter, maker
from gamerules.sheets import Outcome
from gamerules.tables import LegalMoves

__all__ = ["PancakeTable"]

DRAW_SHARE = 0.1
"""How often a random player reaches for the draw pile rather than for a match."""
TRIES = 20
"""Guesses a random player makes before looking at all matches."""


@dataclass(frozen=True, slots=True)
class PancakeTable:
    """A round in progress and the rounds before it.

    ``dealt`` are the cards of this round's deal in order: seven for each seat, then the community card. Until
    it is complete ``spread`` is empty, and ``ones`` and ``sixes`` hold what is left to deal from; it may be
    empty beside a full spread when the deal is not known. ``drawer`` is the seat that waits for the card it
    draws, ``moves`` what happened in this round, ``rounds`` the finished ones. ``cards`` is a deck of other
    cards than the module's own.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    game: ClassVar[str] = "anarchy-pancakes"

    players: tuple[str, ...]
    spread: Spread
    options: PancakeOptions = field(default_factory=PancakeOptions)
    slabs: tuple[int, ...] = ()
    ones: tuple[str, ...] = ()
    sixes: tuple[str, ...] = ()
    dealt: tuple[str, ...] = ()
    drawer: int | None = None
    moves: tuple[Match | Drawn, ...] = ()
    rounds: tuple[RoundLog, ...] = ()
    cards: tuple[tuple[str, tuple[str, ...]], ...] | None = None

    @classmethod
    def start(cls, players: tuple[str, ...], options: PancakeOptions) -> Self:
        """Before the first card is dealt. Raises IllegalMove unless two to six play."""
        found = players_findings(players)
        if found:
            raise IllegalMove(found)
        zeros = (0,) * len(players)
        return cls(players, _bare(len(players)), options, zeros, ONES, SIXES)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(_checked, handler(source))

    # Who may do what

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None while the game is on."""
        needed = self.options.slabs
        return Outcome((self.players[self.slabs.index(needed)],), "slabs", WIN.id) if needed in self.slabs else None

    @property
    def chance(self) -> TurnUp | None:
        """The card that is dealt or drawn next, or None."""
        stock = self._stock
        return _turn_up(stock) if stock else None

    @property
    def _stock(self) -> tuple[str, ...]:
        """The cards one of which is turned up next; none when no card is due."""
        if self.drawer is not None:
            return self.spread.draw_pile
        if self.spread.community or self.options.slabs in self.slabs:
            return ()
        return self.ones if self._is_one_due else self.sixes

    @property
    def _is_one_due(self) -> bool:
        """Whether the next card dealt has one topping: everybody's first two have."""
        count = len(self.dealt)
        return count % CARDS_DEALT < ONES_DEALT and count < CARDS_DEALT * len(self.players)

    @property
    def _is_racing(self) -> bool:
        """Whether players may act: everything is dealt, nobody waits for a card, nobody has won."""
        return bool(self.spread.community) and self.drawer is None and self.options.slabs not in self.slabs

    @property
    def _masks(self) -> Mapping[str, int]:
        return masks_of(self.cards)

    def actors(self) -> frozenset[str]:
        """Everybody who can match or draw; all at the same time."""
        if not self._is_racing:
            return frozenset()
        if self.spread.draw_pile and not self._needs_no_match:
            return _everybody(self.players)
        return frozenset(label for seat, label in enumerate(self.players) if self._can_act(seat))

    def _can_act(self, seat: int) -> bool:
        return any(True for _ in self._moves_of(seat))

    @property
    def _needs_no_match(self) -> bool:
        return self.options.draw_with_match == "violation"

    @property
    def legal_moves(self) -> LegalMoves:
        """Every match and draw open to anybody now, matches without the topping called."""
        return LegalMoves(self._all_moves, lambda move: isinstance(move, Match | Draw) and not self.explain(move))

    def _all_moves(self) -> Iterator[Match | Draw]:
        if self._is_racing:
            for seat in range(len(self.players)):
                yield from self._moves_of(seat)

    def _moves_of(self, seat: int) -> Iterator[Match | Draw]:
        label = self.players[seat]
        matches = self.spread.matches_of(seat, self._masks)
        yield from (Match(label, card, onto) for card, onto in matches)
        yield from (draw for draw in (Draw(label), Draw(label, penalty=True)) if not self._draw_findings(seat, draw))

    def random_move(self, rng: random.Random) -> Match | Draw:
        """One legal move: guesses at pairs of cards, since most of them match; looks at all when guessing fails."""
        if self.spread.draw_pile and rng.random() < DRAW_SHARE:
            draw = self._random_draw(rng)
            if draw is not None:
                return draw
        return self._guessed_match(rng) or rng.choice(list(self._all_moves()))

    def _random_draw(self, rng: random.Random) -> Draw | None:
        seat = int(rng.random() * len(self.players))
        penalty = self.options.wrong_match == "draw-one" and rng.random() < DRAW_SHARE
        draw = Draw(self.players[seat], penalty)
        return None if self._draw_findings(seat, draw) else draw

    def _guessed_match(self, rng: random.Random) -> Match | None:
        roll, fronts, masks = rng.random, self.spread.fronts, self._masks
        community, count = self.spread.community[-1], len(fronts)
        for _ in range(TRIES):
            seat, other = floor(roll() * count), floor(roll() * count)
            own, theirs = fronts[seat], fronts[other]
            card = own[floor(roll() * len(own))][-1]
            onto = community if seat == other else theirs[floor(roll() * len(theirs))][-1]
            if masks[card] & masks[onto]:
                return _match(self.players[seat], card, onto)
        return None

    # Why not

    def explain(self, move: Match | Draw | str) -> tuple[Finding, ...]:
        """Every independent violation of a move, or of a card turned up; root cause first, empty when legal."""
        if isinstance(move, str):
            return self._turn_up_findings(move)
        if not self._is_racing:
            return self._waiting_findings(move)
        if move.player not in self.players:
            return (malformed("player", "nobody called {player} plays here", player=move.player),)
        seat = self.players.index(move.player)
        if isinstance(move, Draw):
            return self._draw_findings(seat, move)
        return self.spread.explain_match(seat, self.players, move.card, move.onto, move.topping, self._masks)

    def _waiting_findings(self, move: Match | Draw) -> tuple[Finding, ...]:
        outcome = self.outcome
        if outcome is not None:
            return (WIN.broken("", "{winner} has won this game; nothing can follow", winner=outcome.winners[0]),)
        if self.drawer is not None:
            template = "{player} is just drawing; that card is turned up first"
            return (DRAW.broken("", template, player=self.players[self.drawer]),)
        clause = NEXT_ROUND if self.rounds else DEAL_SIX
        template = "{player} cannot play yet: everybody is dealt seven cards first"
        return (clause.broken("", template, player=move.player),)

    def _draw_findings(self, seat: int, draw: Draw) -> tuple[Finding, ...]:
        if draw.penalty and self.options.wrong_match == "take-back":
            template = "{player} takes a wrong match back; no card is drawn for it"
            return (DRAW.broken("penalty", template, player=self.players[seat]),)
        needs_no_match = self._needs_no_match and not draw.penalty
        return self.spread.explain_draw(seat, self.players, self._masks, needs_no_match=needs_no_match)

    def _turn_up_findings(self, card: str) -> tuple[Finding, ...]:
        stock = self._stock
        if card in stock:
            return ()
        if not stock:
            return (DRAW.broken("", "No card is to be turned up now"),)
        if self.drawer is not None:
            return self.spread.explain_drawn(self.players[self.drawer], card)
        return self._deal_findings(card)

    def _deal_findings(self, card: str) -> tuple[Finding, ...]:
        if card not in self.ones and card not in self.sixes:
            return (CONTENTS.broken("", "{card} is not among the cards still to be dealt", card=card),)
        seat = len(self.dealt) // CARDS_DEALT
        if seat == len(self.players):
            return (COMMUNITY.broken("", "{card} is no six-topping card; the community card is", card=card),)
        clause = DEAL_ONE if self._is_one_due else DEAL_SIX
        template = "{player} gets two one-topping cards and then five with six toppings; {card} is out of place"
        return (clause.broken("", template, player=self.players[seat], card=card),)

    # What happens

    def apply(self, move: Match | Draw | str) -> PancakeTable:
        """The table after a move, or after the card that was due is turned up. Raises IllegalMove."""
        after = self._quickly(move)
        if after is not None:
            return after
        found = self.explain(move)
        if found or not isinstance(move, Draw):
            raise IllegalMove(found)
        draft = _draft(self)
        draft.drawer = self.players.index(move.player)
        return draft.frozen()

    def _quickly(self, move: Match | Draw | str) -> PancakeTable | None:
        """The table after a legal match or a card that was due; None for all else."""
        if isinstance(move, Match):
            return self._with_match(move)
        if isinstance(move, Draw) or move not in self._stock:
            return None
        return self._with_dealt(move) if self.drawer is None else self._with_drawn(self.drawer, move)

    def _with_match(self, move: Match) -> PancakeTable | None:
        """The table after a match; None when it is against the rules."""
        if not self._is_racing or move.player not in self.players:
            return None
        if move.topping is not None and self.explain(move):
            return None
        spread = self.spread.after_match(self.players.index(move.player), move.card, move.onto, self._masks)
        return None if spread is None else self._with_spread(spread, move)

    def _with_drawn(self, seat: int, card: str) -> PancakeTable:
        return self._with_spread(self.spread.after_draw(seat, card), Drawn(self.players[seat], card))

    def _with_dealt(self, card: str) -> PancakeTable:
        draft = _draft(self)
        draft.dealt = dealt = (*self.dealt, card)
        if card in self.ones:
            draft.ones = _without(self.ones, card)
            return draft.frozen()
        draft.sixes = sixes = _without(self.sixes, card)
        if len(dealt) <= CARDS_DEALT * len(self.players):
            return draft.frozen()
        fronts = tuple(tuple((card,) for card in hand) for hand in _hands(dealt))
        draft.spread, draft.sixes = Spread(fronts, (card,), sixes), ()
        return draft.frozen()._unless_stuck()

    def _with_spread(self, spread: Spread, happened: Match | Drawn) -> PancakeTable:
        draft = _draft(self)
        draft.spread, draft.drawer, draft.moves = spread, None, (*self.moves, happened)
        after, winner = draft.frozen(), spread.out
        return after._unless_stuck() if winner is None else after._round_over(winner, is_deadlock=False)

    def _unless_stuck(self) -> PancakeTable:
        """The same table, or the end of its round when nobody can match and nothing can be drawn."""
        if self.spread.draw_pile or self.spread.can_anybody_match(self._masks):
            return self
        piles = tuple(len(piles) for piles in self.spread.fronts)
        winner = fewest_piles(piles) if self.options.deadlock == "fewest-piles" else None
        return self._round_over(winner, is_deadlock=True)

    def _round_over(self, winner: int | None, *, is_deadlock: bool) -> PancakeTable:
        rounds = (*self.rounds, self._logged(winner, is_deadlock=is_deadlock))
        slabs = tuple(held + (seat == winner) for seat, held in enumerate(self.slabs))
        if self.options.slabs in slabs:
            return replace(self, slabs=slabs, rounds=rounds)
        bare = _bare(len(self.players))
        return type(self)(self.players, bare, self.options, slabs, ONES, SIXES, rounds=rounds, cards=self.cards)

    def _logged(self, winner: int | None, *, is_deadlock: bool) -> RoundLog:
        draws = [0] * len(self.players)
        for move in self.moves:
            if isinstance(move, Drawn):
                draws[self.players.index(move.player)] += 1
        return RoundLog(
            winner,
            tuple(len(piles) for piles in self.spread.fronts),
            tuple(draws),
            _hands(self.dealt),
            self.spread.community[0],
            self.moves,
            is_deadlock,
            self._is_drawn_out,
        )

    # The play so far

    @property
    def depleted(self) -> dict[str, bool]:
        """Whether in any round so far, this one included, the last card of the draw pile was drawn."""
        return {"draw-pile": self._is_drawn_out or any(log.is_drawn_out for log in self.rounds)}

    @property
    def _is_drawn_out(self) -> bool:
        return not self.spread.draw_pile and any(isinstance(move, Drawn) for move in self.moves)

    @property
    def deadlocks(self) -> int:
        """Rounds so far that ended because nobody could match or draw."""
        return sum(log.is_deadlock for log in self.rounds)

    def record(self, level: str) -> dict[str, Any]:
        """The finished rounds as a play record at level ``round``, ``piles`` or ``matches``."""
        record: dict[str, Any] = {
            "format": "scorekeeper/1",
            "game": self.game,
            "options": self.options.model_dump(mode="json", exclude_defaults=True),
            "players": list(self.players),
            "entries": [log.as_entry(self.players, level) for log in self.rounds],
        }
        if level == "matches" and self.cards is not None:
            record["setup"] = {"cards": {card: list(icons) for card, icons in self.cards}}
        return record


_draft, _match, _turn_up = drafter(PancakeTable), maker(Match), maker(TurnUp)


@lru_cache(maxsize=64)
def _everybody(players: tuple[str, ...]) -> frozenset[str]:
    return frozenset(players)


def _bare(players: int) -> Spread:
    return Spread(((),) * players, ())


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _hands(dealt: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """A complete deal by seats, without the community card."""
    return tuple(dealt[start : start + CARDS_DEALT] for start in range(0, len(dealt) - 1, CARDS_DEALT))


def _checked(table: PancakeTable) -> PancakeTable:
    """A table read from outside, if it can be one: ValueError says what is wrong with it."""
    found = players_findings(table.players)
    if found:
        raise ValueError(found[0].message())
    count = len(table.players)
    slabs = table.slabs or (0,) * count
    if len(set(table.players)) < count or len(table.spread.fronts) != count or len(slabs) != count:
        raise ValueError("players are named once each, and fronts and slabs have one item for each of them")
    if not all(0 <= held <= table.options.slabs for held in slabs) or slabs.count(table.options.slabs) > 1:
        raise ValueError("slabs are at least 0, and only one player can have enough to win")
    table = replace(table, slabs=slabs)
    _check_deck(table.cards)
    _check_cards(table)
    _check_what_is_due(table)
    return table


def _check_deck(cards: tuple[tuple[str, tuple[str, ...]], ...] | None) -> None:
    if cards is None:
        return
    if sorted(card for card, _ in cards) != sorted(DECK):
        raise ValueError("cards has each of S1 to S31 and O1 to O31 once")
    if not all(set(icons) <= set(ICONS) for _, icons in cards):
        raise ValueError("a topping is one of i1 to i31")


def _check_cards(table: PancakeTable) -> None:
    spread = table.spread
    laid = [card for piles in spread.fronts for pile in piles for card in pile]
    named = [*laid, *spread.community, *spread.draw_pile, *table.ones, *table.sixes]
    if not all(pile for piles in spread.fronts for pile in piles):
        raise ValueError("a pile has at least one card")
    if len(set(named)) < len(named):
        raise ValueError("a card lies in two places at once")
    if not set(named) <= set(DECK):
        raise ValueError("a card is one of S1 to S31 (six toppings) and O1 to O31 (one topping)")
    if not {*spread.draw_pile, *table.sixes} <= set(SIXES) or not set(table.ones) <= set(ONES):
        raise ValueError("draw_pile and sixes hold six-topping cards, ones holds one-topping cards")


def _check_what_is_due(table: PancakeTable) -> None:
    if table.outcome is not None:
        return
    is_dealt = bool(table.spread.community)
    if not is_dealt:
        _check_deal(table)
    elif table.spread.out is not None:
        raise ValueError("whoever has no cards in front has won the round already")
    elif len(table.dealt) not in {0, CARDS_DEALT * len(table.players) + 1} or not set(table.dealt) <= set(DECK):
        raise ValueError("dealt is empty, or has seven cards for each player and the community card")
    can_draw = is_dealt and bool(table.spread.draw_pile)
    if table.drawer is not None and not (0 <= table.drawer < len(table.players) and can_draw):
        raise ValueError("drawer is the seat, counted from 0, of somebody who can draw a card")


def _check_deal(table: PancakeTable) -> None:
    """Whether a deal that is not complete can have come this far, and can go on."""
    if any(table.spread.fronts) or table.spread.draw_pile or table.moves:
        raise ValueError("without a community card the deal is on: nothing is laid out yet")
    if sorted((*table.dealt, *table.ones, *table.sixes)) != sorted(DECK):
        raise ValueError("during the deal every card is in dealt, ones or sixes")
    kinds = "".join(card[0] for card in table.dealt)
    complete = ("O" * ONES_DEALT + "S" * SIXES_DEALT) * len(table.players)
    if not complete.startswith(kinds):
        raise ValueError("dealt has two one-topping and five six-topping cards for each seat in turn")
