"""``manage.py generate_plays``: a group with a long history of real plays, for measuring.

A few hundred plays of each game are played out on their sheets, line by line, at random; what is stored
are copies of them with other people on the seats, so that every play is valid and replays to its state.
"""

from __future__ import annotations

import json
import random
import uuid
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import models, transaction
from django.utils import timezone
from uuid_utils.compat import uuid7

from gamerules import Game, games, load
from gamerules.sheets import Seats
from scorekeeper.accounts.models import User
from scorekeeper.groups.models import Group, Player
from scorekeeper.groups.services import add_player, create_group
from scorekeeper.plays.models import Entry, Night, Play, Seat, StatusChange
from scorekeeper.plays.services.marks import mark_group
from scorekeeper.stats.services import rebuild
from scorekeeper.stats.services.rows import insert_values

NAMES = ["Ana", "Ben", "Chloë", "Dmitri", "Esra", "Faruk", "Greta", "Hiro", "Ines", "Jonas", "Kaja", "Leif",
         "Mina", "Noor", "Otis", "Pia", "Quentin", "Rosa", "Sami", "Tove"]  # fmt: skip
TALLIES: list[dict[str, Any]] = [
    {"title": "Azul", "rounds": 5},
    {"title": "Hearts", "rounds": 6, "direction": "low"},
    {"title": "Pandemic", "rounds": 1, "cooperative": True, "target": 10, "target_ends": "finish-round"},
]
TEMPLATES_A_GAME = 80
PLAYS_A_NIGHT = 5
PLAYS_AT_ONCE = 1000
BATCH_POINTS = (0, 0, 4, 6, 7, 8, 9, 10, 11, 12, 14, 16)


# --- Playing out -----------------------------------------------------------------------------------------------------


def _proposal(sheet: Any, rng: random.Random) -> dict[str, Any]:
    """Something that may well be the next line."""
    following = sheet.next
    kinds, player = following.kinds, rng.choice(following.players)
    if "roll-off" in kinds:
        return {"kind": "roll-off", "player": following.players[0], "points": rng.randint(0, 10)}
    if "final" in kinds:
        return {"kind": "final", "player": player, "points": rng.randint(8, 45)}
    if "round" in kinds:
        return {"kind": "round", "winner": player}
    if "row" in kinds:
        return {"kind": "row", "scores": {label: rng.randint(0, 15) for label in following.players}}
    points = {"popcorn-dice": rng.choice(BATCH_POINTS), "pop-tarts": rng.randint(0, 6)}
    return {"kind": "points", "player": player, "points": points.get(sheet.game, rng.randint(0, 15))}


def play_out(game: Game, players: tuple[str, ...], options: dict[str, Any], rng: random.Random) -> Template:
    """One play to its end on its sheet. RuntimeError when it does not come to one."""
    sheet = game.sheet.start(players, game.parse_options(options), None)
    entries: list[str] = []
    lines: list[str] = []
    for _ in range(10_000):
        if sheet.outcome is not None:
            return _template(game, sheet, options, entries, lines)
        entry = game.parse_entry(_proposal(sheet, rng), Seats(players))
        if not sheet.explain(entry):
            sheet = sheet.apply(entry)
            entries.append(json.dumps(entry.as_json()))
            lines.append(json.dumps(sheet.line.as_json()))
    raise RuntimeError(f"a play of {game.slug} did not end")


@dataclass(frozen=True, slots=True)
class Template:
    """A play with placeholders for people: JSON texts, its seats from first place to last."""

    game: str
    title: str
    options: str
    state: str
    outcome: str
    lines: list[tuple[str, str]]
    best_first: list[int]


def _template(game: Game, sheet: Any, options: dict[str, Any], entries: list[str], lines: list[str]) -> Template:
    ranks = [standing.rank for standing in sheet.standings()]
    return Template(
        game=game.slug,
        title=options.get("title", ""),
        options=json.dumps(options),
        state=json.dumps(game.dump_sheet(sheet)),
        outcome=json.dumps(sheet.outcome.as_json() | {"clause": sheet.outcome.clause}),
        lines=list(zip(entries, lines, strict=True)),
        best_first=sorted(range(len(ranks)), key=ranks.__getitem__),
    )


