"""Reports: notebooks that a worker has run, is running or is to run."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.groups.models import Group
from scorekeeper.plays.models import Night


class Report(models.Model):
    """A notebook about one night or one season (a calendar year), run on the data of that moment.

    ``notebook`` is the executed notebook (nbformat JSON), ``data`` the file it reads, ``body`` its
    HTML without page around it. ``traceback`` says why the last try failed; it is for the host.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for a worker")
        RUNNING = "running", _("being worked out")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="reports")
    night = models.OneToOneField(Night, on_delete=models.CASCADE, null=True, blank=True, related_name="report")
    season = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    notebook = models.TextField(blank=True)
    data = models.TextField(blank=True)
    body = models.TextField(blank=True)
    traceback = models.TextField(blank=True)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    requested_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "season"], condition=Q(season__isnull=False), name="notebooks_one_report_a_season"
            ),
            models.CheckConstraint(
                condition=Q(night__isnull=False, season__isnull=True) | Q(night__isnull=True, season__isnull=False),
                name="notebooks_report_of_a_night_or_a_season",
            ),
        ]

    def __str__(self) -> str:
        return f"report of {self.night or self.season}"

    @property
    def name(self) -> str:
        """The name of its files: ``night-2026-11-30`` or ``season-2026``."""
        return f"night-{self.night.date}" if self.night else f"season-{self.season}"
