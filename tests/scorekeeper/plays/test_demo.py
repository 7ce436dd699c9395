"""The demo group: real plays through the real service."""

from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from gamerules import replay
from scorekeeper.groups.models import Group
from scorekeeper.plays.models import Play
from scorekeeper.plays.selectors import record_of

pytestmark = pytest.mark.django_db


def demo(plays=40):
    out = StringIO()
    call_command("demo", plays=plays, stdout=out)
    return out.getvalue().split()[-1]


def test_the_demo_fills_two_seasons_with_plays_that_replay(rf):
    password = demo()
    group = Group.objects.get(name="Demo crew")
    assert group.plays.count() == 40
    assert {play.game for play in Play.objects.all()} == {
        "popcorn-dice", "pop-tarts", "toasty-toasts", "anarchy-pancakes", "tally",
    }  # fmt: skip
    assert {night.date.year for night in group.nights.all()} == {2025, 2026}
    for play in Play.objects.all():
        assert replay(record_of(play)).failure is None
    assert authenticate(rf.get("/"), username="demo", password=password) is not None


def test_a_second_call_gives_a_new_password_and_no_second_group():
    assert demo(plays=2) != demo(plays=2)
    assert (Group.objects.count(), Play.objects.count()) == (1, 2)
