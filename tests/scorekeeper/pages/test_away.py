"""A database that is away for a moment, and readers who ask too often: said so, with when to come back."""

import pytest
from django.core.cache import cache
from django.db import InterfaceError, OperationalError

from scorekeeper.pages import views


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError])
def test_a_page_says_that_the_database_is_away(monkeypatch, reader, owner, group, django_assert_num_queries, fault):
    browser = reader(owner)

    def gone(*_args):
        raise fault("the server closed the connection unexpectedly")

    monkeypatch.setattr(views, "group_for", gone)
    with django_assert_num_queries(2):  # the session and its user, before the view; the page itself asks nothing
        page = browser.open(f"/groups/{group.slug}/?season=2026", status=503)
    assert browser.answer["Retry-After"] == "2"
    assert page.select_one("main a")["href"] == f"/groups/{group.slug}/?season=2026"


@pytest.mark.parametrize("path", ["/rules/popcorn-dice/judge", "/rules/popcorn-dice/judge/table", "/rules/ask?q=tie"])
@pytest.mark.django_db
def test_the_rules_are_asked_so_often_a_minute(settings, reader, path):
    settings.API_CALLS_A_MINUTE = {**settings.API_CALLS_A_MINUTE, "judge": 1}
    cache.clear()
    browser = reader()
    browser.open(path)
    page = browser.open(path, status=429)
    assert 1 <= int(browser.answer["Retry-After"]) <= 60
    assert "Too often" in page.select_one("[role=alert]").text
