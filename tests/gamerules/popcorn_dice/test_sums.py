"""Dice counted in one integer say the same as the turn that the table plays with."""

import random

import pytest

from gamerules.popcorn_dice.components import COLOURS, PopcornDiceOptions
from gamerules.popcorn_dice.entries import Roll
from gamerules.popcorn_dice.journal import by_colour
from gamerules.popcorn_dice.logged import follow
from gamerules.popcorn_dice.plans import Plan, play_turn
from gamerules.popcorn_dice.sums import (
    FULL,
    NOTHING,
    bucket_of,
    burnt_of,
    dice_of,
    has_popped,
    is_perfect,
    kept_of,
    points_of,
    staying,
    sum_of,
    without,
)

FULL_ROLL = dict(zip(COLOURS, ("PP", "PD", "DD", "KB", "BB", "KK", "DB"), strict=True))
RULESETS = [
    {},
    {"do_over": "choice", "popped_out_test": "after-cancel"},
    {"do_over": "none"},
    {"do_over_repeat": "once", "burnt_test": "before-cancel"},
]
PLANS = [Plan((38, 38, 38, 38), 1, 0), Plan((22, 20, 16, 8), 2, 12), Plan((12, 9, 5, 3), 4, 14)]


def test_a_roll_is_counted_by_colour_and_face():
    roll = sum_of(FULL_ROLL)
    out = staying(roll)
    assert dice_of(roll) == FULL
    assert burnt_of(roll) == burnt_of(out) == 4
    assert kept_of(out) == ("PP", "PD", "DD", "B", "BB", "", "DB")
    assert bucket_of(out) == dice_of(sum_of({"green": "K", "purple": "KK"}))
    assert bucket_of(NOTHING) == FULL


def test_a_third_die_of_a_colour_has_no_sum():
    assert sum_of({"red": "PPP"}) is None
    assert sum_of(FULL_ROLL | {"pink": "KKK"}) is None


def test_a_cancel_takes_its_two_dice_and_no_others():
    roll = sum_of(FULL_ROLL)
    left = without(roll, [("yellow", "pink"), ("yellow", "blue")])
    assert left == sum_of(FULL_ROLL | {"yellow": "", "pink": "D", "blue": "B"})
    assert without(roll, [("orange", "pink"), ("orange", "blue")]) is None  # one double spent twice
    assert without(roll, [("yellow", "green"), ("yellow", "green")]) is None  # one burnt spent twice
    assert without(roll, [("red", "green")]) is None


@pytest.mark.parametrize(("shown", "popped"), [("K", False), ("B", False), ("KB", False), ("P", True), ("BD", True)])
def test_a_pop_or_a_double_pop_keeps_the_turn_going(shown, popped):
    assert has_popped(sum_of({"blue": shown})) is popped


def test_fourteen_popped_are_perfect_and_thirteen_are_not():
    assert is_perfect(sum_of(dict.fromkeys(COLOURS, "PD")))
    assert not is_perfect(sum_of(dict.fromkeys(COLOURS, "PD") | {"red": "P"}))
    assert not is_perfect(sum_of(dict.fromkeys(COLOURS, "PD") | {"red": "PB"}))


@pytest.mark.parametrize("chosen", RULESETS, ids=str)
def test_a_logged_turn_ends_as_the_same_turn_does_at_the_table(chosen):
    options, rng = PopcornDiceOptions(**chosen), random.Random(7)
    for number in range(600):
        end, rolls = play_turn(PLANS[number % len(PLANS)], options, rng)
        logged = [Roll(faces=by_colour(roll.faces), cancel=list(roll.cancels)) for roll in rolls]
        out, found = follow(logged, options, player="Ana")
        assert found == ()
        assert kept_of(out) == tuple("".join(sorted(shown, key="PDB".index)) for shown in end.kept)
        assert (burnt_of(out), is_perfect(out)) == (end.burnt, end.is_perfect)
        if not end.is_perfect and end.ended != "burnt-batch":
            assert points_of(out) == end.points


@pytest.mark.parametrize("chosen", RULESETS, ids=str)
def test_a_roll_more_is_refused_exactly_when_the_table_has_ended_the_turn(chosen):
    options, rng = PopcornDiceOptions(**chosen), random.Random(8)
    for number in range(300):
        end, rolls = play_turn(PLANS[number % len(PLANS)], options, rng)
        more = tuple("K" * count for count in end.bucket)
        logged = [Roll(faces=by_colour(roll.faces), cancel=list(roll.cancels)) for roll in rolls]
        _, found = follow([*logged, Roll(faces=by_colour(more))], options, player="Ana")
        assert bool(found) == bool(end.ended)
