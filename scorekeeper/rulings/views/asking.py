"""Asking the rules, as one types and without scripts."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gamerules import Clause, load
from gamerules.asking import Answer
from scorekeeper.groups.selectors import groups_of
from scorekeeper.rulings.forms import AskForm
from scorekeeper.rulings.selectors import answers_to, clause_by_id
from scorekeeper.throttling import throttled

__all__ = ["ask"]


@dataclass(frozen=True, slots=True)
class Found:
    """An answer as the page lists it."""

    kind: str
    title: str
    excerpt: str
    link: str
    game: str
    clauses: list[Clause]


def _found(answer: Answer) -> Found:
    told = answer.as_json()
    clauses = [clause for clause in map(clause_by_id, told["clauses"]) if clause]
    link = f"/rules/{clauses[0].game}/{clauses[0].name}" if told["kind"] == "clause" and clauses else told["link"]
    title = load(answer.document.game).title if answer.document.game else ""
    return Found(told["kind"], told["title"], told["excerpt"], link, title, clauses)


def _known_id(written: str) -> str:
    """The id of a play, when it is one; it only travels on to the clause's page, which looks it up."""
    try:
        return str(uuid.UUID(written))
    except ValueError:
        return ""


@require_safe
@throttled("judge")
def ask(request: HttpRequest) -> HttpResponse:
    """``?q=`` and ``?game=``: clauses, rulings and the reader's groups' house rulings, best first."""
    form = AskForm(request.GET)
    context: dict[str, Any] = {"form": form, "play": _known_id(request.GET.get("play", ""))}
    if form.is_valid():
        context["judge_in"] = form.cleaned_data["game"]
    if form.is_valid() and form.cleaned_data["q"].strip():
        groups = groups_of(request.user) if request.user.is_authenticated else []
        answers = answers_to(form.cleaned_data["q"], game=form.cleaned_data["game"] or None, groups=groups)
        context["answers"] = [_found(answer) for answer in answers]
    template = "rulings/_answers.html" if getattr(request, "htmx", False) else "rulings/ask.html"
    return render(request, template, context, status=200 if form.is_valid() else 400)
