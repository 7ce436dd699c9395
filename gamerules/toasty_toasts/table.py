"""The whole game: piles, hands, toasts, whose move it is, and the log that becomes a play record."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Literal, TypeVar

from pydantic import ConfigDict

from gamerules.clauses import Finding
from gamerules.errors import IllegalMove
from gamerules.making import Draft, drafter, maker
from gamerules.sheets import Outcome
from gamerules.tables import LegalMoves
from gamerules.toasty_toasts import choices, referee
from gamerules.toasty_toasts.clauses import PLAYERS
from gamerules.toasty_toasts.closing import Closing, outcome_of
from gamerules.toasty_toasts.components import (
    BARE,
    DEALT_CARDS,
    DEALT_TOASTS,
    FORM,
    HAND_LIMIT,
    PLAYS,
    Toast,
    ToastyOptions,
    Topping,
    Worth,
    worth_of_spread,
)
from gamerules.toasty_toasts.deck import (
    ACTION_CARD,
    BASE_TOASTS,
    DRAW_PILE,
    PLAIN,
    TIME_TO_EAT,
    Card,
    Drawn,
    NextCard,
    cards_before_time_to_eat,
)
from gamerules.toasty_toasts.effects import given_cards
from gamerules.toasty_toasts.entries import Effect, HandEffect, ToastEffect
from gamerules.toasty_toasts.moves import (
    CloseSandwich,
    Discard,
    LayPlain,
    Move,
    Pass,
    Play,
    PlayAction,
    PutPair,
    PutTopping,
    Trade,
)

Hands = tuple[tuple[Card, ...], ...]
Spreads = tuple[tuple[Toast, ...], ...]
Phase = Literal["deal", "draw", "play", "check"]
"""Dealing or between turns; the opening draw; plays; the hand check."""
DRAW = 2
DRAW_EMPTY = 3
MOST_SEATS = 8
"""The setup is for four; a bigger table can be simulated as long as the piles reach."""


@dataclass(frozen=True, slots=True)
class TurnMade:
    """What has happened in one turn; becomes a ``turn`` entry. ``drew`` includes opening cards still due."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    player: str
    drew: int = 0
    time_to_eat: bool = False
    plays: tuple[Play, ...] = ()
    discarded: int = 0

    def as_entry(self) -> dict[str, Any]:
        """The turn as records.md writes it."""
        entry: dict[str, Any] = {
            "player": self.player, "kind": "turn", "drew": self.drew, "plays": [play.as_play() for play in self.plays],
        }  # fmt: skip
        if self.time_to_eat:
            entry["time_to_eat"] = True
        if self.discarded:
            entry["discarded"] = self.discarded
        return entry


