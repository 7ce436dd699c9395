"""kill -9 at every SQL statement of a task in turn; run by test_killed_tasks.py on an empty database of its own.

The task runs in a fork that kills itself just before its first statement, the next time before its second,
and so on until it lives to its end. After each death a worker starts, in what it does and nothing else,
and what is stored must be what entries give.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import nbformat
from django.db import connection
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.groups.models import Group
from scorekeeper.groups.services import add_player, create_group
from scorekeeper.notebooks import tasks as report_tasks
from scorekeeper.notebooks.models import Report
from scorekeeper.notebooks.services import reports
from scorekeeper.plays.models import Play
from scorekeeper.plays.services import delete_play, marks, record_play, set_ignored
from scorekeeper.stats import tasks as stats_tasks
from scorekeeper.stats.models import GroupState
from scorekeeper.stats.services import differences, pending_groups, recompute, recomputing

NAMES = ["Ana", "Ben", "Chloë"]
EVENING = datetime(2026, 3, 6, 19, tzinfo=UTC)


class World:
    """A group with some plays, what makes work for each task, and what must be true once a worker was there."""

    def __init__(self) -> None:
        self.owner = User.objects.create_user("ana")
        self.group: Group = create_group(name="Crew", owner=self.owner)
        for name in NAMES:
            add_player(group=self.group, name=name)
        self.count = 0
        for _ in range(6):
            self.play()
        recompute(group_id=self.group.pk)

    def play(self, sign: int = 1) -> Play:
        """A play after all others, or before them."""
        self.count += 1
        at = EVENING + timedelta(days=self.count * sign)
        return record_play(group=self.group, raw=self.raw(), played_at=at, actor=self.owner)

    def raw(self) -> dict[str, Any]:
        """A record, not the same as the last one."""
        points = [(self.count * 7 + seat * 5) % 11 for seat in range(len(NAMES))]
        return {
            "game": "tally",
            "players": NAMES,
            "options": {"title": "Azul", "rounds": 1},
            "entries": [{"kind": "points", "player": name, "points": n} for name, n in zip(NAMES, points, strict=True)],
        }

    def edit_in_the_past(self) -> None:
        """The first play counts no more, or again."""
        first = self.group.plays.earliest("played_at")
        set_ignored(play=first, ignored=not first.ignored)

    def play_taken_away(self) -> None:
        """A play in the past that was counted and is there no more."""
        play = self.play(-1)
        recompute(group_id=self.group.pk)
        delete_play(play=play)

    def report_asked_for(self) -> None:
        """The season's report waits."""
        values = {"status": Report.Status.WAITING, "requested_at": timezone.now()}
        Report.objects.update_or_create(group=self.group, season=EVENING.year, defaults=values)

    def past_night(self) -> None:
        """The night before last has no report."""
        Report.objects.all().delete()
        night_before_last = timezone.now() - timedelta(days=2)
        if not self.group.nights.filter(date=night_before_last.date()).exists():
            record_play(group=self.group, raw=self.raw(), played_at=night_before_last, actor=self.owner)
            recompute(group_id=self.group.pk)

    def recompute(self) -> None:
        """The task of this group."""
        stats_tasks.recompute(self.group.pk)

    def rebuild(self) -> None:
        """Everything anew."""
        stats_tasks.rebuild(self.group.pk)

    def report(self) -> None:
        """The task of the report."""
        report_tasks.execute_report(str(Report.objects.get(season=EVENING.year).pk))

    def check_statistics(self) -> None:
        """After a worker has started, statistics are what entries give."""
        GroupState.objects.update(leased_until=timezone.now())  # some seconds later
        stats_tasks.sweep()
        assert pending_groups() == [], "work is left"
        found = differences(group_id=self.group.pk)
        assert found == [], "\n".join(map(str, found))

    def check_reports(self) -> None:
        """After a worker has started, every report is there."""
        report_tasks.resume_reports()
        left = Report.objects.exclude(status=Report.Status.DONE)
        assert not left, [(report.status, report.traceback) for report in left]


def died(act: Callable[[], Any], statement: int) -> bool:
    """Whether a fork that is killed at this statement of the act was killed before the act ended."""
    connection.close()
    pid = os.fork()
    if pid == 0:
        left = [statement]

        def counting(execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(counting):
            act()
        os._exit(0)
    _pid, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL, status
        return True
    assert status == 0, f"the task failed with status {status}"
    return False


def dying(
    world: World, arrange: Callable[[World], Any], act: Callable[[World], Any], check: Callable[[World], None]
) -> int:
    """Let the act die at each of its statements in turn; how often it did."""
    deaths = 0
    while True:
        arrange(world)
        is_dead = died(lambda: act(world), deaths + 1)
        check(world)
        if not is_dead:
            return deaths
        deaths += 1


ACTS: dict[str, tuple[Callable[[World], Any], Callable[[World], Any], Callable[[World], None]]] = {
    "new-play": (World.play, World.recompute, World.check_statistics),
    "edit-in-the-past": (World.edit_in_the_past, World.recompute, World.check_statistics),
    "play-taken-away": (World.play_taken_away, World.recompute, World.check_statistics),
    "sweep": (World.play, lambda _world: stats_tasks.sweep(), World.check_statistics),
    "rebuild": (lambda _world: None, World.rebuild, World.check_statistics),
    "report": (World.report_asked_for, World.report, World.check_reports),
    "past-nights": (World.past_night, lambda _world: report_tasks.report_past_nights(), World.check_reports),
    "resume": (World.report_asked_for, lambda _world: report_tasks.resume_reports(), World.check_reports),
}
"""What makes work, the task that does it, and what must be true afterwards."""


def main(name: str) -> None:
    """Let one of ACTS die; prints how often it did. AssertionError for any difference."""
    recomputing.PLAYS_AT_ONCE = 4  # several steps even for a few plays
    marks._send_recompute = lambda _group: None  # nobody is told: here every task is started by hand
    # A notebook asks the database nothing, and is run for real where reports are tested.
    reports.run_notebook = lambda _name, _data: nbformat.writes(nbformat.v4.new_notebook())
    print(f"died {dying(World(), *ACTS[name])} times")
