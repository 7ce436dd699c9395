"""Plays: starting one, reading one, and what happens to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.pagination import page_of, page_of_history
from api.resource import Call, Resource, body_of
from api.serializers.fields import PageQuery, page_schema
from api.serializers.plays import (
    HistoryRowSerializer,
    PlayBody,
    PlaySerializer,
    PlaysQuery,
    PlaySummarySerializer,
    RecordSerializer,
    VersionBody,
)
from scorekeeper.groups.access import group_for, players_in
from scorekeeper.plays.access import night_for, play_for
from scorekeeper.plays.selectors import history_of, plays_of, record_of, sheet_json
from scorekeeper.plays.services import abandon_play, finish_play, rematch, reopen_play, start_play


def play_json(play: Any) -> dict[str, Any]:
    """A play with its record and its sheet."""
    return {
        "id": play.pk,
        "group": play.group.slug,
        "night": play.night_id,
        "game": play.game,
        "title": play.title,
        "status": play.status,
        "version": play.version,
        "played_at": play.played_at,
        "record": record_of(play),
        "sheet": sheet_json(play),
    }


class NightPlays(Resource):
    """The plays of a night."""

    @extend_schema(operation_id="start_play", request=PlayBody, responses={201: PlaySerializer})
    def post(self, request: Call, night_id: UUID) -> Response:
        """Seat players in this order and open the sheet."""
        night = night_for(request.user, night_id, to="record")
        body = body_of(request, PlayBody)
        body["players"] = players_in(night.group, body["players"])
        return Response(play_json(start_play(night=night, actor=request.user, **body)), status=201)


class GroupPlays(Resource):
    """The plays of a group."""

    filters = {"GET": PlaysQuery}

    @extend_schema(operation_id="plays", responses=page_schema(PlaySummarySerializer))
    def get(self, request: Call, slug: str) -> Response:
        """Its plays in short, the last played first."""
        plays = _matching(plays_of(group_for(request.user, slug)), self.query)
        return page_of(request, plays, PlaySummarySerializer().to_representation, order=("-played_at", "-id"))


# query parameter → lookup
LOOKUPS = {
    "game": "game",
    "status": "status",
    "player": "seats__player",
    "night": "night",
    "since": "night__date__gte",
    "until": "night__date__lte",
}


def _matching(plays: QuerySet[Any], query: dict[str, Any]) -> QuerySet[Any]:
    return plays.filter(**{LOOKUPS[name]: value for name, value in query.items() if name in LOOKUPS})


class OnePlay(Resource):
    """A play."""

    @extend_schema(operation_id="play", responses=PlaySerializer)
    def get(self, request: Call, play_id: UUID) -> Response:
        """The play with its record and its sheet."""
        return Response(play_json(play_for(request.user, play_id)))


class PlayRecord(Resource):
    """The record of a play."""

    @extend_schema(operation_id="record", responses=RecordSerializer)
    def get(self, request: Call, play_id: UUID) -> Response:
        """The play record: what every part of the product, and `python -m gamerules`, reads."""
        return Response(record_of(play_for(request.user, play_id)))


class PlayHistory(Resource):
    """The history of a play."""

    filters = {"GET": PageQuery}

    @extend_schema(operation_id="history", responses=page_schema(HistoryRowSerializer))
    def get(self, request: Call, play_id: UUID) -> Response:
        """Every revision of every line and every change of status, newest first, with author and time."""
        return page_of_history(request, history_of(play_for(request.user, play_id)))


def _change(request: Call, play_id: UUID, act: Callable[..., Any]) -> Response:
    """Change the status of a play; the body may name the version that this is based on."""
    play = play_for(request.user, play_id, to="record")
    return Response(play_json(act(play=play, actor=request.user, **body_of(request, VersionBody))))


class Finish(Resource):
    """The end of a play."""

    @extend_schema(operation_id="finish", request=VersionBody, responses=PlaySerializer)
    def post(self, request: Call, play_id: UUID) -> Response:
        """Close a play that its rules have ended; a tally is ended by this."""
        return _change(request, play_id, finish_play)


class Reopen(Resource):
    """Back to the table."""

    @extend_schema(operation_id="reopen", request=VersionBody, responses=PlaySerializer)
    def post(self, request: Call, play_id: UUID) -> Response:
        """Make a finished or abandoned play writable again."""
        return _change(request, play_id, reopen_play)


class Abandon(Resource):
    """Stopping early."""

    @extend_schema(operation_id="abandon", request=VersionBody, responses=PlaySerializer)
    def post(self, request: Call, play_id: UUID) -> Response:
        """Stop without a result; it counts nowhere and can be reopened."""
        return _change(request, play_id, abandon_play)


class Rematch(Resource):
    """Once more."""

    @extend_schema(operation_id="rematch", request=None, responses={201: PlaySerializer})
    def post(self, request: Call, play_id: UUID) -> Response:
        """The same game, options and seats again, tonight."""
        play = play_for(request.user, play_id, to="record")
        return Response(play_json(rematch(play=play, actor=request.user)), status=201)
