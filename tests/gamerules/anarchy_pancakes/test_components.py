"""The module's own deck, and the numbers that follow from it."""

from itertools import combinations
from math import comb

import pytest

from gamerules import load
from gamerules.anarchy_pancakes.components import DECK, ICONS, MOST_PLAYERS, ONES, SIXES, draw_pile_size, masks_of


def test_31_cards_of_six_and_31_of_one():
    assert (len(DECK), len(SIXES), len(ONES), len(ICONS)) == (62, 31, 31, 31)
    assert {len(set(DECK[card])) for card in SIXES} == {6}
    assert [DECK[card] for card in ONES] == [(icon,) for icon in ICONS]


def test_any_two_six_topping_cards_share_exactly_one_topping():
    assert {len(set(DECK[one]) & set(DECK[other])) for one, other in combinations(SIXES, 2)} == {1}


def test_each_topping_is_on_six_cards():
    assert {sum(icon in DECK[card] for card in SIXES) for icon in ICONS} == {6}


def test_cards_follow_the_difference_set():
    assert DECK["S1"] == ("i1", "i2", "i4", "i9", "i13", "i19")
    assert DECK["S31"] == ("i31", "i1", "i3", "i8", "i12", "i18")


def test_masks_meet_where_cards_share_a_topping():
    masks = masks_of(None)
    for one, other in combinations(DECK, 2):
        assert bool(masks[one] & masks[other]) is bool(set(DECK[one]) & set(DECK[other]))


def test_six_players_at_most_and_what_is_left_to_draw():
    assert MOST_PLAYERS == 6
    assert load("anarchy-pancakes").seats == range(2, 7)
    assert [draw_pile_size(players) for players in range(2, 7)] == [20, 15, 10, 5, 0]


@pytest.mark.parametrize(("players", "percent"), [(2, 24), (3, 5), (4, 0.7), (5, 0.03), (6, 0)])
def test_how_often_a_one_topping_card_has_no_match_at_the_deal(players, percent):
    visible = 5 * (players - 1) + 1
    share = comb(25, visible) / comb(31, visible)
    assert 100 * share == pytest.approx(percent, rel=0.15, abs=0.004)
