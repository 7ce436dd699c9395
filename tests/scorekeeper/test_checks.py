"""System checks: each with a setting that it lets pass and one that it does not."""

from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.test import override_settings


def found() -> list[str | None]:
    """The ids of what the product's own checks complain about."""
    return [message.id for message in run_checks(tags=["scorekeeper"])]


def test_the_defaults_are_fine() -> None:
    assert found() == []


def test_a_certificate_needs_its_key(tmp_path: Path) -> None:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    certificate.touch()
    with override_settings(TLS_CERT=str(certificate)):
        assert found() == ["scorekeeper.E001"]
    with override_settings(TLS_CERT=str(certificate), TLS_KEY=str(key)):
        assert found() == ["scorekeeper.E002"]
    key.touch()
    with override_settings(TLS_CERT=str(certificate), TLS_KEY=str(key)):
        assert found() == []


@pytest.mark.parametrize("url", ["scores.example.org", "https://example.org/scores", "ftp://example.org"])
def test_the_public_address_is_an_origin(url: str) -> None:
    with override_settings(SITE_URL=url):
        assert found() == ["scorekeeper.E003"]
    with override_settings(SITE_URL="https://scores.example.org:8443"):
        assert found() == []


def test_others_may_not_write_to_the_data_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with override_settings(DATA=tmp_path):
        assert found() == ["scorekeeper.W001"]


def test_the_synchronous_mode_is_one_of_sqlite() -> None:
    with override_settings(SQLITE_SYNCHRONOUS="SOMETIMES"):
        assert found() == ["scorekeeper.E005"]


def test_debug_is_not_for_the_network() -> None:
    with override_settings(DEBUG=True, LAN_ADDRESSES=["192.168.1.5"]):
        assert found() == ["scorekeeper.E006"]
    with override_settings(DEBUG=True, LAN_ADDRESSES=[]):
        assert found() == []
