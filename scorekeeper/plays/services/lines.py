"""Recording, correcting and withdrawing lines: where an entry meets the rules and the database.

A write is one transaction: the play moves from the version it was based on to the next (nobody else's
write can have come between), and one row is added. The rule module decides; the snapshot in
``Play.state`` makes appending cost the same on every turn.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from gamerules import Finding, Illegal, Malformed
from gamerules.records import Record, parse_record, start
from gamerules.sheets import Level, Line, Seats, lowest_level
from scorekeeper.accounts.models import User
from scorekeeper.errors import BadInput, BrokenLine, Clash, Closed, Refused, Stale
from scorekeeper.plays.access import check_line
from scorekeeper.plays.models import Entry, Play, StatusChange
from scorekeeper.plays.selectors import current_lines, game_of, head_of, sheet_before, sheet_of
from scorekeeper.plays.services.marks import announce, mark_recompute

__all__ = [
    "Preview", "Recorded", "Refold", "correct_entry", "preview_entry", "record_entry", "refold", "rewrite_rows",
    "save_sheet", "withdraw_entry",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a write did: the revision, the play after it, the sheet; ``created`` is False when it was known."""

    entry: Entry
    play: Play
    sheet: Any
    created: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What an entry would do: its findings, and its line when it may stand."""

    findings: tuple[Finding, ...]
    line: Line | None


def _parse(play: Play, sheet: Any, raw: object) -> tuple[Any, dict[str, Any]]:
    """The typed entry and what is stored of it. Raises BadInput."""
    try:
        entry = game_of(play).parse_entry(raw, Seats(sheet.players))
    except Malformed as fault:
        raise BadInput.from_malformed(fault) from None
    payload = entry.as_json()
    payload.pop("id", None)
    return entry, payload


def _apply(sheet: Any, entry: Any) -> Any:
    try:
        return sheet.apply(entry)
    except Illegal as refusal:
        if refusal.findings[0].verdict == "malformed":
            first = refusal.findings[0]
            raise BadInput.of(first.field, first.message(_)) from None
        raise Refused(refusal.findings) from None


def preview_entry(*, play: Play, raw: object, line: uuid.UUID | None = None) -> Preview:
    """Judge an entry (with ``line``: in the place of that line) and write nothing. Raises BadInput when unreadable."""
    sheet = sheet_of(play) if line is None else sheet_before(play, line)
    entry, _payload = _parse(play, sheet, raw)
    try:
        after = sheet.apply(entry)
    except Illegal as refusal:
        return Preview(refusal.findings, None)
    return Preview(after.line.warnings, after.line)


def record_entry(*, play: Play, raw: object, line: uuid.UUID, version: int, actor: User, device: str = "") -> Recorded:
    """Append a line. The same ``line`` with the same content again answers as before.

    Raises BadInput, Refused, Stale, Clash, Closed, PermissionDenied; then nothing is written.
    """
    if version != play.version:
        return _again(play, raw, line=line, revision=line) or _stale(play)
    _check_open(play)
    sheet = sheet_of(play)
    entry, payload = _parse(play, sheet, raw)
    check_line(actor, play, payload)
    try:
        after = _apply(sheet, entry)
    except Refused:
        known = _again(play, raw, line=line, revision=line)
        if known is None:
            raise
        return known
    row = Entry(
        play=play, line=line, revision=line, payload=payload, derived=after.line.as_json(), author=actor, device=device
    )
    level = _level_with(play, after.line)
    ruled = play.has_rulings or after.line.ruled is not None
    try:
        with transaction.atomic():
            row.version = version + 1
            row.position = version + 1  # versions only grow, so positions keep the order of writing
            save_sheet(play, after, actor=actor, level=level, has_rulings=ruled)
            row.save(force_insert=True)
            announce(play, "finished" if after.outcome else "entry")
    except IntegrityError:
        play.refresh_from_db(fields=["version", "state", "status", "outcome", "level", "has_rulings"])
        return _again(play, raw, line=line, revision=line) or _stale(play)
    return Recorded(row, play, after, created=True)


def _level_with(play: Play, line: Line) -> Level:
    """The level of the sheet once the line is on it."""
    return lowest_level([cast(Level, play.level), line.level]) if play.version else line.level


def _check_open(play: Play) -> None:
    if play.status == Play.Status.ABANDONED:
        raise Closed(_("This play was abandoned; reopen it to go on."), play)


def _stale(play: Play) -> Recorded:
    raise Stale(_("Somebody else wrote to this sheet in the meantime."), play)


def _again(play: Play, raw: object, *, line: uuid.UUID, revision: uuid.UUID) -> Recorded | None:
    """The answer of before when this revision is known; None when it is not. Raises Clash for other content."""
    known = Entry.objects.filter(play=play, revision=revision).first()
    if known is None:
        return None
    sheet = sheet_of(play)
    payload = None if raw is None else _parse(play, sheet, raw)[1]
    withdrawn = known.action == Entry.Action.WITHDRAWN
    if known.line != line or withdrawn != (payload is None) or (payload is not None and payload != known.payload):
        raise Clash(_("This id was used before for another entry."), play)
    return Recorded(known, play, sheet, created=False)


def save_sheet(play: Play, sheet: Any, *, actor: User, level: str, has_rulings: bool) -> None:
    """Move the play one version on, with the new snapshot; inside a transaction. Raises Stale when it moved already.

    A play is finished exactly when its rules say who won; whatever touches a finished play, before or
    after, marks its statistics.
    """
    outcome = sheet.outcome
    was, status = play.status, Play.Status.FINISHED if outcome else Play.Status.ON
    values = {
        "version": play.version + 1,
        "state": game_of(play).dump_sheet(sheet),
        "outcome": outcome.as_json() | {"clause": outcome.clause} if outcome else None,
        "status": status,
        "level": level,
        "has_rulings": has_rulings,
        "finished_at": (play.finished_at or timezone.now()) if outcome else None,
    }
    moved = Play.objects.filter(pk=play.pk, version=play.version).update(**values)
    if not moved:
        play.refresh_from_db(fields=list(values))
        _stale(play)
    for name, value in values.items():
        setattr(play, name, value)
    if status != was:
        StatusChange.objects.create(play=play, version=play.version, status=status, author=actor)
    if Play.Status.FINISHED in (was, status):
        mark_recompute(play)


@dataclass(frozen=True, slots=True)
class Refold:
    """A sheet replayed from its lines: each line's new row, and the lines that do not stand any more."""

    sheet: Any
    rows: list[tuple[Entry, Line]]
    breaks: tuple[BrokenLine, ...]


