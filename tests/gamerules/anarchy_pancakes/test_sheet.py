"""The Anarchy Pancakes sheet: winners, piles and draws, rounds match by match, stated results."""

import json

import pytest

from gamerules import load, replay, result_of
from gamerules.anarchy_pancakes.components import DECK
from gamerules.sheets import Seats
from tests.gamerules.anarchy_pancakes.examples import (
    ALL_SEVEN,
    ANA,
    BEN,
    DEAL,
    SIX,
    SIX_DEAL,
    draw,
    match,
    matches,
    record,
    won,
)

GAME = load("anarchy-pancakes")
VOID = {"kind": "void-round"}


def played(*entries, **more):
    replayed = replay(record(*entries, **more))
    assert replayed.failure is None, replayed.failure
    return replayed.sheet


def error(*entries, setup=None, **more):
    raw = record(*entries, **more)
    return result_of(replay(raw | {"setup": setup} if setup is not None else raw))["error"]


def clause_of(*entries, **more):
    return error(*entries, **more)["clause"].partition("/")[2]


def explained(entry, **more):
    sheet = played(**more)
    found = sheet.explain(GAME.parse_entry(entry, Seats(sheet.players)))
    return [(finding.clause.name if finding.clause else None, finding.field) for finding in found]


# Rounds by their winners


def test_the_first_with_two_slabs_wins():
    sheet = played(won("Ana"), VOID, won("Ben"), won("Ana"))
    assert sheet.slabs == (2, 1)
    assert sheet.outcome.as_json() == {"winners": ["Ana"], "by": "slabs"}
    assert sheet.next is None
    assert sheet.notices[0].message() == "Ana has 2 slabs of butter and wins (anarchy-pancakes/win)"


@pytest.mark.parametrize("slabs", [1, 2, 3, 4, 5])
def test_as_many_slabs_as_agreed(slabs):
    assert played(*[won("Ana")] * slabs, slabs=slabs).outcome.winners == ("Ana",)
    assert played(*[won("Ana")] * (slabs - 1), slabs=slabs).outcome is None


@pytest.mark.parametrize("slabs", [0, 6, True, "2", 2.0, None])
def test_no_other_number_of_slabs(slabs):
    assert error(slabs=slabs)["field"] == "options.slabs"


def test_ranks_by_slabs():
    sheet = played(won("Dan"), won("Ana"), won("Dan"), players=["Ana", "Ben", "Cleo", "Dan"])
    assert [standing.rank for standing in sheet.standings()] == [2, 3, 3, 1]


@pytest.mark.parametrize("late", [won("Ben"), VOID, matches(*ALL_SEVEN), won("Ben", piles={"Ana": 9, "Ben": 0})])
def test_nothing_follows_the_win(late):
    found = error(won("Ana"), won("Ana"), late)
    assert (found["entry"], found["clause"]) == (2, "anarchy-pancakes/win")


def test_a_fault_of_form_comes_before_the_end():
    found = error(won("Ana"), won("Ana"), won("Ben", piles={"Ben": 0}))
    assert (found["clause"], found["field"]) == (None, "piles")


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"kind": "round"}, "winner"),
        ({"kind": "round", "winner": "Zoe"}, "winner"),
        ({"kind": "round", "winner": ["Ana"]}, "winner"),
        (won("Ana", player="Ana"), "player"),
        (won("Ana", ruled="so"), "ruled"),
        (won("Ana", piles={"Ana": 0}), "piles"),
        (won("Ana", piles={"Ana": 0, "Ben": 1, "Zoe": 2}), "piles.Zoe"),
        (won("Ana", piles={"Ana": 0, "Ben": True}), "piles.Ben"),
        (won("Ana", piles={"Ana": 0, "ana": 0, "Ben": 1}), "piles"),
        (won("Ana", piles={}), "piles"),
        (won("Ana", draws={"Ben": "1"}), "draws.Ben"),
        ({"kind": "skip", "player": "Ana"}, "kind"),
        ({"kind": "points", "player": "Ana", "points": 1}, "kind"),
        ({"kind": "void-round", "winner": "Ana"}, "winner"),
        ({}, "kind"),
    ],
)
def test_malformed_rounds(entry, field):
    found = error(entry)
    assert (found["entry"], found["field"], found["clause"], found["verdict"]) == (0, field, None, "malformed")


