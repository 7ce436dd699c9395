"""Statistics: CPU of the page, time from the end of a play to fresh figures, and how fast all is rebuilt.

``measure()`` returns the rows of the bench table; ``python -m tests.bench.stats`` prints them. Sizes come from
BENCH_PLAYS (default 1000,10000,100000), the database from DATABASE_URL (default: a SQLite file of its own).
Rebuilding with two processes is measured on two halves of the same work, by the clock.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any

from tests.bench.post_entry import prepare

SIZES = [int(size) for size in os.environ.get("BENCH_PLAYS", "1000,10000,100000").split(",")]
REPEATS = 9
PAGE_TARGET = 0.050  # s of CPU at 10,000 plays
GROWTH_TARGET = 1.5  # from the middle size to the largest
FRESH_TARGET = 1.0  # s
REBUILD_TARGET = 2000  # plays/s of one core
WORKERS_TARGET = 1.7
SHARED_PLAYS = 4000  # plays of each of the groups that one and two processes rebuild
SHARED_GROUPS = 4

Row = dict[str, Any]


def slug_of(plays: int) -> str:
    """The group with so many plays."""
    return f"bench-{plays}"


def generate(slug: str, plays: int) -> None:
    """A group with so many plays over five years, its statistics left to be made."""
    from django.core.management import call_command

    call_command("generate_plays", plays=plays, group=slug, bare=True, stdout=open(os.devnull, "w"))  # noqa: SIM115, PTH123


def group_of(slug: str) -> Any:
    """The group of this slug."""
    from scorekeeper.groups.models import Group

    return Group.objects.get(slug=slug)


def rebuild_rate(slug: str) -> float:
    """Plays rebuilt per second of this process's CPU."""
    from scorekeeper.stats.services import rebuild

    group = group_of(slug)
    started = time.process_time()
    rebuild(group_id=group.pk)
    return float(group.plays.count() / (time.process_time() - started))


def page_cpu(slug: str) -> float:
    """Median CPU seconds of the group's statistics page, through all middleware, warm."""
    from django.test import Client

    client = Client()
    client.force_login(group_of(slug).memberships.get().user)
    path = f"/groups/{slug}/statistics"
    times = []
    for _ in range(REPEATS + 2):
        started = time.process_time()
        status = client.get(path, headers={"host": "localhost"}).status_code
        times.append(time.process_time() - started)
        if status != 200:
            raise RuntimeError(f"{path} answered {status}")
    return statistics.median(times[2:])


def finish_to_fresh(slug: str) -> float:
    """Median seconds by the clock from the commit of a play's last line to figures that are not stale."""
    from django.db import transaction
    from django.utils import timezone

    from scorekeeper.plays.services import record_play
    from scorekeeper.stats.selectors import freshness_of
    from scorekeeper.stats.services import recompute

    group = group_of(slug)
    actor = group.memberships.get().user
    names = list(group.players.values_list("name", flat=True)[:4])
    entries = [{"kind": "final", "player": name, "points": 10 + place} for place, name in enumerate(names)]
    raw = {"game": "toasty-toasts", "players": names, "entries": entries}
    times = []
    for _ in range(REPEATS):
        with transaction.atomic():
            record_play(group=group, raw=raw, played_at=timezone.now(), actor=actor, external_id=uuid.uuid4().hex)
            started = time.perf_counter()
        recompute(group_id=group.pk)
        times.append(time.perf_counter() - started)
        if freshness_of(group).stale:
            raise RuntimeError("still stale")
    return statistics.median(times)


def clock_of(processes: int) -> float:
    """Seconds in which so many processes rebuild the shared groups, each its part, after all have started."""
    slugs = [f"bench-shared-{number}" for number in range(SHARED_GROUPS)]
    parts = [slugs[number::processes] for number in range(processes)]
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.bench.stats", "--rebuild", *part],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for part in parts
    ]
    for worker in workers:
        worker.stdout.readline()  # type: ignore[union-attr]
    started = time.perf_counter()
    for worker in workers:
        worker.stdin.close()  # type: ignore[union-attr]
    for worker in workers:
        if worker.wait():
            raise RuntimeError("a rebuilding process failed")
    return time.perf_counter() - started


def rebuild_when_told(slugs: list[str]) -> None:
    """What a rebuilding process does: get ready, say so, wait, rebuild."""
    from scorekeeper.stats.services import rebuild

    groups = [group_of(slug) for slug in slugs]
    print("ready", flush=True)
    sys.stdin.read()
    for group in groups:
        rebuild(group_id=group.pk)


def measure() -> list[Row]:
    """Rows for the bench table."""
    return list(measured())


def measured() -> Iterator[Row]:
    """The rows one by one, as they are known."""
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)
    pages: list[float] = []
    for size in SIZES:
        generate(slug_of(size), size)
        rate = rebuild_rate(slug_of(size))
        pages.append(page_cpu(slug_of(size)))
        yield row(f"rebuild of {size:,} plays", rate, "plays/CPU s", REBUILD_TARGET, rate >= REBUILD_TARGET)
        yield row(f"statistics page at {size:,} plays", pages[-1] * 1000, "ms CPU", 50, pages[-1] < PAGE_TARGET)
    if len(pages) > 1:
        growth = pages[-1] / pages[-2]
        what = f"statistics page, {SIZES[-1]:,} plays / {SIZES[-2]:,} plays"
        yield row(what, growth, "", GROWTH_TARGET, growth <= GROWTH_TARGET)
    fresh = finish_to_fresh(slug_of(SIZES[-1]))
    yield row(f"finish to fresh at {SIZES[-1]:,} plays", fresh * 1000, "ms", 1000, fresh < FRESH_TARGET)
    yield from measure_workers()


def measure_workers() -> list[Row]:
    """One process and two on the same groups."""
    for number in range(SHARED_GROUPS):
        generate(f"bench-shared-{number}", SHARED_PLAYS)
    plays = SHARED_GROUPS * SHARED_PLAYS
    alone, together = clock_of(1), clock_of(2)
    gain = alone / together
    return [
        row("rebuild, one process", plays / alone, "plays/s"),
        row("rebuild, two processes", plays / together, "plays/s"),
        row("rebuild, two processes / one", gain, "", WORKERS_TARGET, gain >= WORKERS_TARGET),
    ]


def row(what: str, value: float, unit: str = "", target: float | None = None, met: bool | None = None) -> Row:
    """A row of the bench table."""
    shown: Row = {"what": what, "value": round(value, 2 if value < 100 else 0), "unit": unit}
    return shown if target is None else {**shown, "target": target, "met": met}


if __name__ == "__main__":
    prepare()
    if sys.argv[1:2] == ["--rebuild"]:
        rebuild_when_told(sys.argv[2:])
    else:
        for found in measured():
            print(found, flush=True)
