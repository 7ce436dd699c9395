"""The bounds of games.md 3.3, recomputed by brute force, and what points alone can refuse."""

from itertools import product

import pytest

from gamerules.pop_tarts import line as row
from gamerules.pop_tarts import plates
from gamerules.pop_tarts.components import PLATE, REFILLS, TARTS

SOME_PLATES = range(1, plates.UNKNOWN + 1)


def values_up_to(highest):
    return frozenset(range(1, highest + 1))


def turns_from(size, values):
    """Every (points, bonuses, size after) of a turn that begins with so many tarts, by eating card by card."""
    found = {(0, 0, size + 1)} if size < PLATE else set()
    totals = {0}
    for eaten in range(1, size + 2):
        totals = {total + value for total in totals for value in values}
        found |= {
            (total + 5 * bonuses, bonuses, size + 1 - eaten) for total in totals for bonuses in range(eaten // 2 + 1)
        }
    return found


def reachable(turns, values):
    """Every (size, total) after so many turns of one's own."""
    states = {(0, 0)}
    for _ in range(turns):
        states = {(after, total + points) for size, total in states for points, _, after in turns_from(size, values)}
    return states


@pytest.mark.parametrize("highest", [1, 2, 3, 5])
@pytest.mark.parametrize("size", range(PLATE + 1))
def test_one_turn_agrees_with_eating_card_by_card(highest, size):
    values = values_up_to(highest)
    expected = turns_from(size, values)
    for points, bonuses in product(range(-1, 5 * highest + 15), range(4)):
        after = plates.sizes(plates.after(1 << size, points, bonuses, values))
        assert set(after) == {left for given, won, left in expected if (given, won) == (points, bonuses)}


def test_a_set_of_sizes_steps_like_each_of_its_sizes():
    values = frozenset({1, 2, 5})
    for possible, points, bonuses in product(SOME_PLATES, range(0, 36, 3), range(3)):
        each = [plates.after(1 << size, points, bonuses, values) for size in plates.sizes(possible)]
        together = 0
        for one in each:
            together |= one
        assert plates.after(possible, points, bonuses, values) == together


@pytest.mark.parametrize("highest", [1, 2, 3, 4, 5])
def test_a_turn_gives_nought_to_five_of_the_dearest_and_ten(highest):
    given = {points for size in range(PLATE + 1) for points, _, _ in turns_from(size, values_up_to(highest))}
    gaps = {6, 11, 12, 13} if highest == 1 else set()
    assert given == set(range(5 * highest + 11)) - gaps


def test_the_most_of_an_early_turn():
    values = values_up_to(3)
    most = []
    for turn in range(1, 6):
        sizes = {size for size, _ in reachable(turn - 1, values)}
        most.append(max(points for size in sizes for points, _, _ in turns_from(size, values)))
    assert most == [3, 11, 14, 22, 25]


@pytest.mark.parametrize("highest", [1, 2, 3])
@pytest.mark.parametrize("turns", range(1, 11))
def test_totals_after_some_turns(highest, turns):
    totals = {total for _, total in reachable(turns, values_up_to(highest))}
    assert min(totals) == max(0, turns - 4)
    assert max(totals) == highest * turns + 5 * (turns // 2)


@pytest.mark.parametrize(("highest", "earliest"), [(1, 10), (2, 8), (3, 6), (4, 5), (5, 4)])
def test_the_earliest_turn_with_thirty(highest, earliest):
    values = values_up_to(highest)
    assert max(total for _, total in reachable(earliest - 1, values)) < 30
    assert max(total for _, total in reachable(earliest, values)) >= 30


def test_five_turns_without_eating_are_never_possible():
    possible = plates.EMPTY
    for _ in range(4):
        possible = plates.after(possible, 0, 0, None)
    assert plates.sizes(possible) == (4,)
    assert plates.after(possible, 0, 0, None) == 0


def test_an_unknown_plate_stands_four_empty_turns_and_no_fifth():
    possible = plates.UNKNOWN
    for _ in range(4):
        possible = plates.after(possible, 0, 0, None)
    assert plates.sizes(possible) == (4,)


def test_points_alone_refuse_most_sequences_of_three_turns():
    """99.1 % of the 26³ sequences with entries 0..25, whatever bonus cards are claimed for them (values up to 3)."""
    values = values_up_to(3)
    states = {(): plates.EMPTY}
    for _ in range(3):
        states = {
            (*sequence, points): after
            for sequence, possible in states.items()
            for points in range(26)
            if (after := merged(possible, points, values))
        }
    assert round(100 * (1 - len(states) / 26**3), 1) == 99.1


def merged(possible, points, values):
    found = 0
    for bonuses in range(3):
        found |= plates.after(possible, points, bonuses, values)
    return found


def test_without_values_only_counts_are_used():
    assert plates.after(plates.EMPTY, 99, 0, None) == 0b1
    assert plates.after(0b10, 6, 1, None) == 0
    assert plates.after(0b10, 7, 1, None) == 0b1


@pytest.mark.parametrize(("seats", "rounds"), [(2, 26), (3, 17), (4, 13), (5, 10), (6, 8)])
def test_full_rounds_before_the_tarts_run_out(seats, rounds):
    assert TARTS - 7 == REFILLS == 53
    assert REFILLS // seats == rounds


@pytest.mark.parametrize("two_spaces", [2, 3])
def test_any_place_can_be_plated_with_three_actions(two_spaces):
    """Two actions for the end that the arrow shows, three for the other one."""
    start = (tuple("1234567"), "toaster")
    reached = {}
    states = {start}
    for actions in range(4):
        for line, arrow in states:
            reached.setdefault((line[0] if arrow == "toaster" else line[-1], arrow), actions)
        states = {after for line, arrow in states for after in after_an_action(line, arrow, two_spaces)}
    assert set(reached) == set(product("1234567", ["toaster", "freezer"]))
    assert max(reached[place, "toaster"] for place in "1234567") == 2
    assert max(reached.values()) <= 3


def after_an_action(line, arrow, two_spaces):
    yield row.act(line, arrow, "flip-arrow", None)
    yield row.act(line, arrow, "swap-ends", None)
    for kind in ("swap-two-apart", "swap-neighbours"):
        distance = row.distance_of(kind, two_spaces)
        for low in range(1, 8 - distance):
            yield row.act(line, arrow, kind, (low, low + distance))
