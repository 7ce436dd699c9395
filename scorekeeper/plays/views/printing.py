"""Score sheets on paper: a play as it stands, or a blank one to fill with a pencil."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from gamerules import UnknownGame, load
from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.plays.access import play_for
from scorekeeper.plays.papers import PAPERS, blank_paper
from scorekeeper.plays.sheet_pages import score_context

__all__ = ["blank", "printed"]


def _paper(request: HttpRequest) -> str:
    size = request.GET.get("size", "a4").lower()
    return size if size in PAPERS else "a4"


@login_required
@require_GET
def printed(request: SignedInRequest, play_id: uuid.UUID) -> HttpResponse:
    """A play's sheet on paper."""
    play = play_for(request.user, play_id)
    return render(request, "plays/printed.html", score_context(play) | {"shared": True, "paper": _paper(request)})


@require_GET
def blank(request: HttpRequest, game: str) -> HttpResponse:
    """An empty sheet of a game for a number of players; as many as fit when the number makes no sense."""
    try:
        module = load(game)
    except UnknownGame:
        raise Http404 from None
    wanted = request.GET.get("players", "")
    players = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 else 4
    context = {"game": module, "paper": _paper(request), "sheet": blank_paper(module, players)}
    return render(request, "plays/blank.html", context)
