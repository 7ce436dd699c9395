"""The course of a play on the sheet: rounds, the last one, the last chance, the roll-off, rulings."""

import pytest

from gamerules import load, parse_record, replay, result_of
from gamerules.errors import IllegalEntry, MalformedEntry

GAME = load("popcorn-dice")


def points(player, amount, **more):
    return {"player": player, "kind": "points", "points": amount, **more}


def perfect(player):
    return {"player": player, "kind": "perfect"}


def roll_off(player, amount, **more):
    return {"player": player, "kind": "roll-off", "points": amount, **more}


def skip(player):
    return {"player": player, "kind": "skip"}


def played(*entries, players=("Ana", "Ben"), **options):
    found = replay({"game": "popcorn-dice", "players": list(players), "options": options, "entries": list(entries)})
    assert found.failure is None, found.failure
    return found.sheet


def refused(*entries, players=("Ana", "Ben"), **options):
    found = replay({"game": "popcorn-dice", "players": list(players), "options": options, "entries": list(entries)})
    assert found.failure is not None
    assert found.failure.entry == len(entries) - 1
    return found.failure.as_json()


TIED = [points("Ana", 38), points("Ben", 38), points("Ana", 20), points("Ben", 20)]


def notice(sheet):
    return [found.message() for found in sheet.notices]


def test_the_round_in_which_the_target_falls_is_played_out():
    sheet = played(points("Ana", 38), points("Ben", 30), points("Ana", 12))
    assert sheet.outcome is None
    assert sheet.next.players == ("Ben",)
    assert notice(sheet) == [
        "Ana has 50: this round is the last one, until Ben has had a turn (popcorn-dice/points-end)"
    ]
    assert sheet.next.hints["last_round"] is True


def test_most_points_win_not_the_first_to_the_target():
    sheet = played(points("Ana", 38), points("Ben", 38), points("Ana", 12), points("Ben", 19))
    assert sheet.outcome.as_json() == {"winners": ["Ben"], "by": "points"}
    assert [standing.rank for standing in sheet.standings()] == [2, 1]
    assert sheet.next is None
    assert notice(sheet) == ["Ben wins with 57 points (popcorn-dice/points-winner)"]


def test_target_is_an_option_and_49_does_not_reach_50():
    assert played(points("Ana", 30), points("Ben", 2), target=30).outcome.winners == ("Ana",)
    assert played(points("Ana", 38), points("Ben", 2), points("Ana", 11), points("Ben", 2)).outcome is None


def test_a_perfect_pop_beats_87_points_and_adds_none():
    sheet = played(points("Ana", 38), points("Ben", 11), points("Ana", 38), perfect("Ben"))
    assert sheet.outcome.as_json() == {"winners": ["Ben"], "by": "perfect-pop"}
    assert [(standing.points, standing.rank) for standing in sheet.standings()] == [(76, 2), (11, 1)]


def test_only_those_after_the_perfect_pop_play_on():
    sheet = played(points("Ana", 5), perfect("Ben"), players=("Ana", "Ben", "Cy"))
    assert sheet.next.players == ("Cy",)
    assert sheet.next.hints["last_chance"] == ["Cy"]
    assert "Cy may equal it with one turn each" in notice(sheet)[0]
    closed = sheet.apply(GAME.parse_entry(points("Cy", 30), parse("Ana", "Ben", "Cy").seats))
    assert closed.outcome.winners == ("Ben",)


def parse(*players):
    return parse_record({"game": "popcorn-dice", "players": list(players)})


def test_a_skip_takes_the_last_chance():
    sheet = played(perfect("Ana"), skip("Ben"))
    assert sheet.outcome.as_json() == {"winners": ["Ana"], "by": "perfect-pop"}


def test_a_skip_counts_as_a_turn():
    sheet = played(points("Ana", 3), skip("Ben"))
    assert sheet.round == 2
    assert sheet.line.text == "skip"
    assert sheet.line.points is None
    assert sheet.totals == (3, 0)


