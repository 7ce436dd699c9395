"""The score sheet of Gourmet Popcorn Dice: turns in seat order, the last round, the roll-off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self, TypeVar

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from gamerules.clauses import Clause, Finding, malformed
from gamerules.errors import IllegalEntry
from gamerules.making import maker, replaced
from gamerules.popcorn_dice import clauses
from gamerules.popcorn_dice.batches import READERS, Batch, excused
from gamerules.popcorn_dice.components import (
    MOST_POINTS,
    TIE_DICE,
    PopcornDiceOptions,
    roll_off_most,
    roll_off_points,
)
from gamerules.popcorn_dice.entries import TURN_KINDS, RollOff
from gamerules.ranking import competition_ranks, leaders
from gamerules.sheets import Line, Next, Outcome, Result, Standing

__all__ = ["Contest", "PopcornDiceSheet"]

LEAST_PLAYERS, MOST_PLAYERS = 2, 6
FARTHEST_RULING = 1_000_000
"""A table may rule any amount up to here; beyond it somebody leant on a key."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A roll-off going on: who is tied (seats), what they have rolled so far, which roll-off this is (from 1)."""

    tied: tuple[int, ...]
    rolled: tuple[int, ...] = ()
    number: int = 1

    @property
    def turn(self) -> int:
        """The seat that rolls next."""
        return self.tied[len(self.rolled)]


