"""Who may do what: every address and method of the site against permissions.txt, for six kinds of visitor.

An address or method that the site answers and the table does not know fails, and so does a row that the
site does not know. Signed-in visitors use a token at the API and a session elsewhere. Pages are asked by
GET and POST; a page that only shows may answer a POST as it answers a GET, and then has no row for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from scorekeeper.accounts.services import make_setup_link, make_token
from scorekeeper.groups.services import add_player, invite
from scorekeeper.notebooks.services import request_report
from scorekeeper.plays.access import play_for
from scorekeeper.plays.services import record_entry, record_play, share_play
from scorekeeper.rulings.services import write_ruling
from scorekeeper.stats.services import recompute
from tests.api.conftest import House, build_house

pytestmark = pytest.mark.django_db
TABLE = Path(__file__).with_name("permissions.txt")
VISITORS = ("owner", "scorer", "viewer", "stranger", "share", "anonymous")
API = "api/v1/"
API_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PAGE_METHODS = ("GET", "POST")
NEW_LINE = "00000000-0000-4000-8000-00000000000a"


@dataclass(frozen=True)
class Row:
    """One line of the table. ``answers`` are statuses by visitor; "login" is a redirect to the sign-in page."""

    method: str
    route: str
    answers: tuple[str, ...]
    body: str

    def __str__(self) -> str:
        return f"{self.method} {self.route}"


def rows() -> list[Row]:
    """The table: method, address, six answers, and a JSON body where one is needed."""
    found = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            words = line.split(maxsplit=8)
            route = "" if words[1] == "/" else words[1].removeprefix("/")
            found.append(Row(words[0], route, tuple(words[2:8]), words[8] if len(words) > 8 else ""))
    return found


def routes(patterns: list[Any] | None = None, before: str = "") -> Iterator[str]:
    """Every address of the site as its pattern, without the admin's and without those that only add a slash."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        place = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if place != "admin/":
                yield from routes(pattern.url_patterns, place)
        elif isinstance(pattern, URLPattern) and not (place.startswith(API) and place.endswith("/") and place != API):
            yield place


ROUTES = sorted(set(routes()))
ROWS = rows()


