"""How often: fixed windows of one minute, counted in the cache, for pages and calls alike.

The limits are settings.API_CALLS_A_MINUTE.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

__all__ = ["count_call", "seconds_left", "throttled"]

WINDOW = 60  # seconds


def count_call(scope: str, caller: str) -> bool:
    """Count a call of somebody in a scope; False when their minute is full."""
    key = f"throttle:{scope}:{caller}:{int(time.time()) // WINDOW}"
    cache.add(key, 0, timeout=2 * WINDOW)
    return bool(cache.incr(key) <= settings.API_CALLS_A_MINUTE[scope])


def seconds_left() -> float:
    """Seconds until the next window opens."""
    return WINDOW - time.time() % WINDOW


def _caller(request: HttpRequest) -> str:
    """The user, else the address."""
    user = request.user
    return f"user-{user.pk}" if user.is_authenticated else str(request.META.get("REMOTE_ADDR", ""))


def throttled(scope: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """For a page that costs more than a read: counted like the API's calls of this scope, then 429 with Retry-After."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if count_call(scope, _caller(request)):
                return view(request, *args, **kwargs)
            told = {"messages_for_reader": [_("Too often; please wait a minute.")]}
            response = render(request, "refused.html", told, status=429)
            response["Retry-After"] = str(math.ceil(seconds_left()))
            return response

        return counted

    return decorate