def test_several_perfect_pops_roll_off_among_themselves():
    sheet = played(points("Ana", 38), points("Ben", 1), points("Cy", 1), players=("Ana", "Ben", "Cy"))
    sheet = played(
        points("Ana", 38), points("Ben", 1), points("Cy", 1), points("Ana", 38), perfect("Ben"), perfect("Cy"),
        players=("Ana", "Ben", "Cy"),
    )  # fmt: skip
    assert sheet.next.as_json() == {"players": ["Ben"], "kinds": ["roll-off"]}
    assert sheet.next.hints["tied"] == ["Ben", "Cy"]
    assert "all made a Perfect Pop" in notice(sheet)[0]


def test_the_roll_off_decides_and_leaves_totals_alone():
    sheet = played(*TIED, roll_off("Ana", 2), roll_off("Ben", 4))
    assert sheet.outcome.as_json() == {"winners": ["Ben"], "by": "roll-off"}
    assert [(standing.points, standing.rank) for standing in sheet.standings()] == [(58, 2), (58, 1)]


def test_a_tied_roll_off_is_repeated_among_those_tied():
    three = [points(player, amount) for amount in (38, 20) for player in ("Ana", "Ben", "Cy")]
    sheet = played(*three, roll_off("Ana", 4), roll_off("Ben", 1), roll_off("Cy", 4), players=("Ana", "Ben", "Cy"))
    assert sheet.next.hints["tied"] == ["Ana", "Cy"]
    assert sheet.next.hints["roll_off"] == 2
    assert "once more" in notice(sheet)[0]


def test_a_tied_roll_off_can_be_a_shared_win():
    sheet = played(*TIED, roll_off("Ana", 4), roll_off("Ben", 4), tiebreak_again="shared")
    assert sheet.outcome.as_json() == {"winners": ["Ana", "Ben"], "by": "shared"}


def test_roll_off_by_faces_counts_pairs_unless_the_table_does_not():
    faces = {"player": "Ana", "kind": "roll-off", "faces": {"red": "PD", "blue": "DP"}}
    assert played(*TIED, faces).contest.rolled == (8,)
    assert played(*TIED, faces, tiebreak_bonus=False).contest.rolled == (6,)


def test_ties_below_the_lead_are_left_alone():
    sheet = played(points("Ana", 38), points("Ben", 8), points("Cy", 8), points("Ana", 20), points("Ben", 0),
                   points("Cy", 0), players=("Ana", "Ben", "Cy"))  # fmt: skip
    assert [standing.rank for standing in sheet.standings()] == [1, 2, 2]


def test_result_is_the_whole_play():
    sheet = played({"kind": "result", "winners": ["Ben"], "points": {"Ana": 60, "Ben": 12}})
    assert sheet.outcome.as_json() == {"winners": ["Ben"], "by": "result"}
    assert [standing.rank for standing in sheet.standings()] == [2, 1]
    assert refused(points("Ana", 3), {"kind": "result", "winners": ["Ben"]})["verdict"] == "malformed"


@pytest.mark.parametrize("amount", [45, -3])
def test_a_ruled_amount_stands_as_a_warning(amount):
    found = replay(
        {"game": "popcorn-dice", "players": ["Ana", "Ben"], "entries": [points("Ana", amount, ruled="we agreed")]}
    )
    assert found.sheet.totals == (amount, 0)
    assert found.lines[0].ruled == "we agreed"
    result = result_of(found)
    assert result["warnings"][0]["clause"] == "popcorn-dice/score-pairs"
    assert result["warnings"][0]["severity"] == "warning"
    assert result["players"][0]["ruled"] is True


def test_ruled_does_not_excuse_the_wrong_player_or_the_wrong_kind():
    assert refused(points("Ben", 45, ruled="so"))["clause"] == "popcorn-dice/turn-order"
    assert refused({"player": "Ana", "kind": "perfect", "ruled": "so"})["verdict"] == "malformed"
    assert refused(points("Ana", 10**9, ruled="so"))["field"] == "points"


