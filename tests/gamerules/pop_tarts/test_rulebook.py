"""The pop-tarts rulebook: its cells run and print what it says, and no clause or open point is left out."""

import re
from collections import Counter

import pytest

from gamerules import load
from gamerules.rulebooks import load_rulebook, parse, run

GAME = load("pop-tarts")
BOOK = parse(load_rulebook("pop-tarts"))
RAN = list(run(BOOK))


@pytest.mark.parametrize("ran", RAN, ids=lambda ran: f"line-{ran.cell.line}")
def test_a_cell_prints_what_the_rulebook_says(ran):
    assert ran.error is None, ran.error
    assert ran.printed.rstrip() == (ran.cell.expected or "").rstrip()


def test_each_clause_is_taught_once_in_the_order_of_the_rules():
    assert [f"pop-tarts/{clause.name}" for clause in BOOK.clauses] == list(GAME.clauses)
    assert all(clause.text for clause in BOOK.clauses)


def test_each_clause_has_a_ruling_and_each_ruling_a_clause():
    cited = {clause for ruling in BOOK.rulings for clause in ruling.clauses}
    assert cited == set(GAME.clauses)
    assert all(ruling.clauses for ruling in BOOK.rulings)


def test_each_open_point_is_there():
    assert sorted(point.name for point in BOOK.points) == sorted(f"PT{number}" for number in range(1, 26))
    for point in BOOK.points:
        assert "Reading chosen" in point.text
        assert point.clauses
        assert set(point.clauses) <= set(GAME.clauses)


def test_each_option_that_settles_a_point_is_named_there():
    options = {
        field.json_schema_extra["point"]: name
        for name, field in GAME.options.model_fields.items()
        if field.json_schema_extra["point"]
    }
    assert {point.name: point.option for point in BOOK.points if point.option} == options


def test_rulings_have_an_answer_and_show_a_verdict():
    assert len(BOOK.rulings) >= 25
    assert max(Counter(ruling.name for ruling in BOOK.rulings).values()) == 1
    for ruling in BOOK.rulings:
        assert re.fullmatch(r"[a-z0-9-]+", ruling.name)
        assert ruling.question.endswith("?")
        assert ruling.answer
        assert any(cell.expected for cell in ruling.cells), ruling.name
