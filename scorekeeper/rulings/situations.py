"""A situation set up on the "judge it" pages: a play as far as it went, and the pad for the line in question.

Nothing here is stored. The record travels in the form; the rule module replays and judges it.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamerules import Clause, Game, Malformed, Replay, Verdict, judge, replay
from gamerules.clauses import malformed
from scorekeeper.errors import BadInput
from scorekeeper.plays.grids import Column, Grid, grid_of, notices_of
from scorekeeper.plays.models import Seat
from scorekeeper.plays.pads import Mode, pad_for
from scorekeeper.plays.sheet_pages import PadView

__all__ = ["Judged", "Situation", "entries_from", "judged_of", "record_lines"]

WRITTEN = Mode("written", gettext_lazy("As JSON"), "plays/pads/json.html", ("points",))


def entries_from(written: str) -> list[Any]:
    """Entries from JSON: a list, or one entry a line. Raises BadInput at ``entries``, naming the line."""
    text = written.strip()
    if not text:
        return []
    if text.startswith("["):
        entries: list[Any] = _read_json(text, _("The lines so far"))  # what starts with a bracket is a list, or no JSON
        return entries
    lines = [line.strip().rstrip(",") for line in text.splitlines() if line.strip()]
    return [_read_json(line, _("Line %(n)s") % {"n": number}) for number, line in enumerate(lines, start=1)]


def _read_json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        told = _("%(where)s cannot be read as JSON: %(why)s") % {"where": where, "why": error}
        raise BadInput.of("entries", told) from None


def record_lines(entries: Sequence[Any]) -> str:
    """Entries as the form shows them: one a line, without the ids that a play gave them."""
    return "\n".join(json.dumps(_without_id(entry), ensure_ascii=False) for entry in entries)


def _without_id(entry: Any) -> Any:
    if not isinstance(entry, Mapping):
        return entry
    return {name: value for name, value in entry.items() if name != "id"}


@dataclass(frozen=True, slots=True)
class Situation:
    """A record, replayed as far as it goes."""

    game: Game
    record: Mapping[str, Any]
    replayed: Replay

    @classmethod
    def of(cls, game: Game, record: Mapping[str, Any]) -> Situation:
        """The record replayed; what is wrong with it is told by :meth:`fault`."""
        return cls(game, record, replay(record))

    @property
    def fault(self) -> dict[str, Any] | None:
        """Why the situation itself cannot stand: a sentence, the clause if one is broken, the line (from 1)."""
        failure = self.replayed.failure
        if failure is None:
            return None
        if failure.fault is not None:
            field, message, clause = failure.fault.field, failure.fault.message, None
        else:
            [shown, *_others] = notices_of(failure.findings)
            field, message, clause = shown["field"], shown["message"], shown["clause"]
        line = None if failure.entry is None else failure.entry + 1
        return {"line": line, "field": field, "message": message, "clause": clause}

    @property
    def grid(self) -> Grid | None:
        """The score pad of the situation; None when not even an empty sheet can be made."""
        sheet = self.replayed.sheet
        if sheet is None:
            return None
        lines = [{"id": str(_id(place)), **line.as_json()} for place, line in enumerate(self.replayed.lines)]
        seats = [Seat(label=label, player_id=_id(place), position=place) for place, label in enumerate(sheet.players)]
        return grid_of(sheet, seats, lines)

    def pad(self, wanted: str, raw: Mapping[str, Any]) -> PadView | None:
        """The pad that the sheet page has, for any player and any way to write a line."""
        sheet, grid = self.replayed.sheet, self.grid
        if sheet is None or grid is None:
            return None
        modes = self._modes(sheet)
        mode = next((mode for mode in modes if mode.name == wanted), modes[0])
        shown = {} if mode is WRITTEN else pad_for(self.game.slug).show(mode, raw, sheet)
        return PadView(mode, modes, grid.columns, _chosen(grid, raw), raw, shown)

    def _modes(self, sheet: Any) -> list[Mode]:
        """The pads for what may come next, and JSON for anything else."""
        if sheet.next is None:
            return [WRITTEN]
        kinds = sheet.next.kinds
        return [*pad_for(self.game.slug, kinds).modes_for(kinds, sheet), WRITTEN]


def _id(place: int) -> uuid.UUID:
    """An id for what is stored nowhere."""
    return uuid.UUID(int=place)


def _chosen(grid: Grid, raw: Mapping[str, Any]) -> Column:
    named = next((column for column in grid.columns if column.label == raw.get("player")), None)
    return named or next((column for column in grid.columns if column.is_next), grid.columns[0])


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict in words: the headline, findings with their clauses, what was looked at, what options would change."""

    verdict: Verdict
    headline: str
    findings: list[dict[str, Any]]
    checked: list[Clause]
    unchecked: list[Clause]
    depends: list[tuple[str, list[tuple[str, str]]]]


def _headline(name: str) -> str:
    return {
        "ok": _("Yes, that may stand."),
        "violation": _("No, that is against the rules."),
        "depends": _("That depends on what your table agreed."),
        "cannot-tell": _("That cannot be told from what is written down."),
        "external": _("That rests on the text of a card, which no rulebook holds."),
        "malformed": _("That cannot be read."),
    }[name]


def _short(name: str) -> str:
    return {"ok": _("allowed"), "violation": _("against the rules")}.get(name, _headline(name))


def judged_of(game: Game, verdict: Verdict) -> Judged:
    """A verdict as a page shows it."""
    depends = [
        (option.replace("_", " "), [(value.replace("-", " "), _short(name)) for value, name in answers.items()])
        for option, answers in verdict.depends.items()
    ]
    return Judged(
        verdict,
        _headline(verdict.verdict),
        notices_of(verdict.findings),
        [game.clauses[clause] for clause in verdict.checked],
        [game.clauses[clause] for clause in verdict.unchecked],
        depends,
    )


def unreadable(fault: Malformed) -> Verdict:
    """A fault of form as a verdict, one finding a fault."""
    return Verdict("malformed", tuple(malformed(field, "{told}", told=told) for field, told in fault.errors))


def judge_entry(situation: Situation, raw: object) -> Verdict:
    """The verdict on the next line; never raises for what cannot be read."""
    try:
        return judge(situation.record, raw)
    except Malformed as fault:
        return unreadable(fault)
