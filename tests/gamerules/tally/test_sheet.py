"""The tally sheet: amounts, turns, targets, cooperation, teams, ties and stated results."""

import json
from decimal import Decimal

import pytest

from gamerules import load, replay, result_of
from gamerules.sheets import Seats
from tests.gamerules.tally.examples import END, points, record, row

GAME = load("tally")


def played(*entries, **more):
    replayed = replay(record(*entries, **more))
    assert replayed.failure is None, replayed.failure
    return replayed.sheet


def result(*entries, **more):
    return result_of(replay(record(*entries, **more)))


def error(*entries, **more):
    return result(*entries, **more)["error"]


def totals(sheet):
    return [standing.points for standing in sheet.standings()]


def ranks(sheet):
    return [standing.rank for standing in sheet.standings()]


def outcome(sheet):
    return (sheet.outcome.winners, sheet.outcome.by)


# Amounts


def test_points_may_be_negative_zero_and_in_any_order():
    sheet = played(points("Ben", -7), points("Ben", 0), points("Ana", 12, sum="15-3"))
    assert totals(sheet) == [12, -7]
    assert ranks(sheet) == [1, 2]
    assert sheet.outcome is None
    assert (sheet.line.points, sheet.line.total, sheet.line.row) == (12, 12, 1)


@pytest.mark.parametrize(("text", "amount"), [("87+77", 164), ("-10+7+22", 19), (" 12 − 7 ", 5), ("+3", 3), ("4", 4)])
def test_sums_that_are_right(text, amount):
    assert totals(played(points("Ana", amount, sum=text))) == [amount, 0]


@pytest.mark.parametrize(
    "text", ["", "12+", "+", "1--2", "2*3", "1 2", "1e3", "__import__('os')", "1.", "٣+٤", "9" * 16]
)
def test_sums_that_are_none(text):
    found = error(points("Ana", 3, sum=text))
    assert (found["field"], found["verdict"]) == ("sum", "malformed")


@pytest.mark.parametrize("amount", [True, 1.0, "1", "2.5", None, [], {}, 10**15, "1e5", float("inf")])
def test_without_decimals_in_the_step_an_amount_is_an_integer(amount):
    found = error(points("Ana", amount))
    assert (found["entry"], found["field"], found["clause"], found["verdict"]) == (0, "points", None, "malformed")


def test_decimals_are_exact_and_printed_as_strings():
    entries = [points("Ana", "0.1") for _ in range(10)] + [points("Ben", 1), END]
    found = result(*entries, step="0.1")
    assert [row["points"] for row in found["players"]] == ["1.0", "1.0"]
    assert found["outcome"] == {"winners": ["Ana", "Ben"], "by": "shared"}


@pytest.mark.parametrize("amount", ["1.", ".5", "+1", "1e1", "NaN", "Infinity", " 1", "1_0", "²", 0.5])
def test_a_decimal_is_digits_in_a_string(amount):
    assert error(points("Ana", amount), step="0.5")["verdict"] == "malformed"


def test_limits_hold_for_each_amount_and_all_are_reported():
    sheet = played(minimum=0, maximum=10, step=2, categories=[{"name": "a"}, {"name": "b", "multiplier": 100}])
    entry = GAME.parse_entry(row(Ana={"a": -1, "b": 11}, Ben=10), Seats(("Ana", "Ben")))
    found = [(finding.field, finding.clause.name) for finding in sheet.explain(entry)]
    assert found == [
        ("scores.Ana.a", "minimum"),
        ("scores.Ana.a", "step"),
        ("scores.Ana.b", "maximum"),
        ("scores.Ana.b", "step"),
    ]


def test_a_ruling_lets_an_amount_stand_with_a_warning():
    replayed = replay(record(points("Ana", 12, sum="6+7", ruled="the dice fell off the table"), maximum=10))
    assert totals(replayed.sheet) == [12, 0]
    assert replayed.sheet.line.ruled == "the dice fell off the table"
    assert [finding.clause.name for finding in replayed.sheet.line.warnings] == ["maximum", "sum"]
    assert {finding.severity for finding in replayed.sheet.line.warnings} == {"warning"}


def test_a_ruling_may_bring_more_decimals_than_the_step_has():
    ruled = points("Ana", "0.25", ruled="half a crown")
    sheet = played(points("Ben", "1.5"), ruled, points("Ben", "0.5"), step="0.5", target=3)
    assert totals(sheet) == [Decimal("0.25"), Decimal("2.00")]
    assert sheet.outcome is None
    assert played(points("Ben", "1.5"), ruled, points("Ben", "1.5"), step="0.5", target=3).over == "target"
    assert [finding.clause.name for finding in played(ruled, step="0.5").line.warnings] == ["step"]
    assert error(points("Ana", "0.25"), step="0.5")["clause"] == "tally/step"
    assert error(points("Ana", "0.25", ruled="so"), step=5)["verdict"] == "malformed"


