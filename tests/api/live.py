"""A real server process of its own for a test: its own data folder, its own port, ended with the test."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg

from tests.servers import POSTGRES_URL

ROOT = Path(__file__).resolve().parents[2]
START_WITHIN = 60  # seconds


@dataclass(frozen=True)
class Live:
    """A server that answers at ``url``; ``environment`` is what its commands need."""

    url: str
    environment: dict[str, str]

    def token(self, username: str) -> str:
        """A token of a user, who is made when absent."""
        command = [sys.executable, "manage.py", "token", username, "--create"]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def client(self, token: str) -> httpx.Client:
        """A client of the API."""
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=f"{self.url}/api/v1", headers=headers, timeout=60, trust_env=False)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def postgres_database() -> Iterator[str]:
    """The address of a new database, dropped afterwards."""
    server, _slash, _name = POSTGRES_URL.rpartition("/")
    name = f"live_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield f"{server}/{name}"
    finally:
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def live_server(data: Path, database_url: str = "") -> Iterator[Live]:
    """A migrated site behind granian, as `manage.py up` starts it, with jobs done at once."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "TEST_"))}
    for name in ("DATABASE_URL", "REDIS_URL", "SITE_URL", "ALLOWED_HOSTS", "BIND", "SQLITE_SYNCHRONOUS"):
        environment.pop(name, None)
    environment |= {"DATA": str(data), "JOBS_INLINE": "1", "PORT": str(port), "LOG_LEVEL": "ERROR"}
    if database_url:
        environment["DATABASE_URL"] = database_url
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=environment, check=True, capture_output=True)
    command = [sys.executable, "-m", "granian", "scorekeeper.asgi:application", "--interface", "asginl", "--port"]
    command += [str(port), "--workers", "1", "--no-ws", "--workers-kill-timeout", "3", "--log-level", "warning"]
    with (data / "server.log").open("wb") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        _wait_until_it_answers(f"http://127.0.0.1:{port}", server, data / "server.log")
        yield Live(f"http://127.0.0.1:{port}", environment)
    finally:
        server.terminate()
        try:
            server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait_until_it_answers(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_WITHIN
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            httpx.get(f"{url}/healthz", timeout=5, trust_env=False)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"the server did not start:\n{log.read_text(errors='replace')}")