def refold(record: Record, lines: list[Entry]) -> Refold:
    """Replay lines from the empty sheet of a record; a line that does not stand is reported and left out."""
    sheet = start(record)
    rows, breaks = [], []
    for line in lines:
        try:
            sheet = sheet.apply(record.game.parse_entry(line.payload, record.seats))
        except Illegal as refusal:
            breaks.append(BrokenLine(line.line, line.position, line.payload.get("player"), refusal.findings))
        else:
            rows.append((line, sheet.line))
    return Refold(sheet, rows, tuple(breaks))


def _revise(*, play: Play, new: Entry, lines: list[Entry], actor: User, event: Callable[[Play], str]) -> Recorded:
    """Store a new revision and the sheet replayed with it; Refused, writing nothing, when lines would break."""
    refolded = refold(parse_record(head_of(play)), lines)
    own = next((broken for broken in refolded.breaks if broken.line == new.line), None)
    if own is not None:
        first = own.findings[0]
        if first.verdict == "malformed":
            raise BadInput.of(first.field, first.message(_))
        raise Refused(own.findings)
    if refolded.breaks:
        raise Refused(refolded.breaks[0].findings, refolded.breaks)
    try:
        with transaction.atomic():
            _store_revision(play, new, refolded, actor)
            announce(play, event(play))
    except IntegrityError:
        play.refresh_from_db(fields=["version", "state", "status", "outcome", "level", "has_rulings"])
        raw = None if new.action == Entry.Action.WITHDRAWN else new.payload
        return _again(play, raw, line=new.line, revision=new.revision) or _stale(play)
    return Recorded(new, play, refolded.sheet, created=True)


