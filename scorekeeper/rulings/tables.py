"""Moves at a table on the "judge it" pages: an example to start from, and the verdict, also under other options."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from gamerules import Game, Malformed, Verdict, judge_move, load
from gamerules.judging import other_options
from scorekeeper.rulings.situations import unreadable

__all__ = ["EXAMPLE_PLAYERS", "dumped", "example_of", "judge_at_table"]

EXAMPLE_PLAYERS = ("Ana", "Ben", "Chloë")
SEED = 7
STEPS = 60
MOST_MOVES = 8


def dumped(value: Any) -> str:
    """JSON for a text field."""
    return json.dumps(value, ensure_ascii=False, indent=1)


@lru_cache(maxsize=16)
def example_of(slug: str) -> tuple[str, tuple[str, ...]]:
    """A table in the middle of a game, and some moves that are legal there, all as JSON text. Always the same."""
    game = load(slug)
    rng, table = random.Random(SEED), game.table.start(EXAMPLE_PLAYERS, game.options())  # type: ignore[union-attr]  # noqa: S311
    for _step in range(STEPS):
        after = _next(table, rng)
        if after.outcome is not None:
            break
        table = after
    while not table.actors():
        table = _next(table, rng)
    moves = [_move_text(game, move) for move, _n in zip(table.legal_moves, range(MOST_MOVES), strict=False)]
    return dumped(game.table_adapter.dump_python(table, mode="json")), tuple(dict.fromkeys(moves))


def _next(table: Any, rng: random.Random) -> Any:
    chance = table.chance
    return table.apply(chance.sample(rng) if chance is not None else table.random_move(rng))


def _move_text(game: Game, move: Any) -> str:
    return json.dumps(game.move_adapter.dump_python(move, mode="json"), ensure_ascii=False)


def judge_at_table(game: Game, table: object, move: object) -> Verdict:
    """The verdict on a move, with the options under which it would be another; never raises for what cannot be read."""
    try:
        verdict = judge_move(game.slug, table, move)
    except Malformed as fault:
        return unreadable(fault)
    return _with_other_options(game, table, move, verdict)


def _with_other_options(game: Game, table: object, move: object, verdict: Verdict) -> Verdict:
    place = _holder_of_options(table)
    if place is None or not isinstance(table, Mapping):
        return verdict
    chosen = game.parse_options(place(table).get("options"))
    differs: dict[str, dict[str, Any]] = {}
    for name, value in other_options(game, chosen):
        other = _verdict_with(game, table, move, place, {name: value})
        if other is not None and (other == "ok") != (verdict.verdict == "ok"):
            written = value if isinstance(value, str) else json.dumps(value)
            differs.setdefault(name, {})[written] = other
    allowed = any("ok" in found.values() for found in differs.values())
    name = "depends" if verdict.verdict == "violation" and allowed else verdict.verdict
    return Verdict(name, verdict.findings, verdict.checked, verdict.unchecked, differs, verdict.points)


def _verdict_with(
    game: Game, table: Mapping[str, Any], move: object, place: Callable[..., Any], change: Mapping[str, Any]
) -> Any:
    """The verdict under another option; None where the table could not be then."""
    changed = json.loads(json.dumps(table))
    holder = place(changed)
    holder["options"] = {**(holder.get("options") or {}), **change}
    try:
        return judge_move(game.slug, changed, move).verdict
    except Malformed:
        return None


def _holder_of_options(table: object) -> Callable[[Any], Any] | None:
    """Where a table keeps its options: itself, or its sheet."""
    if not isinstance(table, Mapping):
        return None
    if isinstance(table.get("sheet"), Mapping):
        return lambda whole: whole["sheet"]
    return lambda whole: whole
