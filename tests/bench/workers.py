"""Rebuilding the statistics of several groups with one Celery worker and with two, on PostgreSQL and Redis.

``python -m tests.bench.workers`` prints the rows. It makes a database of its own on the server of
TEST_DATABASE_URL (default 127.0.0.1) and drops it again; tasks go through an empty database of Redis.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import redis

from tests.bench.rows import Row
from tests.servers import POSTGRES_URL, REDIS_URL, answers

DATABASE = "scorekeeper_bench_workers"
GROUPS, PLAYS = 8, 2000
ROUNDS = 3  # one worker and two take turns, since the machine is not as fast at all times
TARGET = 1.7
WITHIN = 300  # seconds


def measure(*, quick: bool, rounds: int) -> Iterator[Row]:
    """Plays a second by the clock with one worker, with two, and how many times as many that is."""
    del rounds
    for url, port in ((POSTGRES_URL, 5432), (REDIS_URL, 6379)):
        if not answers(url, port):
            yield Row("rebuild, two workers / one", why=f"nothing answers at {url}")
            return
    with _own_database() as url:
        os.environ |= {"DATABASE_URL": url, "REDIS_URL": _empty_redis()}
        yield from _rows(GROUPS, 300 if quick else PLAYS)


@contextmanager
def _own_database() -> Iterator[str]:
    server = POSTGRES_URL.rsplit("/", 1)[0]
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {DATABASE}")
        try:
            yield f"{server}/{DATABASE}"
        finally:
            connection.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)")


def _empty_redis() -> str:
    server = REDIS_URL.rsplit("/", 1)[0]
    for number in range(15, 0, -1):
        with redis.Redis.from_url(f"{server}/{number}") as client:
            if not client.dbsize():
                return f"{server}/{number}"
    raise RuntimeError("no database of Redis is empty")


def _rows(groups: int, plays: int) -> Iterator[Row]:
    os.environ["JOBS_INLINE"] = ""
    from tests.bench.post_entry import prepare
    from tests.bench.stats import generate, group_of

    prepare()
    from scorekeeper.stats.services import rebuild

    slugs = [f"bench-shared-{number}" for number in range(groups)]
    for slug in slugs:
        generate(slug, plays)
    ids = [group_of(slug).pk for slug in slugs]
    for group in ids:
        rebuild(group_id=group)  # there is nothing yet
    taken = [(_seconds(ids, workers=1), _seconds(ids, workers=2)) for _ in range(ROUNDS)]
    alone, together = (statistics.median(times) for times in zip(*taken, strict=True))
    yield Row("rebuild, one worker on Redis", groups * plays / alone, "plays/s")
    yield Row("rebuild, two workers on Redis", groups * plays / together, "plays/s")
    gain = statistics.median(one / two for one, two in taken)
    yield Row("rebuild, two workers / one", gain, "", target=f"≥ {TARGET}", met=gain >= TARGET)


def _seconds(groups: list[int], *, workers: int) -> float:
    """Seconds from the first task sent until the broker holds none, waiting or running."""
    from scorekeeper.celery import app
    from scorekeeper.stats.services import pending_groups
    from scorekeeper.stats.tasks import rebuild

    with _running(workers), redis.Redis.from_url(os.environ["REDIS_URL"]) as broker:
        _await(lambda: len(app.control.ping(timeout=0.5)) == workers, "the workers")
        for group in groups[:workers]:  # the first time they import what they need
            rebuild.delay(group)
        _await(lambda: _is_done(broker), "the first rebuilds")
        started = time.perf_counter()
        for group in groups:
            rebuild.delay(group)
        _await(lambda: _is_done(broker), "the rebuild")
        seconds = time.perf_counter() - started
    if pending_groups():
        raise RuntimeError("statistics are behind after a rebuild")
    return seconds


def _is_done(broker: redis.Redis) -> bool:
    return not broker.llen("scorekeeper") and not broker.hlen("unacked")


@contextmanager
def _running(count: int) -> Iterator[None]:
    """So many workers, each with one process that runs tasks."""
    command = [sys.executable, "-m", "celery", "--app", "scorekeeper.celery", "--quiet", "worker", "--pool", "solo",
               "--loglevel", "ERROR", "--without-gossip", "--without-mingle"]  # fmt: skip
    names = [f"bench{number}@%h" for number in range(count)]
    quiet = subprocess.DEVNULL  # it warns of root
    started = [subprocess.Popen([*command, "--hostname", name], stdout=quiet, stderr=quiet) for name in names]
    try:
        yield
    finally:
        for worker in started:
            worker.terminate()
        for worker in started:
            worker.wait(30)


def _await(condition: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + WITHIN
    while not condition():
        if time.monotonic() > until:
            raise RuntimeError(f"waited {WITHIN} s for {what}")
        time.sleep(0.1)


if __name__ == "__main__":
    for row in measure(quick="--quick" in sys.argv, rounds=1):
        print(row.as_json(), flush=True)
