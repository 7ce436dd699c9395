"""Every enforced clause has an example it accepts and one it rejects, by name."""

import pytest

from gamerules import load, parse_record, replay
from gamerules.clauses import Clause
from gamerules.games import Game
from gamerules.judging import _judge_entry, judge_move
from tests.gamerules.pop_tarts.examples import EXAMPLES

GAME: Game = load("pop-tarts")
ENFORCED = [clause.id for clause in GAME.clauses.values() if clause.status == "enforced"]


def findings_of(example):
    """What is wrong with the last thing of an example; its record must stand without it."""
    if "table" in example:
        return judge_move("pop-tarts", example["table"], example["move"]).findings
    replayed = replay(example["record"])
    if "entry" not in example:
        return replayed.failure.findings if replayed.failure else ()
    assert replayed.failure is None, replayed.failure
    findings = _judge_entry(parse_record(example["record"]), example["entry"]).findings
    return tuple(finding for finding in findings if finding.severity == "violation")


def cases(side):
    return [
        pytest.param(clause, example, id=f"{clause.partition('/')[2]}-{number}")
        for clause, examples in EXAMPLES.items()
        for number, example in enumerate(examples[side])
    ]


def test_each_enforced_clause_has_both_examples():
    assert sorted(EXAMPLES) == sorted(ENFORCED)
    assert all(examples["accepts"] and examples["rejects"] for examples in EXAMPLES.values())


@pytest.mark.parametrize(("clause", "example"), cases("accepts"))
def test_accepted(clause, example):
    assert findings_of(example) == (), clause


@pytest.mark.parametrize(("clause", "example"), cases("rejects"))
def test_rejected_by_name(clause, example):
    findings = findings_of(example)
    assert clause in [finding.clause.id for finding in findings if isinstance(finding.clause, Clause)]
    assert all(finding.message() for finding in findings)
    assert all(finding.verdict == "violation" for finding in findings)


@pytest.mark.parametrize(("clause", "example"), cases("rejects"))
def test_a_clause_is_checked_where_it_says(clause, example):
    kind = "table" if "table" in example else example.get("entry", {}).get("kind")
    if kind is not None:
        assert kind in GAME.clauses[clause].checked_by