def test_labels_are_matched_loosely_and_echoed_as_the_record_has_them():
    assert played(won(" ＡＮＡ ", piles={"ANA": 0, "ben": 2})).line.player == "Ana"


# Piles and draws


@pytest.mark.parametrize(
    ("piles", "draws", "clause"),
    [
        ((0, 1), None, None),
        ((0, 7), None, None),
        ((0, 8), None, "place"),
        ((0, 8), (0, 1), None),
        ((0, 8), (1, 0), "place"),
        ((0, 27), (0, 20), None),
        ((0, 7), (10, 10), None),
        ((0, 7), (10, 11), "draw"),
        ((0, 7), (0, -1), "draw"),
        ((0, -1), None, "place"),
        ((0, 0), None, "round-win"),
        ((1, 2), None, "goal"),
        ((2, 0), None, "goal"),
        ((7, 7), None, "goal"),
    ],
)
def test_piles_and_draws_of_two(piles, draws, clause):
    entry = won("Ana", piles=dict(zip(("Ana", "Ben"), piles, strict=True)))
    if draws:
        entry["draws"] = dict(zip(("Ana", "Ben"), draws, strict=True))
    if clause is None:
        assert played(entry).line.level == "possible"
    else:
        assert clause_of(entry) == clause


@pytest.mark.parametrize(("count", "most"), [(2, 20), (3, 15), (4, 10), (5, 5), (6, 0)])
def test_the_draw_pile_limits_all_draws_together(count, most):
    players = SIX[:count]
    assert played(won("Ana", draws={"Ben": most}), players=players).line.level == "consistent"
    assert clause_of(won("Ana", draws={"Ben": most, "Ana": 1}), players=players) == "draw"


def test_all_independent_findings_with_the_winner_first():
    entry = won("Ana", piles={"Ana": 2, "Ben": 0, "Cleo": 12}, draws={"Cleo": 16, "Ana": -1})
    assert explained(entry, players=["Ana", "Ben", "Cleo"]) == [
        ("goal", "piles.Ana"),
        ("round-win", "piles.Ben"),
        ("draw", "draws.Ana"),
        ("draw", "draws"),
    ]


@pytest.mark.parametrize(
    ("piles", "is_right"),
    [
        ((1, 2, 3), True),
        ((6, 7, 7), True),
        ((0, 1, 1), True),
        ((2, 2, 3), False),
        ((3, 2, 4), False),
        ((1, 0, 3), False),
    ],
)
def test_fewest_piles_must_be_strictly_fewest(piles, is_right):
    entry = won("Ana", piles=dict(zip(("Ana", "Ben", "Cleo"), piles, strict=True)))
    found = explained(entry, players=["Ana", "Ben", "Cleo"], deadlock="fewest-piles")
    assert (found == []) is is_right
    if not is_right:
        assert found[0] == ("goal", "piles.Ana")


def test_a_stuck_round_with_cards_to_draw_is_doubted():
    entry = won("Ana", piles={"Ana": 1, "Ben": 7}, draws={"Ben": 3})
    sheet = played(entry, deadlock="fewest-piles")
    assert sheet.slabs == (1, 0)
    assert [warning.message() for warning in sheet.line.warnings] == [
        "A round is stuck only when nothing is left to draw; by these draws 17 cards were left (anarchy-pancakes/draw)"
    ]


@pytest.mark.parametrize("count", [0, 1, 7, 8])
def test_two_to_six_players(count):
    found = error(players=[f"P{number}" for number in range(count)])
    assert (found["entry"], found["clause"]) == (None, "anarchy-pancakes/contents")


# Rounds match by match


def test_a_round_won_with_seven_matches():
    sheet = played(matches(*ALL_SEVEN))
    assert sheet.slabs == (1, 0)
    assert (sheet.line.player, sheet.line.level, sheet.line.row) == ("Ana", "verified", 1)


