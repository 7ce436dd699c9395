"""How the suite says that a module is not sound, and what every check needs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter

from gamerules.clauses import Finding
from gamerules.games import Game

__all__ = ["NotSound", "ensure", "ensure_findings", "ensure_reloads", "labels"]

_LABELS = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jule")


class NotSound(AssertionError):
    """A rule module breaks a promise that everything else relies on."""


def ensure(holds: object, promise: str, **seen: Any) -> None:
    """Raise NotSound with the promise and what was seen, unless it holds."""
    if not holds:
        details = "".join(f"\n  {name}: {value!r}" for name, value in seen.items())
        raise NotSound(promise + details)


def labels(seats: int) -> tuple[str, ...]:
    """Labels for so many players."""
    return _LABELS[:seats]


def ensure_findings(game: Game, findings: Iterable[Finding], **seen: Any) -> None:
    """Every finding cites a clause of the game or is a fault of form, and its message can be printed."""
    for finding in findings:
        if finding.clause is None:
            ensure(finding.verdict == "malformed", "only faults of form have no clause", found=finding, **seen)
        else:
            ensure(finding.clause.id in game.clauses, "a finding's clause is one of the game's", found=finding, **seen)
        ensure(finding.message().strip(), "a finding has a message", found=finding, **seen)
        ensure(isinstance(finding.field, str), "a finding's field is a dotted path", found=finding, **seen)
        ensure(json.dumps(dict(finding.params)), "a finding's parameters are plain values", found=finding, **seen)


def ensure_reloads(adapter: TypeAdapter[Any], state: Any, what: str, leave_out: frozenset[str] = frozenset()) -> None:
    """Writing the state as JSON and reading it back by its type gives an equal one."""
    plain = adapter.dump_python(state, mode="json", exclude=set(leave_out) or None)
    again = adapter.validate_python(json.loads(json.dumps(plain)))
    ensure(again == state, f"a {what} written as JSON reads back equal", state=state, again=again)
