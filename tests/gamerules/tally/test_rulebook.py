"""The rules reference of tally: every cell prints what it says, every clause is taught and ruled on."""

from gamerules import load
from gamerules.rulebooks import load_rulebook, parse, run

GAME = load("tally")
BOOK = parse(load_rulebook("tally"))


def test_every_cell_prints_what_the_page_says():
    assert [(ran.cell.line, ran.printed, ran.error) for ran in run(BOOK) if not ran.is_true] == []


def test_every_clause_is_taught_once_in_reading_order():
    assert [clause.name for clause in BOOK.clauses] == [clause.name for clause in GAME.clauses.values()]
    assert all(clause.text for clause in BOOK.clauses)


def test_every_clause_has_a_ruling_and_every_ruling_cites_clauses():
    cited = {clause for ruling in BOOK.rulings for clause in ruling.clauses}
    assert cited == set(GAME.clauses)
    assert all(ruling.clauses and ruling.answer and ruling.cells for ruling in BOOK.rulings)
    assert len({ruling.name for ruling in BOOK.rulings}) == len(BOOK.rulings) >= 10
