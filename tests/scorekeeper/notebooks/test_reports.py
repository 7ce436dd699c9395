"""Reports: run by the real kernel, shown without anything from elsewhere, retried when they fail."""

import io
import json
import re
import zipfile
from datetime import timedelta

import nbformat
import pytest
from django.utils import timezone

from scorekeeper.notebooks import services
from scorekeeper.notebooks.models import Report
from scorekeeper.notebooks.services import running
from scorekeeper.plays.access import play_for
from scorekeeper.plays.services import start_play


@pytest.fixture
def finished(night, owner, players, log):
    """Two finished plays, one with a ruled line."""
    for game, options in (("popcorn-dice", {"target": 10}), ("tally", {"rounds": 1, "title": "<b>Cards</b>"})):
        play = start_play(night=night, game=game, players=players, actor=owner, options=options)
        play = play_for(owner, play.pk, to="record")
        log(play, player="Ana", points=12, **({"ruled": "dice under the sofa"} if game != "tally" else {}))
        log(play, player="Ben", points=7)
        log(play, player="Chloë", points=3)
    return night


@pytest.fixture
def inline(settings, monkeypatch):
    """Tasks run in the process that asks, as without a broker."""
    monkeypatch.setattr("scorekeeper.celery.app.conf.task_always_eager", True)


def test_a_night_report_runs_and_shows_nothing_from_elsewhere(finished, owner, client):
    report = services.request_report(group=finished.group, actor=owner, night=finished)
    services.execute_report(report_id=report.pk)
    report.refresh_from_db()
    assert (report.status, report.traceback) == ("done", "")
    assert "Ana" in report.body
    assert "dice under the sofa" in report.body
    assert "<b>Cards</b>" not in report.body
    assert report.body.count('src="data:image/svg+xml;base64,') == 2
    assert not re.search(r"<script|<style|(?:src|href)=[\"'](?!data:|#)|@import|url\(", report.body)
    client.force_login(owner)
    page = client.get(f"/reports/{report.pk}")
    assert (page.status_code, report.body in page.content.decode()) == (200, True)
    bundle = zipfile.ZipFile(io.BytesIO(client.get(f"/reports/{report.pk}/files").content))
    names = sorted(bundle.namelist())
    assert [name.rpartition("/")[2] for name in names] == ["data.json", f"night-{finished.date}.ipynb"]
    nbformat.validate(nbformat.reads(bundle.read(names[1]).decode(), as_version=4))
    assert json.loads(bundle.read(names[0]))["plays"][0]["winners"] == ["Ana"]


def test_a_season_report_runs(finished, owner):
    report = services.request_report(group=finished.group, actor=owner, season=finished.date.year)
    services.execute_report(report_id=report.pk)
    report.refresh_from_db()
    assert (report.status, report.traceback) == ("done", "")
    assert "2 plays of 2 games on 1 nights" in report.body


def test_an_empty_night_has_a_report_too(night, owner):
    report = services.request_report(group=night.group, actor=owner, night=night)
    services.execute_report(report_id=report.pk)
    report.refresh_from_db()
    assert (report.status, report.traceback) == ("done", "")
    assert "No play was finished" in report.body


def test_a_failure_is_kept_for_the_host_and_can_be_retried(finished, owner, viewer, client, tmp_path, monkeypatch):
    broken = tmp_path / "night.md"
    broken.write_text("```python\nraise ValueError('no luck')\n```\n")
    monkeypatch.setattr(running, "FOLDER", tmp_path)
    report = services.request_report(group=finished.group, actor=owner, night=finished)
    services.execute_report(report_id=report.pk)
    report.refresh_from_db()
    assert report.status == "failed"
    client.force_login(owner)
    assert b"no luck" in client.get(f"/reports/{report.pk}").content
    assert client.get(f"/reports/{report.pk}/files").status_code == 404
    assert client.post(f"/reports/{report.pk}/retry").status_code == 302
    report.refresh_from_db()
    assert (report.status, Report.objects.count()) == ("waiting", 1)
    Report.objects.update(status="failed")
    client.force_login(viewer)
    assert b"no luck" not in client.get(f"/reports/{report.pk}").content
    assert client.post(f"/reports/{report.pk}/retry").status_code == 403


def test_outsiders_find_no_report(finished, owner, outsider, client):
    report = services.request_report(group=finished.group, actor=owner, night=finished)
    client.force_login(outsider)
    for method, path in (
        ("get", f"/reports/{report.pk}"), ("get", f"/reports/{report.pk}/files"),
        ("post", f"/reports/{report.pk}/retry"), ("post", f"/nights/{finished.pk}/report"),
    ):  # fmt: skip
        assert getattr(client, method)(path).status_code == 404


def test_nights_that_are_over_get_their_report_once(finished, owner):
    assert services.report_past_nights() == 0  # tonight is not over
    type(finished).objects.update(date=finished.date.replace(day=finished.date.day - 1))
    assert services.report_past_nights() == 1
    assert services.report_past_nights() == 0
    assert Report.objects.get().night == finished


def test_a_report_left_by_a_killed_worker_is_run_by_the_next(finished, owner, monkeypatch):
    report = services.request_report(group=finished.group, actor=owner, night=finished)
    Report.objects.update(status=Report.Status.RUNNING, requested_at=timezone.now() - timedelta(minutes=20))
    sent = []
    monkeypatch.setattr("scorekeeper.notebooks.services.reports.execute_report_task.delay", sent.append)

    assert services.resume_reports(after=timedelta(minutes=30)) == 0
    assert services.resume_reports(after=timedelta(minutes=15)) == 1
    assert sent == [str(report.pk)]


def test_a_report_that_is_answered_is_not_run_again(finished, owner, monkeypatch):
    report = services.request_report(group=finished.group, actor=owner, night=finished)
    Report.objects.update(status=Report.Status.DONE, body="as it was")

    services.execute_report(report_id=report.pk)

    assert services.resume_reports() == 0
    report.refresh_from_db()
    assert report.body == "as it was"
