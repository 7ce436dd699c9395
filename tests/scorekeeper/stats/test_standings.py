"""Night and season standings, by each scheme; the worked evening of conftest.py."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from scorekeeper.groups.services import update_group
from scorekeeper.plays.services import reopen_play, set_ignored
from scorekeeper.stats.selectors import Filters, night_standings, season_standings, totals_by
from scorekeeper.stats.services import recompute


def shown(standings):
    return [(row.rank, row.name, row.plays, row.wins, row.value) for row in standings.rows]


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        # Ana beats both in Azul (1) and loses Hearts (0); Ben ties one of two (¼) and wins Hearts (1); Chloë ¼.
        ("share", [(1, "Ben", 3, 1, "1.2500"), (2, "Ana", 4, 1, "1.0000"), (3, "Chloë", 1, 0, "0.2500")]),
        ("wins", [(1, "Ana", 4, 1, "1"), (1, "Ben", 3, 1, "1"), (3, "Chloë", 1, 0, "0")]),
        ("placement", [(1, "Ana", 4, 1, "2"), (2, "Ben", 3, 1, "1.5"), (3, "Chloë", 1, 0, "0.5")]),
    ],
)
def test_night_standings(group, evening, scheme, expected):
    update_group(group=group, scheme=scheme)

    standings = night_standings(evening["night"])

    assert shown(standings) == [(*row[:4], Decimal(row[4])) for row in expected]
    assert standings.formula
    assert standings.stale is False
    assert standings.as_of is not None
    assert shown(season_standings(group, 2026)) == shown(standings)


def test_a_season_is_the_year_of_the_night(group, evening, record):
    record("popcorn-dice", ["Chloë", "Ana"], [{"kind": "result", "winners": ["Chloë"]}], days=-300)
    recompute(group_id=group.pk)

    assert shown(season_standings(group, 2025)) == [
        (1, "Chloë", 1, 1, Decimal("1.0000")),
        (2, "Ana", 1, 0, Decimal("0.0000")),
    ]
    assert [(row.rank, row.name, row.plays) for row in season_standings(group).rows] == [
        (1, "Ben", 3),
        (1, "Chloë", 2),
        (3, "Ana", 5),
    ]
    assert season_standings(group, 2024).rows == []


def test_guests_are_in_the_night_but_not_in_the_season(group, players, evening):
    chloe = players[2]
    chloe.is_guest = True
    chloe.save()

    assert [row.name for row in night_standings(evening["night"]).rows] == ["Ben", "Ana", "Chloë"]
    assert [row.name for row in season_standings(group, 2026).rows] == ["Ben", "Ana"]
    assert len(season_standings(group, filters=Filters(season=2026, guests=True)).rows) == 3


def test_stale_until_the_mark_is_worked_off(group, evening):
    set_ignored(play=evening["azul"], ignored=True)

    assert night_standings(evening["night"]).stale is True
    assert len(night_standings(evening["night"]).rows) == 3

    recompute(group_id=group.pk)
    assert night_standings(evening["night"]).stale is False
    assert shown(night_standings(evening["night"])) == [
        (1, "Ben", 2, 1, Decimal("1.0000")),
        (2, "Ana", 3, 0, Decimal("0.0000")),
    ]


def test_a_reopened_play_counts_no_more(group, evening, owner):
    reopen_play(play=evening["hearts"], actor=owner)
    recompute(group_id=group.pk)

    assert [(row.name, row.plays) for row in season_standings(group).rows] == [("Ana", 3), ("Ben", 2), ("Chloë", 1)]


def test_query_counts(group, evening, django_assert_num_queries):
    night = evening["night"]
    assert night.group.scheme == "share"
    with django_assert_num_queries(2):
        night_standings(night)
    with django_assert_num_queries(2):
        season_standings(group, 2026)


@pytest.mark.parametrize("filters", [Filters(), Filters(season=2026), Filters(game="tally:azul")])
def test_sums_equal_what_results_give(group, evening, filters):
    counted = replace(filters, since=date(2000, 1, 1))

    assert shown(season_standings(group, filters=counted)) == shown(season_standings(group, filters=filters))


def test_standings_never_say_that_they_are_fresher_than_they_are(group, evening, record, monkeypatch):
    """A worker that finishes while a page is made leaves it stale rather than wrongly fresh."""
    record("popcorn-dice", ["Ana", "Ben"], [{"kind": "result", "winners": ["Ben"]}])

    def read(*args):
        found = totals_by(*args)
        recompute(group_id=group.pk)
        return found

    monkeypatch.setattr("scorekeeper.stats.selectors.standings.totals_by", read)

    assert season_standings(group).stale
    assert not season_standings(group).stale
