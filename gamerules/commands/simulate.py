"""``simulate``: play games between bots and print what came of them."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from gamerules.errors import Malformed, RulesError
from gamerules.games import load
from gamerules.records import parse_json
from gamerules.simulation import simulate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", metavar="GAME", help="slug of a game, such as popcorn-dice")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (1000)")
    parser.add_argument("--players", type=int, default=2, metavar="K", help="how many seats (2)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed plays the same games (0)")
    parser.add_argument(
        "--bot", action="append", default=[], metavar="NAME", help="one for all seats, or given once for each seat"
    )
    parser.add_argument("--options", default="{}", metavar="JSON", help="options of the play")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Exit status 0, or 2 when the arguments make no sense."""
    try:
        game = load(arguments.game)
        found = simulate(
            game,
            games=arguments.games,
            players=arguments.players,
            seed=arguments.seed,
            bots=arguments.bot,
            options=game.parse_options(parse_json(arguments.options)),
        )
    except Malformed as fault:
        print(f"{fault.field}: {fault.message}" if fault.field else fault.message, file=sys.stderr)
        return 2
    except RulesError as fault:
        print(fault, file=sys.stderr)
        return 2
    result = found.as_json()
    print(json.dumps(result, ensure_ascii=False) if arguments.json else _text(result))
    return 0


def _text(result: dict[str, Any]) -> str:
    lines = [f"{result['game']}: {result['games']} games, {result['players']} players, seed {result['seed']}"]
    for seat, (bot, rate) in enumerate(zip(result["bots"], result["win_rates"], strict=True), start=1):
        lines.append(f"  seat {seat} ({bot}) wins {rate:.1%}")
    for name in ("scores", "winning_scores", "entries", "moves", "chances"):
        figures = result[name]
        if figures:
            lines.append(
                f"  {name.replace('_', ' ')}: {figures['min']:g} to {figures['max']:g}, mean {figures['mean']:g}"
            )
    for heading in ("endings", "depleted"):
        lines += [f"  {heading}: {name} {share:.2%}" for name, share in result[heading].items()]
    return "\n".join(lines)
