"""The last resort of the page door: a service's refusal that no view has turned into words becomes a page."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.errors import BadInput, Conflict, ProductError, Refused

__all__ = ["RefusalMiddleware", "csrf_failure", "messages_of", "status_of"]

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


class RefusalMiddleware:
    """Answers a ProductError with a page of the right status instead of a 500."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page for a refusal; None, so the usual handling, for anything else."""
        if not isinstance(exception, ProductError):
            return None
        context = {"messages_for_reader": messages_of(exception)}
        return render(request, "refused.html", context, status=status_of(exception))
