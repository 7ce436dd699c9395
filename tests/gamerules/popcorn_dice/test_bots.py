"""Bots: always legal, and the better ones better."""

import random

import pytest

from gamerules import load
from gamerules.tables import play_out

GAME = load("popcorn-dice")


@pytest.mark.parametrize(
    ("name", "do_over"), [("random", "forced"), ("random", "choice"), ("careful", "choice"), ("exact", "forced")]
)
def test_a_bot_plays_a_whole_game_legally(name, do_over):
    options = GAME.parse_options({"do_over": do_over, "last_chance": "single-roll", "target": 30})
    for seed in range(6):
        end = play_out(GAME.table.start(("Ana", "Ben", "Cy"), options), GAME.bots[name], random.Random(seed))
        assert end.outcome is not None


def mean_turn(name, games=25):
    totals = turns = 0
    for seed in range(games):
        start = GAME.table.start(("Ana", "Ben"), GAME.parse_options({"target": 100}))
        end = play_out(start, GAME.bots[name], random.Random(seed))
        totals += sum(end.sheet.totals)
        turns += end.sheet.turns
    return totals / turns


def test_knowing_more_scores_more():
    assert mean_turn("random") + 2 < mean_turn("careful") < mean_turn("exact") + 1


def test_the_last_round_asks_for_more():
    options = GAME.parse_options({"target": 10})
    table = GAME.table.start(("Ana", "Ben"), options)
    end = play_out(table, GAME.bots["careful"], random.Random(4))
    assert end.outcome is not None
