"""On PostgreSQL: the server restarted during writes, and a worker killed at each table that a task writes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.faults.postgres import Postgres
from tests.faults.site import Site, wait_for
from tests.faults.test_kills import abandon_first, play_out
from tests.faults.test_many_writers import migrate_during
from tests.faults.writing import Crowd, await_standings, set_up, win_for_ana

WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass"
TABLES = """
    SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'public' AND relkind = 'r' AND (relname LIKE 'stats\\_%' OR relname = 'plays_recompute')
    ORDER BY relname
"""
WRITTEN_BY_EVERY_PLAY = ("stats_groupstate", "stats_pairsummary", "stats_playersummary", "stats_playresult")
READ_ONLY_LOCK = "SHARE"  # readers go on, whoever writes waits


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_restarted_database_loses_no_acknowledged_line(site_on_postgres: Site, postgres: Postgres, mode: str) -> None:
    site = site_on_postgres
    table = set_up(site)
    crowd = Crowd(site, table, turns=120, devices=4, pause=0.02)
    crowd.start()
    for lines in (30, 80):
        crowd.await_lines(lines)
        postgres.restart(mode)
    crowd.join()
    crowd.check_lines()
    with site.client(table.token) as client:
        win_for_ana(client, table.play)
    await_standings(site, table, wins=1, within=30)
    site.check_statistics()


def test_a_migration_while_devices_write_disturbs_nobody(site_on_postgres: Site) -> None:
    site = site_on_postgres
    table = set_up(site)
    crowd = Crowd(site, table, turns=120, devices=4, pause=0.02)
    crowd.start()
    migrate_during(site, crowd, 1)
    crowd.join()
    assert set(crowd.statuses) == {201, 409}
    crowd.check_lines()


@contextmanager
def held(address: str, table: str) -> Iterator[psycopg.Connection[tuple[int]]]:
    """Nobody writes to a table meanwhile: a task that comes to it stops in the middle of its transaction."""
    with psycopg.connect(address) as holder:
        holder.execute(f"LOCK TABLE {table} IN {READ_ONLY_LOCK} MODE")
        with psycopg.connect(address, autocommit=True) as watcher:
            yield watcher
        holder.rollback()


def stats_tables(address: str) -> list[str]:
    """Every table that the tasks of the statistics write to."""
    with psycopg.connect(address) as connection:
        return [name for (name,) in connection.execute(TABLES)]


def kill_task_at(site: Site, address: str, table: str) -> bool:
    """Kill every process that runs tasks while one waits to write to the table; False when none came to it."""
    with held(address, table) as watcher:
        until = time.monotonic() + 6
        while watcher.execute(WAITING, (table,)).fetchone() == (0,):
            if time.monotonic() > until:
                return False
            time.sleep(0.02)
        for process in site.pool():
            process.kill()
        wait_for(site.pool, "the next processes", within=20)
    return True


def test_a_worker_killed_at_every_table_it_writes_leaves_no_difference(site_on_postgres: Site) -> None:
    site = site_on_postgres
    address = site.environment["DATABASE_URL"]
    table = set_up(site)
    abandon_first(site, table)
    play_out(site, table)
    await_standings(site, table, wins=1)
    plays, stopped = 1, []
    for name in stats_tables(address):
        if name == "plays_recompute":
            continue  # finishing a play writes to it itself
        with site.client(table.token) as client:
            play = table.start_play(client, {"target": 30})
            win_for_ana(client, play)
        plays += 1
        if kill_task_at(site, address, name):
            stopped.append(name)
        await_standings(site, table, wins=plays, within=30)
    assert set(WRITTEN_BY_EVERY_PLAY) <= set(stopped)
    site.check_statistics()
