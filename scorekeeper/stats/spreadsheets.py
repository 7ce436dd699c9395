"""Tables as CSV, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.http import StreamingHttpResponse

__all__ = ["csv_answer", "csv_lines"]

# A cell that starts with one of these is a formula to a spreadsheet, unless it is a number.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def csv_answer(name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> StreamingHttpResponse:
    """A table as a file to download (RFC 4180, UTF-8), sent while it is read."""
    answer = StreamingHttpResponse(csv_lines(columns, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """CSV with a head line, line by line; text that a spreadsheet would run as a formula gets an apostrophe in front.

    >>> "".join(csv_lines(["who", "points"], [["=1+1", -3], ["Ana", None]]))
    "who,points\\r\\n'=1+1,-3\\r\\nAna,\\r\\n"
    """
    written = csv.writer(_Echo())
    yield written.writerow(columns)
    for row in rows:
        yield written.writerow([_cell(value) for value in row])


class _Echo:
    """Gives back what is written to it, as Django's documentation has it."""

    def write(self, text: str) -> str:
        return text


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA) and not NUMBER.fullmatch(value) else value
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    return value
