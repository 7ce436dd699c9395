"""The best choice in a turn of popcorn dice, and how much of a turn was luck and how much skill.

The values come from an exact solution (solver.py), shipped as a small table for the rules as printed;
other readings are solved when they are first asked for, which takes a while and needs numpy.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import combinations
from typing import Any, NamedTuple

from gamerules.errors import IllegalEntry, RulesError
from gamerules.popcorn_dice.components import BURNT_LIMIT, COLOURS, Colour, PopcornDiceOptions
from gamerules.popcorn_dice.logged import follow
from gamerules.popcorn_dice.positions import Objective, Position, Ruleset, bonus_of, position_of, positions, start_of
from gamerules.popcorn_dice.turn import (
    FRESH,
    Cancel,
    RollFaces,
    Turn,
    all_in,
    burnt_first,
    burnt_in,
    is_void,
    redo,
    settle,
)

__all__ = [
    "Advice", "Choice", "OddsTable", "OddsUnavailable", "Step", "TurnStory", "advise", "advise_roll", "load_table",
    "packed", "story",
]  # fmt: skip

TABLE_FILE = "odds.bin"
OBJECTIVES: tuple[Objective, ...] = ("points", "reach", "perfect")


class OddsUnavailable(RulesError):
    """These readings are not in the shipped table, and numpy is not there to solve them."""


class Advice(NamedTuple):
    """Stop or roll: the value of each, and the better one (``stop`` when they are equal)."""

    choice: str
    stop: float
    roll: float


class Choice(NamedTuple):
    """What to do with a roll: cancels, then ``stop``, ``again`` or ``do-over``, and what that is worth."""

    cancels: tuple[Cancel, ...]
    then: str
    value: float


@dataclass(frozen=True, slots=True)
class OddsTable:
    """Values of rolling by position and column, and of the first roll; a column is face points or points needed."""

    ruleset: Ruleset
    rows: dict[Position, int]
    widths: dict[Objective, int]
    roll: dict[Objective, Sequence[float]]
    start: dict[Objective, Sequence[float]]

    def rolling(self, objective: Objective, position: Position, column: int) -> float:
        """The value of rolling on; 0 with an empty bucket."""
        width = self.widths[objective]
        return self.roll[objective][self.rows[position] * width + min(column, width - 1)]

    def stopping(self, objective: Objective, position: Position, column: int) -> float:
        """The value of stopping now."""
        perfect = position.pairs == self.ruleset.colours
        if objective == "points":
            return float(self.ruleset.perfect_points if perfect else column + bonus_of(position))
        if objective == "perfect":
            return float(perfect)
        return float(perfect or column <= bonus_of(position))

    def starting(self, objective: Objective, need: int = 0) -> float:
        """The value of a turn before its first roll."""
        return self.start[objective][need if objective == "reach" else 0]


def packed(solutions: Sequence[Any]) -> bytes:
    """Solutions of one ruleset as a compressed table: a JSON head, a line feed, doubles."""
    numbers = array("d")
    head: dict[str, Any] = {"key": solutions[0].ruleset.key, "widths": {}}
    for solution in solutions:
        head["widths"][solution.objective] = len(solution.columns)
        numbers.extend(float(value) for value in solution.roll.ravel())
        numbers.extend(float(value) for value in solution.start)
    return zlib.compress(json.dumps(head).encode() + b"\n" + numbers.tobytes(), 9)


def unpacked(content: bytes, ruleset: Ruleset) -> OddsTable:
    """A table read back. OddsUnavailable when it was solved for another ruleset."""
    head_line, _, body = zlib.decompress(content).partition(b"\n")
    head = json.loads(head_line)
    if head["key"] != ruleset.key:
        raise OddsUnavailable("the shipped odds are for the rules as printed only")
    numbers = array("d", body)
    rows = {position: row for row, position in enumerate(positions(ruleset.colours))}
    roll: dict[Objective, Sequence[float]] = {}
    start: dict[Objective, Sequence[float]] = {}
    place = 0
    for objective, width in head["widths"].items():
        end = place + len(rows) * width
        roll[objective], start[objective] = numbers[place:end], numbers[end : end + width]
        place = end + width
    return OddsTable(ruleset, rows, head["widths"], roll, start)


@lru_cache(maxsize=8)
def load_table(ruleset: Ruleset = Ruleset()) -> OddsTable:  # noqa: B008 - frozen, and the rules as printed
    """The odds of a ruleset: the shipped table, or solved now. OddsUnavailable without numpy."""
    try:
        shipped = resources.files("gamerules.popcorn_dice").joinpath(TABLE_FILE).read_bytes()
        return unpacked(shipped, ruleset)
    except (OddsUnavailable, FileNotFoundError):
        return unpacked(packed(_solved(ruleset)), ruleset)


def _solved(ruleset: Ruleset) -> Sequence[Any]:
    try:
        from gamerules.popcorn_dice.solver import solve_all
    except ImportError:
        raise OddsUnavailable(
            "the shipped odds are for the rules as printed; other readings need numpy, which is not installed"
        ) from None
    return solve_all(ruleset, OBJECTIVES)


# -- advice ----------------------------------------------------------------------------------------


def _column(objective: Objective, points: int, need: int) -> int:
    """Where a turn with these face points stands in the table; ``need`` is what the batch has to reach."""
    return {"points": points, "perfect": 0, "reach": max(need - points, 0)}[objective]


def advise(table: OddsTable, turn: Turn, objective: Objective = "points", *, need: int = 0) -> Advice:
    """Whether to stop or to roll on between two rolls. ValueError with four burnt or more."""
    position, points = position_of(turn)
    column = _column(objective, points, need)
    stop = table.stopping(objective, position, column)
    roll = table.rolling(objective, position, column) if any(turn.bucket) and not turn.ended else 0.0
    return Advice("roll" if roll > stop else "stop", stop, roll)


def _value(table: OddsTable, turn: Turn, objective: Objective, need: int) -> tuple[str, float]:
    """The better choice after a roll has been settled, and its value."""
    if turn.burnt >= BURNT_LIMIT:
        return "stop", 0.0
    advice = advise(table, turn, objective, need=need)
    return ("again", advice.roll) if advice.choice == "roll" else ("stop", advice.stop)


def _subsets(colours: Sequence[Colour], count: int) -> list[tuple[Colour, ...]]:
    return sorted(set(combinations(colours, count)))


def cancel_choices(faces: RollFaces) -> Iterator[tuple[Cancel, ...]]:
    """Every set of cancels a roll allows; which double goes with which burnt makes no difference."""
    doubles = [colour for colour, shown in zip(COLOURS, faces, strict=True) for _ in range(shown.count("D"))]
    burnt = [colour for colour, shown in zip(COLOURS, faces, strict=True) for _ in range(shown.count("B"))]
    for count in range(min(len(doubles), len(burnt)) + 1):
        for chosen in _subsets(doubles, count):
            for spoilt in _subsets(burnt, count):
                yield tuple(zip(chosen, spoilt, strict=True))


def advise_roll(
    table: OddsTable,
    turn: Turn,
    faces: RollFaces,
    options: PopcornDiceOptions,
    objective: Objective = "points",
    *,
    need: int = 0,
) -> Choice:
    """The best thing to do with a roll: which cancels, and then stop, again or do-over."""
    void = is_void(turn, faces, options)
    if void and options.do_over == "forced":
        return Choice((), "do-over", _redone(table, objective, options, need))
    allowed = [()] if burnt_first(turn, faces, options) else cancel_choices(faces)
    choices = []
    for cancels in allowed:
        then, value = _value(table, settle(turn, faces, cancels, options), objective, need)
        choices.append(Choice(cancels, then, value))
    if void:
        choices.append(Choice((), "do-over", _redone(table, objective, options, need)))
    return max(choices, key=lambda choice: choice.value)


def _redone(table: OddsTable, objective: Objective, options: PopcornDiceOptions, need: int) -> float:
    """The value of rolling all dice again after a void first roll."""
    if options.do_over_repeat == "until-ok":
        return table.starting(objective, need)
    return table.rolling(objective, start_of(table.ruleset), _column(objective, 0, need))


# -- luck and skill --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One roll of a logged turn: the value before it, what the dice added, what the choice gave away.

    ``before + luck + skill`` is the value before the next roll, or what the turn was worth in the end.
    """

    before: float
    luck: float
    skill: float
    best: Choice
    chosen: Choice


