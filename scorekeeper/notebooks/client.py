"""The client: a site, its groups, their nights and plays. Reads give DataFrames, writes give the sheet after them."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

import pandas as pd

from gamerules.sheets import label_key
from scorekeeper.notebooks.drawing import SheetDrawing, VerdictDrawing
from scorekeeper.notebooks.frames import frame_of
from scorekeeper.notebooks.transport import NotFound, ScorekeeperError, Transport

__all__ = ["Group", "Night", "Play", "ScorekeeperError", "Site", "connect"]


def connect(url: str, token: str, *, timeout: float = 30.0) -> Site:
    """A site and who you are there. Raises CannotReach, SignInNeeded."""
    site = Site(Transport(url, token, timeout=timeout))
    site.me  # noqa: B018  tells at once whether address and token work
    return site


class Site:
    """A running Scorekeeper, seen with one token."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def __repr__(self) -> str:
        return f"<Scorekeeper at {self._transport.url}, signed in as {self.me['username']}>"

    @cached_property
    def me(self) -> dict[str, Any]:
        """The user, and their groups with roles."""
        found: dict[str, Any] = self._transport.call("GET", "me")
        return found

    def groups(self) -> pd.DataFrame:
        """Your groups: slug, name, role, time zone."""
        return frame_of(self._transport.pages("groups"), columns=["slug", "name"])

    def group(self, slug: str) -> Group:
        """One of your groups. Raises NotFound, naming the ones there are."""
        try:
            return Group(self._transport, self._transport.call("GET", f"groups/{slug}"))
        except NotFound as error:
            known = ", ".join(found["slug"] for found in self._transport.pages("groups")) or "none yet"
            raise NotFound(f"you have no group {slug!r} here; yours: {known}", error.problem) from None

    def group_called(self, name: str, *, time_zone: str = "UTC") -> Group:
        """The group of yours with this name; a new one, owned by you, when there is none."""
        known = next((found["slug"] for found in self._transport.pages("groups") if found["name"] == name), None)
        if known is not None:
            return self.group(known)
        body = {"name": name, "time_zone": time_zone}
        return Group(self._transport, self._transport.call("POST", "groups", json=body))

    def games(self) -> pd.DataFrame:
        """The games with rule modules."""
        return frame_of(self._transport.pages("games"), columns=["slug", "title"])

    def clauses(self, game: str) -> pd.DataFrame:
        """The clauses of a game in reading order."""
        return frame_of(self._transport.pages(f"games/{game}/clauses"), columns=["id", "text"])

    def judge(self, record: Mapping[str, Any], entry: Mapping[str, Any]) -> VerdictDrawing:
        """May the entry be the next line of this play record?"""
        body = {"record": record, "entry": entry}
        return VerdictDrawing(self._transport.call("POST", f"games/{record['game']}/judge", json=body))

    def ask(self, question: str, *, game: str | None = None) -> pd.DataFrame:
        """Clauses and rulings that answer a question, best first."""
        return _answers(self._transport, {"question": question, "game": game})


def _answers(transport: Transport, body: Mapping[str, Any]) -> pd.DataFrame:
    given = {name: value for name, value in body.items() if value is not None}
    return frame_of(transport.call("POST", "ask", json=given)["results"], columns=["clauses", "title", "excerpt"])


def _is_id(text: Any) -> bool:
    try:
        uuid.UUID(str(text))
    except ValueError:
        return False
    return True


def _flat(play: Mapping[str, Any]) -> dict[str, Any]:
    """A play as one row: who sat in order, who won, by what."""
    outcome = play["outcome"] or {}
    row = {name: value for name, value in play.items() if name not in {"seats", "outcome"}}
    row["players"] = ", ".join(seat["player"] for seat in play["seats"])
    row["winners"] = ", ".join(outcome.get("winners", ()))
    row["by"] = outcome.get("by")
    return row


