"""Each enforced clause has lines or moves that may stand and others that it refuses, for games that keep EXAMPLES."""

import importlib

import pytest

from gamerules import Malformed, load
from gamerules.judging import judge_move
from gamerules.records import parse_record, replay

PACKAGES = {"anarchy-pancakes": "anarchy_pancakes", "tally": "tally"}


def examples_of(slug):
    return importlib.import_module(f"tests.gamerules.{PACKAGES[slug]}.examples").EXAMPLES


CASES = [
    pytest.param(slug, clause, kind, example, id=f"{clause}-{kind}-{number}")
    for slug in PACKAGES
    for clause, kinds in examples_of(slug).items()
    for kind, examples in kinds.items()
    for number, example in enumerate(examples)
]


def findings_of(slug, example):
    """What is found against an example; a record alone is judged as a whole."""
    if "table" in example:
        return judge_move(slug, example["table"], example["move"]).findings
    before = replay(example["record"])
    if "entry" not in example:
        assert before.failure is None or before.failure.fault is None, before.failure
        return before.failure.findings if before.failure else ()
    assert before.failure is None, before.failure
    record = parse_record(example["record"])
    return before.sheet.explain(record.game.parse_entry(example["entry"], record.seats))


@pytest.mark.parametrize(("slug", "clause", "kind", "example"), CASES)
def test_example(slug, clause, kind, example):
    found = [finding for finding in findings_of(slug, example) if finding.severity == "violation"]
    if kind == "accepts":
        assert found == []
    else:
        assert found[0].clause is not None, found
        assert found[0].clause.id == clause, found
        assert found[0].message().endswith(f"({clause})")


@pytest.mark.parametrize("slug", PACKAGES)
def test_every_enforced_clause_has_both_kinds(slug):
    enforced = {clause.id for clause in load(slug).clauses.values() if clause.status == "enforced"}
    assert set(examples_of(slug)) == enforced
    assert all(kinds["accepts"] and kinds["rejects"] for kinds in examples_of(slug).values())


@pytest.mark.parametrize("slug", PACKAGES)
def test_every_clause_lists_the_entry_kinds_that_check_it(slug):
    kinds = {"setup", "table"} | set(load(slug).entry_adapter.json_schema()["discriminator"]["mapping"])
    for clause in load(slug).clauses.values():
        assert set(clause.checked_by) <= kinds
        assert bool(clause.checked_by) == (clause.status == "enforced")


def test_a_move_is_not_judged_where_there_is_no_table():
    with pytest.raises(Malformed, match="score sheet only"):
        judge_move("tally", {}, {})
