"""How figures are written on statistics pages."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.formats import number_format

from scorekeeper.stats.addresses import counted

register = template.Library()


@register.filter
def item(mapping: Mapping[Any, Any], key: Any) -> Any:
    """The value of a key."""
    return mapping.get(key)


@register.filter
def plain(number: Decimal | None) -> str:
    """A number as the reader's language writes it, with no more than two decimals and none for nothing.

    >>> plain(Decimal("12.50")), plain(Decimal("3")), plain(None)
    ('12.5', '3', '')
    """
    if number is None:
        return ""
    shown = number if number == number.to_integral_value() else round(number, 2)
    text = format(shown, "f")
    return str(number_format(text.rstrip("0").rstrip(".") if "." in text else text))


@register.filter
def signed(number: Decimal | None) -> str:
    """A number with its sign, ± 0 without.

    >>> signed(Decimal("0.5")), signed(Decimal("-1.25")), signed(Decimal(0))
    ('+0.5', '−1.25', '0')
    """
    if number is None:
        return ""
    shown = plain(abs(number))
    return shown if shown == "0" else f"{'+' if number > 0 else '−'}{shown}"


@register.simple_tag(takes_context=True)
def counted_url(context: Mapping[str, Any], table: str = "results", **narrower: Any) -> str:
    """The list behind a figure: the results (a row a seat) or plays that it counts, narrowed from the page's own."""
    return counted(context["group"], replace(context["filters"], **narrower), table)


@register.simple_tag(takes_context=True)
def stats_url(context: Mapping[str, Any], page: str, *which: Any, **narrower: Any) -> str:
    """Another statistics page of the group about the same season, place and period.

    ``opponent`` is a player's id, for the page of two players.
    """
    opponent = narrower.pop("opponent", None)
    filters = replace(context["filters"], night=None, **{"player": None, "game": "", "against": None, **narrower})
    query = {**filters.chosen, **({"opponent": str(opponent)} if opponent else {})}
    address = reverse(f"stats:{page}", args=[context["group"].slug, *which])
    return f"{address}?{urlencode(query)}" if query else address


@register.filter
def record_url(record: Any) -> str:
    """The line that made a record, on its sheet and with its history; the play where no one line did."""
    if record.line:
        return reverse("plays:line", args=[record.play_id, record.line])
    return reverse("plays:play", args=[record.play_id])


@register.filter
def sort_of(value: Any) -> str:
    """How a value of a tidy table stands in its column: an ``id`` cut short, a ``number`` to the right, or ``text``.

    >>> sort_of(Decimal("1.5")), sort_of(True), sort_of(uuid.UUID(int=7))
    ('number', 'text', 'id')
    """
    if isinstance(value, uuid.UUID):
        return "id"
    return "number" if isinstance(value, int | float | Decimal) and not isinstance(value, bool) else "text"


@register.filter
def cell(value: Any) -> str:
    """A value of a tidy table."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3f}"
    return value.isoformat() if isinstance(value, dt.date) else str(value)
