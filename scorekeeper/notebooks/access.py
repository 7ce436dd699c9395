"""The only way to a report."""

from __future__ import annotations

import uuid

from django.db.models import F
from django.http import Http404

from scorekeeper.accounts.models import User
from scorekeeper.groups.access import Action, require
from scorekeeper.notebooks.models import Report

__all__ = ["report_for"]


def report_for(user: User, report_id: uuid.UUID, *, to: Action = "see") -> Report:
    """A report of one of the user's groups. Raises Http404, PermissionDenied."""
    report = (
        Report.objects.select_related("group", "night")
        .filter(pk=report_id, group__memberships__user_id=user.pk)
        .annotate(role=F("group__memberships__role"))
        .first()
    )
    if report is None:
        raise Http404
    require(report.role, to)
    report.group.role = report.role
    return report
