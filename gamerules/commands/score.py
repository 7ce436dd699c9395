"""``score``: replay records and print what came of them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gamerules.errors import Malformed
from gamerules.records import Failure, Replay, parse_json, replay, result_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or one record a line; - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object a record")


def run(arguments: argparse.Namespace) -> int:
    """Exit status 0: all replayed; 1: a rule was broken; 2: something was malformed (the highest counts)."""
    status = 0
    for name in arguments.files:
        for replayed in _replays(name):
            if arguments.json:
                print(json.dumps(result_of(replayed), ensure_ascii=False), flush=name == "-")
            else:
                print(_table(replayed))
            if replayed.failure is not None:
                status = max(status, 2 if replayed.failure.is_malformed else 1)
    return status


def _replays(name: str) -> Iterator[Replay]:
    if name == "-":
        for raw_line in sys.stdin.buffer:
            if raw_line.strip():
                yield _replay_bytes(raw_line)
        return
    try:
        content = Path(name).read_bytes()
    except OSError as error:
        yield _failed(Malformed("", f"{name}: {error.strerror}"))
        return
    whole = _replay_bytes(content)
    lines = [line for line in content.splitlines() if line.strip()]
    if whole.failure is None or whole.failure.fault is None or len(lines) < 2 or not _is_lines(lines[0]):
        yield whole
    else:
        yield from map(_replay_bytes, lines)


def _is_lines(first: bytes) -> bool:
    """Whether the first line is a document of its own, so that the file holds one record a line."""
    try:
        return isinstance(parse_json(first.decode("utf-8")), dict)
    except (Malformed, UnicodeDecodeError):
        return False


def _replay_bytes(content: bytes) -> Replay:
    try:
        return replay(parse_json(content.decode("utf-8-sig")))
    except UnicodeDecodeError:
        return _failed(Malformed("", "not UTF-8 text"))
    except Malformed as fault:
        return _failed(fault)


def _failed(fault: Malformed) -> Replay:
    return Replay(None, (), Failure(None, fault=fault))


def _table(replayed: Replay) -> str:
    result: dict[str, Any] = result_of(replayed)
    if "error" in result:
        error = result["error"]
        where = "record" if error["entry"] is None else f"entry {error['entry']}"
        return f"{where}: {error['message']}\n"
    rows = sorted(result["players"], key=lambda row: row["rank"])
    width = max((len(row["player"]) for row in rows), default=0)
    lines = [f"{row['rank']:>3}  {row['player']:<{width}}  {row['points']:>5}" for row in rows]
    outcome = result["outcome"]
    closing = f"won by {', '.join(outcome['winners'])} ({outcome['by']})" if outcome else "still being played"
    return "\n".join([f"{result['game']}: {closing}", *lines, ""])
