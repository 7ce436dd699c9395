"""What the templates about rules look up and put into words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from scorekeeper.rulings.reference import value_words

register = template.Library()


@register.filter
def of(found: Mapping[str, Any] | str, key: str) -> Any:
    """What stands under a key; nothing when there is none, or no mapping."""
    return found.get(key, ()) if isinstance(found, Mapping) else ()


@register.filter
def spaced(name: str) -> str:
    """An option's name as one reads it."""
    return name.replace("_", " ")


@register.filter
def in_words(value: Any) -> str:
    """An option's value as one reads it."""
    return value_words(value)
