"""The table of Anarchy Pancakes: dealing, racing, ends, and the records it leaves."""

import json
import random
from itertools import permutations

import pytest
from pydantic import ValidationError

from gamerules import IllegalMove, load, replay
from gamerules.anarchy_pancakes.components import DECK, ONES, SIXES
from gamerules.anarchy_pancakes.moves import Draw, Match, TurnUp
from gamerules.anarchy_pancakes.spread import Spread
from gamerules.anarchy_pancakes.table import PancakeTable
from gamerules.tables import play_out
from tests.gamerules.anarchy_pancakes.examples import SIX, record, won

GAME = load("anarchy-pancakes")
RULESETS = [
    {},
    {"deadlock": "fewest-piles"},
    {"draw_with_match": "violation", "slabs": 3},
    {"wrong_match": "draw-one", "draw_with_match": "violation"},
    {"wrong_match": "draw-one", "slabs": 1},
]


def start(count=2, **options):
    return PancakeTable.start(tuple(SIX[:count]), GAME.options(**options))


def deal(table, rng):
    while table.chance is not None:
        table = table.apply(table.chance.sample(rng))
    return table


def steps(table, rng):
    """Every table of one random game, the first and the last included."""
    while table.outcome is None:
        yield table
        chance = table.chance
        table = table.apply(chance.sample(rng) if chance else table.random_move(rng))
    yield table


def names(findings):
    return [(finding.clause.name if finding.clause else None, finding.field) for finding in findings]


# Dealing


@pytest.mark.parametrize("count", range(2, 7))
def test_everybody_has_seven_cards_and_the_rest_is_the_draw_pile(count):
    table = deal(start(count), random.Random(1))
    for piles in table.spread.fronts:
        assert [card[0] for (card,) in piles] == ["O"] * 2 + ["S"] * 5
    assert len(table.spread.draw_pile) == 30 - 5 * count
    assert len(table.ones) == 31 - 2 * count
    assert table.spread.community[0].startswith("S")
    assert table.actors() == frozenset(SIX[:count])


@pytest.mark.parametrize("count", [0, 1, 7])
def test_the_box_is_for_two_to_six(count):
    with pytest.raises(IllegalMove, match="anarchy-pancakes/contents"):
        PancakeTable.start(tuple(f"P{number}" for number in range(count)), GAME.options())


def test_while_a_card_is_due_nobody_acts():
    table = start()
    assert table.actors() == frozenset()
    assert not table.legal_moves
    assert len(list(table.chance.classes())) == 31
    with pytest.raises(IllegalMove, match="anarchy-pancakes/deal-six"):
        table.apply(Match("Ana", "S1", "S2"))


def test_cards_come_up_only_where_they_belong():
    table = start()
    assert names(table.explain("S1")) == [("deal-one", "")]
    table = table.apply("O1").apply("O2")
    assert names(table.explain("O3")) == [("deal-six", "")]
    assert names(table.apply("S1").explain("S1")) == [("contents", "")]
    table = table.apply("S1").apply("S2").apply("S3").apply("S4").apply("S5")
    for card in ("O3", "O4", "S6", "S7", "S8", "S9", "S10"):
        table = table.apply(card)
    assert names(table.explain("O5")) == [("community", "")]
    table = table.apply("S31")
    assert names(table.explain("S30")) == [("draw", "")]
    assert table.record("matches")["entries"] == []
    drawing = table.apply(Draw("Ben"))
    assert drawing.chance == TurnUp(tuple(f"S{number}" for number in range(11, 31)))
    assert names(drawing.explain("S1")) == [("contents", "draw")]
    assert names(drawing.explain("O5")) == [("draw-pile", "draw")]
    assert drawing.apply("S20").spread.fronts[1][-1] == ("S20",)


def test_probabilities_sum_to_one_at_every_card():
    for table in steps(start(3), random.Random(5)):
        if table.chance is not None:
            classes = list(table.chance.classes())
            assert sum(share for _, share in classes) == pytest.approx(1, abs=1e-12)
            assert all(table.chance.contains(card) for card, _ in classes)
            assert not table.chance.contains("O32")


