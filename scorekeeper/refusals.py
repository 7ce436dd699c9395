"""The last resort of the page door: what no view has turned into words becomes a page.

That is a service's refusal, and a database that is away for a moment.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scorekeeper.errors import BadInput, Conflict, ProductError, Refused

__all__ = ["RefusalMiddleware", "csrf_failure", "database_away", "messages_of", "status_of"]

logger = logging.getLogger(__name__)
RETRY_SECONDS = "2"
Handler = Callable[[HttpRequest], HttpResponse]


def status_of(refusal: ProductError) -> int:
    """The HTTP status of a refusal: 400 malformed, 409 conflict, 422 against the rules."""
    if isinstance(refusal, Conflict):
        return 409
    return 422 if isinstance(refusal, Refused) else 400


def messages_of(refusal: ProductError) -> list[str]:
    """What to tell the reader, one sentence an item."""
    if isinstance(refusal, Conflict):
        return [refusal.detail]
    if isinstance(refusal, BadInput):
        return [message for messages in refusal.errors.values() for message in messages]
    return [str(refusal)]


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that outlived its session; the header tells scripts that signing in again helps."""
    response = render(request, "403.html", status=403)
    response["X-Sign-In"] = "1"
    return response


def database_away(request: HttpRequest) -> HttpResponse:
    """503 while the database restarts. Nothing on this page is read from it, the reader's session neither."""
    again = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
    response = HttpResponse(render_to_string("503.html", {"again": again}), status=503)
    response["Retry-After"] = RETRY_SECONDS
    return response


class RefusalMiddleware:
    """Answers a ProductError, or a database that is away, with a page of the right status instead of a 500."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page for a refusal or a lost database; None, so the usual handling, for anything else."""
        if isinstance(exception, OperationalError | InterfaceError):
            logger.warning("The database is away: %s", exception)
            return database_away(request)
        if not isinstance(exception, ProductError):
            return None
        context = {"messages_for_reader": messages_of(exception)}
        return render(request, "refused.html", context, status=status_of(exception))
