"""Who gets in, and how a refusal looks: tokens, sessions, limits, addresses and methods that are not there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from scorekeeper.accounts.models import Token
from scorekeeper.accounts.services import make_token, revoke_token
from tests.api.conftest import ROOT, House, client_of, entry, written


@pytest.fixture(autouse=True)
def empty_windows() -> None:
    """Limits count from zero in each test."""
    cache.clear()


def with_header(value: str) -> APIClient:
    """A client that sends this Authorization header."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=value)
    return client


def test_a_token_works_until_it_is_revoked(house: House) -> None:
    token, secret = make_token(user=house.users["owner"], name="phone")
    client = with_header(f"Bearer {secret}")
    assert client.get(f"{ROOT}/me").json()["token"]["name"] == "phone"
    revoke_token(token=token)
    assert client.get(f"{ROOT}/me").status_code == 401


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Bearer nonsense", "Basic b3duZXI6eA==", "bearer \udcff"])
def test_without_a_good_token_it_is_401(house: House, header: str) -> None:
    answer = with_header(header).get(f"{ROOT}/me") if "\udcff" not in header else APIClient().get(f"{ROOT}/me")
    assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_an_expired_token_and_one_of_an_inactive_user_do_not_work(house: House) -> None:
    _token, secret = make_token(
        user=house.users["owner"], name="old", expires_at=timezone.now() - timedelta(minutes=1)
    )  # fmt: skip
    assert with_header(f"Bearer {secret}").get(f"{ROOT}/me").status_code == 401
    client = client_of(house.users["viewer"])
    house.users["viewer"].is_active = False
    house.users["viewer"].save()
    assert client.get(f"{ROOT}/me").status_code == 401


def test_a_reading_token_reads_and_does_not_write(house: House) -> None:
    client = client_of(house.users["owner"], scope=Token.Scope.READ)
    before = written()
    assert client.get(f"{ROOT}/plays/{house.play.pk}").status_code == 200
    answer = client.post(f"{ROOT}/plays/{house.play.pk}/entries", entry())
    assert (answer.status_code, "reading only" in answer.json()["detail"]) == (403, True)
    assert written() == before


def test_a_session_writes_with_its_csrf_token_only(house: House) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(house.users["owner"], backend="django.contrib.auth.backends.ModelBackend")
    path = f"{ROOT}/groups/{house.group.slug}/players"
    before = house.group.players.count()
    refused = browser.post(path, {"name": "Zed"}, content_type="application/json")
    assert (refused.status_code, refused["Content-Type"]) == (403, "application/problem+json")
    assert house.group.players.count() == before
    browser.get("/account")
    token = browser.cookies["csrftoken"].value
    accepted = browser.post(path, {"name": "Zed"}, content_type="application/json", headers={"X-CSRFToken": token})
    assert accepted.status_code == 201


def test_too_many_tries_of_invitation_codes_are_429_with_retry_after(house: House, settings: Any) -> None:
    settings.API_CALLS_A_MINUTE = {**settings.API_CALLS_A_MINUTE, "join": 3}
    client = house.as_("stranger")
    tries = [client.post(f"{ROOT}/join", {"code": f"guess-{number}"}) for number in range(4)]
    assert [answer.status_code for answer in tries] == [404, 404, 404, 429]
    assert tries[3]["Content-Type"] == "application/problem+json"
    assert 1 <= int(tries[3]["Retry-After"]) <= 60


def test_anonymous_callers_are_limited_by_address(house: House, settings: Any) -> None:
    settings.API_CALLS_A_MINUTE = {**settings.API_CALLS_A_MINUTE, "anonymous": 2}
    statuses = [APIClient().get(f"{ROOT}/schema").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert APIClient(HTTP_X_FORWARDED_FOR="192.0.2.7").get(f"{ROOT}/schema").status_code == 429
    assert APIClient(REMOTE_ADDR="192.0.2.7").get(f"{ROOT}/schema").status_code == 200
    assert house.as_("owner").get(f"{ROOT}/me").status_code == 200


@pytest.mark.parametrize(
    "path", ["", "/", "/nothing", "/plays", "/plays/not-a-uuid", "/groups/a/b/c", "/plays/%00", "/🍿"]
)
def test_an_address_that_is_not_there_is_404_as_a_problem(house: House, path: str) -> None:
    for client in (house.as_("owner"), APIClient()):
        answer = client.get(f"{ROOT}{path}", HTTP_ACCEPT="text/html", follow=True)
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_another_method_is_405(house: House, method: str) -> None:
    answer = getattr(house.as_("owner"), method)(f"{ROOT}/me?x=1")
    assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")
    assert "GET" in answer["Allow"]


def test_addresses_work_with_and_without_a_slash(house: House) -> None:
    client = house.as_("owner")
    assert client.get(f"{ROOT}/me/").json() == client.get(f"{ROOT}/me").json()
    answer = client.post(f"{ROOT}/groups/{house.group.slug}/players/", {"name": "Zed"})
    assert answer.status_code == 201


def test_html_is_never_answered(house: House) -> None:
    answer = house.as_("owner").get(f"{ROOT}/me", HTTP_ACCEPT="text/html,application/xhtml+xml")
    assert answer["Content-Type"] == "application/json"
    assert "no-store" in answer["Cache-Control"]


def test_a_busy_database_is_503_and_says_when_to_try_again(house: House, monkeypatch: Any) -> None:
    def busy(*_args: Any, **_kwargs: Any) -> None:
        raise OperationalError("database is locked")

    client = house.as_("owner")
    monkeypatch.setattr("api.plays.play_for", busy)
    answer = client.get(f"{ROOT}/plays/{house.play.pk}")
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")


def test_what_nobody_foresaw_is_logged_and_no_html(house: House, monkeypatch: Any, caplog: Any) -> None:
    def broken(*_args: Any, **_kwargs: Any) -> None:
        raise ZeroDivisionError("secret of the house")

    client = house.as_("owner")
    monkeypatch.setattr("api.plays.play_for", broken)
    answer = client.get(f"{ROOT}/plays/{house.play.pk}")
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert "secret" not in answer.content.decode()
    assert "ZeroDivisionError" in caplog.text


def test_no_answer_shows_an_address_or_a_hash(house: House) -> None:
    house.users["viewer"].email = "viewer@example.org"
    house.users["viewer"].save()
    client, group = house.as_("owner"), house.group.slug
    addresses = ["me", "groups", f"groups/{group}", f"groups/{group}/players", f"groups/{group}/invitations"]
    addresses += [f"plays/{house.play.pk}", f"plays/{house.play.pk}/history", f"nights/{house.night.pk}"]
    for address in addresses:
        text = client.get(f"{ROOT}/{address}").content.decode()
        assert "example.org" not in text
        assert "digest" not in text
        assert "password" not in text
