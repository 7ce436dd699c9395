"""The guide's notebooks, each run by a real kernel against a running site."""

import os
from pathlib import Path

import jupytext
import pytest

from scorekeeper.accounts.services import make_token
from scorekeeper.notebooks.services.running import execute

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guide"
NOTEBOOKS = sorted(path for path in GUIDE.glob("*.md") if path.read_text(encoding="utf-8").startswith("---\njupyter:"))


def test_all_guides_are_found():
    assert {path.stem for path in NOTEBOOKS} == {
        "log-a-night", "settle-a-question", "study-a-season", "write-your-own-rule-module",
    }  # fmt: skip


def run(name):
    """The text of all outputs of a guide, run from its own folder."""
    notebook = jupytext.read(GUIDE / f"{name}.md")
    execute(notebook, GUIDE)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return "\n".join(output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs)


@pytest.mark.django_db(transaction=True)
def test_the_guides_run_against_a_site(live_server, owner, tally, log, monkeypatch):
    """One site and one after the other: a later one sees what the earlier ones wrote."""
    for player, points in (("Ana", 3), ("Ben", 4), ("Chloë", 5), ("Ana", 3), ("Ben", 4), ("Chloë", 5)):
        log(tally, player=player, points=points)
    monkeypatch.setenv("PYTHONPATH", str(GUIDE.parent.parent), prepend=os.pathsep)
    monkeypatch.setenv("SCOREKEEPER_URL", live_server.url)
    monkeypatch.setenv("SCOREKEEPER_TOKEN", make_token(user=owner, name="guide")[1])
    logged = run("log-a-night")
    assert "popcorn-dice/score-pairs" in logged
    assert "['Ana']" in logged
    settled = run("settle-a-question")
    assert "popcorn-dice/no-return-pop" in settled
    assert "house-ruling" in settled
    studied = run("study-a-season")
    assert "1 plays of 1 games" in studied
    assert "sound" in run("write-your-own-rule-module")
