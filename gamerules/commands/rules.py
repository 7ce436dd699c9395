"""``rules``: list the clauses of all complete rule modules, or of one."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from gamerules.clauses import Clause
from gamerules.errors import UnknownGame
from gamerules.games import load

COMPLETE = ("popcorn-dice", "pop-tarts", "toasty-toasts", "anarchy-pancakes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--game", metavar="SLUG", help="only this game (tally has clauses of its own)")
    parser.add_argument("--json", action="store_true")


def clause_json(clause: Clause) -> dict[str, Any]:
    """A clause as the command and the API print it."""
    return {
        "id": clause.id,
        "game": clause.game,
        "status": clause.status,
        "locator": clause.locator,
        "text": clause.text,
        "options": list(clause.options),
    }


def run(arguments: argparse.Namespace) -> int:
    """Print the clauses in reading order. Exit status 0, or 2 for a game that is not there."""
    slugs = (arguments.game,) if arguments.game else COMPLETE
    try:
        found = [load(slug) for slug in slugs]
    except UnknownGame as error:
        print(error, file=sys.stderr)
        return 2
    clauses = [clause for game in found for clause in game.clauses.values()]
    if arguments.json:
        print(json.dumps({"clauses": [clause_json(clause) for clause in clauses]}, ensure_ascii=False))
        return 0
    for clause in clauses:
        print(f"{clause.id} [{clause.status}]\n    {clause.text}")
    return 0
