"""Simulation: deterministic, complete, and clear about what it cannot do."""

import json
import os
import subprocess
import sys

import pytest

from gamerules import Malformed, load
from gamerules.__main__ import COMMANDS
from gamerules.simulation import simulate

GAME = load("popcorn-dice")


def test_the_same_seed_gives_the_same_figures():
    first, second, other = (simulate(GAME, games=20, players=3, seed=seed).as_json() for seed in (5, 5, 6))
    assert first == second
    assert first["scores"] != other["scores"]


def test_figures_add_up():
    found = simulate(GAME, games=30, players=4, seed=1, bots=["random"]).as_json()
    assert sum(found["win_rates"]) == pytest.approx(1, abs=1e-5)
    assert sum(found["endings"].values()) == pytest.approx(1)
    assert sum(found["scores"]["counts"].values()) == 30 * 4
    assert 0 <= found["scores"]["min"] <= found["scores"]["max"] <= 87
    assert found["bots"] == ["random"] * 4
    assert found["entries"]["min"] >= 4
    assert found["depleted"] == {}


def test_a_better_bot_wins_more_from_any_seat():
    found = simulate(GAME, games=60, players=2, seed=2, bots=["random", "careful"]).as_json()
    assert found["win_rates"][1] > 0.6


def test_options_are_passed_on():
    quick = simulate(GAME, games=10, players=2, seed=1, options=GAME.parse_options({"target": 10})).as_json()
    assert quick["entries"]["mean"] < simulate(GAME, games=10, players=2, seed=1).as_json()["entries"]["mean"]


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"players": 1}, "players"),
        ({"players": 7}, "players"),
        ({"games": 0}, "games"),
        ({"bots": ["nobody"]}, "bot"),
        ({"bots": ["random", "random", "random"]}, "bot"),
    ],
)
def test_arguments_that_make_no_sense_are_named(arguments, field):
    with pytest.raises(Malformed) as fault:
        simulate(GAME, **({"games": 2, "players": 2, "seed": 0} | arguments))
    assert fault.value.field == field


def test_a_game_without_a_table_cannot_be_simulated():
    with pytest.raises(Malformed, match="nothing to simulate"):
        simulate(load("tally"), games=1, players=2, seed=0)


def command(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "gamerules", *arguments], capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout, done.stderr


def test_the_command_prints_json_or_words():
    status, printed, _ = command("simulate", "popcorn-dice", "--games", "5", "--players", "2", "--seed", "3", "--json")
    assert status == 0
    assert json.loads(printed)["games"] == 5
    status, printed, _ = command("simulate", "popcorn-dice", "--games", "5")
    assert status == 0
    assert "seat 2 (careful) wins" in printed
    status, _, complaint = command("simulate", "popcorn-dice", "--bot", "x")
    assert (status, "has no bot" in complaint) == (2, True)


def test_the_odds_command():
    status, printed, _ = command("odds", "--kept", '{"red": "PD", "blue": "B"}', "--json")
    assert status == 0
    assert json.loads(printed)["choice"] == "roll"
    status, _, complaint = command("odds", "--kept", '{"red": "PDD"}')
    assert (status, complaint) == (2, "kept.red: one or two of P D B\n")
    status, printed, _ = command("odds", "--objective", "perfect")
    assert (status, printed) == (0, "roll: stopping is worth 0.0000, rolling 0.0355\n")


def test_the_bench_command():
    status, printed, _ = command("bench", "--game", "popcorn-dice", "--seconds", "0.01", "--json")
    assert status == 0
    assert json.loads(printed)["popcorn-dice"].keys() == {"moves_per_second", "entries_per_second"}
    assert command("bench", "--game", "tally")[::2] == (2, "nobody can play tally here\n")
    assert command("bench", "--game", "nope")[0] == command("bench", "--seconds", "0")[0] == 2


def test_every_command_of_the_help_is_there():
    for name in COMMANDS:
        assert command(name, "--help")[0] == 0


def test_an_unknown_game_has_no_clauses():
    status, _, complaint = command("rules", "--game", "nope")
    assert (status, complaint) == (2, "there is no rule module for the game 'nope'\n")


def test_labels_of_any_script_are_printed_whatever_the_terminal_says():
    record = {"game": "tally", "players": ["文"], "entries": []}
    done = subprocess.run(
        [sys.executable, "-m", "gamerules", "score", "-", "--json"], input=json.dumps(record).encode(),
        capture_output=True, check=True, timeout=120, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert json.loads(done.stdout.decode())["players"][0]["player"] == "文"
