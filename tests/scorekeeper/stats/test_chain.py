"""Ratings, streaks, achievements and records, and how they follow an edit in the past."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openskill.models import PlackettLuce

from scorekeeper.plays.services import delete_play, set_ignored
from scorekeeper.stats.models import Achievement, Best, PlayResult
from scorekeeper.stats.selectors import Filters, achievements_of, forms_of, rating_history, records_of
from scorekeeper.stats.services import recompute
from scorekeeper.stats.services.chain import MODEL, State, _rate
from tests.scorekeeper.stats.conftest import EVENING, points


@pytest.mark.parametrize("ranks", [[1, 2], [1, 1, 3], [2, 1, 3, 3], [1, 2, 3, 4, 5]])
def test_ratings_are_openskills(ranks):
    fresh = PlackettLuce()
    players = [fresh.rating(mu=20 + 2 * seat, sigma=8 - seat) for seat in range(len(ranks))]
    expected = fresh.rate([[player] for player in players], ranks=[float(rank) for rank in ranks])
    states = [State(rating=MODEL.rating(mu=player.mu, sigma=player.sigma)) for player in players]

    _rate(sorted((rank, [seat]) for seat, rank in enumerate(ranks)), states)

    moved = [(state.rating.mu, state.rating.sigma) for state in states]
    assert moved == [(team[0].mu, team[0].sigma) for team in expected]


def test_teams_are_rated_together(record, players):
    teams = {"Ana": "red", "Ben": "red"}
    play = record("tally", ["Ana", "Ben", "Chloë"], points(Ana=5, Ben=1, Chloë=3), rounds=1, teams=teams)
    recompute(group_id=play.group_id)
    model = PlackettLuce()
    red, alone = model.rate([[model.rating(), model.rating()], [model.rating()]], ranks=[1, 2])

    results = PlayResult.objects.filter(play=play).order_by("position").values_list("mu", "sigma")
    assert list(results) == [(rating.mu, rating.sigma) for rating in (*red, *alone)]


def duel(record, winner, *, minutes, game="tally"):
    scores = {"Ana": 1, "Ben": 1, winner: 5}
    return record(game, ["Ana", "Ben"], points(**scores), minutes=minutes, rounds=1, title="Duel")


@pytest.fixture
def duels(group, players, record):
    """Ana, Ana, Ben, Ana, Ana, Ana win one after the other."""
    plays = [duel(record, name, minutes=10 * n) for n, name in enumerate(["Ana", "Ana", "Ben", "Ana", "Ana", "Ana"])]
    recompute(group_id=group.pk)
    return plays


def streaks(group, name):
    results = PlayResult.objects.filter(group=group, player__name=name).order_by("played_at")
    return list(results.values_list("streak", "longest"))


def test_streaks(group, duels):
    assert streaks(group, "Ana") == [(1, 1), (2, 2), (0, 2), (1, 2), (2, 2), (3, 3)]
    assert streaks(group, "Ben") == [(0, 0), (0, 0), (1, 1), (0, 1), (0, 1), (0, 1)]


def test_an_edit_in_the_past_changes_what_came_after(group, duels):
    set_ignored(play=duels[2], ignored=True)
    recompute(group_id=group.pk)

    assert streaks(group, "Ana") == [(1, 1), (2, 2), (0, 0), (3, 3), (4, 4), (5, 5)]
    kinds = Achievement.objects.filter(group=group, player__name="Ana", game="").values_list("kind", "play_id")
    assert dict(kinds) == {"first-win": duels[0].pk, "streak-3": duels[3].pk, "streak-5": duels[5].pk}


def test_a_play_put_in_before_all_others(group, duels, record):
    early = duel(record, "Ben", minutes=-500)
    recompute(group_id=group.pk)

    assert Achievement.objects.get(group=group, player__name="Ben", kind="first-win").play_id == early.pk
    assert PlayResult.objects.get(play=duels[0], player__name="Ana").nth == 2


def test_achievements_are_dated_by_their_play(group, duels):
    earned = achievements_of(group, Filters())

    first = next(found for found in earned if found.kind == "streak-3" and found.player == "Ana")
    assert (first.play_id, first.date) == (duels[5].pk, EVENING.date())


def test_records_name_play_and_holder(group, players, record):
    lines = [
        {"kind": "points", "player": player, "points": amount}
        for player, amount in [("Ana", 3), ("Ben", 7), ("Ana", 9), ("Ben", 4)]
    ]
    play = record("tally", ["Ana", "Ben"], lines, rounds=2, title="Azul")
    later = record("tally", ["Ben", "Ana"], lines, rounds=2, title="Azul", minutes=30)
    recompute(group_id=group.pk)
    best_line = play.entries.order_by("position").values_list("line", flat=True)[2]

    found = {held.kind: (held.player, held.figure, held.play_id, held.line) for held in records_of(group, Filters())}

    assert found["best-score"] == ("Ana", 12, play.pk, None)
    assert found["best-line"] == ("Ana", 9, play.pk, best_line)
    assert found["narrowest-win"] == ("Ana", 1, play.pk, None)

    delete_play(play=play)
    recompute(group_id=group.pk)

    found = {held.kind: (held.player, held.figure, held.play_id) for held in records_of(group, Filters())}
    assert found["best-score"] == ("Ana", 12, later.pk)
    assert found["longest-play"][1:] == (4, later.pk)


def test_records_of_low_games_show_what_was_scored(group, evening):
    held = {(held.kind, held.game): held.figure for held in records_of(group, Filters())}

    assert held["best-score", "tally:hearts"] == 4
    assert held["best-loss", "tally:hearts"] == 9


def test_forms_and_history(group, duels, players):
    forms = forms_of(group)

    assert [(form.name, form.plays, form.streak, form.longest) for form in forms] == [
        ("Ana", 6, 3, 3),
        ("Ben", 6, 0, 1),
    ]
    history = rating_history(group, Filters(player=players[0].pk))
    assert [point.play_id for point in history] == [play.pk for play in duels]
    assert history[-1].mu == forms[0].mu > 25 > forms[1].mu


def test_ratings_do_not_depend_on_the_order_of_typing(group, players, record):
    for minutes, name in [(30, "Ben"), (10, "Ana"), (20, "Ana")]:
        duel(record, name, minutes=minutes)
        recompute(group_id=group.pk)
    typed_backwards = list(PlayResult.objects.order_by("played_at", "position").values_list("mu", "game_sigma"))

    for play in {result.play for result in PlayResult.objects.select_related("play")}:
        delete_play(play=play)
    for minutes, name in [(10, "Ana"), (20, "Ana"), (30, "Ben")]:
        duel(record, name, minutes=minutes)
    recompute(group_id=group.pk)

    assert list(PlayResult.objects.order_by("played_at", "position").values_list("mu", "game_sigma")) == typed_backwards


def test_nothing_is_left_of_deleted_plays(group, duels):
    for play in duels:
        delete_play(play=play)
    recompute(group_id=group.pk)

    assert not PlayResult.objects.exists()
    assert not Best.objects.exists()
    assert not Achievement.objects.exists()


def test_cost_of_tonight_does_not_grow(group, duels, record):
    """The number of queries for one more play at the end is the same after 22 plays and after 38."""
    counts = []
    for n in range(3):
        duel(record, "Ben", minutes=1000 + 100 * n)
        with CaptureQueriesContext(connection) as queries:
            recompute(group_id=group.pk)
        counts.append(len(queries))
        for extra in range(15):
            duel(record, "Ana", minutes=1010 + 100 * n + extra)
        recompute(group_id=group.pk)

    assert counts[1] == counts[2]
