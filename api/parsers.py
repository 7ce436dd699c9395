"""Reading a body: JSON only, of limited size and depth, no field twice, no text that no database can keep."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from gamerules import Malformed, parse_json

KILOBYTE = 1000
DEEPEST = 32  # levels of nesting; the deepest entry of records.md has 7
LARGEST = 10**15  # no score has so many digits, and JavaScript still reads them exactly
# Only a body with an escape, a number of many digits or an exponent, or many brackets is looked through.
_SUSPICIOUS = re.compile(rb"\\u|\d{16}|\d[eE]")


class StrictJSONParser(BaseParser):
    """JSON in UTF-8, at most ``limit`` bytes. Raises RequestDataTooBig and Malformed (naming the field)."""

    media_type = "application/json"
    limit = 256 * KILOBYTE

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The values of the body."""
        body = stream.read(self.limit + 1)
        if len(body) > self.limit:
            raise RequestDataTooBig
        value = parse_json(self._text_of(body))
        if _SUSPICIOUS.search(body) or body.count(b"{") + body.count(b"[") > DEEPEST:
            look_through(value)
        return value

    def _text_of(self, body: bytes) -> str:
        try:
            return body.decode()
        except UnicodeDecodeError as error:
            raise Malformed("", _("the body is not UTF-8 text (byte %(place)d)") % {"place": error.start}) from None


class LargeJSONParser(StrictJSONParser):
    """For whole records: up to a megabyte."""

    limit = 1000 * KILOBYTE


def look_through(value: Any, place: str = "", depth: int = 0) -> None:
    """Raises Malformed, naming the place, for what no part of the product can keep."""
    if depth > DEEPEST:
        raise Malformed(place, _("nested too deeply"))
    if isinstance(value, str):
        _check_text(value, place)
    elif isinstance(value, int | float):
        _check_number(value, place)
    elif isinstance(value, dict):
        for name, inner in value.items():
            _check_text(name, place)
            look_through(inner, f"{place}.{name}".lstrip("."), depth + 1)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            look_through(inner, f"{place}.{index}".lstrip("."), depth + 1)


def _check_text(text: str, place: str) -> None:
    if "\0" in text or any(unicodedata.category(char) == "Cs" for char in text):
        raise Malformed(place, _("holds a character that is not text"))


def _check_number(number: float, place: str) -> None:
    if abs(number) > LARGEST or not math.isfinite(number):
        raise Malformed(place, _("this number is too large"))
