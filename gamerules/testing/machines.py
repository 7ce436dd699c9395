"""Hypothesis state machines over a game's sheets and tables. Needs hypothesis, which gamerules itself does not.

``TestSheet = sheet_machine(GAME, records).TestCase`` in a test module runs one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gamerules.errors import IllegalEntry, Malformed
from gamerules.games import Game
from gamerules.records import parse_record, start
from gamerules.tables import Track
from gamerules.testing.mutating import check_any_entry, mutations
from gamerules.testing.playing import rulesets
from gamerules.testing.replaying import check_shown
from gamerules.testing.sound import ensure, ensure_reloads, labels

__all__ = ["sheet_machine", "table_machine"]

SEEDS = st.integers(0, 2**32 - 1)


class _SheetMachine(RuleBasedStateMachine):
    """Enters lines from any of the records, changed or not, takes them back, and stores the sheet in between."""

    game: ClassVar[Game]
    records: ClassVar[Sequence[Mapping[str, Any]]]
    pool: ClassVar[Sequence[Any]]

    @initialize(number=SEEDS)
    def begin(self, number: int) -> None:
        self.record = parse_record(self.records[number % len(self.records)])
        self.waiting = list(self.record.entries)
        self.track = Track(start(self.record))

    @rule()
    @precondition(lambda self: bool(self.waiting))
    def enter_next(self) -> None:
        self._enter(self.waiting.pop(0))

    @rule(seed=SEEDS)
    def enter_anything(self, seed: int) -> None:
        rng = random.Random(seed)  # noqa: S311 - tests, not secrets
        entry = rng.choice(self.pool)
        for changed in (entry, *mutations(entry, self.record.players, rng, count=2)):
            check_any_entry(self.game, self.record, self.track.state, changed)
            self._enter(changed)

    def _enter(self, raw: Any) -> None:
        try:
            self.track.push(self.game.parse_entry(raw, self.record.seats))
        except (Malformed, IllegalEntry):
            return

    @rule()
    @precondition(lambda self: bool(self.track.moves))
    def undo(self) -> None:
        after, entry = self.track.state, self.track.moves[-1]
        self.track.pop()
        ensure(self.track.state.apply(entry) == after, "an entry taken back can be made again", entry=entry)

    @invariant()
    def can_be_stored_and_shown(self) -> None:
        if hasattr(self, "track"):
            check_shown(self.track.state)
            ensure_reloads(self.game.sheet_adapter, self.track.state, "sheet", frozenset({"line"}))


class _TableMachine(RuleBasedStateMachine):
    """Makes random moves, takes them back, stores the table, and asks about moves of other moments."""

    game: ClassVar[Game]
    rulesets: ClassVar[Sequence[Any]]

    @initialize(seats=SEEDS, ruleset=SEEDS)
    def begin(self, seats: int, ruleset: int) -> None:
        assert self.game.table is not None
        players = labels(self.game.seats[seats % len(self.game.seats)])
        self.track = Track(self.game.table.start(players, self.rulesets[ruleset % len(self.rulesets)]))
        self.seen: list[Any] = []

    @rule(seed=SEEDS, count=st.integers(1, 30))
    def go_on(self, seed: int, count: int) -> None:
        rng = random.Random(seed)  # noqa: S311 - games, not secrets
        for _ in range(count):
            if self.track.state.outcome is not None:
                return
            self._step(self.track.state, rng)

    def _step(self, table: Any, rng: random.Random) -> None:
        chance = table.chance
        move = chance.sample(rng) if chance is not None else table.random_move(rng)
        if chance is None:
            self.seen.append(move)
            ensure(not table.explain(move), "a random move is legal", table=table, move=move)
        self.track.push(move)

    @rule(seed=SEEDS)
    @precondition(lambda self: bool(self.seen))
    def ask_about_another_moment(self, seed: int) -> None:
        move, table = random.Random(seed).choice(self.seen), self.track.state  # noqa: S311 - games, not secrets
        ensure((move in table.legal_moves) == (not table.explain(move)), "legal when nothing is found", move=move)

    @rule(count=st.integers(1, 10))
    def undo(self, count: int) -> None:
        for _ in range(min(count, len(self.track.moves))):
            after, move = self.track.state, self.track.moves[-1]
            self.track.pop()
            ensure(self.track.state.apply(move) == after, "a move taken back can be made again", move=move)

    @invariant()
    def can_be_stored(self) -> None:
        if hasattr(self, "track"):
            ensure_reloads(self.game.table_adapter, self.track.state, "table")


def sheet_machine(game: Game, records: Sequence[Mapping[str, Any]]) -> type[RuleBasedStateMachine]:
    """A machine over the game's sheets, fed by the entries of these records."""
    pool = [entry for record in records for entry in record.get("entries", ())]
    return type("SheetMachine", (_SheetMachine,), {"game": game, "records": records, "pool": pool})


def table_machine(game: Game) -> type[RuleBasedStateMachine]:
    """A machine over the game's tables, with every number of seats and every ruleset."""
    return type("TableMachine", (_TableMachine,), {"game": game, "rulesets": list(rulesets(game))})
