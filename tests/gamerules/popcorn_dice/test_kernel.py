"""The batch kernel against the rules: every turn it plays stands on the sheet, and its twin plays the same."""

import builtins
from itertools import product

import numpy as np
import pytest

from gamerules import load
from gamerules.popcorn_dice.journal import LoggedTurn, as_record
from gamerules.popcorn_dice.kernel import KernelUnavailable, play_turns
from gamerules.popcorn_dice.plans import CAREFUL, Plan, play_turn
from gamerules.records import replay

GAME = load("popcorn-dice")
BOLD = Plan(stop_at=(38, 30, 20, 12), cancel_from=2, chase_from=0)
READINGS = list(product(("forced", "none"), ("until-ok", "once"), ("after-cancel", "before-cancel"),
                        ("raw-roll", "after-cancel")))  # fmt: skip


def options_of(reading):
    names = ("do_over", "do_over_repeat", "burnt_test", "popped_out_test")
    return GAME.parse_options(dict(zip(names, reading, strict=True)))


@pytest.mark.parametrize("plan", [CAREFUL, BOLD], ids=["careful", "bold"])
@pytest.mark.parametrize("reading", READINGS, ids="-".join)
def test_every_turn_of_the_kernel_stands_on_the_sheet_and_is_played_alike(reading, plan):
    options = options_of(reading)
    turns = play_turns(150, np.random.default_rng(7), plan=plan, options=options, with_log=True)
    for number in range(150):
        rolls = tuple(turns.rolls_of(number))
        record = as_record(("Ana", "Ben"), options, [LoggedTurn(("",) * 7, 0, rolls)], "rolls")
        found = replay(record)
        assert found.failure is None, found.failure
        assert found.sheet.totals[0] == turns.points[number]
        assert found.sheet.perfect[0] == turns.perfect[number]
        supply = iter(rolls)
        end, played = play_turn(plan, options, None, dice=lambda turn, supply=supply: next(supply).faces)
        assert played == rolls
        assert (end.points, end.burnt, end.popped) == (turns.points[number], turns.burnt[number], turns.popped[number])
        assert turns.rolls[number] == len(rolls)


def test_the_same_seed_plays_the_same_turns():
    first, second = (play_turns(500, np.random.default_rng(3)) for _ in range(2))
    assert (first.points == second.points).all()
    assert first.points.max() <= 38
    assert first.points.min() == 0


def test_without_numpy_the_error_says_what_to_do(monkeypatch):
    real = builtins.__import__

    def refuse(name, *args, **more):
        if name == "numpy":
            raise ImportError(name)
        return real(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(KernelUnavailable, match="pip install numpy"):
        play_turns(1, None)
