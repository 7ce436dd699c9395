"""What can go wrong, as one tree.

RulesError
├── UnknownGame                 no rule module under that slug
├── Malformed                   a document that cannot be read; names the field
│   └── MalformedEntry          … at one entry of a record
└── Illegal                     something readable that breaks a rule; carries findings
    ├── IllegalEntry            a line that a score sheet refuses
    └── IllegalMove             a move that a table refuses
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamerules.clauses import Finding

__all__ = ["Illegal", "IllegalEntry", "IllegalMove", "Malformed", "MalformedEntry", "RulesError", "UnknownGame"]


def _encodable(text: str) -> str:
    """Text that any output can carry: half a surrogate pair, which JSON can smuggle in, is spelt out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class RulesError(Exception):
    """Base of every error that gamerules raises on purpose."""


class UnknownGame(RulesError):
    """No rule module is registered under this slug."""

    def __init__(self, slug: object) -> None:
        self.slug = slug
        super().__init__(f"there is no rule module for the game {slug!r}")


class Malformed(RulesError):
    """A document that cannot be read: wrong type, unknown field, unknown label.

    ``field`` is the dotted path of the fault (``players.1``), "" for the document itself.
    ``errors`` holds every fault found as (field, message), the first one being ``field``.
    """

    def __init__(self, field: str, message: str, errors: tuple[tuple[str, str], ...] = ()) -> None:
        self.field = _encodable(field)
        self.message = _encodable(message)
        self.errors = tuple((_encodable(place), _encodable(fault)) for place, fault in errors or ((field, message),))
        super().__init__(f"{self.field}: {self.message}" if self.field else self.message)


class MalformedEntry(Malformed):
    """An entry that cannot be read."""


class Illegal(RulesError):
    """Readable, but against the rules. ``findings`` is never empty; the root cause comes first."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        self.findings = findings
        super().__init__("; ".join(finding.message() for finding in findings))


class IllegalEntry(Illegal):
    """A line that the score sheet refuses."""


class IllegalMove(Illegal):
    """A move that the table refuses."""
