"""``bench``: how fast this machine plays tables at random and checks what was logged of them."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from gamerules.commands.rules import COMPLETE
from gamerules.errors import UnknownGame
from gamerules.games import Game, load
from gamerules.sheets import Seats
from gamerules.simulation import one_game

PLAYERS = ("Ana", "Ben", "Cleo")
RECORDED = 20  # games whose lines are checked


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--game", metavar="SLUG", help="only this game")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for each figure (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Print moves and entries per second of CPU for each game. Exit status 0, or 2 for arguments without sense."""
    try:
        games = [load(slug) for slug in ((arguments.game,) if arguments.game else COMPLETE)]
    except UnknownGame as error:
        print(error, file=sys.stderr)
        return 2
    unplayed = [game.slug for game in games if "random" not in game.bots]
    if unplayed or not 0 < arguments.seconds <= 60:
        print(f"nobody can play {unplayed[0]} here" if unplayed else "seconds: above 0, 60 at most", file=sys.stderr)
        return 2
    figures = {
        game.slug: {
            "moves_per_second": _rate(playing(game), arguments.seconds),
            "entries_per_second": _rate(_checking(game), arguments.seconds),
        }
        for game in games
    }
    if arguments.json:
        print(json.dumps(figures))
        return 0
    for slug, found in figures.items():
        moves, entries = found["moves_per_second"], found["entries_per_second"]
        print(f"{slug}: {moves:,.0f} moves/s played at random, {entries:,.0f} entries/s checked")
    return 0


def _rate(work: Callable[[], int], seconds: float) -> float:
    """How much the work gets done in a second of CPU."""
    work()  # what is made once
    started, done, spent = time.process_time(), 0, 0.0
    while spent < seconds:
        done += work()
        spent = time.process_time() - started
    return done / spent


def playing(game: Game) -> Callable[[], int]:
    """Random games, one at a time; how many moves and chance events they took."""
    bots, options, rng = [game.bots["random"]] * len(PLAYERS), game.parse_options(None), random.Random(7)  # noqa: S311 no secrets here

    def play() -> int:
        played = one_game(game, bots, options, rng)
        return played.moves + played.chances

    return play


def _checking(game: Game) -> Callable[[], int]:
    """Games between bots, logged in the greatest detail, each line checked by the sheet."""
    rng = random.Random(11)  # noqa: S311 no secrets here
    bots, options = [game.bots["random"]] * len(PLAYERS), game.parse_options(None)
    plays = []
    for _ in range(RECORDED):
        record = one_game(game, bots, options, rng).table.record(game.levels[-1])
        setup = game.parse_setup(record.get("setup"))
        players = tuple(record["players"])
        plays.append((players, setup, [game.parse_entry(entry, Seats(players)) for entry in record["entries"]]))

    def check() -> int:
        for players, setup, entries in plays:
            sheet: Any = game.sheet.start(players, options, setup)
            for entry in entries:
                sheet = sheet.apply(entry)
        return sum(len(entries) for _players, _setup, entries in plays)

    return check
