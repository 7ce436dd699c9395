"""Who calls: a token in the Authorization header. (The site's session with CSRF is DRF's own class.)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from scorekeeper.accounts.selectors import user_of_token
from scorekeeper.accounts.services import touch_token

if TYPE_CHECKING:
    from rest_framework.views import APIView

SCHEME = "bearer"


class BearerAuthentication(BaseAuthentication):
    """``Authorization: Bearer SECRET``; the token is kept as ``request.auth``."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The user and the token; None without such a header. Raises AuthenticationFailed."""
        scheme, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != SCHEME:
            return None
        token = user_of_token(secret.strip())
        if token is None:
            raise AuthenticationFailed(_("This token does not work: it is unknown, expired or revoked."))
        touch_token(token=token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 answers in WWW-Authenticate."""
        return 'Bearer realm="scorekeeper"'


class TokenScope(BasePermission):
    """A read-only token reads only."""

    message = _("This token is for reading only.")

    def has_permission(self, request: Request, view: APIView) -> bool:
        """False when a token for reading is used to write."""
        return request.method in SAFE_METHODS or getattr(request.auth, "scope", None) != "read"
