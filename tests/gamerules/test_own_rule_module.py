"""The third-party example of the guide passes the suite, and stays small enough to read at one sitting."""

import importlib.util
import sys
from pathlib import Path

import pytest

from gamerules import replay, result_of
from gamerules.games import games, registered
from gamerules.testing import check_game

PATH = Path(__file__).parents[2] / "docs" / "guide" / "own-rule-module" / "coin_race.py"


@pytest.fixture(scope="module")
def coin_race():
    spec = importlib.util.spec_from_file_location("coin_race", PATH)
    module = importlib.util.module_from_spec(spec)
    sys.modules["coin_race"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["coin_race"]


def test_passes_the_suite(coin_race):
    check_game(coin_race.GAME, examples=coin_race.EXAMPLES)


def test_is_short():
    assert len(PATH.read_text("utf-8").splitlines()) < 120


def test_is_known_while_registered_only(coin_race):
    record = {"game": "coin-race", "players": ["Ana", "Ben"], "options": {"steps": 1}, "entries": [coin_race.HEADS]}
    with registered(coin_race.GAME):
        assert "coin-race" in games()
        assert result_of(replay(record))["outcome"] == {"winners": ["Ana"], "by": "points"}
    assert "coin-race" not in games()
    assert result_of(replay(record))["error"]["field"] == "game"
