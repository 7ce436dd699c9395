"""``judge``: may this entry be the next line of a record, or this move be made at a table."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from gamerules.clauses import Finding, Verdict
from gamerules.errors import Malformed, UnknownGame
from gamerules.judging import judge, judge_move
from gamerules.records import parse_json

WORDS = {
    "ok": "Yes, this is allowed.",
    "violation": "No, this is against the rules.",
    "depends": "That depends on what the table agreed.",
    "cannot-tell": "That cannot be told from what was written down.",
    "external": "That rests on the text of a card, which no rulebook holds.",
    "malformed": "That cannot be read.",
}
MALFORMED_STATUS = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE",
        help='JSON with {"record", "entry"} or {"game", "table", "move"}; - for standard input',
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as a JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Exit status 0: allowed; 1: not, or not certain; 2: the question could not be read."""
    try:
        verdict = judge_question(parse_json(_read(arguments.file)))
    except Malformed as fault:
        return _refuse(fault, as_json=arguments.json)
    print(json.dumps(verdict.as_json(), ensure_ascii=False) if arguments.json else _in_words(verdict))
    if verdict.verdict == "malformed":
        return MALFORMED_STATUS
    return 0 if verdict else 1


def judge_question(question: object) -> Verdict:
    """The verdict on a record with an entry, or on a table with a move. Raises Malformed naming the field."""
    if not isinstance(question, Mapping):
        raise Malformed("", "a question is a JSON object")
    fields = set(question)
    if fields == {"record", "entry"}:
        return judge(question["record"], question["entry"])
    if fields == {"game", "table", "move"}:
        return _judge_move(question)
    raise Malformed("", 'a question has the fields "record" and "entry", or "game", "table" and "move"')


def _judge_move(question: Mapping[str, object]) -> Verdict:
    game = question["game"]
    try:
        return judge_move(game if isinstance(game, str) else "", question["table"], question["move"])
    except UnknownGame:
        raise Malformed("game", f"there is no rule module for the game {game!r}") from None


def _read(name: str) -> str:
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return content.decode("utf-8-sig")
    except OSError as error:
        raise Malformed("", f"{name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Malformed("", "not UTF-8 text") from None


def _refuse(fault: Malformed, *, as_json: bool) -> int:
    error = {"field": fault.field, "clause": None, "verdict": "malformed", "message": fault.message}
    print(json.dumps({"error": error}, ensure_ascii=False) if as_json else f"{WORDS['malformed']} {fault}")
    return MALFORMED_STATUS


def _in_words(verdict: Verdict) -> str:
    lines = [WORDS[verdict.verdict], *(f"  {_finding(found)}" for found in verdict.findings)]
    for option, values in verdict.depends.items():
        told = "; ".join(f"{value}: {WORDS[name]}" for value, name in values.items())
        lines.append(f"  Under another {option}: {told}")
    if verdict.points is not None:
        lines.append(f"  Points: {verdict.points}")
    if verdict.unchecked:
        lines.append(f"  Not checked at this level: {', '.join(verdict.unchecked)}")
    return "\n".join(lines)


def _finding(found: Finding) -> str:
    return f"{found.field}: {found.message()}" if found.field else found.message()
