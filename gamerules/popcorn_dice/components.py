"""The dice, what they score, and the options of Gourmet Popcorn Dice."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Literal

from gamerules.games import Options, option

__all__ = [
    "ALL_DICE", "BURNT_LIMIT", "COLOURS", "Colour", "FACES", "MOST_POINTS", "PAIR_BONUS", "PopcornDiceOptions",
    "TIE_DICE", "batch_points", "feasible_pairs", "roll_off_most", "roll_off_points",
]  # fmt: skip

Colour = Literal["red", "orange", "yellow", "green", "blue", "purple", "pink"]
COLOURS: tuple[Colour, ...] = ("red", "orange", "yellow", "green", "blue", "purple", "pink")
FACES = "PDKB"
"""Pop, double pop, kernel, burnt."""
DIE = "PDKKKB"
"""The six sides of each die: those of the base edition, the only ones in public."""
ALL_DICE = 14
BURNT_LIMIT = 4
"""This many burnt spoil a batch."""
TIE_DICE = 4
PAIR_BONUS = (0, 0, 2, 3, 5, 8, 12, 0)
"""Bonus by number of pairs; the seventh pair is a Perfect Pop, which has no number of points."""
MOST_POINTS = 38
"""Thirteen doubles in six pairs: 26 + 12."""

POPPED = {"".join(faces): sum(face in "PD" for face in faces) for n in range(3) for faces in product(FACES, repeat=n)}
"""How many dice are popped, by the faces of one colour."""
WORTH = {faces: faces.count("P") + 2 * faces.count("D") for faces in POPPED}
"""Points of the faces of one colour, without bonus."""


def batch_points(pops: int, doubles: int, pairs: int) -> int:
    """Points of a batch that is neither burnt nor perfect.

    >>> batch_points(3, 2, 2)
    9
    """
    return pops + 2 * doubles + PAIR_BONUS[pairs]


def feasible_pairs(popped: int) -> range:
    """The numbers of pairs that so many popped dice can make, with two dice of each of seven colours.

    >>> feasible_pairs(9)
    range(2, 5)
    """
    return range(max(0, popped - len(COLOURS)), popped // 2 + 1)


class PopcornDiceOptions(Options):
    """The readings a table can agree on before it starts; the defaults follow the rulebook most closely."""

    target: int = option(
        50, "the total that makes this round the last one; the base edition plays to 30",
        point="PD23", clauses=("goal", "points-end"), other=(30, 50), ge=10, le=500,
    )  # fmt: skip
    do_over: Literal["forced", "choice", "none"] = option(
        "forced", "whether a first roll of four or more Burnt must, may or cannot be rolled again",
        point="PD1", clauses=("do-over",), other=("forced", "choice", "none"),
    )  # fmt: skip
    do_over_repeat: Literal["until-ok", "once"] = option(
        "until-ok", "whether the roll after a do-over can be a do-over itself",
        point="PD2", clauses=("do-over",), other=("until-ok", "once"),
    )  # fmt: skip
    burnt_test: Literal["after-cancel", "before-cancel"] = option(
        "after-cancel", "whether cancelling comes before four Burnt are counted, or is too late by then",
        point="PD4", clauses=("burnt-batch", "cancel"), other=("after-cancel", "before-cancel"),
    )  # fmt: skip
    popped_out_test: Literal["raw-roll", "after-cancel"] = option(
        "raw-roll", "whether a Double Pop spent on a cancel still keeps the turn going",
        point="PD5", clauses=("all-popped-out",), other=("raw-roll", "after-cancel"),
    )  # fmt: skip
    last_chance: Literal["whole-turn", "single-roll"] = option(
        "whole-turn", "what the players after a Perfect Pop have to equal it: a turn, or one roll",
        point="PD12", clauses=("perfect-last-chance",), other=("whole-turn", "single-roll"),
    )  # fmt: skip
    tiebreak_bonus: bool = option(
        True, "whether colour pairs earn their bonus in a roll-off",
        point="PD15", clauses=("tie-roll",), other=(True, False),
    )  # fmt: skip
    tiebreak_again: Literal["repeat", "shared"] = option(
        "repeat", "whether players who tie in the roll-off roll again or share the win",
        point="PD16", clauses=("tie-again",), other=("repeat", "shared"),
    )  # fmt: skip


def roll_off_most(options: PopcornDiceOptions) -> int:
    """The most that four dice can score: 8, or 10 with the bonus of two pairs."""
    return 2 * TIE_DICE + (PAIR_BONUS[TIE_DICE // 2] if options.tiebreak_bonus else 0)


def roll_off_points(faces: Iterable[str], options: PopcornDiceOptions) -> int:
    """Points of a roll-off from the faces of each colour, such as ``("PD", "K", "B")``.

    >>> roll_off_points(("DD", "PD"), PopcornDiceOptions())
    9
    """
    colours = list(faces)
    points = sum(shown.count("P") + 2 * shown.count("D") for shown in colours)
    pairs = sum(shown.count("P") + shown.count("D") >= 2 for shown in colours)
    return points + (PAIR_BONUS[min(pairs, 6)] if options.tiebreak_bonus else 0)
