"""Reads: sheets, lines, records, histories, nights."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from django.db.models import Count, F, OuterRef, Prefetch, QuerySet, Subquery, TextField, UUIDField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce
from django.utils import timezone
from django.utils.translation import gettext

from gamerules import Finding, Game, load
from gamerules.records import FORMAT, replay
from gamerules.sheets import label_key
from scorekeeper.groups.models import Group
from scorekeeper.plays.models import Entry, Night, Play, Seat, ShareLink

__all__ = [
    "current_lines", "entries_of", "game_of", "head_of", "here_of", "history_of", "is_pending", "lines_json",
    "night_of_today", "nights_of", "player_called", "plays_of", "plays_of_night", "record_of", "seats_of",
    "share_links_of", "sheet_before", "sheet_json", "sheet_of", "sheet_text", "stated_scores", "warnings_of",
]  # fmt: skip

NO_WARNINGS = '"warnings": []'  # how both databases print an empty list


def game_of(play: Play) -> Game:
    """The rule module of a play."""
    return load(play.game)


def sheet_of(play: Play) -> Any:
    """The sheet as it stands, from its snapshot: no entry is read."""
    return game_of(play).load_sheet(play.state)


def seats_of(play: Play) -> list[Seat]:
    """Seats in order with their players."""
    return list(play.seats.select_related("player").order_by("position"))


def current_lines(play: Play) -> QuerySet[Entry]:
    """The lines that count, in the order of the sheet: last revisions, none withdrawn."""
    return play.entries.filter(is_current=True).exclude(action=Entry.Action.WITHDRAWN).order_by("position")


def warnings_of(play: Play, data: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Stored warnings as findings in the reader's language."""
    clauses = game_of(play).clauses
    return [Finding.from_data(found, clauses).as_json(gettext) for found in data]


def lines_json(play: Play) -> list[dict[str, Any]]:
    """The ``lines`` of api.md: what each line that counts did, oldest first."""
    rows = current_lines(play).values_list("line", "revision", "derived")
    return [{"id": str(line), "revision": str(revision), **derived} for line, revision, derived in rows]


def stated_scores(plays: Iterable[Play]) -> dict[uuid.UUID, dict[str, Any]]:
    """For plays of which only the outcome is known: label → points of those whose are known. No query for none."""
    ids = [play.pk for play in plays]
    if not ids:
        return {}
    lines = Entry.objects.filter(play__in=ids, is_current=True).exclude(action=Entry.Action.WITHDRAWN)
    return {play: derived["scores"] for play, derived in lines.values_list("play_id", "derived")}


def _line_texts(play: Play) -> Iterator[str]:
    """Each line of :func:`lines_json` as JSON text, as the database holds it: parsed only to translate warnings."""
    rows = current_lines(play).values_list(*(Cast(name, TextField()) for name in ("line", "revision", "derived")))
    for line, revision, derived in rows:
        own = _dashed(line)
        if NO_WARNINGS not in derived:
            derived = json.dumps(_translated(play, json.loads(derived)))
        yield f'{{"id": "{own}", "revision": "{own if revision == line else _dashed(revision)}", {derived[1:]}'


def _dashed(text: str) -> str:
    """A UUID as text: SQLite keeps its digits only."""
    if len(text) == 36:
        return text
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def sheet_text(play: Play, *, sheet: Any = None) -> str:
    """The ``sheet`` object of api.md as JSON text, so that the two-hundredth line costs little more than the second."""
    texts = list(_line_texts(play))
    stored = [found for text in texts if NO_WARNINGS not in text for found in json.loads(text)["warnings"]]
    sheet = sheet if sheet is not None else sheet_of(play)
    head = json.dumps(_head_of_sheet(play, sheet, stored), ensure_ascii=False)
    return f'{head[:-1]}, "lines": [{", ".join(texts)}]}}'


def sheet_json(play: Play, *, sheet: Any = None) -> dict[str, Any]:
    """The ``sheet`` object of api.md. Two queries: seats and lines; the state comes from the snapshot."""
    lines = [_translated(play, line) for line in lines_json(play)]
    stored = [found for line in lines for found in line["warnings"]]
    sheet = sheet if sheet is not None else sheet_of(play)
    return {**_head_of_sheet(play, sheet, stored), "lines": lines}


@lru_cache(maxsize=1024)
def _ids_by_label(play_id: uuid.UUID, _seats: int) -> dict[str, str]:
    """Player ids by label. A seat keeps its player; when somebody joins, the number of seats is another one."""
    seats = Seat.objects.filter(play=play_id).values_list("label", "player_id")
    return {label: str(player) for label, player in seats}


def _head_of_sheet(play: Play, sheet: Any, line_warnings: list[dict[str, Any]]) -> dict[str, Any]:
    """The ``sheet`` object of api.md without its lines."""
    ids = _ids_by_label(play.pk, len(sheet.players))
    outcome, following = sheet.outcome, sheet.next
    return {
        "version": play.version,
        "status": play.status,
        "players": [_standing_json(standing, ids) for standing in sheet.standings()],
        "next": following.as_json() if following else None,
        "outcome": outcome.as_json() if outcome else None,
        "level": play.level,
        "round": sheet.round,
        "warnings": [found.as_json(gettext) for found in sheet.warnings] + line_warnings,
        "notices": [found.as_json(gettext) for found in sheet.notices],
    }


