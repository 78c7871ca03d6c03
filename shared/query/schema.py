"""The JSON schema of the language, as small as a model needs it for the input of a tool."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from shared.query.query import Query

_LEFT_AWAY = frozenset(
    {
        "title",
        "default",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "additionalProperties",
        "discriminator",
        "required",
    }
)
_UNIONS = {
    "Compare": "Condition", "RowCount": "Measure", "ByColumn": "Grouping", "CleanedNumber": "Derived",
    "Share": "AcrossGroups", "Figures": "Query",
}  # fmt: skip
"""The unions by a member that no other has: each is written once, and referred to."""


@cache
def tool_schema() -> dict[str, Any]:
    """The schema of a query: no titles, defaults and upper bounds (the validator names them where they are broken), of
    each description its first sentence, and every union once."""
    whole = TypeAdapter[Query](Query).json_schema()
    unions: dict[str, Any] = {}
    definitions = {name: _small(one, unions) for name, one in whole["$defs"].items()}
    top = _small({key: value for key, value in whole.items() if key != "$defs"}, unions)
    return {**top, "$defs": {**definitions, **unions}}


def _small(schema: Any, unions: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_small(one, unions) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "oneOf" in schema:
        return _union(schema["oneOf"], unions)
    if "anyOf" in schema:
        return _any_of(schema, unions)
    if "const" in schema:
        return {"const": schema["const"]}
    small = {key: _small(value, unions) for key, value in schema.items() if key not in (*_LEFT_AWAY, "properties")}
    if isinstance(small.get("description"), str):
        small["description"] = _first_sentence(small["description"])
    if "properties" in schema:
        small["properties"] = {name: _small(value, unions) for name, value in schema["properties"].items()}
        small.pop("type")  # whatever has properties is an object
        small["required"] = [name for name in small["properties"] if name in ("kind", *schema.get("required", ()))]
    return small


def _union(members: list[Any], unions: dict[str, Any]) -> Any:
    names = [str(one["$ref"]).rsplit("/", 1)[-1] for one in members]
    union = next(_UNIONS[name] for name in names if name in _UNIONS)
    unions[union] = {"oneOf": [{"$ref": one["$ref"]} for one in members]}
    return {"$ref": f"#/$defs/{union}"}


def _any_of(schema: dict[str, Any], unions: dict[str, Any]) -> Any:
    """Without null, which is the same as leaving the field away; whole numbers are numbers."""
    kinds = [_small(one, unions) for one in schema["anyOf"] if one.get("type") != "null"]
    if {"type": "number"} in kinds:
        kinds = [one for one in kinds if one != {"type": "integer"}]
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _first_sentence(text: str) -> str:
    whole = " ".join(text.split("\n\n")[0].split())
    return whole.split(". ")[0].rstrip(".:") + "."
