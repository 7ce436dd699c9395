"""Statistics: CPU of the page, time from the end of a play to fresh figures, and how fast all is rebuilt.

``measure()`` returns the rows of the bench table; ``python -m tests.bench.stats`` prints them. Sizes come from
BENCH_PLAYS (default 1000,10000,100000), the database from DATABASE_URL (default: a SQLite file of its own).
workers.py measures rebuilding with two workers.
"""

from __future__ import annotations

import gc
import io
import os
import statistics
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
LONG = 5000  # plays of a history whose rebuild is measured against it
# The same on a machine of any speed: where the target was set, two rating updates took 76 µs of such a play's 500.
PAIRS_TARGET = 500 / 76

Row = dict[str, Any]


def slug_of(plays: int) -> str:
    """The group with so many plays."""
    return f"bench-{plays}"


def generate(slug: str, plays: int) -> None:
    """A group with so many plays over five years, its statistics left to be made."""
    from django.core.management import call_command

    call_command("generate_plays", plays=plays, group=slug, bare=True, stdout=io.StringIO())


def group_of(slug: str) -> Any:
    """The group of this slug."""
    from scorekeeper.groups.models import Group

    return Group.objects.get(slug=slug)


def rebuild_cost(slug: str, times: int) -> tuple[float, float]:
    """CPU seconds a play of rebuilding a group, and the same in two rating updates: medians of so many rebuilds.

    The yardstick is taken between the steps of each rebuild, since the machine is not as fast at all times.
    """
    from scorekeeper.stats.services import rebuild

    group = group_of(slug)
    plays = group.plays.count()
    costs, ratios = [], []
    for _ in range(times):
        yardsticks = [two_ratings()]
        started = time.process_time()
        apart = 0.0

        def step(_done: int, yardsticks: list[float] = yardsticks) -> None:
            nonlocal apart
            paused = time.process_time()
            yardsticks.append(two_ratings())
            apart += time.process_time() - paused

        rebuild(group_id=group.pk, on_step=step)
        costs.append((time.process_time() - started - apart) / plays)
        ratios.append(costs[-1] / statistics.fmean(yardsticks))
    return statistics.median(costs), statistics.median(ratios)


def two_ratings(updates: int = 300) -> float:
    """CPU seconds of two rating updates for four players, as OpenSkill documents them: the yardstick of a rebuild."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    table, ranks = [[model.rating()] for _ in range(4)], [1.0, 2.0, 3.0, 4.0]
    gc.disable()  # what a rebuild leaves to collect is not for the yardstick to pay
    started = time.process_time()
    for _ in range(updates):
        model.rate(table, ranks=ranks)
    taken = time.process_time() - started
    gc.enable()
    return taken / updates * 2


def page_cpu(slugs: list[str]) -> list[float]:
    """Median CPU seconds of each group's statistics page, through all middleware, warm; the groups take turns."""
    from django.test import Client

    client = Client()
    client.force_login(group_of(slugs[0]).memberships.get().user)
    times: dict[str, list[float]] = {slug: [] for slug in slugs}
    for _ in range(REPEATS + 2):
        for slug in slugs:
            path = f"/groups/{slug}/statistics"
            started = time.process_time()
            status = client.get(path, headers={"host": "localhost"}).status_code
            times[slug].append(time.process_time() - started)
            if status != 200:
                raise RuntimeError(f"{path} answered {status}")
    return [statistics.median(taken[2:]) for taken in times.values()]


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


def measure() -> list[Row]:
    """Rows for the bench table."""
    return list(measured())


def measured() -> Iterator[Row]:
    """The rows one by one, as they are known."""
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)
    generate(slug_of(0), 200)
    rebuild_cost(slug_of(0), 1)  # what is imported and built once is no part of any play
    for size in SIZES:
        generate(slug_of(size), size)
        cost, pairs = rebuild_cost(slug_of(size), 1)  # there is nothing yet
        yield row(f"statistics of {size:,} plays made from nothing", 1 / cost, "plays/CPU s")
        cost, pairs = rebuild_cost(slug_of(size), REPEATS if size < 5000 else 5 if size < 50_000 else 1)
        rate, is_met = 1 / cost, pairs <= PAIRS_TARGET
        if size < LONG:  # the few queries that any rebuild asks take a tenth of it
            yield row(f"rebuild of {size:,} plays", rate, "plays/CPU s")
            continue
        yield row(f"rebuild of {size:,} plays", rate, "plays/CPU s", REBUILD_TARGET, rate >= REBUILD_TARGET)
        yield row(f"a play rebuilt, of {size:,}", pairs, "× two rating updates", PAIRS_TARGET, is_met)
    pages = page_cpu([slug_of(size) for size in SIZES])
    for size, page in zip(SIZES, pages, strict=True):
        yield row(f"statistics page at {size:,} plays", page * 1000, "ms CPU", 50, page < PAGE_TARGET)
    if len(pages) > 1:
        growth = pages[-1] / pages[-2]
        what = f"statistics page, {SIZES[-1]:,} plays / {SIZES[-2]:,} plays"
        yield row(what, growth, "", GROWTH_TARGET, growth <= GROWTH_TARGET)
    fresh = finish_to_fresh(slug_of(SIZES[-1]))
    yield row(f"finish to fresh at {SIZES[-1]:,} plays", fresh * 1000, "ms", 1000, fresh < FRESH_TARGET)


def row(what: str, value: float, unit: str = "", target: float | None = None, met: bool | None = None) -> Row:
    """A row of the bench table."""
    shown: Row = {"what": what, "value": round(value, 2 if value < 100 else 0), "unit": unit}
    return shown if target is None else {**shown, "target": round(target, 2), "met": met}


if __name__ == "__main__":
    prepare()
    for found in measured():
        print(found, flush=True)
