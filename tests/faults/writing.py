"""Devices that write to one sheet through thick and thin, and what must be true of the sheet afterwards."""

from __future__ import annotations

import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass
from typing import Any

import httpx

import gamerules
from tests.faults.site import Site, wait_for

NAMES = ("Ana", "Ben", "Cleo")
DEVICES = 8
FRESH_WITHIN = 15  # seconds, from issue 2
NO_ANSWER = 0
PATIENCE = 120  # seconds that a device keeps trying one entry
WELL = {200, 201, 409}
UNAVAILABLE = {NO_ANSWER, 503}


@dataclass(frozen=True)
class Table:
    """A group with a night, and the play of it that is written to."""

    token: str
    group: str
    night: str
    play: str
    players: dict[str, str]

    def start_play(self, client: httpx.Client, options: dict[str, Any]) -> str:
        """Another play of the same people."""
        body = {"game": "popcorn-dice", "options": options, "players": list(self.players.values())}
        return str(posted(client, f"/nights/{self.night}/plays", body)["id"])


def posted(client: httpx.Client, path: str, body: dict[str, Any]) -> Any:
    """The answer to a POST that must succeed."""
    answer = client.post(path, json=body)
    assert answer.status_code == 201, f"{path}: {answer.status_code} {answer.text[:500]}"
    return answer.json()


def set_up(site: Site, *, target: int = 200) -> Table:
    """A new group of three with a night and a play of popcorn dice that takes more than 200 small turns."""
    token = site.manage("token", "ana", "--create")
    with site.client(token) as client:
        group = posted(client, "/groups", {"name": f"Crew {uuid.uuid4().hex[:6]}"})["slug"]
        players = {name: posted(client, f"/groups/{group}/players", {"name": name})["id"] for name in NAMES}
        night = posted(client, f"/groups/{group}/nights", {})["id"]
        table = Table(token, group, night, "", players)
        play = table.start_play(client, {"target": target})
    return Table(token, group, night, play, players)


def turn_of(version: int) -> dict[str, Any]:
    """The entry that comes after so many lines: 0 to 4 points for whoever's turn it is."""
    return {"kind": "points", "player": NAMES[version % 3], "points": version % 5}


