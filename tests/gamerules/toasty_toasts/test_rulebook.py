"""The rules reference of Toasty Toasts: every cell runs and prints what stands below it, and nothing is left out."""

import pytest

from gamerules import load
from gamerules.rulebooks import load_rulebook, parse, run

GAME = load("toasty-toasts")
BOOK = parse(load_rulebook("toasty-toasts"))
RAN = list(run(BOOK))


@pytest.mark.parametrize("ran", RAN, ids=lambda ran: f"line-{ran.cell.line}")
def test_cell(ran):
    assert ran.error is None
    assert ran.printed.rstrip() == (ran.cell.expected or "").rstrip()


def test_every_clause_is_taught_once_in_reading_order():
    assert [f"toasty-toasts/{clause.name}" for clause in BOOK.clauses] == sorted(
        GAME.clauses, key=[f"toasty-toasts/{clause.name}" for clause in BOOK.clauses].index
    )
    assert len(BOOK.clauses) == len(GAME.clauses) == 33


def test_every_clause_has_a_ruling_and_every_ruling_a_clause_and_a_cell():
    cited = {clause for ruling in BOOK.rulings for clause in ruling.clauses}
    assert cited == set(GAME.clauses)
    assert all(ruling.clauses and ruling.cells and ruling.answer for ruling in BOOK.rulings)


def test_at_least_25_rulings_with_names_of_their_own():
    names = [ruling.name for ruling in BOOK.rulings]
    assert len(names) == len(set(names)) >= 25


def test_every_open_point_is_told():
    assert {point.name for point in BOOK.points} == {f"TT{number}" for number in range(1, 32)}
    assert all(set(point.clauses) <= set(GAME.clauses) and point.text for point in BOOK.points)


def test_options_are_told_at_the_point_they_settle():
    told = {point.option: point for point in BOOK.points if point.option}
    assert set(told) == set(GAME.options.model_fields)
    for name, field in GAME.options.model_fields.items():
        extra = field.json_schema_extra
        assert told[name].name == extra["point"]
        assert set(told[name].clauses) & set(extra["clauses"])


def test_nothing_fails_in_a_ruling_that_says_yes():
    """Answers that begin with Yes show a verdict that is not a refusal first."""
    for ruling in BOOK.rulings:
        if ruling.answer.startswith("Yes"):
            first = (ruling.cells[0].expected or "").splitlines()[0]
            assert not first.startswith(("violation", "malformed")) or ruling.name == "action-is-a-play"
