"""Many devices at one sheet, the same entry again and again, and a migration in between."""

from __future__ import annotations

import subprocess
import sys
import threading
import uuid
from collections import Counter

import pytest

from tests.faults.site import ROOT, Site
from tests.faults.writing import Crowd, Table, await_standings, set_up, turn_of, win_for_ana


def finish_and_check(site: Site, table: Table) -> None:
    """The play ends, its standings are right soon, and statistics are those of the entries."""
    with site.client(table.token) as client:
        win_for_ana(client, table.play)
    await_standings(site, table, wins=1)
    site.check_statistics()


@pytest.mark.parametrize(("devices", "turns"), [(2, 60), (8, 200), (30, 60)])
def test_each_line_is_written_once_and_all_others_hear_of_the_conflict(site: Site, devices: int, turns: int) -> None:
    table = set_up(site)
    crowd = Crowd(site, table, turns=turns, devices=devices)
    crowd.start()
    crowd.join()
    assert set(crowd.statuses) == {201, 409}
    assert crowd.statuses[201] == turns
    assert crowd.check_lines()["version"] == turns
    finish_and_check(site, table)


def test_the_same_entry_five_times_is_one_line(site: Site) -> None:
    table = set_up(site)
    statuses: Counter[int] = Counter()
    body = {"id": str(uuid.uuid4()), "version": 0, **turn_of(0)}
    together = threading.Barrier(5)

    def send() -> None:
        with site.client(table.token) as client:
            together.wait(30)
            statuses[client.post(f"/plays/{table.play}/entries", json=body).status_code] += 1

    threads = [threading.Thread(target=send) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert statuses == {201: 1, 200: 4}
    with site.client(table.token) as client:
        later = client.post(f"/plays/{table.play}/entries", json={**body, "version": 1})
        assert (later.status_code, later.json()["version"]) == (200, 1)
        play = client.get(f"/plays/{table.play}").json()
    assert [line["id"] for line in play["sheet"]["lines"]] == [body["id"]]


def migrate_during(site: Site, crowd: Crowd, times: int) -> None:
    """Run `migrate` so often while the crowd writes."""
    for _ in range(times):
        done = subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v0", "--noinput"],
            cwd=ROOT, env=site.environment, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert crowd.acknowledged()


def test_a_migration_while_devices_write_disturbs_nobody(site: Site) -> None:
    table = set_up(site)
    crowd = Crowd(site, table, turns=150, devices=4, pause=0.02)
    crowd.start()
    migrate_during(site, crowd, 2)
    crowd.join()
    assert set(crowd.statuses) == {201, 409}
    crowd.check_lines()
    finish_and_check(site, table)