@pytest.mark.parametrize("last", [match("Ben", "S7", "O1"), draw("Ben", "S11"), match("Ana", "S1", "S6")])
def test_a_round_is_over_when_a_front_is_empty(last):
    found = error(matches(*ALL_SEVEN, last))
    assert (found["clause"], found["field"]) == ("anarchy-pancakes/round-win", "moves.7")


def test_a_round_in_which_nobody_runs_out_is_void():
    sheet = played(matches(*ALL_SEVEN[:6]))
    assert (sheet.slabs, sheet.rounds, sheet.line.text) == ((0, 0), 1, "void")


def test_a_drawn_card_must_be_matched_away_too():
    assert played(matches(draw("Ana", "S11"), *ALL_SEVEN)).slabs == (0, 0)
    assert played(matches(draw("Ana", "S11"), *ALL_SEVEN, match("Ana", "S11", "S5"))).slabs == (1, 0)


@pytest.mark.parametrize(
    ("moves", "clause", "field"),
    [
        ([match("Ana", "O1", "S6")], "match", "moves.0.card"),
        ([match("Ana", "O1", "O3")], "match", "moves.0.card"),
        ([match("Ana", "S6", "S31")], "match", "moves.0.card"),
        ([match("Ana", "S20", "S6")], "match", "moves.0.card"),
        ([match("Ana", "S1", "S20")], "match", "moves.0.onto"),
        ([match("Ana", "S31", "S6")], "match", "moves.0.card"),
        ([match("Ana", "S1", "S2")], "not-own", "moves.0.onto"),
        ([match("Ana", "S1", "S1")], "not-own", "moves.0.onto"),
        ([match("Ana", "S1", "S6", topping="i1")], "call", "moves.0.topping"),
        ([match("Ana", "S1", "S6"), match("Ana", "S1", "S7")], "match", "moves.1.card"),
        ([match("Ana", "S1", "S6"), match("Ana", "S2", "S6")], "stack-top", "moves.1.onto"),
        ([match("Ana", "S1", "S6"), match("Ben", "S6", "S31")], "stack-top", "moves.1.card"),
        ([match("Ana", "O1", "S31"), match("Ben", "S6", "S31")], "stack-top", "moves.1.onto"),
        (
            [match("Ana", "S1", "S31"), match("Ben", "S6", "S1"), match("Ana", "S1", "S7")],
            "stack-permanent",
            "moves.2.card",
        ),
        ([draw("Ana", "S1")], "contents", "moves.0.draw"),
        ([draw("Ana", "S11"), draw("Ben", "S11")], "contents", "moves.1.draw"),
        ([draw("Ana", "O9")], "draw-pile", "moves.0.draw"),
        ([draw("Ana", f"S{card}") for card in range(11, 31)] + [draw("Ana", "S1")], "draw", "moves.20.draw"),
    ],
)
def test_moves_that_break_a_rule(moves, clause, field):
    found = error(matches(*moves))
    assert (found["clause"], found["field"]) == (f"anarchy-pancakes/{clause}", field)


def test_independent_faults_of_one_match_are_all_told():
    entry = matches(match("Ana", "S6", "O2"))
    assert explained(entry) == [("match", "moves.0.card"), ("not-own", "moves.0.onto"), ("match", "moves.0.card")]


def test_a_stack_moves_whole_and_belongs_to_whom_it_lies_before():
    moves = [match("Ana", "S1", "S6"), match("Ben", "S1", "S2"), match("Ana", "S1", "S7")]
    assert explained(matches(*moves)) == []
    assert explained(matches(*moves, match("Ana", "S2", "S8"))) == [("stack-permanent", "moves.3.card")]


def test_six_players_cannot_draw():
    assert clause_of(matches(draw("Ana", "S31"), deal=SIX_DEAL), players=SIX) == "draw"
    assert played(players=SIX).notices[0].clause.name == "draw-pile"


def test_drawing_with_a_match_in_sight():
    entry = matches(draw("Ana", "S11"))
    assert explained(entry) == []
    assert explained(entry, draw_with_match="violation") == [("draw", "moves.0.draw")]
    sheet = played(entry, draw_with_match="violation", wrong_match="draw-one")
    assert [(warning.clause.name, warning.verdict) for warning in sheet.line.warnings] == [("draw", "cannot-tell")]


