"""``manage.py rebuild_stats``: derive all statistics from entries again, or compare them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.groups.models import Group
from scorekeeper.plays.models import Play
from scorekeeper.stats import tasks
from scorekeeper.stats.services import differences, rebuild


class Command(BaseCommand):
    """Rebuild, or with ``--check`` compare; exit status 1 when something differs."""

    help = "Rebuild all statistics from entries, or compare them with what entries give."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The arguments."""
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--check", action="store_true", help="change nothing, report every difference")
        how.add_argument("--background", action="store_true", help="let the workers do it, who share the groups")
        parser.add_argument("--group", metavar="SLUG", help="one group only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the groups, one after the other."""
        groups = Group.objects.order_by("slug")
        if options["group"]:
            groups = groups.filter(slug=options["group"])
            if not groups:
                raise CommandError(f"there is no group {options['group']!r}")
        if options["background"]:
            self._hand_over(groups)
            return
        work = self._check if options["check"] else self._rebuild
        different = sum(work(group) for group in groups)
        if different:
            raise CommandError(f"{different} differences; `manage.py rebuild_stats` repairs them")
        if options["check"]:
            self.stdout.write("no difference")

    def _rebuild(self, group: Group) -> int:
        progress = Progress(self, group)
        rebuild(group_id=group.pk, on_step=progress.step)
        progress.end()
        return 0

    def _hand_over(self, groups: Iterable[Group]) -> None:
        for group in groups:
            tasks.rebuild.delay(group.pk)
            self.stdout.write(f"{group.slug}: handed to the workers")

    def _check(self, group: Group) -> int:
        progress = Progress(self, group)
        found = differences(group_id=group.pk, on_step=progress.step)
        progress.end()
        for difference in found:
            self.stdout.write(f"{group.slug}: {difference}")
        return len(found)


class Progress:
    """A bar on a terminal; one line at the end anywhere else."""

    WIDTH = 30

    def __init__(self, command: BaseCommand, group: Group) -> None:
        self.out = command.stderr
        self.name = group.slug
        self.total = Play.objects.filter(group=group, status=Play.Status.FINISHED).count()
        self.done = 0
        self.is_live = sys.stderr.isatty()

    def step(self, plays: int) -> None:
        """So many plays more are done."""
        self.done += plays
        if self.is_live:
            filled = self.WIDTH * self.done // max(self.total, self.done, 1)
            bar = "█" * filled + "·" * (self.WIDTH - filled)
            self.out.write(f"\r{self.name} {bar} {self.done}/{self.total}", ending="")

    def end(self) -> None:
        """The group is done."""
        start = "\r" if self.is_live else ""
        self.out.write(f"{start}{self.name}: {self.done} plays")
