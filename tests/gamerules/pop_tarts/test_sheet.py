"""The pop-tarts sheet: what each kind of entry does, in which order faults are found, how a play ends."""

import json

import pytest

from gamerules import judge, load, replay, result_of
from tests.gamerules.pop_tarts.examples import (
    CHERRIES,
    FLIP,
    LINE,
    PAIR,
    PAIR_MIXED,
    THREE,
    cards,
    moves,
    plating,
    points,
    record,
    rounds,
    setup,
)

GAME = load("pop-tarts")
SKIP = {"player": "Ana", "kind": "skip"}


def error_of(*entries, **head):
    return result_of(replay(record(*entries, **head)))["error"]


def sheet_of(*entries, **head):
    replayed = replay(record(*entries, **head))
    assert replayed.failure is None, replayed.failure
    return replayed.sheet


def unvalued(*entries, **head):
    """A record whose values nobody has entered."""
    return record(*entries, values={}, **head)


# Form


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"player": "Ana", "kind": "points"}, "points"),
        ({"player": "Ana", "kind": "points", "points": 1.0}, "points"),
        ({"player": "Ana", "kind": "points", "points": True}, "points"),
        ({"player": "Ana", "kind": "points", "points": "1"}, "points"),
        ({"player": "Ana", "kind": "points", "points": 1, "bonuses": 1.0}, "bonuses"),
        ({"player": "Ana", "kind": "points", "points": 1, "ruled": ""}, "ruled"),
        ({"player": "Ana", "kind": "points", "points": 1, "ruled": "x" * 501}, "ruled"),
        ({"player": "Ana", "kind": "points", "points": 1, "plated": "cherry/frozen"}, "plated"),
        ({"player": "Cy", "kind": "points", "points": 1}, "player"),
        ({"kind": "points", "points": 1}, "player"),
        ({"player": "Ana", "kind": "cards"}, "plated"),
        ({"player": "Ana", "kind": "cards", "plated": "cherry"}, "plated"),
        ({"player": "Ana", "kind": "cards", "plated": "mango/frozen"}, "plated"),
        ({"player": "Ana", "kind": "cards", "plated": "cherry/frozen", "eaten": ["cherry"]}, "eaten.0"),
        ({"player": "Ana", "kind": "cards", "plated": "cherry/frozen", "ruled": "so"}, "ruled"),
        ({"player": "Ana", "kind": "cards", "plated": "cherry/frozen", "bonuses": [["cherry", "cherry"]]}, "bonuses.0"),
        ({"player": "Ana", "kind": "cards", "plated": "cherry/frozen", "bonuses": [PAIR * 2]}, "bonuses.0"),
        ({"player": "Ana", "kind": "cards", "plated": "cherry/frozen", "bonuses": [["mango"] * 3]}, "bonuses.0.0"),
        ({"player": "Ana", "kind": "skip", "points": 0}, "points"),
        ({"player": "Ana", "kind": "nap"}, "kind"),
        (moves("Ana", "cherry/toasted", play=[{"swap-ends": 1}]), "play.0.swap-ends"),
        (moves("Ana", "cherry/toasted", play=[{"swap-ends": False}]), "play.0.swap-ends"),
        (moves("Ana", "cherry/toasted", play=[{"swap-ends": True, "flip-arrow": True}]), "play.0"),
        (moves("Ana", "cherry/toasted", play=[{}]), "play.0"),
        (moves("Ana", "cherry/toasted", play=[{"shuffle": True}]), "play.0.shuffle"),
        (moves("Ana", "cherry/toasted", play=[{"swap-neighbours": [1, 2.0]}]), "play.0.swap-neighbours.1"),
        (moves("Ana", "cherry/toasted", play=[{"swap-neighbours": [1]}]), "play.0.swap-neighbours.1"),
        (moves("Ana", "cherry/toasted", refill="mango"), "refill"),
    ],
)
def test_a_malformed_entry_names_its_field(entry, field):
    head = {"setup": setup()} if entry["kind"] == "moves" else {}
    error = error_of(entry, **head)
    assert (error["entry"], error["clause"], error["verdict"]) == (0, None, "malformed")
    assert error["field"] == field


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"target": 0}, "target"),
        ({"target": 1001}, "target"),
        ({"target": "30"}, "target"),
        ({"target": True}, "target"),
        ({"two_spaces": 1}, "two_spaces"),
        ({"bonus_refill": "never"}, "bonus_refill"),
        ({"values": {"mango": 1}}, "values.mango"),
        ({"values": {"cherry": 0}}, "values.cherry"),
        ({"values": {"cherry": 21}}, "values.cherry"),
        ({"values": {"cherry": True}}, "values.cherry"),
        ({"values": None}, "values"),
        ({"do_over": "forced"}, "do_over"),
    ],
)
def test_an_unknown_option_or_value_is_refused(options, field):
    error = error_of(**options)
    assert (error["entry"], error["clause"], error["field"]) == (None, None, f"options.{field}")


