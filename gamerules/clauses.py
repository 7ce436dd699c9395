"""Clauses (numbered rules), findings (a clause broken, where and why) and verdicts.

A finding cannot be made without its clause: ``CLAUSE.broken("points", "…", player="Ben")``.
The one exception is a fault of form, made by :func:`malformed`, whose clause is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, Literal

__all__ = ["Clause", "Clauses", "Finding", "Severity", "Status", "Verdict", "VerdictName", "malformed"]

Severity = Literal["violation", "warning", "info"]
Status = Literal["enforced", "informative"]
VerdictName = Literal["ok", "violation", "depends", "cannot-tell", "external", "malformed"]
Translate = Callable[[str], str]


def _as_written(template: str) -> str:
    return template


@dataclass(frozen=True, slots=True)
class Finding:
    """A clause broken (or, as a warning or notice, touched): where and why.

    ``field`` is the dotted path inside the entry or move ("" = the whole of it); ``template`` is an
    English sentence with named ``{placeholders}`` filled from ``params``, and the key for translation.
    """

    clause: Clause | None
    field: str
    template: str
    params: Mapping[str, Any] = dataclass_field(default_factory=dict)
    severity: Severity = "violation"
    verdict: VerdictName = "violation"

    def message(self, translate: Translate = _as_written) -> str:
        """The sentence for the table, with the clause id in brackets where there is one."""
        text = translate(self.template).format_map(self.params)
        return f"{text} ({self.clause.id})" if self.clause else text

    def as_json(self, translate: Translate = _as_written) -> dict[str, Any]:
        """The finding as records.md and api.md print it."""
        return {
            "clause": self.clause.id if self.clause else None,
            "field": self.field,
            "verdict": self.verdict,
            "severity": self.severity,
            "message": self.message(translate),
        }

    def as_data(self) -> dict[str, Any]:
        """The finding as plain values that can be stored and translated later (:meth:`from_data`)."""
        return {
            "clause": self.clause.id if self.clause else None,
            "field": self.field,
            "template": self.template,
            "params": dict(self.params),
            "severity": self.severity,
            "verdict": self.verdict,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], clauses: Mapping[str, Clause]) -> Finding:
        """The finding from what :meth:`as_data` gave, its clause looked up among the game's."""
        clause = clauses.get(data["clause"]) if data["clause"] else None
        return cls(clause, data["field"], data["template"], data["params"], data["severity"], data["verdict"])


def malformed(field: str, template: str, **params: Any) -> Finding:
    """A fault of form, such as an unknown label or mixed levels: no clause, verdict ``malformed``."""
    return Finding(None, field, template, params, "violation", "malformed")


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule of a game, in our own words.

    ``locator`` names the section of the publisher's rulebook; ``options`` the options that settle an
    open point of it; ``checked_by`` the entry kinds (and "table") at which it is enforced.
    """

    id: str
    game: str
    text: str
    locator: str
    status: Status
    options: tuple[str, ...] = ()
    checked_by: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The id without its game, as used in links: ``burnt-batch``."""
        return self.id.partition("/")[2]

    def broken(self, field: str, template: str, **params: Any) -> Finding:
        """A violation of this clause."""
        return Finding(self, field, template, params)

    def warns(self, field: str, template: str, **params: Any) -> Finding:
        """Allowed, but worth a second look."""
        return Finding(self, field, template, params, "warning", "ok")

    def says(self, template: str, **params: Any) -> Finding:
        """A notice for the table, such as the last round being announced."""
        return Finding(self, "", template, params, "info", "ok")

    def rests_on_card(self, field: str, template: str, **params: Any) -> Finding:
        """Cannot be judged because the text of a card decides it (verdict ``external``)."""
        return Finding(self, field, template, params, "warning", "external")

    def cannot_tell(self, field: str, template: str, **params: Any) -> Finding:
        """The log is not detailed enough to decide (verdict ``cannot-tell``)."""
        return Finding(self, field, template, params, "warning", "cannot-tell")


class Clauses(Mapping[str, Clause]):
    """The clauses of one game by id, in reading order.

    >>> rules = Clauses("coin")
    >>> HEADS = rules.enforced("heads", "Heads scores one.", locator="Play", checked_by=("points",))
    >>> rules["coin/heads"] is HEADS
    True
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self._by_id: dict[str, Clause] = {}

    def _add(self, clause: Clause) -> Clause:
        if clause.id in self._by_id:
            raise ValueError(f"clause {clause.id} is defined twice")
        self._by_id[clause.id] = clause
        return clause

    def enforced(
        self, name: str, text: str, *, locator: str, checked_by: tuple[str, ...], options: tuple[str, ...] = ()
    ) -> Clause:
        """A clause that code checks; ``checked_by`` names the entry kinds (and "table") that can."""
        return self._add(Clause(f"{self.game}/{name}", self.game, text, locator, "enforced", options, checked_by))

    def informative(self, name: str, text: str, *, locator: str, options: tuple[str, ...] = ()) -> Clause:
        """A clause that no log can show broken, such as keeping one's hands off the cards."""
        return self._add(Clause(f"{self.game}/{name}", self.game, text, locator, "informative", options))

    def __getitem__(self, clause_id: str) -> Clause:
        return self._by_id[clause_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to "may I": the verdict, all findings, and what it rests on.

    ``checked`` and ``unchecked`` are clause ids; ``depends`` maps an option to the values under which
    the answer changes, with the verdict there; ``points`` is what the entry gives, if legal.
    """

    verdict: VerdictName
    findings: tuple[Finding, ...] = ()
    checked: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    depends: Mapping[str, Mapping[str, VerdictName]] = dataclass_field(default_factory=dict)
    points: Any = None

    def __bool__(self) -> bool:
        return self.verdict == "ok"

    def as_json(self, translate: Translate = _as_written) -> dict[str, Any]:
        """The verdict as ``gamerules judge`` and the API print it; decimal points as a string."""
        whole = self.points is None or isinstance(self.points, int)
        return {
            "verdict": self.verdict,
            "findings": [finding.as_json(translate) for finding in self.findings],
            "checked": list(self.checked),
            "unchecked": list(self.unchecked),
            "depends": {option: dict(values) for option, values in self.depends.items()},
            "points": self.points if whole else str(self.points),
        }
