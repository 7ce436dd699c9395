"""``ask``: which clause or ruling answers a question."""

from __future__ import annotations

import argparse
import json
import sys

from gamerules.asking import Answer, ask
from gamerules.errors import UnknownGame
from gamerules.games import games

MOST_RESULTS = 1000


def _limit(text: str) -> int:
    """A number of results. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= MOST_RESULTS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST_RESULTS}")
    return int(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("question", help="in your own words; after -- when it begins with a dash")
    parser.add_argument("--game", metavar="SLUG", help="look in this game only")
    parser.add_argument("--limit", type=_limit, default=10, metavar="N", help="at most so many results (default: 10)")
    parser.add_argument("--json", action="store_true")


def _print(answers: list[Answer]) -> None:
    for answer in answers:
        found = answer.as_json()
        print(f"{', '.join(found['clauses'])}: {found['title']}\n    {found['excerpt']}")


def run(arguments: argparse.Namespace) -> int:
    """Exit status 0: something found; 1: nothing; 2: no such game, or bad arguments."""
    try:
        answers = ask(arguments.question, game=arguments.game, limit=arguments.limit)
    except UnknownGame as error:
        print(f"{error}; there are {', '.join(games())}", file=sys.stderr)
        return 2
    if arguments.json:
        print(json.dumps({"results": [answer.as_json() for answer in answers]}, ensure_ascii=False))
    else:
        _print(answers)
    if not answers:
        print("nothing found: none of these words is known", file=sys.stderr)
    return 0 if answers else 1
