"""Late logging on the night: which game, who played, who won."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from gamerules import games, load
from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.errors import BadInput, Refused
from scorekeeper.groups.selectors import players_of
from scorekeeper.plays import selectors, services
from scorekeeper.plays.accents import accents_of, order_of
from scorekeeper.plays.access import night_for
from scorekeeper.plays.grids import notices_of
from scorekeeper.plays.pads.base import amount

__all__ = ["log_result"]


@login_required
def log_result(request: SignedInRequest, night_id: uuid.UUID) -> HttpResponse:
    """A finished play in one form; what was typed stays when it is refused."""
    night = night_for(request.user, night_id, to="record")
    if request.method != "POST":
        return render(request, "plays/result.html", _asked(request, night))
    try:
        play = _logged(request, night)
    except Refused as refusal:
        context = _asked(request, night) | {"findings": notices_of(refusal.findings)}
        return render(request, "plays/result.html", context, status=422)
    except BadInput as bad:
        errors = [text for texts in bad.errors.values() for text in texts]
        return render(request, "plays/result.html", _asked(request, night) | {"errors": errors}, status=400)
    messages.success(request, _("Logged: %(game)s.") % {"game": play.title or selectors.game_of(play).title})
    return redirect("pages:night", night_id)


def _logged(request: SignedInRequest, night: Any) -> Any:
    known = {str(player.pk): player for player in players_of(night.group)}
    named = [*request.POST.getlist("played"), *request.POST.getlist("won")]
    if any(one not in known for one in named):
        raise BadInput.of("players", _("One of these players is not in this group."))
    played = list(dict.fromkeys(named))  # whoever won has played
    if not played:
        raise BadInput.of("players", _("Tick who played."))
    game, together = request.POST.get("game", ""), _together(request)
    won = {known[one] for one in request.POST.getlist("won")}
    if not won and together is None:
        raise BadInput.of("winners", _("Tick who won."))
    if game not in games():
        raise BadInput.of("game", _("There is no such game; there are: %(games)s.") % {"games": ", ".join(games())})
    return services.log_result(
        night=night, game=game, players=[known[one] for one in played], winners=won, actor=request.user,
        points={known[one]: amount(text) for one in played if (text := _points(request, one))},
        title=request.POST.get("title", "").strip() if game == "tally" else "", together=together,
    )  # fmt: skip


def _together(request: HttpRequest) -> bool | None:
    """Whether a table that played together won; None where everybody played for themselves."""
    if request.POST.get("game", "") != "tally":
        return None
    return {"won": True, "lost": False}.get(request.POST.get("together", ""))


def _points(request: HttpRequest, player: str) -> str:
    return request.POST.get(f"points:{player}", "").strip()


def _asked(request: HttpRequest, night: Any) -> dict[str, Any]:
    """The form as it was sent; a fresh one has everybody here ticked."""
    here = selectors.here_of(night)
    everybody = here + [player for player in players_of(night.group) if player not in here]
    accents = accents_of((player.pk for player in everybody), order_of(night.group))
    fresh = request.method != "POST"
    played, won = request.POST.getlist("played"), request.POST.getlist("won")
    rows = [
        {
            "player": player,
            "accent": accents[player.pk],
            "played": player in here if fresh else str(player.pk) in played,
            "won": str(player.pk) in won,
            "points": _points(request, str(player.pk)),
        }
        for player in everybody
    ]
    return {
        "night": night,
        "group": night.group,
        "games": [load(slug) for slug in games()],
        "game": request.POST.get("game", request.GET.get("game", "")),
        "title": request.POST.get("title", ""),
        "together": request.POST.get("together", ""),
        "rows": rows,
    }
