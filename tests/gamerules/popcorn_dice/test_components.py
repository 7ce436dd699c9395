"""The bounds of the game, derived by listing every layout, against the numbers that the module uses."""

from itertools import combinations_with_replacement, product

import pytest

from gamerules.popcorn_dice.components import (
    ALL_DICE,
    COLOURS,
    FACES,
    MOST_POINTS,
    PopcornDiceOptions,
    batch_points,
    feasible_pairs,
    roll_off_most,
    roll_off_points,
)

PAIRS = ["".join(pair) for pair in combinations_with_replacement(FACES, 2)]


@pytest.fixture(scope="module")
def layouts():
    """Every way in which seven colour pairs can lie, their order aside: (pops, doubles, burnt, pairs)."""
    found = []
    for layout in combinations_with_replacement(PAIRS, len(COLOURS)):
        shown = "".join(layout)
        pairs = sum(set(pair) <= set("PD") for pair in layout)
        found.append((shown.count("P"), shown.count("D"), shown.count("B"), pairs))
    return found


def test_there_are_11440_layouts(layouts):
    assert len(layouts) == 11_440


def test_a_batch_scores_every_number_from_0_to_38_and_no_other(layouts):
    scores = {batch_points(p, d, m) for p, d, b, m in layouts if p + d < ALL_DICE and b < 4}
    assert scores == set(range(MOST_POINTS + 1))


@pytest.mark.parametrize(
    ("pairs", "least", "most"), [(0, 0, 14), (1, 2, 16), (2, 6, 20), (3, 9, 23), (4, 13, 27), (5, 18, 32), (6, 24, 38)]
)
def test_points_by_number_of_pairs(layouts, pairs, least, most):
    scores = {batch_points(p, d, m) for p, d, b, m in layouts if m == pairs and b < 4}
    assert scores == set(range(least, most + 1))


def test_pairs_that_so_many_popped_dice_can_make(layouts):
    for popped in range(ALL_DICE + 1):
        assert {m for p, d, _, m in layouts if p + d == popped} == set(feasible_pairs(popped))


def test_seven_pairs_are_a_perfect_pop_and_nothing_else_is(layouts):
    assert {m == 7 for p, d, _, m in layouts if p + d == ALL_DICE} == {True}
    assert all(b == 0 for p, d, b, _ in layouts if p + d == ALL_DICE)


@pytest.mark.parametrize(("bonus", "most"), [(True, 10), (False, 8)])
def test_a_roll_off_scores_every_number_up_to_its_most(bonus, most):
    options = PopcornDiceOptions(tiebreak_bonus=bonus)
    rolls = product(FACES, repeat=4)
    scores = {roll_off_points((a + b, c + d), options) for a, b, c, d in rolls}
    assert scores == set(range(most + 1))
    assert roll_off_most(options) == most
