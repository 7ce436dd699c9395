"""Every refusal as a problem document (RFC 9457): ``application/problem+json``, never HTML.

One handler for all calls. A problem's ``type`` is a URN that programs may rely on; ``detail`` is a sentence
for people; ``findings`` come with broken rules, ``errors`` (field → messages) with malformed input.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import singledispatch
from http import HTTPStatus
from typing import Any

from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.core.exceptions import (
    ValidationError as DjangoValidationError,
)
from django.db import OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.settings import api_settings

from api.renderers import JSONText
from gamerules import Finding, Illegal, Malformed, UnknownGame
from scorekeeper.errors import BadInput, BrokenLine, Clash, Closed, Refused, Stale, Unknown
from scorekeeper.plays.selectors import sheet_text

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
URN = "urn:scorekeeper:problem:"
WHOLE_BODY = api_settings.NON_FIELD_ERRORS_KEY
RETRY_SECONDS = "1"
FRAMEWORK_NAMES = {
    400: "malformed", 401: "unauthenticated", 403: "forbidden", 404: "absent", 405: "method", 413: "too-large",
    415: "media-type", 429: "too-many",
}  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """What a refusal says. ``name`` ends its URN; ``members`` are the extra members of the document, ``written``
    those that are JSON text already.
    """

    status: int
    name: str
    title: Any
    detail: Any
    members: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The members of RFC 9457, then the extra ones."""
        head = {"type": URN + self.name, "title": str(self.title), "status": self.status, "detail": str(self.detail)}
        return head | dict(self.members)


class ProblemResponse(JSONText):
    """A problem document as an answer, whatever the client said it accepts."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.as_json(), status=problem.status, media_type=MEDIA_TYPE, **problem.written)
        for name, value in problem.headers.items():
            self[name] = value


def answer_exception(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """DRF's exception handler: any exception as a problem document."""
    try:
        return ProblemResponse(problem_of(error))
    except OperationalError as gone:  # a conflict shows the sheet, and the database went away before that was read
        return ProblemResponse(problem_of(gone))


@singledispatch
def problem_of(error: Exception) -> Problem:
    """The problem for an exception. What nobody foresaw is logged, and told apart from what the client did."""
    logger.error("Unexpected error in the API", exc_info=error)
    return Problem(500, "internal", _("Our fault"), _("Something went wrong here; it has been logged."))


def malformed(errors: Mapping[str, Any], status: int = 400) -> Problem:
    """Malformed input: ``errors`` maps dotted fields to lists of messages."""
    place, messages = next(iter(errors.items()), ("", [""]))
    told = messages[0] if place in ("", WHOLE_BODY) else f"{place}: {messages[0]}"
    return Problem(status, "malformed", _("Malformed input"), told, {"errors": dict(errors)})


