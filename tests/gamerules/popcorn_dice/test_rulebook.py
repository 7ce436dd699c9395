"""The rulebook: every cell prints what stands below it, every clause is taught and has a ruling."""

import pytest

from gamerules import load
from gamerules.rulebooks import load_rulebook, parse, run

GAME = load("popcorn-dice")
BOOK = parse(load_rulebook("popcorn-dice"))


@pytest.fixture(scope="module")
def results():
    return list(run(BOOK))


def test_every_cell_prints_what_stands_below_it(results):
    for ran in results:
        assert ran.error is None, f"line {ran.cell.line}: {ran.error}"
        assert ran.printed.rstrip() == (ran.cell.expected or "").rstrip(), f"line {ran.cell.line}"
    assert len(results) == len(BOOK.cells) > 40


def test_every_clause_is_taught_once():
    assert sorted(clause.name for clause in BOOK.clauses) == sorted(clause.name for clause in GAME.clauses.values())
    assert all(clause.text for clause in BOOK.clauses)


def test_every_clause_has_a_ruling_and_every_ruling_a_clause():
    assert all(ruling.clauses for ruling in BOOK.rulings)
    assert {clause for ruling in BOOK.rulings for clause in ruling.clauses} == set(GAME.clauses)


def test_rulings_are_many_and_proved():
    assert len(BOOK.rulings) >= 25
    assert len({ruling.name for ruling in BOOK.rulings}) == len(BOOK.rulings)
    for ruling in BOOK.rulings:
        assert ruling.answer
        assert any(cell.expected for cell in ruling.cells), ruling.name


def test_every_open_point_is_there_with_its_option():
    assert {point.name for point in BOOK.points} == {f"PD{number}" for number in range(1, 26)}
    options = {field.json_schema_extra["point"]: name for name, field in GAME.options.model_fields.items()}
    assert {point.name: point.option for point in BOOK.points if point.option} == options
    assert all(clause in GAME.clauses for point in BOOK.points for clause in point.clauses)
    assert all(point.clauses for point in BOOK.points)


def test_anchors_are_unique():
    anchors = [section.anchor for section in BOOK.sections]
    assert len(anchors) == len(set(anchors))
