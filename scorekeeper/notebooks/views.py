"""Report pages and their files."""

from __future__ import annotations

import io
import uuid
import zipfile

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.groups.access import group_for
from scorekeeper.notebooks import services
from scorekeeper.notebooks.access import report_for
from scorekeeper.plays.access import night_for

__all__ = ["ask_night", "ask_season", "files", "report", "retry"]


@login_required
@require_POST
def ask_night(request: SignedInRequest, night_id: uuid.UUID) -> HttpResponse:
    """Have the report of a night worked out."""
    night = night_for(request.user, night_id, to="record")
    asked = services.request_report(group=night.group, actor=request.user, night=night)
    return redirect("notebooks:report", asked.pk)


@login_required
@require_POST
def ask_season(request: SignedInRequest, slug: str, season: int) -> HttpResponse:
    """Have the report of a season worked out."""
    group = group_for(request.user, slug, to="record")
    asked = services.request_report(group=group, actor=request.user, season=season)
    return redirect("notebooks:report", asked.pk)


@login_required
@require_POST
def retry(request: SignedInRequest, report_id: uuid.UUID) -> HttpResponse:
    """Work a report out again."""
    old = report_for(request.user, report_id, to="record")
    services.request_report(group=old.group, actor=request.user, night=old.night, season=old.season)
    return redirect("notebooks:report", report_id)


@login_required
@require_GET
def report(request: SignedInRequest, report_id: uuid.UUID) -> HttpResponse:
    """The report, or how far it is; the page asks again by itself while it waits."""
    found = report_for(request.user, report_id)
    template = "notebooks/_report.html" if request.headers.get("HX-Request") else "notebooks/report.html"
    return render(request, template, {"report": found, "group": found.group})


@login_required
@require_GET
def files(request: SignedInRequest, report_id: uuid.UUID) -> HttpResponse:
    """The notebook and the data it reads, in one archive that runs anywhere."""
    found = report_for(request.user, report_id)
    if found.status != found.Status.DONE:
        raise Http404
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr(f"{found.name}/{found.name}.ipynb", found.notebook)
        bundle.writestr(f"{found.name}/data.json", found.data)
    response = HttpResponse(archive.getvalue(), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{found.name}.zip"'
    return response
