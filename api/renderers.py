"""How an answer is written: JSON always, unless a call also knows another form that was asked for by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.utils.mediatypes import media_type_matches


class JSONUnlessAsked(BaseContentNegotiation):
    """The first renderer, unless the Accept header names the exact type of a later one. Never a 406."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """The parser of the body's own type; None leads to a 415."""
        sent = request.content_type
        return next((parser for parser in parsers if media_type_matches(parser.media_type or "", sent)), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[Any, str]:
        """The renderer and its media type."""
        asked = {part.partition(";")[0].strip().lower() for part in request.META.get("HTTP_ACCEPT", "").split(",")}
        known = list(renderers)
        chosen = next((found for found in known if found.media_type in asked), known[0])
        return chosen, str(chosen.media_type)
