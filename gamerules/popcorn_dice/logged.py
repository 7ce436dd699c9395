"""Replaying the rolls of a logged turn: every die accounted for, the first fault stops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gamerules.clauses import Clause, Finding
from gamerules.popcorn_dice import clauses
from gamerules.popcorn_dice.components import ALL_DICE, COLOURS, PopcornDiceOptions
from gamerules.popcorn_dice.turn import (
    FRESH,
    RollFaces,
    Turn,
    all_in,
    burnt_first,
    burnt_in,
    cancel_faults,
    is_void,
    redo,
    settle,
)

__all__ = ["follow"]

_AFTER_THE_END = {
    "burnt-batch": (
        clauses.BURNT_BATCH,
        "{player} has {burnt} burnt after roll {before}; four end the turn, so there is no roll {roll}",
    ),
    "all-popped-out": (
        clauses.ALL_POPPED_OUT,
        "Roll {before} of {player} popped nothing, which ends the turn; there is no roll {roll}",
    ),
    "empty": (
        clauses.KEEP_POPPING,
        "{player} has no die left in the bucket after roll {before}; there is nothing to roll again",
    ),
}
_REROLLED = {
    "P": (
        clauses.POP_ASIDE,
        "Roll {roll} of {player} has one {colour} die too many: a pop stays out once it is rolled",
    ),
    "B": (
        clauses.BURNT_KEPT,
        "Roll {roll} of {player} has one {colour} die too many: a burnt that was not cancelled stays out",
    ),
    "D": (
        clauses.DOUBLE_CHOICE,
        "Roll {roll} of {player} has one {colour} die too many: a double pop goes back only to cancel a burnt",
    ),
}


def follow(
    rolls: Sequence[Any], options: PopcornDiceOptions, *, player: str, single_roll: bool = False
) -> tuple[Turn, tuple[Finding, ...]]:
    """The turn after all its rolls, and what was wrong with the first roll that could not be made.

    ``rolls`` are the ``Roll`` models of an entry; ``single_roll`` grants one roll besides do-overs.
    """
    if not rolls:
        return FRESH, (clauses.ROLL.broken("rolls", "{player} has no roll; a turn has at least one", player=player),)
    shown = [all_in(roll.faces) for roll in rolls]
    turn, rolled = FRESH, False
    for index, faces in enumerate(shown):
        cancels = rolls[index].cancel
        found = _one_roll_only(index, player) if rolled and single_roll else _roll_faults(turn, index, shown, player)
        if found:
            return turn, found
        void = is_void(turn, faces, options)
        if void and (options.do_over == "forced" or (not cancels and _is_full(shown, index + 1))):
            found, after = _do_over_faults(shown, index, cancels, player), redo(turn)
        else:
            found = _cancel_findings(turn, index, faces, cancels, options, player) if cancels else ()
            after, rolled = turn if found else settle(turn, faces, cancels, options), True
        if found:
            return turn, found
        turn = after
    return turn, ()


def _is_full(shown: Sequence[RollFaces], index: int) -> bool:
    """Whether the roll exists and names fourteen dice or more; their colours are its own fault."""
    return index < len(shown) and sum(map(len, shown[index])) >= ALL_DICE


def _one_roll_only(index: int, player: str) -> tuple[Finding, ...]:
    template = "{player} has a single roll to equal the Perfect Pop, and this is another one"
    return (clauses.PERFECT_LAST_CHANCE.broken(f"rolls.{index}", template, player=player),)


def _roll_faults(turn: Turn, index: int, shown: Sequence[RollFaces], player: str) -> tuple[Finding, ...]:
    """A roll after the turn's end, or one that is not exactly the dice in the bucket."""
    if turn.ended:
        clause, template = _AFTER_THE_END[turn.ended]
        values = {"player": player, "burnt": turn.burnt, "before": index, "roll": index + 1}
        return (clause.broken(f"rolls.{index}", template, **values),)
    if tuple(map(len, shown[index])) == turn.bucket:
        return ()
    faults = _first_roll_faults if turn.first else _later_roll_faults
    return tuple(faults(turn, index, shown, player))


