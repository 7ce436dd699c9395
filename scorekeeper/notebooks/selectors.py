"""Reads: the data a report is made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from gamerules import load
from scorekeeper.groups.models import Group
from scorekeeper.notebooks.models import Report
from scorekeeper.plays.models import Entry, Night, Play
from scorekeeper.plays.selectors import plays_of

__all__ = ["data_of", "line_rows", "night_report", "season_report"]


def night_report(night: Night) -> Report | None:
    """The report of a night, if one was asked for."""
    return Report.objects.filter(night=night).first()


def season_report(group: Group, season: int) -> Report | None:
    """The report of a season, if one was asked for."""
    return Report.objects.filter(group=group, season=season).first()


def data_of(report: Report) -> dict[str, Any]:
    """What the report's notebook reads: plain tables of plays, results and lines."""
    plays = list(_plays(report).filter(status=Play.Status.FINISHED, ignored=False).order_by("played_at", "id"))
    return {
        "group": report.group.name,
        "time_zone": report.group.time_zone,
        "night": {"date": str(report.night.date), "place": report.night.place} if report.night else None,
        "season": report.season,
        "plays": [_play_row(play) for play in plays],
        "results": [row for play in plays for row in _result_rows(play)],
        "lines": line_rows(plays),
    }


def _plays(report: Report) -> QuerySet[Play]:
    plays = plays_of(report.group)
    if report.night is not None:
        return plays.filter(night=report.night)
    return plays.filter(night__date__year=report.season)


def _title(play: Play) -> str:
    return play.title or load(play.game).title


def _play_row(play: Play) -> dict[str, Any]:
    outcome = play.outcome or {}
    return {
        "play": str(play.pk),
        "game": play.game,
        "title": _title(play),
        "date": str(play.night.date),
        "played_at": play.played_at.isoformat(),
        "winners": outcome.get("winners", []),
        "by": outcome.get("by"),
        "ruled": play.has_rulings,
    }


def _result_rows(play: Play) -> list[dict[str, Any]]:
    names = {seat.label: seat.player.name for seat in play.seats.all()}
    winners = set((play.outcome or {}).get("winners", []))
    return [
        {
            "play": str(play.pk),
            "title": _title(play),
            "player": names[standing.player],
            "points": standing.as_json()["points"],
            "rank": standing.rank,
            "won": standing.player in winners,
            "players": len(names),
        }
        for standing in load(play.game).load_sheet(play.state).standings()
    ]


def line_rows(plays: Iterable[Play]) -> list[dict[str, Any]]:
    """One row a line that counts, in the order of the sheets: two queries for any number of plays."""
    by_id = {play.pk: play for play in plays}
    rows = (
        Entry.objects.filter(play__in=by_id, is_current=True)
        .exclude(action=Entry.Action.WITHDRAWN)
        .order_by("play__played_at", "play_id", "position")
        .values_list("play_id", "line", "derived")
    )
    return [
        {
            "play": str(play_id),
            "title": _title(by_id[play_id]),
            "line": str(line),
            **{name: derived[name] for name in ("row", "player", "kind", "points", "total", "level", "ruled", "text")},
        }
        for play_id, line, derived in rows
    ]
