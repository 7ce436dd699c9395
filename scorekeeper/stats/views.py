"""The statistics pages: a group's, a player's, a game's, head to head, records; each also as CSV by Accept."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.groups.access import group_for, player_for
from scorekeeper.stats import overviews
from scorekeeper.stats.forms import filters_from
from scorekeeper.stats.selectors import TABLES, table_of
from scorekeeper.stats.spreadsheets import as_csv

PAGES = {"group": "group", "head_to_head": "pairs", "records": "records", "game": "game", "player": "player"}
__all__ = ["game", "group", "head_to_head", "player", "records", "table"]


def _wants_csv(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "text/csv"]) == "text/csv"


def _csv(name: str, columns: Iterable[str], rows: Iterable[Any]) -> HttpResponse:
    answer = HttpResponse(as_csv(list(columns), rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def _page(request: SignedInRequest, slug: str, template: str, csv: str, overview: Any, **fixed: Any) -> HttpResponse:
    """Fetch with permission, read the filters, show the overview, or its table as CSV."""
    found = group_for(request.user, slug)
    filters = filters_from(request.GET.dict(), **fixed)
    if _wants_csv(request):
        return _csv(csv, *table_of(found, csv, filters))
    context = {"group": found, "tab": "stats", "page": PAGES.get(template), "filters": filters, "csv_table": csv}
    context["seasons"], context["query"] = overviews.seasons_of(found), request.GET.urlencode()
    context["narrowed"] = any(value for name, value in request.GET.items() if name not in ("player", "opponent"))
    return render(request, f"stats/{template}.html", {**context, **overview(found, filters)})


@login_required
@require_safe
@vary_on_headers("Accept")
def group(request: SignedInRequest, slug: str) -> HttpResponse:
    """Standings, ratings, games and months of a season, or of all time."""
    return _page(request, slug, "group", "standings", overviews.group_overview)


@login_required
@require_safe
@vary_on_headers("Accept")
def player(request: SignedInRequest, slug: str, player_id: uuid.UUID) -> HttpResponse:
    """One player's plays, ratings, opponents, records and achievements."""
    found = player_for(request.user, player_id)
    if found.group.slug != slug:
        raise Http404
    return _page(request, slug, "player", "results", overviews.player_overview(found), player=str(player_id))


@login_required
@require_safe
@vary_on_headers("Accept")
def game(request: SignedInRequest, slug: str, game: str) -> HttpResponse:
    """One game's standings, scores, records and plays."""
    return _page(request, slug, "game", "results", overviews.game_overview, game=game)


@login_required
@require_safe
@vary_on_headers("Accept")
def head_to_head(request: SignedInRequest, slug: str) -> HttpResponse:
    """Everybody against everybody; with two players chosen, their plays."""
    other = filters_from({"player": request.GET.get("opponent", "")}).player
    return _page(request, slug, "head_to_head", "head-to-head", overviews.pairs_overview(other))


@login_required
@require_safe
@vary_on_headers("Accept")
def records(request: SignedInRequest, slug: str) -> HttpResponse:
    """Every record with the play and the line it comes from, and what was earned."""
    return _page(request, slug, "records", "records", overviews.records_overview)


@login_required
@require_safe
@vary_on_headers("Accept")
def table(request: SignedInRequest, slug: str, name: str) -> HttpResponse:
    """A tidy table, to look at or as CSV."""
    if name not in TABLES:
        raise Http404
    return _page(request, slug, "table", name, overviews.table_overview(name))