@dataclass(frozen=True, slots=True)
class PopcornDiceSheet:
    """Totals and Perfect Pops by seat, turns taken by all together, the roll-off, and who won."""

    game: ClassVar[str] = "popcorn-dice"

    players: tuple[str, ...]
    options: PopcornDiceOptions
    totals: tuple[int, ...]
    perfect: tuple[bool, ...]
    ruled: tuple[bool, ...]
    turns: int = 0
    contest: Contest | None = None
    outcome: Outcome | None = None
    line: Line | None = field(default=None, compare=False)

    @classmethod
    def start(cls, players: tuple[str, ...], options: PopcornDiceOptions, setup: Any = None) -> PopcornDiceSheet:
        """The empty sheet. Raises IllegalEntry for fewer than two players."""
        count = len(players)
        if count < LEAST_PLAYERS:
            found = clauses.PLAYERS.broken(
                "players", "{count} at the table; the game needs two players or more", count=count
            )
            raise IllegalEntry((found,))
        return _sheet(players, options, (0,) * count, (False,) * count, (False,) * count)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read from outside only as a sheet that can be: one figure a seat, and a roll-off between seats."""
        return no_info_after_validator_function(cls._sound, handler(source))

    def _sound(self) -> Self:
        count, contest = len(self.players), self.contest
        if count < LEAST_PLAYERS or {len(self.totals), len(self.perfect), len(self.ruled)} != {count}:
            raise ValueError("totals, perfect and ruled have one figure for each of two or more players")
        if self.turns < 0:
            raise ValueError("the number of turns is not below 0")
        if self.outcome and not (self.outcome.by in _VICTORIES and set(self.outcome.winners) <= set(self.players)):
            raise ValueError("the winners are players, and won in a way this game knows")
        if contest and not (len(contest.rolled) < len(contest.tied) and set(contest.tied) <= set(range(count))):
            raise ValueError("a roll-off is between seats, and one of them has yet to roll")
        return self

    # -- whose turn, and how the game stands -------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat whose turn it is, or whose roll in a roll-off."""
        return self.contest.turn if self.contest else self.turns % len(self.players)

    @property
    def round(self) -> int:
        """The round in which the next turn falls, from 1; the roll-off belongs to none and counts on."""
        if self.contest:
            return self.turns // len(self.players) + self.contest.number
        return self.turns // len(self.players) + 1

    @property
    def target(self) -> int:
        """The total that makes a round the last one."""
        return self.options.target

    @property
    def is_last_chance(self) -> bool:
        """Whether a Perfect Pop of this round is waiting to be equalled."""
        return self.outcome is None and self.contest is None and any(self.perfect)

    @property
    def is_last_round(self) -> bool:
        """Whether a total has reached the target, so that no round follows this one."""
        return self.outcome is None and self.contest is None and max(self.totals) >= self.options.target

    @property
    def single_roll(self) -> bool:
        """Whether the turn to come is one roll only."""
        return self.options.last_chance == "single-roll" and self.is_last_chance

    @property
    def next(self) -> Next | None:
        """Who may enter what; None when the play is over."""
        if self.outcome is not None:
            return None
        who = (self.players[self.seat],)
        if self.contest:
            return Next(who, ("roll-off",), self._hints())
        kinds = TURN_KINDS if self.turns else (*TURN_KINDS, "result")
        return Next(who, kinds, self._hints())

    def _hints(self) -> dict[str, Any]:
        yet_to_play = self.players[self.seat :] if not self.contest else ()
        return {
            "round": self.round,
            "most_points": roll_off_most(self.options) if self.contest else MOST_POINTS,
            "last_round": self.is_last_round,
            "last_chance": list(yet_to_play) if self.is_last_chance else [],
            "perfect": self._names(seat for seat, popped in enumerate(self.perfect) if popped),
            "single_roll": self.single_roll,
            "tied": self._names(self.contest.tied) if self.contest else [],
            "rolled": list(self.contest.rolled) if self.contest else [],
            "roll_off": self.contest.number if self.contest else 0,
        }

    def _names(self, seats: Iterable[int]) -> list[str]:
        return [self.players[seat] for seat in seats]

    def standings(self) -> tuple[Standing, ...]:
        """Winners first, then by Perfect Pop, then by points; in seat order."""
        outcome = self.outcome
        winners = outcome.winners if outcome else ()
        keys = [
            (True, False, 0) if player in winners else (False, popped, total)
            for player, popped, total in zip(self.players, self.perfect, self.totals, strict=True)
        ]
        ranks = competition_ranks(keys)
        return tuple(
            _standing(player, self.totals[seat], ranks[seat], self._extras(seat))
            for seat, player in enumerate(self.players)
        )

    def _extras(self, seat: int) -> dict[str, Any]:
        extras: dict[str, Any] = {"perfect": self.perfect[seat]}
        return extras | {"ruled": True} if self.ruled[seat] else extras

    # -- checking ----------------------------------------------------------------------------------

    def explain(self, entry: Any) -> tuple[Finding, ...]:
        """Every independent violation of the typed entry, root cause first; empty when it may stand."""
        return self._examine(entry)[0]

    def _examine(self, entry: Any) -> tuple[tuple[Finding, ...], Batch | None]:
        """The findings of an entry, and what it is worth where it is a turn."""
        kind = entry.kind
        misplaced = self._mixed(entry, kind) or self._after_the_end(kind)
        if misplaced:
            return misplaced, None
        if kind == "result":
            return self._result_faults(entry), None
        if kind == "roll-off":
            return self._roll_off_faults(entry), None
        batch = READERS[kind](entry, self.options, self.single_roll)
        if entry.player == self.players[self.turns % len(self.players)]:
            return batch.findings, batch
        return self._order_faults(entry.player) + batch.findings, batch

    def _mixed(self, entry: Any, kind: str) -> tuple[Finding, ...]:
        """A result beside other entries, or a ruled amount that no table can mean."""
        if kind == "points" or kind == "roll-off":
            if not entry.ruled or entry.points is None or abs(entry.points) <= FARTHEST_RULING:
                return ()
            return (malformed("points", "a ruled amount lies between -{most} and {most}", most=FARTHEST_RULING),)
        if kind == "result" and self.turns:
            return (malformed("kind", "a result is the only entry of its play; this one has turns already"),)
        return ()

    def _after_the_end(self, kind: str) -> tuple[Finding, ...]:
        if self.outcome is not None:
            winners = ", ".join(self.outcome.winners)
            template = "The play is over, won by {winners}; nothing more is logged"
            return (self._ending_clause.broken("kind", template, winners=winners),)
        if self.contest and kind in TURN_KINDS:
            tied = ", ".join(self._names(self.contest.tied))
            template = "All turns are taken; {tied} are tied and roll off with four dice each"
            return (self._ending_clause.broken("kind", template, tied=tied),)
        return ()

    @property
    def _ending_clause(self) -> Clause:
        return clauses.PERFECT_POP if any(self.perfect) else clauses.POINTS_END

    def _order_faults(self, player: str) -> tuple[Finding, ...]:
        """Somebody else's turn, and perhaps one too many in this round."""
        expected = self.players[self.turns % len(self.players)]
        template = "It is not the turn of {player}: {expected} has the bucket"
        found = clauses.TURN_ORDER.broken("player", template, player=player, expected=expected)
        if not self.is_last_chance or player in self.players[self.seat :]:
            return (found,)
        template = "{player} has had a turn in this round; only {waiting} may still equal the Perfect Pop"
        waiting = ", ".join(self.players[self.seat :])
        return (found, clauses.PERFECT_LAST_CHANCE.broken("player", template, player=player, waiting=waiting))

    def _roll_off_faults(self, entry: RollOff) -> tuple[Finding, ...]:
        contest = self.contest
        if contest is None:
            template = "{player} rolls off, but nobody is tied for the win: the turns are not over"
            return (clauses.TIE_WHO.broken("kind", template, player=entry.player),)
        amount = self._four_dice_faults(entry)
        return self._contest_order(contest, entry.player) + (() if entry.ruled else amount)

    def _contest_order(self, contest: Contest, player: str) -> tuple[Finding, ...]:
        tied = self._names(contest.tied)
        if player == self.players[contest.turn]:
            return ()
        if player in tied:
            template = "The tied players roll in seat order: {expected} is next, not {player}"
            expected = self.players[contest.turn]
            return (clauses.TURN_ORDER.broken("player", template, player=player, expected=expected),)
        template = "{player} is not in the roll-off; it is between {tied}"
        found = clauses.TIE_WHO.broken("player", template, player=player, tied=", ".join(tied))
        if contest.number == 1:
            return (found,)
        template = "Only those who tied in the roll-off before this one roll again: {tied}"
        return (found, clauses.TIE_AGAIN.broken("player", template, tied=", ".join(tied)))

    def _four_dice_faults(self, entry: RollOff) -> tuple[Finding, ...]:
        if entry.faces is None:
            most, points = roll_off_most(self.options), entry.points
            if points is not None and 0 <= points <= most:
                return ()
            template = "{player} logged {points} for the roll-off; four dice score 0 to {most}"
            return (clauses.TIE_ROLL.broken("points", template, player=entry.player, points=points, most=most),)
        count = sum(map(len, entry.faces.values()))
        if count != TIE_DICE:
            template = "The roll-off of {player} names {count} dice; it takes four"
            return (clauses.TIE_ROLL.broken("faces", template, player=entry.player, count=count),)
        return tuple(
            clauses.TIE_ROLL.broken(
                f"faces.{colour}",
                "{player} rolls off with {count} {colour} dice; there are two of each colour",
                player=entry.player, count=len(shown), colour=colour,
            )
            for colour, shown in entry.faces.items()
            if len(shown) > 2
        )  # fmt: skip

    def _result_faults(self, entry: Result) -> tuple[Finding, ...]:
        most = self.options.target - 1 + MOST_POINTS
        found = []
        for player, points in (entry.points or {}).items():
            if points < 0:
                template = "{player} is given a final total of {points}; a total never falls below 0"
                found.append(clauses.TOTAL.broken(f"points.{player}", template, player=player, points=points))
            elif points > most:
                template = (
                    "{player} is given a final total of {points}; {most} is the highest possible: no round begins "
                    "at {target} or more, and a batch scores at most {batch}"
                )
                values = {"points": points, "most": most, "target": self.options.target, "batch": MOST_POINTS}
                found.append(clauses.TOTAL.broken(f"points.{player}", template, player=player, **values))
        return tuple(found) or tuple(self._winner_faults(entry))

    def _winner_faults(self, entry: Result) -> Iterator[Finding]:
        """A winner with the target who is behind somebody: no Perfect Pop helps, for it ends on fewer."""
        points = entry.points or {}
        best = max(points.values(), default=0)
        for index, winner in enumerate(entry.winners):
            own = points.get(winner, best)
            if self.options.target <= own < best:
                ahead = next(player for player, total in points.items() if total == best)
                template = "{player} is named as winner with {points}, but {ahead} has {best}"
                values = {"points": own, "ahead": ahead, "best": best}
                yield clauses.POINTS_WINNER.broken(f"winners.{index}", template, player=winner, **values)

    # -- applying ----------------------------------------------------------------------------------

    def apply(self, entry: Any) -> PopcornDiceSheet:
        """The sheet after the entry; raises IllegalEntry. ``self`` is unchanged; ``.line`` tells what it did."""
        findings, batch = self._examine(entry)
        if findings:
            raise IllegalEntry(findings)
        if batch is not None:
            return self.after_batch(batch, entry.kind, entry.ruled if entry.kind == "points" else None)
        return self._after_result(entry) if entry.kind == "result" else self._after_roll_off(entry)

    def after_batch(self, batch: Batch, kind: str, ruled: str | None = None) -> PopcornDiceSheet:
        """The sheet after a turn that has been checked already."""
        players, totals, perfect, flags = self.players, self.totals, self.perfect, self.ruled
        points, popped, text, level, _, warnings = batch
        turns_before, seat = divmod(self.turns, len(players))
        total = totals[seat] + points
        if points:
            totals = _with(totals, seat, total)
        if popped:
            perfect = _with(perfect, seat, True)
        if ruled:
            flags = _with(flags, seat, True)
        shown = None if kind == "skip" else points
        line = _line(kind, players[seat], shown, total, level, turns_before + 1, ruled, text, {}, warnings)
        if seat + 1 == len(players):
            contest, outcome = self._closing(totals, perfect)
        else:
            contest = outcome = None
        return _sheet(players, self.options, totals, perfect, flags, self.turns + 1, contest, outcome, line)

    def _closing(self, totals: tuple[int, ...], perfect: tuple[bool, ...]) -> tuple[Contest | None, Outcome | None]:
        """Everybody has had equally many turns: is anybody tied, or is the game over?"""
        if True in perfect:
            best = leaders(perfect)
            won = Outcome((self.players[best[0]],), "perfect-pop", clauses.PERFECT_POP.id)
        elif max(totals) >= self.options.target:
            best = leaders(totals)
            won = Outcome((self.players[best[0]],), "points", clauses.POINTS_WINNER.id)
        else:
            return None, None
        return (None, won) if len(best) == 1 else (Contest(best), None)

    def _after_roll_off(self, entry: RollOff) -> PopcornDiceSheet:
        points = entry.points if entry.faces is None else roll_off_points(entry.faces.values(), self.options)
        assert points is not None  # the entry model wants one of the two
        warnings = excused(self._four_dice_faults(entry)) if entry.ruled else ()
        level = "consistent" if entry.faces is None else "verified"
        return self.after_four_dice(points, ruled=entry.ruled, level=level, warnings=warnings)

    def after_four_dice(
        self, points: int, *, ruled: str | None = None, level: Any = "verified", warnings: tuple[Finding, ...] = ()
    ) -> PopcornDiceSheet:
        """The sheet after one tied player's roll, which has been checked already."""
        contest = self.contest
        assert contest is not None
        seat = contest.turn
        line = _line(
            "roll-off", self.players[seat], None, self.totals[seat], level, self.round, ruled, str(points), {}, warnings
        )
        flags = _with(self.ruled, seat, True) if ruled else self.ruled
        contest = replaced(contest, rolled=(*contest.rolled, points))
        sheet = replaced(self, contest=contest, ruled=flags, line=line)
        return sheet if len(contest.rolled) < len(contest.tied) else sheet._after_contest(contest)

    def _after_contest(self, contest: Contest) -> PopcornDiceSheet:
        """All tied players have rolled: one best wins, several share or roll again."""
        best = tuple(contest.tied[index] for index in leaders(contest.rolled))
        names = tuple(self.players[seat] for seat in best)
        if len(best) == 1:
            return replaced(self, contest=None, outcome=Outcome(names, "roll-off", clauses.TIE_ROLL.id))
        if self.options.tiebreak_again == "shared":
            return replaced(self, contest=None, outcome=Outcome(names, "shared", clauses.TIE_AGAIN.id))
        return replaced(self, contest=Contest(best, (), contest.number + 1))

    def _after_result(self, entry: Result) -> PopcornDiceSheet:
        points = entry.points or {}
        winners = tuple(player for player in self.players if player in entry.winners)
        totals = tuple(points.get(player, 0) for player in self.players)
        line = _line("result", None, None, None, "consistent", 1, None, "", dict(points))
        return replaced(self, totals=totals, line=line, outcome=Outcome(winners, "result", clauses.GOAL.id))

    # -- what the table should know ----------------------------------------------------------------

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """More players than the box names."""
        if len(self.players) <= MOST_PLAYERS:
            return ()
        template = "{count} at the table; the box names two to six, though nothing in the rules breaks"
        return (clauses.PLAYERS.warns("players", template, count=len(self.players)),)

    @property
    def notices(self) -> tuple[Finding, ...]:
        """How it was won, or the roll-off, the last chance and the last round while they are on."""
        if self.outcome:
            return (self._victory(self.outcome),)
        if self.contest:
            return (self._roll_off_notice(self.contest),)
        chance = (self._last_chance(),) if self.is_last_chance else ()
        return (*chance, self._last_round()) if self.is_last_round else chance

    def _victory(self, outcome: Outcome) -> Finding:
        clause, template = _VICTORIES[outcome.by]
        best = self.players.index(outcome.winners[0])
        return clause.says(template, winners=", ".join(outcome.winners), points=self.totals[best])

    def _roll_off_notice(self, contest: Contest) -> Finding:
        tied, expected = ", ".join(self._names(contest.tied)), self.players[contest.turn]
        if contest.number > 1:
            template = "{tied} rolled the same and roll off once more; {expected} is next"
            return clauses.TIE_AGAIN.says(template, tied=tied, expected=expected)
        template = (
            "{tied} all made a Perfect Pop: each rolls four dice; {expected} is next"
            if any(self.perfect)
            else "{tied} are tied on {points}: each rolls four dice; {expected} is next"
        )
        return clauses.TIE_WHO.says(template, tied=tied, points=self.totals[contest.tied[0]], expected=expected)

    def _last_chance(self) -> Finding:
        popped = ", ".join(self._names(seat for seat, done in enumerate(self.perfect) if done))
        template = (
            "{popped} made a Perfect Pop; {waiting} may equal it with one roll each"
            if self.single_roll
            else "{popped} made a Perfect Pop; {waiting} may equal it with one turn each"
        )
        waiting = ", ".join(self.players[self.seat :])
        return clauses.PERFECT_LAST_CHANCE.says(template, popped=popped, waiting=waiting)

    def _last_round(self) -> Finding:
        best = self.players[leaders(self.totals)[0]]
        template = "{leader} has {points}: this round is the last one, until {last} has had a turn"
        return clauses.POINTS_END.says(template, leader=best, points=max(self.totals), last=self.players[-1])


_sheet, _line, _standing = maker(PopcornDiceSheet), maker(Line), maker(Standing)
_Value = TypeVar("_Value")


def _with(values: tuple[_Value, ...], seat: int, value: _Value) -> tuple[_Value, ...]:
    """One figure of a seat changed."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


_VICTORIES = {
    "points": (clauses.POINTS_WINNER, "{winners} wins with {points} points"),
    "perfect-pop": (clauses.PERFECT_BEATS, "{winners} wins with a Perfect Pop, which beats any score"),
    "roll-off": (clauses.TIE_ROLL, "{winners} wins the roll-off"),
    "shared": (clauses.TIE_AGAIN, "{winners} share the win: the roll-off was tied"),
    "result": (clauses.GOAL, "The win of {winners} was logged without its turns"),
}
