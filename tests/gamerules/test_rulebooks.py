"""Rulebooks: what is read out of them, and that their cells run and print what they claim."""

from collections import Counter

import pytest

from gamerules import games
from gamerules.rulebooks import anchor_of, parse, pieces_of, rewrite_outputs, rulebook_of, rulings_of, run

BOOK = '''---
jupytext:
  text_representation: {extension: .md}
---

# A game

```python
total = 40
```

## Rolling

Prose of a section.

<a id="roll-all"></a>
### All of them are rolled

Every die.

### Set aside
<a id="set-aside"></a>

One stays.

#### PX1: may they be rolled again?
<!-- point: PX1 | clauses: game/roll-all | option: again -->

The reading chosen.

#### Q: May I stop?
<!-- ruling: may-stop | clauses: game/roll-all, game/set-aside -->

Yes.

```python
print(total + 2)
```

<!-- output: -->
```text
42
```

And a word after it.

```text
not an output
```
'''  # fmt: skip


def test_sections_clauses_rulings_and_points():
    book = parse(BOOK)
    assert [section.title for section in book.sections] == [
        "A game", "Rolling", "All of them are rolled", "Set aside", "PX1: may they be rolled again?", "Q: May I stop?",
    ]  # fmt: skip
    assert [(clause.name, clause.title, clause.text) for clause in book.clauses] == [
        ("roll-all", "All of them are rolled", "Every die."),
        ("set-aside", "Set aside", "One stays."),
    ]
    (ruling,) = book.rulings
    assert (ruling.name, ruling.question) == ("may-stop", "May I stop?")
    assert ruling.clauses == ("game/roll-all", "game/set-aside")
    assert ruling.answer == "Yes.\n\nAnd a word after it.\n\n```text\nnot an output\n```"
    assert [(cell.source, cell.expected) for cell in ruling.cells] == [("print(total + 2)", "42")]
    (point,) = book.points
    assert (point.name, point.option, point.clauses) == ("PX1", "again", ("game/roll-all",))
    assert point.text == "The reading chosen."
    assert [section.anchor for section in book.sections[2:]] == [
        "roll-all", "set-aside", "px1-may-they-be-rolled-again", "may-stop",
    ]  # fmt: skip


def test_a_section_in_pieces():
    section = parse(BOOK).sections[-1]
    [cell] = section.cells
    assert list(pieces_of(section)) == ["Yes.", cell, "And a word after it.\n\n```text\nnot an output\n```"]


def test_cells_run_in_one_namespace_and_are_compared():
    first, second = run(parse(BOOK))
    assert first.is_true
    assert second.is_true
    assert second.printed == "42\n"


def test_a_wrong_output_and_a_failing_cell_are_told():
    _, wrong = run(parse(BOOK.replace("42", "43")))
    assert not wrong.is_true
    _, failing = run(parse(BOOK.replace("print(total + 2)", "print(totals)")))
    assert not failing.is_true
    assert "NameError" in failing.error


def test_unprinted_output_is_a_fault():
    silent, _ = run(parse(BOOK.replace("total = 40", "total = 40\nprint(total)")))
    assert not silent.is_true


def test_outputs_can_be_rewritten():
    stale = BOOK.replace("42", "wrong\nand long").replace("total = 40", "total = 40\nprint('new')")
    fresh = rewrite_outputs(stale)
    assert all(ran.is_true for ran in run(parse(fresh)))
    assert rewrite_outputs(fresh) == fresh
    assert "new" in fresh
    assert "not an output" in fresh


def test_a_block_never_closed_and_a_ruling_without_question():
    with pytest.raises(ValueError, match="line 2"):
        parse("# A\n```python\nx")
    with pytest.raises(ValueError, match="'Q:'"):
        parse("# A\n<!-- ruling: a | clauses: b -->\n")


def test_an_anchor_between_two_headings_belongs_to_the_second():
    (clause,) = parse('# Game\n\n<a id="goal"></a>\n\n## The goal\n\nWin.\n').clauses
    assert (clause.name, clause.title) == ("goal", "The goal")


def test_several_anchors_name_one_section():
    clauses = parse('## Both\n<a id="one"></a>\n<a id="two"></a>\n\nWords.\n').clauses
    assert [(clause.name, clause.text) for clause in clauses] == [("one", "Words."), ("two", "Words.")]


def test_anchor_of_a_heading():
    assert anchor_of("Kernels & pops") == "kernels-pops"


def test_the_rulings_of_a_game_are_read_once_and_a_game_without_a_rulebook_has_none():
    first = rulings_of("popcorn-dice")[0]
    assert (first.name, first.clauses[0]) == ("target-30-or-50", "popcorn-dice/goal")
    assert rulings_of("popcorn-dice") is rulings_of("popcorn-dice")
    assert rulings_of("chess") == ()


@pytest.mark.parametrize("slug", games())
def test_no_two_places_of_a_rulebook_share_an_anchor(slug):
    book = rulebook_of(slug)
    anchors = [name for section in book.sections for name in (section.clauses or (section.anchor,))]
    assert [name for name, times in Counter(anchors).items() if times > 1] == []
