"""Solving a turn of popcorn dice exactly, position by position. Needs numpy; run once, offline.

From a position every roll either keeps a die, so that fewer are left in the bucket, or changes nothing
at all (everything popped was cancelled). Positions are therefore solved with the fewest dice first, and
the roll that changes nothing is solved for where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from gamerules.popcorn_dice.components import BURNT_LIMIT
from gamerules.popcorn_dice.positions import (
    FIELDS,
    Objective,
    Position,
    Ruleset,
    bonus_of,
    colour_code,
    positions,
    start_of,
)

__all__ = ["MOST_NEED", "Solution", "solve"]

MOST_NEED = 38
"""The most points that anybody can still need from one batch."""


def _field(codes: Any, name: str) -> Any:
    shift, width = FIELDS[name]
    return (codes >> shift) & ((1 << width) - 1)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """A roll of some colours: probability, burnt dice, whether anything popped, and results by balance.

    The balance is doubles minus burnt sent back; a whole roll needs balance 0.
    """

    chance: float
    burnt: int
    popped: bool
    results: dict[int, frozenset[int]]


def _one_colour(before: str, rolled: str) -> dict[int, frozenset[int]]:
    """Results by balance of one colour: each of its doubles and burnt just rolled may go back."""
    found: dict[int, set[int]] = {}
    for doubles in range(rolled.count("D") + 1):
        for burnt in range(rolled.count("B") + 1):
            left = rolled.replace("D", "K", doubles).replace("B", "K", burnt)
            added = left.replace("K", "")
            code = colour_code(before + added, len(rolled) - len(added))
            code -= before.count("B") << FIELDS["burnt"][0]
            code -= before.count("P")  # a popped partner stands as "P" whatever it shows; its points count already
            found.setdefault(doubles - burnt, set()).add(code)
    return {balance: frozenset(codes) for balance, codes in found.items()}


def _joined(first: dict[int, frozenset[int]], second: dict[int, frozenset[int]]) -> dict[int, frozenset[int]]:
    """Results of two groups of colours together."""
    found: dict[int, set[int]] = {}
    for balance, codes in first.items():
        for more, others in second.items():
            found.setdefault(balance + more, set()).update(code + other for code in codes for other in others)
    return {balance: frozenset(codes) for balance, codes in found.items()}


_NOTHING = _Outcome(1.0, 0, False, {0: frozenset((0,))})


def _group(before: str, colours: int, ruleset: Ruleset) -> list[_Outcome]:
    """What so many colours alike can roll: every combination with its multinomial probability."""
    faces = _colour_rolls(2 - len(before), ruleset)
    single = {rolled: _one_colour(before, rolled) for rolled in faces}
    memory: dict[tuple[str, ...], dict[int, frozenset[int]]] = {(): _NOTHING.results}
    found = []
    for combination in combinations_with_replacement(faces, colours):
        results = _results_of(combination, single, memory)
        rolled = "".join(combination)
        popped = "P" in rolled or "D" in rolled
        found.append(_Outcome(_multinomial(combination, faces), rolled.count("B"), popped, results))
    return found


def _colour_rolls(dice: int, ruleset: Ruleset) -> dict[str, float]:
    chances = {face: chance for face, chance in ruleset.chances.items() if chance}
    if dice == 1:
        return chances
    pairs: dict[str, float] = {}
    for first, chance in chances.items():
        for second, other in chances.items():
            key = "".join(sorted(first + second))
            pairs[key] = pairs.get(key, 0.0) + chance * other
    return pairs


def _results_of(combination: tuple[str, ...], single: Any, memory: Any) -> dict[int, frozenset[int]]:
    if combination not in memory:
        rest = _results_of(combination[:-1], single, memory)
        memory[combination] = _joined(rest, single[combination[-1]])
    results: dict[int, frozenset[int]] = memory[combination]
    return results


def _multinomial(combination: tuple[str, ...], chances: dict[str, float]) -> float:
    left, found = len(combination), 1.0
    for rolled in dict.fromkeys(combination):
        count = combination.count(rolled)
        found *= comb(left, count) * chances[rolled] ** count
        left -= count
    return found


@dataclass(frozen=True, slots=True)
class _Rolls:
    """All rolls of one bucket as arrays: a row an outcome, and the results it allows, end to end."""

    chances: Any
    burnt: Any
    starts: Any
    codes: Any
    ended: Any


def _whole_rolls(parts: list[list[_Outcome]]) -> Iterator[_Outcome]:
    """Rolls of the whole bucket from those of its groups; only balance 0 is left."""
    wholes, halves, charred = parts
    sides = [_both(half, black) for half in halves for black in charred]
    for whole in wholes:
        for side in sides:
            codes = [
                code + other
                for balance, results in whole.results.items()
                for other in side.results.get(-balance, ())
                for code in results
            ]
            chance = whole.chance * side.chance
            yield _Outcome(chance, whole.burnt + side.burnt, whole.popped or side.popped, {0: frozenset(codes)})


def _both(first: _Outcome, second: _Outcome) -> _Outcome:
    results = _joined(first.results, second.results)
    return _Outcome(first.chance * second.chance, first.burnt + second.burnt, first.popped or second.popped, results)


class Solution:
    """The value of rolling, for every position and every number of face points (or points still needed)."""

    def __init__(self, ruleset: Ruleset, objective: Objective) -> None:
        self.ruleset = ruleset
        self.objective = objective
        self.places = {position: row for row, position in enumerate(positions(ruleset.colours))}
        most = {"points": 4 * ruleset.colours, "reach": MOST_NEED, "perfect": 0}[objective]
        self.columns = np.arange(most + 1)
        self.stop = np.array([self._stopping(position) for position in self.places], dtype=float)
        self.roll = np.zeros_like(self.stop)
        self.start = np.zeros(most + 1)

    def _stopping(self, position: Position) -> Any:
        """The value of stopping here, by column."""
        perfect = position.pairs == self.ruleset.colours
        if self.objective == "perfect":
            return np.full(1, float(perfect))
        if self.objective == "reach":
            return (self.columns <= bonus_of(position)) | perfect
        points = self.columns + bonus_of(position)
        return np.full(len(points), float(self.ruleset.perfect_points)) if perfect else points

    def best(self) -> Any:
        """The value of a position before the choice between stopping and rolling."""
        return np.maximum(self.stop, self.roll)

    def moved(self, gained: Any) -> Any:
        """The column after ``gained`` more face points, a row a result."""
        if self.objective == "perfect":
            return np.zeros((len(gained), 1), dtype=int)
        if self.objective == "reach":
            return np.maximum(self.columns[None, :] - gained[:, None], 0)
        return np.minimum(self.columns[None, :] + gained[:, None], self.columns[-1])


def solve(
    ruleset: Ruleset, objective: Objective, *, told: Callable[[int, int], None] = lambda done, of: None
) -> Solution:
    """The exact values under best play. ``told`` is called with buckets solved and buckets in all."""
    (found,) = solve_all(ruleset, (objective,), told=told)
    return found


def solve_all(
    ruleset: Ruleset, objectives: tuple[Objective, ...], *, told: Callable[[int, int], None] = lambda done, of: None
) -> tuple[Solution, ...]:
    """Several objectives at once, which share the work of listing every roll."""
    found = tuple(Solution(ruleset, objective) for objective in objectives)
    buckets: dict[tuple[int, int, int], list[Position]] = {}
    for position in positions(ruleset.colours):
        buckets.setdefault(position[:3], []).append(position)
    groups: dict[tuple[str, int], list[_Outcome]] = {}
    for done, (bucket, here) in enumerate(buckets.items(), start=1):
        if any(bucket):
            rolls = _rolls_of(bucket, ruleset, groups)
            for solution in found:
                _solve_bucket(solution, rolls, here)
        told(done, len(buckets))
    return found


def _rolls_of(bucket: tuple[int, int, int], ruleset: Ruleset, groups: dict[tuple[str, int], list[_Outcome]]) -> _Rolls:
    parts = []
    for before, colours in zip(("", "P", "B"), bucket, strict=True):
        if (before, colours) not in groups:
            groups[before, colours] = _group(before, colours, ruleset) if colours else [_NOTHING]
        parts.append(groups[before, colours])
    chances: list[float] = []
    burnt: list[int] = []
    starts: list[int] = []
    codes: list[int] = []
    ended: list[bool] = []
    for outcome in _whole_rolls(parts):
        results = outcome.results[0]
        chances.append(outcome.chance)
        burnt.append(outcome.burnt)
        starts.append(len(codes))
        codes.extend(results)
        if ruleset.popped_out_test == "raw-roll":
            ended.extend([not outcome.popped] * len(results))
    packed = np.array(codes, dtype=np.int64)
    over = np.array(ended) if ruleset.popped_out_test == "raw-roll" else _field(packed, "points") == 0
    return _Rolls(np.array(chances), np.array(burnt), np.array(starts), packed, over)


def _solve_bucket(solution: Solution, rolls: _Rolls, here: list[Position]) -> None:
    """Values of rolling for all positions with this bucket."""
    columns = solution.moved(_field(rolls.codes, "points"))
    for position in here:
        row = solution.places[position]
        values = np.vstack([solution.best(), solution.stop, np.zeros(len(solution.columns))])
        values[row] = solution.stop[row]  # rolling on from here is what is being worked out
        rows = _rows_after(solution, rolls, position)
        by_result = values[rows[:, None], columns]
        best = np.maximum.reduceat(by_result, rolls.starts, axis=0)
        if solution.ruleset.burnt_test == "before-cancel":
            best[position.burnt + rolls.burnt >= BURNT_LIMIT] = 0.0
        again = np.logical_or.reduceat(rows == row, rolls.starts)
        if solution.ruleset.burnt_test == "before-cancel":
            again &= position.burnt + rolls.burnt < BURNT_LIMIT
        solution.roll[row] = _fixed_point(rolls.chances, best, again)
        if position == start_of(solution.ruleset):
            solution.start = _first_roll(solution, rolls, best, again, solution.roll[row])


def _rows_after(solution: Solution, rolls: _Rolls, position: Position) -> Any:
    """For each result the row to read: play on, stop (when the roll ended the turn), or nothing (burnt batch)."""
    count = len(solution.places)
    table = _lookup(solution.ruleset.colours)
    fields = [_field(rolls.codes, name) for name in ("open", "half", "charred")]
    pairs = position.pairs + _field(rolls.codes, "pairs")
    burnt = position.burnt + _field(rolls.codes, "burnt")
    rows = table[(*fields, pairs, np.minimum(burnt, BURNT_LIMIT))]
    return np.where(burnt >= BURNT_LIMIT, 2 * count, np.where(rolls.ended, rows + count, rows))


def _lookup(colours: int) -> Any:
    """Position → row, as an array; impossible positions point nowhere."""
    size = colours + 1
    table = np.full((size, size, size, size, BURNT_LIMIT + 1), -1)
    for row, position in enumerate(positions(colours)):
        table[position] = row
    return table


def _fixed_point(chances: Any, best: Any, again: Any) -> Any:
    """R = Σ p·max(best, R where the roll changed nothing), solved by trying which rolls go on.

    Each step can only turn more rolls into "go on", so it ends after at most as many steps as there are.
    """
    value = chances @ best
    if not again.any():
        return value
    fixed = chances[~again] @ best[~again]
    p, alternatives = chances[again][:, None], best[again]
    while True:
        on = alternatives < value
        after = (fixed + (p * np.where(on, 0.0, alternatives)).sum(axis=0)) / (1 - (p * on).sum(axis=0))
        if np.array_equal(on, alternatives < after):
            return after
        value = after


def _first_roll(solution: Solution, rolls: _Rolls, best: Any, again: Any, normal: Any) -> Any:
    """The value of a turn before its first roll, with the do-over."""
    ruleset = solution.ruleset
    void = (rolls.burnt >= BURNT_LIMIT) & (ruleset.do_over != "none")
    outcomes = np.where(again[:, None], np.maximum(best, normal), best)
    kept, p_void = rolls.chances[~void] @ outcomes[~void], rolls.chances[void].sum()
    if ruleset.do_over_repeat == "once":
        redone = outcomes[void] * (ruleset.do_over == "choice")
        return kept + rolls.chances[void] @ np.maximum(redone, normal)
    if ruleset.do_over == "choice":
        return _fixed_point(rolls.chances, outcomes, void)
    return kept / (1 - p_void)
