"""Colours and shapes of people: the same on every page, and never twice at one table."""

import re

from scorekeeper.groups.services import add_player
from scorekeeper.plays.services import log_result, start_play
from scorekeeper.stats.services import recompute

ACCENT = re.compile(r"p\d+")


def _accents(elements):
    """Name → class of whoever has a mark of their own."""
    return {
        found.select_one("bdi").text: next(name for name in found["class"] if ACCENT.fullmatch(name))
        for found in elements
    }


def test_somebody_looks_the_same_on_every_page(reader, owner, group, night, players):
    log_result(night=night, game="tally", players=players, winners=players[2:], actor=owner, title="Azul")
    recompute(group_id=group.pk)
    play = start_play(night=night, game="tally", players=list(reversed(players)), actor=owner)
    browser = reader(owner)
    wanted = {"Ana": "p1", "Ben": "p2", "Chloë": "p3"}
    assert _accents(browser.open(f"/plays/{play.pk}").select(".pad-sheet th[scope=col]")) == wanted
    night_page = browser.open(f"/nights/{night.pk}")
    assert _accents(night_page.select(".chip.here")) == wanted
    assert list(_accents(night_page.select(".chip.here"))) == ["Ana", "Ben", "Chloë"]  # in the order they came
    assert _accents(browser.open(f"/groups/{group.slug}/").select(".standings .player")) == wanted
    assert _accents(browser.open(f"/groups/{group.slug}/statistics").select(".standings .player")) == wanted
    matrix = browser.open(f"/groups/{group.slug}/statistics/head-to-head").select(".matrix tbody .player")
    assert _accents(matrix) == wanted


def test_a_table_of_thirty_has_thirty_marks(reader, owner, group, night):
    people = [add_player(group=group, name=f"Guest {number}") for number in range(30)]
    play = start_play(night=night, game="tally", players=people, actor=owner)
    found = _accents(reader(owner).open(f"/plays/{play.pk}").select(".pad-sheet th[scope=col]"))
    assert len(found) == len(set(found.values())) == 30
