"""What `manage.py up` does before it starts anything: one at a time, a free port, a migrated database, static files."""

import errno
import fcntl
import hashlib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

UNUSED_FILES = "drf_spectacular_sidecar/redoc/*"  # a second viewer of the API, and a third of all bytes


class NotPossible(Exception):
    """Why it cannot start, with what to do about it."""


@contextmanager
def only_one() -> Iterator[None]:
    """Holds the data folder for this process; the kernel lets go of it however the process ends. Raises NotPossible."""
    with (settings.DATA / "up.lock").open("w", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotPossible(
                f"Scorekeeper already runs on {settings.DATA}. Stop it first, or choose another folder with DATA=."
            ) from None
        yield


def require_port() -> None:
    """Raises NotPossible when the address cannot be listened on."""
    family = socket.AF_INET6 if ":" in settings.BIND else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.BIND, settings.PORT))
        except OSError as error:
            hint = "Choose another with PORT=." if error.errno == errno.EADDRINUSE else "Check BIND= and PORT=."
            reason = (error.strerror or str(error)).lower()
            raise NotPossible(f"Cannot listen on {settings.BIND} port {settings.PORT}: {reason}. {hint}") from None


def migrate_if_needed() -> bool:
    """Brings the database up to date; False when it was. Asking first is cheaper than migrating nothing."""
    executor = MigrationExecutor(connection)
    pending = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    connection.close()
    if pending:
        call_command("migrate", verbosity=0, interactive=False)
        connection.close()
    return pending


def collect_static_if_changed() -> bool:
    """Collects the static files unless they are those of the last time; False when they are."""
    mark = settings.STATIC_ROOT / ".collected"
    fingerprint = static_fingerprint()
    if mark.exists() and mark.read_text(encoding="ascii") == fingerprint:
        return False
    call_command("collectstatic", verbosity=0, interactive=False, clear=True, ignore_patterns=[UNUSED_FILES])
    mark.write_text(fingerprint, encoding="ascii")
    return True


def static_fingerprint() -> str:
    """A digest over path, size and time of change of every static file, and over what processes them."""
    digest = hashlib.sha256(f"{version('django')} {version('whitenoise')}".encode())
    for finder in get_finders():
        for path, storage in finder.list(None):
            state = Path(storage.path(path)).stat()
            digest.update(f"{path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()
