"""What makes the site installable: the manifest, and the service worker at the root so that it serves every page."""

from __future__ import annotations

from pathlib import Path

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

__all__ = ["manifest", "service_worker"]

WORKER = Path(__file__).resolve().parent.parent / "static" / "scorekeeper" / "worker.js"


@require_GET
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """Name, colours and icons for a home screen."""
    icons = [
        {
            "src": static(f"scorekeeper/icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any",
        }
        for size in (192, 512)
    ]
    facts = {
        "name": _("Scorekeeper"), "short_name": _("Scorekeeper"), "start_url": "/", "scope": "/",
        "display": "standalone", "background_color": "#fbf7ec", "theme_color": "#fbf7ec", "icons": icons,
    }  # fmt: skip
    return JsonResponse(facts, content_type="application/manifest+json")


@require_GET
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps pages for when there is no network."""
    return HttpResponse(WORKER.read_text(encoding="utf-8"), content_type="text/javascript; charset=utf-8")
