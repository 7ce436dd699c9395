"""The rules reference: the games, a game's whole reference, a page per clause, downloads."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from gamerules import Clause, Game, UnknownGame, games, load
from scorekeeper.groups.access import allows, group_for
from scorekeeper.groups.selectors import groups_of
from scorekeeper.links import public_url
from scorekeeper.plays.access import play_for
from scorekeeper.rulings import selectors, services
from scorekeeper.rulings.forms import AskForm, RulingForm
from scorekeeper.rulings.notebook import notebook_text
from scorekeeper.rulings.reference import option_rows, parts_citing, reference_of
from scorekeeper.rulings.wheel import WHEEL_NAME, wheel_bytes

__all__ = ["clause", "game", "index", "notebook", "wheel", "wheel_by_name"]


def game_or_404(slug: str) -> Game:
    """The rule module. Raises Http404."""
    try:
        return load(slug)
    except UnknownGame:
        raise Http404 from None


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games, and the box for questions."""
    return render(request, "rulings/index.html", {"games": [load(slug) for slug in games()], "form": AskForm()})


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """A game's reference; beside each clause what the reader's groups decided."""
    found = game_or_404(game)
    beside = selectors.rulings_by_clause(request.user, found.slug) if request.user.is_authenticated else {}
    context = {"reference": reference_of(found.slug), "game": found, "beside": beside, "form": AskForm()}
    return render(request, "rulings/game.html", context)


def clause_or_404(game: Game, name: str) -> Clause:
    """A clause of a game. Raises Http404."""
    try:
        return game.clause(name)
    except KeyError:
        raise Http404 from None


@require_http_methods(["GET", "HEAD", "POST"])
def clause(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """One clause with all that rests on it; a house ruling about it is written here."""
    module = game_or_404(game)
    found = clause_or_404(module, name)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    form = _ruling_form(request, module, found)
    if request.method == "POST" and form is not None and form.is_valid() and _written(request, form, found):
        messages.success(request, _("Written down. It stands beside the clause from now on."))
        return redirect("rulings:clause", module.slug, found.name)
    context = _about_clause(request, module, found) | {"ruling_form": form}
    return render(request, "rulings/clause.html", context, status=400 if form is not None and form.errors else 200)


def _written(request: HttpRequest, form: RulingForm, clause: Clause) -> Any:
    """The house ruling that the form describes; None when the service refused it."""
    cleaned, (option, value) = form.cleaned_data, form.adopted
    user: Any = request.user
    return form.call(
        services.write_ruling,
        group=group_for(user, cleaned["group"], to="record"),
        clause=clause.id,
        text=cleaned["text"],
        actor=user,
        play=play_for(user, cleaned["play"]) if cleaned["play"] else None,
        option=option,
        value=value,
    )


def _ruling_form(request: HttpRequest, game: Game, clause: Clause) -> RulingForm | None:
    """The form, for those who may write one for a group. Raises PermissionDenied for others who send it."""
    if not request.user.is_authenticated:
        return None
    groups = [group for group in groups_of(request.user) if allows(group.role, "record")]
    if request.method == "POST":
        group_for(request.user, request.POST.get("group", ""), to="record")
        return RulingForm(game, clause, groups, request.POST)
    return RulingForm(game, clause, groups, initial=_from_play(request)) if groups else None


def _from_play(request: HttpRequest) -> dict[str, Any]:
    """``?play=`` names the play in which the question came up; one that the reader may not see is left out."""
    try:
        play_id = uuid.UUID(request.GET.get("play", ""))
    except ValueError:
        return {}
    user: Any = request.user
    try:
        return {"play": play_id, "group": play_for(user, play_id).group.slug}
    except Http404:  # a link that somebody else passed on; the clause may be read all the same
        return {}


def _about_clause(request: HttpRequest, game: Game, clause: Clause) -> dict[str, Any]:
    reference = reference_of(game.slug)
    known: Any = request.user if request.user.is_authenticated else None
    parts = parts_citing(reference, clause)
    return {
        "game": game,
        "clause": clause,
        "taught": next((part for part in reference.parts if part.kind == "clause" and clause in part.clauses), None),
        "rulings": [part for part in parts if part.kind == "ruling"],
        "points": [part for part in parts if part.kind == "point"],
        "options": [row for row in option_rows(game) if row.name in clause.options],
        "beside": selectors.rulings_beside(known, clause.id) if known else [],
        "lines": selectors.lines_citing(known, clause) if known else [],
    }


@require_safe
def notebook(request: HttpRequest, game: str) -> HttpResponse:
    """The reference as a notebook that runs wherever this package is installed."""
    found = game_or_404(game)
    if not reference_of(found.slug).has_book:
        raise Http404
    text = notebook_text(found.slug, wheel=public_url(request, f"/rules/{WHEEL_NAME}"))
    answer = HttpResponse(text, content_type="application/x-ipynb+json")
    answer["Content-Disposition"] = f'attachment; filename="{found.slug}-rules.ipynb"'
    return answer


@require_safe
def wheel(request: HttpRequest) -> HttpResponse:
    """The short address of the wheel; installers want the whole file name."""
    return redirect(f"/rules/{WHEEL_NAME}")


@require_safe
def wheel_by_name(request: HttpRequest, name: str) -> HttpResponse:
    """The rules as a package that pip installs from this site."""
    if f"{name}.whl" != WHEEL_NAME:
        raise Http404
    answer = HttpResponse(wheel_bytes(), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{WHEEL_NAME}"'
    return answer
