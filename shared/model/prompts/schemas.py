"""JSON schemas of tools, as short as they can be without saying less: a prompt has many, and each token is paid for."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

_REFERENCE = "#/$defs/"
_ANYTHING = "JsonValue"
_LEFT_AWAY = frozenset({"title", "minLength", "maxLength", "additionalProperties"})
_HEADING = "# Shapes that the tools' arguments share, as JSON schemas"


@dataclass(frozen=True)
class Schemas:
    """The input schemas of tools, in their order. What several of them would define is told once, in `shared`.

    There a schema only says that it takes such an object, and what it cannot do without; `shared` is for the
    instructions, and empty where the tools have nothing in common.
    """

    each: tuple[dict[str, Any], ...]
    shared: str

    @classmethod
    def of(cls, asked: Iterable[type[BaseModel]]) -> "Schemas":
        """The schemas of these types."""
        return _schemas(tuple(asked))


@lru_cache(maxsize=256)  # every prompt tells those of its tools, and what they take does not change
def _schemas(asked: tuple[type[BaseModel], ...]) -> Schemas:
    full = [compact(one) for one in asked]
    often = Counter(_definition(one) for schema in full for one in schema.get("$defs", {}).items())
    common = {name: json.loads(told) for (name, told), tools in sorted(often.items()) if tools > 1}
    told = [f"- `{name}`: {json.dumps(_referring(one, common))}" for name, one in common.items()]
    each = tuple(_referring(schema, common) for schema in full)
    return Schemas(each, "\n".join([_HEADING, "", *told]) if told else "")


def compact(asked: type[BaseModel]) -> dict[str, Any]:
    """The schema of a type. It takes what that of pydantic takes, except null for a field that may be left out.

    Without titles (the fields' names say the same), the type's own description (the tool's says it), lengths of texts,
    what a free object may hold, and defaults that go without saying.
    """
    schema = asked.model_json_schema()
    schema.pop("description", None)
    if set(schema.get("$defs", ())) == {_ANYTHING}:
        schema.pop("$defs")
    return _shortened(schema)


def _definition(named: tuple[str, dict[str, Any]]) -> tuple[str, str]:
    """A definition as something to count: two types of one name are two."""
    return named[0], json.dumps(named[1])


def _shortened(schema: Mapping[str, Any]) -> dict[str, Any]:
    short: dict[str, Any] = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            short[key] = {name: _shortened(part) for name, part in value.items()}
        elif key == "items":
            short[key] = _shortened(value)
        elif key == "anyOf":
            short |= _one_of([_shortened(part) for part in value], optional="default" in schema)
        elif key == "description":
            short[key] = " ".join(value.split())
        elif key not in _LEFT_AWAY and not (key == "default" and _says_nothing(value)):
            short[key] = value
    return short


def _says_nothing(default: Any) -> bool:
    """Whether a default goes without saying: what is left out is not there, or is any text. Zero is a value."""
    return default is None or default is False or isinstance(default, str) or default in ([], {})


def _one_of(parts: list[dict[str, Any]], *, optional: bool) -> dict[str, Any]:
    """Alternatives: without null where leaving out says it; as one list of types where they are nothing but types."""
    if optional:
        parts = [part for part in parts if part != {"type": "null"}]
    if len(parts) == 1:
        return parts[0]
    if any(set(part) != {"type"} for part in parts):
        return {"anyOf": parts}
    types = [part["type"] for part in parts]
    return {"type": [one for one in types if one != "integer" or "number" not in types]}


def _referring(schema: Any, common: Mapping[str, dict[str, Any]]) -> Any:
    """The schema, which names the common definitions and no longer holds them."""
    if isinstance(schema, list):
        return [_referring(part, common) for part in schema]
    if not isinstance(schema, dict):
        return schema
    name = str(schema.get("$ref", "")).removeprefix(_REFERENCE)
    if name in common:
        needed = {"required": common[name]["required"]} if common[name].get("required") else {}
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        return {"type": common[name].get("type", "object"), **needed, "description": f"`{name}`", **rest}
    own = {key: _referring(value, common) for key, value in schema.items() if key != "$defs"}
    kept = {key: _referring(value, common) for key, value in schema.get("$defs", {}).items() if key not in common}
    return {"$defs": kept, **own} if kept else own
