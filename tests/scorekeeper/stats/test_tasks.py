"""The task: inline after a commit, twice, together, and swept when a worker starts."""

import threading

import pytest
from django.db import connection, transaction

from scorekeeper.plays.models import Recompute
from scorekeeper.stats import tasks
from scorekeeper.stats.models import GroupState, PlayResult
from scorekeeper.stats.selectors import night_standings
from scorekeeper.stats.services import differences, pending_groups, recompute
from tests.scorekeeper.stats.histories import History


def test_marks_are_worked_off_after_the_commit(group, players, record, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        play = record("popcorn-dice", ["Ana", "Ben"], [{"kind": "result", "winners": ["Ben"]}])

    assert [row.name for row in night_standings(play.night).rows] == ["Ben", "Ana"]
    assert not Recompute.objects.exists()


def test_twice_changes_nothing(group, evening):
    before = list(PlayResult.objects.values_list())
    serial = GroupState.objects.get().serial

    tasks.recompute(group.pk)
    tasks.recompute(group.pk)

    assert list(PlayResult.objects.values_list()) == before
    assert GroupState.objects.get().serial == serial


def test_a_group_that_is_gone(db):
    tasks.recompute(12345)

    assert not GroupState.objects.exists()


def test_sweep_works_off_what_was_left(group, players, record):
    record("popcorn-dice", ["Ana", "Ben"], [{"kind": "result", "winners": ["Ben"]}])
    assert pending_groups() == [group.pk]

    tasks.sweep()

    assert pending_groups() == []
    assert PlayResult.objects.count() == 2


def test_killed_between_steps(group, owner, monkeypatch):
    """Whatever step a worker dies in, the next one ends where an undisturbed one would."""
    monkeypatch.setattr("scorekeeper.stats.services.recomputing.PLAYS_AT_ONCE", 4)
    History(group, owner, 3).live(50)
    deaths = 0
    while pending_groups():
        try:
            recompute(group_id=group.pk, on_step=_die)
        except _Killed:
            deaths += 1

    assert deaths > 3
    assert pending_groups() == []
    assert differences(group_id=group.pk) == []


class _Killed(BaseException):
    pass


def _die(_plays):
    raise _Killed


def test_killed_inside_a_step(group, evening, record, monkeypatch):
    """A step that dies half way leaves nothing of itself, and its mark."""
    before = list(PlayResult.objects.order_by("pk").values_list())
    record("popcorn-dice", ["Ana", "Ben"], [{"kind": "result", "winners": ["Ben"]}], minutes=-60)
    monkeypatch.setattr("scorekeeper.stats.services.recomputing.replace_lost", _die)
    monkeypatch.setattr("scorekeeper.stats.services.recomputing.Bests.save", lambda *_: _die(0))

    with pytest.raises(_Killed):
        recompute(group_id=group.pk)
    monkeypatch.undo()

    assert list(PlayResult.objects.order_by("pk").values_list()) == before
    assert Recompute.objects.count() == 1
    assert differences(group_id=group.pk) == []


@pytest.mark.django_db(transaction=True)
def test_two_at_once(group, owner, monkeypatch):
    """Two workers on the same marks, while plays are still being written: nothing is counted twice or lost."""
    monkeypatch.setattr("scorekeeper.plays.services.marks._send_recompute", lambda _group: None)
    history = History(group, owner, 11)
    history.live(12)
    errors = []

    def work():
        try:
            for _ in range(6):
                recompute(group_id=group.pk)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    history.live(12)
    for worker in workers:
        worker.join()

    assert errors == []
    assert transaction.get_autocommit()
    assert differences(group_id=group.pk) == []
    assert PlayResult.objects.filter(group=group).count() > 5
