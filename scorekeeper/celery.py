"""The Celery application: tasks take ids, call one service, may run twice or together."""

import os
from typing import Any

from celery import Celery
from celery.contrib.django.task import DjangoTask
from celery.signals import beat_embedded_init, worker_process_init
from django.db import transaction

from scorekeeper.operations.processes import die_with_supervised_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")


class Task(DjangoTask):  # type: ignore[misc]  # Celery has no types
    """A task whose publishing after a commit cannot fail the request that committed."""

    def delay_on_commit(self, *args: Any, **kwargs: Any) -> None:
        """Publishes after the commit; a broker that is down is logged, and the mark in the database is swept later."""
        transaction.on_commit(lambda: self.delay(*args, **kwargs), robust=True)  # robust: not for a partial


app = Celery("scorekeeper", task_cls=Task)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The worker's own children, of which the supervisor knows nothing, end with it too.
worker_process_init.connect(die_with_supervised_parent)
beat_embedded_init.connect(die_with_supervised_parent)
