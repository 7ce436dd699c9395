"""Merging two names that are one person, with a look before and a way back."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.groups.access import player_for
from scorekeeper.plays import services

__all__ = ["merge_player", "unmerge_player"]


@login_required
@require_POST
def merge_player(request: SignedInRequest, player_id: uuid.UUID) -> HttpResponse:
    """First what would happen; when confirmed, the merge."""
    player = player_for(request.user, player_id, to="manage")
    try:
        into = player_for(request.user, uuid.UUID(request.POST.get("into", "")), to="manage")
    except ValueError:
        raise Http404 from None
    if "confirmed" not in request.POST:
        return render(request, "groups/merge.html", {"group": player.group, "player": player, "into": into})
    services.merge_players(player=player, into=into)
    messages.success(request, _("%(name)s now counts as %(into)s.") % {"name": player.name, "into": into.name})
    return redirect("groups:player", into.pk)


@login_required
@require_POST
def unmerge_player(request: SignedInRequest, player_id: uuid.UUID) -> HttpResponse:
    """Two names again."""
    player = player_for(request.user, player_id, to="manage")
    services.unmerge_player(player=player)
    messages.success(request, _("%(name)s stands alone again.") % {"name": player.name})
    return redirect("groups:player", player_id)
