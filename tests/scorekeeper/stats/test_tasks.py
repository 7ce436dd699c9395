"""The task: inline after a commit, twice, together, and swept when a worker starts."""

import threading

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from scorekeeper.plays.models import Recompute
from scorekeeper.plays.services import marks
from scorekeeper.stats import tasks
from scorekeeper.stats.models import GroupState, PlayResult
from scorekeeper.stats.selectors import night_standings
from scorekeeper.stats.services import differences, pending_groups, rebuild, recompute
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
            let_lease_run_out()

    assert deaths > 3
    assert pending_groups() == []
    assert differences(group_id=group.pk) == []


def let_lease_run_out():
    """What the clock does in the seconds after a worker died."""
    GroupState.objects.update(leased_until=timezone.now())


def test_the_jobs_of_a_group_never_run_against_themselves(group, owner, monkeypatch):
    """Who comes while a worker is at a group leaves it alone; what they bring is found by that worker."""
    monkeypatch.setattr("scorekeeper.stats.services.recomputing.PLAYS_AT_ONCE", 4)
    history = History(group, owner, 5)
    for _ in range(14):
        history.play()
    steps = []

    def somebody_comes(_plays):
        steps.append(GroupState.objects.get().serial)
        tasks.recompute(group.pk)
        assert GroupState.objects.get().serial == steps[-1]
        if len(steps) == 2:
            history.play()

    recompute(group_id=group.pk, on_step=somebody_comes)

    assert len(steps) > 3
    assert pending_groups() == []
    assert not GroupState.objects.get().is_leased()
    assert differences(group_id=group.pk) == []


@pytest.mark.parametrize("seed", range(5))
def test_writes_between_the_steps(group, owner, monkeypatch, seed):
    """A long recomputation goes back to what is written to the past meanwhile."""
    monkeypatch.setattr("scorekeeper.stats.services.recomputing.PLAYS_AT_ONCE", 3)
    history = History(group, owner, seed)
    for _ in range(12):
        history.play()
    steps = []

    def live(plays):
        steps.append(plays)
        if len(steps) < 5:
            history.live(2)

    recompute(group_id=group.pk, on_step=live)

    assert len(steps) > 5
    assert pending_groups() == []
    assert differences(group_id=group.pk) == []


def test_a_lease_that_runs_out_while_its_holder_lives(group, owner, monkeypatch):
    """Another worker takes over and the first one lets go; nothing is counted twice."""
    monkeypatch.setattr("scorekeeper.stats.services.recomputing.PLAYS_AT_ONCE", 4)
    History(group, owner, 6).live(30)
    taken_over = []

    def take_over(_plays):
        if not taken_over:
            let_lease_run_out()
            with pytest.raises(_Killed):
                recompute(group_id=group.pk, on_step=_die)
            taken_over.append(GroupState.objects.get().serial)

    recompute(group_id=group.pk, on_step=take_over)

    assert GroupState.objects.get().serial == taken_over[0]
    let_lease_run_out()
    tasks.sweep()
    assert pending_groups() == []
    assert differences(group_id=group.pk) == []


def test_a_rebuild_is_not_disturbed_by_the_sweep(group, evening, monkeypatch):
    monkeypatch.setattr("scorekeeper.stats.services.recomputing.PLAYS_AT_ONCE", 2)
    plays = PlayResult.objects.values("play_id").distinct().count()
    done = []

    def sweep(plays):
        done.append(plays)
        tasks.sweep()

    rebuild(group_id=group.pk, on_step=sweep)

    assert len(done) > 1
    assert sum(done) == plays
    assert differences(group_id=group.pk) == []


def test_a_rebuild_takes_over(group, evening, monkeypatch):
    """A worker that is at a group when a rebuild of it starts lets go."""
    monkeypatch.setattr("scorekeeper.stats.services.recomputing.PLAYS_AT_ONCE", 2)
    marks.mark_group(group.pk, since=evening["azul"].played_at)
    rebuilt = []

    def rebuild_once(_plays):
        if not rebuilt:
            rebuilt.append(rebuild(group_id=group.pk))

    recompute(group_id=group.pk, on_step=rebuild_once)

    assert rebuilt
    assert pending_groups() == []
    assert differences(group_id=group.pk) == []


def test_workers_rebuild_what_is_handed_to_them(group, evening, capsys):
    PlayResult.objects.update(mu=1.5)

    call_command("rebuild_stats", background=True)

    assert f"{group.slug}: handed to the workers" in capsys.readouterr().out
    assert not PlayResult.objects.filter(mu=1.5).exists()
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
