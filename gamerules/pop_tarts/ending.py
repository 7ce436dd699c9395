"""When a play of pop-tarts is over, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence

from gamerules.pop_tarts.clauses import TIE, TIE_AGAIN, WINNER
from gamerules.pop_tarts.components import REFILLS
from gamerules.ranking import leaders
from gamerules.sheets import Outcome, OutcomeBy

_CLAUSES = {"points": WINNER, "bonuses": TIE, "shared": TIE_AGAIN}


def is_last_round(turns: int, totals: Sequence[int], target: int) -> bool:
    """Whether the round of the last turn taken is the last one: somebody has the target, or turn 53 falls in it.

    >>> is_last_round(48, [0] * 6, 30), is_last_round(49, [0] * 6, 30)
    (False, True)
    """
    if not turns:
        return False
    seats = len(totals)
    end_of_round = -(-turns // seats) * seats
    return end_of_round >= REFILLS or max(totals) >= target


def is_over(turns: int, totals: Sequence[int], target: int) -> bool:
    """Whether the last round is finished, so that all have had equally many turns."""
    return turns % len(totals) == 0 and is_last_round(turns, totals, target)


def outcome_of(players: Sequence[str], totals: Sequence[int], bonuses: Sequence[int]) -> Outcome:
    """The winner by points, then by bonus cards, then together.

    >>> outcome_of(["Ana", "Ben"], [31, 31], [1, 2]).by
    'bonuses'
    """
    best = leaders(totals)
    most = leaders([bonuses[seat] for seat in best])
    winners = tuple(players[best[index]] for index in most)
    by: OutcomeBy = "points" if len(best) == 1 else "bonuses" if len(winners) == 1 else "shared"
    return Outcome(winners, by, _CLAUSES[by].id)
