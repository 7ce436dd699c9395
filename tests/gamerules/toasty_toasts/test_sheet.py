"""The Toasty Toasts sheet against records.md, sentence by sentence."""

import pytest

from gamerules import load, replay, result_of
from gamerules.sheets import Seats
from tests.gamerules.toasty_toasts.examples import (
    BARE,
    EATEN,
    EMPTY,
    NINE,
    PLAIN,
    TRADE,
    action,
    add,
    final,
    lid,
    pair,
    put,
    record,
    remove,
    skip,
    tally,
    toast,
    toasts,
    turn,
)

GAME = load("toasty-toasts")
RESULT = {"kind": "result", "winners": ["Ana"]}
UNKNOWN = {"action": "swap everything round"}


def replayed(*entries, **options):
    return replay(record(*entries, **options)["record"])


def refused(*entries, **options):
    """(entry, field, clause name or None) of the error."""
    error = result_of(replayed(*entries, **options))["error"]
    return error["entry"], error["field"], error["clause"] and error["clause"].partition("/")[2]


def points(*entries, **options):
    """Points in seat order; the record must stand."""
    result = result_of(replayed(*entries, **options))
    assert "error" not in result, result["error"]
    return [row["points"] for row in result["players"]]


def ranks(*entries, **options):
    return [row["rank"] for row in result_of(replayed(*entries, **options))["players"]]


def warned(*entries, **options):
    """(field, clause name, verdict) of every warning."""
    result = result_of(replayed(*entries, **options))
    assert "error" not in result, result["error"]
    return [(found["field"], found["clause"].partition("/")[2], found["verdict"]) for found in result["warnings"]]


# Faults of form: clause None, the field named

