"""What one entry of a turn is worth, and what is wrong with its amounts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple

from gamerules.clauses import Finding
from gamerules.popcorn_dice import clauses
from gamerules.popcorn_dice.components import (
    ALL_DICE,
    BURNT_LIMIT,
    MOST_POINTS,
    PopcornDiceOptions,
    batch_points,
    feasible_pairs,
)
from gamerules.popcorn_dice.entries import Counts, Dice, Perfect, Points, Rolls
from gamerules.popcorn_dice.logged import follow
from gamerules.popcorn_dice.sums import burnt_of, is_perfect, points_of
from gamerules.sheets import Level, Skip

__all__ = ["Batch", "READERS", "excused"]

RARE_POINTS = 36
"""From here on a batch is worth a second look: 36 to 38 together fall about twice in ten thousand turns."""


class Batch(NamedTuple):
    """A turn's result: points, whether it is a Perfect Pop, how well it is known, and its findings."""

    points: int
    perfect: bool = False
    text: str = ""
    level: Level = "consistent"
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()


def excused(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings as warnings, because the table ruled the amount to be right."""
    return tuple(replace(found, severity="warning", verdict="ok") for found in findings)


_PLAIN = tuple(map(Batch, range(RARE_POINTS)))  # made once: most turns are logged as a number


def _points(entry: Points, options: PopcornDiceOptions, single_roll: bool) -> Batch:
    points = entry.points
    if 0 <= points < RARE_POINTS:
        return _PLAIN[points]
    if points > MOST_POINTS or points < 0:
        found = _impossible_points(entry)
        return Batch(points, warnings=excused(found)) if entry.ruled else Batch(0, findings=found)
    rare = clauses.SCORE_PAIRS.warns(
        "points", "{player} logged {points}; so many are possible, but fall once in five thousand turns",
        player=entry.player, points=points,
    )
    return Batch(points, warnings=(rare,))


def _impossible_points(entry: Points) -> tuple[Finding, ...]:
    if entry.points > MOST_POINTS:
        template = "{player} logged {points} for this batch; {most} is the most a batch can score"
        return (
            clauses.SCORE_PAIRS.broken("points", template, player=entry.player, points=entry.points, most=MOST_POINTS),
        )
    template = "{player} logged {points} for this batch; the least a batch can score is 0"
    return (
        clauses.SCORE_PAIRS.broken("points", template, player=entry.player, points=entry.points),
        clauses.SCORE_FACES.broken("points", "No face takes points away from {player}", player=entry.player),
    )


def _counts(entry: Counts, options: PopcornDiceOptions, single_roll: bool) -> Batch:
    found = _dice_faults(entry, {"pops": entry.pops, "doubles": entry.doubles, "burnt": entry.burnt})
    if not found:
        found = _pair_faults(entry)
    if found:
        return Batch(0, findings=found)
    return _lying(entry.pops, entry.doubles, entry.pairs, entry.burnt)


def _dice(entry: Dice, options: PopcornDiceOptions, single_roll: bool) -> Batch:
    found = _third_dice(entry)
    shown = "".join(entry.popped.values())
    found += _dice_faults(entry, {"popped": len(shown), "burnt": entry.burnt})
    if found:
        return Batch(0, findings=found)
    pairs = sum(len(faces) == 2 for faces in entry.popped.values())
    return _lying(shown.count("P"), shown.count("D"), pairs, entry.burnt)


def _lying(pops: int, doubles: int, pairs: int, burnt: int) -> Batch:
    """The batch as its final dice lie."""
    if burnt >= BURNT_LIMIT:
        return Batch(0, text="burnt", level="possible")
    if pops + doubles == ALL_DICE:
        return Batch(0, True, "perfect", "possible")
    return Batch(batch_points(pops, doubles, pairs), level="possible")


def _dice_faults(entry: Any, counts: dict[str, int]) -> tuple[Finding, ...]:
    """Fewer than no dice, or more than fourteen in all; names the count that went too far."""
    template = "{player} logged {count} {name}; there cannot be fewer than none"
    below = tuple(
        clauses.PREPARE.broken(name, template, player=entry.player, count=count, name=name)
        for name, count in counts.items()
        if count < 0
    )
    if below or sum(counts.values()) <= ALL_DICE:
        return below
    running = dict(zip(counts, accumulate(counts.values()), strict=True))
    field = next(name for name, count in running.items() if count > ALL_DICE)
    template = "{player} logged {count} dice in all; the bucket holds fourteen"
    return (clauses.PREPARE.broken(field, template, player=entry.player, count=sum(counts.values())),)


def _pair_faults(entry: Counts) -> tuple[Finding, ...]:
    popped = entry.pops + entry.doubles
    possible = feasible_pairs(popped)
    if entry.pairs in possible:
        return ()
    least, most = possible[0], possible[-1]
    template = (
        "With {popped} popped the number of pairs is {least}; {player} logged {pairs}"
        if least == most
        else "With {popped} popped the number of pairs is {least} to {most}; {player} logged {pairs}"
    )
    values = {"player": entry.player, "pairs": entry.pairs, "popped": popped, "least": least, "most": most}
    return (clauses.SCORE_PAIRS.broken("pairs", template, **values),)


def _third_dice(entry: Dice) -> tuple[Finding, ...]:
    return tuple(
        clauses.PREPARE.broken(
            f"popped.{colour}",
            "{player} logged {count} popped dice in {colour}; there are two of each colour",
            player=entry.player, count=len(faces), colour=colour,
        )
        for colour, faces in entry.popped.items()
        if len(faces) > 2
    )  # fmt: skip


def _rolls(entry: Rolls, options: PopcornDiceOptions, single_roll: bool) -> Batch:
    out, found = follow(entry.rolls, options, player=entry.player, single_roll=single_roll)
    if found:
        return Batch(0, findings=found, level="verified")
    if burnt_of(out) >= BURNT_LIMIT:
        return Batch(0, False, "burnt", "verified")
    if is_perfect(out):
        return Batch(0, True, "perfect", "verified")
    return Batch(points_of(out), level="verified")


def _perfect(entry: Perfect, options: PopcornDiceOptions, single_roll: bool) -> Batch:
    return Batch(0, True, "perfect")


def _skip(entry: Skip, options: PopcornDiceOptions, single_roll: bool) -> Batch:
    return Batch(0, False, "skip", "verified")


READERS: dict[str, Callable[[Any, PopcornDiceOptions, bool], Batch]] = {
    "points": _points,
    "counts": _counts,
    "dice": _dice,
    "rolls": _rolls,
    "perfect": _perfect,
    "skip": _skip,
}
"""Kind of entry → what reads a turn logged so."""
