"""A game's options as form fields, made from the JSON Schema of its rule module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from gamerules import Game
from scorekeeper.plays.pads.base import amount

__all__ = ["chosen_options", "option_fields"]

PREFIX = "option:"
_SIGN = "×"


def option_fields(game: Game, initial: Mapping[str, Any]) -> dict[str, forms.Field]:
    """Field name → field for every option of the game, filled with ``initial`` or the game's defaults."""
    properties = game.options.model_json_schema()["properties"]
    fields: dict[str, forms.Field] = {}
    for name, schema in properties.items():
        value = initial.get(name, schema.get("default"))
        fields |= _fields_of(f"{PREFIX}{name}", schema, value)
    return fields


def _fields_of(name: str, schema: Mapping[str, Any], value: Any) -> dict[str, forms.Field]:
    title, about = _title(name), _(schema.get("description", ""))
    about = about[:1].upper() + about[1:]
    if "propertyNames" in schema:
        return _one_for_each(name, schema, value or {}, title, about)
    kinds = [schema, *schema.get("anyOf", [])]
    common: dict[str, Any] = {"label": title, "help_text": about, "required": False}
    if "enum" in schema:
        choices = [(choice, _words(choice)) for choice in schema["enum"]]
        return {
            name: forms.TypedChoiceField(
                **common, choices=choices, coerce=lambda chosen: type(schema["enum"][0])(chosen), initial=value
            )
        }
    if schema.get("type") == "boolean":
        return {name: forms.BooleanField(**common, initial=value)}
    if schema.get("type") == "array":
        lines = "\n".join(_category_line(category) for category in value or [])
        help_text = f"{about} {_('One a line, such as: coins ×2')}"
        widget = forms.Textarea({"rows": 3})
        return {name: forms.CharField(**common | {"help_text": help_text}, initial=lines, widget=widget)}
    if any(kind.get("type") == "object" for kind in kinds):
        lines = "\n".join(f"{label}: {team}" for label, team in (value or {}).items())
        help_text = f"{about} {_('One a line, such as: Ana: red')}"
        widget = forms.Textarea({"rows": 2})
        return {name: forms.CharField(**common | {"help_text": help_text}, initial=lines, widget=widget)}
    if any(kind.get("type") == "integer" for kind in kinds) and not any(kind.get("type") == "string" for kind in kinds):
        bounds = next(kind for kind in kinds if kind.get("type") == "integer")
        limits = {"min_value": bounds.get("minimum"), "max_value": bounds.get("maximum")}
        return {name: forms.IntegerField(**common, **limits, initial=value)}
    return {name: forms.CharField(**common, max_length=schema.get("maxLength", 200), initial=value)}


def _one_for_each(
    name: str, schema: Mapping[str, Any], value: Mapping[str, Any], title: str, about: str
) -> dict[str, forms.Field]:
    """A number for each thing that the option names, such as the points of each flavour."""
    bounds = schema["additionalProperties"]
    keys = schema["propertyNames"]["enum"]
    return {
        f"{name}:{key}": forms.IntegerField(
            label=f"{title}: {_words(key)}",
            help_text=about if key == keys[-1] else "",
            required=False,
            initial=value.get(key),
            min_value=bounds.get("minimum"),
            max_value=bounds.get("maximum"),
        )
        for key in keys
    }


def _title(name: str) -> str:
    words = name.removeprefix(PREFIX).replace("_", " ")
    return _(words[:1].upper() + words[1:])


def _words(choice: Any) -> str:
    return _(str(choice).replace("-", " "))


def _category_line(category: Mapping[str, Any]) -> str:
    multiplier = category.get("multiplier", 1)
    return category["name"] if multiplier == 1 else f"{category['name']} {_SIGN}{multiplier}"


def chosen_options(game: Game, cleaned: Mapping[str, Any], agreed: Mapping[str, Any]) -> dict[str, Any]:
    """The options a form chose that are not the game's own defaults, or that override what the group agreed."""
    properties = game.options.model_json_schema()["properties"]
    found = {name: _value(f"{PREFIX}{name}", schema, cleaned) for name, schema in properties.items()}
    return {name: value for name, value in found.items() if name in agreed or value != properties[name].get("default")}


def _value(name: str, schema: Mapping[str, Any], cleaned: Mapping[str, Any]) -> Any:
    if "propertyNames" in schema:
        keys = schema["propertyNames"]["enum"]
        return {key: cleaned[f"{name}:{key}"] for key in keys if cleaned.get(f"{name}:{key}") is not None}
    value, types = cleaned.get(name), {kind.get("type") for kind in (schema, *schema.get("anyOf", []))}
    if "array" in types:
        return [_category(line) for line in (value or "").splitlines() if line.strip()]
    if "object" in types:
        pairs = [line.rpartition(":") for line in (value or "").splitlines() if line.strip()]
        return {label.strip(): team.strip() for label, _colon, team in pairs} or schema.get("default")
    if value in (None, ""):
        return schema.get("default")
    return amount(value) if "integer" in types and isinstance(value, str) else value


def _category(line: str) -> dict[str, Any]:
    name, sign, times = line.replace("*", _SIGN).rpartition(_SIGN)
    if not sign:
        return {"name": line.strip()}
    return {"name": name.strip(), "multiplier": amount(times)}