MALFORMED = [
    (final("Ana", True), "points"),
    (final("Ana", 1.0), "points"),
    (final("Ana", "1"), "points"),
    (final("Ana", None), "points"),
    (final("Cleo", 1), "player"),
    ({"kind": "final", "player": "Ana"}, "points"),
    ({"player": "Ana", "points": 3}, "kind"),
    ({**final("Ana", 3), "kind": "points"}, "kind"),
    ({**final("Ana", 3), "extra": 1}, "extra"),
    (final("Ana", 3, ruled=""), "ruled"),
    (final("Ana", 3, ruled="x" * 501), "ruled"),
    (final("Ana", 3, note="x" * 501), "note"),
    (final("Ana", 3, at="2026-11-30T20:00:00"), "at"),
    (final("Ana", 3, id="seven"), "id"),
    ({**tally("Ana", 2, 0, 0, 0), "ruled": "so"}, "ruled"),
    ({**tally("Ana", 2, 0, 0, 0), "bases": 2.0}, "bases"),
    ({"kind": "tally", "player": "Ana", "bases": 2, "singles": 0, "combos": 0}, "sandwiches"),
    (toasts("Ana", toast(egg=0)), "toasts.0.toppings.egg"),
    (toasts("Ana", toast(egg=-1)), "toasts.0.toppings.egg"),
    (toasts("Ana", toast(egg=True)), "toasts.0.toppings.egg"),
    (toasts("Ana", BARE, toast(ham=1)), "toasts.1.toppings.ham"),
    (toasts("Ana", {"sandwich": True}), "toasts.0.toppings"),
    (toasts("Ana", {"toppings": {}, "sandwich": 1}), "toasts.0.sandwich"),
    (toasts("Ana", {"toppings": [], "sandwich": True}), "toasts.0.toppings"),
    ({"kind": "toasts", "player": "Ana", "toasts": {}}, "toasts"),
    ({**toasts("Ana", BARE), "ruled": "so"}, "ruled"),
    ({"kind": "turn", "player": "Ana", "plays": []}, "drew"),
    ({"kind": "turn", "player": "Ana", "drew": 2}, "plays"),
    (turn("Ana", drew=True), "drew"),
    (turn("Ana", time_to_eat=1), "time_to_eat"),
    (turn("Ana", discarded="0"), "discarded"),
    (turn("Ana", {}), "plays.0"),
    (turn("Ana", "pass"), "plays.0"),
    (turn("Ana", PLAIN, {"jump": 1}), "plays.1"),
    (turn("Ana", {"topping": "egg"}), "plays.0.toast"),
    (turn("Ana", {"topping": "ham", "toast": 1}), "plays.0.topping"),
    (turn("Ana", {"topping": "egg", "toast": "1"}), "plays.0.toast"),
    (turn("Ana", {"topping": "egg", "toast": 1, "trade": 2}), "plays.0.trade"),
    (turn("Ana", {"pair": ["egg"], "toast": 1}), "plays.0.pair"),
    (turn("Ana", {"pair": ["egg", "egg", "egg"], "toast": 1}), "plays.0.pair"),
    (turn("Ana", {"pair": ["egg", "ham"], "toast": 1}), "plays.0.pair.1"),
    (turn("Ana", {"trade": True}), "plays.0.trade"),
    (turn("Ana", {"plain-base": False}), "plays.0.plain-base"),
    (turn("Ana", {"plain-base": 1}), "plays.0.plain-base"),
    (turn("Ana", {"plain_base": True}), "plays.0"),
    (turn("Ana", {"sandwich": 1.0}), "plays.0.sandwich"),
    (turn("Ana", {"action": 3}), "plays.0.action"),
    (turn("Ana", action({"player": "Cleo", "draw": 1})), "plays.0.effects.0.player"),
    (turn("Ana", action({"player": "Ben"})), "plays.0.effects.0"),
    (turn("Ana", action({"player": "Ben", "draw": 1, "discard": 1})), "plays.0.effects.0"),
    (turn("Ana", action({"player": "Ben", "toast": 1})), "plays.0.effects.0"),
    (turn("Ana", action({"player": "Ben", "add": {"egg": 1}})), "plays.0.effects.0.toast"),
    (turn("Ana", action(add("Ben", 1, egg=0))), "plays.0.effects.0.add.egg"),
    (turn("Ana", action({"player": "Ben", "draw": True})), "plays.0.effects.0.draw"),
    ({**skip("Ana"), "points": 1}, "points"),
    ({"kind": "result", "winners": []}, "winners"),
    ({"kind": "result", "winners": ["Ana", " ana "]}, "winners"),
    ({"kind": "result", "winners": ["Cleo"]}, "winners.0"),
    ({**RESULT, "points": {"Ana": "3"}}, "points.Ana"),
    ({**RESULT, "points": {"Cleo": 3}}, "points.Cleo"),
    (final("Ana", 10**15), "points"),
    ({**RESULT, "points": {"Ana": 10**400}}, "points.Ana"),
    (toasts("Ana", toast(egg=10**15)), "toasts.0.toppings.egg"),
    ("final", ""),
]


@pytest.mark.parametrize(("entry", "field"), MALFORMED, ids=lambda value: value if isinstance(value, str) else "")
def test_malformed(entry, field):
    assert refused(entry) == (0, field, None)


def test_setup_is_malformed_at_the_record():
    raw = {**record()["record"], "setup": {"hands": []}}
    assert result_of(replay(raw))["error"]["field"] == "setup"
    assert result_of(replay(raw))["error"]["entry"] is None


@pytest.mark.parametrize(
    "options",
    [
        {"base_with_toppings": True},
        {"base_with_toppings": 2},
        {"matching_pair_is_combo": 1},
        {"combos_per_toast": "two"},
        {"empty_sandwich": "yes"},
        {"end": "later"},
        {"tie": "roll-off"},
        {"target": 30},
    ],
)
def test_unknown_options_and_values(options):
    assert refused(**options) == (None, f"options.{next(iter(options))}", None)


def test_every_entry_may_carry_id_time_and_note():
    extra = {"id": "8c5cd7a8-3d1c-4f2d-9d5b-0d2a4c8f9b11", "at": "2026-11-30T20:00:00+01:00", "note": "late"}
    entries = skip("Ana"), turn("Ben"), final("Ana", 20), tally("Ben", 2, 0, 0, 0)
    assert points(*({**entry, **extra} for entry in entries)) == [20, 2]
    assert points({**toasts("Ana", BARE, BARE), **extra}) == [2, 0]
    assert points({**RESULT, **extra}) == [0, 0]


