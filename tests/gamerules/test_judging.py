"""Judging entries and moves: verdicts, what was checked, what another option would say, and the command."""

import json

import pytest

from gamerules import Malformed, UnknownGame, judge, judge_move
from gamerules.__main__ import main

RECORD = {"game": "anarchy-pancakes", "players": ["Ana", "Ben"]}
STUCK = {"kind": "round", "winner": "Ana", "piles": {"Ana": 1, "Ben": 3}}
TABLE = {
    "players": ["Ana", "Ben"],
    "spread": {"fronts": [[["O1", "S1"]], [["S6"]]], "community": ["S31"], "draw_pile": ["S20"]},
}
MATCH = {"kind": "match", "player": "Ana", "card": "S1", "onto": "S6"}


def run(capsys, monkeypatch, question, *arguments):
    monkeypatch.setattr("sys.stdin", type("Stdin", (), {"buffer": _Bytes(question)})())
    status = main(["judge", "-", *arguments])
    return status, capsys.readouterr().out


class _Bytes:
    def __init__(self, question):
        self.content = question if isinstance(question, bytes) else json.dumps(question).encode()

    def read(self):
        return self.content


def test_an_entry_that_may_stand():
    verdict = judge(RECORD, {"kind": "round", "winner": "Ben"})
    assert verdict
    assert (verdict.verdict, verdict.findings, verdict.points, verdict.depends) == ("ok", (), 1, {})
    assert "anarchy-pancakes/win" in verdict.checked
    assert "anarchy-pancakes/stack-top" in verdict.unchecked
    assert not set(verdict.checked) & set(verdict.unchecked)


def test_a_violation_under_every_option():
    verdict = judge(RECORD, {"kind": "round", "winner": "Ana", "piles": {"Ana": 0, "Ben": 0}})
    assert not verdict
    assert (verdict.verdict, verdict.findings[0].clause.name, verdict.depends) == ("violation", "round-win", {})


def test_a_violation_that_another_option_allows_depends_on_it():
    verdict = judge(RECORD, STUCK)
    assert verdict.verdict == "depends"
    assert verdict.depends == {"deadlock": {"fewest-piles": "ok"}}
    assert verdict.findings[0].clause.name == "goal"


def test_a_legal_entry_that_another_option_refuses_is_ok_and_says_so():
    verdict = judge(RECORD | {"options": {"deadlock": "fewest-piles"}}, STUCK)
    assert (verdict.verdict, verdict.depends) == ("ok", {"deadlock": {"void": "violation"}})


def test_an_entry_after_the_end_does_not_depend_on_how_much_was_agreed():
    record = RECORD | {"entries": [{"kind": "round", "winner": "Ana"}] * 2}
    assert judge(record, {"kind": "round", "winner": "Ana"}).verdict == "violation"


def test_what_the_log_cannot_tell():
    hands = {"Ana": ["O1", "O2", "S1", "S2", "S3", "S4", "S5"], "Ben": ["O3", "O4", "S6", "S7", "S8", "S9", "S10"]}
    entry = {"kind": "matches", "deal": hands, "community": "S31", "moves": [{"player": "Ana", "draw": "S11"}]}
    options = {"draw_with_match": "violation", "wrong_match": "draw-one"}
    assert judge(RECORD | {"options": options}, entry).verdict == "cannot-tell"


def test_a_fault_that_only_the_sheet_sees_is_malformed():
    record = RECORD | {"entries": [{"kind": "void-round"}]}
    assert judge(record, {"kind": "result", "winners": ["Ana"]}).verdict == "malformed"


@pytest.mark.parametrize(
    ("record", "entry", "field"),
    [
        (RECORD, {"kind": "round"}, "winner"),
        (RECORD, {"kind": "turn"}, "kind"),
        (RECORD, 5, ""),
        (RECORD | {"players": "Ana"}, STUCK, "players"),
        (RECORD | {"players": ["Ana"]}, STUCK, "record.players"),
        (RECORD | {"entries": [{"kind": "void-round"}, STUCK]}, STUCK, "record.entries.1.piles.Ana"),
        (RECORD | {"game": "chess"}, STUCK, "game"),
        ([], STUCK, ""),
    ],
)
def test_what_cannot_be_read_names_the_field(record, entry, field):
    with pytest.raises(Malformed) as refusal:
        judge(record, entry)
    assert refusal.value.field in {field, field or "kind"}