@pytest.mark.parametrize(
    ("broken", "field"),
    [
        ({"line": [*LINE[:6], "mango"]}, "setup.line.6"),
        ({"arrow": "left"}, "setup.arrow"),
        ({"arrow": None}, "setup.arrow"),
        ({"bonuses": [["cherry"]]}, "setup.bonuses.0"),
        ({"deck": []}, "setup.deck"),
    ],
)
def test_a_malformed_setup_names_its_field(broken, field):
    error = error_of(setup={**setup(), **broken})
    assert (error["entry"], error["clause"], error["field"]) == (None, None, field)


def test_setup_goes_with_moves_only():
    for entry in (points("Ana", 0), cards("Ana", "cherry/frozen"), {"kind": "result", "winners": ["Ana"]}):
        error = error_of(entry, setup=setup())
        assert (error["entry"], error["field"], error["verdict"]) == (None, "setup", "malformed")
    error = error_of(points("Ana", 0), moves("Ben", "cherry/toasted"), setup=setup())
    assert (error["entry"], error["verdict"]) == (0, "malformed")
    assert sheet_of(setup=setup()).next.kinds == ("moves", "skip")
    assert sheet_of(SKIP, setup=setup()).next.kinds == ("moves", "skip")


def test_moves_need_a_setup():
    error = error_of(moves("Ana", "cherry/toasted"))
    assert (error["entry"], error["field"], error["clause"]) == (0, "setup", None)


# Levels

FIRST_ENTRIES = {
    "points": points("Ana", 0),
    "cards": cards("Ana", "cherry/toasted"),
    "moves": moves("Ana", "cherry/toasted"),
}
SECOND_ENTRIES = {
    "points": points("Ben", 0),
    "cards": cards("Ben", "wild-berry/toasted"),
    "moves": moves("Ben", "wild-berry/toasted"),
}


@pytest.mark.parametrize(
    ("first", "then", "stands"),
    [
        ("points", "points", True),
        ("points", "cards", False),
        ("cards", "cards", True),
        ("cards", "points", True),
        ("moves", "moves", True),
        ("moves", "cards", True),
        ("moves", "points", True),
    ],
)
def test_what_may_follow_what(first, then, stands):
    head = {"setup": setup()} if first == "moves" else {}
    replayed = replay(record(FIRST_ENTRIES[first], SECOND_ENTRIES[then], **head))
    assert (replayed.failure is None) == stands
    if not stands:
        assert replayed.failure.entry == 1
        assert replayed.failure.is_malformed


def test_moves_cannot_follow_cards():
    error = error_of(
        moves("Ana", "cherry/toasted"),
        cards("Ben", "wild-berry/toasted"),
        moves("Ana", "cherry/toasted"),
        setup=setup(),
    )
    assert (error["entry"], error["field"], error["verdict"]) == (2, "kind", "malformed")


def test_cards_cannot_come_back_after_points():
    error = error_of(cards("Ana", "cherry/toasted"), points("Ben", 0), cards("Ana", "cherry/toasted"))
    assert (error["entry"], error["verdict"]) == (2, "malformed")


def test_a_skip_fixes_no_level():
    sheet = sheet_of(SKIP)
    assert sheet.next.kinds == ("points", "cards", "skip")
    assert sheet_of(SKIP, cards("Ben", "cherry/toasted")).plates == ((), ("cherry/toasted",))


def test_plate_sizes_carry_over_from_cards_to_points():
    four = plating(*["cherry/toasted"] * 4)
    assert error_of(*four, points("Ana", 0))["clause"] == "pop-tarts/plate-limit"
    assert sheet_of(*four, points("Ana", 10)).totals[0] == 10
    two = plating(*["cherry/toasted"] * 2)
    assert error_of(*two, points("Ana", 10))["clause"] == "pop-tarts/eat-points"


def test_lines_say_how_much_was_checked():
    sheet = sheet_of(moves("Ana", "cherry/toasted"), setup=setup())
    assert sheet.line.level == "verified"
    assert sheet_of(cards("Ana", "cherry/toasted")).line.level == "possible"
    assert sheet_of(points("Ana", 0)).line.level == "consistent"


