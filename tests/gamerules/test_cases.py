"""Every shared case (data/cases.jsonl, from the design) replays to what it expects."""

import json
from pathlib import Path

import pytest

from gamerules import replay, result_of

CASES = [json.loads(line) for line in (Path(__file__).parent / "data" / "cases.jsonl").read_text("utf-8").splitlines()]
GAMES = ("popcorn-dice", "pop-tarts", "toasty-toasts", "anarchy-pancakes")


def comparable(result, expect):
    """The parts of a result that a case fixes: ranks only once the play is over."""
    finished = expect["outcome"] is not None
    names = ("player", "points", "rank") if finished else ("player", "points")
    closed = result["game"] != "toasty-toasts" or finished
    rows = [{name: row[name] for name in names} for row in result["players"]] if closed else None
    return rows, result["outcome"]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_cases(game):
    assert sum(case["record"]["game"] == game for case in CASES) > 5


@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda number: f"{number}-{CASES[number]['record']['game']}")
def test_case(number):
    record, expect = CASES[number]["record"], CASES[number]["expect"]
    result = result_of(replay(record))
    if "error" in expect:
        assert result["error"]["entry"] == expect["error"]["entry"], result
        assert result["error"]["clause"] in expect["error"]["clauses"], result
    else:
        assert "error" not in result, result
        assert comparable(result, expect) == comparable({**expect, "game": record["game"]}, expect)
