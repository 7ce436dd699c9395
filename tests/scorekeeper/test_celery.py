"""Jobs: what the clock calls exists, and a broker that is down fails no request."""

import pytest
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from scorekeeper.celery import app


def test_everything_on_the_clock_is_a_task() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} - set(app.tasks) == set()


def test_the_longest_task_is_not_given_to_a_second_worker() -> None:
    assert app.conf.broker_transport_options["visibility_timeout"] > app.conf.task_time_limit


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_does_not_fail_the_request_that_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[object, ...]] = []

    @app.task(name="tests.unheard")
    def unheard(number: int) -> None: ...

    def refuse(*args: object) -> None:
        called.append(args)
        raise OperationalError("no broker")

    monkeypatch.setattr(unheard, "delay", refuse)
    with transaction.atomic():
        unheard.delay_on_commit(7)
        assert called == []
    assert called == [(7,)]