def _first_roll_faults(turn: Turn, index: int, shown: Sequence[RollFaces], player: str) -> Iterator[Finding]:
    faces = shown[index]
    wrong = next(place for place, dice in enumerate(faces) if len(dice) != 2)
    values = {"count": sum(map(len, faces)), "named": len(faces[wrong]), "colour": COLOURS[wrong]}
    yield clauses.PREPARE.broken(
        f"rolls.{index}.faces.{COLOURS[wrong]}",
        "Roll {roll} of {player} names {count} dice, {named} of them {colour}; "
        "the turn starts with all fourteen in the bucket, two of each colour",
        player=player, roll=index + 1, **values,
    )  # fmt: skip


def _later_roll_faults(turn: Turn, index: int, shown: Sequence[RollFaces], player: str) -> Iterator[Finding]:
    """Third dice first, then dice left behind, then dice that should have stayed out: one finding a clause."""
    found: dict[Clause, Finding] = {}
    for look in (_third_die, _left_behind, _rolled_again):
        for place, colour in enumerate(COLOURS):
            values = {
                "player": player, "roll": index + 1, "before": index, "colour": colour,
                "named": len(shown[index][place]), "held": turn.bucket[place],
            }  # fmt: skip
            for clause, template in look(turn, place, shown[index][place], shown[index - 1][place]):
                found.setdefault(clause, clause.broken(f"rolls.{index}.faces.{colour}", template, **values))
    yield from found.values()


def _third_die(turn: Turn, place: int, dice: str, before: str) -> Iterator[tuple[Clause, str]]:
    if len(dice) > 2:
        yield clauses.PREPARE, "Roll {roll} of {player} names {named} {colour} dice; there are two of each colour"


def _left_behind(turn: Turn, place: int, dice: str, before: str) -> Iterator[tuple[Clause, str]]:
    if len(dice) >= turn.bucket[place]:
        return
    yield (
        clauses.ROLL,
        ("Roll {roll} of {player} names {named} of the {held} in the bucket ({colour}); everything in it is rolled"),
    )
    if "K" in before:
        yield clauses.KERNEL_BACK, "The {colour} kernel that {player} had in roll {before} goes back into the bucket"
    else:
        yield clauses.CANCEL, "The {colour} die that {player} cancelled in roll {before} goes back into the bucket"


def _rolled_again(turn: Turn, place: int, dice: str, before: str) -> Iterator[tuple[Clause, str]]:
    extra = min(len(dice), 2) - turn.bucket[place]
    yield from [_REROLLED[face] for face in sorted(turn.kept[place], key="PBD".index)[: max(extra, 0)]]


def _do_over_faults(shown: Sequence[RollFaces], index: int, cancels: Sequence[Any], player: str) -> tuple[Finding, ...]:
    """A void first roll carries no cancel and is followed by a roll of all fourteen dice."""
    faults = []
    if cancels:
        template = "Roll {roll} of {player} is void with {burnt} burnt: all dice are rolled again, nothing is cancelled"
        faults.append((f"rolls.{index}.cancel", template))
    if index + 1 == len(shown):
        faults.append(("rolls", "Roll {roll} of {player} shows {burnt} burnt; all fourteen dice must be rolled again"))
    elif not _is_full(shown, index + 1):
        template = "Roll {roll} of {player} shows {burnt} burnt, so the next roll has all fourteen dice again"
        faults.append((f"rolls.{index + 1}.faces", template))
    values = {"player": player, "roll": index + 1, "burnt": burnt_in(shown[index])}
    return tuple(clauses.DO_OVER.broken(field, template, **values) for field, template in faults)


def _cancel_findings(
    turn: Turn, index: int, faces: RollFaces, cancels: Sequence[Any], options: PopcornDiceOptions, player: str
) -> tuple[Finding, ...]:
    field = f"rolls.{index}.cancel"
    found = cancel_faults(turn, faces, cancels, field)
    if burnt_first(turn, faces, options):
        template = "Roll {roll} brings {player} to {burnt} burnt, which this table counts before anything is cancelled"
        burnt = turn.burnt + burnt_in(faces)
        found.insert(0, clauses.BURNT_BATCH.broken(field, template, player=player, roll=index + 1, burnt=burnt))
    return tuple(found)
