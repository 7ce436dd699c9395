"""Whole finished plays in one call."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.parsers import LargeJSONParser
from api.plays import play_json
from api.resource import Call, Resource, body_of
from api.serializers.plays import PlaySerializer, WholeRecordBody
from scorekeeper.groups.access import group_for
from scorekeeper.plays.access import night_for
from scorekeeper.plays.services import record_play


class Records(Resource):
    """Plays that are over and were written down elsewhere."""

    parser_classes = [LargeJSONParser]

    @extend_schema(operation_id="record_play", request=WholeRecordBody, responses={201: PlaySerializer})
    def post(self, request: Call, slug: str) -> Response:
        """Store a finished play from its record; players are matched by name, missing ones are added."""
        group = group_for(request.user, slug, to="record")
        body = body_of(request, WholeRecordBody)
        if "night" in body:
            body["night"] = night_for(request.user, body["night"], to="record")
        play = record_play(group=group, raw=body.pop("record"), actor=request.user, **body)
        return Response(play_json(play), status=201)
