"""``python -m gamerules.testing --regenerate``: write the golden playthroughs of the registered games anew."""

from __future__ import annotations

import argparse
import runpy
import sys
from pathlib import Path

from gamerules.games import games, load
from gamerules.testing.examples import accepted_records
from gamerules.testing.golden import write_golden


def main(argv: list[str] | None = None) -> int:
    """Write ``<directory>/<package>/golden.json`` for each game that has examples there."""
    parser = argparse.ArgumentParser(prog="python -m gamerules.testing", description=__doc__)
    parser.add_argument("--regenerate", action="store_true", required=True, help="write the golden playthroughs anew")
    parser.add_argument("--game", action="append", help="only this game (default: every registered one)")
    parser.add_argument("--directory", type=Path, default=Path("tests/gamerules"), help="where the games' tests live")
    arguments = parser.parse_args(argv)
    for slug in arguments.game or games():
        folder = arguments.directory / slug.replace("-", "_")
        if not (folder / "examples.py").exists():
            print(f"{slug}: no examples in {folder}", file=sys.stderr)
            continue
        examples = runpy.run_path(str(folder / "examples.py"))["EXAMPLES"]
        count = write_golden(load(slug), folder / "golden.json", accepted_records(examples))
        print(f"{slug}: {count} games in {folder / 'golden.json'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
