"""Health addresses: what they ask, and that they tell strangers nothing more."""

import json

import pytest
from django.db import OperationalError, connection
from django.test import Client, override_settings

from scorekeeper.operations import health


def test_healthz_asks_nothing(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_readyz_without_a_broker_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (
        200,
        {"ready": True, "broker": "inline", "worker": "inline", "database": "ok"},
    )


@pytest.mark.django_db
@override_settings(JOBS_INLINE=False, REDIS_URL="unix:///nowhere/broker.sock")
def test_readyz_names_what_cannot_be_reached(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.app.conf, "broker_url", "redis+socket:///nowhere/broker.sock")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert json.loads(answer.content) == {
        "ready": False, "broker": "unreachable", "worker": "unreachable", "database": "ok",
    }  # fmt: skip


def test_an_unreachable_database_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError("no route to host db.internal")

    monkeypatch.setattr(connection, "cursor", refuse)
    assert health.database_answers() is False


def test_health_takes_no_writes(client: Client) -> None:
    assert [client.post(path).status_code for path in ("/healthz", "/readyz")] == [405, 405]
