"""Keeps a few processes running: started in order, stopped in reverse, restarted when they die. Knows no Django."""

import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.operations import processes

RESTARTS_ALLOWED = 5
RESTARTS_WINDOW = 60.0  # seconds
POLL_INTERVAL = 0.2  # seconds


@dataclass(frozen=True)
class Program:
    """What to run. `is_ready` is asked until it says yes, for `ready_within` seconds, before the next starts."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    is_ready: Callable[[], bool] | None = None
    ready_within: float = 20.0
    stop_within: float = 8.0


class GaveUp(Exception):
    """A program did not become ready, or died too often; the message says which and how."""


class Supervisor:
    """Runs programs until asked to stop. Use from the main thread only: the kernel ties children to their thread."""

    def __init__(self, programs: Sequence[Program], say: Callable[[str], None]) -> None:
        self.programs = programs
        self.say = say
        self.stopping = threading.Event()
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.restarts: dict[str, deque[float]] = {program.name: deque() for program in programs}

    def run(self, *, when_ready: Callable[[], None]) -> None:
        """Starts all, then watches them until :meth:`ask_to_stop`; whatever happens, stops all. Raises GaveUp."""
        try:
            for program in self.programs:
                self._start(program)
                self._await_ready(program)
            if not self.stopping.is_set():
                when_ready()
            while not self.stopping.wait(POLL_INTERVAL):
                self._restart_the_dead()
        finally:
            self._stop_all()

    def ask_to_stop(self, *_: object) -> None:
        """Makes :meth:`run` return soon. Fits as a signal handler."""
        self.stopping.set()

    def _start(self, program: Program) -> None:
        if not self.stopping.is_set():
            self.running[program.name] = processes.start(program.command, program.environment)

    def _await_ready(self, program: Program) -> None:
        deadline = time.monotonic() + program.ready_within
        while program.is_ready is not None and not self.stopping.is_set() and not program.is_ready():
            self._restart_the_dead()
            if time.monotonic() > deadline:
                raise GaveUp(f"{program.name} was not ready after {program.ready_within:.0f} seconds")
            self.stopping.wait(POLL_INTERVAL / 4)

    def _restart_the_dead(self) -> None:
        for program in self.programs:
            process = self.running.get(program.name)
            if process is not None and process.poll() is not None:
                self._count_restart(program, process.returncode)
                processes.kill_session(process)
                self._start(program)

    def _count_restart(self, program: Program, code: int) -> None:
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        now = time.monotonic()
        times = self.restarts[program.name]
        while times and now - times[0] > RESTARTS_WINDOW:
            times.popleft()
        if len(times) >= RESTARTS_ALLOWED:
            raise GaveUp(f"{program.name} {how}, after {len(times)} restarts within a minute")
        times.append(now)
        self.say(f"{program.name} {how}; restarting it")

    def _stop_all(self) -> None:
        by_name = {program.name: program for program in self.programs}
        for name, process in reversed(self.running.items()):
            processes.stop(process, seconds=by_name[name].stop_within)