# Racing


@pytest.mark.parametrize("options", RULESETS)
def test_legal_exactly_when_nothing_is_found(options):
    rng = random.Random(3)
    table = deal(start(3, **options), rng)
    for _ in range(12):
        if table.chance is not None or table.outcome is not None:
            break
        listed = set(table.legal_moves)
        cards = [pile[-1] for piles in table.spread.fronts for pile in piles] + [
            table.spread.community[-1],
            "S1",
            "O31",
        ]
        tried = [Match(label, card, onto) for label in table.players for card in cards for onto in cards]
        tried += [Draw(label, penalty) for label in table.players for penalty in (False, True)]
        for move in tried:
            assert (move in listed) is (table.explain(move) == ()) is (move in table.legal_moves), move
        assert len(table.legal_moves) == len(listed)
        assert {move.player for move in listed} == table.actors()
        table = deal(table.apply(table.random_move(rng)), rng)


def test_moves_in_words():
    fronts = ((("S1",),), (("S6",),))
    table = PancakeTable(("Ana", "Ben"), Spread(fronts, ("S31",), ("S20",)), slabs=(0, 0))
    assert repr(table.legal_moves) == (
        "<legal moves: Ana: S1 onto S6, Ana: S1 onto S31, Ana: draw, Ben: S6 onto S1, Ben: S6 onto S31, Ben: draw>"
    )
    assert Match("Ana", "S1", "S6", "i9") in table.legal_moves
    assert Match("Ana", "S1", "S6", "i1") not in table.legal_moves
    assert "S20" not in table.legal_moves


def test_a_stranger_cannot_move():
    table = deal(start(), random.Random(1))
    assert names(table.explain(Draw("Zoe"))) == [(None, "player")]


def test_a_match_moves_the_whole_stack_and_changes_only_the_movers_count():
    fronts = ((("O1", "S1"), ("S2",)), (("S6",), ("S7",)))
    table = PancakeTable(("Ana", "Ben"), Spread(fronts, ("S31",)), slabs=(0, 0)).apply(Match("Ana", "S1", "S6"))
    assert table.spread.fronts == ((("S2",),), (("S6", "O1", "S1"), ("S7",)))
    table = table.apply(Match("Ben", "S1", "S31"))
    assert table.spread.community == ("S31", "S6", "O1", "S1")
    assert table.spread.fronts == ((("S2",),), (("S7",),))


def test_the_last_pile_wins_the_round_and_a_new_deal_begins():
    table = PancakeTable(("Ana", "Ben"), Spread(((("S1",),), (("S6",),)), ("S31",)), slabs=(0, 1))
    after = table.apply(Match("Ana", "S1", "S6"))
    assert after.slabs == (1, 1)
    assert (after.ones, after.sixes, after.dealt, after.moves) == (ONES, SIXES, (), ())
    assert names(after.explain(Draw("Ben"))) == [("next-round", "")]
    won_by_ben = table.apply(Match("Ben", "S6", "S31"))
    assert won_by_ben.outcome.as_json() == {"winners": ["Ben"], "by": "slabs"}
    assert won_by_ben.chance is None
    assert names(won_by_ben.explain(Draw("Ana"))) == [("win", "")]


def test_a_penalty_exists_only_where_it_was_agreed():
    spread = Spread(((("S1",),), (("S6",),)), ("S31",), ("S20",))
    table = PancakeTable(("Ana", "Ben"), spread, GAME.options(), (0, 0))
    assert names(table.explain(Draw("Ana", penalty=True))) == [("draw", "penalty")]
    strict = PancakeTable(("Ana", "Ben"), spread, GAME.options(draw_with_match="violation"), (0, 0))
    assert names(strict.explain(Draw("Ana"))) == [("draw", "draw")]
    agreed = GAME.options(draw_with_match="violation", wrong_match="draw-one")
    both = PancakeTable(("Ana", "Ben"), spread, agreed, (0, 0))
    assert names(both.explain(Draw("Ana"))) == [("draw", "draw")]
    assert both.explain(Draw("Ana", penalty=True)) == ()


