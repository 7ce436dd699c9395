"""Every enforced clause has examples that stand and examples that it refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gamerules.clauses import Finding
from gamerules.errors import Malformed
from gamerules.games import Game
from gamerules.records import parse_record, replay
from gamerules.testing.sound import ensure, ensure_findings

__all__ = ["Example", "Examples", "accepted_records", "check_examples"]

Example = Mapping[str, Any]
Examples = Mapping[str, Mapping[str, Sequence[Example]]]


def accepted_records(examples: Examples) -> Iterator[Mapping[str, Any]]:
    """The whole records among the examples that stand, the next entry included."""
    for found in examples.values():
        for example in found.get("accepts", ()):
            if "record" in example:
                entries = [*example["record"].get("entries", ())]
                yield {**example["record"], "entries": entries + [example[key] for key in ("entry",) if key in example]}


def check_examples(game: Game, examples: Examples) -> None:
    """Each enforced clause has both kinds, each runs as it says, and no clause is made up."""
    for clause_id in examples:
        ensure(clause_id in game.clauses, "examples are for clauses that exist", clause=clause_id)
    for clause in game.clauses.values():
        found = examples.get(clause.id, {})
        for kind in ("accepts", "rejects"):
            ensure(
                found.get(kind) or clause.status == "informative",
                f"an enforced clause has an example that it {kind}", clause=clause.id,
            )  # fmt: skip
        _check_clause_examples(game, clause.id, found)


def _check_clause_examples(game: Game, clause_id: str, found: Mapping[str, Sequence[Example]]) -> None:
    for example in found.get("accepts", ()):
        findings = findings_of(game, example)
        ensure(not findings, f"{clause_id} accepts its example", example=example, findings=findings)
    for example in found.get("rejects", ()):
        findings = findings_of(game, example)
        cited = {finding.clause.id for finding in findings if finding.clause}
        ensure(clause_id in cited, f"{clause_id} refuses its example", example=example, findings=findings)
        ensure_findings(game, findings, example=example)


def findings_of(game: Game, example: Example) -> tuple[Finding, ...]:
    """What is found against an example. NotSound when it cannot be read, or its record fails before the entry."""
    try:
        if "table" in example:
            table = game.table_adapter.validate_python(example["table"])
            found: tuple[Finding, ...] = table.explain(game.move_adapter.validate_python(example["move"]))
            return found
        return _findings_of_record(example)
    except Malformed as fault:
        ensure(False, "an example can be read", example=example, fault=str(fault))
        raise


def _findings_of_record(example: Example) -> tuple[Finding, ...]:
    replayed = replay(example["record"])
    failure = replayed.failure
    if failure is not None and failure.fault is not None:
        ensure(False, "an example can be read", example=example, fault=failure.as_json())
    if "entry" not in example:
        return failure.findings if failure is not None else ()
    ensure(failure is None, "the record before an example's entry stands", example=example, failure=failure)
    record = parse_record(example["record"])
    found: tuple[Finding, ...] = replayed.sheet.explain(record.game.parse_entry(example["entry"], record.seats))
    return found