def _placeholder(seat: int) -> str:
    return f"seat#{seat}#"


def make_templates(rng: random.Random) -> list[Template]:
    """Plays of every game, for two to five people."""
    kinds: list[tuple[str, dict[str, Any]]] = [(slug, {}) for slug in games() if slug != "tally"]
    kinds += [("tally", options) for options in TALLIES]
    return [
        play_out(load(slug), tuple(_placeholder(seat) for seat in range(rng.randint(2, 5))), options, rng)
        for slug, options in kinds
        for _ in range(TEMPLATES_A_GAME)
    ]


# --- Storing ---------------------------------------------------------------------------------------------------------

COLUMNS: dict[type[models.Model], tuple[str, ...]] = {
    Night: ("id", "group_id", "starts_at", "time_zone", "date", "place", "created_by_id", "created_at"),
    Play: (
        "id", "group_id", "night_id", "game", "title", "options", "status", "version", "state", "outcome", "level",
        "has_rulings", "ignored", "started_at", "played_at", "finished_at", "created_by_id", "source", "external_id",
    ),
    Seat: ("play_id", "player_id", "position", "label"),
    Entry: (
        "play_id", "line", "revision", "number", "position", "version", "action", "payload", "derived", "is_current",
        "author_id", "device", "created_at",
    ),
    StatusChange: ("play_id", "version", "status", "reason", "author_id", "created_at"),
}  # fmt: skip


class Writer:
    """Gathers rows of nights and plays, and stores them in bulk."""

    def __init__(self, group: Group, owner: User, players: list[Player], rng: random.Random) -> None:
        self.group, self.owner, self.rng = group, owner, rng
        self.skill = {player.pk: rng.gauss(0, 1) for player in players}
        self.players = players
        self.rows: dict[type[models.Model], list[Sequence[Any]]] = {model: [] for model in COLUMNS}
        self.present: list[tuple[uuid.UUID, uuid.UUID]] = []

    def _uuid(self) -> uuid.UUID:
        return uuid.UUID(int=self.rng.getrandbits(128), version=4)

    def night(self, at: datetime) -> tuple[uuid.UUID, list[Player]]:
        """A night with those who came; at least five."""
        night, place = uuid7(), self.rng.choice(["", "Ana's place", "The library"])
        self.rows[Night].append((night, self.group.pk, at, "UTC", at.date(), place, self.owner.pk, at))
        came = self.rng.sample(self.players, self.rng.randint(5, min(7, len(self.players))))
        self.present += [(night, player.pk) for player in came]
        return night, came

    def play(self, night: uuid.UUID, came: list[Player], template: Template, at: datetime) -> None:
        """A copy of a template with some of those present: the better ones more often on the better seats."""
        size = len(template.best_first)
        chosen = self.rng.sample(came, size)
        chosen.sort(key=lambda player: self.skill[player.pk] + self.rng.gauss(0, 1.5), reverse=True)
        seated = dict(zip(template.best_first, chosen, strict=True))
        state, outcome, *texts = _filled(template, [seated[seat].name for seat in range(size)])
        play, by, version = uuid7(), self.owner.pk, len(template.lines)
        self.rows[Play].append((
            play, self.group.pk, night, template.game, template.title, template.options, Play.Status.FINISHED.value,
            version, state, outcome, "consistent", False, False, at, at, at, by, "", "",
        ))  # fmt: skip
        self.rows[Seat] += [(play, seated[seat].pk, seat, seated[seat].name) for seat in range(size)]
        for number, (payload, derived) in enumerate(zip(texts[::2], texts[1::2], strict=True), start=1):
            line = self._uuid()
            self.rows[Entry].append((
                play, line, line, 1, number, number, "recorded", payload, derived, True, by, "", at,
            ))  # fmt: skip
        self.rows[StatusChange].append((play, version, Play.Status.FINISHED.value, "", by, at))

    def save(self) -> None:
        """Store what was gathered, in one transaction."""
        with transaction.atomic():
            for model, rows in self.rows.items():
                insert_values(model, COLUMNS[model], rows)
                rows.clear()
            insert_values(Night.players.through, ("night_id", "player_id"), self.present)
            self.present.clear()