def found_json(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings for an answer, in the reader's language."""
    return [finding.as_json(gettext) for finding in findings]


def _broken_line(broken: BrokenLine) -> dict[str, Any]:
    shown = {"line": str(broken.line), "position": broken.position, "player": broken.player}
    return {**shown, "findings": found_json(broken.findings)}


def broken_rules(
    findings: Sequence[Finding], breaks: Sequence[BrokenLine] = (), entry: int | None = None
) -> Problem:
    """Broken rules; ``breaks`` lists later lines that a correction would break, ``entry`` the fault in a record."""
    shown = found_json(findings)
    members: dict[str, Any] = {"findings": shown}
    if entry is not None:
        members["entry"] = entry
    if breaks:
        members["breaks"] = [_broken_line(broken) for broken in breaks]
    detail = shown[0]["message"] if shown else _("A later line could not stand then.")
    return Problem(422, "rule-violation", _("Against the rules"), detail, members)


@problem_of.register
def _bad_input(error: BadInput) -> Problem:
    return malformed({name or WHOLE_BODY: messages for name, messages in error.errors.items()})


@problem_of.register
def _unknown(error: Unknown) -> Problem:
    told = next(iter(error.errors.values()))[0]
    return Problem(404, "absent", _("Not found"), told, {"errors": error.errors})


@problem_of.register
def _unreadable(error: Malformed) -> Problem:
    return _bad_input(BadInput.from_malformed(error))


@problem_of.register
def _refused(error: Refused) -> Problem:
    first = error.findings[0] if error.findings else None
    if first is not None and first.verdict == "malformed":
        return malformed({first.field or WHOLE_BODY: [first.message(gettext)]})
    return broken_rules(error.findings, error.breaks, error.entry)


@problem_of.register
def _illegal(error: Illegal) -> Problem:
    return _refused(Refused(error.findings))


@problem_of.register
def _stale(error: Stale) -> Problem:
    return _with_sheet(Problem(409, "stale", _("The sheet has moved on"), error.detail), error.play)


def _with_sheet(problem: Problem, play: Any) -> Problem:
    """A conflict with the play as it is now."""
    if play is None:
        return problem
    return replace(problem, members={"version": play.version}, written={"sheet": sheet_text(play)})


@problem_of.register
def _clash(error: Clash) -> Problem:
    return Problem(409, "clash", _("This id was used before"), error.detail)


@problem_of.register
def _closed(error: Closed) -> Problem:
    return _with_sheet(Problem(409, "closed", _("Not possible in this state"), error.detail), error.play)


@problem_of.register
def _absent(error: Http404 | UnknownGame) -> Problem:
    return Problem(404, "absent", _("Not found"), _("There is nothing here, or nothing that you may see."))


@problem_of.register
def _without_right(error: PermissionDenied) -> Problem:
    return Problem(403, "forbidden", _("Not allowed"), str(error) or _("You may see this, but not do that."))


@problem_of.register
def _invalid(error: DjangoValidationError) -> Problem:
    return malformed(error.message_dict if hasattr(error, "error_dict") else {WHOLE_BODY: error.messages})


@problem_of.register
def _too_large(error: RequestDataTooBig) -> Problem:
    return Problem(413, "too-large", _("Too large"), _("The body is larger than this call takes."))


@problem_of.register
def _suspicious(error: SuspiciousOperation | BadRequest | UnreadablePostError) -> Problem:
    return Problem(400, "malformed", _("Malformed input"), _("The request cannot be read."))


@problem_of.register
def _busy(error: OperationalError) -> Problem:
    """A database that is locked, restarting or out of connections: nothing was written, trying again is right."""
    logger.warning("The database did not answer in time: %s", error)
    detail = _("The database is busy; nothing was written. Try again.")
    return Problem(503, "busy", _("Busy"), detail, headers={"Retry-After": RETRY_SECONDS})


@problem_of.register
def _of_the_framework(error: exceptions.APIException) -> Problem:
    status = error.status_code
    scheme, wait = getattr(error, "auth_header", None), getattr(error, "wait", None)
    headers = {"WWW-Authenticate": scheme} if scheme else {}
    if wait:
        headers["Retry-After"] = str(max(1, math.ceil(wait)))
    if isinstance(error, exceptions.ValidationError):
        return malformed(flat_errors(error.detail))
    name = FRAMEWORK_NAMES.get(status, "refused")
    return Problem(status, name, HTTPStatus(status).phrase, _sentence(error.detail), headers=headers)


def _sentence(detail: Any) -> str:
    return str(detail[0] if isinstance(detail, list) else detail)


def flat_errors(detail: Any, place: str = "") -> dict[str, list[str]]:
    """DRF's nested error details as dotted fields → messages.

    >>> flat_errors({"players": [{}, {"id": ["no UUID"]}]})
    {'players.1.id': ['no UUID']}
    """
    if isinstance(detail, Mapping):
        pairs = [(str(name), inner) for name, inner in detail.items()]
    elif isinstance(detail, list) and any(isinstance(inner, Mapping | list) for inner in detail):
        pairs = [(str(index), inner) for index, inner in enumerate(detail)]
    else:
        return {place or WHOLE_BODY: [str(told) for told in (detail if isinstance(detail, list) else [detail])]}
    found: dict[str, list[str]] = {}
    for name, inner in pairs:
        path = place if name == WHOLE_BODY else f"{place}.{name}".lstrip(".")
        found.update(flat_errors(inner, path))
    return found