@pytest.mark.parametrize(
    ("deal", "found"),
    [
        ({"Ben": ["O3", "O4", "O5", *BEN[2:6]]}, [("deal-one", "deal.Ben"), ("deal-six", "deal.Ben")]),
        ({"Ben": [*BEN, "O5"]}, [("deal-one", "deal.Ben")]),
        ({"Ben": BEN[:6]}, [("deal-six", "deal.Ben")]),
        ({"Ben": [*BEN[:6], "S31"]}, [("contents", "deal")]),
        ({"Ben": [*BEN[:6], "S1"]}, [("contents", "deal")]),
        ({"Ben": []}, [("deal-one", "deal.Ben"), ("deal-six", "deal.Ben")]),
    ],
)
def test_deals_that_break_a_rule(deal, found):
    assert explained(matches(deal=DEAL | deal)) == found


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (matches(deal={"Ana": ANA}), "deal"),
        (matches(deal=DEAL | {"Zoe": ANA}), "deal.Zoe"),
        (matches(deal=DEAL | {"Ben": ["S32", *BEN[1:]]}), "deal.Ben.0"),
        (matches(community="X1"), "community"),
        (matches(match("Ana", "S1", "i1")), "moves.0.onto"),
        (matches(match("Ana", "S1", "S6", topping="i32")), "moves.0.topping"),
        (matches(match("Zoe", "S1", "S6")), "moves.0.player"),
        (matches({"player": "Ana"}), "moves.0"),
        (matches({"player": "Ana", "card": "S1"}), "moves.0"),
        (matches({"player": "Ana", "card": "S1", "onto": "S6", "draw": "S11"}), "moves.0"),
        (matches({"player": "Ana", "draw": "S11", "topping": "i1"}), "moves.0"),
        (matches({"player": "Ana", "draw": 11}), "moves.0.draw"),
        ({"kind": "matches", "deal": DEAL, "community": "S31"}, "moves"),
    ],
)
def test_malformed_matches(entry, field):
    found = error(entry)
    assert (found["entry"], found["field"], found["verdict"]) == (0, field, "malformed")


def stuck_record(deadlock, draws_of_ana, draws):
    """Ana's cards show i1 to i6, Ben's i7 to i12, the middle i13 to i18: nobody can ever match, only draw."""
    mine = [*ANA, *(f"S{number}" for number in range(11, 11 + draws_of_ana))]
    cards = {f"S{number}": [f"i{icon}" for icon in range(7, 13)] for number in range(1, 31)} | {
        "O3": ["i7"],
        "O4": ["i7"],
    }
    cards |= {card: [f"i{icon}" for icon in range(1, 7)] if card[0] == "S" else ["i1"] for card in mine}
    cards["S31"] = [f"i{icon}" for icon in range(13, 19)]
    moves = [draw("Ana" if f"S{number}" in mine else "Ben", f"S{number}") for number in range(11, 11 + draws)]
    return record(matches(*moves), deadlock=deadlock) | {"setup": {"cards": cards}}


@pytest.mark.parametrize(
    ("deadlock", "draws_of_ana", "draws", "slabs"),
    [
        ("fewest-piles", 9, 20, (1, 0)),
        ("fewest-piles", 11, 20, (0, 1)),
        ("fewest-piles", 10, 20, (0, 0)),  # a tie
        ("fewest-piles", 9, 19, (0, 0)),  # a card is left to draw, so the round was only broken off
        ("void", 9, 20, (0, 0)),
    ],
)
def test_a_round_goes_to_the_fewest_piles_only_when_it_is_truly_stuck(deadlock, draws_of_ana, draws, slabs):
    replayed = replay(stuck_record(deadlock, draws_of_ana, draws))
    assert replayed.failure is None
    assert replayed.sheet.slabs == slabs


def test_a_record_brings_its_own_deck():
    cards = {card: list(DECK[card]) for card in [*ANA, *BEN, "S31"]}
    raw = record(matches(match("Ana", "O1", "O3")))
    assert replay(raw | {"setup": {"cards": cards | {"O1": ["i9"], "O3": ["i9"]}}}).failure is None
    assert replay(raw | {"setup": {"cards": cards}}).failure.findings[0].clause.name == "match"


