"""The conformance suite catches what it promises to: small games, each with one promise broken."""

import importlib.util
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gamerules.clauses import Clauses
from gamerules.errors import IllegalEntry
from gamerules.sheets import Standing
from gamerules.testing import NotSound, check_game
from gamerules.toasty_toasts import GAME as TOASTY
from gamerules.toasty_toasts.deck import NextCard
from gamerules.toasty_toasts.table import ToastyTable
from tests.gamerules.toasty_toasts.examples import EXAMPLES as TOASTY_EXAMPLES

PATH = Path(__file__).parents[2] / "docs" / "guide" / "own-rule-module" / "coin_race.py"


def load_coin_race():
    spec = importlib.util.spec_from_file_location("coin_race_to_break", PATH)
    module = importlib.util.module_from_spec(spec)
    sys.modules["coin_race_to_break"] = module
    spec.loader.exec_module(module)
    return module


COIN = load_coin_race()
SHEET = COIN.CoinRaceSheet


def with_sheet(name, **methods):
    """The coin race with some methods of its sheet replaced."""
    sheet = dataclass(frozen=True, slots=True)(type(name, (SHEET,), {"__annotations__": {}, **methods}))
    return replace(COIN.GAME, sheet=sheet)


def broken(game, message, examples=COIN.EXAMPLES, **more):
    with pytest.raises(NotSound, match=message):
        check_game(game, examples=examples, **more)


def test_a_clause_without_examples():
    broken(COIN.GAME, "has an example that it accepts", {"coin-race/turn": COIN.EXAMPLES["coin-race/turn"]})


def test_an_example_of_a_clause_that_does_not_exist():
    broken(COIN.GAME, "clauses that exist", {**COIN.EXAMPLES, "coin-race/edge": {}})


@pytest.mark.parametrize("clause", ["coin-race/turn", "coin-race/finish"])
def test_examples_the_wrong_way_round(clause):
    swapped = {"accepts": COIN.EXAMPLES[clause]["rejects"], "rejects": COIN.EXAMPLES[clause]["accepts"]}
    broken(COIN.GAME, "accepts its example", {**COIN.EXAMPLES, clause: swapped})


def test_a_refusal_under_another_clause():
    examples = {**COIN.EXAMPLES, "coin-race/turn": {**COIN.EXAMPLES["coin-race/turn"]}}
    examples["coin-race/turn"]["rejects"] = COIN.EXAMPLES["coin-race/finish"]["rejects"]
    broken(COIN.GAME, "turn refuses its example", examples)


def test_an_option_of_a_clause_that_does_not_exist():
    clauses = Clauses("coin-race")
    clauses.informative("step", "Heads.", locator="Play")
    broken(replace(COIN.GAME, clauses=clauses), "an option names clauses that exist")


def test_a_finding_under_a_foreign_clause():
    foreign = Clauses("other").enforced("else", "Else.", locator="Play", checked_by=("toss",))

    def explain(self, entry):
        found = SHEET.explain(self, entry)
        return tuple(replace(finding, clause=foreign) if finding.clause else finding for finding in found)

    broken(with_sheet("Foreign", explain=explain), "refuses its example")


def test_apply_that_lets_pass_what_explain_refuses():
    def apply(self, entry):
        try:
            return SHEET.apply(self, entry)
        except IllegalEntry:
            return replace(self, tosses=self.tosses + 1)

    broken(with_sheet("Lax", apply=apply), "refuses its example")


def test_a_sheet_that_looks_at_names():
    def standings(self):
        rows = SHEET.standings(self)
        return tuple(replace(row, points=row.points + (row.player == "Ana")) for row in rows)

    broken(with_sheet("Partial", standings=standings), "labels change nothing")


def test_standings_out_of_seat_order():
    def standings(self):
        return tuple(sorted(SHEET.standings(self), key=lambda row: row.player, reverse=True))

    broken(with_sheet("Sorted", standings=standings), "seat order")


def test_ranks_that_are_none():
    def standings(self):
        return tuple(Standing(row.player, row.points, 2) for row in SHEET.standings(self))

    broken(with_sheet("Second", standings=standings), "somebody is first")


def test_a_sheet_that_forgets():
    def apply(self, entry):
        return replace(SHEET.apply(self, entry), tosses=0)

    broken(with_sheet("Forgetful", apply=apply), "accepts its example")


def test_next_that_announces_the_wrong_player():
    def following(self):
        found = SHEET.next.__get__(self)
        return found and replace(found, players=self.players[1:])

    broken(with_sheet("Elsewhere", next=property(following)), "who may enter is announced")


def test_detail_that_excuses():
    """Two tosses in detail stand, although the coarser line would not."""
    broken(
        COIN.GAME, "what stands in detail stands in less detail",
        coarsen=lambda entry, line: {**entry, "player": "Ben"} if entry["kind"] == "toss" else entry,
    )  # fmt: skip


def test_golden_games_that_are_not_there_or_differ(tmp_path):
    path = tmp_path / "golden.json"
    broken(COIN.GAME, "golden playthroughs are stored", golden=path)
    path.write_text('[{"record": {"game": "coin-race", "players": ["Ana", "Ben"]}, "result": {}}]')
    broken(COIN.GAME, "gives its stored result", golden=path)


# Tables




def test_chances_that_do_not_add_up(monkeypatch):
    monkeypatch.setattr(NextCard, "classes", lambda self: ((card, p / 2) for card, p in CLASSES(self)))
    broken(TOASTY, "probabilities sum to one", TOASTY_EXAMPLES)


CLASSES = NextCard.classes


def test_samples_that_cannot_be(monkeypatch):
    monkeypatch.setattr(NextCard, "contains", lambda self, outcome: False)
    broken(TOASTY, "a sampled outcome is possible", TOASTY_EXAMPLES)


def test_a_table_that_replays_to_another_result(monkeypatch):
    record = ToastyTable.record

    def record_less(self, level):
        found = record(self, level)
        if self.is_over and level == "points":
            found["entries"][0] = {**found["entries"][0], "points": found["entries"][0]["points"] + 1}
        return found

    monkeypatch.setattr(ToastyTable, "record", record_less)
    broken(TOASTY, "every level of detail gives the same standings|agree on the outcome", TOASTY_EXAMPLES)


def test_a_table_whose_record_does_not_replay(monkeypatch):
    record = ToastyTable.record

    def record_twice(self, level):
        found = record(self, level)
        return {**found, "entries": found["entries"] * 2}

    monkeypatch.setattr(ToastyTable, "record", record_twice)
    broken(TOASTY, "replays", TOASTY_EXAMPLES)
