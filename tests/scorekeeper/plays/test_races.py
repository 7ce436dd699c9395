"""Two requests at once: what one of them did not know must not stay wrong in statistics."""

import datetime as dt
import threading

import pytest
from django.db import connection

from scorekeeper.groups.models import Player
from scorekeeper.groups.services import add_player
from scorekeeper.plays.models import Play
from scorekeeper.plays.services import (
    delete_play,
    finish_play,
    merge_players,
    nights,
    people,
    record_play,
    reopen_play,
    unmerge_player,
    update_night,
)
from scorekeeper.stats.services import differences, recompute

EVENING = dt.datetime(2026, 5, 1, 18, tzinfo=dt.UTC)


@pytest.fixture
def play(group, owner):
    """A function that records a play of Ana and Ben, won by Ana, and counts it."""

    def recorded(days=0, minutes=0):
        entries = [{"kind": "result", "winners": ["Ana"]}]
        raw = {"game": "popcorn-dice", "players": ["Ana", "Ben"], "entries": entries}
        at = EVENING + dt.timedelta(days=days, minutes=minutes)
        play = record_play(group=group, raw=raw, played_at=at, actor=owner)
        recompute(group_id=group.pk)
        return play

    return recorded


def test_a_play_is_deleted_that_somebody_has_just_finished(play, group, owner):
    reopened = play()
    reopen_play(play=reopened, actor=owner)
    fetched = Play.objects.get(pk=reopened.pk)
    finish_play(play=Play.objects.get(pk=reopened.pk), actor=owner)
    recompute(group_id=group.pk)

    delete_play(play=fetched)

    assert differences(group_id=group.pk) == []


def test_a_night_moved_twice_at_once_keeps_its_plays_on_its_date(play):
    night = play().night
    stale = type(night).objects.get(pk=night.pk)
    update_night(night=night, date=EVENING.date() - dt.timedelta(days=1))

    update_night(night=stale, date=EVENING.date() - dt.timedelta(days=3))

    assert night.plays.get().played_at == EVENING - dt.timedelta(days=3)


def meanwhile(act):
    """Somebody else does this in a thread; gives it a moment, and a function that waits for its end."""

    def run():
        try:
            act()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(1)
    return thread.join


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_play_is_recorded_into_a_night_that_is_being_moved(play, group, monkeypatch):
    night, waits = play().night, []
    real = nights.mark_recompute

    def mark(moved):
        real(moved)
        if not waits:
            waits.append(meanwhile(lambda: play(minutes=30)))

    monkeypatch.setattr(nights, "mark_recompute", mark)
    update_night(night=night, date=EVENING.date() - dt.timedelta(days=100))
    waits[0]()

    assert night.plays.count() == 2
    assert differences(group_id=group.pk) == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_play_is_moved_while_a_merge_is_undone(play, group, monkeypatch):
    play()
    later, waits = play(days=9), []
    ben, eve = Player.objects.get(group=group, name="Ben"), add_player(group=group, name="Eve")
    merge_players(player=ben, into=eve)
    recompute(group_id=group.pk)
    real = people._first_played

    def move():
        update_night(night=later.night, date=EVENING.date() - dt.timedelta(days=100))
        recompute(group_id=group.pk)

    def first_played(player):
        found = real(player)
        waits.append(meanwhile(move))
        return found

    monkeypatch.setattr(people, "_first_played", first_played)
    unmerge_player(player=Player.objects.get(pk=ben.pk))
    waits[0]()

    assert differences(group_id=group.pk) == []
