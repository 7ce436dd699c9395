"""The Anarchy Pancakes sheet: slabs of butter, round by round, until somebody has enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from gamerules.anarchy_pancakes.clauses import CONTENTS, DRAW, DRAW_PILE, WIN
from gamerules.anarchy_pancakes.components import MOST_PLAYERS, PancakeOptions, PancakeSetup, draw_pile_size
from gamerules.anarchy_pancakes.entries import Matches, Round, VoidRound
from gamerules.anarchy_pancakes.rounds import (
    PlayedRound,
    deal_findings,
    play_through,
    round_findings,
    round_form_findings,
)
from gamerules.clauses import Finding, malformed
from gamerules.errors import IllegalEntry
from gamerules.making import maker, replaced
from gamerules.ranking import competition_ranks
from gamerules.sheets import Level, Line, Next, Outcome, Result, Standing

__all__ = ["PancakeSheet", "players_findings"]

_line, _standing = maker(Line), maker(Standing)
ENTRY_KINDS = ("round", "void-round", "matches")


def players_findings(players: tuple[str, ...]) -> tuple[Finding, ...]:
    """Why the box is not made for this many players."""
    count = len(players)
    if count < 2:
        return (CONTENTS.broken("players", "{count} at the table; the game is for two to six", count=count),)
    if count > MOST_PLAYERS:
        template = "{count} at the table; the 31 six-topping cards are enough for six"
        return (CONTENTS.broken("players", template, count=count),)
    return ()


@dataclass(frozen=True, slots=True)
class PancakeSheet:
    """Slabs of butter so far. ``cards`` is the deck that the record brought along, None for the module's own.

    ``rounds`` counts lines, void rounds too; ``stated_winner`` is set by a line that states the result.
    """

    game: ClassVar[str] = "anarchy-pancakes"

    players: tuple[str, ...]
    options: PancakeOptions
    slabs: tuple[int, ...]
    rounds: int = 0
    stated_winner: str | None = None
    cards: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    line: Line | None = field(default=None, compare=False)

    @classmethod
    def start(cls, players: tuple[str, ...], options: PancakeOptions, setup: PancakeSetup | None = None) -> Self:
        """The empty sheet. Raises IllegalEntry unless two to six play."""
        found = players_findings(players)
        if found:
            raise IllegalEntry(found)
        cards = None if setup is None else tuple((card, tuple(icons)) for card, icons in setup.cards.items())
        return cls(players, options, (0,) * len(players), cards=cards)

    # What may be entered

    def explain(self, entry: Any) -> tuple[Finding, ...]:
        """Every independent violation of the typed entry, root cause first; empty when it may stand."""
        return self._order_findings(entry) or self._content_findings(entry)

    def _order_findings(self, entry: Any) -> tuple[Finding, ...]:
        if isinstance(entry, Result) and self.rounds:
            return (malformed("kind", "A result is the only line of its play; this play has other lines"),)
        form = self._form_findings(entry)
        if form:
            return form
        outcome = self.outcome
        if outcome is None:
            return ()
        template = "{winner} has won this game; no round can follow"
        return (WIN.broken("", template, winner=outcome.winners[0]),)

    def _form_findings(self, entry: Any) -> tuple[Finding, ...]:
        if isinstance(entry, Round):
            return round_form_findings(self.players, entry)
        if isinstance(entry, Matches):
            return tuple(found for found in self._deal_findings(entry) if found.verdict == "malformed")
        return ()

    def _deal_findings(self, entry: Matches) -> tuple[Finding, ...]:
        return deal_findings(self.players, entry, self.cards)

    def _content_findings(self, entry: Any) -> tuple[Finding, ...]:
        if isinstance(entry, Round):
            return round_findings(self.players, self.options, entry)
        if isinstance(entry, Matches):
            return self._deal_findings(entry) or self._played(entry).findings
        return tuple(self._result_findings(entry)) if isinstance(entry, Result) else ()

    def _played(self, entry: Matches) -> PlayedRound:
        return play_through(self.players, self.options, entry, self.cards)

    def _result_findings(self, entry: Result) -> Iterator[Finding]:
        if len(entry.winners) > 1:
            names = ", ".join(entry.winners)
            yield WIN.broken(
                "winners", "{names} cannot all have won; the first with enough slabs wins alone", names=names
            )
        for label, points in (entry.points or {}).items():
            yield from self._slabs_findings(label, points, is_winner=label in entry.winners)

    def _slabs_findings(self, label: str, points: int, *, is_winner: bool) -> Iterator[Finding]:
        needed = self.options.slabs
        about = {"player": label, "points": points, "needed": needed}
        if is_winner and points != needed:
            template = "{player} has {points} slabs of butter; the game is won with exactly {needed}"
            yield WIN.broken(f"points.{label}", template, **about)
        elif not is_winner and not 0 <= points < needed:
            template = "{player} has {points} slabs of butter; without the win it is at least 0 and fewer than {needed}"
            yield WIN.broken(f"points.{label}", template, **about)

    # Entering

    def apply(self, entry: Any) -> Self:
        """The sheet after the entry; raises IllegalEntry. ``self`` is unchanged; ``.line`` tells what it did."""
        found = self._order_findings(entry)
        if found:
            raise IllegalEntry(found)
        if isinstance(entry, Matches):
            return self._with_matches(entry)
        found = self._content_findings(entry)
        if found:
            raise IllegalEntry(found)
        if isinstance(entry, Result):
            return self._with_result(entry)
        if isinstance(entry, VoidRound):
            return self._with_round("void-round", None, "consistent")
        level: Level = "possible" if entry.piles is not None else "consistent"
        return self._with_round("round", entry.winner, level, self._undrawn_warnings(entry))

    def _with_matches(self, entry: Matches) -> Self:
        found = self._deal_findings(entry)
        if found:
            raise IllegalEntry(found)
        played = self._played(entry)
        if played.findings:
            raise IllegalEntry(played.findings)
        winner = None if played.winner is None else self.players[played.winner]
        return self._with_round("matches", winner, "verified", played.warnings)

    def _undrawn_warnings(self, entry: Round) -> tuple[Finding, ...]:
        """A round given to the fewest piles although the draws logged leave cards to draw."""
        if not entry.piles or not entry.piles[entry.winner] or entry.draws is None:
            return ()
        left = draw_pile_size(len(self.players)) - sum(entry.draws.values())
        template = "A round is stuck only when nothing is left to draw; by these draws {left} cards were left"
        return (DRAW.warns("draws", template, left=left),) if left else ()

    def _with_round(self, kind: str, winner: str | None, level: Level, warnings: tuple[Finding, ...] = ()) -> Self:
        rounds = self.rounds + 1
        if winner is None:
            line = _line(kind, None, None, None, level, rounds, text="void", warnings=warnings)
            return replaced(self, rounds=rounds, line=line)
        seat = self.players.index(winner)
        slabs = (*self.slabs[:seat], self.slabs[seat] + 1, *self.slabs[seat + 1 :])
        line = _line(kind, winner, 1, slabs[seat], level, rounds, warnings=warnings)
        return replaced(self, rounds=rounds, slabs=slabs, line=line)

    def _with_result(self, entry: Result) -> Self:
        points = entry.points or {}
        slabs = tuple(points.get(label, 0) for label in self.players)
        line = _line("result", None, None, None, "consistent", 1, text="result", scores=points)
        return replaced(self, rounds=1, slabs=slabs, stated_winner=entry.winners[0], line=line)

    # Where the play stands

    @property
    def outcome(self) -> Outcome | None:
        """Who won, by which clause; None while the play is on."""
        if self.stated_winner is not None:
            return Outcome((self.stated_winner,), "result", WIN.id)
        if max(self.slabs) < self.options.slabs:
            return None
        return Outcome((self.players[self.slabs.index(self.options.slabs)],), "slabs", WIN.id)

    def standings(self) -> tuple[Standing, ...]:
        """One for each player, in seat order; the points are slabs of butter."""
        keys = [(label == self.stated_winner, slabs) for label, slabs in zip(self.players, self.slabs, strict=True)]
        ranks = competition_ranks(keys)
        return tuple(_standing(*row) for row in zip(self.players, self.slabs, ranks, strict=True))

    @property
    def next(self) -> Next | None:
        """Who may enter what; None when the play is over. A round belongs to the whole table."""
        if self.outcome is not None:
            return None
        kinds = ENTRY_KINDS if self.rounds else (*ENTRY_KINDS, "result")
        hints = {
            "draw_pile": draw_pile_size(len(self.players)),
            "slabs": self.options.slabs,
            "deadlock": self.options.deadlock,
        }
        return Next(self.players, kinds, hints)

    @property
    def target(self) -> int:
        """The slabs of butter that win."""
        return self.options.slabs

    @property
    def round(self) -> int:
        """The round in which the next entry falls, from 1; void rounds count."""
        return self.rounds + (self.outcome is None)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """Nothing is odd about a play that two to six people play."""
        return ()

    @property
    def notices(self) -> tuple[Finding, ...]:
        """How the game was won, or that six players have nothing to draw."""
        outcome = self.outcome
        if outcome is not None:
            template = "{player} has {slabs} slabs of butter and wins"
            return (WIN.says(template, player=outcome.winners[0], slabs=self.options.slabs),)
        if draw_pile_size(len(self.players)) == 0:
            return (DRAW_PILE.says("Six players use up the six-topping cards: there is nothing to draw"),)
        return ()
