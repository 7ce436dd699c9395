"""Writes and deaths at every point of a recomputation where somebody else can come in between."""

import threading
from contextlib import suppress

import pytest
from django.db import connection
from django.utils import timezone

from scorekeeper.groups.models import Group
from scorekeeper.groups.services import delete_group
from scorekeeper.plays.models import Recompute
from scorekeeper.plays.services import delete_play, marks, merge_players, set_ignored, unmerge_player, update_night
from scorekeeper.stats.models import Best, GroupState, PlayResult
from scorekeeper.stats.selectors import freshness_of
from scorekeeper.stats.services import differences, drop, pending_groups, rebuild, rebuilding, recompute, recomputing

PLAYS = 5
# What a job calls where no lock is held, or just before it takes one.
POINTS = ["_prepare", "chain_from", "_derived", "_stored", "finished_plays", "locked"]


@pytest.fixture
def streak(players, record, monkeypatch):
    """Ana wins five times running, alone at the table with Ben; counted in steps of two plays."""
    monkeypatch.setattr(recomputing, "PLAYS_AT_ONCE", 2)
    won = [{"kind": "result", "winners": ["Ana"]}]
    plays = [record("popcorn-dice", ["Ana", "Ben"], won, days=day) for day in range(PLAYS)]
    recompute(group_id=plays[0].group_id)
    return plays


class Between:
    """What happens once, at one of the points that a job passes; ``act`` is None when it has happened."""

    def __init__(self):
        self.act, self.left = None, 0

    def watched(self, called):
        def come_between(*args, **kwargs):
            self.left -= 1
            if self.act is not None and self.left == 0:
                act, self.act = self.act, None
                act()
            return called(*args, **kwargs)

        return come_between


@pytest.fixture
def between(monkeypatch):
    found = Between()
    for name in POINTS:
        monkeypatch.setattr(recomputing, name, found.watched(getattr(recomputing, name)))
    monkeypatch.setattr(rebuilding, "locked", found.watched(rebuilding.locked))
    return found


class Writer:
    """Somebody who writes to the past and the present of a group, each time something else."""

    def __init__(self, group, plays, players, record):
        self.group, self.plays, self.record = group, plays, record
        self.ana, self.ben, self.chloe = players
        self.written = 0
        self.acts = [self.ignore_last, self.new, self.move_last, self.ignore_first, self.merge, self.take_back]

    def write(self):
        self.acts[self.written % len(self.acts)]()
        self.written += 1
        assert freshness_of(self.group).stale

    def ignore_last(self):
        self.plays[-1].refresh_from_db()
        set_ignored(play=self.plays[-1], ignored=not self.plays[-1].ignored)

    def ignore_first(self):
        self.plays[0].refresh_from_db()
        set_ignored(play=self.plays[0], ignored=not self.plays[0].ignored)

    def new(self):
        lost = [{"kind": "result", "winners": ["Ben"]}]
        self.added = self.record("popcorn-dice", ["Ana", "Ben"], lost, days=self.written % PLAYS, minutes=30)

    def take_back(self):
        delete_play(play=self.added)

    def move_last(self):
        """The last of the streak becomes the one before the first, or the other way round."""
        play = self.plays.pop()
        play.refresh_from_db()
        first = min(night.date for night in self.group.nights.all())
        update_night(night=play.night, date=first.replace(day=first.day - 1))
        self.plays.insert(0, play)

    def merge(self):
        self.chloe.refresh_from_db()
        self.ben.refresh_from_db()
        if self.ben.merged_into is None:
            merge_players(player=self.ben, into=self.chloe)
        else:
            unmerge_player(player=self.ben)


class _Killed(BaseException):
    pass


def _die(_plays):
    raise _Killed


def recompute_all(group_id, since):
    marks.mark_group(group_id, since=since)
    recompute(group_id=group_id)


def rebuild_all(group_id, _since):
    rebuild(group_id=group_id)


def let_lease_run_out():
    GroupState.objects.update(leased_until=timezone.now())


