"""Many turns of popcorn dice at once, as numpy arrays: a row a turn, a column a die.

The dice stand in colour order, two by two. The rules are those of turn.py, played by a Plan; the tests
hold the two against each other roll by roll.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gamerules.errors import RulesError
from gamerules.popcorn_dice.components import ALL_DICE, BURNT_LIMIT, COLOURS, DIE, PAIR_BONUS, PopcornDiceOptions
from gamerules.popcorn_dice.journal import LoggedRoll
from gamerules.popcorn_dice.plans import CAREFUL, Plan

if TYPE_CHECKING:
    import numpy as np

__all__ = ["KernelUnavailable", "Turns", "play_turns"]

KERNEL, POP, DOUBLE, BURNT = range(4)
_LETTERS = "KPDB"
_NOT_ROLLED = 255


class KernelUnavailable(RulesError):
    """The batch kernel needs numpy, which is not installed."""


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise KernelUnavailable("the batch kernel needs numpy: pip install numpy") from None
    return numpy


@dataclass(slots=True)
class Turns:
    """What came of each turn. ``log`` holds (turn numbers, faces rolled, faces kept) for each roll, if asked for."""

    points: Any
    perfect: Any
    burnt: Any
    popped: Any
    rolls: Any
    log: list[tuple[Any, Any, Any]] = field(default_factory=list)

    def rolls_of(self, number: int) -> Iterator[LoggedRoll]:
        """The rolls of one turn, from the log."""
        for numbers, rolled, left in self.log:
            for row in (numbers == number).nonzero()[0]:
                yield _logged(rolled[row], left[row])


def _logged(rolled: Any, left: Any) -> LoggedRoll:
    """A row of the log as a roll; where a double or burnt is left as a kernel, it was cancelled."""
    faces = tuple(
        "".join(_LETTERS[face] for face in rolled[2 * place : 2 * place + 2] if face != _NOT_ROLLED)
        for place in range(len(COLOURS))
    )
    doubles = [COLOURS[die // 2] for die in ((rolled == DOUBLE) & (left == KERNEL)).nonzero()[0]]
    burnt = [COLOURS[die // 2] for die in ((rolled == BURNT) & (left == KERNEL)).nonzero()[0]]
    return LoggedRoll(faces, tuple(zip(doubles, burnt, strict=True)))


def play_turns(
    count: int,
    rng: np.random.Generator,
    *,
    plan: Plan = CAREFUL,
    options: PopcornDiceOptions | None = None,
    with_log: bool = False,
) -> Turns:
    """``count`` turns, every do-over taken. KernelUnavailable without numpy; ``with_log`` keeps every roll."""
    np = _numpy()
    batch = _Batch(np, count, plan, options or PopcornDiceOptions(), with_log)
    while len(batch.active):
        batch.roll(rng)
    return batch.turns


class _Batch:
    """The turns still going on. ``out`` is what lies out of each die (0: it is in the bucket)."""

    def __init__(self, np: Any, count: int, plan: Plan, options: PopcornDiceOptions, with_log: bool) -> None:
        self.np, self.plan, self.options, self.with_log = np, plan, options, with_log
        self.sides = np.array([_LETTERS.index(face) for face in DIE], dtype=np.uint8)
        self.stop_at = np.array(plan.stop_at)
        self.bonus = np.array(PAIR_BONUS)
        self.active = np.arange(count)
        self.out = np.zeros((count, ALL_DICE), dtype=np.uint8)
        self.redone = np.zeros(count, dtype=np.int32)
        self.first = np.ones(count, dtype=bool)
        counts = [np.zeros(count, dtype=np.int32) for _ in range(4)]
        self.turns = Turns(counts[0], np.zeros(count, dtype=bool), *counts[1:])

    def roll(self, rng: Any) -> None:
        """Roll every bucket once, decide, and drop the turns that are over."""
        np = self.np
        rolled = self.sides[rng.integers(0, len(DIE), size=self.out.shape, dtype=np.uint8)]
        rolled[self.out > 0] = _NOT_ROLLED
        self.turns.rolls[self.active] += 1
        new_burnt = (rolled == BURNT).sum(axis=1, dtype=np.int32)
        void = self._void(new_burnt)
        left = self._cancelled(rolled, new_burnt, void)
        if self.with_log:
            self.turns.log.append((self.active, rolled, left))
        kept = np.where((left == _NOT_ROLLED) | void[:, None], 0, left)
        self.out += kept
        self.redone += void
        self.first &= void
        tested = rolled if self.options.popped_out_test == "raw-roll" else kept
        popped_out = ~((tested == POP) | (tested == DOUBLE)).any(axis=1)
        self._finish(void, popped_out)

    def _void(self, new_burnt: Any) -> Any:
        """First rolls that are rolled again."""
        if self.options.do_over == "none":
            return self.np.zeros(len(self.active), dtype=bool)
        void = self.first & (new_burnt >= BURNT_LIMIT)
        return void & (self.redone == 0) if self.options.do_over_repeat == "once" else void

    def _cancelled(self, rolled: Any, new_burnt: Any, void: Any) -> Any:
        """The roll with its cancelled dice as kernels, first dice first."""
        np = self.np
        total = (self.out == BURNT).sum(axis=1, dtype=np.int32) + new_burnt
        doubles, burnt = rolled == DOUBLE, rolled == BURNT
        wanted = np.maximum(total - self.plan.cancel_from + 1, 0)
        wanted[void] = 0
        if self.options.burnt_test == "before-cancel":
            wanted[total >= BURNT_LIMIT] = 0
        rows = wanted.nonzero()[0]
        if not len(rows):
            return rolled
        number = np.minimum(wanted[rows], np.minimum(doubles[rows].sum(axis=1), new_burnt[rows]))[:, None]
        left = rolled.copy()
        for face in (doubles[rows], burnt[rows]):
            back = face & (face.cumsum(axis=1) <= number)
            left[rows] = np.where(back, KERNEL, left[rows])
        return left

    def _finish(self, void: Any, popped_out: Any) -> None:
        """Score the turns that are over, and keep the others."""
        np = self.np
        burnt = (self.out == BURNT).sum(axis=1, dtype=np.int32)
        is_popped = (self.out == POP) | (self.out == DOUBLE)
        popped = is_popped.sum(axis=1, dtype=np.int32)
        pairs = (is_popped[:, 0::2] & is_popped[:, 1::2]).sum(axis=1)
        points = popped + (self.out == DOUBLE).sum(axis=1, dtype=np.int32) + self.bonus[pairs]
        enough = points >= self.stop_at[np.minimum(burnt, BURNT_LIMIT - 1)]
        enough &= (burnt > 0) | (popped < self.plan.chase_from)
        over = (burnt >= BURNT_LIMIT) | (self.out > 0).all(axis=1) | popped_out | enough
        over &= ~void
        done = self.active[over]
        perfect = popped[over] == ALL_DICE
        self.turns.points[done] = np.where((burnt[over] >= BURNT_LIMIT) | perfect, 0, points[over])
        self.turns.perfect[done] = perfect
        self.turns.burnt[done], self.turns.popped[done] = burnt[over], popped[over]
        on = ~over
        self.active, self.out = self.active[on], self.out[on]
        self.redone, self.first = self.redone[on], self.first[on]
