"""The supervisor on small programs: order, restarts, giving up, and nothing left behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from scorekeeper.operations.supervisor import GaveUp, Program, Supervisor

SLEEPS = (sys.executable, "-c", "import time; time.sleep(60)")
ENDS = (sys.executable, "-c", "raise SystemExit(3)")


def when(condition: Callable[[], bool], then: Callable[[], object], *, within: float = 20.0) -> threading.Thread:
    """Does something from another thread as soon as a condition holds, or when the time is up."""

    def watch() -> None:
        deadline = time.monotonic() + within
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.02)
        then()

    thread = threading.Thread(target=watch)
    thread.start()
    return thread


def logging_program(name: str, log: Path) -> Program:
    """A program that writes its name when it starts and when it is told to stop."""
    code = (
        "import signal, sys\n"
        f"log = open({str(log)!r}, 'a', buffering=1)\n"
        f"signal.signal(signal.SIGTERM, lambda *_: (log.write('stop {name}\\n'), sys.exit()))\n"
        f"log.write('start {name}\\n')\n"
        "signal.pause()\n"
    )
    return Program(name, (sys.executable, "-c", code), is_ready=lambda: f"start {name}" in log.read_text())


def test_programs_start_in_order_and_stop_in_reverse(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.touch()
    supervisor = Supervisor([logging_program(name, log) for name in ("broker", "worker", "web")], print)
    supervisor.run(when_ready=supervisor.ask_to_stop)
    assert log.read_text().split("\n")[:-1] == [
        "start broker", "start worker", "start web", "stop web", "stop worker", "stop broker",
    ]  # fmt: skip


def test_a_killed_program_is_restarted() -> None:
    said: list[str] = []
    supervisor = Supervisor([Program("web", SLEEPS)], said.append)
    pids: list[int] = []

    def kill_first() -> None:
        pids.append(supervisor.running["web"].pid)
        supervisor.running["web"].kill()

    thread = when(lambda: len(said) == 1 and supervisor.running["web"].pid != pids[0], supervisor.ask_to_stop)
    supervisor.run(when_ready=kill_first)
    thread.join()
    assert said == ["web was killed by signal 9; restarting it"]
    assert not psutil.pid_exists(supervisor.running["web"].pid)


def test_it_gives_up_after_five_restarts_and_stops_the_others() -> None:
    said: list[str] = []
    supervisor = Supervisor([Program("broker", SLEEPS), Program("web", ENDS)], said.append)
    with pytest.raises(GaveUp, match="web ended with code 3, after 5 restarts within a minute"):
        supervisor.run(when_ready=lambda: None)
    assert said == ["web ended with code 3; restarting it"] * 5
    assert not psutil.pid_exists(supervisor.running["broker"].pid)


def test_a_program_that_is_never_ready_is_given_up() -> None:
    program = Program("broker", SLEEPS, is_ready=lambda: False, ready_within=0.3)
    supervisor = Supervisor([program], print)
    with pytest.raises(GaveUp, match="broker was not ready after 0 seconds"):
        supervisor.run(when_ready=lambda: None)
    assert not psutil.pid_exists(supervisor.running["broker"].pid)


def test_a_program_that_ignores_the_request_to_stop_is_killed_with_its_children(tmp_path: Path) -> None:
    family = tmp_path / "child"
    code = (
        "import pathlib, signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"pathlib.Path({str(family)!r}).write_text(str(child.pid))\n"
        "time.sleep(60)\n"
    )
    program = Program("web", (sys.executable, "-c", code), is_ready=lambda: family.exists(), stop_within=0.3)
    supervisor = Supervisor([program], print)
    supervisor.run(when_ready=supervisor.ask_to_stop)
    assert not psutil.pid_exists(supervisor.running["web"].pid)
    child = int(family.read_text())
    psutil.wait_procs([psutil.Process(child)] if psutil.pid_exists(child) else [], timeout=5)
    assert not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's death")
def test_children_of_a_killed_supervisor_die(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    code = (
        "import pathlib, sys\n"
        "from scorekeeper.operations.supervisor import Program, Supervisor\n"
        "program = Program('web', (sys.executable, '-c', 'import time; time.sleep(60)'))\n"
        "supervisor = Supervisor([program], print)\n"
        f"mark = pathlib.Path({str(mark)!r})\n"
        "supervisor.run(when_ready=lambda: mark.write_text(str(supervisor.running['web'].pid)))\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code])
    deadline = time.monotonic() + 20
    while not (mark.exists() and mark.read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    child = psutil.Process(int(mark.read_text()))
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    _, alive = psutil.wait_procs([child], timeout=5)
    assert not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]
