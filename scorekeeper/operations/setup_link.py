"""The address at which a new installation gets its host."""

from django.urls import reverse

from scorekeeper.accounts.selectors import has_users
from scorekeeper.accounts.services import make_setup_link


def path() -> str:
    """The path of a fresh one-time set-up link; empty when somebody has an account already."""
    if has_users():
        return ""
    return reverse("groups:setup", args=[make_setup_link()])
