"""Replaying the rolls of a logged turn: every die accounted for, the first fault stops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamerules.clauses import Clause, Finding
from gamerules.popcorn_dice import clauses
from gamerules.popcorn_dice.components import ALL_DICE, BURNT_LIMIT, COLOURS, PopcornDiceOptions
from gamerules.popcorn_dice.entries import Roll
from gamerules.popcorn_dice.sums import (
    FULL,
    NOTHING,
    bucket_of,
    burnt_of,
    dice_of,
    has_popped,
    kept_of,
    staying,
    sum_of,
    without,
)
from gamerules.popcorn_dice.turn import (
    Ended,
    RollFaces,
    Turn,
    all_in,
    burnt_first,
    burnt_in,
    cancel_faults,
    ending,
    may_redo,
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
    rolls: Sequence[Roll], options: PopcornDiceOptions, *, player: str, single_roll: bool = False
) -> tuple[int, tuple[Finding, ...]]:
    """The sum of the dice that lie out at the end, and what was wrong with the first roll that could not be made.

    ``single_roll`` grants one roll besides do-overs.
    """
    if not rolls:
        return NOTHING, (clauses.ROLL.broken("rolls", "{player} has no roll; a turn has at least one", player=player),)
    tests_raw_roll = options.popped_out_test == "raw-roll"
    out, bucket, do_overs, is_first = NOTHING, FULL, 0, True
    ended: Ended = ""
    for index, roll in enumerate(rolls):
        shown, cancels = sum_of(roll.faces), roll.cancel
        if shown is None or dice_of(shown) != bucket or ended or (single_roll and not is_first):
            turn = _turn(out, do_overs, is_first, ended)
            return out, _roll_faults(turn, index, rolls, player, single_roll=single_roll)
        if is_first and burnt_of(shown) >= BURNT_LIMIT and _is_redone(rolls, index, do_overs, options):
            if cancels or not _is_full(rolls, index + 1):
                return out, _do_over_faults(rolls, index, player)
            do_overs += 1
            continue
        left = without(shown, cancels) if cancels else shown
        if left is None or (cancels and _comes_too_late(out + shown, options)):
            turn = _turn(out, do_overs, is_first, ended)
            return out, _cancel_faults(turn, index, roll, options, player)
        out, is_first = out + staying(left), False
        bucket = bucket_of(out)
        ended = ending(burnt_of(out), bucket != 0, has_popped(shown if tests_raw_roll else left))
    return out, ()


def _comes_too_late(out: int, options: PopcornDiceOptions) -> bool:
    """Whether a cancel comes after the fourth burnt is down, the roll lying beside what lay out before it."""
    return options.burnt_test == "before-cancel" and burnt_of(out) >= BURNT_LIMIT


def _turn(out: int, do_overs: int, is_first: bool, ended: Ended) -> Turn:
    """The turn before a roll that cannot be made, for saying why."""
    kept = kept_of(out)
    return Turn(tuple([2 - len(faces) for faces in kept]), kept, burnt_of(out), is_first, do_overs, ended)


def _is_redone(rolls: Sequence[Roll], index: int, do_overs: int, options: PopcornDiceOptions) -> bool:
    """Whether a first roll of four burnt is a do-over: by force, or by choice when all dice are rolled again."""
    if not may_redo(do_overs, options):
        return False
    return options.do_over == "forced" or (not rolls[index].cancel and _is_full(rolls, index + 1))


def _is_full(rolls: Sequence[Roll], index: int) -> bool:
    """Whether the roll exists and names fourteen dice or more; their colours are its own fault."""
    return index < len(rolls) and sum(map(len, rolls[index].faces.values())) >= ALL_DICE


def _roll_faults(
    turn: Turn, index: int, rolls: Sequence[Roll], player: str, *, single_roll: bool
) -> tuple[Finding, ...]:
    """A roll too many, one after the turn's end, or one that is not exactly the dice in the bucket."""
    if single_roll and not turn.first:
        template = "{player} has a single roll to equal the Perfect Pop, and this is another one"
        return (clauses.PERFECT_LAST_CHANCE.broken(f"rolls.{index}", template, player=player),)
    if turn.ended:
        clause, template = _AFTER_THE_END[turn.ended]
        values = {"player": player, "burnt": turn.burnt, "before": index, "roll": index + 1}
        return (clause.broken(f"rolls.{index}", template, **values),)
    faults = _first_roll_faults if turn.first else _later_roll_faults
    return tuple(faults(turn, index, [all_in(roll.faces) for roll in rolls], player))


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


def _do_over_faults(rolls: Sequence[Roll], index: int, player: str) -> tuple[Finding, ...]:
    """A void first roll carries no cancel and is followed by a roll of all fourteen dice."""
    faults = []
    if rolls[index].cancel:
        template = "Roll {roll} of {player} is void with {burnt} burnt: all dice are rolled again, nothing is cancelled"
        faults.append((f"rolls.{index}.cancel", template))
    if index + 1 == len(rolls):
        faults.append(("rolls", "Roll {roll} of {player} shows {burnt} burnt; all fourteen dice must be rolled again"))
    elif not _is_full(rolls, index + 1):
        template = "Roll {roll} of {player} shows {burnt} burnt, so the next roll has all fourteen dice again"
        faults.append((f"rolls.{index + 1}.faces", template))
    values = {"player": player, "roll": index + 1, "burnt": burnt_in(all_in(rolls[index].faces))}
    return tuple(clauses.DO_OVER.broken(field, template, **values) for field, template in faults)


def _cancel_faults(turn: Turn, index: int, roll: Roll, options: PopcornDiceOptions, player: str) -> tuple[Finding, ...]:
    """A cancel of dice that are not there, or one that comes after the fourth burnt is down."""
    field, faces = f"rolls.{index}.cancel", all_in(roll.faces)
    found = cancel_faults(turn, faces, roll.cancel, field)
    if burnt_first(turn, faces, options):
        template = "Roll {roll} brings {player} to {burnt} burnt, which this table counts before anything is cancelled"
        burnt = turn.burnt + burnt_in(faces)
        found.insert(0, clauses.BURNT_BATCH.broken(field, template, player=player, roll=index + 1, burnt=burnt))
    return tuple(found)