class Group:
    """A board-game group: its people, nights, plays and what came of them."""

    def __init__(self, transport: Transport, facts: Mapping[str, Any]) -> None:
        self._transport = transport
        self.facts = dict(facts)
        self.slug: str = facts["slug"]
        self.zone: str = facts["time_zone"]

    def __repr__(self) -> str:
        return f"<group {self.facts['name']} ({self.slug})>"

    def _rows(self, path: str, **query: Any) -> Iterator[dict[str, Any]]:
        return self._transport.pages(f"groups/{self.slug}/{path}", **self._with_id(query))

    def _with_id(self, query: dict[str, Any]) -> dict[str, Any]:
        """The filters, with a player's id where their name was given. Raises NotFound, naming the ones there are."""
        name = query.get("player")
        if name is None or _is_id(name):
            return query
        known = self._known_players()
        if label_key(name) not in known:
            names = ", ".join(row["name"] for row in known.values())
            raise NotFound(f"there is no player {name!r}; there are: {names}")
        return {**query, "player": known[label_key(name)]["id"]}

    def _known_players(self) -> dict[str, dict[str, Any]]:
        return {label_key(row["name"]): row for row in self._transport.pages(f"groups/{self.slug}/players")}

    def players(self) -> pd.DataFrame:
        """Everybody in the notebook, one row a player."""
        return frame_of(self._rows("players"), zone=self.zone, columns=["id", "name"])

    def add_player(self, name: str) -> dict[str, Any]:
        """A new name in the notebook."""
        added: dict[str, Any] = self._transport.call("POST", f"groups/{self.slug}/players", json={"name": name})
        return added

    def nights(self, **filters: Any) -> pd.DataFrame:
        """Nights, newest first. Filters: since, until, player (name or id)."""
        return frame_of(self._rows("nights", **filters), zone=self.zone, columns=["id", "date", "place"])

    def plays(self, **filters: Any) -> pd.DataFrame:
        """Plays, last played first. Filters: game, status, player (name or id), night, since, until."""
        rows = (_flat(row) for row in self._rows("plays", **filters))
        return frame_of(rows, zone=self.zone, columns=["id", "date", "game", "status", "players", "winners"])

    def entries(self, **filters: Any) -> pd.DataFrame:
        """Every line that counts, one row a line, oldest first.

        Filters: game, player (name or id), play, night, since, until.
        """
        columns = ["play", "date", "game", "player", "kind", "points", "total"]
        rows = list(self._rows("entries", **filters))[::-1]
        return frame_of(rows, zone=self.zone, columns=columns)

    def standings(self, season: int | str | None = None) -> pd.DataFrame:
        """Ranked players; of one season (a calendar year) or of all time. The formula is in ``.attrs["formula"]``."""
        found = self._transport.call("GET", f"groups/{self.slug}/standings", season=season)
        frame = frame_of(found["results"], columns=["rank", "player", "plays", "wins"])
        frame.attrs.update({name: value for name, value in found.items() if name != "results"})
        return frame

    def stats(self, name: str, **filters: Any) -> pd.DataFrame:
        """A table of the statistics: players, head-to-head, records, ratings, plays-by-month …; how fresh it is
        stands in ``.attrs``. Filters: season, game, player (name or id), place, since, until, guests.
        """
        first = self._transport.page(f"groups/{self.slug}/stats/{name}", **self._with_id(filters))
        frame = frame_of(self._transport.rows_from(first), zone=self.zone, columns=first["columns"])
        frame.attrs.update({told: first[told] for told in ("as_of", "stale")})
        return frame

    def ratings(self, **filters: Any) -> pd.DataFrame:
        """OpenSkill ratings with their uncertainty, per game and overall."""
        return self.stats("ratings", **filters)

    def rulings(self) -> pd.DataFrame:
        """House rulings, newest first."""
        return frame_of(self._rows("rulings"), zone=self.zone, columns=["clause", "text"])

    def write_ruling(self, clause: str, text: str, *, play: str | None = None) -> dict[str, Any]:
        """Write down what the group decided about a clause."""
        body = {"clause": clause, "text": text} | ({"play": play} if play else {})
        written: dict[str, Any] = self._transport.call("POST", f"groups/{self.slug}/rulings", json=body)
        return written

    def ask(self, question: str, *, game: str | None = None) -> pd.DataFrame:
        """Clauses, rulings and the group's house rulings that answer a question, best first."""
        return _answers(self._transport, {"question": question, "game": game, "group": self.slug})

    def start_night(self, *, date: dt.date | None = None, place: str = "") -> Night:
        """A night of today, or of another date."""
        body = {"place": place} | ({"date": date.isoformat()} if date else {})
        return Night(self, self._transport.call("POST", f"groups/{self.slug}/nights", json=body))

    def night(self, night_id: str) -> Night:
        """One night by its id."""
        return Night(self, self._transport.call("GET", f"nights/{night_id}"))

    def play(self, which: str | int) -> Play:
        """A play by its id, or the n-th one played (1 is the first; -1 the last). Raises NotFound."""
        return Play(self, self._nth(which) if isinstance(which, int) else which)

    def _nth(self, number: int) -> str:
        newest_first = (row["id"] for row in self._rows("plays"))
        plays = list(islice(newest_first, -number) if number < 0 else newest_first)
        if number == 0 or abs(number) > len(plays):
            raise NotFound(f"there is no play number {number}; the group has {len(plays)}")
        return str(plays[-1] if number < 0 else plays[-number])

    def log(self, record: Mapping[str, Any], *, played_at: dt.datetime) -> Play:
        """A whole finished play from its record; names that are not in the notebook are added."""
        body = {"record": record, "played_at": played_at.isoformat()}
        return Play(self, self._transport.call("POST", f"groups/{self.slug}/records", json=body)["id"])

    def player_ids(self, names: Sequence[str]) -> list[str]:
        """The ids of players by name; somebody new is added."""
        known = self._known_players()
        return [(known.get(label_key(name)) or self.add_player(name))["id"] for name in names]


