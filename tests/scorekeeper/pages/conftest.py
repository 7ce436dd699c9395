"""Browsers without scripts: Django's test client, signed in, filling the forms that the pages show."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client

from scorekeeper.plays.services import start_play


class Reader:
    """Somebody who opens pages and sends their forms, as a browser without scripts does."""

    def __init__(self, user=None):
        self.client = Client()
        if user is not None:
            self.client.force_login(user)

    def open(self, path, status=200):
        """The page, parsed."""
        self.answer = self.client.get(path, follow=status == 200)
        assert self.answer.status_code == status, (path, self.answer.status_code)
        self.page = BeautifulSoup(self.answer.content, "html.parser")
        return self.page

    def send(self, form="#pad-form", status=302, press=None, **changes):
        """Send a form of the page as it stands, with changed fields; ``press`` is the (name, value) of a button."""
        element = self.page.select_one(form)
        fields = fields_of(element)
        fields.update({name.replace("__", ":"): value for name, value in changes.items()})
        if press:
            fields[press[0]] = press[1]
        self.answer = self.client.post(element.get("action") or self.answer.request["PATH_INFO"], fields)
        assert self.answer.status_code == status, (self.answer.status_code, self.answer.content.decode()[:3000])
        if status == 302:
            return self.open(self.answer["Location"])
        self.page = BeautifulSoup(self.answer.content, "html.parser")
        return self.page


def fields_of(form):
    """What a browser would send of this form: name → value or list of values."""
    found = {}
    for element in form.select("input[name], select[name], textarea[name]"):
        if element.name == "select":
            chosen = element.select_one("option[selected]") or element.select_one("option")
            value = chosen.get("value", "") if chosen else ""
        elif element.name == "textarea":
            value = element.text
        elif element.get("type") in {"checkbox", "radio"} and not element.has_attr("checked"):
            continue
        else:
            value = element.get("value", "on" if element.get("type") == "checkbox" else "")
        found.setdefault(element["name"], []).append(value)
    return found


@pytest.fixture
def reader():
    """reader(user) → a browser signed in as that user; reader() → one that is not."""
    return Reader


@pytest.fixture
def popcorn(night, owner, players):
    """A popcorn dice play of Ana, Ben and Chloë to 30."""
    return start_play(night=night, game="popcorn-dice", players=players, actor=owner, options={"target": 30})
