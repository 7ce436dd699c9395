"""The pop-tarts table: set-up, turns, decks that run out, bots, and that its records replay to the same result."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules import IllegalMove, judge_move, load, replay, result_of
from gamerules.pop_tarts.chance import Draw
from gamerules.pop_tarts.components import BONUS_DECK, TartOptions
from gamerules.pop_tarts.moves import Claim, Discard, Eat, EndTurn, Plate, Play, PointArrow
from gamerules.pop_tarts.table import TartTable
from gamerules.simulation import simulate
from gamerules.tables import play_out
from tests.gamerules.pop_tarts.examples import CHERRIES, LINE, PAIR, THREE, eating, table

GAME = load("pop-tarts")
SIX = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")


def at(**parts):
    return GAME.table_adapter.validate_python(table(**parts))


def game_of(seats, seed, bot="random", **options):
    rng = random.Random(seed)
    return play_out(TartTable.start(SIX[:seats], TartOptions(**options)), GAME.bots[bot], rng)


def begun(seats=2, seed=1, **options):
    """A table at its first turn."""
    rng = random.Random(seed)
    found = TartTable.start(SIX[:seats], TartOptions(**options))
    while found.phase != "play":
        found = found.apply(found.chance.sample(rng) if found.chance else PointArrow("Ana", "freezer"))
    return found


# Set-up


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_set_up_deals_what_the_rules_say(seats):
    found = begun(seats)
    assert len(found.line) == 7
    assert [len(hand) for hand in found.hands] == [3] * seats
    assert len(found.row) == 3
    assert (sum(found.tart_deck), sum(found.action_deck), len(found.bonus_deck)) == (53, 45 - 3 * seats, 12)
    assert (found.arrow, found.actors()) == ("freezer", {"Ana"})


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_a_wrong_number_of_players_is_refused(seats):
    with pytest.raises(IllegalMove) as refusal:
        TartTable.start(tuple("ABCDEFG"[:seats]), TartOptions())
    assert refusal.value.findings[0].clause.id == "pop-tarts/contents"


def test_the_bonus_deck_is_as_documented():
    assert len(BONUS_DECK) == len(set(BONUS_DECK)) == 15
    shown = [card for bonus in BONUS_DECK if len(bonus) == 2 for card in bonus]
    assert {card: shown.count(card) for card in shown} == dict.fromkeys(sorted(set(shown)), 2)
    assert len(set(shown)) == 10


# Turns


def test_plating_moves_the_row_and_asks_for_a_card():
    after = at().apply(Plate("Ana"))
    assert (after.phase, after.line, after.plates[0]) == ("refill", tuple(LINE[1:]), ("cherry/toasted",))
    assert after.actors() == frozenset()
    filled = after.apply("chocolate-fudge")
    assert filled.line == (*LINE[1:4], "chocolate-fudge", *LINE[4:])
    assert sum(filled.tart_deck) == sum(after.tart_deck) - 1


def test_a_played_action_leaves_the_hand_and_is_discarded():
    after = at().apply(Play("Ana", "swap-ends"))
    assert (after.line[0], after.line[-1]) == ("wild-berry", "cherry")
    assert after.hands[0] == ("flip-arrow", "swap-two-apart")
    assert sum(after.discards) == 1


def test_eating_scores_and_a_claim_scores_five_and_asks_for_a_card():
    found = at(**eating((), plate=[*PAIR, "cherry/frozen"]))
    found = found.apply(Eat("Ana", PAIR[0])).apply(Eat("Ana", PAIR[1]))
    assert found.totals == (5, 0)
    won = found.apply(Claim("Ana", tuple(PAIR)))
    assert (won.totals, won.bonuses, won.phase, len(won.row)) == ((10, 0), (1, 0), "bonus", 2)
    assert len(won.apply(won.chance.sample(random.Random(1))).row) == 3


def test_a_bonus_is_replaced_when_the_turn_ends_under_that_option():
    found = at(**eating(PAIR), options={"bonus_refill": "end-of-turn"}, hands=[["flip-arrow"] * 3, []])
    won = found.apply(Claim("Ana", tuple(PAIR)))
    assert won.phase == "eat"
    closing = won.apply(EndTurn("Ana"))
    assert closing.phase == "late-bonus"
    after = closing.apply(closing.chance.sample(random.Random(1)))
    assert (after.phase, after.player, len(after.row)) == ("play", "Ben", 3)


def test_without_bonus_cards_the_row_gets_shorter():
    found = at(**eating(PAIR), bonus_deck=[])
    won = found.apply(Claim("Ana", tuple(PAIR)))
    assert (won.phase, len(won.row), won.depleted["bonuses"]) == ("eat", 2, True)


def test_the_hand_is_filled_and_the_discards_are_shuffled_when_needed():
    found = at(**eating(()), hands=[["flip-arrow"], []], action_deck=[0, 0, 0, 0], discards=[5, 0, 0, 1])
    drawing = found.apply(EndTurn("Ana"))
    assert drawing.chance == Draw(("swap-ends", "swap-two-apart", "flip-arrow", "swap-neighbours"), (5, 0, 0, 1))
    after = drawing.apply("swap-ends")
    assert (after.action_deck, after.discards, after.reshuffles) == ((4, 0, 0, 1), (0, 0, 0, 0), 1)
    done = after.apply("swap-neighbours")
    assert (done.player, done.hands[0]) == ("Ben", ("flip-arrow", "swap-ends", "swap-neighbours"))
    assert done.depleted["actions"]


def test_discards_may_be_thrown_before_drawing():
    found = at(**eating(())).apply(Discard("Ana", "flip-arrow"))
    assert (found.phase, sum(found.discards)) == ("end", 1)
    assert {type(move) for move in found.legal_moves} == {Discard, EndTurn}


def test_without_tarts_the_row_closes_up():
    after = at(tart_deck=[0] * 5, line=CHERRIES).apply(Plate("Ana"))
    assert (after.phase, len(after.line), after.depleted["tarts"]) == ("eat", 6, True)
    short = at(tart_deck=[0] * 5, line=CHERRIES[:5], hands=[["swap-ends"], []])
    assert short.explain(Play("Ana", "swap-ends", (1, 5))) == ()
    assert short.explain(Play("Ana", "swap-ends", (1, 7)))


def test_the_round_is_finished_before_the_game_ends():
    found = at(**eating(()), totals=[30, 0], hands=[["flip-arrow"] * 3] * 2)
    assert found.apply(EndTurn("Ana")).outcome is None
    last = at(**{**eating(()), "plates": [[], []]}, totals=[30, 0], turns=1, hands=[["flip-arrow"] * 3] * 2)
    assert last.is_last_turn
    over = last.apply(EndTurn("Ben"))
    assert over.outcome.winners == ("Ana",)
    assert (list(over.legal_moves), over.actors(), over.chance) == ([], frozenset(), None)


def test_a_card_that_is_not_in_the_deck_cannot_be_drawn():
    with pytest.raises(IllegalMove) as refusal:
        at(phase="refill", line=LINE[1:], tart_deck=[0, 1, 1, 1, 1]).apply("cherry")
    assert refusal.value.findings[0].clause.id == "pop-tarts/refill"


def test_what_is_no_move_is_refused():
    assert at().explain("plate")[0].verdict == "malformed"
    assert "plate" not in at().legal_moves
    with pytest.raises(IllegalMove):
        at().apply("cherry")


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"line": []}, "table"),
        ({"line": LINE * 2}, "table"),
        ({"line": ["mango"]}, "table.line.0"),
        ({"arrow": ""}, "table"),
        ({"players": ["Ana"]}, "table"),
        ({"hands": [["flip-arrow"] * 4, []]}, "table"),
        ({"hands": [[]]}, "table"),
        ({"plates": [["cherry/frozen"] * 6, []]}, "table"),
        ({"tart_deck": [1]}, "table"),
        ({"tart_deck": [-1, 1, 1, 1, 1]}, "table"),
        ({"turns": -1}, "table"),
        ({"phase": "bonus", "bonus_deck": []}, "table"),
        ({"options": {"target": "x"}}, "table.options.target"),
        ({"coffee": 1}, "table.coffee"),
    ],
)
def test_a_table_that_cannot_be_is_malformed(parts, field):
    from gamerules import Malformed

    with pytest.raises(Malformed) as refusal:
        judge_move("pop-tarts", table(**parts), {"kind": "plate", "player": "Ana"})
    assert refusal.value.field == field


def test_legal_moves_of_a_turn():
    moves = list(at().legal_moves)
    assert len(moves) == 1 + 1 + 5 + 1
    assert Plate("Ana", "cherry/toasted") in at().legal_moves
    assert Plate("Ana") in at().legal_moves
    claims = [move for move in at(**eating([*PAIR, "chocolate-fudge/frozen"])).legal_moves if isinstance(move, Claim)]
    assert claims == [Claim("Ana", tuple(PAIR)), Claim("Ana", tuple(THREE))]


# Whole games


def check_records(found):
    results = [result_of(replay(found.record(level))) for level in GAME.levels]
    for result in results:
        assert "error" not in result, result
        assert [row["points"] for row in result["players"]] == list(found.totals)
        assert [row["bonuses"] for row in result["players"]] == list(found.bonuses)
        assert result["outcome"] == (found.outcome.as_json() if found.outcome else None)
    return results


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "target": st.integers(1, 60),
        "two_spaces": st.sampled_from([2, 3]),
        "bonus_refill": st.sampled_from(["at-once", "end-of-turn"]),
        "values": st.dictionaries(st.sampled_from(LINE), st.integers(1, 20), min_size=1),
    },
)


@settings(max_examples=40, deadline=None)
@given(
    seats=st.integers(2, 6), seed=st.integers(0, 2**32), bot=st.sampled_from(["random", "sensible"]), options=OPTIONS
)
def test_random_games_replay_to_the_same_result(seats, seed, bot, options):
    found = game_of(seats, seed, bot, **options)
    check_records(found)
    again = GAME.table_adapter.validate_python(json.loads(GAME.table_adapter.dump_json(found)))
    assert again == found


@settings(max_examples=40, deadline=None)
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**32), data=st.data())
def test_detail_may_be_dropped_anywhere(seats, seed, data):
    """From moves to cards to points, each at a random turn: the same totals and the same outcome."""
    found = game_of(seats, seed, values={"cherry": 4})
    by_level = {level: found.record(level) for level in GAME.levels}
    turns = len(found.log)
    first = data.draw(st.integers(1, turns))
    second = data.draw(st.integers(first, turns))
    mixed = by_level["moves"]["entries"][:first] + by_level["cards"]["entries"][first:second]
    mixed += by_level["points"]["entries"][second:]
    result = result_of(replay({**by_level["moves"], "entries": mixed}))
    assert result == {**result_of(replay(by_level["points"])), "warnings": result["warnings"]}


SLIPS = [
    {"points": -1},
    {"points": 4},
    {"bonuses": 3},
    {"points": 0, "bonuses": 0},
    {"player": "Flo"},
    {"kind": "cards"},
]


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), slip=st.sampled_from(SLIPS), data=st.data())
def test_a_changed_line_is_refused_there_or_later_or_stands(seed, slip, data):
    record = game_of(2, seed, values={"cherry": 4}).record("points")
    index = data.draw(st.integers(0, len(record["entries"]) - 1))
    entries = record["entries"]
    entries[index] = {**entries[index], **slip}
    result = result_of(replay(record))
    if "error" in result:
        assert result["error"]["entry"] >= index
        assert result["error"]["message"]
    else:
        assert "points" in slip


def test_states_are_never_changed():
    rng = random.Random(5)
    found = begun()
    before = GAME.table_adapter.dump_json(found)
    for move in found.legal_moves:
        found.apply(move)
    play_out(found, GAME.bots["random"], rng)
    assert GAME.table_adapter.dump_json(found) == before


def test_every_card_is_somewhere_all_the_time():
    rng = random.Random(7)
    found = TartTable.start(SIX, TartOptions())
    while found.outcome is None:
        tarts = sum(found.tart_deck) + len(found.line) + sum(map(len, found.plates))
        eaten = sum(len(turn.eaten) for turn in (*found.log, found.now))
        assert tarts + eaten == 60
        assert sum(found.action_deck) + sum(found.discards) + sum(map(len, found.hands)) == 45
        assert len(found.bonus_deck) + len(found.row) + sum(found.bonuses) == 15
        if found.chance is not None:
            assert abs(sum(share for _, share in found.chance.classes()) - 1) < 1e-12
        found = found.apply(found.chance.sample(rng) if found.chance else found.random_move(rng))


def test_every_kind_of_move_comes_up_at_random():
    rng = random.Random(3)
    seen = set()
    for _ in range(8):
        found = TartTable.start(SIX[:3], TartOptions())
        while found.outcome is None:
            move = found.chance.sample(rng) if found.chance else found.random_move(rng)
            seen.add(move.action if isinstance(move, Play) else type(move))
            found = found.apply(move)
    actions = {"swap-ends", "swap-two-apart", "flip-arrow", "swap-neighbours"}
    assert seen - {str, tuple} == {PointArrow, Plate, Eat, Claim, Discard, EndTurn} | actions


@pytest.mark.parametrize("bot", ["random", "sensible"])
def test_games_of_six_run_out_of_tarts(bot):
    tables = [game_of(6, seed, bot) for seed in range(20)]
    assert all(found.turns <= 54 for found in tables)
    assert sum(found.depleted["tarts"] for found in tables) >= 10


def test_a_final_total_stays_within_its_bound():
    for seed in range(30):
        found = game_of(2 + seed % 5, seed, "sensible")
        assert max(found.totals) <= 29 + 5 * 3 + 10


def test_the_sensible_bot_beats_the_random_one():
    wins = 0
    for seed in range(30):
        rng = random.Random(seed)
        found = TartTable.start(("Ana", "Ben"), TartOptions())
        while found.outcome is None:
            bot = GAME.bots["sensible" if found.player == "Ana" else "random"]
            found = found.apply(found.chance.sample(rng) if found.chance else bot(found, rng))
        wins += "Ana" in found.outcome.winners
    assert wins >= 27


def test_the_same_seed_gives_the_same_game():
    assert game_of(4, 11, "sensible") == game_of(4, 11, "sensible")
    assert game_of(4, 11) != game_of(4, 12)


def test_the_simulation_counts_how_often_tarts_run_out():
    counted = simulate(GAME, games=5, players=6, seed=1)
    assert counted.depleted["tarts"] >= 4


def test_a_level_there_is_none_of_is_refused():
    with pytest.raises(ValueError, match="the levels are points, cards, moves"):
        game_of(2, 1).record("rolls")