def test_the_result_tells_for_whom_the_table_ruled():
    sheet = played(points("Ana", 3, ruled="so"), points("Ben", 4))
    assert [standing.extras for standing in sheet.standings()] == [{"ruled": True}, {}]


def test_ruled_has_no_place_in_a_row():
    assert error(row(Ana=1) | {"ruled": "so"})["verdict"] == "malformed"


# Rows and categories


def test_categories_are_multiplied_and_summed_for_each_player():
    categories = [{"name": "Wood", "multiplier": 2}, {"name": "Debt", "multiplier": -3}]
    found = result(row(Ana={"wood": 4, "DEBT": 1}, Ben=6), row(Ana={"Wood": 1}), categories=categories)
    assert found["players"] == [
        {"player": "Ana", "points": 7, "rank": 1, "categories": {"Wood": 10, "Debt": -3}},
        {"player": "Ben", "points": 6, "rank": 2, "categories": {"Wood": 0, "Debt": 0}},
    ]


@pytest.mark.parametrize(
    ("scores", "field"),
    [
        ({"Ana": {"gold": 1}}, "scores.Ana.gold"),
        ({"Ana": {"wood": True}}, "scores.Ana.wood"),
        ({"Ana": {"wood": 1, "Wood": 2}}, "scores.Ana"),
        ({"Zoe": 1}, "scores.Zoe"),
        ({"Ana": 1, "ana": 2}, "scores"),
        ({}, "scores"),
        ([], "scores"),
    ],
)
def test_malformed_rows_name_the_field(scores, field):
    found = error({"kind": "row", "scores": scores}, categories=[{"name": "Wood"}])
    assert (found["field"], found["verdict"]) == (field, "malformed")


def test_a_row_with_categories_needs_a_sheet_with_categories():
    assert error(row(Ana={"wood": 1}))["message"] == "this sheet has no categories"


def test_a_row_is_a_turn_of_everybody():
    sheet = played(points("Ana", 1), row(Ben=5), rounds=3)
    assert sheet.turns == (1, 1)
    sheet = played(points("Ana", 1), row(Ana=1, Ben=5), rounds=3)
    assert sheet.turns == (2, 2)
    assert sheet.line.scores == {"Ana": 1, "Ben": 5}
    assert (sheet.line.row, sheet.round) == (2, 3)


# The end


def test_rounds_end_the_play_when_everybody_had_them():
    sheet = played(points("Ana", 5), points("Ana", 5), points("Ben", 3), rounds=2)
    assert sheet.next.players == ("Ben",)
    sheet = played(points("Ana", 5), points("Ana", 5), points("Ben", 3), points("Ben", 3), rounds=2)
    assert outcome(sheet) == (("Ana",), "points")
    assert sheet.next is None
    assert sheet.notices[0].message() == "All 2 rounds have been played (tally/rounds)"


def test_a_target_ends_at_once():
    sheet = played(points("Ana", 10), target=10)
    assert outcome(sheet) == (("Ana",), "points")


def test_finish_round_waits_for_equally_many_turns():
    options = {"target": 10, "target_ends": "finish-round"}
    entries = [points("Ana", 1), points("Ben", 1), points("Ben", 1), points("Ana", 9)]
    assert outcome(played(*entries, **options)) == (("Ana",), "points")
    sheet = played(points("Ana", 10), **options)
    assert sheet.outcome is None
    assert sheet.next.players == ("Ben",)
    assert (
        sheet.notices[0].message() == "The target is reached; still to come in the last round: Ben (tally/last-round)"
    )
    assert outcome(played(points("Ana", 10), points("Ben", 12), **options)) == (("Ben",), "points")
    assert outcome(played(points("Ana", 10), points("Ben", 10), **options)) == (("Ana", "Ben"), "shared")


def test_with_low_direction_the_target_is_reached_upwards_and_the_lowest_wins():
    assert outcome(played(points("Ana", 100), direction="low", target=100)) == (("Ben",), "points")


def test_a_target_below_zero_is_reached_downwards():
    assert played(points("Ana", 60), target=-50).outcome is None
    assert outcome(played(points("Ana", -50), target=-50)) == (("Ben",), "points")
    assert outcome(played(points("Ana", -50), target=-50, direction="low")) == (("Ana",), "points")


def test_the_target_may_meet_the_round_limit():
    assert outcome(played(row(Ana=3, Ben=4), rounds=1, target=100)) == (("Ben",), "points")


def test_the_table_may_end_it_at_once():
    assert outcome(played(END)) == (("Ana", "Ben"), "shared")
    assert outcome(played(END, players=["Ana"])) == (("Ana",), "points")