def test_labels_are_matched_loosely_and_echoed_as_written():
    raw = {"game": "toasty-toasts", "players": [" Éva ", "Ben"], "entries": [final("ÉVA", 3), final("ben ", 2)]}
    assert [row["player"] for row in result_of(replay(raw))["players"]] == ["Éva", "Ben"]


# Order of checks: malformed, mixed levels, after the end, out of turn, amounts


def test_malformed_comes_before_all():
    assert refused(final("Ana", 1), {**final("Ana", "x")}) == (1, "points", None)


def test_result_among_others_is_mixed_before_it_is_after_the_end():
    assert refused(final("Ana", 20), RESULT) == (1, "kind", None)
    assert refused(skip("Ana"), RESULT) == (1, "kind", None)
    assert refused(final("Ana", 20), final("Ben", 20), RESULT) == (2, "kind", None)


def test_after_the_end_comes_before_out_of_turn_and_amounts():
    assert refused(turn("Ana", **EATEN), turn("Ana", drew=9)) == (1, "kind", "end")
    assert refused(final("Ana", 20), final("Ana", -1)) == (1, "player", "end")


def test_out_of_turn_comes_before_amounts():
    assert refused(turn("Ben", drew=9)) == (0, "player", "order")


def test_all_independent_findings_root_first():
    bad = turn("Ana", put("egg", 5), TRADE, drew=3)
    findings = replayed(bad).failure.findings
    assert [(found.clause.name, found.field) for found in findings] == [
        ("draw-empty", "drew"),
        ("topping-single", "plays.0.toast"),
    ]


def test_a_flood_of_faults_is_answered_briefly():
    mixed = toasts("Ana", *[toast(egg=1, jelly=1)] * 5_000)
    flood = turn("Ana", action(*[add("Ben", 9, egg=1)] * 5_000), *[PLAIN] * 5_000)
    for entry in (mixed, flood):
        assert 1 <= len(replayed(entry).failure.findings) <= 20


# Closing


def test_values_of_the_four_items():
    assert points(tally("Ana", 1, 0, 0, 0), tally("Ben", 0, 1, 0, 0)) == [1, 2]
    assert points(tally("Ana", 0, 0, 1, 0), tally("Ben", 0, 0, 0, 1)) == [5, 3]


TOPPED = [toast(bacon=3, egg=1), toast(jelly=2), toast(sandwich=True, tomato=2, avocado=3), BARE]


@pytest.mark.parametrize(
    ("options", "worth"),
    [
        ({}, 10 + 5 + 15 + 1),
        ({"base_with_toppings": 0}, 9 + 4 + 15 + 1),
        ({"matching_pair_is_combo": True}, 11 + 6 + 15 + 1),
        ({"combos_per_toast": "one"}, 10 + 5 + 14 + 1),
        ({"combos_per_toast": "one", "matching_pair_is_combo": True}, 10 + 6 + 14 + 1),
    ],
)
def test_a_spread_under_every_scoring_option(options, worth):
    assert points(toasts("Ana", *TOPPED), **options)[0] == worth


def test_closing_in_any_order_and_outcome_once_all_have():
    sheet = replayed(final("Ben", 30), players=("Ana", "Ben", "Cleo")).sheet
    assert sheet.outcome is None
    assert sheet.next.players == ("Ana", "Cleo")
    assert sheet.next.kinds == ("final", "tally", "toasts")
    entries = final("Ben", 30), final("Cleo", 10), tally("Ana", 2, 2, 2, 2)
    assert ranks(*entries, players=("Ana", "Ben", "Cleo")) == [2, 1, 3]


def test_unfinished_play_ranks_those_counted_first():
    assert ranks(final("Cleo", 1), final("Ana", 5), players=("Ana", "Ben", "Cleo", "Dan")) == [1, 3, 2, 3]


