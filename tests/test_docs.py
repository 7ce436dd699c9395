"""The documents say what is so: commands, settings, links and words are compared with the code."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
HOSTING = (ROOT / "docs/guide/hosting.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z0-9-]+):", MAKEFILE, re.MULTILINE))


def name_of(document: Path) -> str:
    return str(document.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_make_command_exists(document: Path) -> None:
    named = set(re.findall(r"\bmake ([a-z0-9-]+)", code_of(document)))
    assert named - TARGETS == set()


def test_readme_names_every_documented_target() -> None:
    documented = set(re.findall(r"^([a-z0-9-]+):.*##", MAKEFILE, re.MULTILINE)) - {"help", "requirements"}
    assert documented == set(re.findall(r"make ([a-z0-9-]+)", (ROOT / "README.md").read_text(encoding="utf-8")))


def test_hosting_lists_exactly_the_settings_that_are_read() -> None:
    source = (ROOT / "scorekeeper/settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r"(?:environ\.get|flag|words)\(\s*\"([A-Z_]+)\"", source))
    table = HOSTING.split("## Settings")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)} == read


def test_hosting_lists_exactly_the_products_commands() -> None:
    own = {name for name, app in get_commands().items() if app.startswith("scorekeeper.")}
    assert set(re.findall(r"^\| `manage\.py ([a-z_]+)", HOSTING, re.MULTILINE)) == own


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_management_command_exists(document: Path) -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", code_of(document)))
    assert named - set(get_commands()) - {"help"} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_link_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target and not target.startswith("/")]
    assert [target for target in local if not (document.parent / target).exists()] == []


def test_decisions_are_numbered_without_a_twin_and_titled() -> None:
    notes = sorted((ROOT / "docs/decisions").glob("*.md"))
    assert len({note.name.split("-")[0] for note in notes}) == len(notes)
    assert [note.name for note in notes if not note.read_text(encoding="utf-8").startswith("# ")] == []


def test_no_pinned_file_names_a_registry() -> None:
    pinned = sorted((ROOT / "requirements").glob("*.txt"))
    assert {"base.txt", "dev.txt", "notebook.txt"} <= {path.name for path in pinned}
    assert [path.name for path in pinned if re.search(r"://|--(?:extra-)?index|--find-links", path.read_text())] == []


def code_of(document: Path) -> str:
    """The code of a document: fenced blocks and what stands in backticks."""
    text = document.read_text(encoding="utf-8")
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL))
