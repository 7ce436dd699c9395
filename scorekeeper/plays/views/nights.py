"""A night's people and plays: starting one, who is here, sitting down to a game."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from gamerules import UnknownGame, games, load
from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.errors import BadInput, Refused
from scorekeeper.groups.access import group_for, player_for
from scorekeeper.groups.forms import PlayerForm
from scorekeeper.groups.selectors import players_of
from scorekeeper.groups.services import add_player
from scorekeeper.plays import selectors, services
from scorekeeper.plays.accents import accents_of, order_of
from scorekeeper.plays.access import night_for
from scorekeeper.plays.forms import NightForm, StartPlayForm
from scorekeeper.plays.grids import notices_of

__all__ = ["add_name", "change_night", "come", "leave", "new_play", "start_night"]


@login_required
@require_POST
def start_night(request: SignedInRequest, slug: str) -> HttpResponse:
    """Tonight in one tap: the night there is today, or a new one with those who were here last time."""
    group = group_for(request.user, slug, to="record")
    form = NightForm(request.POST)
    if not form.is_valid():
        raise BadInput({field: [str(error) for error in errors] for field, errors in form.errors.items()})
    date, place = form.cleaned_data["date"], form.cleaned_data["place"]
    night = services.start_night(group=group, actor=request.user, date=date, place=place)
    return redirect("pages:night", night.pk)


@login_required
@require_POST
def change_night(request: SignedInRequest, night_id: uuid.UUID) -> HttpResponse:
    """Another place or date."""
    night = night_for(request.user, night_id, to="record")
    form = NightForm(request.POST)
    if not form.is_valid():
        raise BadInput({field: [str(error) for error in errors] for field, errors in form.errors.items()})
    changes: dict[str, Any] = {"place": form.cleaned_data["place"]}
    if form.cleaned_data["date"]:
        changes["date"] = form.cleaned_data["date"]
    services.update_night(night=night, **changes)
    return redirect("pages:night", night_id)


@login_required
@require_POST
def come(request: SignedInRequest, night_id: uuid.UUID, player_id: uuid.UUID) -> HttpResponse:
    """Somebody of the notebook is here."""
    night = night_for(request.user, night_id, to="record")
    services.add_to_night(night=night, player=player_for(request.user, player_id, to="record"))
    return redirect("pages:night", night_id)


@login_required
@require_POST
def leave(request: SignedInRequest, night_id: uuid.UUID, player_id: uuid.UUID) -> HttpResponse:
    """Somebody is not here after all."""
    night = night_for(request.user, night_id, to="record")
    try:
        services.remove_from_night(night=night, player=player_for(request.user, player_id, to="record"))
    except BadInput as refusal:
        messages.error(request, " ".join(refusal.errors.get("player", [str(refusal)])))
    return redirect("pages:night", night_id)


@login_required
@require_POST
def add_name(request: SignedInRequest, night_id: uuid.UUID) -> HttpResponse:
    """A name typed in: somebody of that name, or somebody new (a guest, if ticked); either way they are here."""
    night = night_for(request.user, night_id, to="record")
    form = PlayerForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A name has 1 to 100 characters."))
        return redirect("pages:night", night_id)
    player = selectors.player_called(night.group, form.cleaned_data["name"])
    player = player or form.call(add_player, group=night.group, is_guest="guest" in request.POST, **form.cleaned_data)
    if player is None:
        messages.error(request, " ".join(map(str, form.errors.get("name", []))))
    else:
        services.add_to_night(night=night, player=player)
    return redirect("pages:night", night_id)


@login_required
def new_play(request: SignedInRequest, night_id: uuid.UUID, game: str) -> HttpResponse:
    """Seats and options of a play about to start."""
    night = night_for(request.user, night_id, to="record")
    try:
        module = load(game)
    except UnknownGame:
        raise BadInput.of(
            "game", _("There is no such game; there are: %(games)s.") % {"games": ", ".join(games())}
        ) from None
    form = StartPlayForm(
        module, night.group.default_options.get(game, {}), request.POST if request.method == "POST" else None
    )
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            play = form.call(
                services.start_play, night=night, game=game, players=_seated(request, night), actor=request.user,
                options=form.options, series=_series(request), best_of=_best_of(request),
            )  # fmt: skip
            if play is not None:
                return redirect("plays:play", play.pk)
        except Refused as refused:
            refusal = refused
    status = 422 if refusal else 400 if form.errors else 200
    return render(request, "plays/new.html", _seating(request, night, module, form, refusal), status=status)


def _best_of(request: HttpRequest) -> int | None:
    """How many plays make a match, if it is to be one."""
    written = request.POST.get("best_of", "")
    return int(written) if written in {"3", "5", "7"} else None


def _series(request: HttpRequest) -> uuid.UUID | None:
    return uuid.uuid4() if _best_of(request) else None


def _seated(request: HttpRequest, night: Any) -> list[Any]:
    """The players ticked, in the order of the form. Raises BadInput for an id that is none of the group's."""
    known = {str(player.pk): player for player in players_of(night.group)}
    unknown = [seat for seat in request.POST.getlist("seat") if seat not in known]
    if unknown:
        raise BadInput.of("players", _("One of these players is not in this group."))
    return [known[seat] for seat in request.POST.getlist("seat")]


def _seating(
    request: HttpRequest, night: Any, module: Any, form: StartPlayForm, refusal: Refused | None
) -> dict[str, Any]:
    here = selectors.here_of(night)
    order = request.POST.getlist("seat")
    ids = [str(player.pk) for player in here]
    by_seat = sorted(here, key=lambda player: order.index(str(player.pk)) if str(player.pk) in order else len(ids))
    accents = accents_of((player.pk for player in here), order_of(night.group))
    first = next((clause for clause in module.clauses.values() if clause.name == "first-player"), None)
    order_clause = next((clause for clause in module.clauses.values() if clause.name == "turn-order"), None)
    return {
        "night": night,
        "group": night.group,
        "game": module,
        "form": form,
        "seats": [
            {"player": player, "accent": accents[player.pk], "is_in": not order or str(player.pk) in order}
            for player in by_seat
        ],
        "first_player": first or order_clause,
        "findings": notices_of(refusal.findings) if refusal else [],
    }