def test_low_counts_are_warnings():
    assert warned(final("Ana", 0)) == [("points", "deal", "ok")]
    assert warned(final("Ana", 1)) == [("points", "deal", "ok")]
    assert warned(final("Ana", 2)) == []
    assert warned(tally("Ana", 1, 4, 0, 0)) == [("bases", "deal", "ok")]
    assert warned(toasts("Ana", toast(egg=2))) == [("toasts", "deal", "ok")]
    assert warned(toasts("Ana")) == [("toasts", "deal", "ok")]
    assert warned(toasts("Ana", BARE, BARE)) == []


def test_topped_toasts_stand_in_no_column_where_bread_scores_only_bare():
    assert warned(tally("Ana", 0, 4, 0, 0), base_with_toppings=0) == []
    assert warned(tally("Ana", 1, 0, 0, 0), base_with_toppings=0) == [("bases", "deal", "ok")]
    assert points(tally("Ana", 0, 0, 3, 0), base_with_toppings=0, combos_per_toast="one")[0] == 15


def test_more_than_four_players_is_a_warning():
    assert warned(players=tuple("ABCDE")) == [("players", "players", "ok")]
    assert warned(players=tuple("ABCD")) == []


def test_ruled_turns_refusals_into_warnings_and_keeps_the_flag():
    entry = final("Ana", -3, ruled="she sat on it")
    assert warned(entry) == [("points", "score-base", "ok")]
    sheet = replayed(entry, final("Ben", 2)).sheet
    assert sheet.standings()[0].extras == {"ruled": "she sat on it"}
    assert replayed(entry).lines[0].ruled == "she sat on it"
    assert refused(entry, entry) == (1, "player", "end")


# Who won


def test_tie_is_shared_by_default():
    result = result_of(replayed(final("Ana", 20), final("Ben", 20)))
    assert result["outcome"] == {"winners": ["Ana", "Ben"], "by": "shared"}
    assert [row["rank"] for row in result["players"]] == [1, 1]


@pytest.mark.parametrize(
    ("tie", "outcome"),
    [
        ("shared", {"winners": ["Ana", "Ben", "Cleo"], "by": "shared"}),
        ("sandwiches", {"winners": ["Ana"], "by": "sandwiches"}),
        ("combos", {"winners": ["Ben", "Cleo"], "by": "shared"}),
    ],
)
def test_ties_under_every_option(tie, outcome):
    entries = tally("Ana", 2, 1, 0, 2), tally("Ben", 2, 0, 1, 1), tally("Cleo", 0, 1, 1, 1)
    result = result_of(replayed(*entries, players=("Ana", "Ben", "Cleo"), tie=tie))
    assert [row["points"] for row in result["players"]] == [10, 10, 10]
    assert result["outcome"] == outcome
    assert [row["rank"] for row in result["players"] if row["player"] in outcome["winners"]] == [1] * len(
        outcome["winners"]
    )


def test_a_tie_that_unknown_sandwiches_cannot_break_is_shared():
    result = result_of(replayed(tally("Ana", 2, 1, 0, 2), final("Ben", 10), tie="sandwiches"))
    assert result["outcome"] == {"winners": ["Ana", "Ben"], "by": "shared"}


def test_losers_of_a_broken_tie_come_second():
    entries = tally("Ana", 2, 1, 0, 2), tally("Ben", 2, 0, 1, 1), final("Cleo", 9)
    assert ranks(*entries, players=("Ana", "Ben", "Cleo"), tie="sandwiches") == [1, 2, 3]


def test_result_only():
    entry = {"kind": "result", "winners": ["cleo", "Ana"], "points": {"Ben": 3, "Ana": 20}}
    result = result_of(replayed(entry, players=("Ana", "Ben", "Cleo")))
    assert result["outcome"] == {"winners": ["Ana", "Cleo"], "by": "result"}
    assert [row["rank"] for row in result["players"]] == [1, 3, 1]
    assert [row["points"] for row in result["players"]] == [20, 3, 0]
    assert result["next"] is None


def test_result_that_names_a_winner_with_fewer_points_is_remarked_upon():
    entry = {"kind": "result", "winners": ["Ben"], "points": {"Ben": 3, "Ana": 20}}
    assert warned(entry) == [("winners.0", "goal", "ok")]