@pytest.mark.parametrize(
    ("setup", "field"),
    [
        ({}, "setup.cards"),
        ({"cards": {}}, "setup.cards"),
        ({"cards": {"S1": ["i1"]}}, "setup.cards"),
        ({"cards": {"O1": ["i1", "i2"]}}, "setup.cards"),
        ({"cards": {"S1": ["i1"] * 6}}, "setup.cards"),
        ({"cards": {"S99": ["i1"]}}, "setup.cards.S99"),
        ({"cards": {"O1": ["bacon"]}}, "setup.cards.O1.0"),
        ({"cards": {"O1": ["i1"]}, "line": []}, "setup.line"),
    ],
)
def test_malformed_decks(setup, field):
    found = error(setup=setup)
    assert (found["entry"], found["field"], found["verdict"]) == (None, field, "malformed")


def test_a_deck_belongs_to_matches():
    assert error(won("Ana"), setup={"cards": {"O1": ["i1"]}})["entry"] is None
    found = error(matches(), setup={"cards": {"O1": ["i1"]}})
    assert (found["entry"], found["field"], found["verdict"]) == (0, "deal.Ana.1", "malformed")


# Stated results


def test_a_stated_result():
    sheet = played({"kind": "result", "winners": ["Ben"], "points": {"Ana": 1, "Ben": 2}})
    assert sheet.outcome.as_json() == {"winners": ["Ben"], "by": "result"}
    assert [(standing.points, standing.rank) for standing in sheet.standings()] == [(1, 2), (2, 1)]


@pytest.mark.parametrize(
    ("stated", "field"),
    [
        ({"winners": ["Ana", "Ben"]}, "winners"),
        ({"winners": ["Ana"], "points": {"Ana": 3}}, "points.Ana"),
        ({"winners": ["Ana"], "points": {"Ana": 2, "Ben": 2}}, "points.Ben"),
        ({"winners": ["Ana"], "points": {"Ben": -1}}, "points.Ben"),
    ],
)
def test_results_that_cannot_be(stated, field):
    found = error({"kind": "result"} | stated)
    assert (found["field"], found["clause"]) == (field, "anarchy-pancakes/win")


def test_a_result_stands_alone():
    assert error(VOID, {"kind": "result", "winners": ["Ana"]})["verdict"] == "malformed"
    assert (
        error({"kind": "result", "winners": ["Ana"]}, {"kind": "result", "winners": ["Ana"]})["verdict"] == "malformed"
    )
    assert error({"kind": "result", "winners": ["Ana"]}, won("Ben"))["clause"] == "anarchy-pancakes/win"


# Seats and storage


def test_seating_changes_no_result():
    entries = [won("Ana"), won("Cleo"), won("Cleo", piles={"Ana": 1, "Ben": 2, "Cleo": 0})]
    results = [
        result_of(replay(record(*entries, players=players)))
        for players in (["Ana", "Ben", "Cleo"], ["Cleo", "Ben", "Ana"])
    ]
    assert sorted(map(str, results[0]["players"])) == sorted(map(str, results[1]["players"]))


def test_a_stored_sheet_goes_on_as_before():
    sheet = played(won("Ana"), VOID)
    stored = json.loads(json.dumps(GAME.dump_sheet(sheet)))
    assert GAME.load_sheet(stored) == sheet
    entry = GAME.parse_entry(won("Ana"), Seats(("Ana", "Ben")))
    assert GAME.load_sheet(stored).apply(entry).outcome == sheet.apply(entry).outcome


def test_next_names_everybody_and_hints_at_the_draw_pile():
    sheet = played(players=["Ana", "Ben", "Cleo"])
    assert sheet.next.as_json() == {
        "players": ["Ana", "Ben", "Cleo"],
        "kinds": ["round", "void-round", "matches", "result"],
    }
    assert sheet.next.hints == {"draw_pile": 15, "slabs": 2, "deadlock": "void"}
    assert played(VOID).next.kinds == ("round", "void-round", "matches")
