"""The bounds of games.md 4.3, recomputed here by brute force, against what the module says."""

from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from gamerules import load
from gamerules.toasty_toasts.components import PAIRS, PARTNER, TOPPINGS, Toast, ToastyOptions, worth_of
from gamerules.toasty_toasts.deck import cards_after_deal, cards_before_time_to_eat
from tests.gamerules.toasty_toasts.examples import PLAIN, TRADE, lid, pair, put, turn
from tests.gamerules.toasty_toasts.test_sheet import replayed

DEFAULT = ToastyOptions()
MOST = (12, 19, 27, 34, 42, 49, 57, 64, 72, 79)
"""The best total after so many own turns, from games.md."""


def toast_of(one, other, sandwich=False):
    counts = {"bacon": one, "egg": other}
    return Toast({topping: count for topping, count in counts.items() if count}, sandwich)


@pytest.mark.parametrize("sandwich", [False, True])
def test_worth_of_every_small_toast(sandwich):
    for one, other in product(range(9), repeat=2):
        found = worth_of(toast_of(one, other, sandwich), DEFAULT).points
        assert found == (3 if sandwich else 1) + 5 * min(one, other) + 2 * abs(one - other)


def test_toppings_are_worth_anything_but_one_and_three():
    found = {worth_of(toast_of(one, other), DEFAULT).points - 1 for one, other in product(range(30), repeat=2)}
    assert set(range(60)) - found == {1, 3}


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_impossible_totals_of_so_many_toasts(count):
    toasts = {worth_of(toast_of(*held, sandwich), DEFAULT).points
              for *held, sandwich in product(range(6), range(6), (False, True))}  # fmt: skip
    totals = {sum(chosen) for chosen in combinations_with_replacement(sorted(toasts), count)}
    assert set(range(25)) - totals == {*range(count), count + 1, count + 3}


def gain(before, after):
    return worth_of(after, DEFAULT).points - worth_of(before, DEFAULT).points


def test_what_one_play_gains():
    starts = [toast_of(one, other) for one, other in product(range(6), repeat=2)]
    assert {gain(toast, toast.with_added({"egg": 1})) for toast in starts} == {2, 3}
    assert {gain(toast, toast.with_added({"egg": 2})) for toast in starts} == {4, 5, 6}
    assert {gain(toast, toast.with_added({"egg": 1, "bacon": 1})) for toast in starts} == {5}
    assert {gain(toast, toast.closed()) for toast in starts} == {2}
    assert replayed(turn("Ana", TRADE)).lines[0].points == 1
    assert replayed(turn("Ana", PLAIN)).lines[0].points == 1
    assert replayed(turn("Ana", lid(1))).lines[0].points == 2


@cache
def most_toppings(turns, hand=3):
    """Most toppings that can be down after so many turns, over every way of playing singles and pairs."""
    if not turns:
        return 0
    held = hand + (2 if hand else 3)
    return max(used + most_toppings(turns - 1, min(held - used, 7)) for used in range(min(held, 4) + 1))


def test_toppings_and_totals_after_so_many_turns():
    for turns, most in enumerate(MOST, start=1):
        down = most_toppings(turns)
        assert down == 3 * turns + 1
        assert 2 + 5 * (down // 2) + 2 * (down % 2) == most


def test_the_best_totals_can_be_logged():
    """Four cards in the first turn, then all three: every card a topping of one pair, in equal numbers."""
    entries, reached = [], []
    for number in range(len(MOST)):
        ana = [pair("egg", "bacon", 1), pair("egg", "bacon", 1)] if number == 0 else [pair("egg", "bacon", 1)]
        if number:
            ana.append(put("egg" if number % 2 else "bacon", 1))
        drew = 3 if number and number != 1 else 2
        entries += [turn("Ana", *ana, drew=drew), turn("Ben", discarded=2 if number > 1 else 0)]
        reached.append(replayed(*entries).sheet.points_of("Ana"))
    assert tuple(reached) == MOST


def test_no_turn_gains_more_than_twelve():
    gains = [
        replayed(turn("Ana", put("egg", 1)), turn("Ben"), turn("Ana", first, second)).lines[-1].points
        for first, second in product([pair("bacon", "bacon", 1), pair("egg", "bacon", 1), put("bacon", 1)], repeat=2)
    ]
    assert max(gains) <= 12
    start = turn("Ana", pair("egg", "egg", 1), pair("egg", "egg", 1)), turn("Ben")
    best = turn("Ana", pair("bacon", "bacon", 1), put("bacon", 1))
    assert replayed(*start, best).lines[-1].points == 9


def test_partners_are_symmetric_and_cover_all_eight():
    assert len(TOPPINGS) == 8
    assert len(PAIRS) == 4
    assert all(PARTNER[PARTNER[topping]] == topping != PARTNER[topping] for topping in TOPPINGS)


def test_any_topping_and_every_topping_in_the_fit_rule_coincide():
    """TT27: placing card by card, "fits some topping there" and "fits all there" allow the same toasts."""
    def reachable(rule):
        found, front = {frozenset()}, {()}
        for _ in range(4):
            front = {(*held, card) for held in front for card in TOPPINGS
                     if not held or rule(card in (there, PARTNER[there]) for there in held)}  # fmt: skip
            found |= {frozenset(held) for held in front}
        return found

    assert reachable(any) == reachable(all)


@pytest.mark.parametrize(("seats", "left", "above"), [(2, 60, 40), (3, 57, 38), (4, 54, 41)])
def test_where_time_to_eat_lies(seats, left, above):
    assert (cards_after_deal(seats), cards_before_time_to_eat(seats)) == (left, above)
    share = 4 if seats == 4 else 3
    assert above == left - left // share


def test_time_to_eat_of_sixty_cards_shows_in_turns_21_to_31():
    first = cards_before_time_to_eat(2) // 2 + 1
    last = cards_after_deal(2) // 2 + 1
    assert (first, last) == (21, 31)
    assert load("toasty-toasts").seats == range(2, 5)
