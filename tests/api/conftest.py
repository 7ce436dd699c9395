"""A group with people of every kind, and clients that call the API as each of them."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Any

import pytest
from rest_framework.test import APIClient

from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import create_user, make_token
from scorekeeper.groups.models import Group, Membership, Player
from scorekeeper.groups.services import add_player, claim_player, create_group
from scorekeeper.plays.models import Entry, Night, Play
from scorekeeper.plays.services import start_night, start_play

ROOT = "/api/v1"


def client_of(user: User | None, *, scope: str = "write") -> APIClient:
    """A client with a token of this user, or nobody's."""
    client = APIClient()
    if user is not None:
        _token, secret = make_token(user=user, name="test", scope=scope)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@dataclass
class House:
    """The Friday crew with a night and a popcorn-dice play of Ana, Ben and Cleo; and somebody else's group."""

    users: dict[str, User]
    group: Group
    players: list[Player]
    night: Night
    play: Play
    other_group: Group
    other_player: Player
    other_night: Night
    other_play: Play
    clients: dict[str, APIClient] = field(default_factory=dict)

    def as_(self, who: str) -> APIClient:
        """The client of owner, scorer, viewer, stranger (another group's owner) or nobody."""
        if who not in self.clients:
            self.clients[who] = client_of(self.users.get(who))
        return self.clients[who]


def entry(player: str = "Ana", points: Any = 12, *, version: int = 0, **more: Any) -> dict[str, Any]:
    """A points entry ready to be posted, under a fresh id unless one is given."""
    return {
        "id": str(uuid.uuid4()), "version": version, "player": player, "kind": "points", "points": points, **more
    }  # fmt: skip


def written() -> tuple[int, list[Any]]:
    """How many entries there are, and the state of every play: equal before and after a refusal."""
    return Entry.objects.count(), list(Play.objects.order_by("id").values_list("version", "status", "state"))


@pytest.fixture
def house(db: None) -> House:
    """See House."""
    return build_house()


def build_house() -> House:
    """Everybody and everything of House, in the database."""
    names = ("owner", "scorer", "viewer", "stranger")
    users = {name: create_user(username=name, password="popcorn-4-all") for name in names}
    group = create_group(name="Friday crew", owner=users["owner"], time_zone="Europe/Berlin")
    for role in ("scorer", "viewer"):
        Membership.objects.create(user=users[role], group=group, role=role)
    players = [add_player(group=group, name=name) for name in ("Ana", "Ben", "Cleo")]
    claim_player(player=players[1], user=users["viewer"])
    night = start_night(group=group, actor=users["owner"], players=players)
    play = start_play(night=night, game="popcorn-dice", players=players, actor=users["owner"])
    other_group = create_group(name="Strangers", owner=users["stranger"])
    other_players = [add_player(group=other_group, name=name) for name in ("Ana", "Zoe")]
    other_night = start_night(group=other_group, actor=users["stranger"])
    other_play = start_play(night=other_night, game="popcorn-dice", players=other_players, actor=users["stranger"])
    return House(
        users, group, players, night, play, other_group, other_players[0], other_night, other_play
    )  # fmt: skip
