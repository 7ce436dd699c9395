"""The whole game of pop-tarts: row, arrow, hands, plates, the three decks and whose move it is.

Set-up and decks are played out card by card, each draw a chance of its own. A state holds decks as what is
left in them, never in an order, so nobody can look ahead.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import repeat
from operator import attrgetter
from typing import Any, ClassVar, Literal, Self

from pydantic import ConfigDict

from gamerules.clauses import Clause, Finding, malformed
from gamerules.errors import IllegalMove
from gamerules.pop_tarts import line as row
from gamerules.pop_tarts.bonuses import fit_together, fits
from gamerules.pop_tarts.chance import Draw, less, more
from gamerules.pop_tarts.clauses import (
    ARROW_SETUP,
    BONUS_REPLACE,
    BONUS_ROW,
    DEAL,
    EAT_MAY,
    END_DISCARD,
    END_DRAW,
    END_TRIGGER,
    FIFTH,
    LINE_SETUP,
    NEXT_PLAYER,
    PLATE_MUST,
    PLAY_LIMIT,
    REFILL,
    STEPS,
)
from gamerules.pop_tarts.components import (
    ACTION_DECK,
    ACTION_KINDS,
    BONUS_DECK,
    BONUS_POINTS,
    BONUSES_IN_A_TURN,
    ENDS,
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
    card_name,
    flavour_of,
)
from gamerules.pop_tarts.ending import is_last_round, is_over, outcome_of
from gamerules.pop_tarts.log import NOTHING_YET, Turn, written
from gamerules.pop_tarts.moves import MOVES, Claim, Discard, Eat, EndTurn, Plate, Play, PointArrow
from gamerules.pop_tarts.seats import seats_finding
from gamerules.pop_tarts.turn import (
    PLAYS,
    closed_bonus,
    plating_findings,
    shared_card_finding,
    too_many_bonuses,
    unfit_finding,
)
from gamerules.sheets import Outcome
from gamerules.tables import LegalMoves

Phase = Literal[
    "line", "deal", "arrow", "bonus-row", "play", "refill", "eat", "bonus", "end", "late-bonus", "draw", "over"
]

# what is missing while cards have to be drawn, by phase
_DUE: dict[str, tuple[Clause, str]] = {
    "line": (LINE_SETUP, "The row of seven is not laid yet"),
    "deal": (DEAL, "The hands of three are not dealt yet"),
    "bonus-row": (BONUS_ROW, "The three open bonuses are not laid yet"),
    "refill": (REFILL, "The gap in the middle has to be filled first"),
    "bonus": (BONUS_REPLACE, "The bonus that was won has to be replaced first"),
    "late-bonus": (BONUS_REPLACE, "The bonus that was won has to be replaced first"),
    "draw": (END_DRAW, "The hand has to be filled to three first"),
}
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
    bonus_deck: tuple[Bonus, ...] = BONUS_DECK  # type: ignore[assignment]
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
        if phase not in _DUE:
            return None
        if phase in {"line", "refill"}:
            return Draw(FLAVOURS, self.tart_deck)
        if phase in {"deal", "draw"}:
            return Draw(ACTION_KINDS, self.action_deck if any(self.action_deck) else self.discards)
        return Draw.of(self.bonus_deck)

    def _drawn(self, outcome: Any) -> Self:
        chance = self.chance
        card = tuple(outcome) if isinstance(outcome, list) else outcome
        if chance is None or not chance.contains(card):
            clause, reason = _DUE[self.phase]
            raise IllegalMove((clause.broken("", "No such card is left in the deck. {reason}", reason=reason),))
        after: Self = _DRAWN[self.phase](self, card)
        return after

    def _lay(self, flavour: Flavour) -> Self:
        line = (*self.line, flavour)
        phase: Phase = "line" if len(line) < LINE_LENGTH else "deal"
        return self._but(line=line, start_line=line, tart_deck=less(self.tart_deck, FLAVOURS, flavour), phase=phase)

    def _deal(self, action: ActionKind) -> Self:
        dealt = sum(map(len, self.hands))
        phase: Phase = "deal" if dealt + 1 < HAND * len(self.players) else "arrow"
        return self._given(action, dealt // HAND, phase=phase)

    def _given(self, action: ActionKind, seat: int, **changes: Any) -> Self:
        hands = _changed(self.hands, seat, (*self.hands[seat], action))
        if any(self.action_deck):
            return self._but(hands=hands, action_deck=less(self.action_deck, ACTION_KINDS, action), **changes)
        return self._but(
            hands=hands,
            action_deck=less(self.discards, ACTION_KINDS, action),
            discards=(0,) * len(ACTION_KINDS),
            reshuffles=self.reshuffles + 1,
            **changes,
        )

    def _open(self, bonus: Bonus) -> Self:
        opened = (*self.row, bonus)
        phase: Phase = "bonus-row" if len(opened) < ROW else "play"
        return self._but(row=opened, start_row=opened, bonus_deck=_without(self.bonus_deck, bonus), phase=phase)

    def _refill(self, flavour: Flavour) -> Self:
        return self._but(
            line=row.refilled(self.line, flavour),
            tart_deck=less(self.tart_deck, FLAVOURS, flavour),
            now=self.now._replace(refill=flavour),
            phase="eat",
        )

    def _replace(self, bonus: Bonus) -> Self:
        return self._but(
            row=(*self.row, bonus),
            bonus_deck=_without(self.bonus_deck, bonus),
            now=self.now._replace(new_bonuses=(*self.now.new_bonuses, bonus)),
            phase="eat",
        )

    def _late_bonus(self, bonus: Bonus) -> Self:
        return self._replace(bonus)._closing()

    def _draw(self, action: ActionKind) -> Self:
        return self._given(action, self.seat)._closing()

    # Moves

    @property
    def legal_moves(self) -> LegalMoves:
        """Everything that the player to move may do now."""
        return LegalMoves(self._moves, lambda move: isinstance(move, MOVES) and not self.explain(move))

    def _moves(self) -> Iterator[Any]:
        player, phase = self.player, self.phase
        if phase == "arrow":
            yield from (PointArrow(player, end) for end in ENDS)
        elif phase == "play":
            yield from self.possible_plays()
            yield Plate(player, row.front(self.line, self.arrow))  # type: ignore[arg-type]
        elif phase in {"eat", "end"}:
            if phase == "eat":
                yield from (Eat(player, card) for card in dict.fromkeys(self.plates[self.seat]))
                yield from (Claim(player, bonus) for bonus in self.claimable_bonuses())
            if len(self.plates[self.seat]) <= PLATE:
                yield from (Discard(player, action) for action in dict.fromkeys(self.hands[self.seat]))
                yield EndTurn(player)

    def possible_plays(self) -> Iterator[Play]:
        """Each action in hand with each pair of places it may exchange, while fewer than three were played."""
        if len(self.now.play) < PLAYS:
            for action in dict.fromkeys(self.hands[self.seat]):
                yield from (Play(self.player, action, places) for places in self._places(action))

    def _places(self, action: ActionKind) -> Iterator[tuple[int, int] | None]:
        distance = row.distance_of(action, self.options.two_spaces)
        if not distance:
            yield None
        else:
            yield from ((low, low + distance) for low in range(1, len(self.line) - distance + 1))

    def claimable_bonuses(self) -> Iterator[Bonus]:
        """Open bonuses for which enough was eaten this turn and is not used yet."""
        now = self.now
        if len(now.eaten) < 2 or len(now.bonuses) == BONUSES_IN_A_TURN:
            return
        for bonus in dict.fromkeys(self.row):
            if fits(bonus, now.eaten) and (not now.bonuses or fit_together((*now.bonuses, bonus), now.eaten)):
                yield bonus

    def random_move(self, rng: random.Random) -> Any:
        """One legal move, every kind reachable, without listing all of them."""
        phase = self.phase
        if phase == "play":
            return self._random_play(rng)
        if phase == "eat":
            return self._random_bite(rng)
        if phase == "arrow":
            return PointArrow(self.player, ENDS[rng.random() < 0.5])
        return self._random_close(rng)

    def _random_play(self, rng: random.Random) -> Any:
        hand = self.hands[self.seat]
        choice = int(rng.random() * (len(hand) + 1))
        if choice == len(hand) or len(self.now.play) == PLAYS:
            return Plate(self.player)
        action = hand[choice]
        distance = row.distance_of(action, self.options.two_spaces)
        low = int(rng.random() * (len(self.line) - distance)) + 1
        if not distance or low + distance > len(self.line):
            return Plate(self.player) if distance else Play(self.player, action)
        return Play(self.player, action, (low, low + distance))

    def _random_bite(self, rng: random.Random) -> Any:
        plate = self.plates[self.seat]
        choice = int(rng.random() * (len(plate) + 2))
        if choice < len(plate):
            return Eat(self.player, plate[choice])
        bonus = next(self.claimable_bonuses(), None)
        if bonus is not None:
            return Claim(self.player, bonus)
        if len(plate) > PLATE:
            return Eat(self.player, plate[int(rng.random() * len(plate))])
        return self._random_close(rng)

    def _random_close(self, rng: random.Random) -> Any:
        hand = self.hands[self.seat]
        choice = int(rng.random() * 6)
        return Discard(self.player, hand[choice]) if choice < len(hand) else EndTurn(self.player)

    # What may not be done

    def explain(self, move: Any) -> tuple[Finding, ...]:
        """Every independent violation of the move, root cause first; empty exactly when it is legal."""
        check = _CHECKS.get(type(move))
        if check is None:
            return (malformed("", "This is no move of the game"),)
        if self.phase == "over":
            return (END_TRIGGER.broken("", "The game is over; everybody has had the same number of turns"),)
        due = _DUE.get(self.phase)
        if due is not None:
            return (due[0].broken("", due[1]),)
        if self.phase == "arrow" and not isinstance(move, PointArrow):
            return (ARROW_SETUP.broken("", "The arrow points to neither end yet"),)
        turn = self._turn_findings(move)
        return turn or tuple(check(self, move))

    def _turn_findings(self, move: Any) -> tuple[Finding, ...]:
        if move.player == self.player:
            return ()
        template = "It is {due}'s turn, not {player}'s"
        return (NEXT_PLAYER.broken("player", template, due=self.player, player=move.player),)

    def _check_arrow(self, move: PointArrow) -> Iterator[Finding]:
        if self.phase != "arrow":
            yield ARROW_SETUP.broken("", "The arrow was set before the first turn; from then on only actions flip it")

    def _check_play(self, move: Play) -> Iterator[Finding]:
        if self.phase != "play":
            yield STEPS.broken("", "{player} has plated already; actions come before that", player=move.player)
            return
        if len(self.now.play) == PLAYS:
            yield PLAY_LIMIT.broken("", "{player} has played three action cards; that is the limit", player=move.player)
        if move.action not in self.hands[self.seat]:
            template = "{player} has no {action} in hand"
            yield PLAY_LIMIT.broken("action", template, player=move.player, action=move.action)
        wrong = row.action_finding(move.action, move.places, len(self.line), self.options.two_spaces, "places")
        if wrong is not None:
            yield wrong

    def _check_plate(self, move: Plate) -> Iterator[Finding]:
        if self.phase != "play":
            yield PLATE_MUST.broken("", "{player} has plated already; it is one tart a turn", player=move.player)
        elif move.card is not None:
            turned = self.start_arrow not in {"", self.arrow} or any(
                action == "flip-arrow" for action, _ in self.now.play
            )
            yield from plating_findings(move.player, move.card, self.line, self.arrow, turned)

    def _check_eat(self, move: Eat) -> Iterator[Finding]:
        plate = self.plates[self.seat]
        if self.phase != "eat":
            yield self._not_now(move.player, "eaten")
        elif move.card not in plate:
            held = ", ".join(map(card_name, plate)) or "nothing"
            template = "{player} cannot eat a {card}: the plate holds {plate}"
            yield EAT_MAY.broken("card", template, player=move.player, card=card_name(move.card), plate=held)

    def _not_now(self, player: str, done: str) -> Finding:
        if self.phase == "play":
            return STEPS.broken("", "{player} has to plate first; then tarts are eaten", player=player)
        return STEPS.broken("", "{player} has begun to close the turn; eating is over", player=player)

    def _check_claim(self, move: Claim) -> Iterator[Finding]:
        if self.phase != "eat":
            yield self._not_now(move.player, "claimed")
            return
        taken, eaten = self.now.bonuses, self.now.eaten
        if len(taken) == BONUSES_IN_A_TURN:
            yield too_many_bonuses(move.player, len(taken) + 1)
        if not any(bonus_key(bonus) == bonus_key(move.bonus) for bonus in self.row):
            yield closed_bonus(move.player, move.bonus, self.row, "bonus")
        unfit = unfit_finding(move.player, move.bonus, eaten, "bonus")
        if unfit is not None:
            yield unfit
        elif len(taken) < BONUSES_IN_A_TURN:
            twice = shared_card_finding(move.player, (*taken, move.bonus), eaten)
            if twice is not None:
                yield twice

    def _check_discard(self, move: Discard) -> Iterator[Finding]:
        if self.phase == "play":
            template = "{player} has to plate first; cards are thrown away when the turn closes"
            yield STEPS.broken("", template, player=move.player)
        yield from self._full_plate(move.player)
        if move.action not in self.hands[self.seat]:
            template = "{player} has no {action} to throw away"
            yield END_DISCARD.broken("action", template, player=move.player, action=move.action)

    def _check_end(self, move: EndTurn) -> Iterator[Finding]:
        if self.phase == "play":
            yield PLATE_MUST.broken("", "{player} has not plated a tart; no turn goes without", player=move.player)
        yield from self._full_plate(move.player)

    def _full_plate(self, player: str) -> Iterator[Finding]:
        if len(self.plates[self.seat]) > PLATE:
            yield FIFTH.broken("", "{player} has five tarts on the plate; at least one has to be eaten", player=player)

    # What a move does

    def apply(self, move: Any) -> Self:
        """The table after a move, or after the card that is drawn. Raises IllegalMove."""
        if self.phase in _DUE and not isinstance(move, MOVES):
            return self._drawn(move)
        found = self.explain(move)
        if found:
            raise IllegalMove(found)
        after: Self = _DONE[type(move)](self, move)
        return after

    def _do_arrow(self, move: PointArrow) -> Self:
        return self._but(arrow=move.end, start_arrow=move.end, phase="bonus-row")

    def _do_play(self, move: Play) -> Self:
        line, arrow = row.act(self.line, self.arrow, move.action, move.places)
        now = self.now._replace(play=(*self.now.play, (move.action, move.places)))
        return self._thrown(move.action, line=line, arrow=arrow, now=now)

    def _thrown(self, action: ActionKind, **changes: Any) -> Self:
        hands = _changed(self.hands, self.seat, _without(self.hands[self.seat], action))
        return self._but(hands=hands, discards=more(self.discards, ACTION_KINDS, action), **changes)

    def _do_plate(self, move: Plate) -> Self:
        card: Card = row.front(self.line, self.arrow)  # type: ignore[assignment]
        return self._but(
            line=row.without_front(self.line, self.arrow),
            plates=_changed(self.plates, self.seat, (*self.plates[self.seat], card)),
            now=self.now._replace(plated=card),
            phase="refill" if any(self.tart_deck) else "eat",
        )

    def _do_eat(self, move: Eat) -> Self:
        seat = self.seat
        value = self.options.card_values[flavour_of(move.card)]
        return self._but(
            plates=_changed(self.plates, seat, _without(self.plates[seat], move.card)),
            totals=_changed(self.totals, seat, self.totals[seat] + value),
            now=self.now._replace(eaten=(*self.now.eaten, move.card)),
        )

    def _do_claim(self, move: Claim) -> Self:
        seat = self.seat
        place = next(at for at, bonus in enumerate(self.row) if bonus_key(bonus) == bonus_key(move.bonus))
        at_once = self.options.bonus_refill == "at-once" and self.bonus_deck
        return self._but(
            row=(*self.row[:place], *self.row[place + 1 :]),
            totals=_changed(self.totals, seat, self.totals[seat] + BONUS_POINTS),
            bonuses=_changed(self.bonuses, seat, self.bonuses[seat] + 1),
            now=self.now._replace(bonuses=(*self.now.bonuses, move.bonus)),
            phase="bonus" if at_once else "eat",
        )

    def _do_discard(self, move: Discard) -> Self:
        return self._thrown(move.action, phase="end")

    def _do_end(self, move: EndTurn) -> Self:
        return self._closing()

    def _closing(self) -> Self:
        """The next thing due when a turn closes: bonuses, the hand, the next player, or the end of the game."""
        now = self.now
        if len(now.new_bonuses) < len(now.bonuses) and self.bonus_deck:
            return self._but(phase="late-bonus")
        if len(self.hands[self.seat]) < HAND:
            return self._but(phase="draw")
        turns = self.turns + 1
        phase: Phase = "over" if is_over(turns, self.totals, self.options.target) else "play"
        return self._but(turns=turns, log=(*self.log, now), now=NOTHING_YET, phase=phase)

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

    def _but(self, **changes: Any) -> Self:
        """This table with some fields changed; unlike ``dataclasses.replace`` it checks nothing again."""
        draft = _Draft()
        any(map(setattr, repeat(draft), _NAMES, _VALUES(self)))
        for name, value in changes.items():
            setattr(draft, name, value)
        draft.__class__ = type(self)  # type: ignore[assignment]
        return draft  # type: ignore[return-value]


_NAMES = tuple(slot.name for slot in fields(TartTable))
_VALUES = attrgetter(*_NAMES)


class _Draft:
    """A table while it is made: the same slots, not frozen, which sets them in half the time."""

    __slots__ = _NAMES


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
    "bonus": TartTable._replace,
    "late-bonus": TartTable._late_bonus,
    "draw": TartTable._draw,
}
_CHECKS: dict[type, Any] = {
    PointArrow: TartTable._check_arrow,
    Play: TartTable._check_play,
    Plate: TartTable._check_plate,
    Eat: TartTable._check_eat,
    Claim: TartTable._check_claim,
    Discard: TartTable._check_discard,
    EndTurn: TartTable._check_end,
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
