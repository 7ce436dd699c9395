"""Judge it: may this be the next line of a play, may this be done at the table?"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from gamerules import Game
from scorekeeper.errors import BadInput
from scorekeeper.plays.access import play_for
from scorekeeper.plays.pads import pad_for
from scorekeeper.plays.selectors import record_of
from scorekeeper.rulings.judging_forms import RecordForm, SituationForm, TableForm, initial_of, read_record
from scorekeeper.rulings.situations import Situation, judge_entry, judged_of
from scorekeeper.rulings.small_forms import small_form_for
from scorekeeper.rulings.tables import example_of, judge_at_table
from scorekeeper.rulings.views.reference import game_or_404
from scorekeeper.throttling import throttled

__all__ = ["judge_line", "judge_table"]


@require_http_methods(["GET", "HEAD", "POST"])
@throttled("judge")
def judge_line(request: HttpRequest, game: str) -> HttpResponse:
    """A situation, a line on the pad, the verdict. ``?play=`` starts from a play that the reader may see."""
    found = game_or_404(game)
    if request.method != "POST":
        return _line_page(request, found, SituationForm(found, initial=_from_play(request, found)))
    if request.POST.get("do") == "use":
        return _pasted(request, found)
    return _judged(request, found, SituationForm(found, request.POST))


def _from_play(request: HttpRequest, game: Game) -> dict[str, Any]:
    try:
        play_id = uuid.UUID(request.GET.get("play", ""))
    except ValueError:
        return {}
    user: Any = request.user
    play = play_for(user, play_id) if request.user.is_authenticated else None
    if play is None or play.game != game.slug:
        raise Http404
    return initial_of(record_of(play))


def _pasted(request: HttpRequest, game: Game) -> HttpResponse:
    """The form filled from a pasted record."""
    pasted = RecordForm(request.POST)
    record = pasted.call(read_record, written=pasted.cleaned_data["pasted"], game=game) if pasted.is_valid() else None
    if record is None:
        return _line_page(request, game, SituationForm(game, initial={}), pasted=pasted, status=400)
    return _line_page(request, game, SituationForm(game, initial=initial_of(record)))


def _judged(request: HttpRequest, game: Game, form: SituationForm) -> HttpResponse:
    record = form.record()
    if record is None:
        return _line_page(request, game, form, status=400)
    situation = Situation.of(game, record)
    raw, errors = _entry(request, game)
    mode = request.POST.get("switch") or request.POST.get("mode", "")
    shown: dict[str, Any] = {"raw": raw, "mode": mode, "errors": errors}
    act = "switch" if "switch" in request.POST else request.POST.get("do", "judge")
    if act in {"set", "switch"} or request.POST.get("step") == "again" or situation.fault or errors:
        if act == "switch":
            shown["raw"] = {"player": request.POST.get("player", "")}
        if request.POST.get("step") == "again" and isinstance(raw, dict):
            shown["raw"] = {**raw, "again": True}
        return _line_page(request, game, form, situation, **shown, status=400 if errors else 200)
    verdict = judge_entry(situation, raw)
    if act == "add" and verdict:
        entries = [*record["entries"], raw]
        form = SituationForm(game, initial=initial_of({**record, "entries": entries}))
        return _line_page(request, game, form, mode=mode)
    status = 400 if verdict.verdict == "malformed" else 200
    return _line_page(request, game, form, situation, **shown, judged=judged_of(game, verdict), status=status)


def _entry(request: HttpRequest, game: Game) -> tuple[Any, list[str]]:
    """The line on the pad, and what is wrong with its form."""
    try:
        return pad_for(game.slug).read(request.POST), []
    except BadInput as refusal:
        return None, [message for messages in refusal.errors.values() for message in messages]


def _line_page(
    request: HttpRequest,
    game: Game,
    form: SituationForm,
    situation: Situation | None = None,
    *,
    status: int = 200,
    **shown: Any,
) -> HttpResponse:
    if situation is None and not form.errors:
        situation = _situation_of(game, form)
    raw = shown.get("raw") if isinstance(shown.get("raw"), Mapping) else {}
    pad = situation.pad(shown.get("mode", ""), raw or {}) if situation and not situation.fault else None
    if pad is not None:
        pad.errors = shown.get("errors", [])
    context = {
        "game": game,
        "has_table": game.table is not None,
        "form": form,
        "pasted": shown.get("pasted") or RecordForm(),
        "situation": situation,
        "fault": situation.fault if situation else None,
        "grid": situation.grid if situation else None,
        "play": {"status": "on", "version": 0},
        "pad": pad,
        "raw": raw,
        "judged": shown.get("judged"),
    }
    return render(request, "rulings/judge.html", context, status=status)


def _situation_of(game: Game, form: SituationForm) -> Situation:
    """The situation that a form shows before anybody has sent it."""
    shown = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    filled = SituationForm(game, {name: "" if value is None else value for name, value in shown.items()})
    return Situation.of(game, filled.record() or {"game": game.slug, "players": ["Ana", "Ben"], "entries": []})


@require_http_methods(["GET", "HEAD", "POST"])
@throttled("judge")
def judge_table(request: HttpRequest, game: str) -> HttpResponse:
    """A table and a move, by a small form where the game has one, else in the module's own JSON."""
    found = game_or_404(game)
    if found.table is None:
        raise Http404
    table, moves = example_of(found.slug)
    small = small_form_for(found)
    if request.method != "POST":
        form = TableForm(initial={"table": table, "move": moves[0] if moves else "{}"})
        return _table_page(request, found, form, small() if small else None)
    if small and request.POST.get("by") == "small":
        return _by_small_form(request, found, small(request.POST))
    form = TableForm(request.POST)
    read = form.read()
    if read is None:
        return _table_page(request, found, form, small() if small else None, status=400)
    verdict = judge_at_table(found, *read)
    status = 400 if verdict.verdict == "malformed" else 200
    return _table_page(request, found, form, small() if small else None, judged_of(found, verdict), status=status)


def _by_small_form(request: HttpRequest, game: Game, small: Any) -> HttpResponse:
    """Judge what the small form means; the JSON it stands for is shown below it."""
    if not small.is_valid():
        table, moves = example_of(game.slug)
        return _table_page(request, game, TableForm(initial={"table": table, "move": moves[0]}), small, status=400)
    table_json, move = small.table(), small.move()
    verdict = judge_at_table(game, table_json, move)
    form = TableForm(initial=small.as_json(table_json, move))
    status = 400 if verdict.verdict == "malformed" else 200
    return _table_page(request, game, form, small, judged_of(game, verdict), status=status)


def _table_page(
    request: HttpRequest, game: Game, form: TableForm, small: Any, judged: Any = None, *, status: int = 200
) -> HttpResponse:
    _table, moves = example_of(game.slug)
    context = {"game": game, "has_table": True, "form": form, "small": small, "moves": moves, "judged": judged}
    return render(request, "rulings/judge_table.html", context, status=status)
