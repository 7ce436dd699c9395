"""A real site for the fault tests: `manage.py up` with its own data and port, and ways to hurt it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psutil

ROOT = Path(__file__).resolve().parents[2]
INHERITED = ("PATH", "HOME", "LANG", "PYTHONPATH")
READY_WITHIN = 90  # seconds; a busy machine starts slowly
WORDS = {"broker": "unixsocket", "worker": "celery", "web": "granian"}


def wait_for(condition: Callable[[], Any], what: str, *, within: float) -> float:
    """Seconds until the condition holds. AssertionError, saying what was awaited, when it does not in time."""
    started = time.monotonic()
    while not condition():
        assert time.monotonic() - started < within, f"waited {within:.0f} s for {what}"
        time.sleep(0.05)
    return time.monotonic() - started


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Site:
    """`manage.py up` on a data folder; the programs it runs can be found and killed by name."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.port = free_port()
        keep = {name: os.environ[name] for name in INHERITED if name in os.environ}
        self.environment = keep | {"DATA": str(data), "PORT": str(self.port), "BIND": "127.0.0.1"} | environment
        self.log = data.with_suffix(".log")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until database, broker and worker all answer."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up"], cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        self.await_ready()

    def await_ready(self) -> None:
        """Wait until database, broker and worker all answer."""
        try:
            wait_for(self.is_ready, "the site to be ready", within=READY_WITHIN)
        except AssertionError as late:
            raise AssertionError(f"{late}; it said:\n{self.log.read_text()}") from None

    def is_ready(self) -> bool:
        """Whether database, broker and worker all answer."""
        with suppress(httpx.TransportError):
            return httpx.get(f"http://127.0.0.1:{self.port}/readyz", timeout=5, trust_env=False).status_code == 200
        return False

    def stop(self) -> None:
        """End it gently."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(40)

    def manage(self, *arguments: str) -> str:
        """What a management command prints. AssertionError with all it said when it fails."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}"
        return done.stdout.strip()

    def client(self, token: str) -> httpx.Client:
        """A client of the API."""
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}/api/v1", headers=headers, timeout=30, trust_env=False
        )

    def program(self, name: str) -> psutil.Process | None:
        """The process of `broker`, `worker` or `web`; None while there is none."""
        assert self.process is not None
        with suppress(psutil.Error):
            for child in psutil.Process(self.process.pid).children():
                if WORDS[name] in " ".join(child.cmdline()):
                    return child
        return None

    def kill(self, name: str) -> None:
        """kill -9 of a program, once there is one."""
        wait_for(lambda: self.program(name), f"the {name}", within=30)
        program = self.program(name)
        if program is not None:
            program.kill()

    def pool(self) -> list[psutil.Process]:
        """The worker's processes that run tasks (and its clock)."""
        worker = self.program("worker")
        with suppress(psutil.Error):
            return worker.children(recursive=True) if worker else []
        return []

    def check_statistics(self) -> None:
        """Statistics are what entries give, to the last byte."""
        assert self.manage("rebuild_stats", "--check").splitlines()[-1] == "no difference"


@contextmanager
def running(data: Path, **environment: str) -> Iterator[Site]:
    """A site that is up, and ended afterwards with all that it started."""
    site = Site(data, **environment)
    try:
        site.start()
        yield site
    finally:
        site.stop()


def prepare(data: Path) -> None:
    """A migrated data folder with static files, so that copies of it start at once."""
    environment = Site(data).environment
    code = "from scorekeeper.operations import preparation; preparation.collect_static_if_changed()"
    for arguments in (["migrate", "-v0"], ["shell", "--no-imports", "-c", code]):
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment, check=True)


def copied(prepared: Path, data: Path) -> Path:
    """A copy of a prepared folder."""
    shutil.copytree(prepared, data, ignore=shutil.ignore_patterns("*.sock", "up.lock"))
    return data
