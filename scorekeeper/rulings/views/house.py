"""House rulings of a group: the list with the options that follow from them, and taking one back."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from gamerules import UnknownGame, games, load
from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.groups.access import allows, group_for
from scorekeeper.rulings.access import ruling_for
from scorekeeper.rulings.forms import AskForm
from scorekeeper.rulings.reference import value_words
from scorekeeper.rulings.selectors import clause_by_id, house_rulings_of
from scorekeeper.rulings.services import withdraw_ruling

__all__ = ["rulings", "withdraw"]


def _defaults(chosen: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The options that new plays of the group start with, by game."""
    found = []
    for slug, options in chosen.items():
        try:
            title = load(slug).title
        except UnknownGame:  # a module that is no longer installed
            continue
        named = [(name.replace("_", " "), value_words(value)) for name, value in options.items()]
        if named:
            found.append({"slug": slug, "title": title, "options": named})
    return found


@login_required
@require_safe
def rulings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Everything the group decided, newest first."""
    group = group_for(request.user, slug)
    ruled = [(found, clause_by_id(found.clause)) for found in house_rulings_of(group)]
    context = {
        "group": group,
        "tab": "rulings",
        "ruled": ruled,
        "defaults": _defaults(group.default_options),
        "records": allows(group.role, "record"),
        "games": [load(game) for game in games()],
        "form": AskForm(),
    }
    return render(request, "rulings/house.html", context)


@login_required
@require_POST
def withdraw(request: SignedInRequest, ruling_id: uuid.UUID) -> HttpResponse:
    """Take a ruling back."""
    ruling = ruling_for(request.user, ruling_id, to="record")
    withdraw_ruling(ruling=ruling)
    messages.success(request, _("Taken back."))
    return redirect("rulings:house", ruling.group.slug)
