"""The server is killed while a phone holds lines that wait: after a restart each arrives once, in order."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.e2e.conftest import ROOT
from tests.e2e.test_live import a_play, signed_in, write

__all__ = ["signed_in"]  # a fixture


def server_of(port: str) -> list[int]:
    """The processes that serve this port, by their command lines."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"scorekeeper.asgi:application" in words and port.encode() in words:
            found.append(int(entry.parent.name))
    return found


def test_lines_that_wait_outlive_a_killed_server(site, signed_in, tmp_path):
    play = a_play(site)
    phone = signed_in(f"/plays/{play}")
    phone.page.wait_for_selector(".live-mark.live")
    port = site.environment["PORT"]
    for process in server_of(port):
        os.kill(process, signal.SIGKILL)
    for points, following in ((12, "Ben"), (7, "Chloë"), (30, "Ana")):
        write(phone, points, answers=False)
        phone.page.wait_for_selector(f"#pad [name=player][value='{following}']", state="attached")
    phone.page.wait_for_selector("#queue .queued >> nth=2")
    command = [sys.executable, "-m", "granian", "scorekeeper.asgi:application", "--interface", "asginl", "--no-ws",
               "--host", "127.0.0.1", "--port", port, "--workers-kill-timeout", "3"]  # fmt: skip
    again = subprocess.Popen(
        command, cwd=ROOT, env=site.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        phone.page.wait_for_selector("#sheet[data-version='3']", timeout=40_000)
        phone.page.wait_for_selector("#queue", state="hidden")
        assert phone.totals() == ["12", "7", "30"]
        stored = site.shell(
            f"from scorekeeper.plays.models import Entry; print(Entry.objects.filter(play='{play}').count())"
        )
        assert re.search(r"3$", stored)
        phone.page.goto("about:blank")  # its stream must not outlive the server
    finally:
        again.terminate()
        again.wait(10)
    phone.troubles.clear()  # the server was killed on purpose
