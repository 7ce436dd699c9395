"""``python -m gamerules``: the rules on the command line."""

from __future__ import annotations

import argparse
import importlib
import io
import sys

# command → module with ``add_arguments(parser)`` and ``run(arguments) -> exit status``
COMMANDS = {
    "score": ("gamerules.commands.score", "replay play records and print their results"),
    "judge": ("gamerules.commands.judge", "may this entry be the next line of a record"),
    "rules": ("gamerules.commands.rules", "list the clauses"),
    "ask": ("gamerules.commands.ask", "find the clause that answers a question"),
    "simulate": ("gamerules.commands.simulate", "play games between bots"),
    "odds": ("gamerules.commands.odds", "popcorn dice: the best choice, and the luck of a turn"),
    "bench": ("gamerules.commands.bench", "how fast this machine checks entries and plays tables"),
}


def main(argv: list[str] | None = None) -> int:
    """Parse the command line and run one command; its module is imported only when called."""
    arguments = sys.argv[1:] if argv is None else argv
    parser = argparse.ArgumentParser(prog="python -m gamerules", description="Board-game rules as code.")
    commands = parser.add_subparsers(dest="command", required=True)
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    for name, (path, help_text) in COMMANDS.items():
        command = commands.add_parser(name, help=help_text, description=help_text)
        if name == chosen:
            module = importlib.import_module(path)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    parsed = parser.parse_args(arguments)
    status: int = parsed.run(parsed)
    return status


def _speak_utf8() -> None:
    """Records are UTF-8 and labels any script, whatever the terminal was set to."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")


if __name__ == "__main__":
    _speak_utf8()
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(0)
