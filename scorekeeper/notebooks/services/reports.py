"""A report from the request to its page: data written out, notebook run, answer kept; a failure is kept too."""

from __future__ import annotations

import json
import traceback
import uuid
from datetime import timedelta

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.errors import BadInput
from scorekeeper.groups.models import Group
from scorekeeper.groups.selectors import local_date
from scorekeeper.notebooks.models import Report
from scorekeeper.notebooks.selectors import data_of
from scorekeeper.notebooks.services.running import render, run_notebook
from scorekeeper.notebooks.tasks import execute_report as execute_report_task
from scorekeeper.plays.models import Night, Play

__all__ = ["execute_report", "report_past_nights", "request_report", "resume_reports"]

SEASONS = range(1980, 2101)
RECENT = timedelta(days=7)


def request_report(
    *, group: Group, actor: User | None, night: Night | None = None, season: int | None = None
) -> Report:
    """Have the report of a night or a season worked out, or worked out again. Raises BadInput."""
    if (night is None) == (season is None):
        raise BadInput.of("", _("A report is of a night or of a season."))
    if season is not None and season not in SEASONS:
        raise BadInput.of("season", _("A season is a year, such as 2026."))
    subject = {"night": night} if night is not None else {"season": season}
    values = {"status": Report.Status.WAITING, "requested_by": actor, "requested_at": timezone.now()}
    with transaction.atomic():
        report, _created = Report.objects.update_or_create(group=group, **subject, defaults=values)
        execute_report_task.delay_on_commit(str(report.pk))
    return report


def execute_report(*, report_id: uuid.UUID | str) -> None:
    """Run the notebook of a report and keep what came of it. One that is gone or answered is no error.

    Raises nothing for a notebook that fails: the traceback is kept for the host, who may ask again.
    """
    report = _unanswered().select_related("group", "night").filter(pk=report_id).first()
    if report is None:
        return
    Report.objects.filter(pk=report.pk).update(status=Report.Status.RUNNING)
    data = json.dumps(data_of(report), cls=DjangoJSONEncoder, ensure_ascii=False)
    try:
        notebook = run_notebook("night" if report.night else "season", data)
        values = {"status": Report.Status.DONE, "notebook": notebook, "body": render(notebook), "traceback": ""}
    except Exception:
        values = {"status": Report.Status.FAILED, "traceback": traceback.format_exc()[-20_000:]}
    Report.objects.filter(pk=report.pk).update(data=data, finished_at=timezone.now(), **values)


def _unanswered() -> models.QuerySet[Report]:
    return Report.objects.filter(status__in=[Report.Status.WAITING, Report.Status.RUNNING])


def resume_reports(*, after: timedelta = timedelta(0)) -> int:
    """Send the task again of every report asked for so long ago and not answered; how many they were.

    Its worker was killed, or its task lost with the broker. One that is run all the same is run twice.
    """
    left = list(_unanswered().filter(requested_at__lte=timezone.now() - after).values_list("pk", flat=True))
    for pk in left:
        execute_report_task.delay(str(pk))
    return len(left)


def report_past_nights() -> int:
    """Ask for the report of every night that ended in the last week and has none; how many were asked for.

    A night has ended when its group's next day has begun.
    """
    now = timezone.now()
    recent = Night.objects.select_related("group").filter(
        date__gte=(now - RECENT).date(), plays__status=Play.Status.FINISHED, report__isnull=True
    )
    over = [night for night in recent.distinct() if night.date < local_date(night.group, now)]
    for night in over:
        request_report(group=night.group, actor=None, night=night)
    return len(over)
