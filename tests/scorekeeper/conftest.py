"""A group with an owner, a scorer, a viewer and three players; everything below starts from it."""

import uuid

import pytest

from scorekeeper.accounts.services import create_user
from scorekeeper.groups.models import Membership, Role
from scorekeeper.groups.services import add_player, create_group
from scorekeeper.plays.access import play_for
from scorekeeper.plays.services import record_entry, start_night, start_play


@pytest.fixture
def owner(db):
    return create_user(username="olga", password="correct horse battery")


@pytest.fixture
def scorer(group):
    user = create_user(username="sven")
    Membership.objects.create(user=user, group=group, role=Role.SCORER)
    return user


@pytest.fixture
def viewer(group):
    user = create_user(username="vera")
    Membership.objects.create(user=user, group=group, role=Role.VIEWER)
    return user


@pytest.fixture
def outsider(db):
    """The owner of another group, with data of its own that could leak."""
    user = create_user(username="otto")
    other = create_group(name="Other crew", owner=user)
    add_player(group=other, name="Ana")
    return user


@pytest.fixture
def group(owner):
    return create_group(name="Friday crew", owner=owner, time_zone="Europe/Berlin")


@pytest.fixture
def players(group):
    return [add_player(group=group, name=name) for name in ("Ana", "Ben", "Chloë")]


@pytest.fixture
def night(group, owner, players):
    return start_night(group=group, actor=owner, players=players)


@pytest.fixture
def tally(night, owner, players):
    """A tally of three players, two rounds."""
    play = start_play(night=night, game="tally", players=players, actor=owner, options={"rounds": 2})
    return play_for(owner, play.pk, to="record")


@pytest.fixture
def log(owner):
    """log(play, player=…, points=…) records one line as the owner and returns what came of it."""

    def record(play, *, actor=None, line=None, version=None, kind="points", **fields):
        return record_entry(
            play=play,
            raw={"kind": kind, **fields},
            line=line or uuid.uuid4(),
            version=play.version if version is None else version,
            actor=actor or owner,
        )

    return record
