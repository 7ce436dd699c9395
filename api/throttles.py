"""How often: fixed windows of one minute, counted in the cache. The limits are settings.API_CALLS_A_MINUTE."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView

WINDOW = 60  # seconds


class Throttle(BaseThrottle):
    """Counts the calls of one caller in one scope; ``scope`` names the limit."""

    scope = ""

    def caller(self, request: Request) -> str | None:
        """Who is counted: the user, else the address. None = not counted."""
        return f"user-{request.user.pk}" if request.user.is_authenticated else self.get_ident(request)

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the call; False when the window is full."""
        caller = self.caller(request)
        if caller is None:
            return True
        key = f"throttle:{self.scope}:{caller}:{int(time.time()) // WINDOW}"
        cache.add(key, 0, timeout=2 * WINDOW)
        return bool(cache.incr(key) <= settings.API_CALLS_A_MINUTE[self.scope])

    def wait(self) -> float:
        """Seconds until the next window opens."""
        return WINDOW - time.time() % WINDOW


class AnonymousThrottle(Throttle):
    """Calls without signing in, by address."""

    scope = "anonymous"

    def caller(self, request: Request) -> str | None:
        """Only those who are nobody are counted."""
        return None if request.user.is_authenticated else self.get_ident(request)


class JoinThrottle(Throttle):
    """Trying invitation codes."""

    scope = "join"


class JudgeThrottle(Throttle):
    """Questions to the rules, which cost more than a read."""

    scope = "judge"
