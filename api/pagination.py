"""Lists by cursor: ``next``, ``previous``, ``results``, newest first, at most 200 at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from scorekeeper.errors import BadInput, Unknown

AT_MOST = 200


class NewestFirst(CursorPagination):
    """DRF's cursor, ordered by the call; a bad ``limit`` or ``cursor`` is refused, not guessed at."""

    page_size = 50
    max_page_size = AT_MOST
    page_size_query_param = "limit"
    cursor_query_param = "cursor"

    def get_page_size(self, request: Request) -> int:
        """How many rows were asked for. Raises BadInput."""
        asked = request.query_params.get("limit", str(self.page_size))
        if not (asked.isascii() and asked.isdigit() and len(asked) <= 3 and 1 <= int(asked) <= AT_MOST):
            raise BadInput.of("limit", _("Give a number from 1 to %(most)d.") % {"most": AT_MOST})
        return int(asked)


def page_of(request: Request, rows: QuerySet[Any], show: Callable[[Any], Any], *, order: Sequence[str]) -> Response:
    """One page of the rows as an answer; ``order`` are field names, of which the last is unique."""
    pages = NewestFirst()
    pages.ordering = tuple(order)
    try:
        found = pages.paginate_queryset(rows, request)
    except (exceptions.NotFound, ValidationError, ValueError):
        raise Unknown.of("cursor", _("This cursor does not come from this list.")) from None
    return pages.get_paginated_response([show(row) for row in found or []])


def page_of_history(request: Request, rows: list[dict[str, Any]]) -> Response:
    """One page of a list that only ever grows at its end, given oldest first. The cursor counts from its start."""
    size = NewestFirst().get_page_size(request)
    end = _position(request.query_params.get("cursor"), len(rows))
    start = max(0, end - size)
    return Response(
        {
            "next": _link(request, start) if start else None,
            "previous": _link(request, min(len(rows), end + size)) if end < len(rows) else None,
            "results": rows[start:end][::-1],
        }
    )


def _position(cursor: str | None, latest: int) -> int:
    """Up to which row (exclusive, from the start). Raises Unknown."""
    if cursor is None:
        return latest
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 9 and 1 <= int(cursor) <= latest):
        raise Unknown.of("cursor", _("This cursor does not come from this list."))
    return int(cursor)


def _link(request: Request, cursor: int) -> str:
    return replace_query_param(request.build_absolute_uri(), "cursor", cursor)


def whole_list(found: list[Any]) -> Response:
    """A short list that never grows, such as the games, in the same shape as a page."""
    return Response({"next": None, "previous": None, "results": found})