@dataclass
class Site:
    """The house of tests.api with something behind every address."""

    house: House
    names: dict[str, str]
    cookies: dict[str, SimpleCookie] = field(default_factory=dict)

    def address(self, route: str) -> str:
        """The address of a route in the owner's group."""
        for name, value in (self.names | self.names_of(route)).items():
            route = re.sub(rf"<(\w+:)?{name}>", value, route)
        assert "<" not in route, f"the matrix has no value for {route}"
        return "/" + route

    def names_of(self, route: str) -> dict[str, str]:
        """What a name means in some routes only."""
        if "statistics/tables/" in route:
            return {"name": "players"}
        return {"secret": self.names["setup"]} if route.startswith("setup/") else {}

    def answers(self, row: Row) -> tuple[str, ...]:
        """What each of VISITORS gets."""
        api = row.route.startswith(API)
        return tuple(told(self.ask(self.visitor(who, api=api), row)) for who in VISITORS)

    def visitor(self, who: str, *, api: bool) -> Client:
        """A client that acts as one of VISITORS."""
        if who == "share":
            client = Client()
            client.get(f"/share/{self.names['secret']}")
            return client
        if who == "anonymous":
            return Client()
        if api:
            return self.house.as_(who)
        client = Client()
        client.cookies = SimpleCookie(self.cookies[who].output(header="", sep=";"))
        return client

    def ask(self, client: Client, row: Row) -> HttpResponseBase:
        """Send the row's request; whatever it writes is undone."""
        body = row.body
        for name, value in self.names.items():
            body = body.replace(f"${name}", value)
        api = row.route.startswith(API)
        values = json.loads(body) if body else {}
        with transaction.atomic():
            if row.method == "GET":
                answer = client.get(self.address(row.route))
            elif api:
                answer = client.generic(
                    row.method, self.address(row.route), json.dumps(values), content_type="application/json"
                )
            else:
                answer = getattr(client, row.method.lower())(self.address(row.route), values)
            transaction.set_rollback(True)
        return answer


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[Site]:
    """See Site. Built once: every request to it is undone, and in the end all of it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_site(build_house())
        transaction.set_rollback(True)


def build_site(house: House) -> Site:
    """The house with a line, an invitation, links, a token and a report."""
    owner = house.users["owner"]
    play = play_for(owner, house.play.pk)
    raw = {"player": "Ana", "kind": "points", "points": 3}
    line = record_entry(play=play, raw=raw, line=house.players[0].pk, version=0, actor=owner).entry.line
    invitation, code = invite(group=house.group, role="viewer", actor=owner)
    link, secret = share_play(play=play, actor=owner, expires_at=timezone.now() + timedelta(hours=1))
    token, _secret = make_token(user=owner, name="mine")
    extra = add_player(group=house.group, name="Dora")
    member = house.group.memberships.get(user=house.users["scorer"])
    result = {"game": "popcorn-dice", "players": ["Ana", "Ben"], "entries": [{"kind": "result", "winners": ["Ana"]}]}
    record_play(group=house.group, raw=result, played_at=timezone.now(), actor=owner)
    recompute(group_id=house.group.pk)
    clause, text = "popcorn-dice/turn-order", "Clockwise, always."
    ruling = write_ruling(group=house.group, clause=clause, text=text, actor=owner)
    report = request_report(group=house.group, actor=owner, season=2025)
    names = {
        "slug": house.group.slug, "night_id": house.night.pk, "play_id": play.pk, "player_id": house.players[0].pk,
        "invitation_id": invitation.pk, "code": code, "secret": secret, "setup": make_setup_link(), "line": line,
        "line_id": line, "token_id": token.pk, "member_id": member.pk, "game": "popcorn-dice", "name": "turn-order",
        "link_id": link.pk, "change": "archive", "season": 2026, "extra": extra.pk, "ben": house.players[1].pk,
        "new_line": NEW_LINE, "report_id": report.pk,
        "table": "players", "ruling_id": ruling.pk,
    }  # fmt: skip
    site = Site(house, {name: str(value) for name, value in names.items()})
    for who, user in house.users.items():
        house.as_(who)
        browser = Client()
        browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        site.cookies[who] = browser.cookies
    return site


def told(answer: HttpResponseBase) -> str:
    """An answer as the table writes it."""
    if answer.status_code == 302 and answer["Location"].startswith("/sign-in"):
        return "login"
    return str(answer.status_code)


def test_every_row_is_an_address_of_the_site() -> None:
    assert {row.route for row in ROWS} - set(ROUTES) == set()
    assert len({str(row) for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("route", ROUTES)
def test_every_method_that_is_answered_has_a_row(site: Site, route: str) -> None:
    if route == API:
        return  # every other address of the API: nothing there, whatever the method
    known = {row.method for row in ROWS if row.route == route}
    api = route.startswith(API)
    owner = site.visitor("owner", api=api)
    missing = [Row(method, route, (), "") for method in (API_METHODS if api else PAGE_METHODS) if method not in known]
    unlisted = [row for row in missing if told(site.ask(owner, row)) != "405"]
    if unlisted and not api and "GET" in known:
        shown = told(site.ask(owner, Row("GET", route, (), "")))
        unlisted = [row for row in unlisted if told(site.ask(owner, row)) != shown]
    lines = [f"{row.method:7}/{row.route}  {'  '.join(site.answers(row))}" for row in unlisted]
    assert not lines, f"not in {TABLE.name}; if this is right, add:\n" + "\n".join(lines)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_each_visitor_gets_the_answer_of_the_table(site: Site, row: Row) -> None:
    answers = site.answers(row)
    assert dict(zip(VISITORS, answers, strict=True)) == dict(zip(VISITORS, row.answers, strict=True))


def test_the_admin_is_for_the_host_only(site: Site) -> None:
    admin = next(found for found in get_resolver().url_patterns if str(found.pattern) == "admin/")
    places = [str(pattern.pattern) for pattern in admin.url_patterns if isinstance(pattern, URLPattern)]
    assert len(places) > 3
    for who in VISITORS:
        client = site.visitor(who, api=False)
        for place in {"", *places} - {"login/", "logout/", "jsi18n/"}:
            if "<" in place or "(" in place:
                continue
            answer = client.get(f"/admin/{place}")
            assert (answer.status_code, answer.get("Location", "")[:13]) == (302, "/admin/login/"), (who, place)
