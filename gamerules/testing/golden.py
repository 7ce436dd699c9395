"""Golden playthroughs: whole games stored as JSON with their results, to show any change of behaviour."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gamerules.games import Game
from gamerules.records import replay, result_of
from gamerules.testing.playing import play
from gamerules.testing.sound import ensure, labels

__all__ = ["check_golden", "golden_of", "write_golden"]


def golden_of(game: Game, records: Iterable[Mapping[str, Any]] = ()) -> list[dict[str, Any]]:
    """One random game for each number of seats at every level with its result; ``records`` for a game without table."""
    found: list[dict[str, Any]] = []
    for seats in game.seats if game.table is not None else ():
        table = _random_game(game, seats)
        for level in game.levels:
            record = table.record(level)
            found.append({"seats": seats, "level": level, "record": record, "result": result_of(replay(record))})
    found += [{"record": record, "result": result_of(replay(record))} for record in records if game.table is None]
    plain: list[dict[str, Any]] = json.loads(json.dumps(found))
    return plain


def _random_game(game: Game, seats: int) -> Any:
    rng = random.Random(f"golden/{seats}")  # noqa: S311 - games, not secrets
    return play(game, labels(seats), game.parse_options(None), rng).end


def check_golden(game: Game, path: Path) -> None:
    """Stored games give their stored results, and the same seeds still play the same games."""
    ensure(path.exists(), "golden playthroughs are stored: python -m gamerules.testing --regenerate", path=str(path))
    for stored in json.loads(path.read_text("utf-8")):
        found = json.loads(json.dumps(result_of(replay(stored["record"]))))
        ensure(found == stored["result"], "a golden game gives its stored result", record=stored["record"], found=found)
        if "seats" in stored:
            record = json.loads(json.dumps(_random_game(game, stored["seats"]).record(stored["level"])))
            ensure(record == stored["record"], "a golden seed plays its stored game", seats=stored["seats"])


def write_golden(game: Game, path: Path, records: Iterable[Mapping[str, Any]] = ()) -> int:
    """Write the file anew; how many games it holds. One game a line, so that a change shows where it is."""
    found = golden_of(game, records)
    lines = ",\n".join(json.dumps(stored, ensure_ascii=False, sort_keys=True) for stored in found)
    path.write_text(f"[\n{lines}\n]\n", "utf-8")
    return len(found)