def _translated(play: Play, line: dict[str, Any]) -> dict[str, Any]:
    return {**line, "warnings": warnings_of(play, line["warnings"])} if line["warnings"] else line


def _standing_json(standing: Any, ids: dict[str, str]) -> dict[str, Any]:
    shown = standing.as_json()
    return {
        "id": ids[standing.player],
        "player": standing.player,
        "points": shown["points"],
        "rank": standing.rank,
        "extras": dict(standing.extras),
    }


def head_of(play: Play) -> dict[str, Any]:
    """The play record without its entries."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": play.game,
        "options": play.options,
        "players": list(play.seats.order_by("position").values_list("label", flat=True)),
    }
    if play.setup is not None:
        head["setup"] = play.setup
    return head


def record_of(play: Play) -> dict[str, Any]:
    """The play record (records.md): the lines that count, each with its id."""
    entries = current_lines(play).values_list("line", "payload")
    return {**head_of(play), "entries": [{**payload, "id": str(line)} for line, payload in entries]}


def history_of(play: Play) -> list[dict[str, Any]]:
    """Every revision of every line and every change of status, oldest first, with author and time."""
    revisions = play.entries.select_related("author").order_by("version")
    changes = play.status_changes.select_related("author").order_by("version", "id")
    rows = [_revision_json(entry) for entry in revisions] + [
        {
            "version": change.version,
            "action": change.status,
            "author": change.author.username if change.author else None,
            "at": change.created_at,
            "reason": change.reason,
        }
        for change in changes
    ]
    return sorted(rows, key=lambda row: (row["version"], row["at"]))


def _revision_json(entry: Entry) -> dict[str, Any]:
    return {
        "version": entry.version,
        "action": entry.action,
        "id": str(entry.line),
        "revision": str(entry.revision),
        "number": entry.number,
        "position": entry.position,
        "is_current": entry.is_current,
        "entry": entry.payload,
        "line": entry.derived,
        "author": entry.author.username if entry.author else None,
        "device": entry.device,
        "at": entry.created_at,
    }


def plays_of(group: Group) -> QuerySet[Play]:
    """The group's plays with night and seats, the last played first."""
    seats = Prefetch("seats", queryset=Seat.objects.select_related("player").order_by("position"))
    return group.plays.select_related("night", "group").prefetch_related(seats).order_by("-played_at", "-id")


def nights_of(group: Group) -> QuerySet[Night]:
    """The group's nights with their number of plays, newest first. Plays are counted for the nights shown only."""
    played = Play.objects.filter(night=OuterRef("pk")).order_by().values("night").annotate(number=Count("pk"))
    return (
        group.nights.select_related("group")
        .prefetch_related("players")
        .annotate(play_count=Coalesce(Subquery(played.values("number")), 0))
        .order_by("-date", "-starts_at")
    )


def entries_of(group: Group) -> QuerySet[Entry]:
    """The group's lines that count, each with its play, ``played_at``, night, author, ``label`` and ``player_id``."""
    seat = Seat.objects.filter(play=OuterRef("play"), label=OuterRef("label"))
    return (
        Entry.objects.filter(play__group=group, is_current=True)
        .exclude(action=Entry.Action.WITHDRAWN)
        .select_related("play__night", "author")
        .annotate(played_at=F("play__played_at"), label=KeyTextTransform("player", "payload"))
        .annotate(player_id=Subquery(seat.values("player_id")[:1], output_field=UUIDField()))
    )


def night_of_today(group: Group, date: Any) -> Night | None:
    """The latest night of this local date, if there is one."""
    return group.nights.filter(date=date).order_by("-starts_at").first()


def share_links_of(play: Play) -> list[ShareLink]:
    """The links to a sheet that still work, newest first."""
    now = timezone.now()
    links = play.share_links.select_related("created_by").filter(revoked_at__isnull=True, expires_at__gt=now)
    return list(links.order_by("-created_at"))


def is_pending(group: Group) -> bool:
    """Whether statistics still wait to be brought up to date."""
    return group.recomputes.exists()


def sheet_before(play: Play, line: uuid.UUID) -> Any:
    """The sheet as it was when this line was written: all earlier lines that count, replayed."""
    record = record_of(play)
    position = play.entries.filter(line=line).values_list("position", flat=True).first()
    earlier = current_lines(play).filter(position__lt=position).count()
    return replay({**record, "entries": record["entries"][:earlier]}).sheet


def player_called(group: Group, name: str) -> Any:
    """The player in use whose name is the same but for case and width; None when there is none, or several."""
    found = list(group.players.filter(name_key=label_key(name), archived_at__isnull=True, merged_into__isnull=True)[:2])
    return found[0] if len(found) == 1 else None


def here_of(night: Night) -> list[Any]:
    """Who is here, in the order they came."""
    links = night.players.through.objects.filter(night=night).select_related("player").order_by("id")
    return [link.player for link in links]


def plays_of_night(night: Night) -> list[Play]:
    """The night's plays with their seats, the last started first."""
    seats = Prefetch("seats", queryset=Seat.objects.select_related("player").order_by("position"))
    return list(night.plays.select_related("group").prefetch_related(seats).order_by("-started_at", "-id"))
