"""A worker killed at every moment of every task of its own: the next one ends where an undisturbed one would."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.site import Site, copied

STATISTICS = ["new-play", "edit-in-the-past", "play-taken-away", "sweep", "rebuild"]
REPORTS = ["report", "past-nights", "resume"]


@pytest.mark.parametrize("act", [*STATISTICS, *REPORTS])
def test_killed_at_each_statement(tmp_path: Path, prepared: Path, act: str) -> None:
    site = Site(copied(prepared, tmp_path / "data"), JOBS_INLINE="1")
    said = site.manage("shell", "--no-imports", "-c", f"from tests.faults.dying import main; main({act!r})")
    died = int(said.removeprefix("died ").removesuffix(" times"))
    print(f"{act}: {said}, no difference")
    assert died > 2
