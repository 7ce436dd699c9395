"""``make bench``: every figure of the quality targets beside its peers, one table, and the same in bench.json.

Each section runs in a process of its own, one after the other; one that fails says why and the rest goes on.
``--quick`` takes smaller sizes, to try things out; ``--only NAME`` runs the sections whose names hold NAME.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.rows import Row

ROOT = Path(__file__).resolve().parents[2]
RESULT = ROOT / "bench.json"
ROUNDS, QUICK_ROUNDS = 7, 3
MARK = "ROW "  # what else a section prints is not for us


@dataclass(frozen=True)
class Section:
    """Some rows that belong together, made by ``module.function(quick=, rounds=)``."""

    name: str
    function: str = "measure"
    module: str = ""
    seconds: int = 600
    """After so many it is ended."""


SECTIONS = (
    Section("sheets"),
    Section("playouts"),
    Section("kernel", "measure_kernel", "odds"),
    Section("solver", "measure_solver", "odds"),
    Section("post", "measure_post", "server"),
    Section("statistics", "measure_statistics", "server", seconds=1800),
    Section("workers"),
    Section("taps"),
    Section("live"),
    Section("start"),
)


def main() -> int:
    """Run the sections, print the table, write the file. Exit status 1 when a section failed."""
    arguments = parsed()
    if arguments.section:
        return run_here(arguments.section, quick=arguments.quick)
    chosen = [section for section in SECTIONS if arguments.only in section.name]
    rows: list[dict[str, Any]] = []
    started = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    print(HEAD)
    for section in chosen:
        for row in run_apart(section, quick=arguments.quick):
            print(text_of(row, after=rows), flush=True)
            rows.append(row)
    about = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count(),
             "load": os.getloadavg(), "started": started, "quick": arguments.quick}  # fmt: skip
    RESULT.write_text(json.dumps({"about": about, "rows": rows}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    missed = [row["name"] for row in rows if row["met"] is False]
    absent = [row["name"] for row in rows if row["ours"] is None]
    print(f"\n{len(rows)} rows, written to {RESULT.name}; not met: {', '.join(missed) or 'none'}")
    if absent:
        print(f"no figure: {', '.join(absent)}")
    return 1 if absent and not arguments.quick else 0


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.partition("\n")[0])
    names = ", ".join(section.name for section in SECTIONS)
    parser.add_argument("--quick", action="store_true", help="smaller sizes and fewer rounds")
    parser.add_argument("--only", default="", metavar="NAME", help=f"one of {names}")
    parser.add_argument("--section", help=argparse.SUPPRESS)
    return parser.parse_args()


def run_here(name: str, *, quick: bool) -> int:
    """Measure one section in this process, a line a row."""
    section = next(section for section in SECTIONS if section.name == name)
    module = importlib.import_module(f"tests.bench.{section.module or section.name}")
    for row in getattr(module, section.function)(quick=quick, rounds=QUICK_ROUNDS if quick else ROUNDS):
        print(MARK + json.dumps(row.as_json()), flush=True)
    return 0


def run_apart(section: Section, *, quick: bool) -> Iterator[dict[str, Any]]:
    """The rows of a section run in its own process, and a row that says why when it failed."""
    command = [sys.executable, "-m", "tests.bench", "--section", section.name, *(["--quick"] if quick else [])]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            said, troubles = process.communicate(timeout=section.seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            said, troubles = process.communicate()
            troubles += f"\nended after {section.seconds} s"
    yield from (json.loads(line.removeprefix(MARK)) for line in said.splitlines() if line.startswith(MARK))
    if process.returncode:
        why = (troubles.strip().splitlines() or [f"exit status {process.returncode}"])[-1]
        yield Row(section.name, why=why).as_json()


# --- The table -------------------------------------------------------------------------------------------------------

WIDTHS = (56, 18, 8, 22, 4)
HEAD = "  ".join(
    title.ljust(width) for title, width in zip(("what", "ours", "ratio", "target", "met"), WIDTHS, strict=True)
)


def text_of(row: dict[str, Any], *, after: list[dict[str, Any]]) -> str:
    """A row of the table; its peers stand below it, each with its own figure, once for rows that share them."""
    met = {True: "yes", False: "NO", None: ""}[row["met"]]
    ours = "-" if row["ours"] is None else f"{number(row['ours'])} {row['unit']}"
    ratio = "" if row["ratio"] is None else f"{row['ratio']:.3g}"
    cells = zip((row["name"], ours, ratio, row["target"], met), WIDTHS, strict=True)
    lines = ["  ".join(text.ljust(width) for text, width in cells).rstrip()]
    if not after or after[-1]["peers"] != row["peers"]:
        lines += [f"    {name:<52}  {number(value)} {row['unit']}" for name, value in row["peers"].items()]
    if row["why"]:
        lines.append(f"    note: {row['why']}")
    return "\n".join(lines)


def number(value: float) -> str:
    """Thousands apart, small ones with the places they need."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
