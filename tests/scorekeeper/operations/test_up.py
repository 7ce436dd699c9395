"""`manage.py up` as the host runs it: one port, restarts, and nothing left behind however it ends."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import psutil
import pytest

from tests.servers import POSTGRES_URL

ROOT = Path(__file__).resolve().parents[3]


class Site:
    """A running `manage.py up` with its own data folder and port."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.port = free_port()
        self.log = data.with_suffix(".log")
        keep = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "PYTHONPATH")}
        self.environment = keep | {"DATA": str(data), "PORT": str(self.port), "BIND": "127.0.0.1"} | environment
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        with self.log.open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "manage.py", "up"], cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )

    def restart(self) -> None:
        self.process = self.start()

    def get(self, path: str) -> tuple[int, str]:
        """Status and body; 0 when nothing answers."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except (URLError, OSError):
            return 0, ""

    def said(self) -> str:
        return self.log.read_text()

    def await_said(self, text: str, *, within: float = 60.0) -> str:
        """What was said, once it holds the text."""
        wait_for(lambda: text in self.said() or self.process.poll() is not None, within=within)
        assert text in self.said()
        return self.said()

    def await_ready(self) -> None:
        """Waits until database, broker and worker all answer."""
        wait_for(lambda: self.get("/readyz")[0] == 200, within=60.0)

    def family(self) -> list[psutil.Process]:
        """Every process that carries this site's data folder in its environment, without `up` itself."""
        return [found for found in psutil.process_iter() if belongs_to(found, self.data, not_=self.process.pid)]

    def program(self, word: str) -> psutil.Process:
        """The child of `up` whose command line holds a word."""
        children = psutil.Process(self.process.pid).children()
        return next(child for child in children if word in " ".join(child.cmdline()))

    def end(self, number: signal.Signals) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(30)


def belongs_to(process: psutil.Process, data: Path, *, not_: int) -> bool:
    try:
        is_alive = process.pid != not_ and process.status() != psutil.STATUS_ZOMBIE
        return is_alive and process.environ().get("DATA") == str(data)
    except psutil.Error:
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(condition: Callable[[], bool], *, within: float) -> None:
    """Waits until the condition holds. Fails when it does not in time."""
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.1)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data folder for all: only its first start migrates and collects static files."""
    return tmp_path_factory.mktemp("site") / "data"


@pytest.fixture
def site(data: Path) -> Iterator[Site]:
    """A site that has been told to start, on a free port."""
    site = Site(data)
    yield site
    site.end(signal.SIGTERM)
    for process in site.family():
        process.kill()


@pytest.mark.own_servers
def test_first_start_prints_its_addresses_refuses_a_second_one_and_ctrl_c_leaves_nothing(site: Site) -> None:
    said = site.await_said("Ctrl-C stops everything.")
    assert f"Scorekeeper runs at http://127.0.0.1:{site.port} " in said
    assert "Only this computer can reach it." in said
    link = re.search(rf"works once:\n  http://127\.0\.0\.1:{site.port}(/\S+)\n", said)
    assert link is not None
    assert site.get(link[1])[0] == 200
    assert site.get("/healthz") == (200, "ok\n")
    refused = subprocess.run(
        [sys.executable, "manage.py", "up"],
        cwd=ROOT, env=site.environment | {"PORT": str(free_port())}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (refused.returncode, f"Scorekeeper already runs on {site.data}." in refused.stderr) == (1, True)
    site.await_ready()
    assert json.loads(site.get("/readyz")[1]) == {"ready": True, "database": "ok", "broker": "ok", "worker": "ok"}
    assert site.end(signal.SIGINT) == 0
    assert site.family() == []
    assert site.said().endswith("Stopped.\n")


@pytest.mark.faults
@pytest.mark.own_servers
def test_every_killed_program_comes_back(site: Site) -> None:
    site.await_ready()
    for name, word in (("broker", "unixsocket"), ("worker", "celery"), ("web", "granian")):
        site.program(word).kill()
        site.await_said(f"{name} was killed by signal 9; restarting it")
        site.await_ready()
    assert len(psutil.Process(site.process.pid).children()) == 3


@pytest.mark.faults
@pytest.mark.own_servers
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's death")
def test_nothing_survives_its_own_kill_and_it_starts_again(site: Site) -> None:
    site.await_ready()
    assert len(site.family()) >= 5  # broker, worker with its pool, web with its worker
    site.end(signal.SIGKILL)
    wait_for(lambda: site.family() == [], within=10.0)
    site.restart()
    site.await_ready()


@pytest.mark.own_servers
def test_a_taken_port_is_refused_with_a_hint(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        environment = os.environ | {"DATA": str(tmp_path), "PORT": str(other.getsockname()[1])}
        environment.pop("JOBS_INLINE", None)
        refused = subprocess.run(
            [sys.executable, "manage.py", "up"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
        )
    assert refused.returncode == 1
    assert "address already in use. Choose another with PORT=." in refused.stderr


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.django_db
def test_it_runs_on_postgresql_and_redis(tmp_path: Path, redis_url: str) -> None:
    from django.db import connection

    database = POSTGRES_URL.rsplit("/", 1)[0] + "/" + connection.settings_dict["NAME"]
    site = Site(tmp_path / "data", DATABASE_URL=database, REDIS_URL=redis_url)
    try:
        site.await_ready()
        names = sorted(child.cmdline()[2] for child in psutil.Process(site.process.pid).children())
        assert names == ["celery", "granian"]
        assert not (site.data / "scorekeeper.sqlite3").exists()
    finally:
        site.end(signal.SIGTERM)
    assert site.family() == []