@pytest.mark.parametrize(
    ("entries", "options", "clause"),
    [
        ((points("Ana", 1), END), {}, "tally/end"),
        ((points("Ana", 9),), {"target": 9}, "tally/target"),
        ((row(Ana=1, Ben=1),), {"rounds": 1}, "tally/rounds"),
        (({"kind": "result", "winners": ["Ben"]},), {}, "tally/result"),
    ],
)
def test_nothing_follows_the_end_and_the_clause_that_brought_it_is_named(entries, options, clause):
    assert error(*entries, points("Zed", 1), **options)["clause"] is None
    found = error(*entries, points("Ben", 1), **options)
    assert (found["entry"], found["clause"]) == (len(entries), clause)


def test_out_of_turn_comes_before_amounts():
    sheet = played(points("Ana", 1), rounds=1, maximum=5)
    entry = GAME.parse_entry(points("Ana", 9), Seats(("Ana", "Ben")))
    assert [finding.clause.name for finding in sheet.explain(entry)] == ["rounds", "maximum"]


# Winning


def test_direction_low():
    sheet = played(row(Ana=4, Ben=-2, Cleo=4), END, players=["Ana", "Ben", "Cleo"], direction="low")
    assert (ranks(sheet), outcome(sheet)) == ([2, 1, 2], (("Ben",), "points"))


def test_tie_none_has_no_winner():
    sheet = played(row(Ana=4, Ben=4), END, tie="none")
    assert (ranks(sheet), outcome(sheet)) == ([1, 1], ((), "shared"))


def test_teams_add_up_and_win_together():
    players = ["Ana", "Ben", "Cleo", "Dan"]
    teams = {"ana": "red", "Cleo": "RED", "Ben": "blue"}
    entries = [row(Ana=1, Ben=7, Cleo=8, Dan=9), END]
    found = result(*entries, players=players, teams=teams, tie="none")
    assert [row["rank"] for row in found["players"]] == [1, 4, 1, 1]
    assert [row["team_points"] for row in found["players"]] == [9, 7, 9, 9]
    assert found["outcome"] == {"winners": [], "by": "shared"}
    found = result(*entries[:1], row(Cleo=1), END, players=players, teams=teams, tie="none")
    assert found["outcome"] == {"winners": ["Ana", "Cleo"], "by": "points"}


def test_a_team_reaches_the_target_together():
    sheet = played(points("Ana", 6), points("Ben", 4), teams={"Ana": "us", "Ben": "us"}, target=10)
    assert outcome(sheet) == (("Ana", "Ben"), "points")


@pytest.mark.parametrize(
    ("amount", "options", "winners"),
    [
        (10, {"target": 10}, ("Ana", "Ben")),
        (9, {"target": 10}, ()),
        (10, {"target": 10, "direction": "low"}, ()),
        (9, {"target": 10, "direction": "low"}, ("Ana", "Ben")),
        (-10, {"target": -10}, ()),
        (-10, {"target": -10, "direction": "low"}, ("Ana", "Ben")),
        (0, {}, ("Ana", "Ben")),
    ],
)
def test_a_cooperative_table_wins_or_loses_together(amount, options, winners):
    entries = [points("Ana", 4), points("Ben", amount - 4), END]
    sheet = played(*entries[: 2 if abs(amount) == 10 else 3], cooperative=True, **options)
    assert (outcome(sheet), ranks(sheet)) == ((winners, "points"), [1, 1])


# Stated results


def test_winners_come_first_and_the_rest_by_points():
    players = ["Ana", "Ben", "Cleo"]
    stated = {"kind": "result", "winners": ["Cleo"], "points": {"Ana": 3, "Ben": 5}}
    sheet = played(stated, players=players)
    assert (ranks(sheet), totals(sheet), outcome(sheet)) == ([3, 2, 1], [3, 5, 0], (("Cleo",), "result"))


def test_ranks_become_competition_ranks():
    players = ["Ana", "Ben", "Cleo", "Dan"]
    stated = {"kind": "result", "ranks": {"Dan": 1, "Ana": 2, "Ben": 2, "Cleo": 3}}
    sheet = played(stated, players=players)
    assert (ranks(sheet), outcome(sheet)) == ([2, 2, 4, 1], (("Dan",), "result"))


def test_tied_ranks_have_no_winner_where_a_tie_has_none():
    sheet = played({"kind": "result", "ranks": {"Ana": 1, "Ben": 1}}, tie="none")
    assert outcome(sheet) == ((), "result")


@pytest.mark.parametrize(("won", "winners"), [(True, ("Ana", "Ben")), (False, ())])
def test_a_cooperative_result(won, winners):
    assert outcome(played({"kind": "result", "won": won}, cooperative=True)) == (winners, "result")


