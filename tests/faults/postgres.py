"""A PostgreSQL server for one test module: made, restarted, and thrown away."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.faults.site import free_port
from tests.servers import MUST_ANSWER

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
OWNER = "postgres"


class Postgres:
    """A server on its own port; `address` is that of its maintenance database."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"postgres://{OWNER}@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of the server's own programs as its owner, who may not be root."""
        command = [str(BINARIES[-1].with_name(program)), *arguments]
        as_owner = ["runuser", "-u", OWNER, "--", *command] if os.geteuid() == 0 else command
        subprocess.run(as_owner, check=True, stdout=subprocess.DEVNULL, timeout=90, cwd=self.folder)

    def create(self) -> None:
        """A fresh cluster that trusts this machine."""
        self.run("initdb", "-D", str(self.folder / "data"), "-U", OWNER, "-A", "trust", "--no-sync")

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        log = str(self.folder / "log")
        self.run("pg_ctl", "start", "-w", "-D", str(self.folder / "data"), "-l", log, "-o", settings)

    def stop(self, mode: str) -> None:
        """Stop: ``fast`` ends connections, ``immediate`` is a crash that the next start recovers from."""
        self.run("pg_ctl", "stop", "-w", "-D", str(self.folder / "data"), "-m", mode)

    def restart(self, mode: str) -> None:
        """Stop in this way, and start again."""
        self.stop(mode)
        self.start()

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"faults_{uuid.uuid4().hex[:8]}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address.rpartition("/")[0] + f"/{name}"


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A running server in a folder of its own. Without PostgreSQL's programs the test is not run; in CI it fails."""
    if not BINARIES:
        (pytest.fail if MUST_ANSWER else pytest.skip)("PostgreSQL's server is not installed here")
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-"))
    if os.geteuid() == 0:
        shutil.chown(folder, OWNER)
    server = Postgres(folder)
    try:
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