# Turns


def test_hand_size_is_tracked():
    assert replayed(*EMPTY).sheet.tracked.hands == (0, 7)
    assert replayed(*NINE).sheet.tracked.hands == (7, 7)
    assert replayed(turn("Ana", TRADE, PLAIN)).sheet.tracked.hands == (2, 3)


def test_toasts_are_numbered_as_they_came():
    sheet = replayed(turn("Ana", TRADE, put("egg", 3)), turn("Ben"), turn("Ana", PLAIN, put("jelly", 4))).sheet
    assert [toast.toppings for toast in sheet.tracked.spreads[0]] == [{}, {}, {"egg": 1}, {"jelly": 1}]


def test_skip_passes_the_turn_and_changes_nothing():
    sheet = replayed(skip("Ana"), turn("Ben")).sheet
    assert sheet.tracked.hands == (3, 5)
    assert sheet.next.hints["turn"] == "Ana"
    assert refused(skip("Ana"), skip("Ana")) == (1, "player", "order")


def test_skips_alone_track_nothing():
    assert points(skip("Ana"), skip("Ben"), toasts("Ana", BARE, BARE, BARE))[0] == 3


def test_turn_lines_show_what_a_turn_added():
    lines = replayed(turn("Ana", pair("bacon", "egg", 1), TRADE), turn("Ben"), turn("Ana", lid(1))).lines
    assert [(line.points, line.total, line.row, line.level) for line in lines] == [
        (6, 8, 1, "verified"),
        (0, 2, 1, "verified"),
        (2, 10, 2, "verified"),
    ]


def test_effects_show_on_those_they_touch():
    taken = action(remove("Ana", 1, egg=1), add("Ben", 1, egg=1))
    lines = replayed(turn("Ana", put("egg", 1)), turn("Ben", taken)).lines
    assert (lines[1].points, lines[1].scores) == (2, {"Ana": -2})


@pytest.mark.parametrize(
    ("drew", "plays", "expected"),
    [
        (0, [], None),
        (1, [], None),
        (2, [], ("drew", "draw")),
        (2, [action()], None),
        (1, [action()], ("plays", "end")),
        (1, [put("egg", 1)], ("plays", "end")),
        (2, [put("egg", 1)], ("drew", "draw")),
        (2, [put("egg", 1), action({"player": "Ana", "draw": 0})], None),
        (2, [action(), put("egg", 1)], ("plays", "end")),
    ],
)
def test_time_to_eat_ends_everything(drew, plays, expected):
    entry = turn("Ana", *plays, drew=drew, time_to_eat=True)
    found = refused(entry)[1:] if replayed(entry).failure else None
    assert found == expected


def test_finishing_the_round_gives_everybody_as_many_turns():
    entries = turn("Ana"), turn("Ben", drew=1, time_to_eat=True), turn("Cleo", put("egg", 1))
    options = {"players": ("Ana", "Ben", "Cleo"), "end": "finish-round"}
    assert refused(*entries, turn("Ana"), **options) == (3, "kind", "end")
    assert replayed(*entries[:2], **options).sheet.notices[0].params == {"left": 1}
    assert points(*entries, **options) == [2, 2, 4]


def test_finishing_the_round_with_an_empty_pile():
    assert points(turn("Ana", drew=1, time_to_eat=True), turn("Ben", drew=0), end="finish-round") == [2, 2]


def test_there_is_one_time_to_eat():
    first, second = (turn(player, drew=1, time_to_eat=True) for player in ("Ana", "Ben"))
    assert refused(first, second, end="finish-round") == (1, "time_to_eat", "end")


def test_hand_check_not_after_time_to_eat():
    assert points(*NINE, turn("Ana", drew=1, time_to_eat=True)) == [2, 2]


def test_the_hand_is_checked_in_ones_own_turn_only():
    seven = [turn("Ana"), turn("Ben"), turn("Ana", action({"player": "Ben", "draw": 6}))]
    assert replayed(*seven).sheet.tracked.hands[1] == 11
    assert refused(*seven, turn("Ben")) == (3, "discarded", "hand-check")
    assert replayed(*seven, turn("Ben", discarded=6)).failure is None


