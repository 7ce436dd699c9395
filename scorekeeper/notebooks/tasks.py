"""Reports are run by a worker: a notebook takes seconds and must hold up nobody."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from celery import shared_task
from celery.signals import worker_ready

__all__ = ["execute_report", "report_past_nights", "resume_reports"]


@shared_task(name="scorekeeper.notebooks.tasks.execute_report", ignore_result=True)
def execute_report(report_id: str) -> None:
    """Run one report's notebook."""
    from scorekeeper.notebooks import services

    services.execute_report(report_id=report_id)


@shared_task(name="scorekeeper.notebooks.tasks.report_past_nights", ignore_result=True)
def report_past_nights() -> None:
    """Ask for the reports of nights that have just ended."""
    from scorekeeper.notebooks import services

    services.report_past_nights()


@shared_task(name="scorekeeper.notebooks.tasks.resume_reports", ignore_result=True)
def resume_reports(after: float = 0) -> None:
    """Run what a killed worker or a lost broker left unanswered for so many seconds."""
    from scorekeeper.notebooks import services

    services.resume_reports(after=timedelta(seconds=after))


@worker_ready.connect
def resume_at_start(**_: Any) -> None:
    """A worker that starts looks for reports nobody told it about."""
    resume_reports.delay()
