"""Reads: whose token is this."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from scorekeeper.accounts.models import SetupLink, Token, User
from scorekeeper.accounts.secrets import digest_of

__all__ = ["has_users", "setup_is_open", "tokens_of", "user_of_token"]


def user_of_token(secret: str) -> Token | None:
    """The valid token with its user, or None: unknown, revoked, expired, or its user inactive."""
    return (
        Token.objects.select_related("user")
        .filter(Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now()))
        .filter(digest=digest_of(secret), revoked_at__isnull=True, user__is_active=True)
        .first()
    )


def tokens_of(user: User) -> list[Token]:
    """The user's tokens that still work, newest first."""
    return list(user.tokens.filter(revoked_at__isnull=True).order_by("-created_at"))


def has_users() -> bool:
    """Whether anybody has an account here yet."""
    return User.objects.exists()


def setup_is_open(secret: str) -> bool:
    """Whether this set-up link can still be used."""
    return SetupLink.objects.filter(digest=digest_of(secret), used_at__isnull=True).exists()