def test_sandwich_on_a_sandwich():
    assert refused(turn("Ana", lid(1)), turn("Ben"), turn("Ana", lid(1))) == (2, "plays.0.sandwich", "sandwich-closed")


# Action cards


def test_after_an_action_without_effects_nothing_is_checked():
    entries = [turn("Ana", UNKNOWN, put("egg", 9)), turn("Ben", drew=3, discarded=4), turn("Ana", lid(7))]
    sheet = replayed(*entries).sheet
    assert sheet.tracked is None
    assert sheet.next.hints == {"turn": "Ben", "log": "lost"}
    assert points(*entries, toasts("Ben", toast(bacon=1, jelly=1)))[1] == 5


def test_what_no_card_can_excuse_is_still_checked():
    start = turn("Ana", UNKNOWN)
    assert refused(start, turn("Ben", drew=4)) == (1, "drew", "draw")
    assert refused(start, turn("Ben", PLAIN, PLAIN, PLAIN)) == (1, "plays.2", "two-plays")
    assert refused(start, turn("Ben", TRADE, TRADE)) == (1, "plays.1", "trade-once")
    assert refused(start, turn("Ben", pair("egg", "jelly", 8))) == (1, "plays.0.pair", "combo-pair")
    assert refused(start, turn("Ana")) == (1, "player", "order")
    assert refused(start, turn("Ben", put("egg", 0))) == (1, "plays.0.toast", "topping-single")
    assert refused(start, turn("Ben", discarded=-1)) == (1, "discarded", "hand-check")


def test_unknown_effects_are_external():
    assert warned(turn("Ana", UNKNOWN)) == [("plays.0", "action", "external")]


def test_no_effects_declared_as_such_keep_the_log_known():
    assert replayed(turn("Ana", action())).sheet.tracked.hands == (4, 3)


def test_toppings_come_from_toasts_or_hands():
    given = {"player": "Ana", "discard": 1}
    assert replayed(turn("Ana", action(given, add("Ana", 1, egg=1)))).sheet.tracked.hands[0] == 3
    assert refused(turn("Ana", action(given, add("Ana", 1, egg=2)))) == (0, "plays.0.effects.1.add", "action")
    moved = action(remove("Ana", 1, egg=1), add("Ana", 2, jelly=1))
    assert refused(turn("Ana", put("egg", 1), moved)) == (0, "plays.1.effects.1.add", "action")


def test_toppings_that_do_not_fit_are_external_when_a_card_lays_them():
    taken = action(remove("Ben", 1, egg=1), add("Ana", 1, egg=1))
    mix = turn("Ana", put("jelly", 1)), turn("Ben", put("egg", 1)), turn("Ana", taken)
    assert warned(*mix) == [("plays.0.effects.1.add", "topping-fit", "external")]
    end = turn("Ben", **EATEN)
    shown = toasts("Ana", BARE, toast(jelly=1, egg=1))
    assert warned(*mix, end, shown) == [
        ("plays.0.effects.1.add", "topping-fit", "external"),
        ("toasts.1.toppings", "topping-fit", "external"),
    ]
    assert refused(*mix, turn("Ben"), turn("Ana", put("jelly", 1))) == (4, "plays.0.topping", "topping-fit")


# A spread must agree with the turns


TURNS = [turn("Ana", pair("bacon", "egg", 2)), turn("Ben"), turn("Ana", lid(1)), turn("Ben", **EATEN)]
SHOWN = toasts("Ana", toast(egg=1, bacon=1), toast(sandwich=True))


def test_agreeing_closings_of_every_kind():
    for closing in (SHOWN, tally("Ana", 1, 0, 1, 1), final("Ana", 9)):
        line = replayed(*TURNS, closing).lines[-1]
        assert (line.points, line.level) == (9, "verified")


