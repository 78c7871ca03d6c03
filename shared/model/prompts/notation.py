"""Analyses declared in a compact notation, which a model reads as well as JSON schema at a tenth of its length.

    value_tiers(column: Column, entity?: Column, filters?: Filter[])  -- High, medium and low value …
    Filter = {column: text, operator: Operator, values?: value[]}
    Operator = "=" | "!=" | …

What a call may hold is checked when it comes, whatever was declared.
"""

import inspect
import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from shared.query.schema import tool_schema

_WORTH = 80
"""Characters of a repeated choice from which on it is worth a name of its own."""
_HIGH = 100
"""A limit that a call hardly meets is not worth telling."""
SAID_BY_NAME: Final = frozenset(
    (
        *("AllOf", "AnyOf", "Not", "Compare", "CompareColumns", "AgainstQuantile", "NoneOf", "Empty", "Having"),
        *("Arithmetic", "Change", "RunningTotal", "ByColumn", "RowOrder", "LookedUp", "MergedValues"),
        *("FilledWithColumn", "FilledWithValue", "TextForm", "TimePart", "RowCount", "Figures"),
    )
)
"""Types of the query language whose names and fields say what they are for."""
_ATOMS = {"string": "text", "integer": "int", "number": "number", "boolean": "bool", "null": "null"}


def tool_name(kind: type[BaseModel]) -> str:
    """What a type is called by: ValueTiers is value_tiers."""
    return _snake(kind.__name__)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


@cache
def declarations(playbook: tuple[type[BaseModel], ...], declared: frozenset[str] = frozenset()) -> str:
    """Every analysis in a line, with what it is for; then the types that they share, each once. Kept, since every move
    of a conversation begins with it, and a long playbook takes a fifth of a second.

    `declared` are the names of types that the reader knows from elsewhere: one of the analyses' own gets another name.
    What is remarked of a field is said where it comes first, and holds for every field of that name after it.
    """
    shared: dict[str, Any] = {}
    lines, remarked = [], set[tuple[str, str]]()
    for kind, whole in _schemas(playbook):
        own = {name for name, one in whole["$defs"].items() if not _is_of_language(name, one)}
        schema = _renamed(whole, own.intersection(declared))
        shared |= {name: one for name, one in schema["$defs"].items() if not _is_of_language(name, one)}
        lines.append(f"- {tool_name(kind)}{_fields(schema, ('(', ')'), remarked)} {_purpose(kind)}")
    types = [f"{name} = {_type(schema)}{_note(schema)}" for name, schema in shared.items()]
    told = "# Analyses\n\n" + "\n".join(lines) + ("\n\nwhere\n\n" + "\n".join(types) if types else "")
    return _abbreviated(told, shared, "OfAnalysis")


def _schemas(playbook: tuple[type[BaseModel], ...]) -> Iterator[tuple[type[BaseModel], dict[str, Any]]]:
    """The JSON schema of each, with the definitions that it needs; made together, since most need the same."""
    places, together = models_json_schema([(kind, "validation") for kind in playbook])
    definitions = together.get("$defs", {})
    for kind in playbook:
        own = definitions[places[kind, "validation"]["$ref"].rsplit("/", 1)[-1]]
        needed = _needed(own, definitions, set())
        yield kind, {**own, "$defs": {name: one for name, one in definitions.items() if name in needed}}


def _needed(schema: Any, definitions: Mapping[str, Any], found: set[str]) -> set[str]:
    """The names of the definitions that a schema refers to, by way of others too."""
    if isinstance(schema, list):
        for one in schema:
            _needed(one, definitions, found)
    elif isinstance(schema, dict):
        name = schema["$ref"].rsplit("/", 1)[-1] if isinstance(schema.get("$ref"), str) else None
        if name is not None and name not in found:
            found.add(name)
            _needed(definitions[name], definitions, found)
        _needed(list(schema.values()), definitions, found)
    return found


def _renamed(schema: Any, declared: Collection[str]) -> Any:
    """The schema, its definitions of those names called otherwise."""
    if isinstance(schema, list):
        return [_renamed(one, declared) for one in schema]
    if not isinstance(schema, dict):
        return schema
    own = {key: _renamed(value, declared) for key, value in schema.items()}
    if isinstance(own.get("$ref"), str):
        own["$ref"] = _other(own["$ref"].rsplit("/", 1)[-1], declared)
    if isinstance(own.get("$defs"), dict):
        own["$defs"] = {_other(name, declared): one for name, one in own["$defs"].items()}
    return own


