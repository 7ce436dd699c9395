"""The statistics pages: a group's, a player's, a game's, head to head, records; each also as CSV by Accept."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.groups.access import group_for, player_for
from scorekeeper.stats import overviews
from scorekeeper.stats.forms import filters_from
from scorekeeper.stats.selectors import TABLES, table_of
from scorekeeper.stats.spreadsheets import csv_answer

PAGES = {"group": "group", "head_to_head": "pairs", "records": "records", "game": "game", "player": "player"}
__all__ = ["game", "group", "head_to_head", "player", "records", "table", "table_file"]


def _wants_csv(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "text/csv"]) == "text/csv"


def _page(
    request: SignedInRequest, slug: str, template: str, csv: str, overview: Any, **fixed: Any
) -> HttpResponseBase:
    """Fetch with permission, read the filters, show the overview, or its table as CSV."""
    found = group_for(request.user, slug)
    filters = filters_from(request.GET.dict(), **fixed)
    if _wants_csv(request):
        return csv_answer(csv, *table_of(found, csv, filters))
    context = {"group": found, "tab": "stats", "page": PAGES.get(template), "filters": filters, "csv_table": csv}
    context["seasons"], context["query"] = overviews.seasons_of(found), filters.query
    is_narrowed = any(value for name, value in request.GET.items() if name not in ("player", "opponent"))
    context["narrowed"] = is_narrowed and template != "counted"  # which says in words by what
    return render(request, f"stats/{template}.html", {**context, **overview(found, filters)})


@login_required
@require_safe
@vary_on_headers("Accept")
def group(request: SignedInRequest, slug: str) -> HttpResponseBase:
    """Standings, ratings, games and months of a season, or of all time."""
    return _page(request, slug, "group", "standings", overviews.group_overview)


@login_required
@require_safe
@vary_on_headers("Accept")
def player(request: SignedInRequest, slug: str, player_id: uuid.UUID) -> HttpResponseBase:
    """One player's plays, ratings, opponents, records and achievements."""
    found = player_for(request.user, player_id)
    if found.group.slug != slug:
        raise Http404
    return _page(request, slug, "player", "results", overviews.player_overview(found), player=str(player_id))


@login_required
@require_safe
@vary_on_headers("Accept")
def game(request: SignedInRequest, slug: str, game: str) -> HttpResponseBase:
    """One game's standings, scores, records and plays."""
    return _page(request, slug, "game", "results", overviews.game_overview, game=game)


@login_required
@require_safe
@vary_on_headers("Accept")
def head_to_head(request: SignedInRequest, slug: str) -> HttpResponseBase:
    """Everybody against everybody; with two players chosen, their plays."""
    opponent = request.GET.get("opponent", "")
    return _page(request, slug, "head_to_head", "head-to-head", overviews.pairs_overview, against=opponent)


@login_required
@require_safe
@vary_on_headers("Accept")
def records(request: SignedInRequest, slug: str) -> HttpResponseBase:
    """Every record with the play and the line it comes from, and what was earned."""
    return _page(request, slug, "records", "records", overviews.records_overview)


@login_required
@require_safe
@vary_on_headers("Accept")
def table(request: SignedInRequest, slug: str, name: str) -> HttpResponseBase:
    """A tidy table, to look at or as CSV; of plays and results a list that a person reads."""
    if name not in TABLES:
        raise Http404
    if name in ("plays", "results"):
        return _page(request, slug, "counted", name, overviews.counted_overview(name, request.GET.get("page")))
    return _page(request, slug, "table", name, overviews.table_overview(name))


@login_required
@require_safe
def table_file(request: SignedInRequest, slug: str, name: str) -> HttpResponseBase:
    """All of a tidy table as a CSV file."""
    if name not in TABLES:
        raise Http404
    return csv_answer(name, *table_of(group_for(request.user, slug), name, filters_from(request.GET.dict())))
