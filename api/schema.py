"""The OpenAPI schema, and a page to browse and try it, served without any other site."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response


@lru_cache(maxsize=8)
def schema_in(language: str) -> dict[str, Any]:
    """The schema, generated once per language and process."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # drf-spectacular
    return schema


class Schema(SpectacularAPIView):
    """OpenAPI 3.1, as JSON or, when asked for by Accept, as YAML."""

    permission_classes = [AllowAny]
    renderer_classes = SpectacularAPIView.renderer_classes[2:] + SpectacularAPIView.renderer_classes[:2]

    def _get_schema_response(self, request: Request) -> Response:
        return Response(schema_in(get_language() or ""))


class Docs(SpectacularSwaggerSplitView):
    """Swagger UI from this site's own files; its script has an address of its own, as the CSP wants it."""

    permission_classes = [AllowAny]
    renderer_classes = [TemplateHTMLRenderer]
    url_name = "api:schema"
    template_name = "api/docs.html"
