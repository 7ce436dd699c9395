"""POST of an entry beside the plainest DRF view that authenticates alike, fetches alike and inserts one row.

``measure()`` returns the rows of the bench table; ``python -m tests.bench.post_entry`` prints them. Both
calls go through Django's WSGI handler with all middleware, on the database of DATABASE_URL (default: a
SQLite file of its own). CPU time of this process, medians of blocks that take turns.
"""

from __future__ import annotations

import io
import json
import os
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

BLOCK = 20  # requests
BLOCKS = 15
WARM_UP = 3  # blocks
TARGET = 0.6

Post = Callable[[], None]


def prepare() -> None:
    """Django on an empty database."""
    os.environ.setdefault("DATA", tempfile.mkdtemp(prefix="scorekeeper-bench-"))
    os.environ.setdefault("JOBS_INLINE", "1")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


class Caller:
    """Posts JSON to the WSGI handler with a token, without a socket."""

    def __init__(self, secret: str) -> None:
        from django.core.handlers.wsgi import WSGIHandler

        self.handler = WSGIHandler()
        self.secret = secret

    def __call__(self, path: str, body: dict[str, Any]) -> int:
        """The status of the answer, after reading all of it."""
        sent = json.dumps(body).encode()
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost:8000",
            "HTTP_ACCEPT": "*/*",
            "HTTP_AUTHORIZATION": f"Bearer {self.secret}",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(sent)),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(sent),
            "wsgi.errors": sys.stderr,
            "wsgi.version": (1, 0),
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        told: list[str] = []
        answer = self.handler(environ, lambda status, _headers: told.append(status))
        b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
        return int(told[0].split()[0])


class Scene:
    """A group with three players, its owner's token, and as many plays as asked for."""

    def __init__(self) -> None:
        from scorekeeper.accounts.services import create_user, make_token
        from scorekeeper.groups.services import add_player, create_group
        from scorekeeper.plays.services import start_night

        self.user = create_user(username=f"bench-{uuid.uuid4().hex[:8]}")
        _token, self.secret = make_token(user=self.user, name="bench")
        self.group = create_group(name="Bench", owner=self.user)
        self.players = [add_player(group=self.group, name=name) for name in ("Ana", "Ben", "Cleo")]
        self.night = start_night(group=self.group, actor=self.user, players=self.players)

    def play(self) -> Any:
        """A popcorn-dice play that takes some 450 turns of one to five points."""
        from scorekeeper.plays.services import start_play

        return start_play(
            night=self.night, game="popcorn-dice", players=self.players, actor=self.user, options={"target": 500}
        )


def turns(caller: Caller, path: str, *, versioned: bool) -> Iterator[int]:
    """Posts turn after turn, yielding the CPU seconds of each."""
    turn = 0
    while True:
        body = {"id": str(uuid.uuid4()), "player": ("Ana", "Ben", "Cleo")[turn % 3], "kind": "points"}
        body |= {"points": 1 + turn % 5, "version": turn}
        started = time.process_time_ns()
        status = caller(path, body)
        took = time.process_time_ns() - started
        if status != 201:
            raise RuntimeError(f"{path} turn {turn} was answered with {status}")
        turn += 1
        yield took


def block(posts: Iterator[int], size: int = BLOCK) -> list[int]:
    """The CPU times of the next requests, in ns."""
    return [next(posts) for _ in range(size)]


def measure() -> list[dict[str, Any]]:
    """Rows for the bench table: rates at turn 2 and at turn 200 beside the plain view, and the slowest 1 %."""
    from django.conf import settings

    settings.ROOT_URLCONF = "tests.bench.plain_view"
    scene = Scene()
    caller = Caller(scene.secret)
    plain = turns(caller, f"/plain/{scene.play().pk}/entries", versioned=False)
    late = turns(caller, f"/api/v1/plays/{scene.play().pk}/entries", versioned=True)
    block(late, 190)
    times: dict[str, list[list[int]]] = {"plain": [], "turn 2": [], "turn 200": []}
    for number in range(WARM_UP + BLOCKS):
        early = turns(caller, f"/api/v1/plays/{scene.play().pk}/entries", versioned=True)
        next(early)
        if number % 5 == 4:
            late = turns(caller, f"/api/v1/plays/{scene.play().pk}/entries", versioned=True)
            block(late, 190)
        measured = {"plain": block(plain), "turn 2": block(early), "turn 200": block(late)}
        for name, found in measured.items():
            if number >= WARM_UP:
                times[name].append(found)
    return rows_of(times)


def rate(blocks: list[list[int]]) -> float:
    """Requests per CPU second: the median block."""
    return statistics.median(len(found) / sum(found) * 1e9 for found in blocks)


def rows_of(times: dict[str, list[list[int]]]) -> list[dict[str, Any]]:
    """One row a figure: what, value, unit, target, met."""
    plain = rate(times["plain"])
    rows = [{"what": "plain DRF view inserting one row", "value": round(plain), "unit": "requests/CPU s"}]
    for name in ("turn 2", "turn 200"):
        every = sorted(took for found in times[name] for took in found)
        share = rate(times[name]) / plain
        spread = every[int(len(every) * 0.99)] / statistics.median(every)
        rows += [
            {"what": f"POST of an entry, {name}", "value": round(rate(times[name])), "unit": "requests/CPU s"},
            {
                "what": f"POST of an entry, {name}: share of the plain view's rate",
                "value": round(share, 2), "target": TARGET, "met": share >= TARGET,
            },
            {
                "what": f"POST of an entry, {name}: p99 / median",
                "value": round(spread, 1), "target": 5, "met": spread < 5,
            },
        ]  # fmt: skip
    return rows


if __name__ == "__main__":
    prepare()
    for row in measure():
        print(row)
