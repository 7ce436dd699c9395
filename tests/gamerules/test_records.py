"""The play record: what is read, what is refused and under which field, and what the score command prints."""

import io
import json
import sys
from types import SimpleNamespace

import pytest

from gamerules import Malformed, parse_json, parse_record, replay, result_of
from gamerules.__main__ import main

GOOD = {
    "game": "popcorn-dice",
    "players": ["Ana", "Ben"],
    "entries": [{"player": "Ana", "kind": "points", "points": 12}],
}
BROKEN = {**GOOD, "entries": [{"player": "Ana", "kind": "points", "points": 39}]}


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", ""),
        ("{", ""),
        ("NaN", ""),
        ('{"a": Infinity}', ""),
        ('{"game": 1, "game": 2}', "game"),
        ("[" * 100_000, ""),
        ("1" * 5_000, ""),
    ],
    ids=["empty", "cut", "nan", "infinity", "twice", "deep", "long"],
)
def test_text_that_is_not_json(text, field):
    with pytest.raises(Malformed) as fault:
        parse_json(text)
    assert fault.value.field == field


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"format": "scorekeeper/2"}, "format"),
        ({"format": None}, "format"),
        ({"game": "ludo"}, "game"),
        ({"game": 7}, "game"),
        ({"players": "Ana"}, "players"),
        ({"players": None}, "players"),
        ({"players": ["Ana", 7]}, "players.1"),
        ({"players": ["Ana", "  "]}, "players.1"),
        ({"players": ["Ana", "x" * 101]}, "players.1"),
        ({"players": ["Ana", "A\nB"]}, "players.1"),
        ({"players": ["Ana", "Ben", " ana "]}, "players.2"),
        ({"players": ["Straße", "STRASSE"]}, "players.1"),
        ({"players": ["Ａｎａ", "Ana"]}, "players.1"),
        ({"entries": {}}, "entries"),
        ({"options": []}, "options"),
        ({"options": {"nope": 1}}, "options.nope"),
        ({"setup": {}}, "setup"),
        ({"winner": "Ana"}, "winner"),
    ],
)
def test_a_record_that_cannot_be_read_names_the_field(changes, field):
    with pytest.raises(Malformed) as fault:
        parse_record({**GOOD, **changes})
    assert fault.value.field == field
    failure = replay({**GOOD, **changes}).failure
    assert (failure.entry, failure.is_malformed) == (None, True)


@pytest.mark.parametrize("raw", [None, 7, "text", [], True])
def test_a_record_is_an_object(raw):
    assert replay(raw).failure.as_json()["clause"] is None


def test_labels_are_trimmed_and_found_in_other_spellings():
    record = {**GOOD, "players": [" Ana ", "Ben"], "entries": [{"player": "ANA", "kind": "points", "points": 3}]}
    result = result_of(replay(record))
    assert [place["player"] for place in result["players"]] == ["Ana", "Ben"]


def test_a_label_of_one_hundred_characters_in_any_script():
    label = "ر" * 100
    record = {**GOOD, "players": [label, "🍿"], "entries": [{"player": label, "kind": "points", "points": 3}]}
    assert replay(record).sheet.totals == (3, 0)


def test_every_entry_may_carry_id_time_and_note():
    more = {"id": "0b6a7c1e-9a3e-4c8f-8a55-0d6c8e0f9b11", "at": "2026-11-30T20:15:00+01:00", "note": "ha!"}
    assert replay({**GOOD, "entries": [{**GOOD["entries"][0], **more}]}).failure is None


def test_the_first_refused_entry_stops_the_replay():
    entries = [*GOOD["entries"], {"player": "Ana", "kind": "points", "points": 1}, {"kind": "nonsense"}]
    found = replay({**GOOD, "entries": entries})
    assert found.failure.entry == 1
    assert len(found.lines) == 1
    assert found.sheet.totals == (12, 0)
    error = result_of(found)["error"]
    assert set(error) == {"entry", "field", "clause", "verdict", "message"}
    assert (error["clause"], error["verdict"]) == ("popcorn-dice/turn-order", "violation")


def test_result_of_a_play_that_is_still_on():
    assert result_of(replay(GOOD)) == {
        "game": "popcorn-dice",
        "players": [
            {"player": "Ana", "points": 12, "rank": 1, "perfect": False},
            {"player": "Ben", "points": 0, "rank": 2, "perfect": False},
        ],
        "outcome": None,
        "next": {"players": ["Ben"], "kinds": ["points", "counts", "dice", "rolls", "perfect", "skip"]},
        "warnings": [],
    }


def test_half_a_surrogate_is_spelt_out():
    error = result_of(replay({**GOOD, "\ud800": 1}))["error"]
    assert error["field"] == "\\ud800"
    json.dumps(error, ensure_ascii=False).encode("utf-8")


def score(capsys, monkeypatch, *lines, arguments=("--json", "-")):
    content = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines).encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    status = main(["score", *arguments])
    return status, capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "status"),
    [([GOOD], 0), ([GOOD, BROKEN], 1), (["nonsense", GOOD], 2), ([BROKEN, "nonsense", GOOD], 2), ([], 0)],
)
def test_score_reads_one_record_a_line_and_exits_with_the_worst(capsys, monkeypatch, lines, status):
    found, printed = score(capsys, monkeypatch, *lines)
    assert found == status
    results = [json.loads(line) for line in printed.splitlines()]
    assert len(results) == len(lines)
    assert ["error" in result for result in results] == [line is not GOOD for line in lines]


def test_score_reads_files_of_one_record_or_many(capsys, monkeypatch, tmp_path):
    one, many = tmp_path / "one.json", tmp_path / "many.jsonl"
    one.write_text(json.dumps(GOOD, indent=2), "utf-8")
    many.write_text(f"{json.dumps(GOOD)}\n\n{json.dumps(BROKEN)}\n", "utf-8")
    status, printed = score(capsys, monkeypatch, arguments=("--json", str(one), str(many)))
    assert (status, len(printed.splitlines())) == (1, 3)
    status, printed = score(capsys, monkeypatch, arguments=(str(one), str(tmp_path / "none.json")))
    assert status == 2
    assert "still being played" in printed
    assert "No such file" in printed


@pytest.mark.parametrize("game", ["popcorn-dice", "pop-tarts", "toasty-toasts", "tally"])
def test_all_winners_of_a_result_come_first(game):
    entry = {"kind": "result", "winners": ["A", "B"], "points": {"A": 35, "C": 4}}
    result = result_of(replay({"game": game, "players": ["A", "B", "C"], "entries": [entry]}))
    assert [row["rank"] for row in result["players"]] == [1, 1, 3]


def test_an_option_is_an_integer_or_none():
    failure = replay({"game": "pop-tarts", "players": ["A", "B"], "options": {"two_spaces": 3.0}}).failure
    assert failure.as_json()["field"] == "options.two_spaces"


def test_an_empty_file_is_no_record(tmp_path, capsys):
    (tmp_path / "empty.json").write_text("\n")
    assert main(["score", "--json", str(tmp_path / "empty.json")]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["verdict"] == "malformed"
