"""From one command to the first page: a folder that was used before, one that is empty, and a fresh clone."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from tests.bench.programs import ROOT
from tests.bench.rows import Row
from tests.faults.site import INHERITED, Site, free_port

SECOND_TARGET, FRESH_TARGET = 5, 90  # seconds by the clock
GIVE_UP = 400  # seconds


def measure(*, quick: bool, rounds: int) -> Iterator[Row]:
    """`manage.py up` at its first and later starts; `make run` in a fresh clone unless quick."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        site = Site(Path(folder) / "data")
        up = [str(ROOT / ".venv" / "bin" / "python"), "manage.py", "up"]
        first = seconds_to_first_page(up, ROOT, site.environment, site.port)
        yield Row("start: `manage.py up` on an empty folder, to the first page", first, "s")
        later = [seconds_to_first_page(up, ROOT, site.environment, site.port) for _ in range(2 if quick else 5)]
        took = statistics.median(later)
        yield Row("start: second start, to the first page", took, "s", target=f"< {SECOND_TARGET}",
                  met=took < SECOND_TARGET)  # fmt: skip
        name = "start: `make run` in a fresh clone, to the first page"
        yield Row(name, unit="s", why="left out by --quick") if quick else fresh_clone(name, Path(folder))


def fresh_clone(name: str, folder: Path) -> Row:
    """What is committed, cloned and run by the one command of the README: packages installed and all."""
    clone = folder / "clone"
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        return Row(name, unit="s", why="needs git and a repository to clone")
    subprocess.run(["git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", str(clone)], check=True)
    port = free_port()
    kept = {name: os.environ[name] for name in INHERITED if name in os.environ and name != "PYTHONPATH"}
    kept |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    took = seconds_to_first_page(["make", "run", f"PORT={port}"], clone, kept, port)
    return Row(name, took, "s", target=f"< {FRESH_TARGET}", met=took < FRESH_TARGET)


def seconds_to_first_page(command: list[str], folder: Path, environment: dict[str, str], port: int) -> float:
    """Seconds from the command to the sign-in page; then everything is stopped. RuntimeError with what it said."""
    begun = time.perf_counter()
    with started(command, folder, environment) as (process, log):
        while not shows_a_page(port):
            if process.poll() is not None or time.perf_counter() - begun > GIVE_UP:
                raise RuntimeError(f"{' '.join(command)} brought no page: {log.read_text()[-500:]}")
            time.sleep(0.02)
        return time.perf_counter() - begun


@contextmanager
def started(
    command: list[str], folder: Path, environment: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """The command while it runs, and what it says; it is asked to stop afterwards."""
    log = Path(tempfile.mkstemp(prefix="scorekeeper-bench-", suffix=".log")[1])
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=out)
    try:
        yield process, log
    finally:
        process.terminate()
        process.wait(60)
        log.unlink()


def shows_a_page(port: int) -> bool:
    """Whether the sign-in page is there, whole."""
    with suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/sign-in", timeout=5, trust_env=False).status_code == 200
    return False
