"""The whole game of Gourmet Popcorn Dice: rolls as chance, and the decisions that follow each of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import compress, product
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from gamerules.clauses import Finding
from gamerules.errors import IllegalEntry, IllegalMove
from gamerules.making import maker
from gamerules.popcorn_dice import clauses
from gamerules.popcorn_dice.batches import Batch
from gamerules.popcorn_dice.chance import TIE_BUCKET, DiceRoll, Rolled, RollFaces, are_dice_of
from gamerules.popcorn_dice.components import BURNT_LIMIT, COLOURS, POPPED, Colour, PopcornDiceOptions, roll_off_points
from gamerules.popcorn_dice.journal import LoggedRoll, LoggedRollOff, LoggedTurn, as_record, logged_roll, logged_turn
from gamerules.popcorn_dice.sheet import PopcornDiceSheet
from gamerules.popcorn_dice.turn import FRESH, Turn, burnt_first, cancel_faults, is_void, redo, settle, without
from gamerules.sheets import Outcome
from gamerules.tables import LegalMoves

__all__ = ["Again", "Cancel", "DoOver", "Move", "PopcornDiceTable", "Stop"]


@dataclass(frozen=True, slots=True)
class Cancel:
    """Send a double pop and a burnt of the roll just made back to the bucket."""

    player: str
    double: Colour
    burnt: Colour
    kind: Literal["cancel"] = field(default="cancel", repr=False)


@dataclass(frozen=True, slots=True)
class Again:
    """Keep what lies out and roll the bucket again."""

    player: str
    kind: Literal["again"] = field(default="again", repr=False)


@dataclass(frozen=True, slots=True)
class Stop:
    """Call the batch done."""

    player: str
    kind: Literal["stop"] = field(default="stop", repr=False)


@dataclass(frozen=True, slots=True)
class DoOver:
    """Take the do-over of a void first roll, where the table has made it a choice."""

    player: str
    kind: Literal["do-over"] = field(default="do-over", repr=False)


Move = Annotated[Cancel | Again | Stop | DoOver | Rolled, Field(discriminator="kind")]

_KINDS = {may: tuple(compress((Stop, Again, DoOver, Cancel), (True, *may))) for may in product((False, True), repeat=3)}
"""Kinds of decision, by whether the dice may be rolled again, redone, or cancel each other."""


@lru_cache(maxsize=256)
def _decision(kind: type[Again | DoOver | Stop], player: str) -> Again | DoOver | Stop:
    """One of the decisions that name nothing but the player, who makes them again and again."""
    return kind(player)


_SHOWS = {face: {shown: face in shown for shown in POPPED} for face in "DB"}


def _colours_with(face: str, faces: Iterable[str]) -> list[Colour]:
    return list(compress(COLOURS, map(_SHOWS[face].__getitem__, faces)))


_NO_MORE = {
    "burnt-batch": (clauses.BURNT_BATCH, "{player} has four burnt: the batch is spoilt and the turn over"),
    "all-popped-out": (clauses.ALL_POPPED_OUT, "The last roll of {player} popped nothing, which ends the turn"),
    "empty": (clauses.KEEP_POPPING, "{player} has no die left in the bucket"),
}


@dataclass(frozen=True, slots=True)
class PopcornDiceTable:
    """The sheet so far, the turn going on, and the roll that waits for a decision.

    ``turn`` stands before the roll ``shown``; ``cancels`` were made with it. ``rolls`` are the finished
    rolls of this turn, ``log`` the finished turns and roll-offs. Chance is due while ``shown`` is None.
    ``settled`` only remembers what :attr:`pending` works out.
    """

    game: ClassVar[str] = "popcorn-dice"

    sheet: PopcornDiceSheet
    turn: Turn = FRESH
    shown: RollFaces | None = None
    cancels: tuple[tuple[Colour, Colour], ...] = ()
    rolls: tuple[LoggedRoll, ...] = ()
    log: tuple[LoggedTurn | LoggedRollOff, ...] = ()
    settled: Turn | None = field(default=None, compare=False, repr=False)

    @classmethod
    def start(cls, players: tuple[str, ...], options: PopcornDiceOptions) -> Self:
        """Everybody at zero, the first bucket full. Raises IllegalMove for fewer than two players."""
        try:
            return cls(PopcornDiceSheet.start(players, options))
        except IllegalEntry as refusal:
            raise IllegalMove(refusal.findings) from None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read from outside only as a table that can be; what is worked out is worked out anew."""
        return no_info_after_validator_function(cls._sound, handler(source))

    def _sound(self) -> Self:
        shown = self.shown
        if self.cancels and shown is None:
            raise ValueError("cancels belong to a roll that lies on the table")
        if shown is not None and (self.sheet.contest or self.sheet.outcome):
            raise ValueError("no roll waits for a decision after the last turn")
        if shown is not None and tuple(map(len, shown)) != self.turn.bucket:
            raise ValueError("the roll on the table shows the dice that were in the bucket")
        if shown is not None and cancel_faults(self.turn, shown, self.cancels, "cancels"):
            raise ValueError("each cancel takes a double and a burnt of the roll on the table")
        return replace(self, settled=None)

    @property
    def players(self) -> tuple[str, ...]:
        """The labels in seat order."""
        return self.sheet.players

    @property
    def options(self) -> PopcornDiceOptions:
        """The readings agreed on."""
        return self.sheet.options

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None while the game is on."""
        return self.sheet.outcome

    @property
    def current(self) -> str:
        """Whose turn it is, or whose roll in a roll-off."""
        sheet = self.sheet
        return sheet.players[sheet.seat]

    @property
    def chance(self) -> DiceRoll | None:
        """The roll that is due: the bucket of the turn, or four dice in a roll-off."""
        bucket = self._bucket
        if bucket is None:
            return None
        return DiceRoll(bucket) if self.sheet.contest else DiceRoll(bucket, self.turn.kept)

    @property
    def _bucket(self) -> tuple[int, ...] | None:
        """The dice that are to be rolled now, if any are."""
        sheet = self.sheet
        if sheet.outcome is not None or self.shown is not None:
            return None
        return TIE_BUCKET if sheet.contest else self.turn.bucket

    def actors(self) -> frozenset[str]:
        """The player whose roll lies on the table; nobody while a roll is due or the game is over."""
        return frozenset() if self.shown is None else frozenset((self.current,))

    # -- what may be done --------------------------------------------------------------------------

    @property
    def pending(self) -> Turn:
        """The turn as it will be once the roll on the table is settled with the cancels made so far."""
        settled = self.settled
        if settled is not None:
            return settled
        return self.turn if self.shown is None else settle(self.turn, self.shown, self.cancels, self.options)

    @property
    def may_cancel(self) -> bool:
        """Whether the roll on the table still holds a double and a burnt that may cancel each other."""
        if self.shown is None:
            return False
        shown, used = "".join(self.shown), len(self.cancels)
        left = shown.count("D") > used and shown.count("B") > used
        return left and not burnt_first(self.turn, self.shown, self.options)

    def cancel_colours(self) -> tuple[list[Colour], list[Colour]]:
        """The colours whose double, and those whose burnt, a further cancel could take."""
        if self.shown is None or not self.may_cancel:
            return [], []
        return self._left_to_cancel(self.shown)

    def _left_to_cancel(self, shown: RollFaces) -> tuple[list[Colour], list[Colour]]:
        left = without(shown, self.cancels) if self.cancels else shown
        return _colours_with("D", left), _colours_with("B", left)

    @property
    def may_redo(self) -> bool:
        """Whether the roll on the table may be taken as a do-over by choice."""
        return (
            self.options.do_over == "choice"
            and self.shown is not None
            and not self.cancels
            and is_void(self.turn, self.shown, self.options)
        )

    @property
    def may_roll(self) -> bool:
        """Whether the bucket may be rolled again after the roll on the table."""
        if self.shown is None:
            return False
        settled = self.settled or self.pending
        return not settled.ended and not self.sheet.single_roll

    @property
    def legal_moves(self) -> LegalMoves:
        """Every decision open to the player whose roll lies on the table."""
        return LegalMoves(self._moves, lambda move: not isinstance(move, Rolled) and not self.explain(move))

    def _moves(self) -> Iterator[Move]:
        if self.shown is None:
            return
        player = self.current
        yield Stop(player)
        if self.may_roll:
            yield Again(player)
        if self.may_redo:
            yield DoOver(player)
        doubles, burnt = self.cancel_colours()
        for double in doubles:
            for spoilt in burnt:
                yield Cancel(player, double, spoilt)

    def random_move(self, rng: random.Random) -> Move:
        """One legal move: first a kind, then the dice of a cancel. IndexError when nobody may act."""
        if self.shown is None:
            raise IndexError("nobody decides anything before the roll")
        kinds = _KINDS[self.may_roll, self.may_redo, self.may_cancel]
        kind = kinds[int(rng.random() * len(kinds))]
        if kind is Cancel:
            doubles, burnt = self._left_to_cancel(self.shown)
            return _cancel(self.current, rng.choice(doubles), rng.choice(burnt))
        return _decision(kind, self.current)

    def explain(self, move: Any) -> tuple[Finding, ...]:
        """Every independent violation of the move, root cause first; empty exactly when it is legal."""
        if self.sheet.outcome is not None:
            clause = clauses.PERFECT_POP if any(self.sheet.perfect) else clauses.POINTS_END
            winners = ", ".join(self.sheet.outcome.winners)
            return (clause.broken("kind", "The game is over, won by {winners}", winners=winners),)
        if isinstance(move, Rolled):
            return self._roll_faults(move)
        if self.shown is None:
            return self._turn_faults(move.player)
        faults = self._decision_faults(move)
        return faults if move.player == self.current else self._turn_faults(move.player) + faults

    def _roll_faults(self, rolled: Rolled) -> tuple[Finding, ...]:
        due = self._bucket
        if due is not None and are_dice_of(due, rolled.faces):
            return ()
        player = self.current
        if due is None:
            template = "The roll of {player} lies on the table and waits for a decision"
            return (clauses.ROLL.broken("kind", template, player=player),)
        bucket = ", ".join(f"{count} {colour}" for colour, count in zip(COLOURS, due, strict=True) if count)
        clause = clauses.TIE_ROLL if self.sheet.contest else clauses.PREPARE if self.turn.first else clauses.ROLL
        return (
            clause.broken("faces", "{player} rolls {bucket}, all of it and nothing else", player=player, bucket=bucket),
        )

    def _turn_faults(self, player: str) -> tuple[Finding, ...]:
        found = []
        if player != self.current:
            template = "It is not the turn of {player}: {expected} has the bucket"
            found.append(clauses.TURN_ORDER.broken("player", template, player=player, expected=self.current))
        if self.shown is None:
            clause = clauses.TIE_ROLL if self.sheet.contest else clauses.ROLL
            found.append(clause.broken("kind", "{player} has to roll first", player=self.current))
        return tuple(found)

    def _decision_faults(self, move: Any) -> tuple[Finding, ...]:
        if isinstance(move, Cancel):
            return self._cancel_faults(move)
        if isinstance(move, Again):
            return self._again_faults(move)
        if isinstance(move, DoOver) and not self.may_redo:
            template = "{player} has no do-over here: it takes a first roll of four burnt, before anything is cancelled"
            return (clauses.DO_OVER.broken("kind", template, player=move.player),)
        return ()

    def _cancel_faults(self, move: Cancel) -> tuple[Finding, ...]:
        shown = self.shown or ()
        if burnt_first(self.turn, shown, self.options):
            template = "{player} has four burnt, which this table counts before anything is cancelled"
            return (clauses.BURNT_BATCH.broken("burnt", template, player=move.player),)
        return tuple(cancel_faults(self.turn, shown, (*self.cancels, (move.double, move.burnt)), "cancels"))

    def _again_faults(self, move: Again) -> tuple[Finding, ...]:
        if self.may_roll:
            return ()
        found = []
        if self.pending.ended:
            clause, template = _NO_MORE[self.pending.ended]
            found.append(clause.broken("kind", template, player=move.player))
        if self.sheet.single_roll:
            template = "{player} has a single roll to equal the Perfect Pop"
            found.append(clauses.PERFECT_LAST_CHANCE.broken("kind", template, player=move.player))
        return tuple(found)

    # -- doing it ----------------------------------------------------------------------------------

    def apply(self, move: Any) -> PopcornDiceTable:
        """The table after a decision, or after the roll that is due. Raises IllegalMove."""
        findings = self.explain(move)
        if findings:
            raise IllegalMove(findings)
        if isinstance(move, Rolled):
            return self._after_four_dice(move) if self.sheet.contest else self._after_roll(move)
        shown = self.shown
        assert shown is not None  # explain refuses decisions before the roll
        if isinstance(move, Cancel):
            return self._waiting(shown, (*self.cancels, (move.double, move.burnt)))
        if isinstance(move, DoOver):
            return self._redone(shown)
        return self._rolling_on(shown) if isinstance(move, Again) else self._passed(shown)

    def _after_roll(self, rolled: Rolled) -> PopcornDiceTable:
        if self.turn.first and self.options.do_over == "forced" and is_void(self.turn, rolled.faces, self.options):
            return self._redone(rolled.faces)
        return self._waiting(rolled.faces, ())

    def _waiting(self, shown: RollFaces, cancels: tuple[tuple[Colour, Colour], ...]) -> PopcornDiceTable:
        """A roll on the table; where it leaves nothing to decide, the turn is over at once."""
        settled = settle(self.turn, shown, cancels, self.options)
        table = _table(self.sheet, self.turn, shown, cancels, self.rolls, self.log, settled)
        return table if table.may_roll or table.may_cancel or table.may_redo else table._passed(shown)

    def _redone(self, shown: RollFaces) -> PopcornDiceTable:
        rolls = (*self.rolls, LoggedRoll(shown))
        return replace(self, turn=redo(self.turn), shown=None, cancels=(), rolls=rolls, settled=None)

    def _rolling_on(self, shown: RollFaces) -> PopcornDiceTable:
        rolls = (*self.rolls, logged_roll(shown, self.cancels))
        return _table(self.sheet, self.pending, None, (), rolls, self.log)

    def _passed(self, shown: RollFaces) -> PopcornDiceTable:
        """The batch is scored and the bucket goes on."""
        turn = self.pending
        rolls = (*self.rolls, logged_roll(shown, self.cancels))
        text = "burnt" if turn.burnt >= BURNT_LIMIT else "perfect" if turn.is_perfect else ""
        batch = Batch(turn.points, text == "perfect", text, "verified")
        log = (*self.log, logged_turn(turn.kept, batch.points, rolls))
        return _table(self.sheet.after_batch(batch, "rolls"), FRESH, None, (), (), log)

    def _after_four_dice(self, rolled: Rolled) -> PopcornDiceTable:
        points = roll_off_points(rolled.faces, self.options)
        log = (*self.log, LoggedRollOff(self.current, rolled.faces, points))
        return _table(self.sheet.after_four_dice(points), FRESH, None, (), (), log)

    def record(self, level: str) -> dict[str, Any]:
        """The finished turns as a play record at one level: ``points``, ``counts``, ``dice`` or ``rolls``."""
        return as_record(self.players, self.options, self.log, level)


_cancel, _table = maker(Cancel), maker(PopcornDiceTable)