def _other(name: str, declared: Collection[str]) -> str:
    return f"{name}OfAnalysis" if name in declared else name


def _is_of_language(name: str, schema: Mapping[str, Any]) -> bool:
    """Whether a definition is one of the query language, which is declared for every agent."""
    known = tool_schema()["$defs"].get(name, {})
    return "properties" in known and known["properties"].keys() == schema.get("properties", {}).keys()


@cache
def _unions() -> dict[frozenset[str], str]:
    """The unions of the query language by their members."""
    definitions = tool_schema()["$defs"].items()
    return {frozenset(map(_type, one["oneOf"])): name for name, one in definitions if "oneOf" in one}


def language(schema: Mapping[str, Any]) -> str:
    """The types of a JSON schema's definitions, one a line; unions first, since they are the table of contents."""
    definitions = schema["$defs"]
    ordered = sorted(definitions.items(), key=lambda item: "oneOf" not in item[1])
    noted = {name: "" if name in SAID_BY_NAME else _note(one, ";") for name, one in ordered}
    return _abbreviated("\n".join(f"{name} = {_of_kind(name, one)}{noted[name]}" for name, one in ordered), definitions)


def _of_kind(name: str, schema: Mapping[str, Any]) -> str:
    """A type without its `kind` where that is its own name."""
    own = f'kind: "{_snake(name)}"'
    return _type(schema).replace(f"{own}, ", "").replace(f", {own}", "")


def _abbreviated(told: str, known: Collection[str], ending: str = "") -> str:
    """The same, each longer choice that several fields of one name have declared once under that name."""
    fields = re.findall(r"(\w+)\??: (\(?[^,{}()\[\]/]+ \| [^,{}()\[\]/]+)", told)
    often = Counter((f"{name.removesuffix('s').capitalize()}{ending}", choice.strip("( \n")) for name, choice in fields)
    named: dict[str, str] = {}
    for (name, choice), times in often.most_common():
        if times > 1 and times * len(choice) >= _WORTH and name not in (*known, *named):
            named[name] = choice
            told = told.replace(f"({choice})[]", f"{name}[]").replace(f": {choice}", f": {name}")
    return "\n".join([told, *(f"{name} = {choice}" for name, choice in named.items())])


def _purpose(kind: type[BaseModel]) -> str:
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].split())


def _note(schema: Mapping[str, Any], until: str | None = None) -> str:
    """What a type is for, up to that sign: what goes beyond, the validator says where it is missed."""
    told = " ".join(str(schema.get("description", "")).split())
    told = told.split(until)[0].rstrip(".") if until else told
    return f"  -- {told}" if told else ""


def _fields(schema: Mapping[str, Any], around: tuple[str, str], remarked: set[tuple[str, str]] | None = None) -> str:
    """The fields with their remarks; of those in `remarked`, which it adds its own to, none is told again."""
    required, known = set(schema.get("required", ())), set() if remarked is None else remarked
    told = []
    for name, one in schema.get("properties", {}).items():
        remark = _remark(one)
        again = (name, remark) in known
        known.add((name, remark))
        told.append(f"{name}{'' if name in required else '?'}: {_type(one)}{'' if again else remark}")
    return around[0] + ", ".join(told) + around[1]


def _remark(schema: Mapping[str, Any]) -> str:
    most = schema.get("maximum", _HIGH)
    limits = [f"at most {most}"] if most < _HIGH else []
    told = "; ".join((*filter(None, [str(schema.get("description", "")).rstrip(".")]), *limits))
    return f" /* {' '.join(told.split())} */" if told else ""


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    if "discriminator" in schema and (union := _unions().get(frozenset(map(_type, schema["oneOf"])))):
        return union
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(told for one in schema[key] if (told := _type(one)) != "null"))
    if schema.get("type") == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if "properties" in schema:
        return _fields(schema, ("{", "}"))
    return _ATOMS.get(str(schema.get("type")), "value")
