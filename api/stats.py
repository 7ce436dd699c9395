"""Statistics as tidy tables, and the lines that they are worked out from."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from api.pagination import page_of, page_of_list
from api.renderers import CSVRenderer
from api.resource import Call, Resource
from api.serializers.fields import page_schema
from api.serializers.stats import EntriesQuery, LineSerializer, StatsQuery, TableSerializer
from scorekeeper.errors import Unknown
from scorekeeper.groups.access import group_for
from scorekeeper.plays.selectors import entries_of
from scorekeeper.stats.selectors import TABLES, Filters, ResultRows, freshness_of, table_of
from scorekeeper.stats.spreadsheets import csv_answer

TABLE = OpenApiParameter("table", str, OpenApiParameter.PATH, enum=sorted(TABLES), description="Which table.")


class StatsTable(Resource):
    """A table of the group's statistics."""

    filters = {"GET": StatsQuery}
    renderer_classes = [JSONRenderer, CSVRenderer]

    @extend_schema(
        operation_id="stats",
        parameters=[TABLE],
        responses={(200, "application/json"): TableSerializer, (200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Call, slug: str, table: str) -> HttpResponseBase:
        """The table by rows, in parts; as CSV (`Accept: text/csv`) all of it."""
        group = group_for(request.user, slug)
        if table not in TABLES:
            known = ", ".join(sorted(TABLES))
            words = _("There is no table %(name)s; there are: %(known)s.")
            raise Unknown.of("table", words % {"name": table, "known": known})
        freshness = freshness_of(group)  # before the figures, which may be better than it says but not worse
        columns, rows = table_of(group, table, _filters(self.query))

        if isinstance(request.accepted_renderer, CSVRenderer):
            return csv_answer(table, columns, rows)

        def row_json(row: Any) -> dict[str, Any]:
            return dict(zip(columns, row, strict=True))

        told = {"columns": columns, "as_of": freshness.as_of, "stale": freshness.stale}
        if isinstance(rows, ResultRows):  # a long list, read page by page
            read = rows
            return page_of(request, rows.found, lambda found: row_json(read.row_of(found)), order=rows.order, **told)
        return page_of_list(request, rows, row_json, **told)


def _filters(query: dict[str, Any]) -> Filters:
    return Filters(**{name: value for name, value in query.items() if name not in {"limit", "cursor"}})


# query parameter → lookup
LOOKUPS = {
    "game": "play__game",
    "play": "play",
    "night": "play__night",
    "since": "play__night__date__gte",
    "until": "play__night__date__lte",
}


class GroupEntries(Resource):
    """The lines of a group."""

    filters = {"GET": EntriesQuery}

    @extend_schema(operation_id="entries", responses=page_schema(LineSerializer))
    def get(self, request: Call, slug: str) -> Response:
        """Every line that counts with its play and its player: the last play first, its last line first."""
        entries = _matching(entries_of(group_for(request.user, slug)), self.query)
        return page_of(request, entries, _line_json, order=("-played_at", "-play_id", "-position", "-id"))


def _matching(entries: QuerySet[Any], query: dict[str, Any]) -> QuerySet[Any]:
    found = entries.filter(**{LOOKUPS[name]: value for name, value in query.items() if name in LOOKUPS})
    player: UUID | None = query.get("player")
    return found.filter(play__seats__player=player, play__seats__label=F("label")) if player else found


def _line_json(entry: Any) -> dict[str, Any]:
    derived = entry.derived
    return {
        "id": entry.line,
        "play": entry.play_id,
        "night": entry.play.night_id,
        "date": entry.play.night.date,
        "game": entry.play.game,
        "player": derived["player"],
        "player_id": entry.player_id,
        **{name: derived[name] for name in ("kind", "row", "points", "total", "level", "ruled")},
        "author": entry.author.username if entry.author else None,
        "at": entry.created_at,
        "entry": entry.payload,
    }
