"""Somebody sits down at a play that is going on."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.errors import BadInput, Conflict, Refused
from scorekeeper.groups.access import player_for
from scorekeeper.groups.forms import PlayerForm
from scorekeeper.groups.selectors import players_of
from scorekeeper.groups.services import add_player
from scorekeeper.plays import selectors, services
from scorekeeper.plays.access import play_for
from scorekeeper.plays.forms import WriteForm
from scorekeeper.plays.grids import notices_of
from scorekeeper.plays.sheet_pages import broken_lines

__all__ = ["late"]


@login_required
def late(request: SignedInRequest, play_id: uuid.UUID) -> HttpResponse:
    """Who could join: those here first, then the rest of the group, or a new name. A refusal says what would break."""
    play = play_for(request.user, play_id, to="record")
    if request.method != "POST":
        return render(request, "plays/late.html", _choice(play))
    version = WriteForm(request.POST).version
    try:
        with transaction.atomic():  # a new name stays out of the group when it cannot join
            player = _chosen(request, play)
            services.add_late_player(play=play, player=player, actor=request.user, version=version)
    except Refused as refusal:
        told = {"findings": notices_of(refusal.findings), "breaks": broken_lines(play, refusal.breaks)}
        return render(request, "plays/late.html", _choice(play) | told, status=422)
    except BadInput as bad:
        errors = [text for texts in bad.errors.values() for text in texts]
        return render(request, "plays/late.html", _choice(play) | {"errors": errors}, status=400)
    except Conflict as conflict:
        fresh = play_for(request.user, play_id, to="record")
        return render(request, "plays/late.html", _choice(fresh) | {"errors": [conflict.detail]}, status=409)
    messages.success(request, _("%(name)s is in.") % {"name": player.name})
    return redirect("plays:play", play.pk)


def _chosen(request: SignedInRequest, play: Any) -> Any:
    """The player tapped, or the one of the name written, added where there is none. Raises BadInput, Http404."""
    if "player" in request.POST:
        return player_for(request.user, WriteForm(request.POST).uuid("player"), to="record")
    form = PlayerForm(request.POST)
    if not form.is_valid():
        raise BadInput.of("name", _("A name has 1 to 100 characters."))
    name = form.cleaned_data["name"]
    return selectors.player_called(play.group, name) or add_player(group=play.group, name=name)


def _choice(play: Any) -> dict[str, Any]:
    seats = selectors.seats_of(play)
    seated = {seat.player_id for seat in seats}
    here = [player for player in selectors.here_of(play.night) if player.pk not in seated]
    known = seated | {player.pk for player in here}
    others = [player for player in players_of(play.group) if player.pk not in known]
    return {
        "play": play,
        "group": play.group,
        "night": play.night,
        "title": play.title or selectors.game_of(play).title,
        "seats": seats,
        "here": here,
        "others": others,
    }