def test_a_decimal_amount_is_worth_a_string():
    record = {"game": "tally", "players": ["Ana"], "options": {"step": "0.5"}}
    assert judge(record, {"kind": "points", "player": "Ana", "points": "2.5"}).as_json()["points"] == "2.5"


def test_moves():
    assert judge_move("anarchy-pancakes", TABLE, MATCH)
    verdict = judge_move("anarchy-pancakes", TABLE, MATCH | {"card": "O1"})
    assert (verdict.verdict, [finding.clause.name for finding in verdict.findings]) == (
        "violation",
        ["stack-top", "match"],
    )
    assert "anarchy-pancakes/next-round" in verdict.checked
    assert "anarchy-pancakes/goal" in verdict.unchecked


@pytest.mark.parametrize(
    ("table", "move", "field"),
    [
        ({}, MATCH, "table.players"),
        (TABLE | {"slabs": [2, 2]}, MATCH, "table"),
        (TABLE | {"colour": 1}, MATCH, "table.colour"),
        (TABLE, {"kind": "match", "player": "Ana"}, "move.card"),
        (TABLE, MATCH | {"card": "S99"}, "move.card"),
        (TABLE, {"kind": "throw"}, "move.kind"),
        (TABLE, MATCH | {"hard": True}, "move.hard"),
    ],
)
def test_tables_and_moves_that_cannot_be_read(table, move, field):
    with pytest.raises(Malformed) as refusal:
        judge_move("anarchy-pancakes", table, move)
    assert refusal.value.field == field


def test_unknown_games_and_games_without_a_table():
    with pytest.raises(UnknownGame):
        judge_move("chess", TABLE, MATCH)
    with pytest.raises(Malformed, match="score sheet only"):
        judge_move("tally", TABLE, MATCH)


# The command


@pytest.mark.parametrize(
    ("question", "status", "verdict"),
    [
        ({"record": RECORD, "entry": {"kind": "round", "winner": "Ben"}}, 0, "ok"),
        ({"record": RECORD, "entry": STUCK}, 1, "depends"),
        ({"game": "anarchy-pancakes", "table": TABLE, "move": MATCH}, 0, "ok"),
        ({"game": "anarchy-pancakes", "table": TABLE, "move": MATCH | {"onto": "S1"}}, 1, "violation"),
        (
            {"record": RECORD | {"entries": [{"kind": "void-round"}]}, "entry": {"kind": "result", "winners": ["Ana"]}},
            2,
            "malformed",
        ),
    ],
)
def test_the_command_prints_the_verdict(capsys, monkeypatch, question, status, verdict):
    found, printed = run(capsys, monkeypatch, question, "--json")
    assert (found, json.loads(printed)["verdict"]) == (status, verdict)
    assert set(json.loads(printed)) == {"verdict", "findings", "checked", "unchecked", "depends", "points"}


@pytest.mark.parametrize(
    ("question", "field"),
    [
        (b"{", ""),
        (b"\xff", ""),
        ([], ""),
        ({"record": RECORD}, ""),
        ({"record": RECORD, "entry": STUCK, "move": 1}, ""),
        ({"record": RECORD | {"players": 3}, "entry": STUCK}, "players"),
        ({"game": "chess", "table": TABLE, "move": MATCH}, "game"),
        ({"game": 5, "table": TABLE, "move": MATCH}, "game"),
    ],
)
def test_the_command_refuses_what_it_cannot_read(capsys, monkeypatch, question, field):
    status, printed = run(capsys, monkeypatch, question, "--json")
    error = json.loads(printed)["error"]
    assert (status, error["field"], error["verdict"]) == (2, field, "malformed")
    assert error["message"]


def test_the_command_in_words(capsys, monkeypatch):
    status, printed = run(capsys, monkeypatch, {"record": RECORD, "entry": STUCK})
    assert status == 1
    assert printed.splitlines()[:3] == [
        "That depends on what the table agreed.",
        "  piles.Ana: Ana has piles left (1); a round is won with an empty front (anarchy-pancakes/goal)",
        "  Under another deadlock: fewest-piles: Yes, this is allowed.",
    ]


def test_the_command_reads_a_file(capsys, tmp_path):
    file = tmp_path / "question.json"
    file.write_text(json.dumps({"record": RECORD, "entry": {"kind": "round", "winner": "Ben"}}), "utf-8")
    assert main(["judge", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Yes, this is allowed.\n  Points: 1\n")
    assert main(["judge", str(tmp_path / "absent.json")]) == 2
    assert "No such file" in capsys.readouterr().out