@dataclass(frozen=True, slots=True)
class TurnStory:
    """A turn told by its rolls. ``expected + luck + skill`` is exactly what it was worth."""

    expected: float
    steps: tuple[Step, ...]

    @property
    def luck(self) -> float:
        """What the dice gave, against the average."""
        return sum(step.luck for step in self.steps)

    @property
    def skill(self) -> float:
        """What the choices gave away, against the best ones: never above 0."""
        return sum(step.skill for step in self.steps)

    @property
    def worth(self) -> float:
        """What the turn came to: its points, or what a Perfect Pop counts for."""
        return self.expected + self.luck + self.skill


def story(
    table: OddsTable,
    rolls: Sequence[Any],
    options: PopcornDiceOptions,
    objective: Objective = "points",
    *,
    need: int = 0,
    player: str = "",
) -> TurnStory:
    """Luck and skill of a logged turn, given as ``Roll`` models. IllegalEntry when the turn breaks a rule."""
    _, found = follow(rolls, options, player=player)
    if found:
        raise IllegalEntry(found)
    turn, steps = FRESH, []
    expected = before = table.starting(objective, need)
    for index, roll in enumerate(rolls):
        faces, cancels = all_in(roll.faces), tuple(roll.cancel)
        best = advise_roll(table, turn, faces, options, objective, need=need)
        redone = _is_redone(turn, faces, cancels, options, index + 1 < len(rolls))
        after = redo(turn) if redone else settle(turn, faces, cancels, options)
        if redone:
            chosen = Choice((), "do-over", _redone(table, objective, options, need))
        else:
            chosen = _chosen(table, after, cancels, objective, need, rolled_on=index + 1 < len(rolls))
        steps.append(Step(before, best.value - before, chosen.value - best.value, best, chosen))
        turn, before = after, chosen.value
    return TurnStory(expected, tuple(steps))


def _is_redone(
    turn: Turn, faces: RollFaces, cancels: Sequence[Cancel], options: PopcornDiceOptions, rolled_on: bool
) -> bool:
    """Whether a roll of a legal turn was a do-over: four burnt that are neither cancelled nor the end of it."""
    if not is_void(turn, faces, options):
        return False
    return options.do_over == "forced" or (not cancels and rolled_on and burnt_in(faces) >= BURNT_LIMIT)


def _chosen(
    table: OddsTable, after: Turn, cancels: tuple[Cancel, ...], objective: Objective, need: int, *, rolled_on: bool
) -> Choice:
    """What the player did with a roll, and what that was worth at the time."""
    if after.burnt >= BURNT_LIMIT:
        return Choice(cancels, "stop", 0.0)
    advice = advise(table, after, objective, need=need)
    return Choice(cancels, "again", advice.roll) if rolled_on else Choice(cancels, "stop", advice.stop)


def write_table() -> int:
    """Solve the rules as printed and write the shipped table; its size in bytes. For maintainers."""
    from pathlib import Path

    content = packed(_solved(Ruleset()))
    return (Path(__file__).parent / TABLE_FILE).write_bytes(content)


if __name__ == "__main__":
    print(f"{write_table()} bytes")