# Order of checks


def test_malformed_comes_before_the_end():
    over = rounds(1, 3, 0)
    assert error_of(*over, {**points("Ana", 1), "bonus": 1}, target=3)["verdict"] == "malformed"
    assert error_of(*over, cards("Ana", "cherry/toasted"), target=3)["verdict"] == "malformed"


def test_the_end_comes_before_the_turn_and_the_turn_before_the_amount():
    over = rounds(1, 3, 0)
    assert error_of(*over, points("Ben", 99), target=3)["clause"] == "pop-tarts/end-trigger"
    assert error_of(points("Ben", 99))["clause"] == "pop-tarts/next-player"


def test_independent_findings_are_all_named():
    sheet = sheet_of(points("Ana", 0))
    found = sheet.explain(GAME.parse_entry(points("Ana", 99), None))
    assert [finding.clause.name for finding in found] == ["next-player", "eat-points"]


# Points


@pytest.mark.parametrize(
    ("entry", "clause"),
    [
        (points("Ana", -1), "eat-points"),
        (points("Ana", 4), "eat-points"),
        (points("Ana", 5, 1), "bonus-claim"),
        (points("Ana", 0, -1), "bonus-claim"),
        (points("Ana", 20, 3), "two-bonuses"),
    ],
)
def test_first_turn_amounts(entry, clause):
    assert error_of(entry)["clause"] == f"pop-tarts/{clause}"


def test_bounds_that_rest_on_unknown_values_are_warnings():
    result = result_of(replay(unvalued(points("Ana", 25))))
    assert [found["clause"] for found in result["warnings"]] == ["pop-tarts/eat-points"]
    assert result["warnings"][0]["severity"] == "warning"
    assert result_of(replay(unvalued(points("Ana", 3))))["warnings"] == []


def test_counts_are_refused_though_values_are_unknown():
    def refused(*entries):
        return result_of(replay(unvalued(*entries)))["error"]["clause"]

    assert refused(*rounds(4), points("Ana", 0)) == "pop-tarts/plate-limit"
    assert refused(points("Ana", 12, 1)) == "pop-tarts/bonus-claim"
    assert refused(*rounds(1), points("Ana", 6, 1)) == "pop-tarts/bonus-claim"
    assert refused(points("Ana", -1)) == "pop-tarts/eat-points"
    assert refused(points("Ana", 111)) == "pop-tarts/eat-points"


def test_a_partial_table_of_values_is_filled_up():
    sheet = sheet_of(values={"cherry": 9})
    assert sheet.options.card_values == {
        "cherry": 9, "wild-berry": 3, "chocolate-fudge": 2, "cookies-and-creme": 1, "brown-sugar-cinnamon": 1,
    }  # fmt: skip
    assert error_of(points("Ana", 4), values={"cherry": 9})["clause"] == "pop-tarts/eat-points"
    assert sheet_of(points("Ana", 9), values={"cherry": 9}).totals == (9, 0)


def test_a_gap_between_the_values_is_refused():
    values = dict.fromkeys(record()["options"]["values"], 4)
    for impossible in (1, 3, 5, 6):
        assert error_of(*rounds(1), points("Ana", impossible), values=values)["clause"] == "pop-tarts/eat-points"
    assert sheet_of(*rounds(1), points("Ana", 8), values=values).sizes[0] == 0b1


def test_a_bonus_needs_tarts_to_eat():
    assert sheet_of(*rounds(1), points("Ana", 8, 1)).bonuses == (1, 0)
    assert error_of(*rounds(1), points("Ana", 12, 1))["clause"] == "pop-tarts/eat-points"
    assert error_of(*rounds(2), points("Ana", 16, 2))["clause"] == "pop-tarts/bonus-claim"
    assert sheet_of(*rounds(3), points("Ana", 14, 2)).totals == (14, 0)


# Ruled


def test_a_ruled_amount_stands_and_is_flagged():
    result = result_of(replay(record({**points("Ana", 77), "ruled": "we found a card under the table"})))
    ana, ben = result["players"]
    assert (ana["points"], ana["ruled"]) == (77, True)
    assert "ruled" not in ben
    assert {found["severity"] for found in result["warnings"]} == {"warning"}
    assert [found["clause"] for found in result["warnings"]] == ["pop-tarts/eat-points"] * 2