def _filled(template: Template, names: list[str]) -> list[str]:
    """State, outcome, then each line's payload and pad row, with names in the place of the placeholders."""
    text = "\0".join((template.state, template.outcome, *chain.from_iterable(template.lines)))
    for seat, name in enumerate(names):
        text = text.replace(_placeholder(seat), json.dumps(name)[1:-1])
    return text.split("\0")


def instants(plays: int, start: datetime, end: datetime) -> Iterator[tuple[datetime, int]]:
    """Nights spread evenly over the time, each with its number of plays."""
    nights = max(1, -(-plays // PLAYS_A_NIGHT))
    for night in range(nights):
        yield start + (end - start) * night / nights, min(PLAYS_A_NIGHT, plays - night * PLAYS_A_NIGHT)


class Command(BaseCommand):
    """Store thousands of plays within seconds."""

    help = "Fill a group (made when it is not there) with a long history of random, valid plays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The arguments."""
        parser.add_argument("--plays", type=int, default=10_000)
        parser.add_argument("--group", default="generated", metavar="SLUG")
        parser.add_argument("--players", type=int, default=12, help=f"5 to {len(NAMES)}")
        parser.add_argument("--years", type=int, default=5, help="over how many years until today")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--later", action="store_true", help="leave the statistics to the workers")
        parser.add_argument("--bare", action="store_true", help="make no statistics; rebuild_stats will")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the group, its players, and the plays; then the statistics."""
        if not 5 <= options["players"] <= len(NAMES):
            raise CommandError(f"--players is 5 to {len(NAMES)}")
        if options["plays"] < 1 or not 1 <= options["years"] <= 40:
            raise CommandError("--plays is 1 or more, --years 1 to 40")
        rng = random.Random(f"{options['seed']} {options['group']}")  # noqa: S311 no secrets here
        group, owner = _group(options["group"])
        writer = Writer(group, owner, _players(group, options["players"]), rng)
        end = timezone.now() - timedelta(days=1)
        start = end - timedelta(days=365 * options["years"])
        self._write(writer, make_templates(rng), options["plays"], start, end)
        if options["later"]:
            with transaction.atomic():
                mark_group(group.pk, since=start)
        elif not options["bare"]:
            rebuild(group_id=group.pk)
        self.stdout.write(f"{options['plays']} plays in {group.slug}")

    def _write(self, writer: Writer, templates: list[Template], plays: int, start: datetime, end: datetime) -> None:
        for evening, count in instants(plays, start.astimezone(UTC), end):
            night, came = writer.night(evening)
            for number in range(count):
                template = writer.rng.choice(templates)
                writer.play(night, came, template, evening + timedelta(minutes=40 * number))
            if len(writer.rows[Play]) >= PLAYS_AT_ONCE:
                writer.save()
        writer.save()


def _group(slug: str) -> tuple[Group, User]:
    """The group and an owner of it; both made when there is no group of this slug."""
    group = Group.objects.filter(slug=slug).first()
    if group is None:
        owner = User.objects.order_by("pk").first() or User.objects.create_user("generator")
        group = create_group(name=slug, owner=owner)
    member = group.memberships.select_related("user").filter(role="owner").first()
    if member is None:
        raise CommandError(f"the group {slug!r} has no owner")
    return group, member.user


def _players(group: Group, count: int) -> list[Player]:
    known = {player.name: player for player in group.players.filter(merged_into__isnull=True)}
    return [known.get(name) or add_player(group=group, name=name) for name in NAMES[:count]]
