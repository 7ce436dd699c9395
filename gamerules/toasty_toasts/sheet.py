"""The score sheet: optional turns, then one closing entry for each player, and who won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from gamerules.clauses import Finding, malformed
from gamerules.errors import IllegalEntry
from gamerules.making import maker, replaced
from gamerules.ranking import competition_ranks
from gamerules.sheets import Line, Next, Outcome, Result, Skip, Standing
from gamerules.toasty_toasts.clauses import ACTION, END, GOAL, ORDER, PLAYERS, TIE
from gamerules.toasty_toasts.closing import Closer, Closing, LogState, close, judge_closing, judge_result, outcome_of
from gamerules.toasty_toasts.components import Toast, ToastyOptions, worth_of_spread
from gamerules.toasty_toasts.entries import Entry, Turn
from gamerules.toasty_toasts.turns import Judged, Tracked, judge_turn

_line, _standing = maker(Line), maker(Standing)

CLOSING_KINDS = ("final", "tally", "toasts")
TURN_KINDS = ("turn", "skip")
FEWEST_PLAYERS = 2
MOST_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class ToastySheet:
    """A play of Toasty Toasts as far as it is written down.

    ``taken`` counts turns and skips; ``last_turn`` is how many there will have been when turns are over, known
    once Time to Eat is out. ``tracked`` is what the turns say everybody holds: None before the first turn
    entry, and again once an action without effects made it unknown. ``declared`` are a bare result's winners.
    """

    game: ClassVar[str] = "toasty-toasts"

    players: tuple[str, ...]
    options: ToastyOptions
    taken: int = 0
    last_turn: int | None = None
    turns_logged: bool = False
    tracked: Tracked | None = None
    closings: tuple[Closing | None, ...] = ()
    declared: tuple[str, ...] = ()
    line: Line | None = field(default=None, compare=False)

    @classmethod
    def start(cls, players: tuple[str, ...], options: ToastyOptions, setup: None = None) -> ToastySheet:
        """The empty sheet. Raises IllegalEntry for fewer than two players."""
        if len(players) < FEWEST_PLAYERS:
            few = PLAYERS.broken("players", "The game takes two to four players, not {count}", count=len(players))
            raise IllegalEntry((few,))
        return cls(players, options, closings=(None,) * len(players))

    # May it stand

    def explain(self, entry: Entry) -> tuple[Finding, ...]:
        """Every independent violation, root cause first; empty when the entry may stand."""
        return self._out_of_place(entry) or self._judge(entry).findings

    def _out_of_place(self, entry: Entry) -> tuple[Finding, ...]:
        """Mixed levels, then after the end, then out of turn: each makes looking further pointless."""
        if isinstance(entry, Result):
            return self._result_among_others()
        if isinstance(entry, Turn | Skip):
            return self._after_turns(entry) or self._out_of_turn(entry)
        return self._counted_already(entry)

    def _result_among_others(self) -> tuple[Finding, ...]:
        if self.taken or self._counting:
            return (malformed("kind", "A result is the only entry of its play; this one has others already"),)
        return ()

    def _counted_already(self, entry: Closer) -> tuple[Finding, ...]:
        if self.declared:
            return (END.broken("kind", "This play is over, only its result is known; nothing more can be entered"),)
        if self.closings[self._seat(entry.player)]:
            return (END.broken("player", "{player} is counted up already; everyone is, once", player=entry.player),)
        return ()

    def _after_turns(self, entry: Turn | Skip) -> tuple[Finding, ...]:
        if self._counting:
            return (END.broken("kind", "Counting up has begun; {player} has no turn any more", player=entry.player),)
        if self._turns_over:
            return (END.broken("kind", "Time to Eat is out; {player} has no turn any more", player=entry.player),)
        return ()

    def _out_of_turn(self, entry: Turn | Skip) -> tuple[Finding, ...]:
        due = self._due
        if entry.player == due:
            return ()
        return (ORDER.broken("player", "It is the turn of {due}, not of {player}", due=due, player=entry.player),)

    def _judge(self, entry: Entry) -> Judged:
        """The amounts of an entry that is in its place."""
        if isinstance(entry, Skip):
            return Judged((), (), self.tracked)
        if isinstance(entry, Turn):
            tracked = self.tracked if self.turns_logged else Tracked.dealt(len(self.players))
            out = self.last_turn is not None
            return judge_turn(entry, tracked, self.players, self.options, time_to_eat_is_out=out)
        if isinstance(entry, Result):
            return judge_result(entry)
        return judge_closing(entry, self._spread_of(entry.player), self.options, self._log)

    # What it does

    def apply(self, entry: Entry) -> ToastySheet:
        """The sheet after the entry. Raises IllegalEntry."""
        misplaced = self._out_of_place(entry)
        if misplaced:
            raise IllegalEntry(misplaced)
        judged = self._judge(entry)
        if judged.findings:
            raise IllegalEntry(judged.findings)
        if isinstance(entry, Turn | Skip):
            return self._after_turn(entry, judged)
        if isinstance(entry, Result):
            return self._after_result(entry, judged.warnings)
        return self._after_closing(entry, judged.warnings)

    def _after_turn(self, entry: Turn | Skip, judged: Judged) -> ToastySheet:
        seats = len(self.players)
        last_turn = self.last_turn
        if isinstance(entry, Turn) and entry.time_to_eat and last_turn is None:
            last_turn = self.taken + 1
            if self.options.end == "finish-round":
                last_turn = -(-last_turn // seats) * seats
        after = replaced(
            self, taken=self.taken + 1, last_turn=last_turn, tracked=judged.after,
            turns_logged=self.turns_logged or isinstance(entry, Turn),
        )  # fmt: skip
        return replaced(after, line=_turn_line(self, after, entry, judged.warnings))

    def _after_result(self, entry: Result, warnings: tuple[Finding, ...]) -> ToastySheet:
        points = entry.points or {}
        closings = tuple(Closing("result", points[player]) if player in points else None for player in self.players)
        declared = tuple(player for player in self.players if player in entry.winners)
        line = _line("result", None, None, None, "consistent", 1, scores=dict(points), warnings=warnings)
        return replaced(self, closings=closings, declared=declared, line=line)

    def _after_closing(self, entry: Closer, warnings: tuple[Finding, ...]) -> ToastySheet:
        seat = self._seat(entry.player)
        closing = close(entry, self._spread_of(entry.player), self.options, self._log)
        line = _line(
            entry.kind, entry.player, closing.points, closing.points, closing.level, self._rounds_begun + 1,
            ruled=closing.ruled, warnings=warnings,
        )  # fmt: skip
        return replaced(self, closings=(*self.closings[:seat], closing, *self.closings[seat + 1 :]), line=line)

    # Where the play stands

    def _seat(self, player: str) -> int:
        return self.players.index(player)

    @property
    def _due(self) -> str:
        return self.players[self.taken % len(self.players)]

    @property
    def _counting(self) -> bool:
        return bool(self.declared) or any(self.closings)

    @property
    def _turns_over(self) -> bool:
        return self.last_turn is not None and self.taken >= self.last_turn

    @property
    def _rounds_begun(self) -> int:
        return -(-self.taken // len(self.players))

    @property
    def _log(self) -> LogState:
        if not self.turns_logged:
            return "none"
        if self.tracked is None:
            return "lost"
        return "complete" if self._turns_over else "open"

    def _spread_of(self, player: str) -> tuple[Toast, ...] | None:
        return self.tracked.spreads[self._seat(player)] if self.tracked else None

    def points_of(self, player: str) -> int:
        """What a player is counted up with; before that, what the spread known from the turns is worth; else 0."""
        closing = self.closings[self._seat(player)]
        if closing is not None:
            return closing.points
        spread = self._spread_of(player)
        return worth_of_spread(spread, self.options).points if spread is not None else 0

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who has not been counted up yet, in seat order."""
        if self.declared:
            return ()
        return tuple(player for player, closing in zip(self.players, self.closings, strict=True) if closing is None)

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None until everybody is counted up."""
        if self.declared:
            return Outcome(self.declared, "result")
        closings = [closing for closing in self.closings if closing is not None]
        return outcome_of(self.players, closings, self.options) if len(closings) == len(self.players) else None

    def standings(self) -> tuple[Standing, ...]:
        """Winners first, then by points; while the play is on, those counted up before the others."""
        outcome = self.outcome
        points = [self.points_of(player) for player in self.players]
        if outcome:
            keys = [(1, 0) if player in outcome.winners else (0, self.points_of(player)) for player in self.players]
        else:
            keys = [(player not in self.waiting, self.points_of(player)) for player in self.players]
        ranks = competition_ranks(keys)
        return tuple(
            _standing(player, points[seat], ranks[seat], _extras(self.closings[seat]))
            for seat, player in enumerate(self.players)
        )

    @property
    def target(self) -> None:
        """Toasty Toasts has none."""
        return None

    @property
    def round(self) -> int:
        """The round in which the next entry falls; counting up comes after the last one."""
        if self._counting or self._turns_over:
            return self._rounds_begun + 1
        return self.taken // len(self.players) + 1

    @property
    def next(self) -> Next | None:
        """Anybody still to be counted may be; turns and skips are for whoever is due."""
        if self.outcome is not None:
            return None
        kinds: tuple[str, ...] = CLOSING_KINDS
        if not self._counting and not self._turns_over:
            kinds += TURN_KINDS
        if not self._counting and not self.taken:
            kinds += ("result",)
        return Next(self.waiting, kinds, self._hints(turns="turn" in kinds))

    def _hints(self, *, turns: bool) -> dict[str, Any]:
        """For the pad: whose turn it is, and the hands and spreads known from the turns."""
        hints: dict[str, Any] = {"turn": self._due if turns else None, "log": self._log}
        if self.tracked is not None:
            spreads = ([asdict(toast) for toast in spread] for spread in self.tracked.spreads)
            hints["hands"] = dict(zip(self.players, self.tracked.hands, strict=True))
            hints["toasts"] = dict(zip(self.players, spreads, strict=True))
        return hints

    # What the table should know

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """More players than the setup knows of."""
        if len(self.players) <= MOST_PLAYERS:
            return ()
        count = len(self.players)
        return (PLAYERS.warns("players", "There are {count} players; the setup is for two to four", count=count),)

    @property
    def notices(self) -> tuple[Finding, ...]:
        """The end of the turns, unknown hands, and how it was won."""
        return tuple(self._won()) if self.outcome else tuple(self._under_way())

    def _under_way(self) -> Iterator[Finding]:
        if self.last_turn is not None and not self._turns_over:
            yield END.says("Time to Eat is out; the round is finished, {left} to go", left=self.last_turn - self.taken)
        elif self._turns_over:
            yield END.says("Time to Eat is out: count up {waiting}", waiting=", ".join(self.waiting))
        if self._log == "lost":
            yield ACTION.says("What an action card did was not written down; hands and toasts are no longer checked")

    def _won(self) -> Iterator[Finding]:
        outcome = self.outcome
        if outcome is None or outcome.by == "result":
            return
        names, points = ", ".join(outcome.winners), self.points_of(outcome.winners[0])
        if outcome.by == "points":
            yield GOAL.says("{names} wins with {points} points", names=names, points=points)
        elif outcome.by == "shared":
            yield TIE.says("{names} share the win with {points} points each", names=names, points=points)
        else:
            what = outcome.by
            yield TIE.says("{names} wins the tie at {points} points by {what}", names=names, points=points, what=what)


def _extras(closing: Closing | None) -> dict[str, Any]:
    """Sandwiches and combos where they are known, and the ruling, if any."""
    if closing is None:
        return {}
    known = {"sandwiches": closing.sandwiches, "combos": closing.combos, "ruled": closing.ruled}
    return {name: value for name, value in known.items() if value is not None}


def _turn_line(before: ToastySheet, after: ToastySheet, entry: Turn | Skip, warnings: tuple[Finding, ...]) -> Line:
    """The pad's row of a turn: what it added to the spread's worth, for its player and whom its effects touched."""
    row = before.taken // len(before.players) + 1
    if isinstance(entry, Skip):
        total = after.points_of(entry.player) if after.tracked else None
        return _line("skip", entry.player, None, total, "verified", row, text="skip")
    if after.tracked is None:
        return _line("turn", entry.player, None, None, "possible", row, warnings=warnings)
    start = before if before.turns_logged else replaced(before, tracked=Tracked.dealt(len(before.players)))
    gains = {player: after.points_of(player) - start.points_of(player) for player in _touched(start, after)}
    own = gains.pop(entry.player, 0)
    touched = {player: gain for player, gain in gains.items() if gain}
    total = after.points_of(entry.player)
    return _line("turn", entry.player, own, total, "verified", row, scores=touched, warnings=warnings)


def _touched(before: ToastySheet, after: ToastySheet) -> list[str]:
    """The players whose toasts are others than before."""
    if before.tracked is None or after.tracked is None:
        return list(after.players)
    spreads = zip(after.players, before.tracked.spreads, after.tracked.spreads, strict=True)
    return [player for player, earlier, now in spreads if now != earlier]
