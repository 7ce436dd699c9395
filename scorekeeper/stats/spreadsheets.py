"""Tables as CSV, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["as_csv"]

# A cell that starts with one of these is a formula to a spreadsheet.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """CSV with a head line; text that a spreadsheet would run as a formula gets an apostrophe in front.

    >>> as_csv(["who", "points"], [["=1+1", -3], ["Ana", None]])
    "who,points\\r\\n'=1+1,-3\\r\\nAna,\\r\\n"
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA) else value
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    return value
