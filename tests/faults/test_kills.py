"""kill -9 of web, worker and broker while devices write and tasks run: nothing acknowledged is lost."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from contextlib import suppress

import psutil

from tests.faults.site import Site, wait_for
from tests.faults.writing import Crowd, Table, await_standings, set_up, win_for_ana

QUICK = {"target": 30}  # a play that Ana wins with her first turn
MOMENTS = 25  # at which a process that runs tasks is killed


def test_killed_web_and_worker_lose_no_acknowledged_line(site: Site) -> None:
    table = set_up(site)
    crowd = Crowd(site, table, turns=200, pause=0.02)
    crowd.start()
    for lines, program in ((20, "web"), (60, "worker"), (100, "web"), (140, "worker")):
        crowd.await_lines(lines)
        site.kill(program)
    crowd.join()
    crowd.check_lines()
    with site.client(table.token) as client:
        win_for_ana(client, table.play)
    site.kill("worker")
    await_standings(site, table, wins=1)
    site.await_ready()
    site.check_statistics()


def play_out(site: Site, table: Table) -> str:
    """A new play that Ana wins at once; its id."""
    with site.client(table.token) as client:
        play = table.start_play(client, QUICK)
        win_for_ana(client, play)
    return play


def abandon_first(site: Site, table: Table) -> None:
    """The play that the table was set up with counts nowhere."""
    with site.client(table.token) as client:
        client.post(f"/plays/{table.play}/abandon", json={}).raise_for_status()


def empty_broker(site: Site) -> None:
    """kill -9 of the broker, and everything it kept is gone before the supervisor can start it again."""
    assert site.process is not None
    broker = site.program("broker")
    assert broker is not None
    os.kill(site.process.pid, signal.SIGSTOP)
    try:
        broker.kill()
        wait_for(lambda: not broker.is_running() or broker.status() == psutil.STATUS_ZOMBIE, "its end", within=10)
        shutil.rmtree(site.data / "broker")
        (site.data / "broker").mkdir(mode=0o700)
    finally:
        os.kill(site.process.pid, signal.SIGCONT)


def test_an_emptied_broker_loses_no_standing(site: Site) -> None:
    table = set_up(site)
    abandon_first(site, table)
    worker = site.program("worker")
    assert worker is not None
    worker.suspend()
    try:
        play_out(site, table)  # its task waits in the broker
        empty_broker(site)
    finally:
        worker.resume()
    await_standings(site, table, wins=1, within=30)
    play_out(site, table)
    await_standings(site, table, wins=2)
    site.check_statistics()


def test_what_is_written_while_there_is_no_broker_is_counted_later(site: Site) -> None:
    table = set_up(site)
    abandon_first(site, table)
    assert site.process is not None
    broker = site.program("broker")
    assert broker is not None
    os.kill(site.process.pid, signal.SIGSTOP)
    try:
        broker.kill()
        play_out(site, table)
    finally:
        os.kill(site.process.pid, signal.SIGCONT)
    await_standings(site, table, wins=1, within=30)
    site.check_statistics()


def kill_one(site: Site, rng: random.Random) -> bool:
    """kill -9 of one of the processes that run tasks, if there is one now."""
    pool = site.pool()
    with suppress(psutil.NoSuchProcess):
        if pool:
            rng.choice(pool).kill()
            return True
    return False


def test_processes_killed_at_random_moments_of_their_tasks_leave_no_difference(site: Site) -> None:
    table = set_up(site)
    abandon_first(site, table)
    rng, killed, plays = random.Random(6), 0, 0
    while killed < MOMENTS:
        play_out(site, table)
        plays += 1
        time.sleep(rng.random() * 0.08)
        killed += kill_one(site, rng)
    await_standings(site, table, wins=plays, within=30)
    site.check_statistics()