class Night:
    """One game night."""

    def __init__(self, group: Group, facts: Mapping[str, Any]) -> None:
        self.group = group
        self.facts = dict(facts)
        self.id: str = facts["id"]

    def __repr__(self) -> str:
        return f"<night of {self.facts['date']}>"

    def standings(self) -> pd.DataFrame:
        """Who is ahead tonight."""
        found = self.group._transport.call("GET", f"nights/{self.id}/standings")
        frame = frame_of(found["results"], columns=["rank", "player", "plays", "wins"])
        frame.attrs.update({name: value for name, value in found.items() if name != "results"})
        return frame

    def start_play(self, game: str, players: Sequence[str], **options: Any) -> Play:
        """Sit down to a game: names in seat order, options by name."""
        body = {"game": game, "players": self.group.player_ids(players), "options": options}
        return Play(self.group, self.group._transport.call("POST", f"nights/{self.id}/plays", json=body)["id"])


class Play:
    """One play: its sheet, its record, and the next line."""

    def __init__(self, group: Group, play_id: str) -> None:
        self.group = group
        self.id = play_id
        self._facts: dict[str, Any] = self._call("GET", "")

    def __repr__(self) -> str:
        return f"<{self._facts['game']}, {self._facts['status']}, version {self._facts['version']}>"

    def _call(self, method: str, path: str, json: Any = None) -> Any:
        return self.group._transport.call(method, f"plays/{self.id}{path}", json=json)

    def refresh(self) -> Play:
        """Read the play again, to see what others wrote."""
        self._facts = self._call("GET", "")
        return self

    @property
    def version(self) -> int:
        """The version of the sheet as last seen; every write names it."""
        return int(self._facts["version"])

    @property
    def record(self) -> dict[str, Any]:
        """The play record (records.md)."""
        found: dict[str, Any] = self._call("GET", "/record")
        return found

    @property
    def sheet(self) -> SheetDrawing:
        """The sheet as last seen; draws itself in a notebook."""
        return SheetDrawing(self._facts["game"], self._facts["sheet"])

    def lines(self) -> pd.DataFrame:
        """The lines that count, one row each."""
        return frame_of(self._facts["sheet"]["lines"], columns=["row", "player", "kind", "points", "total", "level"])

    def history(self) -> pd.DataFrame:
        """Every revision of every line, newest first, with author and time."""
        rows = self.group._transport.pages(f"plays/{self.id}/history")
        return frame_of(rows, zone=self.group.zone, columns=["version", "action", "author", "at"])

    def log(self, player: str | None = None, *, kind: str = "points", **fields: Any) -> SheetDrawing:
        """Write the next line. Raises Refused with the clause broken, Conflict when somebody else wrote first."""
        entry = {"kind": kind, **({"player": player} if player else {}), **fields}
        return self._write("POST", "/entries", {**entry, "id": str(uuid.uuid4()), "version": self.version})

    def correct(self, line: str, **entry: Any) -> SheetDrawing:
        """Correct a line by its id; the rest is replayed."""
        return self._write("PUT", f"/entries/{line}", {**entry, **self._revision()})

    def withdraw(self, line: str) -> SheetDrawing:
        """Take a line back; it stays in the history."""
        return self._write("DELETE", f"/entries/{line}", self._revision())

    def _revision(self) -> dict[str, Any]:
        return {"revision": str(uuid.uuid4()), "version": self.version}

    def _write(self, method: str, path: str, body: Mapping[str, Any]) -> SheetDrawing:
        answer = self._call(method, path, json=body)
        self._facts.update(version=answer["version"], sheet=answer["sheet"], status=answer["sheet"]["status"])
        return self.sheet

    def judge(self, player: str | None = None, *, kind: str = "points", **fields: Any) -> VerdictDrawing:
        """What the rules say about a line, without writing it."""
        entry = {"kind": kind, **({"player": player} if player else {}), **fields}
        body = {"record": {k: v for k, v in self.record.items() if k != "format"}, "entry": entry}
        game = self._facts["game"]
        return VerdictDrawing(self.group._transport.call("POST", f"games/{game}/judge", json=body))

    def finish(self) -> Play:
        """Close the play, if its rules say that it is over."""
        self._call("POST", "/finish", json={"version": self.version})
        return self.refresh()
