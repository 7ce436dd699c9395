"""Everything here starts servers of its own and hurts them: `make faults`, part of `make e2e`, not of `make test`.

Together these tests take some minutes, since programs are killed and must come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.postgres import Postgres, own_postgres
from tests.faults.site import Site, copied, prepare, running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks them."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.faults)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of an empty, migrated site."""
    data = tmp_path_factory.mktemp("prepared") / "data"
    prepare(data)
    return data


@pytest.fixture
def site(tmp_path: Path, prepared: Path) -> Iterator[Site]:
    """A site that is up, on SQLite with its embedded broker."""
    with running(copied(prepared, tmp_path / "data")) as found:
        yield found


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of our own."""
    with own_postgres() as found:
        yield found


@pytest.fixture
def site_on_postgres(tmp_path: Path, prepared: Path, postgres: Postgres) -> Iterator[Site]:
    """A site that is up, on a database of that server, with its embedded broker."""
    with running(copied(prepared, tmp_path / "data"), DATABASE_URL=postgres.new_database()) as found:
        yield found
