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
    offset_cutoff = 100_000  # rows of one instant: an import without times makes many

    def get_page_size(self, request: Request) -> int:
        """How many rows were asked for. Raises BadInput."""
        asked = request.query_params.get("limit", str(self.page_size))
        if not (asked.isascii() and asked.isdigit() and len(asked) <= 3 and 1 <= int(asked) <= AT_MOST):
            raise BadInput.of("limit", _("Give a number from 1 to %(most)d.") % {"most": AT_MOST})
        return int(asked)


def page_of(
    request: Request, rows: QuerySet[Any], show: Callable[[Any], Any], *, order: Sequence[str], **more: Any
) -> Response:
    """One page of the rows as an answer; ``order`` are field names that leave no tie, ``more`` is told beside it."""
    pages = NewestFirst()
    pages.ordering = tuple(order)
    try:
        found = pages.paginate_queryset(rows, request)
    except (exceptions.NotFound, ValidationError, ValueError):
        raise Unknown.of("cursor", _("This cursor does not come from this list.")) from None
    links = {"next": pages.get_next_link(), "previous": pages.get_previous_link()}
    return Response({**links, **more, "results": [show(row) for row in found or []]})


def page_of_history(request: Request, rows: list[Any]) -> Response:
    """One page, newest first, of a list that only ever grows at its end, given oldest first."""
    size, length = NewestFirst().get_page_size(request), len(rows)
    end = _position(request, length, default=length)
    start = max(0, end - size)
    later = min(length, end + size)
    return _page(request, rows[start:end][::-1], following=start or None, before=later if end < length else None)


def page_of_list(request: Request, rows: Sequence[Any], show: Callable[[Any], Any], **more: Any) -> Response:
    """One page of a list in its own order; ``more`` is told beside it."""
    size, length = NewestFirst().get_page_size(request), len(rows)
    start = _position(request, length, default=0)
    end = start + size
    before = max(0, start - size) if start else None
    shown = list(map(show, rows[start:end]))
    return _page(request, shown, following=end if end < length else None, before=before, **more)


def _page(request: Request, rows: list[Any], *, following: int | None, before: int | None, **more: Any) -> Response:
    links = {"next": _link(request, following), "previous": _link(request, before)}
    return Response({**links, **more, "results": rows})


def _position(request: Request, length: int, *, default: int) -> int:
    """The cursor of a list as a place in it. Raises Unknown."""
    cursor = request.query_params.get("cursor")
    if cursor is None:
        return default
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 9 and int(cursor) <= length):
        raise Unknown.of("cursor", _("This cursor does not come from this list."))
    return int(cursor)


def _link(request: Request, cursor: int | None) -> str | None:
    if cursor is None:
        return None
    return str(replace_query_param(request.build_absolute_uri(), "cursor", cursor))
