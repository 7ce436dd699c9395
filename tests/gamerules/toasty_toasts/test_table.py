"""The Toasty Toasts table: nothing gets lost, chance is fair, and its records replay to the same result."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from gamerules import IllegalMove, Malformed, judge_move, load, replay, result_of
from gamerules.simulation import simulate
from gamerules.tables import play_out
from gamerules.testing.playing import rulesets
from gamerules.toasty_toasts.components import Toast
from gamerules.toasty_toasts.deck import BASE_TOASTS, DRAW_PILE, PILE_SIZE, Drawn, cards_before_time_to_eat
from gamerules.toasty_toasts.entries import HandEffect, ToastEffect
from gamerules.toasty_toasts.moves import CloseSandwich, Discard, LayPlain, Pass, PlayAction, PutPair, PutTopping, Trade
from gamerules.toasty_toasts.table import Owed, TurnMade
from tests.gamerules.toasty_toasts.examples import ADDED, EGGS, TAKEN, table

GAME = load("toasty-toasts")
LABELS = ("Ana", "Ben", "Cleo", "Dan")


def start(seats=2, **options):
    return GAME.table.start(LABELS[:seats], GAME.parse_options(options))


def states(seats, seed, **options):
    """Every state of a random game with what was done in it; the last with None."""
    now, rng = start(seats, **options), random.Random(seed)
    while now.outcome is None:
        move = now.chance.sample(rng) if now.chance is not None else now.random_move(rng)
        yield now, move
        now = now.apply(move)
    yield now, None


def plays_of(now):
    """All plays so far, those of the turn in progress included."""
    turns = now.made if now.is_over else (*now.made, now.now)
    return [play for turn in turns for play in turn.plays]


def plain_toasts_down(now):
    """Plain toasts that lie on the table as bread or lid."""
    return sum(isinstance(play, LayPlain | CloseSandwich) for play in plays_of(now))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("end", ["at-once", "finish-round"])
def test_no_card_is_lost_or_made(seats, end):
    for seed in range(5):
        for now, _ in states(seats, seed, end=end):
            toppings = sum(sum(toast.toppings.values()) for spread in now.spreads for toast in spread)
            held = sum(map(len, now.hands)) + sum(now.pile.values()) + sum(now.discard_pile.values())
            assert held + toppings + plain_toasts_down(now) == PILE_SIZE
            toasts = sum(map(len, now.spreads))
            traded = BASE_TOASTS - now.base_toasts
            assert toasts == traded + sum(isinstance(play, LayPlain) for play in plays_of(now))


def test_toppings_of_each_kind_are_conserved():
    for now, _ in states(4, 9):
        counts = Counter(card for hand in now.hands for card in hand)
        counts.update(now.pile)
        counts.update(now.discard_pile)
        for spread in now.spreads:
            for toast in spread:
                counts.update(toast.toppings)
        for topping in DRAW_PILE:
            assert counts[topping] <= DRAW_PILE[topping]
            if topping != "plain-toast":
                assert counts[topping] == DRAW_PILE[topping]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_time_to_eat_comes_from_the_lowest_part(seats):
    places = []
    for seed in range(60):
        *_, (before, _), (after, _) = states(seats, seed)
        places.append(before.drawn - 3 * seats)
        assert after.made[-1].time_to_eat
    above = cards_before_time_to_eat(seats)
    assert min(places) >= above
    assert max(places) <= sum(DRAW_PILE.values()) - 3 * seats
    assert len(set(places)) > 8


def test_every_place_in_the_lowest_part_is_equally_likely():
    """The chance at each draw is one over what is left, which makes all places equal."""
    left, reached, places = 20, 1.0, []
    for below in range(left, -1, -1):
        state = replace(start(), drawn=6 + 60 - below, due=(0,), phase="draw", pile={"egg": below})
        shown = {drawn.card: share for drawn, share in state.chance.classes()}
        places.append(reached * shown["time-to-eat"])
        reached *= shown.get("egg", 0.0)
    assert places == pytest.approx([1 / 21] * 21)


def test_a_hand_that_is_empty_draws_three():
    state = table(hand=("egg",), left=1, drawn=20)
    after = state.apply(PutTopping("Ana", "egg", 1))
    assert after.due == (1, 1)
    back = replace(after, due=(), phase="play", left=2, now=TurnMade("Ben", 2)).apply(Pass("Ben"))
    assert back.due == (0, 0, 0)


def test_the_hand_check_asks_for_the_excess_only():
    state = table(hand=("egg",) * 9).apply(Pass("Ana"))
    assert (state.phase, state.owing) == ("check", (Owed(0, 2),))
    state = state.apply(Discard("Ana", "egg")).apply(Discard("Ana", "egg"))
    assert state.made[-1].discarded == 2
    assert state.now.player == "Ben"


def test_a_sandwich_takes_the_whole_turn():
    after = table().apply(CloseSandwich("Ana", 1))
    assert after.spreads[0][0].sandwich
    assert after.now.player == "Ben"


def test_a_traded_toast_can_be_used_in_the_same_turn():
    state = table().apply(Trade("Ana", ("egg", "action")))
    assert state.base_toasts == BASE_TOASTS - 5
    after = state.apply(PutTopping("Ana", "egg", 3))
    assert after.spreads[0][2] == EGGS
    assert after.discard_pile == {"egg": 1, "action": 1}


def test_effects_move_toppings_draw_and_discard():
    gives = HandEffect(player="Ben", discard=2)
    state = table(ben=(EGGS, Toast())).apply(PlayAction("Ana", (TAKEN, ADDED, HandEffect(player="Ana", draw=1), gives)))
    assert state.spreads == ((EGGS, Toast()), (Toast(), Toast()))
    assert (state.due, state.owing) == ((0,), (Owed(1, 2),))
    state = state.apply(Drawn("jelly"))
    assert state.actors() == {"Ben"}
    state = state.apply(Discard("Ben", "banana")).apply(Discard("Ben", "banana"))
    assert state.hands[1] == ("banana",)
    assert state.actors() == {"Ana"}
    assert state.discard_pile == {"action": 1, "banana": 2}


def test_a_topping_given_from_a_hand_goes_onto_the_toast():
    gives = HandEffect(player="Ben", discard=1)
    lands = ToastEffect(player="Ana", toast=1, add={"banana": 1})
    state = table().apply(PlayAction("Ana", (gives, lands)))
    assert state.owing == ()
    assert state.hands[1] == ("banana", "banana")
    assert state.spreads[0][0] == Toast({"banana": 1})
    assert state.discard_pile == {"action": 1}


def test_time_to_eat_by_an_action_logs_what_still_came_about():
    draws = PlayAction("Ana", (HandEffect(player="Ana", draw=3), HandEffect(player="Ben", discard=2)))
    state = table(drawn=60).apply(draws).apply(Drawn("egg")).apply(Drawn("time-to-eat"))
    assert state.is_over
    entry = state.record("turn")["entries"][0]
    assert entry["plays"][0]["effects"] == [{"player": "Ana", "draw": 1}, {"player": "Ben", "discard": 0}]
    assert entry["time_to_eat"] is True
    assert result_of(replay(state.record("turn")))["outcome"] == state.outcome.as_json()


def test_finishing_the_round_goes_on_without_a_pile():
    last = replace(start(end="finish-round"), drawn=66, pile={}, due=(0,), phase="draw", hands=(("egg",), ("egg",)))
    state = last.apply(Drawn("time-to-eat"))
    assert state.last_turn == 2
    assert state.actors() == {"Ana"}
    state = state.apply(Pass("Ana"))
    assert (state.due, state.actors()) == ((), {"Ben"})
    assert state.depleted == {"base toasts": False, "draw pile": True}
    assert state.apply(Pass("Ben")).outcome.winners == ("Ana", "Ben")


def test_nobody_moves_before_drawing_or_after_the_end():
    with pytest.raises(IllegalMove):
        start().apply(Pass("Ana"))
    over = play_out(start(), GAME.bots["random"], random.Random(4))
    assert not over.legal_moves
    assert over.explain(Pass("Ana"))[0].clause.name == "end"


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_seats_that_the_piles_cannot_serve(seats):
    with pytest.raises(IllegalMove) as refusal:
        GAME.table.start(tuple(map(str, range(seats))), GAME.options())
    assert refusal.value.findings[0].clause.name == "players"


def test_random_moves_are_of_every_kind():
    kinds = Counter(move.kind for seed in range(30) for _, move in states(3, seed) if move is not None)
    assert set(kinds) == {"drawn", "topping", "pair", "action", "trade", "plain-base", "sandwich", "discard", "pass"}


def test_listed_moves_are_legal_distinct_and_hold_the_random_one():
    for now, move in states(3, 2):
        listed = list(now.legal_moves)
        assert all(not now.explain(other) for other in listed)
        assert len({repr(other) for other in listed}) == len(listed)
        if listed and not isinstance(move, Trade | PlayAction | PutPair):
            assert move in listed


@pytest.mark.parametrize("options", list(rulesets(GAME)), ids=repr)
def test_records_of_random_games_agree_with_their_sheets(options):
    for seed in range(12):
        rng = random.Random(seed)
        players = LABELS[: 2 + seed % 3]
        over = play_out(GAME.table.start(players, options), GAME.bots["sensible" if seed % 4 == 0 else "random"], rng)
        results = [result_of(replay(over.record(level))) for level in GAME.levels]
        assert all("error" not in result for result in results), results
        assert len({str([row["points"] for row in result["players"]]) for result in results}) == 1
        assert all(result["outcome"] == over.outcome.as_json() for result in results[1:])
        assert {found["verdict"] for found in results[-1]["warnings"]} <= {"external"}


def test_record_at_each_level():
    over = play_out(start(), GAME.bots["sensible"], random.Random(1))
    kinds = [{entry["kind"] for entry in over.record(level)["entries"]} for level in GAME.levels]
    assert kinds == [{"final"}, {"tally"}, {"toasts"}, {"turn", "toasts"}]


def test_the_sensible_bot_beats_the_random_one():
    found = simulate(GAME, games=30, players=2, seed=5, bots=("sensible", "random"))
    assert found.shares[0] >= 28


# Tables and moves that come from outside


def raw_table(**changes):
    return {**GAME.table_adapter.dump_python(table(), mode="json"), **changes}


@pytest.mark.parametrize(
    "changes",
    [
        {"players": ["Ana"]},
        {"players": [], "hands": [], "spreads": []},
        {"hands": [["egg"]]},
        {"spreads": [[], [], []]},
        {"due": [2]},
        {"owing": [{"seat": -1, "count": 1}]},
        {"hands": [["ham"], []]},
        {"weather": "fine"},
        {"phase": "dessert"},
    ],
)
def test_tables_that_cannot_be_are_malformed(changes):
    with pytest.raises(Malformed) as fault:
        judge_move("toasty-toasts", raw_table(**changes), {"kind": "pass", "player": "Ana"})
    assert fault.value.field.startswith("table")


@pytest.mark.parametrize(
    ("move", "field"),
    [
        ({"kind": "eat"}, "move.kind"),
        ({"kind": "topping", "player": "Ana", "topping": "egg", "toast": "1"}, "move.toast"),
        ({"kind": "topping", "player": "Ana", "topping": "ham", "toast": 1}, "move.topping"),
        ({"kind": "pass", "player": "Ana", "loudly": True}, "move.loudly"),
        ({"kind": "action", "player": "Ana", "effects": [{"player": "Ben"}]}, "move.effects.0"),
    ],
)
def test_moves_that_cannot_be_read_name_the_field(move, field):
    with pytest.raises(Malformed) as fault:
        judge_move("toasty-toasts", raw_table(), move)
    assert fault.value.field == field
