"""Children that cannot outlive whoever started them. Knows no Django."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

SUPERVISED = "SCOREKEEPER_SUPERVISED"  # set in the environment of every child of `manage.py up`
PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(parent: int | None = None) -> None:
    """Asks the kernel to kill this process when the thread that started it ends; other systems than Linux cannot.

    `parent` is its process id, if known: when it has died before the request was made, this process ends at once.
    """
    if _libc is None:
        return
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def die_with_supervised_parent(**_: object) -> None:
    """The same for a grandchild of `manage.py up`; does nothing elsewhere. Fits as a Celery signal's receiver."""
    if os.environ.get(SUPERVISED):
        die_with_parent()


def start(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Starts a child in its own session, so that a Ctrl-C reaches only its supervisor. Call from the main thread."""
    parent = os.getpid()
    return subprocess.Popen(
        command,
        env={**os.environ, **environment, SUPERVISED: "1"},
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: die_with_parent(parent),  # no other thread runs here that could hold a lock
    )


def stop(process: subprocess.Popen[bytes], *, seconds: float) -> None:
    """Ends a child gently, and after so many seconds by force, with all that it has started itself."""
    with suppress(ProcessLookupError):
        process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    kill_session(process)
    process.wait()


def kill_session(process: subprocess.Popen[bytes]) -> None:
    """Kills what is left of the child's session: its process group, which has the child's own number."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
