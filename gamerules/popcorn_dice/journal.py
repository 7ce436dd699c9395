"""What a table remembers of finished turns, and how that is written as a play record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gamerules.making import maker
from gamerules.popcorn_dice.chance import RollFaces
from gamerules.popcorn_dice.components import ALL_DICE, COLOURS, POPPED, Colour, PopcornDiceOptions
from gamerules.records import FORMAT

__all__ = ["LEVELS", "LoggedRoll", "LoggedRollOff", "LoggedTurn", "as_record", "logged_roll", "logged_turn"]


@dataclass(frozen=True, slots=True)
class LoggedRoll:
    """A roll and the cancels made with it; a void first roll has none."""

    faces: RollFaces
    cancels: tuple[tuple[Colour, Colour], ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedTurn:
    """A finished turn: the dice kept by colour, the points, and every roll."""

    kept: tuple[str, ...]
    points: int
    rolls: tuple[LoggedRoll, ...]

    @property
    def is_perfect(self) -> bool:
        """Whether all fourteen dice are popped."""
        return sum(POPPED[faces] for faces in self.kept) == ALL_DICE


@dataclass(frozen=True, slots=True)
class LoggedRollOff:
    """One tied player's four dice."""

    player: str
    faces: RollFaces
    points: int


logged_roll = maker(LoggedRoll)
logged_turn = maker(LoggedTurn)


def by_colour(faces: Iterable[str]) -> dict[str, str]:
    """Colour → what its dice show, without colours that show none."""
    return {colour: shown for colour, shown in zip(COLOURS, faces, strict=True) if shown}


def _popped(turn: LoggedTurn) -> list[str]:
    return [shown.replace("B", "") for shown in turn.kept]


def _burnt(turn: LoggedTurn) -> int:
    return "".join(turn.kept).count("B")


def _points(turn: LoggedTurn) -> dict[str, Any]:
    return {"kind": "perfect"} if turn.is_perfect else {"kind": "points", "points": turn.points}


def _counts(turn: LoggedTurn) -> dict[str, Any]:
    shown = "".join(turn.kept)
    pairs = sum(POPPED[faces] == 2 for faces in turn.kept)
    counts = {"pops": shown.count("P"), "doubles": shown.count("D"), "pairs": pairs, "burnt": _burnt(turn)}
    return {"kind": "counts", **counts}


def _dice(turn: LoggedTurn) -> dict[str, Any]:
    return {"kind": "dice", "popped": by_colour(_popped(turn)), "burnt": _burnt(turn)}


def _rolls(turn: LoggedTurn) -> dict[str, Any]:
    return {"kind": "rolls", "rolls": [_roll(roll) for roll in turn.rolls]}


def _roll(roll: LoggedRoll) -> dict[str, Any]:
    faces: dict[str, Any] = {"faces": by_colour(roll.faces)}
    return faces | {"cancel": [list(cancel) for cancel in roll.cancels]} if roll.cancels else faces


_WRITERS: dict[str, Callable[[LoggedTurn], dict[str, Any]]] = {
    "points": _points,
    "counts": _counts,
    "dice": _dice,
    "rolls": _rolls,
}
LEVELS = tuple(_WRITERS)
"""The levels a play can be recorded at, coarse first."""


def as_record(
    players: tuple[str, ...], options: PopcornDiceOptions, log: Iterable[LoggedTurn | LoggedRollOff], level: str
) -> dict[str, Any]:
    """The play record of the finished turns at one level. KeyError for an unknown level."""
    write = _WRITERS[level]
    entries: list[dict[str, Any]] = []
    for index, item in enumerate(log):
        if isinstance(item, LoggedTurn):
            entries.append({"player": players[index % len(players)], **write(item)})
        else:
            entries.append({"player": item.player, "kind": "roll-off", **_four_dice(item, level)})
    chosen = options.model_dump(mode="json", exclude_defaults=True)
    return {"format": FORMAT, "game": "popcorn-dice", "options": chosen, "players": list(players), "entries": entries}


def _four_dice(item: LoggedRollOff, level: str) -> dict[str, Any]:
    return {"points": item.points} if level == "points" else {"faces": by_colour(item.faces)}
