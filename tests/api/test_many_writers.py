"""Eight devices writing to one sheet at once, against a real server process."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

import gamerules
from tests.api.live import Live, live_server, postgres_database

CLIENTS = 8
TURNS = 30  # 200 in tests/faults, where there is more time
NAMES = ("Ana", "Ben", "Cleo")


class Device(threading.Thread):
    """A device that wants every turn: it posts the next line until the sheet has all of them."""

    def __init__(self, client: httpx.Client, play: str, sheet: dict[str, Any]) -> None:
        super().__init__()
        self.client, self.path, self.sheet = client, f"/plays/{play}/entries", sheet
        self.accepted: list[dict[str, Any]] = []
        self.statuses: Counter[int] = Counter()

    def run(self) -> None:
        """Post until the last turn is written, whoever wrote it."""
        while self.sheet["version"] < TURNS:
            version = self.sheet["version"]
            body = {"id": str(uuid.uuid4()), "version": version, "player": NAMES[version % 3], "kind": "points"}
            body["points"] = version % 5
            answer = self.client.post(self.path, json=body)
            self.statuses[answer.status_code] += 1
            if answer.status_code not in (201, 409):
                return
            if answer.status_code == 201:
                self.accepted.append(body)
            self.sheet = answer.json()["sheet"]


def set_up(client: httpx.Client) -> dict[str, Any]:
    """A play of three that takes all those turns of four points at most."""
    group = client.post("/groups", json={"name": "Friday crew"}).json()["slug"]
    players = [client.post(f"/groups/{group}/players", json={"name": name}).json()["id"] for name in NAMES]
    night = client.post(f"/groups/{group}/nights", json={}).json()["id"]
    body = {"game": "popcorn-dice", "options": {"target": 500}, "players": players}
    play: dict[str, Any] = client.post(f"/nights/{night}/plays", json=body).json()
    return play


def write_together(server: Live) -> None:
    """Each accepted line exactly once, every other write 409, and the record replays to the totals shown."""
    token = server.token("ana")
    with server.client(token) as client:
        play = set_up(client)
        clients = [server.client(token) for _ in range(CLIENTS)]
        devices = [Device(one, play["id"], play["sheet"]) for one in clients]
        for device in devices:
            device.start()
        for device in devices:
            device.join(timeout=300)
        for one in clients:
            one.close()
        after = client.get(f"/plays/{play['id']}").json()
    statuses = sum((device.statuses for device in devices), Counter[int]())
    accepted = sorted((body for device in devices for body in device.accepted), key=lambda body: body["version"])
    assert set(statuses) == {201, 409}
    assert statuses[201] == len(accepted) == TURNS
    assert [line["id"] for line in after["sheet"]["lines"]] == [body["id"] for body in accepted]
    assert [entry["points"] for entry in after["record"]["entries"]] == [body["points"] for body in accepted]
    assert len({line["id"] for line in after["sheet"]["lines"]}) == TURNS
    replayed = gamerules.result_of(gamerules.replay(after["record"]))
    shown = [(row["player"], row["points"], row["rank"]) for row in after["sheet"]["players"]]
    assert [(row["player"], row["points"], row["rank"]) for row in replayed["players"]] == shown


def test_eight_devices_on_sqlite(tmp_path: Path) -> None:
    with live_server(tmp_path) as server:
        write_together(server)


@pytest.mark.postgres
def test_eight_devices_on_postgres(tmp_path: Path) -> None:
    with postgres_database() as database, live_server(tmp_path, database) as server:
        write_together(server)
