"""Random histories of a group: plays of all sorts, put in anywhere in time, changed and taken away again."""

from __future__ import annotations

import random
import uuid
from datetime import UTC, datetime, timedelta

from scorekeeper.errors import ProductError
from scorekeeper.groups.models import Group, Player
from scorekeeper.groups.services import add_player
from scorekeeper.plays.access import play_for
from scorekeeper.plays.models import Play
from scorekeeper.plays.selectors import current_lines
from scorekeeper.plays.services import (
    abandon_play,
    correct_entry,
    delete_play,
    finish_play,
    merge_players,
    record_play,
    reopen_play,
    set_ignored,
    unmerge_player,
    update_night,
    withdraw_entry,
)

START = datetime(2023, 10, 1, 20, tzinfo=UTC)


class History:
    """A group that lives through random events; the same seed gives the same life."""

    def __init__(self, group: Group, actor, seed: int) -> None:
        self.group, self.actor = group, actor
        self.rng = random.Random(seed)
        self.names = ["Ana", "Ben", "Chloë", "Dag", "Eve", "Ana B."]
        for name in self.names:
            add_player(group=group, name=name)

    def live(self, events: int) -> None:
        """So many events."""
        acts = [self.play] * 6 + [self.correct] * 3 + [self.ignore, self.reopen, self.delete, self.withdraw]
        acts += [self.merge, self.unmerge, self.move_night, self.abandon]
        for _ in range(events):
            try:
                self.rng.choice(acts)()
            except ProductError:
                continue  # a refusal writes nothing, which the comparison at the end shows too

    def play(self) -> None:
        """A whole play, somewhere in two years."""
        at = START + timedelta(days=self.rng.randrange(700), minutes=self.rng.randrange(300))
        record_play(group=self.group, raw=self.record(), played_at=at, actor=self.actor)

    def record(self) -> dict:
        """The record of a play of any sort."""
        make = self.rng.choice([self.points, self.points, self.low, self.result, self.together, self.teams, self.alone])
        return make(self.seats())

    def seats(self) -> list[str]:
        gone = set(Player.objects.filter(group=self.group, merged_into__isnull=False).values_list("name", flat=True))
        free = [name for name in self.names if name not in gone]
        return self.rng.sample(free, self.rng.randint(2, min(5, len(free))))

    def tally(self, players: list[str], **options) -> dict:
        rounds = self.rng.randint(1, 3)
        entries = [
            {"kind": "points", "player": player, "points": self.rng.randint(-3, 12)}
            for _ in range(rounds)
            for player in players
        ]
        title = self.rng.choice(["Azul", "azul ", "Hearts", ""])
        options = {"rounds": rounds, "title": title, **options}
        return {"game": "tally", "options": options, "players": players, "entries": entries}

    def points(self, players: list[str]) -> dict:
        return self.tally(players, tie=self.rng.choice(["shared", "none"]))

    def low(self, players: list[str]) -> dict:
        return self.tally(players, direction="low")

    def together(self, players: list[str]) -> dict:
        return self.tally(players, cooperative=True, target=self.rng.choice([None, 1000]))

    def teams(self, players: list[str]) -> dict:
        return self.tally(players, teams={players[0]: "red", players[1]: "red"})

    def alone(self, players: list[str]) -> dict:
        return self.tally(players[:1])

    def result(self, players: list[str]) -> dict:
        entry = {"kind": "result", "winners": self.rng.sample(players, self.rng.randint(1, 2))}
        return {"game": self.rng.choice(["popcorn-dice", "tally"]), "players": players, "entries": [entry]}

    # What happens to plays that are there

    def some_play(self) -> Play:
        plays = list(Play.objects.filter(group=self.group).order_by("played_at", "id"))
        if not plays:
            self.play()
            return self.some_play()
        return play_for(self.actor, self.rng.choice(plays).pk, to="record")

    def correct(self) -> None:
        play = self.some_play()
        lines = list(current_lines(play))
        if not lines:
            return
        line = self.rng.choice(lines)
        raw = dict(line.payload)
        if "points" in raw and raw["kind"] == "points":
            raw["points"] = self.rng.randint(-3, 12)
        elif raw.get("winners"):
            raw["winners"] = [self.rng.choice(list(play.seats.values_list("label", flat=True)))]
        correct_entry(play=play, line=line.line, raw=raw, version=play.version, revision=uuid.uuid4(), actor=self.actor)

    def withdraw(self) -> None:
        play = self.some_play()
        lines = list(current_lines(play))
        if lines:
            withdraw_entry(
                play=play, line=lines[-1].line, version=play.version, revision=uuid.uuid4(), actor=self.actor
            )

    def ignore(self) -> None:
        play = self.some_play()
        set_ignored(play=play, ignored=not play.ignored)

    def reopen(self) -> None:
        play = self.some_play()
        if play.status == Play.Status.FINISHED:
            reopen_play(play=play, actor=self.actor)
        else:
            finish_play(play=play, actor=self.actor)

    def abandon(self) -> None:
        abandon_play(play=self.some_play(), actor=self.actor)

    def delete(self) -> None:
        delete_play(play=self.some_play())

    def move_night(self) -> None:
        night = self.some_play().night
        update_night(night=night, date=night.date + timedelta(days=self.rng.randint(-400, 20)))

    def merge(self) -> None:
        one, other = self.rng.sample(list(Player.objects.filter(group=self.group).order_by("name")), 2)
        merge_players(player=one, into=other)

    def unmerge(self) -> None:
        merged = Player.objects.filter(group=self.group, merged_into__isnull=False).first()
        if merged is not None:
            unmerge_player(player=merged)