class Device(threading.Thread):
    """Posts the next line again and again until the sheet has `turns` lines, whoever wrote them.

    What brings no answer is sent again as it was, with the same id, as a phone does.
    """

    def __init__(self, site: Site, table: Table, turns: int, *, pause: float = 0.0) -> None:
        super().__init__()
        self.site, self.table, self.turns, self.pause = site, table, turns, pause
        self.acknowledged: dict[str, dict[str, Any]] = {}
        self.statuses: Counter[int] = Counter()
        self.trouble = ""

    def run(self) -> None:
        """Write until there are enough lines, or something came that must not."""
        version = 0
        with self.site.client(self.table.token) as client:
            while version < self.turns and not self.trouble:
                body = {"id": str(uuid.uuid4()), "version": version, **turn_of(version)}
                answer = self.insist(client, body)
                if answer is None:
                    return
                if answer.status_code in (200, 201):
                    self.acknowledged[str(body["id"])] = body
                version = answer.json()["sheet"]["version"]
                time.sleep(self.pause)

    def insist(self, client: httpx.Client, body: dict[str, Any]) -> httpx.Response | None:
        """Send one entry until it is answered; None, with the trouble noted, for an answer that must not be."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            answer = self.send(client, body)
            status = NO_ANSWER if answer is None else answer.status_code
            self.statuses[status] += 1
            if status in WELL:
                return answer
            if status not in UNAVAILABLE and answer is not None:
                self.trouble = f"{status} {answer.text[:500]}"
                return None
            time.sleep(0.1)
        self.trouble = f"no answer within {PATIENCE} s"
        return None

    def send(self, client: httpx.Client, body: dict[str, Any]) -> httpx.Response | None:
        """One try; None when it brought no answer."""
        try:
            return client.post(f"/plays/{self.table.play}/entries", json=body)
        except httpx.TransportError:
            return None


class Crowd:
    """Some devices that write at once."""

    def __init__(self, site: Site, table: Table, *, turns: int, devices: int = DEVICES, pause: float = 0.0) -> None:
        self.site, self.table, self.turns = site, table, turns
        self.devices = [Device(site, table, turns, pause=pause) for _ in range(devices)]

    def start(self) -> None:
        """Let them write."""
        for device in self.devices:
            device.start()

    def acknowledged(self) -> int:
        """How many lines were acknowledged so far."""
        return sum(len(device.acknowledged) for device in self.devices)

    def await_lines(self, count: int) -> None:
        """Wait until so many lines were acknowledged. AssertionError when a device met trouble."""
        wait_for(lambda: self.acknowledged() >= count or self.troubles(), f"{count} lines", within=PATIENCE)
        assert not self.troubles(), self.troubles()

    def is_writing(self) -> bool:
        """Whether any device still writes."""
        return any(device.is_alive() for device in self.devices)

    def join(self) -> None:
        """Wait for the end. AssertionError with what any device was told that it must not be told."""
        for device in self.devices:
            device.join(timeout=PATIENCE * 2)
        assert not self.is_writing()
        assert not self.troubles(), self.troubles()

    def troubles(self) -> list[str]:
        """What devices were told that they must not be told."""
        return [device.trouble for device in self.devices if device.trouble]

    @property
    def statuses(self) -> Counter[int]:
        """How often each status came; 0 for no answer."""
        return sum((device.statuses for device in self.devices), Counter[int]())

    def check_lines(self) -> dict[str, Any]:
        """Every acknowledged line stands once, as it was sent and where; no other does; the record gives the totals."""
        with self.site.client(self.table.token) as client:
            play: dict[str, Any] = client.get(f"/plays/{self.table.play}").json()
        acknowledged = {name: body for device in self.devices for name, body in device.acknowledged.items()}
        lines = [line["id"] for line in play["sheet"]["lines"]]
        entries = play["record"]["entries"]
        assert sorted(lines) == sorted(acknowledged), "lines written are not the lines acknowledged"
        assert len(lines) == play["version"]
        assert [acknowledged[line]["version"] for line in lines] == list(range(len(lines)))
        written = [(entry["player"], entry["points"]) for entry in entries]
        assert written == [(NAMES[position % 3], position % 5) for position in range(len(lines))]
        check_replay(play)
        return play


def check_replay(play: dict[str, Any]) -> None:
    """The record gives the totals and places that the sheet shows."""
    replayed = gamerules.result_of(gamerules.replay(play["record"]))
    shown = [(row["player"], row["points"], row["rank"]) for row in play["sheet"]["players"]]
    assert [(row["player"], row["points"], row["rank"]) for row in replayed["players"]] == shown


def win_for_ana(client: httpx.Client, play: str) -> None:
    """Write turns of 38 points for Ana and 0 for the others until the rules end the play."""
    shown = client.get(f"/plays/{play}").json()
    while shown["sheet"]["outcome"] is None:
        version = shown["sheet"]["version"]
        player = shown["sheet"]["next"]["players"][0]
        entry = {"kind": "points", "player": player, "points": 38 if player == "Ana" else 0}
        shown = posted(client, f"/plays/{play}/entries", {"id": str(uuid.uuid4()), "version": version, **entry})
    assert shown["sheet"]["outcome"]["winners"] == ["Ana"]


def await_standings(site: Site, table: Table, *, wins: int, within: float = FRESH_WITHIN) -> float:
    """Seconds until the night's standings are fresh and give Ana so many wins in as many plays."""
    last: dict[str, Any] = {}

    def is_right() -> bool:
        with site.client(table.token) as client:
            try:
                answer = client.get(f"/nights/{table.night}/standings")
            except httpx.TransportError:
                return False
        if answer.status_code != 200:
            return False
        last.update(answer.json())
        shown = {row["player"]: (row["plays"], row["wins"]) for row in last["results"]}
        return not last["stale"] and shown == {"Ana": (wins, wins), "Ben": (wins, 0), "Cleo": (wins, 0)}

    try:
        return wait_for(is_right, "right standings", within=within)
    except AssertionError as late:
        raise AssertionError(f"{late}; last seen: {last}") from None
