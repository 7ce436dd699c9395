"""A plan for a turn in a few numbers, and a turn played by it: the slow twin of the batch kernel."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from gamerules.popcorn_dice.chance import DiceRoll
from gamerules.popcorn_dice.components import ALL_DICE, BURNT_LIMIT, COLOURS, PopcornDiceOptions
from gamerules.popcorn_dice.journal import LoggedRoll
from gamerules.popcorn_dice.turn import FRESH, Cancel, RollFaces, Turn, burnt_first, is_void, redo, settle

__all__ = ["CAREFUL", "Plan", "play_turn"]


@dataclass(frozen=True, slots=True)
class Plan:
    """When to cancel and when to stop.

    ``stop_at`` holds the points to stop at by the number of burnt lying out; ``cancel_from`` the number
    of burnt from which they are cancelled, as long as there are doubles; with nothing burnt and
    ``chase_from`` dice popped the Perfect Pop is chased whatever the points.
    """

    stop_at: tuple[int, int, int, int]
    cancel_from: int
    chase_from: int

    def cancels(self, turn: Turn, faces: RollFaces, options: PopcornDiceOptions) -> tuple[Cancel, ...]:
        """The cancels made with a roll: just enough of them, first colours first."""
        if burnt_first(turn, faces, options):
            return ()
        doubles = [colour for colour, shown in zip(COLOURS, faces, strict=True) for _ in range(shown.count("D"))]
        burnt = [colour for colour, shown in zip(COLOURS, faces, strict=True) for _ in range(shown.count("B"))]
        too_many = max(turn.burnt + len(burnt) - self.cancel_from + 1, 0)
        return tuple(zip(doubles[:too_many], burnt[:too_many], strict=False))

    def is_enough(self, turn: Turn) -> bool:
        """Whether to stop with what lies out."""
        if turn.burnt == 0 and turn.popped >= self.chase_from:
            return False
        return turn.points >= self.stop_at[min(turn.burnt, BURNT_LIMIT - 1)]


CAREFUL = Plan(stop_at=(22, 20, 16, 8), cancel_from=1, chase_from=ALL_DICE - 2)
"""Cancel whatever can be, and stop the sooner the more is burnt: the best of 243 plans tried with the kernel."""


def play_turn(
    plan: Plan,
    options: PopcornDiceOptions,
    rng: random.Random,
    *,
    dice: Callable[[Turn], RollFaces] | None = None,
) -> tuple[Turn, tuple[LoggedRoll, ...]]:
    """One turn by a plan, every do-over taken: its end, and its rolls. ``dice`` stands in for chance."""
    turn, rolls = FRESH, []
    while True:
        faces = dice(turn) if dice else DiceRoll(turn.bucket).sample(rng).faces
        if is_void(turn, faces, options):
            turn = redo(turn)
            rolls.append(LoggedRoll(faces))
            continue
        cancels = plan.cancels(turn, faces, options)
        turn = settle(turn, faces, cancels, options)
        rolls.append(LoggedRoll(faces, cancels))
        if turn.ended or plan.is_enough(turn):
            return turn, tuple(rolls)
