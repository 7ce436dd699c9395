"""Luck in popcorn dice: what the dice gave a player beyond what their turns were worth."""

from __future__ import annotations

from typing import Any

__all__ = ["luck_of"]


def luck_of(game: str, options: Any, entries: list[Any]) -> dict[str, int]:
    """Label → luck in millionths of a point, for players with a turn logged roll by roll; {} in other games."""
    return {}
