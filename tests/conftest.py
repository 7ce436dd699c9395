"""What all tests share: which servers answer, and what is not run without them."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.servers import MUST_ANSWER, REDIS_URL, answers

LEFT_OUT = pytest.StashKey[list[str]]()
ON_POSTGRES = os.environ.get("TEST_DATABASE") == "postgres"


def reason_not_to_run(item: pytest.Item) -> str:
    """Why a test cannot run in this half of the suite or on this machine; empty when it can."""
    if item.get_closest_marker("postgres") and not ON_POSTGRES:
        return "needs PostgreSQL (the second half of `make test`)"
    if item.get_closest_marker("own_servers") and ON_POSTGRES:
        return "starts its own servers (the first half of `make test`)"
    if item.get_closest_marker("redis") and not MUST_ANSWER and not answers(REDIS_URL, 6379):
        return f"needs Redis, and nothing answers at {REDIS_URL}"
    return ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what cannot run here; with CI=true a missing Redis fails the tests that need it instead."""
    reasons = {item: reason_not_to_run(item) for item in items}
    left_out = [item for item in items if reasons[item]]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not reasons[item]]
    config.stash[LEFT_OUT] = [f"{item.nodeid}: {reasons[item]}" for item in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Lists the tests that were not run, with the reason."""
    for line in config.stash.get(LEFT_OUT, []):
        terminalreporter.write_line(f"not run: {line}")


@pytest.fixture(scope="session")
def redis_url() -> str:
    """A Redis database for tests; mark its users with `redis`."""
    return REDIS_URL


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The usual database of the run; what threads of a test left open is closed before it is dropped."""
    yield
    with django_db_blocker.unblock():
        from django.db import connection

        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