def test_after_a_ruling_the_plate_is_unknown():
    ruled = {**points("Ana", 0), "ruled": "left"}
    sheet = sheet_of(*rounds(4, 0, 1), ruled)
    assert sheet.sizes[0] == 0b11111
    assert sheet_of(ruled, points("Ben", 0), points("Ana", 15)).totals == (15, 0)


def test_a_ruling_changes_neither_turn_nor_end_nor_type():
    ruled = {**points("Ben", 0), "ruled": "so"}
    assert error_of(ruled)["clause"] == "pop-tarts/next-player"
    assert error_of(*rounds(1, 3), {**points("Ana", 0), "ruled": "so"}, target=3)["clause"] == "pop-tarts/end-trigger"
    assert error_of({**points("Ana", 1.5), "ruled": "so"})["verdict"] == "malformed"
    for amount in ({"points": 10**9}, {"bonuses": -(10**9)}):
        error = error_of({**points("Ana", 0), "ruled": "so", **amount})
        assert (error["field"], error["verdict"]) == (*amount, "malformed")


# Cards and moves


def test_cards_give_their_values_and_five_a_bonus():
    sheet = sheet_of(
        *plating("cherry/toasted"),
        cards("Ana", "wild-berry/frozen", "cherry/toasted", "wild-berry/frozen", bonuses=[PAIR_MIXED]),
    )
    assert (sheet.totals[0], sheet.bonuses[0], sheet.plates[0]) == (10, 1, ())
    assert (sheet.line.points, sheet.line.total) == (10, 10)


def test_the_order_in_which_a_bonus_is_written_means_nothing():
    taken = cards("Ana", "wild-berry/frozen", "cherry/toasted", "wild-berry/frozen", bonuses=[PAIR_MIXED[::-1]])
    assert sheet_of(*plating("cherry/toasted"), taken).bonuses[0] == 1


def test_a_bonus_with_a_flavour_twice_takes_two_cards():
    twice = [["cherry", "cherry", "wild-berry"]]
    before = plating("cherry/toasted", "wild-berry/frozen")
    eaten = ["cherry/toasted", "wild-berry/frozen", "wild-berry/frozen"]
    error = error_of(*before, cards("Ana", "wild-berry/frozen", *eaten, bonuses=twice))
    assert error["clause"] == "pop-tarts/bonus-three"
    stands = cards("Ana", "cherry/frozen", "cherry/toasted", "wild-berry/frozen", "cherry/frozen", bonuses=twice)
    assert sheet_of(*before, stands).bonuses[0] == 1


def test_three_and_two_of_five_cards_win_two_bonuses():
    before = plating("cherry/toasted", "wild-berry/frozen", "chocolate-fudge/frozen", "cherry/frozen")
    five = ["cherry/toasted", "wild-berry/frozen", "chocolate-fudge/frozen", "cherry/frozen", "wild-berry/toasted"]
    won = cards("Ana", "wild-berry/toasted", *five, bonuses=[THREE, ["cherry/frozen", "wild-berry/toasted"]])
    assert sheet_of(*before, won, target=1000).totals[0] == 2 + 3 + 2 + 2 + 3 + 10


def test_the_row_moves_up_on_the_side_that_the_arrow_shows():
    toaster = sheet_of(moves("Ana", "cherry/toasted", refill="chocolate-fudge"), setup=setup())
    assert toaster.tarts == (*LINE[1:4], "chocolate-fudge", *LINE[4:])
    freezer = sheet_of(moves("Ana", "wild-berry/frozen", play=FLIP, refill="chocolate-fudge"), setup=setup())
    assert freezer.tarts == (*LINE[:3], "chocolate-fudge", *LINE[3:6])


def test_each_action_changes_the_row():
    played = [{"swap-ends": True}, {"swap-two-apart": [1, 3]}, {"swap-neighbours": [1, 2]}]
    sheet = sheet_of(moves("Ana", "wild-berry/toasted", play=played, refill="cherry"), setup=setup())
    assert sheet.tarts == ("chocolate-fudge", "wild-berry", "cookies-and-creme", "cherry", *LINE[4:6], "cherry")


def claiming(*, second, option):
    """Ana wins the pair of toasted cherries, then another bonus that replaces the first."""
    start = setup(CHERRIES, bonuses=[["cherry/toasted"] * 2, PAIR, PAIR_MIXED])
    turns = [moves(player, "cherry/toasted") for _ in range(3) for player in ("Ana", "Ben")]
    entry = moves(
        "Ana", "cherry/toasted", *["cherry/toasted"] * 4, bonuses=[["cherry/toasted"] * 2, second],
        new_bonuses=[["cherry/toasted"] * 2, THREE],
    )  # fmt: skip
    return record(*turns, entry, setup=start, bonus_refill=option)


