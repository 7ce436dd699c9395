"""How an answer is written: JSON always, unless a call also knows another form that was asked for by name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.encoding import force_str
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.utils.mediatypes import media_type_matches

JSON = "application/json"


class JSONText(HttpResponse):
    """An answer of which a part is JSON text already: ``values``, then the ``written`` members as they are."""

    def __init__(self, values: Mapping[str, Any], *, status: int, media_type: str = JSON, **written: str) -> None:
        head = json.dumps(values, default=force_str, ensure_ascii=False)
        members = "".join(f', "{name}": {text}' for name, text in written.items())
        body = f"{head[:-1]}{members}}}" if values else f"{{{members[2:]}}}"
        super().__init__(body.encode(), status=status, content_type=media_type)


class CSVRenderer(BaseRenderer):
    """Stands for CSV where it can be asked for; the call then answers with a file that is written line by line."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"


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
