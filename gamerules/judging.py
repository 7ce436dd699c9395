"""Settling a question: may this entry or move stand, by which clauses, and would another option say otherwise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from gamerules.clauses import Finding, Verdict, VerdictName
from gamerules.errors import Illegal, Malformed
from gamerules.games import Game, load, malformed_from
from gamerules.records import Failure, Record, parse_record, replay

__all__ = ["judge", "judge_move"]


def _verdict_name(findings: tuple[Finding, ...]) -> VerdictName:
    for finding in findings:
        if finding.severity == "violation":
            return finding.verdict
    return next((finding.verdict for finding in findings if finding.verdict in {"external", "cannot-tell"}), "ok")


def _checks(game: Game, kind: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    enforced = [clause for clause in game.clauses.values() if clause.status == "enforced"]
    checked = tuple(clause.id for clause in enforced if kind in clause.checked_by)
    return checked, tuple(clause.id for clause in enforced if kind not in clause.checked_by)


def _unplayable(failure: Failure) -> Malformed:
    """The record cannot be judged upon because it does not replay itself."""
    found = failure.as_json()
    parts = ["record"] if failure.entry is None else ["record", "entries", str(failure.entry)]
    return Malformed(".".join([*parts, found["field"]]).rstrip("."), found["message"])


def _judge_entry(record: Record, raw_entry: object) -> Verdict:
    replayed = replay(record)
    if replayed.failure is not None:
        raise _unplayable(replayed.failure)
    entry = record.game.parse_entry(raw_entry, record.seats)
    checked, unchecked = _checks(record.game, entry.kind)
    try:
        after = replayed.sheet.apply(entry)
    except Illegal as refusal:
        return Verdict(_verdict_name(refusal.findings), refusal.findings, checked, unchecked)
    line = after.line
    return Verdict(_verdict_name(line.warnings), line.warnings, checked, unchecked, points=line.points)


def other_options(game: Game, options: Any) -> list[tuple[str, Any]]:
    """(option, value) for each alternative worth comparing with the options in force."""
    found = []
    for name, field in game.options.model_fields.items():
        extra = field.json_schema_extra
        alternatives = extra.get("other", []) if isinstance(extra, Mapping) else []
        if isinstance(alternatives, list):
            found += [(name, value) for value in alternatives if value != getattr(options, name)]
    return found


def _judge_otherwise(record: Record, raw_entry: object, name: str, value: Any) -> VerdictName | None:
    """The verdict were one option different; None when the play itself could not stand then."""
    options = record.options.model_copy(update={name: value})
    try:
        return _judge_entry(replace(record, options=options), raw_entry).verdict
    except Malformed:
        return None


def judge(raw_record: object, raw_entry: object) -> Verdict:
    """May the entry be the next line of the record? Raises Malformed when either cannot be read.

    The verdict is ``depends`` when the entry breaks a rule that another value of an option would allow;
    ``depends`` also lists options under which a legal entry would be refused.
    """
    record = parse_record(raw_record)
    verdict = _judge_entry(record, raw_entry)
    differs: dict[str, dict[str, VerdictName]] = {}
    for option, value in other_options(record.game, record.options):
        other = _judge_otherwise(record, raw_entry, option, value)
        if other is not None and (other == "ok") != (verdict.verdict == "ok"):
            written = value if isinstance(value, str) else json.dumps(value)
            differs.setdefault(option, {})[written] = other
    allowed_elsewhere = any("ok" in found.values() for found in differs.values())
    name: VerdictName = "depends" if verdict.verdict == "violation" and allowed_elsewhere else verdict.verdict
    return replace(verdict, verdict=name, depends=differs)


def judge_move(slug: str, raw_table: object, raw_move: object) -> Verdict:
    """May the move be made at this table? Both are the module's own JSON; raises Malformed naming the field."""
    game = load(slug)
    if game.table is None:
        raise Malformed("table", f"{game.title} has a score sheet only")
    table = _read(game.table_adapter, raw_table, "table")
    move = _read(game.move_adapter, raw_move, "move")
    checked, unchecked = _checks(game, "table")
    findings = table.explain(move)
    return Verdict(_verdict_name(findings), findings, checked, unchecked)


def _read(adapter: Any, raw: object, name: str) -> Any:
    try:
        return adapter.validate_python(raw)
    except ValidationError as error:
        tag = raw.get("kind") if isinstance(raw, Mapping) else None
        is_tagged = error.errors()[0]["loc"][:1] == (tag,)
        fault = malformed_from(error, entry=is_tagged)
        raise Malformed(f"{name}.{fault.field}".rstrip("."), fault.message) from None
