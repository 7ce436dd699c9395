"""``manage.py demo``: a group with two seasons of nights, so that every page has something to show.

The four games are played out by the bots of their rule modules, everybody a little differently; other
games are tallied. Every play goes in through the same service as one that people log.
"""

from __future__ import annotations

import datetime as dt
import random
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from gamerules import Game, load
from gamerules.simulation import one_game
from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import create_user
from scorekeeper.groups.models import Group, Player
from scorekeeper.groups.services import add_player, claim_player, create_group
from scorekeeper.plays.models import Night
from scorekeeper.plays.services import record_play, start_night

USERNAME = "demo"
GROUP = "Demo crew"
ZONE = "Europe/Berlin"
# how often somebody is there, and how often they choose like the sensible bot rather than at random
CAST: Mapping[str, tuple[float, float]] = {
    "Ana": (0.95, 0.95), "Ben": (0.9, 0.75), "Chloë": (0.85, 0.85), "Dmitri": (0.7, 0.6), "Esra": (0.6, 0.9),
    "文": (0.5, 0.8), "O'Neil": (0.4, 0.5), "سارة": (0.3, 0.7),
}  # fmt: skip
GAMES = {"popcorn-dice": 5, "anarchy-pancakes": 3, "pop-tarts": 3, "toasty-toasts": 3, "tally": 3}  # weights
PLACES = ["Ana's kitchen", "Ben's", "Library café"]
TART_VALUES = {
    "cherry": 2, "wild-berry": 3, "chocolate-fudge": 2, "cookies-and-creme": 1, "brown-sugar-cinnamon": 1,
}  # fmt: skip
FIRST_SEASON_STARTS = dt.date(2025, 1, 10)


def _mixed(sensible: Callable[..., Any], careless: Callable[..., Any], care: float) -> Callable[..., Any]:
    """A bot that is sensible with probability ``care`` at each decision."""
    return lambda table, rng: (sensible if rng.random() < care else careless)(table, rng)


def _bot_play(slug: str, names: list[str], rng: random.Random) -> dict[str, Any]:
    game: Game = load(slug)
    raw = {"values": TART_VALUES} if slug == "pop-tarts" else {}
    careless, sensible = game.bots["random"], list(game.bots.values())[-1]
    policies = [_mixed(sensible, careless, CAST[name][1]) for name in names]
    table = one_game(game, policies, game.parse_options(raw), rng, names=names).table
    record: dict[str, Any] = table.record(rng.choice(game.levels))
    return {**record, "options": {**record.get("options", {}), **raw}}


def _rounds(names: list[str], rng: random.Random, *, most: int, **options: Any) -> dict[str, Any]:
    """A tally with so many rounds, each player scoring up to ``most`` in each."""
    rows = [{name: rng.randint(0, most) for name in names} for _round in range(options["rounds"])]
    entries = [{"kind": "row", "scores": row} for row in rows]
    return {"game": "tally", "options": options, "players": names, "entries": entries}


def _together(names: list[str], rng: random.Random) -> dict[str, Any]:
    won = rng.random() < 0.4
    options = {"title": "Hanabi", "cooperative": True}
    return {"game": "tally", "options": options, "players": names, "entries": [{"kind": "result", "won": won}]}


def _tallied(names: list[str], rng: random.Random) -> dict[str, Any]:
    kinds: list[Callable[[], dict[str, Any]]] = [
        lambda: _rounds(names, rng, title="Azul", rounds=5, most=25),
        lambda: _rounds(names, rng, title="Hearts", rounds=6, most=13, direction="low"),
        lambda: _together(names, rng),
    ]
    return rng.choice(kinds)()


class Command(BaseCommand):
    help = "Make a demo group with two seasons of nights, played by the bots, and say how to sign in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many plays, and from which seed."""
        parser.add_argument("--plays", type=int, default=400, help="about how many plays (default 400)")
        parser.add_argument("--seed", type=int, default=2026, help="another seed gives another history")

    def handle(self, *args: Any, plays: int, seed: int, **options: Any) -> None:
        """Make the group once; a second call only gives a new password."""
        password = get_random_string(12, "abcdefghjkmnpqrstuvwxyz23456789")
        user = User.objects.filter(username=USERNAME).first()
        if user is None:
            user = create_user(username=USERNAME, password=password)
        else:
            user.set_password(password)
            user.save(update_fields=["password"])
        group = Group.objects.filter(memberships__user=user, name=GROUP).first()
        if group is None:
            group = self.fill(user, max(1, plays), random.Random(seed))  # noqa: S311  dice, not secrets
        self.stdout.write(f"Group “{group.name}” at /groups/{group.slug}: sign in as {USERNAME} with {password}")

    def fill(self, user: User, plays: int, rng: random.Random) -> Group:
        """The group, its people and its nights; all or nothing."""
        with transaction.atomic():
            group = create_group(name=GROUP, owner=user, time_zone=ZONE)
            people = {name: add_player(group=group, name=name) for name in CAST}
            claim_player(player=people["Ana"], user=user)
            nights = _dates(max(1, plays // 5))
            for number, date in enumerate(nights):
                share = plays * (number + 1) // len(nights) - plays * number // len(nights)
                _play_night(group, user, people, date, share, rng)
        return group


def _dates(count: int) -> list[dt.date]:
    """Dates spread evenly from the first season to a week ago."""
    last = timezone.now().date() - dt.timedelta(days=7)
    days = max(1, (last - FIRST_SEASON_STARTS).days)
    return [
        FIRST_SEASON_STARTS + dt.timedelta(days=round(days * number / max(1, count - 1))) for number in range(count)
    ]


def _play_night(
    group: Group, user: User, people: Mapping[str, Player], date: dt.date, plays: int, rng: random.Random
) -> Night:
    """One evening: who is there, and one play after the other."""
    present = [name for name, (there, _care) in CAST.items() if rng.random() < there]
    present = present if len(present) >= 2 else ["Ana", "Ben"]
    night = start_night(
        group=group, actor=user, date=date, place=rng.choice(PLACES), players=[people[n] for n in present]
    )
    instant = dt.datetime.combine(date, dt.time(19, 15), ZoneInfo(ZONE))
    for slug in rng.choices(list(GAMES), weights=list(GAMES.values()), k=plays):
        seats = rng.sample(present, k=min(len(present), 4 if slug == "toasty-toasts" else 6))
        record = _tallied(seats, rng) if slug == "tally" else _bot_play(slug, seats, rng)
        record_play(group=group, raw=record, played_at=instant, actor=user, night=night, players=people)
        instant += dt.timedelta(minutes=rng.randint(15, 40))
    return night
