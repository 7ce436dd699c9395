"""Every registered game passes the conformance suite; one without examples fails."""

import importlib.util
from pathlib import Path

import pytest

from gamerules import games, load
from gamerules.testing import check_game

HERE = Path(__file__).parent


def examples_of(slug):
    """The module with a game's EXAMPLES (and ``coarsen``, if it has one)."""
    path = HERE / slug.replace("-", "_") / "examples.py"
    assert path.exists(), f"{slug} is registered but has no conformance test: write {path} with EXAMPLES"
    spec = importlib.util.spec_from_file_location(f"examples_of_{path.parent.name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("slug", games())
def test_conforms(slug):
    module = examples_of(slug)
    golden = HERE / slug.replace("-", "_") / "golden.json"
    check_game(load(slug), examples=module.EXAMPLES, golden=golden, coarsen=getattr(module, "coarsen", None))


def test_the_four_games_have_123_clauses():
    found = [clause.id for slug in games()[:4] for clause in load(slug).clauses.values()]
    assert len(found) == len(set(found)) == 123
