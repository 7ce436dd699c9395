"""Random games at the table: every state can be stored, every chance adds up, every move is judged the same twice."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import islice
from typing import Any

from gamerules.errors import IllegalMove
from gamerules.games import Game
from gamerules.records import Replay, replay
from gamerules.tables import Track
from gamerules.testing.declared import option_extras
from gamerules.testing.mutating import check_mutated_tables
from gamerules.testing.sound import NotSound, ensure, ensure_findings, ensure_reloads, labels

__all__ = ["Played", "check_playing", "play", "random_games", "records_of"]

MOST_STEPS = 20_000
LISTED = 24
MOST_CLASSES = 5_000
EVERY = 7
"""Checks that cost much are made at every so many steps."""


def rulesets(game: Game) -> Iterator[Any]:
    """The default options, then each other value worth comparing, one at a time."""
    yield game.parse_options(None)
    for name, extra in option_extras(game).items():
        for value in extra.get("other", ()):
            options = game.parse_options({name: value})
            if options != game.parse_options(None):
                yield options


@dataclass(frozen=True)
class Played:
    """A finished random game: each state with what was done in it, and the state at the end."""

    steps: tuple[tuple[Any, Any], ...]
    end: Any


def random_games(game: Game, *, games: int, seed: int) -> Iterator[Played]:
    """Finished random games: every number of seats with the default options, every other ruleset with some number."""
    seats = tuple(game.seats)
    for place, options in enumerate(rulesets(game)):
        for count in seats if place == 0 else (seats[place % len(seats)],):
            for number in range(games):
                rng = random.Random(f"{seed}/{count}/{options}/{number}")  # noqa: S311 - games, not secrets
                yield play(game, labels(count), options, rng)


def play(game: Game, players: tuple[str, ...], options: Any, rng: random.Random) -> Played:
    """One random game. NotSound when it does not end."""
    assert game.table is not None
    table = game.table.start(players, options)
    steps: list[tuple[Any, Any]] = []
    for _ in range(MOST_STEPS):
        if table.outcome is not None:
            return Played(tuple(steps), table)
        move = table.chance.sample(rng) if table.chance is not None else table.random_move(rng)
        steps.append((table, move))
        table = table.apply(move)
    raise NotSound(f"a random game ends within {MOST_STEPS} steps: {game.slug}, {options!r}")


def records_of(game: Game, *, seed: int) -> Iterator[dict[str, Any]]:
    """Records of random games with default options at every level, one game for each number of seats."""
    if game.table is None:
        return
    for seats in game.seats:
        rng = random.Random(f"{seed}/{seats}")  # noqa: S311 - games, not secrets
        table = play(game, labels(seats), game.parse_options(None), rng).end
        yield from (table.record(level) for level in game.levels)


def check_playing(game: Game, *, games: int, seed: int) -> None:
    """Play random games; check each state on the way, take everything back, and replay the records."""
    for number, played in enumerate(random_games(game, games=games, seed=seed)):
        rng = random.Random(number)  # noqa: S311 - games, not secrets
        for index, (table, move) in enumerate(played.steps):
            _check_step(game, table, move)
            if index % EVERY == number % EVERY:
                _check_thoroughly(game, table, rng)
        check_mutated_tables(game, [table for table, _ in played.steps[number % EVERY :: EVERY]], seed=number, count=2)
        _check_undo(played)
        _check_end(game, played.end)


def _check_step(game: Game, table: Any, move: Any) -> None:
    """What is cheap: at every step."""
    chance = table.chance
    if chance is None:
        ensure(table.actors() <= frozenset(table.players), "those who act are players", table=table)
        ensure(table.actors(), "somebody acts until the game is over", table=table)
        ensure(not table.explain(move), "a random move is legal", table=table, move=move)
        ensure(move in table.legal_moves, "a random move is among the legal ones", table=table, move=move)
    else:
        ensure(not table.actors(), "nobody acts while chance is due", table=table)
        ensure(not table.legal_moves, "nothing is legal while chance is due", table=table)
        ensure(chance.contains(move), "a sampled outcome is possible", table=table, outcome=move)


def _check_thoroughly(game: Game, table: Any, rng: random.Random) -> None:
    """What costs more: at every few steps."""
    ensure_reloads(game.table_adapter, table, "table")
    before = _plain(game, table)
    if table.chance is not None:
        _check_chance(table, table.chance)
    else:
        _check_moves(game, table, rng)
    ensure(_plain(game, table) == before, "asking and applying leave the table as it was", table=table)
    record = table.record(game.levels[-1])
    replayed = replay(record)
    ensure(replayed.failure is None, "the record of a game under way replays", record=record, failure=replayed.failure)


def _plain(game: Game, table: Any) -> Any:
    return game.table_adapter.dump_python(table, mode="json")


def _check_chance(table: Any, chance: Any) -> None:
    classes = list(islice(chance.classes(), MOST_CLASSES))
    total = sum(probability for _, probability in classes)
    ensure(all(probability > 0 for _, probability in classes), "probabilities are positive", table=table)
    if len(classes) < MOST_CLASSES:
        ensure(abs(total - 1) < 1e-9, "probabilities sum to one", table=table, total=total)
    else:
        ensure(total < 1 + 1e-9, "probabilities do not exceed one", table=table, total=total)
    for outcome, _ in classes[:LISTED]:
        ensure(chance.contains(outcome), "a listed outcome is possible", table=table, outcome=outcome)
        table.apply(outcome)


def _check_moves(game: Game, table: Any, rng: random.Random) -> None:
    """Listed moves are legal and can be stored; changed ones are judged alike by explain, apply and membership."""
    listed = list(islice(table.legal_moves, LISTED))
    ensure(listed, "somebody can do something until the game is over", table=table)
    for move in listed:
        ensure(not table.explain(move), "a listed move is legal", table=table, move=move)
        plain = json.loads(json.dumps(game.move_adapter.dump_python(move, mode="json")))
        again = game.move_adapter.validate_python(plain)
        ensure(again == move, "a move written as JSON reads back equal", move=move, again=again)
    for move in _mutated_moves(listed, table.players, rng):
        _check_judged_alike(game, table, move)


def _mutated_moves(listed: list[Any], players: tuple[str, ...], rng: random.Random) -> Iterator[Any]:
    """Listed moves with one field taken from another move of the kind, another player, or a number off by one."""
    pool: dict[str, list[Any]] = {}
    for move in listed:
        for entry in fields(move):
            pool.setdefault(entry.name, []).append(getattr(move, entry.name))
    for move in rng.sample(listed, min(len(listed), 12)):
        for entry in fields(move):
            if entry.name != "kind":
                yield replace(move, **{entry.name: _another(getattr(move, entry.name), pool[entry.name], players, rng)})


def _another(value: Any, pool: list[Any], players: tuple[str, ...], rng: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 7))
    return rng.choice(players) if value in players else rng.choice(pool)


def _check_judged_alike(game: Game, table: Any, move: Any) -> None:
    findings = table.explain(move)
    ensure_findings(game, findings, table=table, move=move)
    ensure((move in table.legal_moves) == (not findings), "legal exactly when nothing is found", table=table, move=move)
    try:
        table.apply(move)
    except IllegalMove as refusal:
        ensure(findings and refusal.findings[0] == findings[0], "apply refuses for what explain finds",
               table=table, move=move, findings=findings, refused=refusal.findings)  # fmt: skip
    else:
        ensure(not findings, "apply refuses what explain finds fault with", table=table, move=move, findings=findings)


def _check_undo(played: Played) -> None:
    """Making every move again and taking it back leads through the same states, forwards and backwards."""
    track = Track(played.steps[0][0])
    for table, move in played.steps:
        ensure(track.state == table, "the same moves lead through the same states", table=table, now=track.state)
        track.push(move)
    ensure(track.state == played.end, "the same moves lead to the same end", end=played.end, now=track.state)
    for table, _ in reversed(played.steps):
        track.pop()
        ensure(track.state == table, "undo gives the state before", table=table, now=track.state)


def _check_end(game: Game, table: Any) -> None:
    """A finished game: nobody acts, and its record tells the same outcome and points at every level."""
    ensure(not table.actors() and table.chance is None, "nobody acts in a finished game", table=table)
    ensure(not table.legal_moves, "nothing is legal in a finished game", table=table)
    ensure_reloads(game.table_adapter, table, "table")
    points = None
    default = table.options == game.parse_options(None)
    for level in game.levels if default else game.levels[-1:]:
        replayed = _replayed(table.record(level), level)
        outcome = replayed.sheet.outcome
        ensure(outcome is not None, "the record of a finished game is finished", level=level, table=table)
        same = (outcome.winners, outcome.by) == (table.outcome.winners, table.outcome.by)
        ensure(same, "sheet and table agree on the outcome", level=level, sheet=outcome, table=table.outcome)
        found = [(standing.points, standing.rank) for standing in replayed.sheet.standings()]
        ensure(points in (None, found), "every level of detail gives the same standings", level=level, found=found)
        points = found


def _replayed(record: dict[str, Any], level: str) -> Replay:
    replayed = replay(record)
    ensure(
        replayed.failure is None, "a game's record replays", level=level, record=record,
        failure=replayed.failure and replayed.failure.as_json(),
    )  # fmt: skip
    return replayed
