"""Nights."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.pagination import page_of
from api.resource import Call, Resource, body_of, shown
from api.serializers.fields import page_schema
from api.serializers.nights import FullNightSerializer, NightBody, NightChanges, NightSerializer, NightsQuery
from scorekeeper.groups.access import group_for, players_in
from scorekeeper.plays.access import night_for
from scorekeeper.plays.selectors import nights_of
from scorekeeper.plays.services import start_night, update_night


class Nights(Resource):
    """The nights of a group."""

    filters = {"GET": NightsQuery}

    @extend_schema(operation_id="nights", responses=page_schema(NightSerializer))
    def get(self, request: Call, slug: str) -> Response:
        """Its nights, newest first."""
        nights = _matching(nights_of(group_for(request.user, slug)), **self.query)
        return page_of(request, nights, NightSerializer().to_representation, order=("-date", "-starts_at", "-id"))

    @extend_schema(operation_id="start_night", request=NightBody, responses={201: NightSerializer})
    def post(self, request: Call, slug: str) -> Response:
        """Start a night: of today by the group's day start, or of another date."""
        group = group_for(request.user, slug, to="record")
        body = body_of(request, NightBody)
        body["players"] = players_in(group, body.get("players", ()))
        return shown(NightSerializer, start_night(group=group, actor=request.user, **body), status=201)


def _matching(
    nights: QuerySet[Any], *, since: Any = None, until: Any = None, player: UUID | None = None, **_page: Any
) -> QuerySet[Any]:
    if since:
        nights = nights.filter(date__gte=since)
    if until:
        nights = nights.filter(date__lte=until)
    return nights.filter(players=player) if player else nights


class OneNight(Resource):
    """A night."""

    @extend_schema(operation_id="night", responses=FullNightSerializer)
    def get(self, request: Call, night_id: UUID) -> Response:
        """The night with who was there and its plays in short."""
        return shown(FullNightSerializer, night_for(request.user, night_id))

    @extend_schema(operation_id="update_night", request=NightChanges, responses=NightSerializer)
    def patch(self, request: Call, night_id: UUID) -> Response:
        """Change its date, place or who was there; whoever sits in one of its plays stays."""
        night = night_for(request.user, night_id, to="record")
        changes = body_of(request, NightChanges)
        if "players" in changes:
            changes["players"] = players_in(night.group, changes["players"])
        return shown(NightSerializer, update_night(night=night, **changes))
