"""What the OpenAPI schema says beyond drf-spectacular's own: problems, tokens, and the rule modules' entries."""

from __future__ import annotations

import copy
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from pydantic import TypeAdapter

from api.serializers.fields import Ids, StrictSerializer, Text
from gamerules import games, load

SCHEMAS = "#/components/schemas/"
# Request bodies made of the rule modules' own entry models, by the component that `add_components` makes.
ENTRY = {"application/json": {"$ref": SCHEMAS + "Entry"}}
NEW_ENTRY = {"application/json": {"$ref": SCHEMAS + "NewEntry"}}
CORRECTED_ENTRY = {"application/json": {"$ref": SCHEMAS + "CorrectedEntry"}}

JUDGE = {
    "application/json": {
        "oneOf": [
            {
                "type": "object",
                "required": ["record", "entry"],
                "additionalProperties": False,
                "properties": {"record": {"type": "object"}, "entry": {"type": "object"}},
            },
            {
                "type": "object",
                "required": ["table", "move"],
                "additionalProperties": False,
                "properties": {"table": {"type": "object"}, "move": {}},
            },
        ]
    }
}

PROBLEM = {
    "type": "object",
    "description": "RFC 9457: why a call was refused.",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "description": "A URN that programs may rely on."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "One sentence for people."},
        "errors": {
            "type": "object",
            "description": "Malformed input: dotted field → messages.",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
        "findings": {
            "type": "array",
            "description": "Broken rules, root cause first.",
            "items": {"$ref": SCHEMAS + "Finding"},
        },
        "breaks": {
            "type": "array",
            "description": "Later lines that a correction would break.",
            "items": {"type": "object"},
        },
        "version": {"type": "integer", "description": "The sheet's version now."},
        "sheet": {"$ref": SCHEMAS + "Sheet"},
    },
}
UUID = {"type": "string", "format": "uuid"}
VERSION = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1, "description": "The version it is based on."}


class ProblemAutoSchema(AutoSchema):
    """Documents every refusal a call can answer, the strictness of bodies, and the body of a DELETE."""

    def get_override_parameters(self) -> list[Any]:
        """The query parameters that the view knows."""
        known = getattr(self.view, "filters", {}).get(self.method)
        return [known] if known else []

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for status in self._problem_statuses():
            bodies.setdefault(str(status), problem_body(status))
        return dict(sorted(bodies.items()))

    def _problem_statuses(self) -> list[int]:
        writing = [] if self.method == "GET" else [409, 413, 415, 422]
        return [400, 401, 403, 404, *writing, 429, 503]

    def _get_request_body(self, direction: Any = "request") -> Any:
        body = getattr(self.view, "delete_body", None) if self.method == "DELETE" else None
        if body is None:
            found = super()._get_request_body(direction)  # type: ignore[no-untyped-call]  # drf-spectacular
            is_raw = isinstance(self.get_request_serializer(), dict)
            return {**found, "required": True} if found and is_raw else found
        component = self.resolve_serializer(body, direction)
        return {"required": True, "content": {"application/json": {"schema": component.ref}}}

    def _map_serializer_field(self, field: Any, direction: Any, bypass_extensions: bool = False) -> dict[str, Any]:
        schema: dict[str, Any] = super()._map_serializer_field(  # type: ignore[no-untyped-call]  # drf-spectacular
            field, direction, bypass_extensions
        )
        if isinstance(field, Text):
            schema["pattern"] = field.pattern
        if isinstance(field, Ids):
            schema["uniqueItems"] = True
        return schema

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        schema: dict[str, Any] = super()._map_basic_serializer(  # type: ignore[no-untyped-call]  # drf-spectacular
            serializer, direction
        )
        if isinstance(serializer, StrictSerializer):
            schema["additionalProperties"] = False
        return schema


def problem_body(status: int) -> dict[str, Any]:
    """A refusal in the schema."""
    content = {"application/problem+json": {"schema": {"$ref": SCHEMAS + "Problem"}}}
    body: dict[str, Any] = {"description": HTTPStatus(status).phrase, "content": content}
    if status in {429, 503}:
        body["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
    return body


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # drf-spectacular
    """``Authorization: Bearer TOKEN``."""

    target_class = "api.authentication.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """The security scheme."""
        return {"type": "http", "scheme": "bearer", "description": "Made on the account page or by manage.py token."}


def drop_slashed(endpoints: list[Any], **_options: Any) -> list[Any]:
    """A preprocessing hook: each address stands in the schema once, without its trailing slash."""
    return [endpoint for endpoint in endpoints if not endpoint[0].endswith("/")]


def add_components(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """A postprocessing hook: the problem, and the entries of every rule module, as components."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas["Problem"] = PROBLEM
    schemas.update(copy.deepcopy(entry_components()))
    return result


@lru_cache(maxsize=1)
def entry_components() -> dict[str, Any]:
    """Every entry model of every game: as it is, with what a new one needs, and with what a correction needs."""
    components: dict[str, Any] = {}
    kinds: list[str] = []
    for slug in games():
        models, own_kinds = _models_of(slug)
        components |= models
        kinds += own_kinds
    for prefix, name in (("New", "id"), ("Corrected", "revision")):
        added = {name: UUID, "version": VERSION}
        components |= {prefix + kind: _with(components[kind], added) for kind in kinds}
        components[f"{prefix}Entry"] = _any_of([prefix + kind for kind in kinds])
    components["Entry"] = _any_of(kinds)
    return components


def _models_of(slug: str) -> tuple[dict[str, Any], list[str]]:
    """A game's models as components, and the names of those that are whole entries."""
    game = load(slug)
    prefix = "".join(word.capitalize() for word in slug.split("-"))
    schema = TypeAdapter(game.entries).json_schema(ref_template=SCHEMAS + prefix + "{model}")
    models = {prefix + name: model for name, model in schema.pop("$defs").items()}
    refs = [option["$ref"] for option in schema.get("oneOf", schema.get("anyOf", []))]
    return models, [ref.removeprefix(SCHEMAS) for ref in refs]


def _with(model: dict[str, Any], added: dict[str, Any]) -> dict[str, Any]:
    kept = {name: schema for name, schema in model["properties"].items() if name != "id"}
    return {**model, "properties": {**kept, **added}, "required": [*model.get("required", []), "kind", *added]}


def _any_of(names: list[str]) -> dict[str, Any]:
    return {"anyOf": [{"$ref": SCHEMAS + name} for name in names]}