@pytest.mark.parametrize(
    ("deadlock", "ones_of_ben", "slabs"),
    [
        ("void", ("O3", "O4", "O5"), (0, 0)),
        ("fewest-piles", ("O3", "O4", "O5"), (1, 0)),
        ("fewest-piles", ("O3",), (0, 1)),
        ("fewest-piles", ("O3", "O4"), (0, 0)),
    ],
)
def test_a_round_that_cannot_go_on_ends_by_itself(deadlock, ones_of_ben, slabs):
    """Ben lays S6 onto the middle; no one-topping card that is left meets another, or S6."""
    fronts = ((("O1",), ("O2",)), (*((card,) for card in ones_of_ben), ("S6",)))
    table = PancakeTable(("Ana", "Ben"), Spread(fronts, ("S31",)), GAME.options(deadlock=deadlock), (0, 0))
    after = table.apply(Match("Ben", "S6", "S31"))
    assert (after.slabs, after.deadlocks) == (slabs, 1)
    assert after.rounds[0].piles == (2, len(ones_of_ben))
    assert after.chance == TurnUp(ONES)


def test_apply_changes_nothing_but_what_it_returns():
    rng = random.Random(9)
    table = deal(start(4), rng)
    before = GAME.table_adapter.dump_json(table)
    for move in list(table.legal_moves)[:40]:
        table.apply(move)
    with pytest.raises(IllegalMove):
        table.apply(Match("Ana", "O1", "O1"))
    assert GAME.table_adapter.dump_json(table) == before


# Records and bounds


@pytest.mark.parametrize("options", RULESETS)
@pytest.mark.parametrize("count", range(2, 7))
def test_records_at_every_level_replay_to_the_same_result(count, options):
    rng = random.Random(f"{count}{options}")
    for bot in GAME.bots.values():
        table = play_out(start(count, **options), bot, rng)
        for level in GAME.levels:
            replayed = replay(json.loads(json.dumps(table.record(level))))
            assert replayed.failure is None, (level, replayed.failure)
            assert (replayed.sheet.slabs, replayed.sheet.outcome) == (table.slabs, table.outcome)
            assert replayed.sheet.rounds == len(table.rounds)
            assert not [warning for line in replayed.lines for warning in line.warnings if level == "piles"]


def test_adding_detail_never_makes_a_violation_right():
    rng = random.Random(11)
    table = play_out(start(3), GAME.bots["random"], rng)
    matches = table.record("matches")
    matches["entries"].append(matches["entries"][-1])
    rounds = table.record("round")
    rounds["entries"].append(rounds["entries"][-1])
    assert replay(matches).failure.findings[0].clause == replay(rounds).failure.findings[0].clause


@pytest.mark.parametrize("count", range(2, 7))
def test_bounds_of_a_round(count):
    """Seven matches at least, players + 31 at most; a front has 7 + draws - matches piles; one front is empty."""
    rng = random.Random(count)
    for _ in range(12):
        table = play_out(start(count), GAME.bots["random"], rng)
        for log in table.rounds:
            matched = [
                sum(isinstance(move, Match) and move.player == label for move in log.moves) for label in table.players
            ]
            assert 7 <= sum(matched) <= count + 31
            assert log.piles == tuple(7 + drawn - made for drawn, made in zip(log.draws, matched, strict=True))
            assert sum(log.draws) <= 30 - 5 * count
            assert log.is_deadlock or [seat for seat, piles in enumerate(log.piles) if piles == 0] == [log.winner]
        assert 2 <= len([log for log in table.rounds if log.winner is not None]) <= count + 1


