"""The whole game of pop-tarts: row, arrow, hands, plates, the three decks and whose move it is.

Set-up and decks are played out card by card, each draw a chance of its own. A state holds decks as what is
left in them, never in an order, so nobody can look ahead.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Self, cast

from pydantic import ConfigDict

from gamerules.clauses import Finding
from gamerules.errors import IllegalMove
from gamerules.making import Draft, drafter
from gamerules.pop_tarts import choices, referee
from gamerules.pop_tarts import line as row
from gamerules.pop_tarts.chance import Draw, less, more
from gamerules.pop_tarts.components import (
    ACTION_DECK,
    ACTION_KINDS,
    BONUS_DECK,
    BONUS_POINTS,
    FLAVOURS,
    HAND,
    LINE_LENGTH,
    PLATE,
    ROW,
    SEATS,
    TART_DECK,
    ActionKind,
    Bonus,
    Card,
    Flavour,
    TartOptions,
    bonus_key,
    flavour_of,
)
from gamerules.pop_tarts.ending import is_last_round, is_over, outcome_of
from gamerules.pop_tarts.log import NOTHING_YET, Turn, written
from gamerules.pop_tarts.moves import MOVES, Claim, Discard, Eat, EndTurn, Plate, Play, PointArrow
from gamerules.pop_tarts.referee import DUE
from gamerules.pop_tarts.seats import seats_finding
from gamerules.sheets import Outcome
from gamerules.tables import LegalMoves

Phase = Literal[
    "line", "deal", "arrow", "bonus-row", "play", "refill", "eat", "bonus", "end", "late-bonus", "draw", "over"
]

_ACTING = frozenset({"arrow", "play", "eat", "end"})


@dataclass(frozen=True, slots=True)
class TartTable:
    """A game in progress; per-player tuples are in seat order, decks are counts in the order of their kinds.

    ``turns`` counts finished turns, ``now`` holds the one being played and ``log`` the finished ones.
    ``start_…`` is how the table looked before the first turn, for the record. ``reshuffles`` counts how often
    the discards became the action deck. What is left out of a table written by hand is a game just begun.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
    game: ClassVar[str] = "pop-tarts"

    players: tuple[str, ...]
    options: TartOptions = field(default_factory=TartOptions)
    phase: Phase = "play"
    turns: int = 0
    line: tuple[Flavour, ...] = ()
    arrow: Literal["toaster", "freezer", ""] = ""
    row: tuple[Bonus, ...] = ()
    tart_deck: tuple[int, ...] = tuple(TART_DECK.values())
    action_deck: tuple[int, ...] = tuple(ACTION_DECK.values())
    discards: tuple[int, ...] = (0,) * len(ACTION_KINDS)
    bonus_deck: tuple[Bonus, ...] = cast("tuple[Bonus, ...]", BONUS_DECK)
    hands: tuple[tuple[ActionKind, ...], ...] = ()
    plates: tuple[tuple[Card, ...], ...] = ()
    totals: tuple[int, ...] = ()
    bonuses: tuple[int, ...] = ()
    reshuffles: int = 0
    now: Turn = NOTHING_YET
    start_line: tuple[Flavour, ...] = ()
    start_arrow: Literal["toaster", "freezer", ""] = ""
    start_row: tuple[Bonus, ...] = ()
    log: tuple[Turn, ...] = ()

    def __post_init__(self) -> None:
        """Fills in what a table written by hand leaves out; ValueError when its parts do not belong together."""
        count = len(self.players)
        for name, empty in (("hands", ()), ("plates", ()), ("totals", 0), ("bonuses", 0)):
            held = getattr(self, name) or (empty,) * count
            if len(held) != count:
                raise ValueError(f"{name} needs one item for each of the {count} players")
            object.__setattr__(self, name, held)
        _check_counts(self)
        _check_row(self)

    @classmethod
    def start(cls, players: tuple[str, ...], options: TartOptions) -> Self:
        """Before the first card is laid. Raises IllegalMove on a wrong number of players."""
        wrong = seats_finding(players)
        if wrong:
            raise IllegalMove(wrong)
        return cls(players, options, phase="line")

    # Whose move it is

    @property
    def seat(self) -> int:
        """The seat whose turn it is, or that sets up."""
        return self.turns % len(self.players)

    @property
    def player(self) -> str:
        """The label at that seat."""
        return self.players[self.seat]

    @property
    def front(self) -> Card:
        """The tart that has to be plated."""
        return cast("Card", row.front(self.line, self.arrow))

    def actors(self) -> frozenset[str]:
        """Who may act now; empty while cards are drawn and when the game is over."""
        return frozenset({self.player}) if self.phase in _ACTING else frozenset()

    @property
    def is_last_turn(self) -> bool:
        """Whether the player to move has no turn after this one."""
        return is_last_round(self.turns + 1, self.totals, self.options.target)

    @property
    def depleted(self) -> dict[str, bool]:
        """Deck → whether it has run out (the action deck: at some time, to be made anew from the discards)."""
        return {
            "tarts": not any(self.tart_deck),
            "actions": self.reshuffles > 0,
            "bonuses": not self.bonus_deck,
        }

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None while the game is on."""
        return outcome_of(self.players, self.totals, self.bonuses) if self.phase == "over" else None

    # Chance

    @property
    def chance(self) -> Draw | None:
        """The card that is due to be drawn, or None."""
        phase = self.phase
        if phase not in DUE:
            return None
        if phase in {"line", "refill"}:
            return Draw(FLAVOURS, self.tart_deck)
        if phase in {"deal", "draw"}:
            return Draw(ACTION_KINDS, self.action_deck if any(self.action_deck) else self.discards)
        return Draw.of(self.bonus_deck)

    def _drawn(self, outcome: Any) -> TartTable:
        chance = self.chance
        card = tuple(outcome) if isinstance(outcome, list) else outcome
        if chance is None or not chance.contains(card):
            clause, reason = DUE[self.phase]
            raise IllegalMove((clause.broken("", "No such card is left in the deck. {reason}", reason=reason),))
        after: TartTable = _DRAWN[self.phase](self, card)
        return after

    def _lay(self, flavour: Flavour) -> TartTable:
        draft = _draft(self)
        draft.line = draft.start_line = line = (*self.line, flavour)
        draft.tart_deck = less(self.tart_deck, FLAVOURS, flavour)
        draft.phase = "line" if len(line) < LINE_LENGTH else "deal"
        return draft.frozen()

    def _deal(self, action: ActionKind) -> TartTable:
        dealt = sum(map(len, self.hands))
        draft = self._given(action, dealt // HAND)
        draft.phase = "deal" if dealt + 1 < HAND * len(self.players) else "arrow"
        return draft.frozen()

    def _given(self, action: ActionKind, seat: int) -> Draft[TartTable]:
        """The action comes off the deck, which is made anew from the discards where it is empty."""
        draft = _draft(self)
        draft.hands = _changed(self.hands, seat, (*self.hands[seat], action))
        if any(self.action_deck):
            draft.action_deck = less(self.action_deck, ACTION_KINDS, action)
        else:
            draft.action_deck = less(self.discards, ACTION_KINDS, action)
            draft.discards = (0,) * len(ACTION_KINDS)
            draft.reshuffles = self.reshuffles + 1
        return draft

    def _open(self, bonus: Bonus) -> TartTable:
        draft = _draft(self)
        draft.row = draft.start_row = opened = (*self.row, bonus)
        draft.bonus_deck = _without(self.bonus_deck, bonus)
        draft.phase = "bonus-row" if len(opened) < ROW else "play"
        return draft.frozen()

    def _refill(self, flavour: Flavour) -> TartTable:
        draft = _draft(self)
        draft.line = row.refilled(self.line, flavour)
        draft.tart_deck = less(self.tart_deck, FLAVOURS, flavour)
        draft.now = self.now._replace(refill=flavour)
        draft.phase = "eat"
        return draft.frozen()

    def _replaced(self, bonus: Bonus) -> Draft[TartTable]:
        draft = _draft(self)
        draft.row = (*self.row, bonus)
        draft.bonus_deck = _without(self.bonus_deck, bonus)
        draft.now = self.now._replace(new_bonuses=(*self.now.new_bonuses, bonus))
        return draft

    def _new_bonus(self, bonus: Bonus) -> TartTable:
        draft = self._replaced(bonus)
        draft.phase = "eat"
        return draft.frozen()

    def _late_bonus(self, bonus: Bonus) -> TartTable:
        return _closing(self._replaced(bonus), self.seat)

    def _draw(self, action: ActionKind) -> TartTable:
        return _closing(self._given(action, self.seat), self.seat)

    # Moves

    @property
    def legal_moves(self) -> LegalMoves:
        """Everything that the player to move may do now."""
        return LegalMoves(lambda: choices.moves(self), lambda move: isinstance(move, MOVES) and not self.explain(move))

    def random_move(self, rng: random.Random) -> Any:
        """One legal move, every kind reachable, without listing all of them."""
        return choices.random_move(self, rng)

    # What may not be done

    def explain(self, move: Any) -> tuple[Finding, ...]:
        """Every independent violation of the move, root cause first; empty exactly when it is legal."""
        return referee.explain(self, move)

    # What a move does

    def apply(self, move: Any) -> TartTable:
        """The table after a move, or after the card that is drawn. Raises IllegalMove."""
        if self.phase in DUE and not isinstance(move, MOVES):
            return self._drawn(move)
        found = self.explain(move)
        if found:
            raise IllegalMove(found)
        after: TartTable = _DONE[type(move)](self, move)
        return after

    def _do_arrow(self, move: PointArrow) -> TartTable:
        draft = _draft(self)
        draft.arrow = draft.start_arrow = move.end
        draft.phase = "bonus-row"
        return draft.frozen()

    def _do_play(self, move: Play) -> TartTable:
        draft = self._thrown(move.action)
        draft.line, draft.arrow = row.act(self.line, self.arrow, move.action, move.places)
        draft.now = self.now._replace(play=(*self.now.play, (move.action, move.places)))
        return draft.frozen()

    def _thrown(self, action: ActionKind) -> Draft[TartTable]:
        """The action goes from the hand to the discards."""
        seat, draft = self.seat, _draft(self)
        draft.hands = _changed(self.hands, seat, _without(self.hands[seat], action))
        draft.discards = more(self.discards, ACTION_KINDS, action)
        return draft

    def _do_plate(self, move: Plate) -> TartTable:
        seat, draft = self.seat, _draft(self)
        card = self.front
        draft.line = row.without_front(self.line, self.arrow)
        draft.plates = _changed(self.plates, seat, (*self.plates[seat], card))
        draft.now = self.now._replace(plated=card)
        draft.phase = "refill" if any(self.tart_deck) else "eat"
        return draft.frozen()

    def _do_eat(self, move: Eat) -> TartTable:
        seat, draft = self.seat, _draft(self)
        value = self.options.card_values[flavour_of(move.card)]
        draft.plates = _changed(self.plates, seat, _without(self.plates[seat], move.card))
        draft.totals = _changed(self.totals, seat, self.totals[seat] + value)
        draft.now = self.now._replace(eaten=(*self.now.eaten, move.card))
        return draft.frozen()

    def _do_claim(self, move: Claim) -> TartTable:
        seat, draft = self.seat, _draft(self)
        place = next(at for at, bonus in enumerate(self.row) if bonus_key(bonus) == bonus_key(move.bonus))
        draft.row = (*self.row[:place], *self.row[place + 1 :])
        draft.totals = _changed(self.totals, seat, self.totals[seat] + BONUS_POINTS)
        draft.bonuses = _changed(self.bonuses, seat, self.bonuses[seat] + 1)
        draft.now = self.now._replace(bonuses=(*self.now.bonuses, move.bonus))
        draft.phase = "bonus" if self.options.bonus_refill == "at-once" and self.bonus_deck else "eat"
        return draft.frozen()

    def _do_discard(self, move: Discard) -> TartTable:
        draft = self._thrown(move.action)
        draft.phase = "end"
        return draft.frozen()

    def _do_end(self, move: EndTurn) -> TartTable:
        return _closing(_draft(self), self.seat)

    # The record

    def record(self, level: str) -> dict[str, Any]:
        """The finished turns as a play record at level ``points``, ``cards`` or ``moves``. ValueError on another."""
        head: dict[str, Any] = {
            "format": "scorekeeper/1",
            "game": self.game,
            "options": self.options.model_dump(mode="json", exclude_defaults=True),
            "players": list(self.players),
        }
        if level == "moves" and len(self.start_row) == ROW:
            head["setup"] = {
                "line": list(self.start_line),
                "arrow": self.start_arrow,
                "bonuses": [list(bonus) for bonus in self.start_row],
            }
        count = len(self.players)
        entries = [
            {"player": self.players[index % count], "kind": level, **written(turn, level, self.options)}
            for index, turn in enumerate(self.log)
        ]
        return {**head, "entries": entries}


_draft = drafter(TartTable)


def _closing(draft: Draft[TartTable], seat: int) -> TartTable:
    """The next thing due when a turn closes: bonuses, the hand, the next player, or the end of the game."""
    now = draft.now
    if len(now.new_bonuses) < len(now.bonuses) and draft.bonus_deck:
        draft.phase = "late-bonus"
    elif len(draft.hands[seat]) < HAND:
        draft.phase = "draw"
    else:
        draft.turns = turns = draft.turns + 1
        draft.log, draft.now = (*draft.log, now), NOTHING_YET
        draft.phase = "over" if is_over(turns, draft.totals, draft.options.target) else "play"
    return draft.frozen()


def _changed(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _without(cards: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def _check_counts(table: TartTable) -> None:
    lengths = {"tart_deck": len(FLAVOURS), "action_deck": len(ACTION_KINDS), "discards": len(ACTION_KINDS)}
    for name, length in lengths.items():
        counts = getattr(table, name)
        if len(counts) != length or min(counts) < 0:
            raise ValueError(f"{name} needs {length} counts of 0 or more")
    if len(table.players) not in SEATS:
        raise ValueError("two to six can play")
    if max(map(len, table.hands)) > HAND:
        raise ValueError("no hand holds more than three action cards")
    if max(map(len, table.plates)) > PLATE + 1:
        raise ValueError("no plate holds more than five tarts")
    if table.turns < 0:
        raise ValueError("turns cannot be fewer than 0")


def _check_row(table: TartTable) -> None:
    """Whoever may act needs a row to act on, and drawing a card a deck to draw it from."""
    if table.phase in {"play", "refill", "eat", "end", "bonus"} and not (1 <= len(table.line) <= LINE_LENGTH):
        raise ValueError(f"the row holds 1 to {LINE_LENGTH} tarts")
    if table.phase == "play" and not table.arrow:
        raise ValueError("the arrow points to the toaster or the freezer")
    if table.chance is not None and not any(table.chance.counts):
        raise ValueError(f"in the phase {table.phase} there must be a card left to draw")


_DRAWN: dict[str, Any] = {
    "line": TartTable._lay,
    "deal": TartTable._deal,
    "bonus-row": TartTable._open,
    "refill": TartTable._refill,
    "bonus": TartTable._new_bonus,
    "late-bonus": TartTable._late_bonus,
    "draw": TartTable._draw,
}
_DONE: dict[type, Any] = {
    PointArrow: TartTable._do_arrow,
    Play: TartTable._do_play,
    Plate: TartTable._do_plate,
    Eat: TartTable._do_eat,
    Claim: TartTable._do_claim,
    Discard: TartTable._do_discard,
    EndTurn: TartTable._do_end,
}
