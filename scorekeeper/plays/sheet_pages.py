"""What the sheet page shows: the score pad, and the pad for the line being written or corrected."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from gamerules import Finding, Malformed, load
from gamerules.sheets import Seats
from scorekeeper.accounts.models import User
from scorekeeper.errors import BadInput, BrokenLine, Refused
from scorekeeper.groups.access import allows
from scorekeeper.plays import selectors
from scorekeeper.plays.accents import accents_of, order_of
from scorekeeper.plays.access import own_labels
from scorekeeper.plays.grids import Column, Grid, grid_of, in_words, notices_of
from scorekeeper.plays.matches import match_of
from scorekeeper.plays.models import Play
from scorekeeper.plays.pads import Mode, Pad, pad_for

__all__ = ["Draft", "broken_lines", "correction_context", "preview_context", "score_context", "sheet_context"]

RULABLE = frozenset({"points", "roll-off", "final"})


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody was about to write, and what became of it: shown again so that nothing typed is lost.

    ``insists``: an amount that the table ruled, in place of dice or cards that were refused.
    """

    mode: str = ""
    raw: Any = None
    refused: Refused | None = None
    bad: BadInput | None = None
    said: str = ""
    insists: bool = False


@dataclass(slots=True)
class PadView:
    """The pad as a template wants it; ``who``: columns that may be chosen; ``chosen``: the label to start with.

    ``instead``: the query of the pad on which the amount can be logged as the table ruled, filled in; "" for none.
    """

    mode: Mode
    modes: Sequence[Mode]
    who: list[Column]
    chosen: Column | None
    raw: Mapping[str, Any]
    shown: dict[str, Any]
    findings: list[dict[str, Any]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    breaks: list[dict[str, Any]] = field(default_factory=list)
    may_rule: bool = False
    insists: bool = False
    instead: str = ""

    @property
    def main_modes(self) -> list[Mode]:
        """The tabs: the usual modes, and a rare one while it is the one in use."""
        return [mode for mode in self.modes if not mode.is_minor or mode is self.mode]

    @property
    def raw_json(self) -> str:
        """The entry as records write it, to start from."""
        entry = dict(self.raw) or {"kind": self.mode.kinds[0]}
        if self.chosen and "player" not in entry:
            entry["player"] = self.chosen.label
        return json.dumps(entry, ensure_ascii=False, indent=1)


def sheet_context(play: Play, user: User, draft: Draft = Draft()) -> dict[str, Any]:
    """The sheet with the pad for its next line."""
    sheet, lines = selectors.sheet_of(play), selectors.lines_json(play)
    grid = grid_of(sheet, selectors.seats_of(play), lines, _night_accents(play))
    records = allows(play.group.role, "record")
    context = _about(play, sheet, grid) | {"records": records, "said": draft.said, "undoes": _undoes(lines)}
    if play.status == Play.Status.ON and sheet.next:
        context["skips"] = _skips(sheet)
        labels = sheet.next.players if records else _own(user, play, sheet.next.players)
        context["pad"] = _pad(play, sheet, grid, lines, labels, draft, records=records)
    return context | {"line": uuid.uuid4()}


def score_context(play: Play) -> dict[str, Any]:
    """The score pad alone, the same for everybody who may see it: nothing in it depends on the reader."""
    sheet = selectors.sheet_of(play)
    grid = grid_of(sheet, selectors.seats_of(play), selectors.lines_json(play), _night_accents(play))
    return _about(play, sheet, grid)


def _about(play: Play, sheet: Any, grid: Grid) -> dict[str, Any]:
    game = selectors.game_of(play)
    outcome = sheet.outcome
    return {
        "play": play,
        "group": play.group,
        "night": play.night,
        "game": game,
        "title": play.title or game.title,
        "grid": grid,
        "notices": notices_of(sheet.notices),
        "warnings": notices_of(sheet.warnings),
        "outcome": outcome,
        "won_by": game.clauses.get(outcome.clause) if outcome and outcome.clause else None,
        "winners": [column for column in grid.columns if column.won],
        "revision": uuid.uuid4(),
        "kinds": sheet.next.kinds if sheet.next else (),
        "match": match_of(play),
    }


def _skips(sheet: Any) -> str | None:
    """Whose turn may pass, where the game knows passing: the one due, or the only one who may write."""
    following = sheet.next
    if "skip" not in following.kinds:
        return None
    due: str | None = following.hints.get("turn")
    return due or (following.players[0] if len(following.players) == 1 else None)


def _night_accents(play: Play) -> dict[uuid.UUID, int]:
    """The colours and shapes that people have on the night's page."""
    return accents_of((player.pk for player in selectors.here_of(play.night)), order_of(play.group))


def _undoes(lines: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    return lines[-1] if lines else None


def _own(user: User, play: Play, labels: Sequence[str]) -> tuple[str, ...]:
    mine = own_labels(user, play)
    return tuple(label for label in labels if label in mine)


def _pad(
    play: Play,
    sheet: Any,
    grid: Grid,
    lines: Sequence[Mapping[str, Any]],
    labels: Sequence[str],
    draft: Draft,
    *,
    records: bool,
) -> PadView | None:
    """The pad for the sheet's next line; None for somebody whose turn it is not."""
    if not labels:
        return None
    pad = pad_for(play.game, sheet.next.kinds)
    modes = pad.modes_for(sheet.next.kinds, sheet)
    raw = draft.raw if isinstance(draft.raw, Mapping) else {}
    mode = next((mode for mode in modes if mode.name == draft.mode), modes[0])
    who = [column for column in grid.columns if column.label in labels]
    view = PadView(mode, modes, who, _chosen(who, raw, lines), raw, pad.show(mode, raw, sheet))
    if draft.refused is not None and records:
        view.instead = _instead(pad, view, draft.raw, sheet)
    return _judged(play, view, draft, records=records, mode=mode)


def _chosen(who: Sequence[Column], raw: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> Column:
    """Whom the draft names; else who has had the fewest lines, the first of them by seat."""
    named = next((column for column in who if column.label == raw.get("player")), None)
    had = [line["player"] for line in lines]
    return named or min(who, key=lambda column: had.count(column.label))


def _judged(play: Play, view: PadView, draft: Draft, *, records: bool, mode: Mode) -> PadView:
    if draft.refused is not None:
        view.findings = notices_of(draft.refused.findings)
        view.breaks = broken_lines(play, draft.refused.breaks)
        view.may_rule = records and bool(RULABLE & set(mode.kinds)) and not view.breaks
    elif draft.insists and records:
        view.may_rule = view.insists = bool(RULABLE & set(mode.kinds))
    if draft.bad is not None:
        view.errors = [
            f"{name}: {text}" if name else text for name, texts in draft.bad.errors.items() for text in texts
        ]
    return view


def _instead(pad: Pad, view: PadView, raw: Any, sheet: Any) -> str:
    """Where dice or cards were refused: the mode that takes an amount, with what they would give if that is known."""
    mode = next((mode for mode in view.modes if RULABLE & set(mode.kinds)), None)
    if mode is None or RULABLE & set(view.mode.kinds) or not isinstance(raw, Mapping):
        return ""
    wanted = {"mode": mode.name, "insist": "1", "player": raw.get("player", "")}
    worth = _worth(pad, raw, sheet)
    return urlencode(wanted if worth is None else wanted | {"points": worth})


def _worth(pad: Pad, raw: Mapping[str, Any], sheet: Any) -> int | None:
    try:
        return pad.worth(load(sheet.game).parse_entry(raw, Seats(sheet.players)), sheet)
    except Malformed:
        return None


def broken_lines(play: Play, breaks: Sequence[BrokenLine]) -> list[dict[str, Any]]:
    """The lines that would not stand any more: round, player, what each says now, and why it breaks."""
    now = {line["id"]: line for line in selectors.lines_json(play)} if breaks else {}
    return [_broken(broken, now.get(str(broken.line))) for broken in breaks]


def _broken(broken: BrokenLine, now: Mapping[str, Any] | None) -> dict[str, Any]:
    """``now`` is None for a line that was taken back and would come back."""
    return {
        "line": broken.line,
        "player": broken.player,
        "round": now["row"] if now else None,
        "shown": in_words(now["text"]) or now["points"] if now else None,
        "findings": notices_of(broken.findings),
    }


def correction_context(play: Play, user: User, line: uuid.UUID, draft: Draft = Draft()) -> dict[str, Any] | None:
    """The sheet with the pad filled with one of its lines, and that line's history; None when there is no such line."""
    history = [row for row in selectors.history_of(play) if row.get("id") == str(line)]
    if not history:
        return None
    now = history[-1]
    before = selectors.sheet_before(play, line)
    sheet, lines = selectors.sheet_of(play), selectors.lines_json(play)
    grid = grid_of(sheet, selectors.seats_of(play), lines, _night_accents(play))
    records = allows(play.group.role, "record")
    retried = isinstance(draft.raw, Mapping) and (draft.refused or draft.bad or "kind" in draft.raw)
    raw = draft.raw if retried else now["entry"]
    context = _about(play, sheet, grid) | {
        "records": records, "said": draft.said, "editing": now, "history": history,
        "line_warnings": _warnings_of(play, now["line"]), "line": line, "undoes": None,
        "may_correct": records or now["entry"].get("player") in own_labels(user, play),
    }  # fmt: skip
    if before.next and context["may_correct"]:
        context["pad"] = _correction_pad(play, before, grid, raw, draft, records=records)
    return context


def _warnings_of(play: Play, derived: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What is odd about a line that stands, in words."""
    clauses = selectors.game_of(play).clauses
    return notices_of(Finding.from_data(found, clauses) for found in derived.get("warnings", ()))


def _correction_pad(
    play: Play, before: Any, grid: Grid, raw: Mapping[str, Any], draft: Draft, *, records: bool
) -> PadView:
    pad: Pad = pad_for(play.game, before.next.kinds)
    modes = pad.modes_for(before.next.kinds, before)
    own = pad.mode_of(raw)
    mode = next((mode for mode in modes if mode.name == (draft.mode or (own.name if own else ""))), modes[0])
    named = [column for column in grid.columns if column.label == raw.get("player")]
    who = named or [column for column in grid.columns if column.label in before.next.players]
    given = raw if own is mode or draft.refused or draft.bad else {"player": raw.get("player"), **(draft.raw or {})}
    view = PadView(mode, modes, who, who[0] if who else None, given, pad.show(mode, given, before))
    if draft.refused is not None and records:
        view.instead = _instead(pad, view, draft.raw, before)
    return _judged(play, view, draft, records=records, mode=mode)


def preview_context(play: Play, raw: Any, preview: Any) -> dict[str, Any]:
    """What an entry would give, in words, and what speaks against it."""
    findings: Sequence[Finding] = preview.findings
    words = pad_for(play.game).sum_line(raw, preview.line) if preview.line else ""
    return {"play": play, "preview": preview.line, "words": words, "findings": notices_of(findings)}
