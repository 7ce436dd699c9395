"""How often: who is counted in which scope; the counting is scorekeeper/throttling.py's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from scorekeeper.throttling import count_call, seconds_left

if TYPE_CHECKING:
    from rest_framework.views import APIView


class Throttle(BaseThrottle):
    """Counts the calls of one caller in one scope; ``scope`` names the limit."""

    scope = ""

    def caller(self, request: Request) -> str | None:
        """Who is counted: the user, else the address. None = not counted."""
        return f"user-{request.user.pk}" if request.user.is_authenticated else self.get_ident(request)

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the call; False when the window is full."""
        caller = self.caller(request)
        return caller is None or count_call(self.scope, caller)

    def wait(self) -> float:
        """Seconds until the next window opens."""
        return seconds_left()


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
