"""A whole finished play in one call: late logging, imports, the demo, restored backups."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from gamerules import load, replay
from gamerules.records import Failure, Replay
from gamerules.sheets import Seats, label_key, lowest_level
from scorekeeper.accounts.models import User
from scorekeeper.errors import BadInput, Clash, Refused
from scorekeeper.groups.models import Group, Player
from scorekeeper.groups.selectors import open_players
from scorekeeper.groups.services import add_player
from scorekeeper.plays.models import Entry, Night, Play, Seat, StatusChange
from scorekeeper.plays.services.marks import announce, mark_recompute
from scorekeeper.plays.services.nights import arrive, check_players, check_when, night_on

__all__ = ["record_play"]


def _replayed(raw: Mapping[str, Any]) -> Replay:
    """The record replayed to its end. Raises BadInput, Refused; also when the play is still on."""
    replayed = replay(raw)
    if replayed.failure is not None:
        _raise(replayed.failure)
    if replayed.sheet.outcome is None:
        waiting = ", ".join(replayed.sheet.next.players)
        raise BadInput.of(
            "record.entries", _("The record stops before the end; next: %(players)s.") % {"players": waiting}
        )
    return replayed


def _raise(failure: Failure) -> None:
    place = "record" if failure.entry is None else f"record.entries.{failure.entry}"
    error = failure.as_json()
    if failure.is_malformed:
        raise BadInput.of(f"{place}.{error['field']}".rstrip("."), error["message"])
    raise Refused(failure.findings, entry=failure.entry)


def _players_by_label(group: Group, labels: tuple[str, ...], chosen: Mapping[str, Player]) -> list[Player]:
    """A player for each label: the one chosen, else the one of that name, else a new one."""
    by_name = {player.name_key: player for player in reversed(open_players(group))}
    found = []
    for label in labels:
        player = chosen.get(label) or by_name.get(label_key(label))
        found.append(player or add_player(group=group, name=label))
    return check_players(group, found, field="record.players")


@transaction.atomic
def record_play(
    *,
    group: Group,
    raw: Mapping[str, Any],
    played_at: datetime,
    actor: User,
    night: Night | None = None,
    players: Mapping[str, Player] | None = None,
    source: str = "",
    external_id: str = "",
    finished_at: datetime | None = None,
) -> Play:
    """Store a finished play from its record; labels become players by name, missing ones are added.

    ``source`` and ``external_id`` make it idempotent: a second one raises Clash. Raises BadInput,
    Refused; then nothing is written.
    """
    played_at = check_when(played_at)
    if not isinstance(raw, Mapping):
        raise BadInput.of("record", _("A play record is a JSON object."))
    replayed = _replayed(raw)
    sheet = replayed.sheet
    seated = _players_by_label(group, sheet.players, players or {})
    night = night or night_on(group=group, instant=played_at, actor=actor)
    play = _store(replayed, raw, group, night, played_at, actor, source, external_id, finished_at or played_at)
    Seat.objects.bulk_create(
        Seat(play=play, player=player, position=position, label=label)
        for position, (player, label) in enumerate(zip(seated, sheet.players, strict=True))
    )
    arrive(night, seated)
    Entry.objects.bulk_create(_entries(play, replayed, actor, raw["entries"]))
    StatusChange.objects.create(play=play, version=play.version, status=play.status, author=actor)
    mark_recompute(play)
    announce(play, "finished")
    return play


def _store(
    replayed: Replay,
    raw: Mapping[str, Any],
    group: Group,
    night: Night,
    played_at: datetime,
    actor: User,
    source: str,
    external_id: str,
    finished_at: datetime,
) -> Play:

    sheet, lines = replayed.sheet, replayed.lines
    options = raw.get("options") or {}
    try:
        with transaction.atomic():
            return Play.objects.create(
                group=group,
                night=night,
                game=sheet.game,
                title=str(options.get("title") or "")[:200],
                options=options,
                setup=raw.get("setup"),
                status=Play.Status.FINISHED,
                version=len(lines),
                state=load(sheet.game).dump_sheet(sheet),
                outcome=sheet.outcome.as_json() | {"clause": sheet.outcome.clause},
                level=lowest_level([line.level for line in lines]),
                has_rulings=any(line.ruled is not None for line in lines),
                started_at=played_at,
                played_at=played_at,
                finished_at=finished_at,
                created_by=actor,
                source=source,
                external_id=external_id,
            )
    except IntegrityError:
        known = Play.objects.filter(group=group, source=source, external_id=external_id).first()
        raise Clash(_("This play was taken in before."), known) from None


def _entries(play: Play, replayed: Replay, actor: User, raw_entries: list[dict[str, Any]]) -> list[Entry]:

    game, seats = load(play.game), Seats(replayed.sheet.players)
    rows = []
    for number, (raw, line) in enumerate(zip(raw_entries, replayed.lines, strict=True), start=1):
        payload = game.parse_entry(raw, seats).as_json()
        name = uuid.UUID(str(payload.pop("id"))) if payload.get("id") else uuid.uuid4()
        rows.append(
            Entry(
                play=play,
                line=name,
                revision=name,
                position=number,
                version=number,
                payload=payload,
                derived=line.as_json(),
                author=actor,
            )
        )
    return rows
