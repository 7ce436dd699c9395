"""Strict fields: JSON types are not converted, unknown fields are refused, times carry their offset."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.fields import empty

CANONICAL_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
ANY_LINE = r"^[^\x00-\x1f\x7f-\x9f]*$"
SOME_LINE = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"
FIRST_YEAR, LAST_YEAR = 1900, 9000  # what is outside cannot be moved between time zones safely


class StrictSerializer(serializers.Serializer[Any]):
    """A body or query whose unknown fields are refused by name."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The typed values. Raises ValidationError with every faulty field."""
        unknown = [str(name) for name in data if name not in self.fields] if isinstance(data, Mapping) else []
        if unknown:
            raise ValidationError({name: [_("There is no such field here.")] for name in unknown})
        values: dict[str, Any] = super().to_internal_value(data)
        return values


class Text(serializers.CharField):
    """One line of text with something on it; numbers are not turned into text. Trimmed by whoever stores it."""

    default_error_messages = {"control": _("This holds a character that is not text.")}

    def __init__(self, **limits: Any) -> None:
        super().__init__(trim_whitespace=False, **limits)

    @property
    def pattern(self) -> str:
        """What the schema says of the text."""
        return ANY_LINE if self.allow_blank else SOME_LINE

    def run_validation(self, data: Any = empty) -> Any:
        """The text as it came; one of spaces only counts as blank."""
        if isinstance(data, str) and not self.allow_blank and not data.strip():
            self.fail("blank")
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> str:
        """The text."""
        if not isinstance(data, str):
            self.fail("invalid")
        if not re.fullmatch(ANY_LINE, data):
            self.fail("control")
        return data


class Whole(serializers.IntegerField):
    """A JSON integer; ``true`` and ``"1"`` are none. JSON Schema holds ``1.0`` for one, so it passes here.

    Inside an entry it does not: there the rule module reads, more strictly (records.md).
    """

    def to_internal_value(self, data: Any) -> int:
        """The number."""
        is_whole = isinstance(data, int) or (isinstance(data, float) and data.is_integer())
        if not is_whole or isinstance(data, bool):
            self.fail("invalid")
        return int(data)


class Flag(serializers.BooleanField):
    """``true`` or ``false``."""

    def to_internal_value(self, data: Any) -> bool:
        """The truth value."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return bool(data)


class Identity(serializers.UUIDField):
    """A UUID in its usual form with hyphens."""

    def to_internal_value(self, data: Any) -> Any:
        """The UUID."""
        if not isinstance(data, str) or not CANONICAL_UUID.fullmatch(data):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class Ids(serializers.ListField):
    """Ids, each once."""

    default_error_messages = {"twice": _("Nobody may be named twice.")}

    def __init__(self, **limits: Any) -> None:
        super().__init__(child=Identity(), max_length=100, **limits)

    def to_internal_value(self, data: Any) -> list[Any]:
        """The UUIDs in their order."""
        ids: list[Any] = super().to_internal_value(data)
        if len(set(ids)) != len(ids):
            self.fail("twice")
        return ids


class Day(serializers.DateField):
    """A date as 2026-11-30."""

    def to_internal_value(self, value: Any) -> date:
        """The date."""
        if not isinstance(value, str) or not ISO_DATE.fullmatch(value):
            self.fail("invalid", format="YYYY-MM-DD")
        day: date = super().to_internal_value(value)
        return day


class Instant(serializers.DateTimeField):
    """A time in ISO 8601 with its offset: 2026-11-30T20:15:00+01:00."""

    default_error_messages = {"no_offset": _("Give the offset too, as in 2026-11-30T20:15:00+01:00.")}

    def to_internal_value(self, value: Any) -> datetime:
        """The instant. A time without an offset is refused."""
        try:
            instant = parse_datetime(value) if isinstance(value, str) and "T" in value else None
        except ValueError:
            instant = None
        if instant is None:
            self.fail("invalid", format="YYYY-MM-DDThh:mm[:ss]±hh:mm")
        if instant.tzinfo is None:
            self.fail("no_offset")
        if not FIRST_YEAR <= instant.year <= LAST_YEAR:
            raise ValidationError(_("Give a year from 1900 to 9000."))
        return instant


@extend_schema_field(OpenApiTypes.OBJECT)
class JSONObject(serializers.JSONField):
    """A JSON object whose content the rule module checks."""

    default_error_messages = {"no_object": _("This is an object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The object as it came."""
        if not isinstance(data, dict):
            self.fail("no_object")
        return dict(data)


class PageQuery(StrictSerializer):
    """Which part of a list."""

    limit = serializers.IntegerField(required=False, min_value=1, max_value=200, help_text="How many at once.")
    cursor = serializers.CharField(required=False, help_text="From `next` or `previous` of a page before.")


class PeriodQuery(PageQuery):
    """Which days of a list."""

    since = Day(required=False, help_text="From this date on, by the group's day start.")
    until = Day(required=False, help_text="Up to and including this date.")


def page_schema(row: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """The page of a list of such rows, for the OpenAPI schema."""
    fields: dict[str, Any] = {
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": row(many=True),
    }
    return inline_serializer(f"{row.__name__.removesuffix('Serializer')}Page", fields)
