"""The addresses under /api/v1/, each with and without a trailing slash."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path, re_path

from api import (
    entries,
    games,
    groups,
    invitations,
    me,
    nights,
    players,
    plays,
    records,
    rulings,
    schema,
    standings,
    stats,
)
from api.resource import Absent

RESOURCES: dict[str, Callable[..., Any]] = {
    "me": me.Me.as_view(),
    "groups": groups.Groups.as_view(),
    "groups/<slug:slug>": groups.OneGroup.as_view(),
    "groups/<slug:slug>/players": players.Players.as_view(),
    "players/<uuid:player_id>": players.OnePlayer.as_view(),
    "players/<uuid:player_id>/merge": players.PlayerMerge.as_view(),
    "groups/<slug:slug>/invitations": invitations.Invitations.as_view(),
    "invitations/<uuid:invitation_id>": invitations.OneInvitation.as_view(),
    "join": invitations.Join.as_view(),
    "groups/<slug:slug>/nights": nights.Nights.as_view(),
    "nights/<uuid:night_id>": nights.OneNight.as_view(),
    "nights/<uuid:night_id>/standings": standings.NightStandings.as_view(),
    "nights/<uuid:night_id>/plays": plays.NightPlays.as_view(),
    "groups/<slug:slug>/standings": standings.SeasonStandings.as_view(),
    "groups/<slug:slug>/stats/<slug:table>": stats.StatsTable.as_view(),
    "groups/<slug:slug>/entries": stats.GroupEntries.as_view(),
    "groups/<slug:slug>/rulings": rulings.Rulings.as_view(),
    "rulings/<uuid:ruling_id>": rulings.OneRuling.as_view(),
    "ask": rulings.Ask.as_view(),
    "groups/<slug:slug>/plays": plays.GroupPlays.as_view(),
    "groups/<slug:slug>/records": records.Records.as_view(),
    "plays/<uuid:play_id>": plays.OnePlay.as_view(),
    "plays/<uuid:play_id>/record": plays.PlayRecord.as_view(),
    "plays/<uuid:play_id>/history": plays.PlayHistory.as_view(),
    "plays/<uuid:play_id>/finish": plays.Finish.as_view(),
    "plays/<uuid:play_id>/reopen": plays.Reopen.as_view(),
    "plays/<uuid:play_id>/abandon": plays.Abandon.as_view(),
    "plays/<uuid:play_id>/rematch": plays.Rematch.as_view(),
    "plays/<uuid:play_id>/preview": entries.EntryPreview.as_view(),
    "plays/<uuid:play_id>/entries": entries.Entries.as_view(),
    "plays/<uuid:play_id>/entries/<uuid:line>": entries.OneEntry.as_view(),
    "games": games.Games.as_view(),
    "games/<slug:game>": games.OneGame.as_view(),
    "games/<slug:game>/clauses": games.GameClauses.as_view(),
    "games/<slug:game>/clauses/<slug:name>": games.OneClause.as_view(),
    "games/<slug:game>/judge": games.Judge.as_view(),
    "schema": schema.Schema.as_view(),
    "docs": schema.Docs.as_view(),
}


def _name_of(address: str) -> str:
    """``plays/<uuid:play_id>/record`` is called ``plays-one-record``."""
    return re.sub(r"<[^>]+>", "one", address).replace("/", "-")


def _addresses() -> list[URLPattern]:
    plain = [path(address, view, name=_name_of(address)) for address, view in RESOURCES.items()]
    with_slash = [path(f"{address}/", view) for address, view in RESOURCES.items()]
    return [*plain, *with_slash, re_path("", Absent.as_view())]


app_name = "api"
urlpatterns = _addresses()
