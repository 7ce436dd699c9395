"""Looking something up by a key that a template only knows at that place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def of(found: Mapping[str, Any] | str, key: str) -> Any:
    """What stands under a key; nothing when there is none, or no mapping."""
    return found.get(key, ()) if isinstance(found, Mapping) else ()
