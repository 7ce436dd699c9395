"""Coin race: toss a coin in turn, heads is a step forward, first to the finish wins. A whole rule module.

Registered by an entry point in the group ``gamerules``:  coin-race = "coin_race:GAME"
"""

from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from gamerules.clauses import Clauses, Finding, malformed
from gamerules.errors import IllegalEntry
from gamerules.games import Game, Options, option
from gamerules.ranking import competition_ranks
from gamerules.sheets import Line, Next, Outcome, PlayerEntry, Result, Standing

CLAUSES = Clauses("coin-race")
STEP = CLAUSES.informative("step", "Heads is one step forward, tails none.", locator="Play")
TURN = CLAUSES.enforced("turn", "Players toss in seat order.", locator="Play", checked_by=("toss",))
FINISH = CLAUSES.enforced(
    "finish", "Whoever makes the last step wins, and nobody tosses after that.", locator="End",
    checked_by=("toss",), options=("steps",),
)  # fmt: skip


class CoinRaceOptions(Options):
    """How long the race is."""

    steps: int = option(3, "Steps to the finish.", clauses=("coin-race/finish",), other=(1, 5), ge=1, le=100)


class Toss(PlayerEntry):
    """One toss of the coin."""

    kind: Literal["toss"] = "toss"
    side: Literal["heads", "tails"]


@dataclass(frozen=True, slots=True)
class CoinRaceSheet:
    """Steps made by each player in seat order; ``declared`` are the winners of a bare result."""

    game: ClassVar[str] = "coin-race"
    target: ClassVar[None] = None
    warnings: ClassVar[tuple[Finding, ...]] = ()
    notices: ClassVar[tuple[Finding, ...]] = ()

    players: tuple[str, ...]
    options: CoinRaceOptions
    steps: tuple[int, ...]
    tosses: int = 0
    declared: tuple[str, ...] = ()
    line: Line | None = field(default=None, compare=False)

    @classmethod
    def start(cls, players, options, setup=None):
        return cls(players, options, (0,) * len(players))

    def explain(self, entry):
        if isinstance(entry, Result):
            begun = self.tosses or self.declared
            return (malformed("kind", "a result is the only entry of its play"),) if begun else ()
        if self.outcome:
            return (FINISH.broken("", "the race is over; {player} tosses no more", player=entry.player),)
        due = self.players[self.tosses % len(self.players)]
        if entry.player != due:
            return (TURN.broken("player", "it is {due}'s toss, not {player}'s", due=due, player=entry.player),)
        return ()

    def apply(self, entry):
        findings = self.explain(entry)
        if findings:
            raise IllegalEntry(findings)
        if isinstance(entry, Result):
            winners = tuple(player for player in self.players if player in entry.winners)
            return replace(self, declared=winners, line=Line("result", None, None, None, "consistent", 1))
        seat, step = self.players.index(entry.player), int(entry.side == "heads")
        steps = (*self.steps[:seat], self.steps[seat] + step, *self.steps[seat + 1 :])
        line = Line("toss", entry.player, step, steps[seat], "verified", self.round, text="" if step else "tails")
        return replace(self, steps=steps, tosses=self.tosses + 1, line=line)

    @property
    def round(self):
        return self.tosses // len(self.players) + 1

    @property
    def outcome(self):
        if self.declared:
            return Outcome(self.declared, "result")
        home = [step >= self.options.steps for step in self.steps]
        return Outcome((self.players[home.index(True)],), "points", FINISH.id) if any(home) else None

    @property
    def next(self):
        due = self.players[self.tosses % len(self.players)]
        if self.outcome:
            return None
        return Next((due,), ("toss",)) if self.tosses else Next((due,), ("toss", "result"))

    def standings(self):
        first = (player in self.declared for player in self.players)
        ranks = competition_ranks([*zip(first, self.steps, strict=True)])
        return tuple(map(Standing, self.players, self.steps, ranks))


GAME = Game("coin-race", "Coin race", CLAUSES, CoinRaceOptions, Annotated[Toss | Result, Field(discriminator="kind")],
            CoinRaceSheet, range(2, 9))  # fmt: skip

HEADS = {"player": "Ana", "kind": "toss", "side": "heads"}
TAILS = {"player": "Ben", "kind": "toss", "side": "tails"}
ONE = {"game": "coin-race", "players": ["Ana", "Ben"], "options": {"steps": 1}}
EXAMPLES = {
    "coin-race/turn": {"accepts": [{"record": {**ONE, "options": {}, "entries": [HEADS, TAILS, HEADS]}}],
                       "rejects": [{"record": ONE, "entry": TAILS}]},
    "coin-race/finish": {"accepts": [{"record": {**ONE, "entries": [HEADS]}}],
                         "rejects": [{"record": {**ONE, "entries": [HEADS, TAILS]}}]},
}  # fmt: skip