def test_a_bonus_that_came_at_once_may_still_be_won():
    assert replay(claiming(second=["cherry/toasted"] * 2, option="at-once")).failure is None
    late = result_of(replay(claiming(second=["cherry/toasted"] * 2, option="end-of-turn")))
    assert late["error"]["clause"] == "pop-tarts/bonus-claim"


def test_open_bonuses_are_followed():
    sheet = replay(claiming(second=["cherry/toasted"] * 2, option="at-once")).sheet
    assert sorted(sheet.open_bonuses) == sorted([tuple(THREE), tuple(PAIR), tuple(PAIR_MIXED)])


def test_an_open_bonus_that_fits_and_stays_is_warned_about():
    start = setup(CHERRIES, bonuses=[["cherry/toasted"] * 2])
    turns = [moves("Ana", "cherry/toasted"), moves("Ben", "cherry/toasted")]
    sheet = sheet_of(*turns, moves("Ana", "cherry/toasted", *["cherry/toasted"] * 2), setup=start)
    assert [found.clause.name for found in sheet.line.warnings] == ["bonus-claim"]


def last_turns(count):
    """A play by moves in which nobody eats but to make room, with the deck used up after turn 53."""
    entries = []
    for turn in range(count):
        eaten = ["cherry/toasted"] if turn >= 8 else []
        entries.append(
            moves(("Ana", "Ben")[turn % 2], "cherry/toasted", *eaten, refill="cherry" if turn < 53 else None)
        )
    return entries


def test_the_deck_lasts_for_fifty_three_refills():
    head = {"setup": setup(CHERRIES, bonuses=[]), "target": 1000}
    assert error_of(*last_turns(53), {**last_turns(54)[-1], "refill": "cherry"}, **head)["clause"] == "pop-tarts/refill"
    sheet = sheet_of(*last_turns(54), **head)
    assert sheet.tarts == tuple(CHERRIES[:6])
    assert sheet.outcome.winners == ("Ana", "Ben")


# Ends


@pytest.mark.parametrize(("seats", "turns"), [(2, 54), (3, 54), (4, 56), (5, 55), (6, 54)])
def test_the_round_of_turn_fifty_three_is_the_last(seats, turns):
    players = ["Ana", "Ben", "Cy", "Dee", "Eve", "Flo"][:seats]
    entries = [points(players[turn % seats], 1) for turn in range(turns)]
    head = {"players": players, "target": 1000}
    assert sheet_of(*entries[:-1], **head).outcome is None
    assert sheet_of(*entries, **head).outcome is not None
    assert error_of(*entries, points("Ana", 1), **head)["clause"] == "pop-tarts/end-trigger"


def test_the_round_is_finished_and_the_most_points_win():
    sheet = sheet_of(points("Ana", 2), target=2)
    assert sheet.outcome is None
    assert [finding.clause.name for finding in sheet.notices] == ["end-trigger"]
    over = sheet_of(points("Ana", 2), points("Ben", 3), target=2)
    assert over.outcome.as_json() == {"winners": ["Ben"], "by": "points"}
    assert over.next is None


def test_the_last_player_of_a_round_ends_the_game_at_once():
    assert sheet_of(points("Ana", 0), points("Ben", 3), target=3).outcome.winners == ("Ben",)


def test_three_tied_of_whom_two_tie_in_bonuses_share():
    players = ("Ana", "Ben", "Cy")
    first = [points(player, 0) for player in players]
    last = [points("Ana", 8, 1), points("Ben", 8, 1), points("Cy", 6)]
    assert sheet_of(*first, *last, players=players, target=8).outcome.as_json() == {
        "winners": ["Ana", "Ben"],
        "by": "shared",
    }


def test_bonus_cards_break_a_tie_and_rank():
    first = [points("Ana", 2), points("Ben", 0), points("Ana", 3), points("Ben", 0)]
    sheet = sheet_of(*first, points("Ana", 3), points("Ben", 8, 1), target=8)
    assert sheet.outcome.as_json() == {"winners": ["Ben"], "by": "bonuses"}
    assert [standing.rank for standing in sheet.standings()] == [2, 1]


def test_a_skip_counts_as_a_turn():
    sheet = sheet_of(points("Ana", 3), {"player": "Ben", "kind": "skip"}, target=3)
    assert sheet.outcome.winners == ("Ana",)
    assert (sheet.line.text, sheet.line.points) == ("skip", None)


