"""Secrets that are shown once and kept only as a hash: tokens, invitations, share links, the set-up link."""

from __future__ import annotations

import hashlib
import secrets

__all__ = ["digest_of", "new_secret"]


def new_secret() -> str:
    """A URL-safe secret of 192 bits."""
    return secrets.token_urlsafe(24)


def digest_of(secret: str) -> str:
    """SHA-256 in hex; enough for secrets that are random to begin with."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
