"""Amounts: JSON integers or strings of decimal digits, exact throughout, and sums of them such as 12+7."""

from __future__ import annotations

import re
from decimal import Decimal

__all__ = ["DIGITS", "evaluate_sum", "in_units", "parse_amount", "places_of"]

DIGITS = 15
"""Digits an amount may have before the point, and after it."""

_DECIMAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")
_TERM = re.compile(r"\s*([+\-−]?)\s*([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*")


def parse_amount(written: object) -> int | Decimal:
    """An int, or the Decimal that a string of decimal digits stands for. ValueError for all else.

    >>> parse_amount("-2.50"), parse_amount(7)
    (Decimal('-2.50'), 7)
    """
    if type(written) is int:
        if abs(written) >= 10**DIGITS:
            raise ValueError(f"an amount has at most {DIGITS} digits")
        return written
    if isinstance(written, Decimal):
        written = format(written, "f")
    if isinstance(written, str) and _DECIMAL.fullmatch(written):
        return Decimal(written)
    raise ValueError("an amount is an integer, or a string of decimal digits such as '2.5'")


def evaluate_sum(text: str) -> Decimal:
    """What a sum of numbers with + and − comes to. ValueError when it is anything else.

    >>> evaluate_sum("12+7"), evaluate_sum("-10 + 2.5")
    (Decimal('19'), Decimal('-7.5'))
    """
    total, position = Decimal(0), 0
    while position < len(text) or not position:
        term = _TERM.match(text, position)
        if term is None or (position and not term[1]):
            raise ValueError("a sum is made of numbers with + and - between them, such as 12+7")
        total += Decimal(term[2]) if term[1] in {"", "+"} else -Decimal(term[2])
        position = term.end()
    return total


def places_of(step: int | Decimal | None) -> int:
    """How many decimal places amounts have under this step: none without one.

    >>> places_of(Decimal("0.25")), places_of(5), places_of(None)
    (2, 0, 0)
    """
    exponent = step.as_tuple().exponent if isinstance(step, Decimal) else 0
    return -exponent if isinstance(exponent, int) else 0


def in_units(amount: int | Decimal, places: int) -> int | None:
    """The amount in units of the last decimal place; None when it has more places than that.

    >>> in_units(Decimal("2.5"), 1), in_units(3, 1), in_units(Decimal("0.25"), 1)
    (25, 30, None)
    """
    if isinstance(amount, int):
        return amount * int(10**places) if places else amount
    scaled = amount.scaleb(places)
    whole = int(scaled)
    return whole if scaled == whole else None