def _store_revision(play: Play, new: Entry, refolded: Refold, actor: User) -> None:
    level = lowest_level([line.level for _entry, line in refolded.rows])
    ruled = any(line.ruled is not None for _entry, line in refolded.rows)
    new.version = play.version + 1
    save_sheet(play, refolded.sheet, actor=actor, level=level, has_rulings=ruled)
    Entry.objects.filter(play=play, line=new.line, is_current=True).update(is_current=False)
    rewrite_rows(refolded.rows, except_for=new)
    new.save(force_insert=True)


def rewrite_rows(rows: list[tuple[Entry, Line]], *, except_for: Entry | None = None) -> None:
    """Give each entry the row it makes now; those already stored are updated where it differs."""
    changed = []
    for entry, line in rows:
        derived = line.as_json()
        if derived != entry.derived:
            entry.derived = derived
            changed.append(entry)
    Entry.objects.bulk_update([entry for entry in changed if entry is not except_for], ["derived"], batch_size=200)


def _current_revision(play: Play, line: uuid.UUID) -> Entry:
    current = play.entries.filter(line=line, is_current=True).first()
    if current is None:
        raise Http404
    return current


def correct_entry(
    *, play: Play, line: uuid.UUID, raw: object, version: int, revision: uuid.UUID, actor: User, device: str = ""
) -> Recorded:
    """A new revision of a line (also of a withdrawn one, which brings it back); the rest is replayed.

    Raises BadInput, Refused (with ``breaks``), Stale, Clash, Closed, Http404, PermissionDenied; then
    nothing is written. The same ``revision`` again answers as before.
    """
    if version != play.version:
        return _again(play, raw, line=line, revision=revision) or _stale(play)
    _check_open(play)
    old = _current_revision(play, line)
    payload = _parse(play, sheet_of(play), raw)[1]
    check_line(actor, play, old.payload)
    check_line(actor, play, payload)
    new = _next_revision(old, revision, Entry.Action.CORRECTED, payload, actor, device)
    lines = [entry for entry in current_lines(play) if entry.line != line] + [new]
    return _revise(
        play=play, new=new, lines=sorted(lines, key=lambda entry: entry.position), actor=actor, event=_sheet_event
    )


def withdraw_entry(
    *, play: Play, line: uuid.UUID, version: int, revision: uuid.UUID, actor: User, device: str = ""
) -> Recorded:
    """Take a line back; it stays in the history and can be corrected back in. Raises as correct_entry does."""
    if version != play.version:
        return _again(play, None, line=line, revision=revision) or _stale(play)
    _check_open(play)
    old = _current_revision(play, line)
    if old.action == Entry.Action.WITHDRAWN:
        return _again(play, None, line=line, revision=revision) or _clash_withdrawn(play)
    check_line(actor, play, old.payload)
    new = _next_revision(old, revision, Entry.Action.WITHDRAWN, old.payload, actor, device)
    new.derived = old.derived
    lines = [entry for entry in current_lines(play) if entry.line != line]
    return _revise(play=play, new=new, lines=lines, actor=actor, event=_sheet_event)


def _clash_withdrawn(play: Play) -> Recorded:
    raise Clash(_("This line was withdrawn already."), play)


def _sheet_event(play: Play) -> str:
    return "finished" if play.status == Play.Status.FINISHED else "sheet"


def _next_revision(
    old: Entry, revision: uuid.UUID, action: str, payload: dict[str, Any], actor: User, device: str
) -> Entry:
    return Entry(
        play=old.play,
        line=old.line,
        revision=revision,
        number=old.number + 1,
        position=old.position,
        action=action,
        payload=payload,
        author=actor,
        device=device,
    )