@dataclass(frozen=True, slots=True)
class Owed:
    """Cards that somebody must discard before anything else happens."""

    __pydantic_config__: ClassVar[ConfigDict] = FORM

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class ToastyTable:
    """A game in progress.

    ``pile`` is the draw pile by kind of card, without Time to Eat, whose place is not fixed but a chance at
    each draw (``drawn`` counts the draws, the deal included). ``due`` are the seats that draw next; ``owing``
    the discards that come before anything else. ``left`` is how many plays the turn in progress (``now``)
    still has; ``made`` are the turns over; ``last_turn`` how many there will be, once Time to Eat is out.
    """

    game: ClassVar[str] = "toasty-toasts"
    __pydantic_config__: ClassVar[ConfigDict] = FORM

    players: tuple[str, ...]
    options: ToastyOptions
    base_toasts: int
    pile: dict[Card, int]
    drawn: int
    discard_pile: dict[Card, int]
    hands: Hands
    spreads: Spreads
    phase: Phase
    now: TurnMade
    left: int = 0
    due: tuple[int, ...] = ()
    owing: tuple[Owed, ...] = ()
    last_turn: int | None = None
    made: tuple[TurnMade, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a state read from outside that cannot be. Raises ValueError."""
        seats = len(self.players)
        if not 2 <= seats <= MOST_SEATS:
            raise ValueError("players: a table has two to eight")
        if len(self.hands) != seats or len(self.spreads) != seats:
            raise ValueError("hands and spreads: there is one for each player")
        if any(not 0 <= seat < seats for seat in (*self.due, *(owed.seat for owed in self.owing))):
            raise ValueError("due and owing: seats are numbered from 0")

    @classmethod
    def start(cls, players: tuple[str, ...], options: ToastyOptions) -> ToastyTable:
        """Two base toasts each are laid out; the first card is about to be dealt. Raises IllegalMove."""
        seats = len(players)
        if not 2 <= seats <= MOST_SEATS:
            few = PLAYERS.broken("players", "The game takes two to four players, not {count}", count=seats)
            raise IllegalMove((few,))
        return cls(
            players=players, options=options, base_toasts=BASE_TOASTS - DEALT_TOASTS * seats, pile=dict(DRAW_PILE),
            drawn=0, discard_pile={}, hands=((),) * seats, spreads=((BARE,) * DEALT_TOASTS,) * seats, phase="deal",
            now=TurnMade(players[0]), due=tuple(seat for seat in range(seats) for _ in range(DEALT_CARDS)),
        )  # fmt: skip

    # Who and what

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return len(self.made) % len(self.players)

    @property
    def is_over(self) -> bool:
        """Whether the turns are over."""
        return _is_over(self)

    @property
    def traded(self) -> bool:
        """Whether the turn in progress has had its trade."""
        return any(isinstance(play, Trade) for play in self.now.plays)

    def actors(self) -> frozenset[str]:
        """Whoever owes a discard, else whoever has the turn; nobody while a card is to be drawn."""
        if self.due or self.is_over:
            return frozenset()
        return frozenset((self.players[self.owing[0].seat if self.owing else self.seat],))

    @property
    def chance(self) -> NextCard | None:
        """The draw that is due."""
        return _next_card(self.pile, self.time_to_eat_can_come()) if self.due else None

    def time_to_eat_can_come(self) -> bool:
        """Whether the draws have reached the part of the pile that holds Time to Eat, and it is still there."""
        if self.last_turn is not None:
            return False
        seats = len(self.players)
        return self.drawn - DEALT_CARDS * seats >= cards_before_time_to_eat(seats)

    @property
    def legal_moves(self) -> LegalMoves:
        """All that may be done now; of what action cards may do, a small family is listed."""
        return LegalMoves(lambda: choices.moves(self), lambda move: not self.explain(move))

    def random_move(self, rng: random.Random) -> Move:
        """A legal move picked without listing all of them."""
        return choices.random_move(self, rng)

    def explain(self, move: Move) -> tuple[Finding, ...]:
        """Every independent violation, root cause first; empty exactly when the move is legal."""
        return referee.explain(self, move)

    @property
    def depleted(self) -> dict[str, bool]:
        """Pile → whether it has run out."""
        return {"base toasts": not self.base_toasts, "draw pile": not any(self.pile.values())}

    def worth_of(self, player: str) -> Worth:
        """What a player's toasts would count for now."""
        return worth_of_spread(self.spreads[self.players.index(player)], self.options)

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None while turns are left."""
        if not self.is_over:
            return None
        worths = [worth_of_spread(spread, self.options) for spread in self.spreads]
        closings = [Closing("toasts", worth.points, worth.sandwiches, worth.combos) for worth in worths]
        return outcome_of(self.players, closings, self.options)

    # What a move does

    def apply(self, move: Move) -> ToastyTable:
        """The table after a move or a card drawn. Raises IllegalMove."""
        findings = referee.explain(self, move)
        if findings:
            raise IllegalMove(findings)
        draft = _draft(self)
        _APPLY[type(move)](self, draft, move)
        return _settled(draft)

    # Cards drawn

    def _draw(self, draft: Draft[ToastyTable], move: Drawn) -> None:
        if move.card == TIME_TO_EAT:
            self._time_to_eat(draft)
            return
        seat, due = self.due[0], self.due[1:]
        pile = self.pile.copy()
        pile[move.card] -= 1
        draft.hands = _changed(self.hands, seat, (*self.hands[seat], move.card))
        draft.pile, draft.drawn, draft.due = pile, self.drawn + 1, due
        if due and self.last_turn is not None and not any(pile.values()):
            draft.due, draft.now = (), self._undrawn(len(due))
        elif self.phase == "draw" and not due:
            draft.phase, draft.left = "play", PLAYS

    def _undrawn(self, count: int) -> TurnMade:
        """The turn in progress when some of the cards it was to open with do not come."""
        now = self.now
        drew = now.drew - count if self.phase == "draw" else now.drew
        return _turn(now.player, drew, now.time_to_eat, now.plays, now.discarded)

    def _time_to_eat(self, draft: Draft[ToastyTable]) -> None:
        """At once: the turn stops here. Otherwise it is laid aside, another card is drawn, and the round finished."""
        turns = len(self.made) + 1
        if self.options.end == "finish-round":
            seats = len(self.players)
            draft.due = due = self.due[: sum(self.pile.values())]
            draft.now = replace(self._undrawn(len(self.due) - len(due)), time_to_eat=True)
            draft.last_turn = -(-turns // seats) * seats
            return
        now = self._undrawn(len(self.due))
        plays = (*now.plays[:-1], _cut_short(self, now.plays[-1])) if self.phase == "play" else ()
        draft.made = (*self.made, TurnMade(now.player, now.drew, True, plays))
        draft.last_turn, draft.due, draft.owing, draft.left = turns, (), (), 0

    # Plays

    def _spend(self, draft: Draft[ToastyTable], play: Play, cards: tuple[Card, ...], plays: int = 1) -> None:
        """A play is noted, and costs cards out of the hand."""
        now = self.now
        draft.hands = _without(self.hands, self.seat, cards)
        draft.left = self.left - plays
        draft.now = _turn(now.player, now.drew, now.time_to_eat, (*now.plays, play), now.discarded)

    def _put(self, draft: Draft[ToastyTable], move: PutTopping | PutPair) -> None:
        cards: tuple[Topping, ...] = (move.topping,) if isinstance(move, PutTopping) else move.pair
        self._spend(draft, move, cards)
        toast = self.spreads[self.seat][move.toast - 1]
        for card in cards:
            toast = toast.with_added({card: 1})
        draft.spreads = _with_toast(self.spreads, self.seat, move.toast, toast)

    def _trade(self, draft: Draft[ToastyTable], move: Trade) -> None:
        self._spend(draft, move, move.cards)
        self._lay_bare(draft)
        draft.discard_pile = _more(self.discard_pile, move.cards)
        draft.base_toasts = self.base_toasts - 1

    def _lay_plain(self, draft: Draft[ToastyTable], move: LayPlain) -> None:
        self._spend(draft, move, (PLAIN,))
        self._lay_bare(draft)

    def _lay_bare(self, draft: Draft[ToastyTable]) -> None:
        draft.spreads = _changed(self.spreads, self.seat, (*self.spreads[self.seat], BARE))

    def _close(self, draft: Draft[ToastyTable], move: CloseSandwich) -> None:
        self._spend(draft, move, (PLAIN,), plays=PLAYS)
        toast = self.spreads[self.seat][move.toast - 1]
        draft.spreads = _with_toast(self.spreads, self.seat, move.toast, toast.closed())

    def _act(self, draft: Draft[ToastyTable], move: PlayAction) -> None:
        """Toppings move at once, those from hands included; then cards are drawn, then discards are owed."""
        self._spend(draft, move, (ACTION_CARD,))
        owed = _owed(self.players, move.effects)
        lost: list[Card] = [ACTION_CARD]
        for seat, cards in (given_cards(move.effects, self.players, draft.hands) or {}).items():
            draft.hands = _without(draft.hands, seat, cards)
            owed[seat] -= len(cards)
            lost += cards
        due: list[int] = []
        for effect in move.effects:
            seat = self.players.index(effect.player)
            if isinstance(effect, ToastEffect):
                draft.spreads = _touched(draft.spreads, seat, effect)
                lost += _one_by_one(effect.remove)
            else:
                due += [seat] * (effect.draw or 0)
        for effect in move.effects:  # what lies on a toast again is not lost
            for topping in _one_by_one(effect.add) if isinstance(effect, ToastEffect) else ():
                lost.remove(topping)
        draft.discard_pile = _more(self.discard_pile, lost)
        draft.due = tuple(due)
        draft.owing = tuple(Owed(seat, count) for seat, count in owed.items() if count)

    def _discard(self, draft: Draft[ToastyTable], move: Discard) -> None:
        (first, *rest), now = self.owing, self.now
        draft.owing = (Owed(first.seat, first.count - 1), *rest) if first.count > 1 else tuple(rest)
        draft.hands = _without(self.hands, first.seat, (move.card,))
        draft.discard_pile = _more(self.discard_pile, (move.card,))
        if self.phase == "check":
            draft.now = _turn(now.player, now.drew, now.time_to_eat, now.plays, now.discarded + 1)

    def _pass(self, draft: Draft[ToastyTable], move: Pass) -> None:
        draft.left = 0

    # The play record

    def record(self, level: str) -> dict[str, Any]:
        """The play record at ``points``, ``tally``, ``toasts`` or ``turn``; turns in progress are left out."""
        entries = [turn.as_entry() for turn in self.made] if level == "turn" else []
        if self.is_over:
            entries += [_closing(level, player, self) for player in self.players]
        options = self.options.model_dump(exclude_defaults=True)
        return {"game": self.game, "options": options, "players": list(self.players), "entries": entries}


_draft = drafter(ToastyTable)
_turn = maker(TurnMade)
_next_card = maker(NextCard)


def _is_over(table: ToastyTable | Draft[ToastyTable]) -> bool:
    return table.last_turn is not None and len(table.made) >= table.last_turn


def _settled(draft: Draft[ToastyTable]) -> ToastyTable:
    """Go on to the next thing that needs a draw or a decision."""
    if draft.due or draft.owing or draft.left or _is_over(draft):
        return draft.frozen()
    if draft.phase == "deal":
        return _opened(draft)
    if draft.phase == "draw":  # the pile was out before anything could be drawn
        draft.phase, draft.left = "play", PLAYS
        return draft.frozen()
    seat = len(draft.made) % len(draft.players)
    excess = len(draft.hands[seat]) - HAND_LIMIT
    if draft.phase == "play" and excess > 0:
        draft.phase, draft.owing = "check", (Owed(seat, excess),)
        return draft.frozen()
    draft.made = (*draft.made, draft.now)
    return _opened(draft)


def _opened(draft: Draft[ToastyTable]) -> ToastyTable:
    """The next turn, up to its draw, or the end. Cards are short only once Time to Eat is out."""
    if _is_over(draft):
        return draft.frozen()
    seat = len(draft.made) % len(draft.players)
    count = DRAW if draft.hands[seat] else DRAW_EMPTY
    if draft.last_turn is not None:
        count = min(count, sum(draft.pile.values()))
    draft.phase, draft.due = "draw", (seat,) * count
    draft.now = _turn(draft.players[seat], count)
    return draft.frozen() if count else _settled(draft)


_APPLY: dict[type, Callable[[ToastyTable, Draft[ToastyTable], Any], None]] = {
    Drawn: ToastyTable._draw,
    PutTopping: ToastyTable._put,
    PutPair: ToastyTable._put,
    PlayAction: ToastyTable._act,
    Trade: ToastyTable._trade,
    LayPlain: ToastyTable._lay_plain,
    CloseSandwich: ToastyTable._close,
    Discard: ToastyTable._discard,
    Pass: ToastyTable._pass,
}
Item = TypeVar("Item")


def _changed(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _with_toast(spreads: Spreads, seat: int, number: int, toast: Toast) -> Spreads:
    return _changed(spreads, seat, _changed(spreads[seat], number - 1, toast))


def _without(hands: Hands, seat: int, cards: Iterable[Card]) -> Hands:
    hand = list(hands[seat])
    for card in cards:
        hand.remove(card)
    return _changed(hands, seat, tuple(hand))


def _more(pile: dict[Card, int], cards: Iterable[Card]) -> dict[Card, int]:
    grown = dict(pile)
    for card in cards:
        grown[card] = grown.get(card, 0) + 1
    return grown


def _touched(spreads: Spreads, seat: int, effect: ToastEffect) -> Spreads:
    toast = spreads[seat][effect.toast - 1]
    changed = toast.with_added(effect.add) if effect.add is not None else toast.without(effect.remove or {})
    return _with_toast(spreads, seat, effect.toast, changed)


def _cut_short(table: ToastyTable, play: Play) -> Play:
    """An action whose draw turned up Time to Eat, with only those effects that still came about."""
    if not isinstance(play, PlayAction):
        return play
    missed = {"draw": Counter(table.due), "discard": Counter({owed.seat: owed.count for owed in table.owing})}
    kept: list[Effect] = []
    for effect in reversed(play.effects):
        if isinstance(effect, HandEffect):
            what, count = ("discard", effect.discard or 0) if effect.draw is None else ("draw", effect.draw)
            seat = table.players.index(effect.player)
            short = min(missed[what][seat], count)
            missed[what][seat] -= short
            effect = HandEffect.model_validate({"player": effect.player, what: count - short})
        kept.append(effect)
    return PlayAction(play.player, tuple(reversed(kept)))


def _one_by_one(counts: Mapping[Topping, int] | None) -> list[Topping]:
    return [topping for topping, count in (counts or {}).items() for _ in range(count)]


def _owed(players: tuple[str, ...], effects: Iterable[Effect]) -> dict[int, int]:
    """How many cards each seat is to give up, in the order in which the effects name them."""
    owed: dict[int, int] = {}
    for effect in effects:
        if isinstance(effect, HandEffect) and effect.discard:
            seat = players.index(effect.player)
            owed[seat] = owed.get(seat, 0) + effect.discard
    return owed


def _closing(level: str, player: str, table: ToastyTable) -> dict[str, Any]:
    """A player's closing entry at a level of detail."""
    worth = table.worth_of(player)
    if level == "points":
        return {"player": player, "kind": "final", "points": worth.points}
    if level == "tally":
        return {"player": player, "kind": "tally", **asdict(worth)}
    spread = table.spreads[table.players.index(player)]
    return {"player": player, "kind": "toasts", "toasts": [asdict(toast) for toast in spread]}
