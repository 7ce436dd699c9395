"""What a service refuses, as one tree; both doors turn each into the same answer.

    ProductError
    ├── BadInput        400  malformed: field → messages
    │   └── Unknown     404  an id or code in the input that names nothing here
    ├── Refused         422  a rule is broken: findings, and the lines a correction would break
    └── Conflict        409
        ├── Stale       written against an older version of the sheet
        ├── Clash       the same id was used before for something else
        └── Closed      the play's status does not allow it

Missing or foreign things are Http404; a member without the right gets PermissionDenied (403).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from gamerules import Finding, Malformed

__all__ = ["BadInput", "BrokenLine", "Clash", "Closed", "Conflict", "ProductError", "Refused", "Stale", "Unknown"]


class ProductError(Exception):
    """Base of every refusal by a service."""


class BadInput(ProductError):
    """Malformed input. ``errors`` maps a field ("" = the whole) to its messages."""

    def __init__(self, errors: Mapping[str, Sequence[str]]) -> None:
        self.errors = {field: list(messages) for field, messages in errors.items()}
        super().__init__("; ".join(f"{field}: {' '.join(found)}" for field, found in self.errors.items()))

    @classmethod
    def of(cls, field: str, message: str) -> Self:
        """One fault in one field."""
        return cls({field: [message]})

    @classmethod
    def from_malformed(cls, fault: Malformed) -> BadInput:
        """A rule module's complaint about form."""
        errors: dict[str, list[str]] = {}
        for field, message in fault.errors:
            errors.setdefault(field, []).append(message)
        return cls(errors)


class Unknown(BadInput):
    """Well formed, but an id or code in it names nothing here, or nothing of this group."""


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """A later line that would no longer stand after a correction."""

    line: Any
    position: int
    player: str | None
    findings: tuple[Finding, ...]


class Refused(ProductError):
    """Against the rules. ``findings``: root cause first; ``breaks``: later lines that would not stand.

    ``entry`` counts from 0 which entry of a whole record broke the rule; None for a single one or the record's head.
    """

    def __init__(
        self, findings: tuple[Finding, ...], breaks: tuple[BrokenLine, ...] = (), *, entry: int | None = None
    ) -> None:
        self.findings = findings
        self.breaks = breaks
        self.entry = entry
        super().__init__("; ".join(finding.message() for finding in findings))


class Conflict(ProductError):
    """The request met a state it was not written for. ``play`` is the play as it is now, where there is one."""

    def __init__(self, detail: str, play: Any = None) -> None:
        self.detail = detail
        self.play = play
        super().__init__(detail)


class Stale(Conflict):
    """The version it was based on is no longer the sheet's."""


class Clash(Conflict):
    """The same id came with other content."""


class Closed(Conflict):
    """Not possible while the play has this status."""