def test_ruled_roll_off():
    sheet = played(*TIED, roll_off("Ana", 12, ruled="fine"), roll_off("Ben", 4))
    assert sheet.outcome.winners == ("Ana",)


@pytest.mark.parametrize("rare", [36, 37, 38])
def test_rare_batches_ask_for_a_second_look(rare):
    assert [found.severity for found in played(points("Ana", rare)).line.warnings] == ["warning"]


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (points("Zoe", 3), "player"),
        (points("Ana", True), "points"),
        (points("Ana", 1.0), "points"),
        (points("Ana", "1"), "points"),
        ({"player": "Ana", "kind": "pints", "points": 1}, "kind"),
        ({"player": "Ana", "points": 1}, "kind"),
        ({"player": "Ana", "kind": "points"}, "points"),
        (points("Ana", 1, colour="red"), "colour"),
        ({"player": "Ana", "kind": "counts", "pops": 1, "doubles": 1}, "pairs"),
        ({"player": "Ana", "kind": "dice", "popped": {"red": "K"}}, "popped.red"),
        ({"player": "Ana", "kind": "dice", "popped": {"red": ""}}, "popped.red"),
        ({"player": "Ana", "kind": "dice", "popped": {"teal": "P"}}, "popped.teal"),
        ({"player": "Ana", "kind": "rolls", "rolls": [{"faces": {"red": "PX"}}]}, "rolls.0.faces.red"),
        ({"player": "Ana", "kind": "rolls", "rolls": [{"faces": {}, "cancel": [["red"]]}]}, "rolls.0.cancel.0.1"),
        (points("Ana", 3, ruled=""), "ruled"),
        (points("Ana", 3, at="2026-01-01T10:00:00"), "at"),
        (points("Ana", 3, id="no"), "id"),
        (points("Ana", 3, note="x" * 501), "note"),
        ({"player": "Ana", "kind": "roll-off"}, "points"),
        ({"player": "Ana", "kind": "roll-off", "points": 3, "faces": {"red": "PP", "blue": "KK"}}, "points"),
    ],
)
def test_malformed_entries_name_the_field(entry, field):
    with pytest.raises(MalformedEntry) as fault:
        GAME.parse_entry(entry, parse("Ana", "Ben").seats)
    assert fault.value.field == field


@pytest.mark.parametrize("options", [{"target": 9}, {"target": 501}, {"target": True}, {"do_over": "maybe"}, {"x": 1}])
def test_unknown_options_and_values_are_refused(options):
    failure = replay({"game": "popcorn-dice", "players": ["A", "B"], "options": options}).failure
    assert failure.as_json()["field"] == f"options.{next(iter(options))}"


def test_apply_changes_nothing_and_a_refusal_carries_all_findings():
    sheet = GAME.sheet.start(("Ana", "Ben"), GAME.parse_options(None))
    before = GAME.dump_sheet(sheet)
    with pytest.raises(IllegalEntry) as refusal:
        sheet.apply(GAME.parse_entry(points("Ben", 39), parse("Ana", "Ben").seats))
    clauses = [found.clause.id for found in refusal.value.findings]
    assert clauses == ["popcorn-dice/turn-order", "popcorn-dice/score-pairs"]
    assert GAME.dump_sheet(sheet) == before


def test_every_state_of_a_play_reads_back():
    found = parse("Ana", "Ben")
    sheet = GAME.sheet.start(found.players, found.options)
    for entry in [*TIED, roll_off("Ana", 3), roll_off("Ben", 3), roll_off("Ana", 1), roll_off("Ben", 3)]:
        sheet = sheet.apply(GAME.parse_entry(entry, found.seats))
        assert GAME.load_sheet(GAME.dump_sheet(sheet)) == sheet
    assert sheet.outcome.by == "roll-off"


def test_seven_players_are_warned():
    sheet = GAME.sheet.start(tuple("ABCDEFG"), GAME.parse_options(None))
    assert [found.clause.id for found in sheet.warnings] == ["popcorn-dice/players"]
