"""For whoever watches the machine: alive, and able to work."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.operations import health


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while this process answers at all; asks nothing of anything else."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when database, broker and worker can be reached, else 503; says which cannot, and nothing more."""
    parts = health.parts()
    is_ready = "unreachable" not in parts.values()
    return JsonResponse({"ready": is_ready, **parts}, status=200 if is_ready else 503)