@pytest.mark.parametrize(
    ("stated", "field"),
    [
        ({}, ""),
        ({"winners": ["Ana"], "won": True}, ""),
        ({"winners": []}, "winners"),
        ({"winners": ["Ana", "ANA"]}, "winners"),
        ({"winners": ["Zoe"]}, "winners.0"),
        ({"ranks": {"Ana": 0, "Ben": 1}}, "ranks.Ana"),
        ({"ranks": {"Ana": True, "Ben": 2}}, "ranks.Ana"),
        ({"won": 1}, "won"),
        ({"winners": ["Ana"], "points": {"Ana": "1.5"}}, "points.Ana"),
        ({"winners": ["Ana"], "score": 1}, "score"),
    ],
)
def test_malformed_results(stated, field):
    found = error({"kind": "result"} | stated)
    assert (found["field"], found["verdict"]) == (field, "malformed")


def test_a_result_stands_alone():
    assert error(points("Ana", 1), {"kind": "result", "winners": ["Ana"]})["verdict"] == "malformed"
    assert error(END, {"kind": "result", "winners": ["Ana"]})["verdict"] == "malformed"


# Options, players, storage


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"rounds": 0}, "options.rounds"),
        ({"rounds": True}, "options.rounds"),
        ({"target": 0}, "options.target"),
        ({"target": "10"}, "options.target"),
        ({"direction": "up"}, "options.direction"),
        ({"step": 0}, "options.step"),
        ({"step": "-0.5"}, "options.step"),
        ({"step": "5"}, "options.step"),
        ({"step": 0.5}, "options.step"),
        ({"minimum": "0.5"}, "options.minimum"),
        ({"step": "0.5", "minimum": "0.25"}, "options.minimum"),
        ({"minimum": 5, "maximum": 4}, "options.maximum"),
        ({"categories": [{"name": "a"}, {"name": "A "}]}, "options.categories"),
        ({"categories": [{"name": ""}]}, "options.categories.0.name"),
        ({"categories": ["a"]}, "options.categories.0"),
        ({"categories": [{"name": "a", "multiplier": "2"}]}, "options.categories.0.multiplier"),
        ({"teams": {"Zoe": "red"}}, "options.teams.Zoe"),
        ({"teams": {"Ana": "red", "ana": "blue"}}, "options.teams"),
        ({"tie": "coin"}, "options.tie"),
        ({"cooperative": 1}, "options.cooperative"),
        ({"colour": "red"}, "options.colour"),
    ],
)
def test_malformed_options_name_the_option(options, field):
    found = error(**options)
    assert (found["entry"], found["field"], found["verdict"]) == (None, field, "malformed")


@pytest.mark.parametrize("count", [1, 2, 30])
def test_any_number_of_players_but_none(count):
    players = [f"P{number}" for number in range(count)]
    assert outcome(played(points("P0", 1), END, players=players)) == (("P0",), "points")


def test_seating_changes_no_result():
    entries = [points("Ana", 4), row(Ana=1, Ben=7, Cleo=2), points("Cleo", 3), END]
    by_label = [
        {row["player"]: row for row in result(*entries, players=players)["players"]}
        for players in (["Ana", "Ben", "Cleo"], ["Cleo", "Ana", "Ben"], ["Ben", "Cleo", "Ana"])
    ]
    assert by_label[0] == by_label[1] == by_label[2]


def test_a_stored_sheet_goes_on_as_before():
    options = {"step": "0.25", "maximum": "99.75", "categories": [{"name": "a"}], "teams": {"Ana": "x"}, "target": 5}
    sheet = played(row(Ana={"a": "2.5"}, Ben=3), **options)
    stored = json.loads(json.dumps(GAME.dump_sheet(sheet)))
    assert GAME.load_sheet(stored) == sheet
    entry = GAME.parse_entry(points("Ana", "2.50"), Seats(("Ana", "Ben")))
    assert GAME.load_sheet(stored).apply(entry) == sheet.apply(entry)


def test_the_pad_learns_what_was_agreed():
    sheet = played(categories=[{"name": "a", "multiplier": 2}], step="0.5")
    assert sheet.next.kinds == ("points", "row", "end", "result")
    assert sheet.next.hints == {
        "categories": [{"name": "a", "multiplier": 2}],
        "minimum": None,
        "maximum": None,
        "step": "0.5",
    }
    assert played(points("Ana", 1)).next.kinds == ("points", "row", "end")


def test_a_target_without_decimals_counts_in_points():
    assert played(points("Ana", "4.5"), step="0.5", target=5).outcome is None
    assert outcome(played(points("Ana", "5.0"), step="0.5", target=5)) == (("Ana",), "points")
