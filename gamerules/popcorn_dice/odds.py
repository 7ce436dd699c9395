"""The best choice in a turn of popcorn dice, and how much of a turn was luck and how much skill.

The values come from an exact solution (solver.py), shipped as a small table for the rules as printed;
other readings are solved when they are first asked for, which takes a while and needs numpy.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from gamerules.errors import IllegalEntry, RulesError
from gamerules.popcorn_dice.components import BURNT_LIMIT, COLOURS, WORTH, Colour, PopcornDiceOptions
from gamerules.popcorn_dice.logged import follow
from gamerules.popcorn_dice.positions import (
    FIELDS,
    Objective,
    Ruleset,
    bonus_of,
    code_of,
    colour_code,
    positions,
    start_of,
)
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
POINTS = (1 << FIELDS["points"][1]) - 1
"""The part of a packed position that holds its face points."""
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
    """Values of rolling by position and column, and of the first roll; a column is face points or points needed.

    ``rows`` maps a packed position without its points to (row, bonus of its pairs, whether it is a Perfect Pop).
    """

    ruleset: Ruleset
    rows: dict[int, tuple[int, int, bool]]
    widths: dict[Objective, int]
    roll: dict[Objective, Sequence[float]]
    start: dict[Objective, Sequence[float]]

    def best(self, objective: Objective, code: int, need: int = 0, *, goes_on: bool = True) -> tuple[str, float]:
        """``stop`` or ``again`` from a packed position with its points, and the value; a burnt batch is worth 0."""
        stop, roll = self.values(objective, code, need)
        return ("again", roll) if goes_on and roll > stop else ("stop", stop)

    def values(self, objective: Objective, code: int, need: int = 0) -> tuple[float, float]:
        """The values of stopping at and of rolling from a packed position with its points."""
        points = code & POINTS
        found = self.rows.get(code - points)
        if found is None:  # four burnt
            return 0.0, 0.0
        row, bonus, perfect = found
        if objective == "points":
            column, stop = points, float(self.ruleset.perfect_points if perfect else points + bonus)
        elif objective == "perfect":
            column, stop = 0, float(perfect)
        else:
            column = max(need - points, 0)
            stop = float(perfect or column <= bonus)
        return stop, self.roll[objective][row * self.widths[objective] + column]

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
    rows = {
        code_of(position): (row, bonus_of(position), position.pairs == ruleset.colours)
        for row, position in enumerate(positions(ruleset.colours))
    }
    roll: dict[Objective, Sequence[float]] = {}
    start: dict[Objective, Sequence[float]] = {}
    place = 0
    for objective, width in head["widths"].items():
        end = place + len(rows) * width
        roll[objective], start[objective] = numbers[place:end], numbers[end : end + width]
        place = end + width
    return OddsTable(ruleset, rows, head["widths"], roll, start)


@lru_cache(maxsize=8)
def load_table(ruleset: Ruleset = Ruleset(), *, may_solve: bool = True) -> OddsTable:  # noqa: B008 - frozen
    """The odds of a ruleset: the shipped table for the rules as printed, or solved now, which takes half a minute.

    OddsUnavailable without numpy, or when it ``may_solve`` nothing (in a web request, say).
    """
    try:
        shipped = resources.files("gamerules.popcorn_dice").joinpath(TABLE_FILE).read_bytes()
        return unpacked(shipped, ruleset)
    except (OddsUnavailable, FileNotFoundError):
        if not may_solve:
            raise OddsUnavailable("the shipped odds are for the rules as printed only") from None
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


def _code_of_turn(turn: Turn) -> int:
    return sum(map(colour_code, turn.kept, turn.bucket))


def advise(table: OddsTable, turn: Turn, objective: Objective = "points", *, need: int = 0) -> Advice:
    """Whether to stop or to roll on between two rolls. ValueError with four burnt or more."""
    if turn.burnt >= BURNT_LIMIT:
        raise ValueError("a burnt batch has no future")
    stop, roll = table.values(objective, _code_of_turn(turn), need)
    if turn.ended:
        roll = 0.0
    return Advice("roll" if roll > stop else "stop", stop, roll)


@lru_cache(maxsize=1024)
def _ways_of_colour(kept: str, rolled: str) -> tuple[tuple[int, int, int], ...]:
    """(packed position, doubles, burnt sent back) for each way to cancel dice of one colour, none first."""
    found = []
    for doubles in range(rolled.count("D") + 1):
        for burnt in range(rolled.count("B") + 1):
            left = rolled.replace("D", "K", doubles).replace("B", "K", burnt)
            added = left.replace("K", "")
            found.append((colour_code(kept + added, len(rolled) - len(added)), doubles, burnt))
    return tuple(found)


class _Way(NamedTuple):
    """A way to cancel: the packed position it leads to, and the colours of the dice sent back."""

    code: int = 0
    doubles: tuple[Colour, ...] = ()
    burnt: tuple[Colour, ...] = ()


def _ways(turn: Turn, faces: RollFaces, *, may_cancel: bool) -> list[_Way]:
    """Every way to cancel, fewest dice first; which double goes with which burnt makes no difference."""
    fixed, ways = 0, [_Way()]
    for colour, kept, rolled in zip(COLOURS, turn.kept, faces, strict=True):
        local = _ways_of_colour(kept, rolled)
        if len(local) == 1 or not may_cancel:
            fixed += local[0][0]
        else:
            ways = [
                _Way(way.code + code, way.doubles + (colour,) * doubles, way.burnt + (colour,) * burnt)
                for way in ways
                for code, doubles, burnt in local
            ]
    even = [_Way(fixed + way.code, *way[1:]) for way in ways if len(way.doubles) == len(way.burnt)]
    return sorted(even, key=lambda way: len(way.burnt)) if may_cancel else even


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
    choice = _best_way(table, turn, faces, options, objective, need)
    if not void:
        return choice
    redone = _redone(table, objective, options, need)
    return Choice((), "do-over", redone) if redone > choice.value else choice


def _best_way(
    table: OddsTable, turn: Turn, faces: RollFaces, options: PopcornDiceOptions, objective: Objective, need: int
) -> Choice:
    """The best cancels and what to do after them, a do-over aside."""
    rolled = "".join(faces)
    may_cancel = "D" in rolled and "B" in rolled and not burnt_first(turn, faces, options)
    before = sum(map(WORTH.__getitem__, turn.kept))
    raw = options.popped_out_test == "raw-roll"
    popped = "P" in rolled or "D" in rolled
    best, best_then, best_value = _Way(), "stop", -1.0
    for way in _ways(turn, faces, may_cancel=may_cancel):
        goes_on = popped if raw else (way.code & POINTS) > before
        then, value = table.best(objective, way.code, need, goes_on=goes_on)
        if value > best_value:
            best, best_then, best_value = way, then, value
    return Choice(tuple(zip(best.doubles, best.burnt, strict=True)), best_then, best_value)


def _redone(table: OddsTable, objective: Objective, options: PopcornDiceOptions, need: int) -> float:
    """The value of rolling all dice again after a void first roll."""
    if options.do_over_repeat == "until-ok":
        return table.starting(objective, need)
    return table.values(objective, code_of(start_of(table.ruleset)), need)[1]


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
