"""The whole game: piles, hands, toasts, whose move it is, and the log that becomes a play record."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields, replace
from operator import attrgetter
from typing import Any, ClassVar, Literal, TypeVar

from pydantic import ConfigDict

from gamerules.clauses import Finding
from gamerules.errors import IllegalMove
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
        return self.last_turn is not None and len(self.made) >= self.last_turn

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
        return NextCard(self.pile, self.time_to_eat_can_come()) if self.due else None

    def time_to_eat_can_come(self) -> bool:
        """Whether the draws have reached the part of the pile that holds Time to Eat, and it is still there."""
        seats = len(self.players)
        return self.last_turn is None and self.drawn - DEALT_CARDS * seats >= cards_before_time_to_eat(seats)

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
        return _APPLY[type(move)](self, move)._settled()

    def _with(self, **changes: Any) -> ToastyTable:
        """A copy with some fields changed; a third of the cost of dataclasses.replace, and simulation lives off it."""
        copy = object.__new__(ToastyTable)
        for set_field, value in zip(_SETTERS, _ALL_FIELDS(self), strict=True):
            set_field(copy, value)
        for name, value in changes.items():
            _SETTER[name](copy, value)
        return copy

    def _settled(self) -> ToastyTable:
        """Go on to the next thing that needs a draw or a decision."""
        if self.due or self.owing or self.left or self.is_over:
            return self
        if self.phase == "deal":
            return self._opened(self.made)
        if self.phase == "draw":  # the pile was out before anything could be drawn
            return self._with(phase="play", left=PLAYS)
        excess = len(self.hands[self.seat]) - HAND_LIMIT
        if self.phase == "play" and excess > 0:
            return self._with(phase="check", owing=(Owed(self.seat, excess),))
        return self._opened((*self.made, self.now))

    def _opened(self, made: tuple[TurnMade, ...]) -> ToastyTable:
        """The next turn, up to its draw, or the end. Cards are short only once Time to Eat is out."""
        if self.last_turn is not None and len(made) >= self.last_turn:
            return self._with(made=made)
        seat = len(made) % len(self.players)
        count = DRAW if self.hands[seat] else DRAW_EMPTY
        if self.last_turn is not None:
            count = min(count, sum(self.pile.values()))
        opened = self._with(made=made, phase="draw", now=TurnMade(self.players[seat], count), due=(seat,) * count)
        return opened if count else opened._settled()

    def _noted(self, play: Play) -> TurnMade:
        now = self.now
        return TurnMade(now.player, now.drew, now.time_to_eat, (*now.plays, play), now.discarded)

    # Cards drawn

    def _draw(self, move: Drawn) -> ToastyTable:
        if move.card == TIME_TO_EAT:
            return self._time_to_eat()
        seat, due = self.due[0], self.due[1:]
        hands = _changed(self.hands, seat, (*self.hands[seat], move.card))
        pile = self.pile.copy()
        pile[move.card] -= 1
        if due and self.last_turn is not None and not any(pile.values()):
            return self._with(hands=hands, pile=pile, drawn=self.drawn + 1, due=(), now=self._undrawn(len(due)))
        if self.phase == "draw" and not due:
            return self._with(hands=hands, pile=pile, drawn=self.drawn + 1, due=due, phase="play", left=PLAYS)
        return self._with(hands=hands, pile=pile, drawn=self.drawn + 1, due=due)

    def _undrawn(self, count: int) -> TurnMade:
        """The turn in progress when some of the cards it was to open with do not come."""
        now = self.now
        drew = now.drew - count if self.phase == "draw" else now.drew
        return TurnMade(now.player, drew, now.time_to_eat, now.plays, now.discarded)

    def _time_to_eat(self) -> ToastyTable:
        """At once: the turn stops here. Otherwise it is laid aside, another card is drawn, and the round finished."""
        turns = len(self.made) + 1
        if self.options.end == "finish-round":
            seats = len(self.players)
            due = self.due[: sum(self.pile.values())]
            now = replace(self._undrawn(len(self.due) - len(due)), time_to_eat=True)
            return self._with(now=now, due=due, last_turn=-(-turns // seats) * seats)
        now = self._undrawn(len(self.due))
        plays = (*now.plays[:-1], _cut_short(self, now.plays[-1])) if self.phase == "play" else ()
        ended = TurnMade(now.player, now.drew, True, plays)
        return self._with(made=(*self.made, ended), last_turn=turns, due=(), owing=(), left=0)

    # Plays

    def _put(self, move: PutTopping | PutPair) -> ToastyTable:
        cards: tuple[Topping, ...] = (move.topping,) if isinstance(move, PutTopping) else move.pair
        seat, index = self.seat, move.toast - 1
        spread = self.spreads[seat]
        toast = spread[index]
        for card in cards:
            toast = toast.with_added({card: 1})
        spread = _changed(spread, index, toast)
        return self._with(
            hands=_without(self.hands, seat, cards), spreads=_changed(self.spreads, seat, spread),
            left=self.left - 1, now=self._noted(move),
        )  # fmt: skip

    def _trade(self, move: Trade) -> ToastyTable:
        return self._with(
            hands=_without(self.hands, self.seat, move.cards), discard_pile=_more(self.discard_pile, move.cards),
            spreads=self._with_new_toast(), base_toasts=self.base_toasts - 1,
            left=self.left - 1, now=self._noted(move),
        )  # fmt: skip

    def _lay_plain(self, move: LayPlain) -> ToastyTable:
        hands = _without(self.hands, self.seat, (PLAIN,))
        return self._with(hands=hands, spreads=self._with_new_toast(), left=self.left - 1, now=self._noted(move))

    def _with_new_toast(self) -> Spreads:
        return _changed(self.spreads, self.seat, (*self.spreads[self.seat], BARE))

    def _close(self, move: CloseSandwich) -> ToastyTable:
        seat, index = self.seat, move.toast - 1
        spread = _changed(self.spreads[seat], index, self.spreads[seat][index].closed())
        return self._with(
            hands=_without(self.hands, seat, (PLAIN,)), spreads=_changed(self.spreads, seat, spread),
            left=0, now=self._noted(move),
        )  # fmt: skip

    def _act(self, move: PlayAction) -> ToastyTable:
        """Toppings move at once, those from hands included; then cards are drawn, then discards are owed."""
        hands = _without(self.hands, self.seat, (ACTION_CARD,))
        owed = _owed(self.players, move.effects)
        lost = Counter[Card]((ACTION_CARD,))
        for seat, cards in (given_cards(move.effects, self.players, hands) or {}).items():
            hands = _without(hands, seat, cards)
            owed[seat] -= len(cards)
            lost.update(cards)
        spreads, due = self.spreads, []
        for effect in move.effects:
            seat = self.players.index(effect.player)
            if isinstance(effect, ToastEffect):
                spreads = _touched(spreads, seat, effect)
                lost.update(effect.remove or {})
                lost.subtract(effect.add or {})
            else:
                due += [seat] * (effect.draw or 0)
        return self._with(
            hands=hands, spreads=spreads, discard_pile=_more(self.discard_pile, lost.elements()), due=tuple(due),
            owing=tuple(Owed(seat, count) for seat, count in owed.items() if count), left=self.left - 1,
            now=self._noted(move),
        )  # fmt: skip

    def _discard(self, move: Discard) -> ToastyTable:
        (first, *rest), now = self.owing, self.now
        owing = (Owed(first.seat, first.count - 1), *rest) if first.count > 1 else tuple(rest)
        if self.phase == "check":
            now = TurnMade(now.player, now.drew, now.time_to_eat, now.plays, now.discarded + 1)
        return self._with(
            hands=_without(self.hands, first.seat, (move.card,)), discard_pile=_more(self.discard_pile, (move.card,)),
            owing=owing, now=now,
        )  # fmt: skip

    def _pass(self, move: Pass) -> ToastyTable:
        return self._with(left=0)

    # The play record

    def record(self, level: str) -> dict[str, Any]:
        """The play record at ``points``, ``tally``, ``toasts`` or ``turn``; turns in progress are left out."""
        entries = [turn.as_entry() for turn in self.made] if level == "turn" else []
        if self.is_over:
            entries += [_closing(level, player, self) for player in self.players]
        options = self.options.model_dump(exclude_defaults=True)
        return {"game": self.game, "options": options, "players": list(self.players), "entries": entries}


_SETTER = {entry.name: getattr(ToastyTable, entry.name).__set__ for entry in fields(ToastyTable)}  # past the freeze
_SETTERS = tuple(_SETTER.values())
_ALL_FIELDS = attrgetter(*_SETTER)
_APPLY: dict[type, Callable[[ToastyTable, Any], ToastyTable]] = {
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
    spread = spreads[seat]
    toast = spread[effect.toast - 1]
    changed = toast.with_added(effect.add) if effect.add is not None else toast.without(effect.remove or {})
    return _changed(spreads, seat, _changed(spread, effect.toast - 1, changed))


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


def _owed(players: tuple[str, ...], effects: Iterable[Effect]) -> Counter[int]:
    """How many cards each seat is to give up, in the order in which the effects name them."""
    owed: Counter[int] = Counter()
    for effect in effects:
        if isinstance(effect, HandEffect) and effect.discard:
            owed[players.index(effect.player)] += effect.discard
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
