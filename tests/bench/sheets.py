"""Score sheets: validated entries a second, beside referees that check recorded games of theirs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gamerules import load
from gamerules.sheets import Seats
from gamerules.simulation import one_game
from tests.bench.programs import Peers, spread
from tests.bench.rows import Row, compared, rate, taking_turns

PLAYERS = ("Ana", "Ben", "Cleo")
TYPED_TARGET, JSON_TARGET, ROLLS_TARGET = 100_000, 30_000, 20_000
PLAYS = 60
Entries = list[list[Any]]


def recorded(level: str, plays: int) -> list[list[dict[str, Any]]]:
    """The entries of simulated games of popcorn dice, logged at a level, without roll-offs."""
    game, rng = load("popcorn-dice"), random.Random(11)
    bots, options = [game.bots["careful"]] * len(PLAYERS), game.parse_options(None)
    tables = [one_game(game, bots, options, rng).table for _ in range(plays)]
    return [table.record(level)["entries"] for table in tables]


def referee(entries: Entries, read: Callable[[Any], Any] = lambda entry: entry) -> Callable[[], int]:
    """Folds every play's entries into its sheet; each is read, then checked and applied."""
    game = load("popcorn-dice")
    options = game.parse_options(None)

    def work() -> int:
        for play in entries:
            sheet = game.sheet.start(PLAYERS, options)
            for entry in play:
                sheet = sheet.apply(read(entry))
        return sum(map(len, entries))

    return work


def typed(raw: list[list[dict[str, Any]]]) -> Entries:
    """The entries as the rule module reads them."""
    game, seats = load("popcorn-dice"), Seats(PLAYERS)
    return [[game.parse_entry(entry, seats) for entry in play] for play in raw]


def measure(*, quick: bool, rounds: int) -> Iterator[Row]:
    """points typed and from JSON beside pig, rolls typed and from JSON beside PokerKit."""
    game, seats = load("popcorn-dice"), Seats(PLAYERS)
    points = recorded("points", PLAYS // 6 if quick else PLAYS)
    rolls = recorded("rolls", PLAYS // 6 if quick else PLAYS)

    def from_text(text: str) -> Any:
        return game.parse_entry_json(text, seats)

    works = {
        "points": spread(referee(typed(points)), quick=quick),
        "points JSON": spread(referee(as_text(points), from_text), quick=quick),
        "rolls": spread(referee(typed(rolls)), quick=quick),
        "rolls JSON": spread(referee(as_text(rolls), from_text), quick=quick),
    }
    ours = {name: (lambda work=work: rate(work)) for name, work in works.items()}
    with Peers() as peers:
        names = ("pig-referee", "spiel-pig", "pokerkit-referee")
        found = taking_turns(ours | peers.measures(names, quick=quick), rounds)
        pig = peers.shown(found, {"spiel-pig": "OpenSpiel pig (C++), random play",
                                  "pig-referee": "OpenSpiel pig (C++), replayed"})  # fmt: skip
        poker = peers.shown(found, {"pokerkit-referee": "PokerKit, replayed"})
        trouble = peers.trouble(names)
    yield row("popcorn dice: points entries, typed", found["points"], pig, TYPED_TARGET, trouble)
    yield row("popcorn dice: points entries, from JSON text", found["points JSON"], pig, JSON_TARGET, trouble)
    yield row("popcorn dice: rolls entries (whole turns), typed", found["rolls"], poker, ROLLS_TARGET, trouble)
    yield row("popcorn dice: rolls entries, from JSON text", found["rolls JSON"], poker, None, trouble)


def as_text(raw: Sequence[Sequence[dict[str, Any]]]) -> Entries:
    """The entries as JSON texts."""
    return [[json.dumps(entry) for entry in play] for play in raw]


def row(name: str, ours: float, peers: dict[str, float], target: int | None, trouble: str) -> Row:
    """A row in entries a second."""
    told = f"≥ {target:,}" if target else ""
    made = compared(name, ours, "entries/s", peers, told, ours >= target if target else None)
    return made if not trouble else Row(**(made.__dict__ | {"why": trouble}))
