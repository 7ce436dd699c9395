"""Live changes: how long after a phone sent an entry the others show it, with 200 open sheets on one process.

A real site (`manage.py up`: broker, worker, one web process), 200 event streams as a browser opens them, and
one writer. Measured from before the POST until the stream's event has arrived, by one clock.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.bench.rows import Row
from tests.faults.site import Site, prepare, running
from tests.faults.writing import NAMES, posted

STREAMS = 200
TARGET = 300  # ms, p95
CHANGES, QUICK_CHANGES = 60, 10
PAUSE = 0.1  # seconds between two changes
NEWS_WITHIN = 20  # seconds


@dataclass
class Screen:
    """An open event stream: when each version of its sheet arrived."""

    play: str
    arrived: dict[int, float] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def watch(self, port: int, token: str, greeted: asyncio.Semaphore) -> None:
        """Read the stream until cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        try:
            request = f"GET /api/v1/plays/{self.play}/events HTTP/1.1\r\nHost: localhost\r\n"
            writer.write(f"{request}Authorization: Bearer {token}\r\nAccept: text/event-stream\r\n\r\n".encode())
            version = 0
            while line := await reader.readline():
                now = time.perf_counter()
                if line.startswith(b": watching"):
                    greeted.release()
                elif line.startswith(b"id: "):
                    version = int(line[4:])
                elif line.startswith(b"event: "):
                    self.arrived[version] = now
                    self.news.set()
        finally:
            writer.close()

    async def await_version(self, version: int) -> float:
        """When this version, or a later one, had arrived. TimeoutError when none does."""
        async with asyncio.timeout(NEWS_WITHIN):
            while True:
                late = [moment for known, moment in self.arrived.items() if known >= version]
                if late:
                    return min(late)
                self.news.clear()
                await self.news.wait()


def measure(*, quick: bool, rounds: int) -> Iterator[Row]:
    """200 screens on 40 sheets, five each; and all 200 on one sheet."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        data = Path(folder) / "data"
        prepare(data)
        with running(data) as site:
            changes = QUICK_CHANGES if quick else CHANGES
            yield from rows(site, "live change, 200 screens on 40 sheets", 40, changes)
            yield from rows(site, "live change, 200 screens on one sheet", 1, changes)


def rows(site: Site, name: str, sheets: int, changes: int) -> list[Row]:
    """Median and p95 over all screens that show the changed sheet."""
    token, plays = tables(site, sheets)
    delays = sorted(asyncio.run(delays_of(site, token, plays, changes)))
    p95 = delays[int(len(delays) * 0.95)] * 1000
    return [
        Row(f"{name}: p50", statistics.median(delays) * 1000, "ms"),
        Row(f"{name}: p95", p95, "ms", target=f"≤ {TARGET}", met=p95 <= TARGET),
    ]


def tables(site: Site, sheets: int) -> tuple[str, list[str]]:
    """A token, and so many plays of popcorn dice."""
    token = site.manage("token", "ana", "--create")
    with site.client(token) as client:
        group = posted(client, "/groups", {"name": f"Crew {uuid.uuid4().hex[:6]}"})["slug"]
        people = [posted(client, f"/groups/{group}/players", {"name": name})["id"] for name in NAMES]
        night = posted(client, f"/groups/{group}/nights", {})["id"]
        body = {"game": "popcorn-dice", "options": {"target": 500}, "players": people}
        return token, [posted(client, f"/nights/{night}/plays", body)["id"] for _ in range(sheets)]


async def delays_of(site: Site, token: str, plays: list[str], changes: int) -> list[float]:
    """Seconds from sending each change to its arrival at each screen of that sheet."""
    screens = [Screen(plays[number % len(plays)]) for number in range(STREAMS)]
    greeted = asyncio.Semaphore(0)
    watching = [asyncio.create_task(screen.watch(site.port, token, greeted)) for screen in screens]
    try:
        async with asyncio.timeout(60):
            for _ in screens:
                await greeted.acquire()
        headers = {"Authorization": f"Bearer {token}"}
        base = f"http://127.0.0.1:{site.port}/api/v1"
        async with httpx.AsyncClient(base_url=base, headers=headers, timeout=30, trust_env=False) as client:
            return [delay for number in range(changes) for delay in await change(client, plays, screens, number)]
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


async def change(client: httpx.AsyncClient, plays: list[str], screens: list[Screen], number: int) -> list[float]:
    """Write one line to one sheet; the delays at its screens."""
    await asyncio.sleep(PAUSE)
    play, version = plays[number % len(plays)], number // len(plays)
    body: dict[str, Any] = {"id": str(uuid.uuid4()), "version": version, "kind": "points", "points": version % 5}
    body["player"] = NAMES[version % 3]
    begun = time.perf_counter()
    answer = await client.post(f"/plays/{play}/entries", json=body)
    if answer.status_code != 201:
        raise RuntimeError(f"{answer.status_code}: {answer.text[:300]}")
    moments = [await screen.await_version(version + 1) for screen in screens if screen.play == play]
    return [moment - begun for moment in moments]
