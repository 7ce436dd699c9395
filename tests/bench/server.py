"""The rows of post_entry.py and stats.py, in the table's form."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from tests.bench.rows import Row

QUICK_PLAYS = "200,1000"


def measure_post(*, quick: bool, rounds: int) -> Iterator[Row]:
    """POST of an entry beside the plainest view that does the same."""
    from tests.bench import post_entry

    if quick:
        post_entry.BLOCKS, post_entry.WARM_UP = rounds, 1
    post_entry.prepare()
    yield from map(row_of, post_entry.measure())


def measure_statistics(*, quick: bool, rounds: int) -> Iterator[Row]:
    """The statistics page, finish to fresh, and rebuilding."""
    if quick:
        os.environ["BENCH_PLAYS"] = QUICK_PLAYS  # read when the module is imported
    from tests.bench import post_entry, stats

    post_entry.prepare()
    yield from map(row_of, stats.measured())


def row_of(found: dict[str, Any]) -> Row:
    """A row as those modules write it: what, value, unit, target, met."""
    target = found.get("target")
    more = found["what"].startswith("rebuild") or "share" in found["what"]
    told = "" if target is None else f"{'≥' if more else '≤'} {target:,}"
    met = found.get("met")
    return Row(
        found["what"], found["value"], found.get("unit", ""), target=told, met=None if met is None else bool(met)
    )
