"""The guide's commands, run as they are written, against a real server."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.api.live import ROOT, live_server

GUIDE = ROOT / "docs" / "guide" / "log-a-night-with-curl.md"
FENCE = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEEDED = ("bash", "curl", "jq")


def checkout(folder: Path) -> Path:
    """A folder that looks like the repository, so that what the guide writes stays out of it."""
    folder.mkdir()
    for name in (".venv", "manage.py", "gamerules", "scorekeeper", "api", "templates"):
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    return folder


@pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason="needs curl and jq")
def test_the_commands_of_the_guide_work_as_written(tmp_path: Path) -> None:
    commands = "\n".join(FENCE.findall(GUIDE.read_text(encoding="utf-8")))
    assert commands.count("$SITE/api/v1/") > 15
    data = tmp_path / "data"
    data.mkdir()
    with live_server(data) as server:
        environment = {**server.environment, "SITE": server.url, "NO_PROXY": "*"}
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=checkout(tmp_path / "scorekeeper"), env=environment, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert '"by": "points"' in done.stdout
    assert done.stdout.count('"Ana"') > 5
