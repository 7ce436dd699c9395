"""Each enforced clause has an example that stands and one that it refuses (data/examples.jsonl)."""

import json
from pathlib import Path

import pytest

from gamerules import load, replay

GAME = load("popcorn-dice")
LINES = (Path(__file__).parent / "data" / "examples.jsonl").read_text("utf-8").splitlines()
EXAMPLES = [json.loads(line) for line in LINES]


def replayed(example):
    record = {"game": "popcorn-dice", "players": example["players"], "entries": example["entries"]}
    return replay(record | {"options": example.get("options", {})})


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['clause'][13:]}: {example['name']}")
def test_example(example):
    found = replayed(example)
    if "refused" not in example:
        assert found.failure is None, found.failure
        if "points" in example:
            assert found.lines[-1].points == example["points"]
        return
    assert found.failure is not None, "nothing was refused"
    assert found.failure.entry == example["refused"]
    assert example["clause"] in {finding.clause.id for finding in found.failure.findings}, found.failure
    assert found.failure.findings[0].field == example["field"]


def test_enforced_clauses_have_both_examples():
    enforced = {clause.id for clause in GAME.clauses.values() if clause.status == "enforced"}
    assert {example["clause"] for example in EXAMPLES if "refused" not in example} == enforced
    assert {example["clause"] for example in EXAMPLES if "refused" in example} == enforced


def test_thirty_clauses_with_words_and_locators():
    assert len(GAME.clauses) == 30
    assert all(clause.text.endswith(".") and clause.locator for clause in GAME.clauses.values())


def test_options_named_by_clauses_exist_and_back():
    fields = GAME.options.model_fields
    for clause in GAME.clauses.values():
        assert set(clause.options) <= set(fields)
    for name, field in fields.items():
        for clause in field.json_schema_extra["clauses"]:
            assert name in GAME.clause(clause).options
