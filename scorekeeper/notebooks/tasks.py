"""Reports are run by a worker: a notebook takes seconds and must hold up nobody."""

from __future__ import annotations

from celery import shared_task

__all__ = ["execute_report", "report_past_nights"]


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
