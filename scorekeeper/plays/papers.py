"""What stands on a blank score sheet, told from the rule module: its rows, its columns, its target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamerules import Game

__all__ = ["PAPERS", "Paper", "blank_paper"]

PAPERS = ("a4", "letter")
MOST_COLUMNS = 8
ROUNDS = 16
BESIDE_FIGURES = frozenset({"kind", "id", "at", "note", "player", "ruled"})


@dataclass(frozen=True, slots=True)
class Paper:
    """An empty grid: row titles, columns to write names above, and the total to reach."""

    rows: tuple[str, ...]
    columns: range
    target: Any


def blank_paper(game: Game, players: int) -> Paper:
    """The sheet for so many players, kept within what the game seats and a page holds.

    A game that scores once at the end gets a row for each figure of its ``tally``, one whose rounds
    belong to the table as many rounds as there can be, any other sixteen.
    """
    seats = max(game.seats[0], min(players, game.seats[-1], MOST_COLUMNS))
    sheet = game.sheet.start(tuple(f"Player {number}" for number in range(1, seats + 1)), game.parse_options(None))
    kinds = sheet.next.kinds
    if "tally" in kinds:
        rows = _figures(game, "tally")
    else:
        rounds = seats + 1 if "round" in kinds else ROUNDS
        rows = tuple(str(number) for number in range(1, rounds + 1))
    return Paper(rows, range(seats), sheet.target)


def _figures(game: Game, kind: str) -> tuple[str, ...]:
    """The fields of one kind of entry, as the module names them."""
    schema = game.entry_adapter.json_schema()
    models = schema["$defs"].values()
    model = next(model for model in models if model["properties"].get("kind", {}).get("const") == kind)
    return tuple(name for name in model["properties"] if name not in BESIDE_FIGURES)