@pytest.mark.parametrize(
    ("closing", "field", "clause"),
    [
        (toasts("Ana", toast(egg=1, bacon=1), BARE), "toasts", "sandwich"),
        (toasts("Ana", toast(egg=1, bacon=1), toast(sandwich=True), BARE), "toasts", "deal"),
        (toasts("Ana", toast(egg=2), toast(sandwich=True)), "toasts.0.toppings", "topping-single"),
        (tally("Ana", 2, 0, 1, 1), "bases", "score-base"),
        (tally("Ana", 1, 2, 0, 1), "singles", "score-single"),
        (final("Ana", 10), "points", "score-base"),
    ],
)
def test_closings_that_disagree(closing, field, clause):
    assert refused(*TURNS, closing) == (4, field, clause)


def test_before_time_to_eat_only_the_spread_must_agree():
    assert refused(*TURNS[:3], toasts("Ana", BARE, BARE)) == (3, "toasts", "sandwich")
    assert warned(*TURNS[:3], final("Ana", 40)) == [("points", "score-base", "ok"), ("kind", "end", "ok")]


def test_final_points_after_turns_know_the_sandwiches_that_break_a_tie():
    entries = *TURNS, final("Ana", 9), final("Ben", 9, ruled="for being kind")
    assert result_of(replayed(*entries, tie="sandwiches"))["outcome"]["by"] == "shared"
    assert replayed(*TURNS, final("Ana", 9)).sheet.standings()[0].extras == {"sandwiches": 1, "combos": 1}


# What the pages read


def test_next_and_hints():
    sheet = replayed(turn("Ana", put("egg", 1))).sheet
    assert sheet.next.kinds == ("final", "tally", "toasts", "turn", "skip")
    assert sheet.next.hints == {
        "turn": "Ben",
        "log": "open",
        "hands": {"Ana": 4, "Ben": 3},
        "toasts": {"Ana": [{"toppings": {"egg": 1}, "sandwich": False}, BARE], "Ben": [BARE, BARE]},
    }
    assert "result" in replayed().sheet.next.kinds


def test_rounds():
    assert replayed().sheet.round == 1
    assert replayed(turn("Ana")).sheet.round == 1
    assert replayed(turn("Ana"), turn("Ben")).sheet.round == 2
    assert replayed(turn("Ana"), turn("Ben", **EATEN)).sheet.round == 2
    assert replayed(turn("Ana"), turn("Ben", **EATEN), final("Ben", 2)).lines[-1].row == 2


def test_notices():
    def said(*entries, **options):
        return [finding.message() for finding in replayed(*entries, **options).sheet.notices]

    assert said(final("Ana", 20), final("Ben", 12)) == ["Ana wins with 20 points (toasty-toasts/goal)"]
    assert said(turn("Ana", **EATEN), final("Ana", 2)) == ["Time to Eat is out: count up Ben (toasty-toasts/end)"]
    assert said(final("Ana", 2), final("Ben", 2)) == ["Ana, Ben share the win with 2 points each (toasty-toasts/tie)"]
    assert said(tally("Ana", 2, 1, 0, 2), tally("Ben", 2, 0, 1, 1), tie="combos") == [
        "Ben wins the tie at 10 points by combos (toasty-toasts/tie)"
    ]


def test_messages_read_well_at_the_table():
    assert replayed(turn("Ana", put("jelly", 1), put("egg", 1))).failure.as_json()["message"] == (
        "Ana put egg on toast 1, which holds jelly; egg lies with bacon only (toasty-toasts/topping-fit)"
    )
    assert replayed(*NINE, turn("Ana")).failure.as_json()["message"] == (
        "Ana ended the turn with 9 cards and discarded 0; 2 must go, down to seven (toasty-toasts/hand-check)"
    )


def test_sheet_state_reads_back():
    sheet = replayed(*TURNS, SHOWN).sheet
    assert GAME.load_sheet(GAME.dump_sheet(sheet)) == sheet


def test_entries_print_as_they_were_read():
    raw = turn("Ana", TRADE, action(add("Ben", 1, egg=1), {"player": "Ben", "discard": 1}))
    assert GAME.parse_entry(raw, Seats(("Ana", "Ben"))).as_json() == raw
