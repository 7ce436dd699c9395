"""The type of a request that `login_required` let through."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from scorekeeper.accounts.models import User

__all__ = ["SignedInRequest"]


class SignedInRequest(HttpRequest):
    """A request whose user is somebody; never made here, only named in views behind `login_required`."""

    user: User
    htmx: HtmxDetails
