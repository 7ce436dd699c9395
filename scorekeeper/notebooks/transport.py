"""HTTP for the notebook client: one connection, paging hidden, refusals as errors that say what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx

__all__ = [
    "CannotReach",
    "Conflict",
    "NotAllowed",
    "NotFound",
    "Refused",
    "ScorekeeperError",
    "SignInNeeded",
    "Transport",
]

PAGE = 200


class ScorekeeperError(Exception):
    """Base of what the client raises.

    ScorekeeperError
    ├── CannotReach     no answer from the site
    ├── SignInNeeded    the token is missing, wrong, expired or revoked (401)
    ├── NotAllowed      your role or token does not allow it (403)
    ├── NotFound        there is no such thing for you (404)
    ├── Conflict        written against an older version of the sheet (409)
    └── Refused         malformed (400) or against the rules (422); ``findings`` and ``errors`` say why
    """

    def __init__(self, message: str, problem: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.problem = problem or {}

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The clauses broken, root cause first."""
        return list(self.problem.get("findings", ()))

    @property
    def errors(self) -> dict[str, list[str]]:
        """Field → messages of malformed input."""
        return dict(self.problem.get("errors", {}))


class CannotReach(ScorekeeperError):
    """No answer from the site."""


class SignInNeeded(ScorekeeperError):
    """401."""


class NotAllowed(ScorekeeperError):
    """403."""


class NotFound(ScorekeeperError):
    """404."""


class Conflict(ScorekeeperError):
    """409."""


class Refused(ScorekeeperError):
    """400 or 422."""


_ERRORS: dict[int, type[ScorekeeperError]] = {
    400: Refused, 401: SignInNeeded, 403: NotAllowed, 404: NotFound, 409: Conflict, 413: Refused, 422: Refused,
}  # fmt: skip


def _words(problem: dict[str, Any], status: int) -> str:
    """A problem in one sentence: its findings, else its fields, else its detail."""
    if problem.get("findings"):
        return "; ".join(finding["message"] for finding in problem["findings"])
    if problem.get("errors"):
        return "; ".join(f"{field or 'input'}: {' '.join(found)}" for field, found in problem["errors"].items())
    return str(problem.get("detail") or problem.get("title") or f"the site answered {status}")


class Transport:
    """Calls to one site with one token."""

    def __init__(self, url: str, token: str, *, timeout: float = 30.0) -> None:
        self.url = url.rstrip("/")
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
        self._http = httpx.Client(
            base_url=f"{self.url}/api/v1/", headers=headers, timeout=timeout, follow_redirects=True
        )

    def call(self, method: str, path: str, *, json: Any = None, **query: Any) -> Any:
        """The decoded answer (None for an empty one). Raises ScorekeeperError."""
        answer = self._send(method, path, json=json, params=_given(query))
        return answer.json() if answer.content else None

    def pages(self, path: str, **query: Any) -> Iterator[dict[str, Any]]:
        """Every row of a list, page after page."""
        yield from self.rows_from(self.page(path, **query))

    def page(self, path: str, **query: Any) -> dict[str, Any]:
        """The first page of a list, with what is told beside its rows."""
        first: dict[str, Any] = self.call("GET", path, limit=PAGE, **query)
        return first

    def rows_from(self, page: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Every row from this page on."""
        while True:
            yield from page["results"]
            if not page.get("next"):
                return
            page = self.call("GET", page["next"])

    def _send(self, method: str, path: str, **given: Any) -> httpx.Response:
        try:
            answer = self._http.request(method, path, **{name: value for name, value in given.items() if value})
        except httpx.HTTPError as error:
            raise CannotReach(f"{self.url} does not answer: {error}") from error
        if answer.is_success:
            return answer
        problem = _problem_of(answer)
        raise _ERRORS.get(answer.status_code, ScorekeeperError)(_words(problem, answer.status_code), problem)


def _given(query: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in query.items() if value is not None}


def _problem_of(answer: httpx.Response) -> dict[str, Any]:
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
