"""``ask``: which clause or ruling answers a question."""

from __future__ import annotations

import argparse
import json
import sys

from gamerules.asking import ask
from gamerules.errors import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("question")
    parser.add_argument("--game", metavar="SLUG", help="look in this game only")
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--json", action="store_true")


def run(arguments: argparse.Namespace) -> int:
    """Exit status 0: something found; 1: nothing; 2: no such game."""
    try:
        answers = ask(arguments.question, game=arguments.game, limit=arguments.limit)
    except UnknownGame as error:
        print(error, file=sys.stderr)
        return 2
    if arguments.json:
        print(json.dumps({"results": [answer.as_json() for answer in answers]}, ensure_ascii=False))
    else:
        for answer in answers:
            found = answer.as_json()
            print(f"{', '.join(found['clauses'])}: {found['title']}\n    {found['excerpt']}")
    return 0 if answers else 1
