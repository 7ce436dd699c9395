"""Share links: making and revoking them, and what they show to people without an account."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.links import public_url, qr_code
from scorekeeper.plays import selectors, services
from scorekeeper.plays.access import play_by_share, play_for, share_for
from scorekeeper.plays.forms import ShareForm
from scorekeeper.plays.sheet_pages import score_context

__all__ = ["big", "revoke", "share", "shared"]


@login_required
def share(request: SignedInRequest, play_id: uuid.UUID) -> HttpResponse:
    """The links that work now; a new one is shown once, with its QR code."""
    play = play_for(request.user, play_id, to="record")
    form = ShareForm(request.POST or None)
    context = {"play": play, "form": form}
    if request.method == "POST" and form.is_valid():
        ends = timezone.now() + timedelta(hours=form.cleaned_data["hours"])
        _link, secret = services.share_play(play=play, actor=request.user, expires_at=ends)
        address = public_url(request, reverse("plays:shared", args=[secret]))
        context |= {"address": address, "qr": qr_code(address)}
    return render(request, "plays/share.html", context | {"links": selectors.share_links_of(play)})


@login_required
@require_POST
def revoke(request: SignedInRequest, link_id: uuid.UUID) -> HttpResponse:
    """A link stops working."""
    link = share_for(request.user, link_id, to="record")
    services.revoke_share(link=link)
    return redirect("plays:share", link.play_id)


@require_GET
def shared(request: HttpRequest, secret: str) -> HttpResponse:
    """A sheet for whoever has the link: read only, kept up to date, and no way to anything else."""
    play = play_by_share(secret)
    context = score_context(play) | {"shared": True, "secret": secret}
    response = render(request, "plays/shared.html", context)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


@login_required
@require_GET
def big(request: SignedInRequest, play_id: uuid.UUID) -> HttpResponse:
    """The sheet for a television across the room."""
    return render(request, "plays/shared.html", score_context(play_for(request.user, play_id)) | {"shared": True})
