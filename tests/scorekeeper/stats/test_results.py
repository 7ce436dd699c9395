"""What a finished play means for each seat, in every sort of play."""

from decimal import Decimal
from fractions import Fraction

import pytest

from gamerules.popcorn_dice.odds import load_table
from scorekeeper.stats.models import MILLION, UNIT, PlayResult
from scorekeeper.stats.services import differences, recompute
from tests.scorekeeper.stats.conftest import points


def rows(play):
    recompute(group_id=play.group_id)
    return list(PlayResult.objects.filter(play=play).order_by("position"))


def columns(play, *names):
    return [tuple(getattr(row, name) for name in names) for row in rows(play)]


def test_ties_count_half(evening):
    assert columns(evening["azul"], "rank", "points", "won", "beaten", "opponents", "margin") == [
        (1, Decimal(40), True, 4, 2, 9_000_000),
        (2, Decimal(31), False, 1, 2, None),
        (2, Decimal(31), False, 1, 2, None),
    ]
    assert [Fraction(row.share, UNIT) for row in rows(evening["azul"])] == [1, Fraction(1, 4), Fraction(1, 4)]
    assert [Fraction(row.expected, UNIT) for row in rows(evening["azul"])] == [Fraction(1, 3)] * 3


def test_low_wins(evening):
    assert columns(evening["hearts"], "points", "won", "merit", "margin") == [
        (Decimal(4), True, -4_000_000, 5_000_000),
        (Decimal(9), False, -9_000_000, None),
    ]


def test_cooperative_plays_have_no_opponents(evening):
    assert columns(evening["pandemic"], "is_cooperative", "won", "opponents", "share", "expected", "units", "mu") == [
        (True, False, 0, 0, 0, None, pytest.approx(rows(evening["hearts"])[1].mu)),
        (True, False, 0, 0, 0, None, pytest.approx(rows(evening["hearts"])[0].mu)),
    ]


def test_a_play_alone_is_no_contest(evening):
    assert columns(evening["alone"], "opponents", "share", "win_part", "streak", "nth", "points") == [
        (0, 0, 0, 0, 4, Decimal(12))
    ]


def test_without_scores(record, players):
    play = record("popcorn-dice", ["Ana", "Ben"], [{"kind": "result", "winners": ["Ben"]}])

    assert columns(play, "points", "units", "won", "rank", "by") == [
        (None, None, False, 2, "result"),
        (None, None, True, 1, "result"),
    ]


def test_shared_wins_are_split(record, players):
    play = record("tally", ["Ana", "Ben", "Chloë"], points(Ana=5, Ben=5, Chloë=1), rounds=1)

    assert [(row.won, Fraction(row.win_part, UNIT), row.margin) for row in rows(play)] == [
        (True, Fraction(1, 2), 4_000_000),
        (True, Fraction(1, 2), 4_000_000),
        (False, 0, None),
    ]


def test_team_mates_are_no_opponents(record, players):
    teams = {"Ana": "red", "Ben": "Red "}
    play = record("tally", ["Ana", "Ben", "Chloë"], points(Ana=5, Ben=1, Chloë=3), rounds=1, teams=teams)

    assert columns(play, "team", "opponents", "sides", "won", "beaten") == [
        ("red", 1, 2, True, 2),
        ("red", 1, 2, True, 2),
        ("", 2, 2, False, 0),
    ]


def test_the_best_line_is_of_several(record, players):
    lines = [
        {"kind": "points", "player": player, "points": amount}
        for player, amount in [("Ana", 3), ("Ben", 7), ("Ana", 8), ("Ben", 7)]
    ]
    play = record("tally", ["Ana", "Ben"], lines, rounds=2)
    in_order = list(play.entries.order_by("position").values_list("line", flat=True))

    assert columns(play, "best_line", "best_merit", "lines") == [
        (in_order[2], 8_000_000, 4),
        (in_order[1], 7_000_000, 4),
    ]


def test_exact_decimals(record, players):
    play = record("tally", ["Ana", "Ben"], points(Ana="0.1", Ben="0.3"), rounds=1, step="0.1")

    assert [row.points for row in rows(play)] == [Decimal("0.1"), Decimal("0.3")]
    assert [row.units for row in rows(play)] == [100_000, 300_000]


def test_ruled_lines_are_flagged(record, players):
    lines = [{"kind": "points", "player": "Ana", "points": 5, "ruled": "we agreed"}, *points(Ben=1)]
    play = record("tally", ["Ana", "Ben"], lines, rounds=1)

    assert columns(play, "is_ruled") == [(True,), (True,)]


def test_luck_and_skill_come_from_the_exact_odds(record, players):
    """Two turns roll by roll: what they were worth is the expectation of two turns plus luck plus skill."""
    every = dict.fromkeys(["red", "orange", "yellow", "green", "blue", "purple", "pink"], "KK")
    poor = [{"faces": {**every, "red": "PP", "orange": "BB"}}, {"faces": {**every_left(every), "yellow": "BB"}}]
    lines = [
        {"kind": "rolls", "player": "Ana", "rolls": poor},
        {"kind": "points", "player": "Ben", "points": 12},
    ]
    play = record("popcorn-dice", ["Ana", "Ben"], lines, target=10)
    ana, ben = rows(play)

    expected = load_table().starting("points")
    assert ana.luck + ana.skill == pytest.approx((0 - expected) * MILLION, abs=2)
    assert ana.skill <= 0
    assert (ben.luck, ben.skill) == (None, None)


def every_left(faces):
    """The dice that are still in the bucket after a roll that kept red and orange."""
    return {colour: rolled for colour, rolled in faces.items() if colour not in ("red", "orange")}


def test_scores_too_large_to_sum_up_count_without_points(record, players, group):
    scores = points(Ana=9_000_000_000_000, Ben=-9_000_000_000_000)
    play, *_ = [record("tally", ["Ana", "Ben"], scores, days=day, rounds=1) for day in range(3)]

    recompute(group_id=group.pk)

    assert columns(play, "points", "won", "units") == [
        (Decimal(9_000_000_000_000), True, None),
        (Decimal(-9_000_000_000_000), False, None),
    ]
    assert differences(group_id=group.pk) == []
