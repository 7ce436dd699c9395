"""Standings of nights and seasons."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.resource import Call, Resource
from api.serializers.stats import SeasonQuery, StandingsSerializer
from scorekeeper.groups.access import group_for
from scorekeeper.plays.access import night_for
from scorekeeper.stats.selectors import Standings, night_standings, season_standings


def standings_json(standings: Standings) -> dict[str, object]:
    """The ranked players as ``results``, beside what they are ranked by and how fresh that is."""
    told = standings.as_json()
    return {"results": told.pop("standings"), **told}


class NightStandings(Resource):
    """Who is ahead tonight."""

    @extend_schema(operation_id="night_standings", responses=StandingsSerializer)
    def get(self, request: Call, night_id: UUID) -> Response:
        """Everybody who played that night, ranked; `stale` while a job that may change it is pending."""
        return Response(standings_json(night_standings(night_for(request.user, night_id))))


class SeasonStandings(Resource):
    """Who is ahead this year."""

    filters = {"GET": SeasonQuery}

    @extend_schema(operation_id="standings", responses=StandingsSerializer)
    def get(self, request: Call, slug: str) -> Response:
        """The group's players ranked, of one season or of all time; without guests."""
        group = group_for(request.user, slug)
        return Response(standings_json(season_standings(group, self.query.get("season", 0))))
