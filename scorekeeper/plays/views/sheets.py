"""The sheet: writing, correcting and withdrawing lines, and what a play goes through."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import trigger_client_event

from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.errors import BadInput, Clash, Conflict, Refused
from scorekeeper.plays import selectors, services
from scorekeeper.plays.access import play_for
from scorekeeper.plays.forms import WriteForm
from scorekeeper.plays.pads import pad_for
from scorekeeper.plays.sheet_pages import Draft, correction_context, preview_context, sheet_context

__all__ = [
    "abandon",
    "finish",
    "history",
    "line",
    "play",
    "preview",
    "record",
    "rematch",
    "reopen",
    "sheet",
    "withdraw",
]

Answer = HttpResponse


def _pad_cookie(game: str) -> str:
    return f"pad-{game}"


def _remembering(response: Answer, game: str, mode: str) -> Answer:
    """The answer, with the way this browser likes to log the game; only names that a mode can have."""
    if re.fullmatch("[a-z-]{1,30}", mode):
        response.set_cookie(_pad_cookie(game), mode, max_age=60 * 60 * 24 * 365, samesite="Lax", httponly=True)
    return response


def _sheet_page(request: SignedInRequest, play: Any, draft: Draft, *, status: int = 200) -> Answer:
    """The page, or for htmx only the play; the way somebody likes to log a game is remembered."""
    mode = draft.mode or request.COOKIES.get(_pad_cookie(play.game), "")
    chosen = replace(draft, mode=mode)
    template = "plays/_play.html" if request.htmx else "plays/play.html"
    response = render(request, template, sheet_context(play, request.user, chosen), status=status)
    return _remembering(response, play.game, draft.mode)


def _done(request: SignedInRequest, play: Any, said: str, mode: str = "") -> Answer:
    """After a write: the new sheet for htmx, a redirect to it for browsers without scripts."""
    if request.htmx:
        return _sheet_page(request, play, Draft(mode=mode, said=said))
    messages.success(request, said)
    response = redirect("plays:play", play.pk)
    return _remembering(response, play.game, mode)


@login_required
@require_GET
def play(request: SignedInRequest, play_id: uuid.UUID) -> Answer:
    """The sheet with its pad; ``?mode=`` switches the pad, ``?player=`` and ``?points=`` fill it."""
    found = play_for(request.user, play_id)
    return _sheet_page(request, found, _draft_of(request))


def _draft_of(request: SignedInRequest) -> Draft:
    """What an address asks of the pad."""
    raw = {name: request.GET[name] for name in ("player", "points") if request.GET.get(name)}
    return Draft(request.GET.get("mode", ""), raw, insists="insist" in request.GET)


@login_required
@require_GET
def sheet(request: SignedInRequest, play_id: uuid.UUID) -> Answer:
    """The score pad alone, for open pages that were told of a change."""
    found = play_for(request.user, play_id)
    return render(request, "plays/_sheet.html", sheet_context(found, request.user))


@login_required
@require_POST
def record(request: SignedInRequest, play_id: uuid.UUID) -> Answer:
    """Write the next line; a refusal shows the pad again as it was, with the reason."""
    found = play_for(request.user, play_id, to="log_own")
    mode, write, raw = request.POST.get("mode", ""), WriteForm(request.POST), None
    try:
        raw = pad_for(found.game).read(request.POST)
        if request.POST.get("step") == "again":
            return _sheet_page(request, found, Draft(mode, {**raw, "again": True}))
        done = services.record_entry(
            play=found, raw=raw, line=write.uuid("line"), version=write.version, actor=request.user, device="web"
        )
    except (BadInput, Refused, Conflict) as refusal:
        return _refused(request, found, Draft(mode, raw), refusal)
    return _done(request, done.play, _("Logged."), mode)


def _refused(
    request: SignedInRequest, play: Any, draft: Draft, refusal: Exception, show: Callable[..., Answer] = _sheet_page
) -> Answer:
    """The same pad again, saying what was wrong; for a conflict with the sheet as it is now."""
    if isinstance(refusal, Refused):
        return show(request, play, Draft(draft.mode, draft.raw, refused=refusal), status=422)
    if isinstance(refusal, BadInput):
        return show(request, play, Draft(draft.mode, draft.raw, bad=refusal), status=400)
    assert isinstance(refusal, Conflict)
    fresh = play_for(request.user, play.pk)
    said = (
        refusal.detail
        if isinstance(refusal, Clash)
        else _("%(why)s This is the sheet as it is now; look and log again.") % {"why": refusal.detail}
    )
    return show(request, fresh, Draft(draft.mode, draft.raw, bad=BadInput.of("", said)), status=409)


@login_required
@require_POST
def preview(request: SignedInRequest, play_id: uuid.UUID) -> Answer:
    """What the entry on the pad would give, judged by the rule module; nothing is written."""
    found = play_for(request.user, play_id)
    correcting = request.POST.get("correcting", "")
    try:
        raw = pad_for(found.game).read(request.POST)
        line = WriteForm(request.POST).uuid("correcting") if correcting else None
        context = preview_context(found, raw, services.preview_entry(play=found, raw=raw, line=line))
    except BadInput:
        context = {"play": found}  # still being written; said aloud only when it is sent
    response = render(request, "plays/_preview.html", context)
    line_points = getattr(context.get("preview"), "points", None)
    return trigger_client_event(response, "previewed", {"points": "" if line_points is None else str(line_points)})


def _line_page(line_id: uuid.UUID) -> Callable[..., Answer]:
    def show(request: SignedInRequest, play: Any, draft: Draft, *, status: int = 200) -> Answer:
        context = correction_context(play, request.user, line_id, draft)
        if context is None:
            raise Http404
        return render(request, "plays/_play.html" if request.htmx else "plays/play.html", context, status=status)

    return show


@login_required
def line(request: SignedInRequest, play_id: uuid.UUID, line_id: uuid.UUID) -> Answer:
    """One line: its history, and the pad to correct it with."""
    if request.method != "POST":
        found = play_for(request.user, play_id)
        return _line_page(line_id)(request, found, _draft_of(request))
    found = play_for(request.user, play_id, to="log_own")
    mode, write, raw = request.POST.get("mode", ""), WriteForm(request.POST), None
    try:
        raw = pad_for(found.game).read(request.POST)
        if request.POST.get("step") == "again":
            return _line_page(line_id)(request, found, Draft(mode, {**raw, "again": True}))
        done = services.correct_entry(
            play=found, line=line_id, raw=raw, version=write.version, revision=write.uuid("revision"),
            actor=request.user,
            device="web",
        )  # fmt: skip
    except (BadInput, Refused, Conflict) as refusal:
        return _refused(request, found, Draft(mode, raw), refusal, _line_page(line_id))
    return _done(request, done.play, _("Corrected; the sheet is worked out again."))


@login_required
@require_POST
def withdraw(request: SignedInRequest, play_id: uuid.UUID, line_id: uuid.UUID) -> Answer:
    """Take a line back, saying which it was."""
    found = play_for(request.user, play_id, to="log_own")
    write = WriteForm(request.POST)
    try:
        done = services.withdraw_entry(
            play=found,
            line=line_id,
            version=write.version,
            revision=write.uuid("revision"),
            actor=request.user,
            device="web",
        )
    except Refused as refusal:
        return _line_page(line_id)(request, found, Draft(refused=refusal), status=422)
    except (BadInput, Conflict) as refusal:
        return _refused(request, found, Draft(), refusal)
    return _done(request, done.play, _("Taken back: %(what)s.") % {"what": _what(done.entry.derived)})


def _what(derived: dict[str, Any]) -> str:
    """A line in few words: "Ana 7"."""
    shown = derived["text"] or ("" if derived["points"] is None else derived["points"])
    return f"{derived['player'] or _('the round')} {shown}".strip()


@login_required
@require_GET
def history(request: SignedInRequest, play_id: uuid.UUID) -> Answer:
    """Every revision of every line, with author and time."""
    found = play_for(request.user, play_id)
    rows = selectors.history_of(found)
    context = sheet_context(found, request.user) | {"rows": rows}
    return render(request, "plays/history.html", context)


def _status_change(service: Callable[..., Any], said: Any) -> Callable[..., Answer]:
    @login_required
    @require_POST
    def change(request: SignedInRequest, play_id: uuid.UUID) -> Answer:
        found = play_for(request.user, play_id, to="record")
        try:
            done = service(play=found, actor=request.user, version=WriteForm(request.POST).version)
        except (BadInput, Refused, Conflict) as refusal:
            return _refused(request, found, Draft(), refusal)
        return _done(request, done, str(said))

    change.__doc__ = service.__doc__
    return change


finish = _status_change(services.finish_play, gettext_lazy("Finished."))
reopen = _status_change(services.reopen_play, gettext_lazy("Open again."))
abandon = _status_change(services.abandon_play, gettext_lazy("Abandoned; it counts nowhere."))


@login_required
@require_POST
def rematch(request: SignedInRequest, play_id: uuid.UUID) -> Answer:
    """The same people, the same game, once more."""
    again = services.rematch(play=play_for(request.user, play_id, to="record"), actor=request.user)
    return redirect("plays:play", again.pk)