def test_tarts_left_in_the_last_turn_are_warned_about():
    sheet = sheet_of(cards("Ana", "cherry/toasted", "cherry/toasted"), cards("Ben", "cherry/toasted"), target=2)
    assert [finding.clause.name for finding in sheet.line.warnings] == ["plate-worthless"]
    assert sheet.totals == (2, 0)


# Results


def result(winners, points=None):
    entry = {"kind": "result", "winners": winners}
    return entry if points is None else {**entry, "points": points}


def test_a_bare_result():
    sheet = sheet_of(result(["ben"], {"Ana": 12, "Ben": 31}))
    assert sheet.outcome.as_json() == {"winners": ["Ben"], "by": "result"}
    assert [(standing.points, standing.rank) for standing in sheet.standings()] == [(12, 2), (31, 1)]
    assert sheet.next is None


def test_a_result_is_the_only_line_of_its_play():
    for entries in ([points("Ana", 0), result(["Ben"])], [result(["Ben"]), result(["Ben"])]):
        error = error_of(*entries)
        assert (error["entry"], error["field"], error["verdict"]) == (1, "kind", "malformed")


@pytest.mark.parametrize("entry", [points("Ana", 0), cards("Ana", "cherry/frozen"), SKIP])
def test_nothing_follows_a_result(entry):
    error = error_of(result(["Ben"]), entry)
    assert (error["entry"], error["clause"]) == (1, "pop-tarts/end-trigger")


def test_totals_of_a_result_beyond_unknown_values_are_warned_about():
    warnings = result_of(replay(unvalued(result(["Ana"], {"Ana": 60}))))["warnings"]
    assert [found["field"] for found in warnings] == ["points.Ana"]
    assert result_of(replay(unvalued(result(["Ana"], {"Ana": 140}))))["error"]["clause"] == "pop-tarts/eat-points"


def test_of_a_tie_in_a_result_only_bonus_cards_tell():
    assert judge(record(), result(["Ana"], {"Ana": 31, "Ben": 31})).verdict == "cannot-tell"


# The pad


def test_hints_for_the_pad():
    hints = sheet_of(*plating(*["cherry/toasted"] * 4)).next.hints
    assert hints["plate"] == ["cherry/toasted"] * 4
    assert (hints["plate_sizes"], hints["must_eat"], hints["deck"]) == ([4], True, 45)
    assert json.dumps(hints)


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [points("Ana", 2), points("Ben", 0)],
        [cards("Ana", "cherry/toasted", "cherry/toasted"), SKIP | {"player": "Ben"}],
        [result(["Ana"], {"Ana": 31})],
    ],
)
def test_a_sheet_is_stored_and_read_back(entries):
    sheet = sheet_of(*entries)
    again = GAME.load_sheet(json.loads(json.dumps(GAME.dump_sheet(sheet))))
    assert again == sheet


def test_a_sheet_by_moves_is_stored_and_read_back():
    sheet = sheet_of(moves("Ana", "wild-berry/frozen", play=FLIP), setup=setup())
    assert GAME.load_sheet(json.loads(json.dumps(GAME.dump_sheet(sheet)))) == sheet


def test_what_another_option_would_say():
    verdict = judge(record(setup=setup()), moves("Ana", "cookies-and-creme/toasted", play=[{"swap-two-apart": [1, 4]}]))
    assert (verdict.verdict, verdict.depends) == ("depends", {"two_spaces": {"3": "ok"}})


def test_rounds_and_target():
    sheet = sheet_of(*rounds(2), points("Ana", 1))
    assert (sheet.round, sheet.target, sheet.line.row) == (3, 30, 3)
    assert sheet_of(*rounds(2)).line.row == 2


@pytest.mark.parametrize(
    ("more", "clause"),
    [
        ({"eaten": ["cherry/frozen"] * 5000}, "eat-may"),
        ({"bonuses": [PAIR] * 5000}, "two-bonuses"),
        ({"play": [{"swap-ends": True}] * 5000}, "play-limit"),
    ],
)
def test_a_flood_gives_one_finding(more, clause):
    sheet = sheet_of(setup=setup())
    entry = GAME.parse_entry({**moves("Ana", "cherry/toasted"), "new_bonuses": [], **more}, None)
    found = [finding.clause.name for finding in sheet.explain(entry)]
    assert found.count(clause) == 1
    assert len(found) < 6