@pytest.mark.parametrize("count", range(2, 7))
def test_no_card_is_lost_or_made(count):
    for table in steps(start(count, slabs=1), random.Random(count)):
        spread = table.spread
        laid = [card for piles in spread.fronts for pile in piles for card in pile] + list(spread.community)
        on_table = laid or list(table.dealt)
        assert sorted([*on_table, *spread.draw_pile, *table.ones, *table.sixes]) == sorted(DECK)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_winner_sequences_are_as_many_as_counted(count):
    """N (r - 1) P(N - 1, r - 2) sequences of r rounds: found by replaying every sequence of winners."""
    players = SIX[:count]
    found = {}
    open_sequences = [()]
    while open_sequences:
        winners = open_sequences.pop()
        sheet = replay(record(*[won(winner) for winner in winners], players=players)).sheet
        if sheet.outcome is not None:
            found[len(winners)] = found.get(len(winners), 0) + 1
        else:
            open_sequences += [(*winners, winner) for winner in players]
    expected = {
        rounds: count * (rounds - 1) * len(list(permutations(range(count - 1), rounds - 2)))
        for rounds in range(2, count + 2)
    }
    assert found == expected


@pytest.mark.parametrize(("count", "least", "most"), [(2, 0, 0.03), (6, 0.03, 0.3)])
def test_six_players_get_stuck_now_and_then_and_two_hardly_ever(count, least, most):
    rng = random.Random(7)
    tables = [play_out(start(count, slabs=1), GAME.bots["random"], rng) for _ in range(120)]
    assert least <= sum(table.deadlocks for table in tables) / sum(len(table.rounds) for table in tables) <= most


def test_drawing_the_last_card_is_noticed():
    spread = Spread(((("S1",),), (("S6",),)), ("S31",), ("S20",))
    table = PancakeTable(("Ana", "Ben"), spread, slabs=(0, 0))
    assert table.depleted == {"draw-pile": False}
    assert table.apply(Draw("Ana")).apply("S20").depleted == {"draw-pile": True}


def test_a_round_whose_deal_is_unknown_is_told_by_its_piles():
    table = PancakeTable(("Ana", "Ben"), Spread(((("S1",),), (("S6",),)), ("S31",)), slabs=(0, 0))
    entries = table.apply(Match("Ana", "S1", "S6")).record("matches")["entries"]
    assert entries == [{"kind": "round", "winner": "Ana", "piles": {"Ana": 0, "Ben": 1}}]


# Storage


def test_a_table_is_stored_and_read_back_at_every_step():
    for table in steps(start(2, wrong_match="draw-one"), random.Random(2)):
        stored = json.loads(GAME.table_adapter.dump_json(table))
        assert GAME.table_adapter.validate_python(stored) == table


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["Ana"]},
        {"players": ["Ana", "Ana"]},
        {"players": ["Ana", "Ben", "Cleo"]},
        {"slabs": [0]},
        {"slabs": [2, 2]},
        {"slabs": [-1, 0]},
        {"slabs": [3, 0]},
        {"drawer": 2},
        {"drawer": -1},
        {"ones": ["S2"]},
        {"ones": ["O1"]},
        {"sixes": ["S20"]},
        {"dealt": ["S1"]},
        {"cards": [["S1", ["i1"]]]},
        {"spread": {"fronts": [[["S1"]], []], "community": ["S31"]}},
        {"spread": {"fronts": [[["S1"]], [[]]], "community": ["S31"]}},
        {"spread": {"fronts": [[["S1"]], [["S1"]]], "community": ["S31"]}},
        {"spread": {"fronts": [[["S1"]], [["S99"]]], "community": ["S31"]}},
        {"spread": {"fronts": [[["S1"]]], "community": ["S31"]}},
        {"spread": {"fronts": [[["S1"]], [["S6"]]], "community": []}},
        {"spread": {"fronts": [[["O1"]], [["S6"]]], "community": ["S31"], "draw_pile": ["O9"]}},
        {"spread": 5},
        {"options": {"slabs": 9}},
    ],
)
def test_a_table_that_cannot_be_is_refused(change):
    table = {
        "players": ["Ana", "Ben"],
        "spread": {"fronts": [[["O1", "S1"]], [["S6"]]], "community": ["S31"], "draw_pile": ["S20"]},
    }
    assert GAME.table_adapter.validate_python(table).slabs == (0, 0)
    with pytest.raises(ValidationError):
        GAME.table_adapter.validate_python(table | change)
