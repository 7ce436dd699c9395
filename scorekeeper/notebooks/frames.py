"""Rows from the API as tidy, typed DataFrames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

__all__ = ["frame_of"]

INTEGERS = {"rank", "version", "row", "position", "number", "plays", "wins", "round"}
NUMBERS = {"points", "total", "share", "mu", "sigma", "rating", "value", "luck", "skill", "placement", "average"}
TIMES = {
    "at", "played_at", "started_at", "finished_at", "starts_at", "created_at", "joined_at", "archived_at", "as_of",
}  # fmt: skip
DATES = {"date", "month"}
CATEGORIES = {"game", "kind", "level", "status", "role", "action"}


def frame_of(rows: Iterable[dict[str, Any]], *, zone: str | None = None, columns: Sequence[str] = ()) -> pd.DataFrame:
    """One row each: numbers and truth values with room for missing ones, times in the group's zone, few-valued text
    as categories. ``columns`` name what an empty frame has, and put these first.
    """
    frame = pd.DataFrame(list(rows))
    for name in columns:
        if name not in frame:
            frame[name] = pd.Series(dtype="object")
    frame = frame[[*columns, *(name for name in frame.columns if name not in columns)]]
    for name in frame.columns:
        frame[name] = _typed(name, frame[name], zone)
    return frame


def _typed(name: str, column: pd.Series[Any], zone: str | None) -> pd.Series[Any]:
    if name in INTEGERS:
        return pd.to_numeric(column).astype("Int64")
    if name in NUMBERS:
        return (
            pd.to_numeric(column).astype("Float64") if _has_fractions(column) else pd.to_numeric(column).astype("Int64")
        )
    if name in TIMES:
        times = pd.to_datetime(column, utc=True, format="ISO8601")
        return times.dt.tz_convert(zone) if zone else times
    if name in DATES:
        return pd.to_datetime(column, format="ISO8601")
    if name in CATEGORIES and not pd.api.types.is_numeric_dtype(column):
        return column.astype("category")
    return column if isinstance(column.dtype, pd.StringDtype) else column.convert_dtypes()


def _has_fractions(column: pd.Series[Any]) -> bool:
    numbers = pd.to_numeric(column).dropna()
    return bool(((numbers % 1) != 0).any())
