"""Starting a night and who is there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.errors import BadInput
from scorekeeper.groups.models import Group, Player
from scorekeeper.groups.selectors import local_date
from scorekeeper.plays.models import Night
from scorekeeper.plays.services.marks import mark_recompute

__all__ = [
    "add_to_night",
    "arrive",
    "check_players",
    "check_when",
    "next_moment",
    "night_on",
    "remove_from_night",
    "start_night",
    "update_night",
]

EARLIEST = dt.date(1980, 1, 1)  # a device whose clock was never set says 1970
USUAL_START = dt.time(19, 0)
CHANGEABLE = frozenset({"date", "place", "players"})
STORED = ["place", "date", "starts_at"]


def check_players(group: Group, players: Iterable[Player], *, field: str = "players") -> list[Player]:
    """The players, all of this group, nobody twice, nobody merged away. Raises BadInput."""
    found = list(players)
    if any(player.group_id != group.pk or player.merged_into_id for player in found):
        raise BadInput.of(field, _("One of these players is not in this group."))
    if len({player.pk for player in found}) != len(found):
        raise BadInput.of(field, _("Somebody is named twice."))
    return found


def next_moment(night: Night) -> dt.datetime:
    """When a play that is written down now counts as played; ratings and records follow the order of these moments.

    Tonight that is now; in a night gone by, a minute after everything that was logged for it.
    """
    now = timezone.now()
    if night.date == local_date(night.group, now):
        return now
    latest = night.plays.aggregate(latest=Max("played_at"))["latest"]
    return night.starts_at if latest is None else min(latest + dt.timedelta(minutes=1), now)


def _check_date(group: Group, date: object) -> dt.date:
    if isinstance(date, dt.datetime) or not isinstance(date, dt.date):
        raise BadInput.of("date", _("A date looks like 2026-11-30."))
    latest = local_date(group, timezone.now()) + dt.timedelta(days=1)
    if not EARLIEST <= date <= latest:
        raise BadInput.of("date", _("A night's date lies between 1980 and tomorrow."))
    return date


def check_when(instant: object, *, field: str = "played_at") -> dt.datetime:
    """An instant at which something can have been played. Raises BadInput."""
    if not isinstance(instant, dt.datetime) or instant.tzinfo is None:
        raise BadInput.of(field, _("A time has an offset, such as 2026-11-30T20:15:00+01:00."))
    if not dt.datetime(1980, 1, 1, tzinfo=dt.UTC) <= instant <= timezone.now() + dt.timedelta(days=1):
        raise BadInput.of(field, _("This time lies before 1980 or in the future."))
    return instant


def _clean_place(place: object) -> str:
    if not isinstance(place, str) or len(place.strip()) > 100 or "\0" in place:
        raise BadInput.of("place", _("A place has at most 100 characters."))
    return place.strip()


@transaction.atomic
def start_night(
    *, group: Group, actor: User, date: dt.date | None = None, place: str = "", players: Iterable[Player] = ()
) -> Night:
    """A night of today (by the group's day start) or of another date. Raises BadInput."""
    now = timezone.now()
    today = local_date(group, now)
    date = today if date is None else _check_date(group, date)
    starts = now if date == today else dt.datetime.combine(date, USUAL_START, ZoneInfo(group.time_zone))
    night = Night.objects.create(
        group=group, starts_at=starts, time_zone=group.time_zone, date=date, place=_clean_place(place), created_by=actor
    )
    arrive(night, check_players(group, players))
    return night


def arrive(night: Night, players: Iterable[Player]) -> None:
    """Put people on a night's page in this order; who is there already keeps their place."""
    through = Night.players.through
    through.objects.bulk_create([through(night=night, player=player) for player in players], ignore_conflicts=True)


def night_on(*, group: Group, instant: dt.datetime, actor: User, place: str = "") -> Night:
    """The night an instant belongs to: the one there is on its local date (and place), or a new one."""
    date = local_date(group, instant)
    nights = group.nights.filter(date=date).order_by("starts_at")
    found = (nights.filter(place=place) if place else nights).first()
    if found is not None:
        return found
    return Night.objects.create(
        group=group,
        starts_at=instant,
        time_zone=group.time_zone,
        date=date,
        place=_clean_place(place),
        created_by=actor,
    )


@transaction.atomic
def update_night(*, night: Night, **changes: Any) -> Night:
    """Change date, place or players; everybody seated in one of its plays stays. Raises BadInput.

    Nobody adds a play meanwhile, or changes the night otherwise.
    """
    unknown = sorted(set(changes) - CHANGEABLE)
    if unknown:
        raise BadInput.of(unknown[0], _("A night has no such field."))
    night.refresh_from_db(fields=STORED, from_queryset=Night.objects.select_for_update())
    if "place" in changes:
        night.place = _clean_place(changes["place"])
    if "date" in changes and changes["date"] != night.date:
        _move_night(night, _check_date(night.group, changes["date"]))
    if "players" in changes:
        seated = Player.objects.filter(seats__play__night=night)
        night.players.set({*check_players(night.group, changes["players"]), *seated})
    night.save(update_fields=STORED)
    return night


def _move_night(night: Night, date: dt.date) -> None:
    """Put a night, and with it its plays, on another date; what was worked out from them is behind."""
    shift = date - night.date
    night.date, night.starts_at = date, night.starts_at + shift
    for play in night.plays.all():
        mark_recompute(play)
        play.started_at += shift
        play.played_at += shift
        play.save(update_fields=["started_at", "played_at"])
        mark_recompute(play)


def add_to_night(*, night: Night, player: Player) -> None:
    """Somebody has come. Twice changes nothing. Raises BadInput for another group's player."""
    check_players(night.group, [player], field="player")
    night.players.add(player)


def remove_from_night(*, night: Night, player: Player) -> None:
    """Somebody is not here after all. Raises BadInput when they sit in one of the night's plays."""
    if player.seats.filter(play__night=night).exists():
        raise BadInput.of("player", _("%(name)s sits in a play of this night.") % {"name": player.name})
    night.players.remove(player)
