"""Statistics worked off in the background. A task may run twice, or at the same time as itself."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

__all__ = ["rebuild", "recompute", "sweep"]


@shared_task(name="scorekeeper.stats.tasks.recompute", ignore_result=True)
def recompute(group_id: int) -> None:
    """Bring one group's statistics up to date."""
    from scorekeeper.stats import services

    services.recompute(group_id=group_id)


@shared_task(name="scorekeeper.stats.tasks.rebuild", ignore_result=True)
def rebuild(group_id: int) -> None:
    """Derive everything of one group from entries again."""
    from scorekeeper.stats import services

    services.rebuild(group_id=group_id)


@shared_task(name="scorekeeper.stats.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Work off what a lost broker or a killed worker left."""
    from scorekeeper.stats import services

    for group_id in services.pending_groups():
        recompute.delay(group_id)


@worker_ready.connect
def sweep_at_start(**_: Any) -> None:
    """A worker that starts looks for work nobody told it about."""
    sweep.delay()