@pytest.mark.parametrize("job", [recompute_all, rebuild_all])
@pytest.mark.parametrize("fate", ["lives", "dies", "is overtaken"])
def test_a_write_at_every_point(group, players, record, streak, between, job, fate):
    """Whatever is written wherever a job can be come between, and whatever becomes of the job there."""
    writer = Writer(group, streak, players, record)
    first = streak[0].played_at

    def come_between():
        writer.write()
        if fate == "dies":
            raise _Killed
        if fate == "is overtaken":  # by somebody who dies a step later
            let_lease_run_out()
            with suppress(_Killed):
                recompute(group_id=group.pk, on_step=_die)
            let_lease_run_out()

    for at in range(1, 100):
        between.act, between.left = come_between, at
        try:
            job(group.pk, first)
        except _Killed:
            let_lease_run_out()
            recompute(group_id=group.pk)
        is_over = between.act is not None
        between.act = None

        assert pending_groups() == [], at
        assert not freshness_of(group).stale
        assert differences(group_id=group.pk) == [], at
        if is_over:
            break

    assert writer.written == at - 1 > 12


def test_a_record_lost_behind_a_rebuild_that_dies(group, streak):
    """Nobody keeps a streak that was shortened while a rebuild had not come to it yet."""

    def shorten_and_die(_plays):
        set_ignored(play=streak[-1], ignored=True)
        raise _Killed

    with pytest.raises(_Killed):
        rebuild(group_id=group.pk, on_step=shorten_and_die)
    let_lease_run_out()
    recompute(group_id=group.pk)

    assert not freshness_of(group).stale
    assert set(Best.objects.filter(kind="streak").values_list("value", "play_id")) == {(PLAYS - 1, streak[-2].pk)}


def test_a_second_rebuild_is_waited_for(group, streak, monkeypatch):
    """Two rebuilds of a group do not take it from each other until one drops everything."""
    waited = []

    def second_comes(_plays):
        if not waited:
            with pytest.raises(_Killed):
                rebuild(group_id=group.pk, on_step=_die)
            assert GroupState.objects.get().is_leased()

    def wait(_seconds):
        waited.append(PlayResult.objects.count())
        let_lease_run_out()

    monkeypatch.setattr(rebuilding.time, "sleep", wait)

    rebuild(group_id=group.pk, on_step=second_comes)

    assert waited == [2 * PLAYS]
    assert pending_groups() == []
    assert differences(group_id=group.pk) == []


def test_a_comparison_in_the_middle_of_a_step(group, streak, monkeypatch):
    """What differs while somebody else is at a step is no difference."""
    marks.mark_group(group.pk, since=streak[0].played_at)
    set_ignored(play=streak[0], ignored=True)
    with pytest.raises(_Killed):
        recompute(group_id=group.pk, on_step=_die)
    awaited = []

    def come_to_the_lease(_group_id):
        awaited.append(GroupState.objects.get().is_leased())
        if len(awaited) == 2:
            let_lease_run_out()

    monkeypatch.setattr(rebuilding, "_await_lease", come_to_the_lease)

    assert differences(group_id=group.pk) == []
    assert awaited == [True, True]


# --- Groups that go ---------------------------------------------------------------------------------------------------


def test_a_group_that_is_gone_is_neither_dropped_nor_rebuilt(db):
    drop(group_id=12345)
    rebuild(group_id=12345)

    assert not GroupState.objects.exists()


@pytest.fixture
def paused_step(monkeypatch):
    """paused_step(job, meanwhile): a thread does the job, and ``meanwhile`` runs while it is inside its first step."""

    def run(job, meanwhile):
        inside, errors = threading.Event(), []
        replace = recomputing._replace_results

        def pause(*args):
            inside.set()
            done.wait(0.5)  # whoever waits for this step does not come to an end before
            return replace(*args)

        def work():
            try:
                job()
            except Exception as error:
                errors.append(error)
            finally:
                connection.close()

        done = threading.Event()
        monkeypatch.setattr(recomputing, "_replace_results", pause)
        worker = threading.Thread(target=work)
        worker.start()
        assert inside.wait(10)
        meanwhile()
        done.set()
        worker.join()
        assert errors == []

    return run


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_first", [True, False], ids=["never counted", "counted before"])
def test_a_group_deleted_inside_a_step(group, players, record, monkeypatch, paused_step, is_first):
    """Deleting and working off marks do not wait for each other."""
    monkeypatch.setattr(marks, "_send_recompute", lambda _group: None)
    won = [{"kind": "result", "winners": ["Ana"]}]
    for day in range(3):
        record("popcorn-dice", ["Ana", "Ben"], won, days=day)
        if not is_first:
            recompute(group_id=group.pk)
    record("popcorn-dice", ["Ana", "Ben"], won, days=4)
    group_id = group.pk

    paused_step(lambda: recompute(group_id=group_id), lambda: delete_group(group=group))

    assert not Group.objects.exists()
    for model in (GroupState, PlayResult, Recompute):
        assert not model.objects.exists()
