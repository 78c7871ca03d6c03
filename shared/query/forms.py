"""Queries as people and models write them, in the form that the language declares.

Only what can mean one thing is read so: one thing where a list stands, a missing kind that its fields decide, another
usual name of a function. What could mean two things stays as it is, and is refused where the query is read.
"""

import calendar
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from pydantic import BaseModel, TypeAdapter

from shared.query.query import Query

Schema = dict[str, Any]

SYNONYMS: Final = {
    "==": "=", "eq": "=", "equals": "=", "is": "=", "<>": "!=", "ne": "!=", "neq": "!=", "not_equals": "!=",
    "gt": ">", "gte": ">=", "ge": ">=", "lt": "<", "lte": "<=", "le": "<=",
    "avg": "mean", "average": "mean", "minimum": "min", "maximum": "max", "total": "sum",
    "std": "stddev", "stdev": "stddev", "stddev_samp": "stddev", "standard_deviation": "stddev",
    "var": "variance", "var_samp": "variance", "stddev_pop": "stddev_population", "var_pop": "variance_population",
    "iqr": "interquartile_range", "skew": "skewness", "sem": "standard_error", "most_common": "mode",
    "nunique": "distinct", "count_distinct": "distinct", "distinct_count": "distinct", "unique": "distinct",
    "count": "known", "count_known": "known", "missing": "empty", "nulls": "empty", "null_count": "empty",
    "divide": "ratio", "/": "ratio", "subtract": "difference", "-": "difference", "add": "sum", "+": "sum",
    "multiply": "product", "*": "product", "percent": "percentage", "pct": "percent",
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year",
    "annual": "year", "day_of_week": "weekday", "dow": "weekday", "previous_period": "previous",
}  # fmt: skip
"""Usual other names of the values of a field; one counts only where the field takes the name that it stands for."""
KINDS: Final = {
    "count": "rows", "row_count": "rows", "count_rows": "rows", "in": "one_of", "not_in": "none_of", "and": "all_of",
    "or": "any_of", "is_null": "empty", "null": "empty", "is_not_null": "known", "not_null": "known",
    "between": "range", "percentile": "quantile", "rolling_mean": "moving_average", "cumulative_sum": "running_total",
    "relabel": "recode", "merge": "recode",
}  # fmt: skip
_BY_OPERATOR: Final = frozenset({"one_of", "none_of"})
"""Conditions that people write as an operator: {"operator": "in"}."""
_OPPOSITE: Final = {"one_of": "none_of", "none_of": "one_of", "empty": "known", "known": "empty"}
_UNNAMED: Final = frozenset({"left", "right", "measure"})
"""The fields that hold a measure which no one calls by a name."""
_PARTS: Final[dict[str, tuple[list[str], list[str], int]]] = {
    "weekday": (list(calendar.day_name), list(calendar.day_abbr), 1),
    "month": (list(calendar.month_name), list(calendar.month_abbr), 0),
}


def usual_form(data: object) -> object:
    """JSON-ready data of a query, in the declared form where it can mean one thing only."""
    return _formed(data, _whole())


def usual_arguments(data: Mapping[str, Any], fields: type[BaseModel]) -> dict[str, Any]:
    """JSON-ready data of such fields, those that take parts of a query, at any depth, in the declared form where they
    can mean one thing only."""
    whole = _schema_of(fields)
    return _arguments(data, whole["properties"], whole.get("$defs", {}))


def _arguments(data: Mapping[str, Any], shapes: Mapping[str, Schema], types: Mapping[str, Schema]) -> dict[str, Any]:
    return {key: _argument(key, value, shapes, types) for key, value in data.items()}


def _argument(key: str, value: Any, shapes: Mapping[str, Schema], types: Mapping[str, Schema]) -> Any:
    """A field made of parts of the language alone in its form; of another type's fields those that are."""
    names = set(_refs(shapes.get(key, {})))
    if names <= _whole()["$defs"].keys():
        return _inside(key, value, shapes)
    inner = [types[name]["properties"] for name in names if "properties" in types[name]]
    if isinstance(value, dict) and len(inner) == 1:
        return _arguments(value, inner[0], types)
    return [_argument(key, one, shapes, types) for one in value] if isinstance(value, list) and inner else value


def kinds_meant(data: object, where: Sequence[str | int]) -> tuple[str, ...]:
    """The kinds that the fields of a part of a query leave open, where that stands in it (`where`, as pydantic counts
    the way there); all that stand there where its fields are none's."""
    schema = _whole()
    for step in where:
        schema = _stepped(_resolved(schema), step)
    mapping = _resolved(schema).get("discriminator", {}).get("mapping", {})
    members = {kind: _resolved({"$ref": ref}) for kind, ref in mapping.items()}
    rest = {key: value for key, value in data.items() if key != "kind"} if isinstance(data, dict) else {}
    return tuple(kind for kind, one in members.items() if _fits(rest, one)) or tuple(members)


def _stepped(schema: Schema, step: str | int) -> Schema:
    """The schema of a part of what has this one; {} where it has no such part."""
    if "anyOf" in schema:
        return _stepped(_chosen({}, schema["anyOf"]), step)
    mapping = schema.get("discriminator", {}).get("mapping", {})
    if step in mapping:
        return {"$ref": mapping[step]}
    found: Schema = schema.get("items", {}) if isinstance(step, int) else schema.get("properties", {}).get(step, {})
    return found


@cache
def _schema_of(fields: type[BaseModel]) -> Schema:
    return fields.model_json_schema()


def _refs(shape: Any) -> Iterator[str]:
    """The names of the types that a schema names."""
    if isinstance(shape, dict):
        yield from [str(shape["$ref"]).rsplit("/", 1)[-1]] if "$ref" in shape else ()
    for one in shape.values() if isinstance(shape, dict) else shape if isinstance(shape, list) else ():
        yield from _refs(one)


@cache
def _whole() -> Schema:
    return TypeAdapter[Query](Query).json_schema()


def _resolved(schema: Schema) -> Schema:
    return _whole()["$defs"][str(schema["$ref"]).rsplit("/", 1)[-1]] if "$ref" in schema else schema


def _formed(data: Any, schema: Schema) -> Any:
    schema = _resolved(schema)
    if "anyOf" in schema:
        return _formed(data, _chosen(data, schema["anyOf"]))
    if schema.get("type") == "array":
        items = data if isinstance(data, list | tuple) else [data]
        return [_formed(one, schema["items"]) for one in items]
    if "oneOf" in schema:
        return _member(data, schema)
    if "enum" in schema and isinstance(data, str):
        return _named(data, schema["enum"])
    if "properties" in schema:
        return _object({"column": data} if isinstance(data, str) else data, schema)
    if schema.get("type") == "string" and isinstance(data, dict) and "column" in data.keys() <= {"kind", "column"}:
        return data["column"]
    return data


def _chosen(data: Any, options: list[Schema]) -> Schema:
    """The option that takes data of this shape; {} where none does, which leaves it as it is."""
    resolved = [_resolved(one) for one in options]
    if isinstance(data, dict):
        return next((one for one in resolved if "oneOf" in one or "properties" in one), {})
    return next((one for one in resolved if "enum" in one), {}) if isinstance(data, str) else {}


def _named(given: str, values: list[str]) -> str:
    """The value of a field that is written so, or called so."""
    plain = _snake(given)
    return next((one for one in (given, plain, SYNONYMS.get(plain, "")) if one in values), given)


def _member(data: Any, schema: Schema) -> Any:
    """One of a union, its kind found where it is left away or called otherwise."""
    members = {kind: _resolved({"$ref": ref}) for kind, ref in schema["discriminator"]["mapping"].items()}
    if isinstance(data, str):
        kind = KINDS.get(_snake(data), data)
        data = {"kind": kind} if kind in members and (kind == data or not _needed(members[kind])) else data
        data = _as_column(data, members) if isinstance(data, str) else data
    if not isinstance(data, dict):
        return data
    data = _of_kind(data, members, {_class(ref): kind for kind, ref in schema["discriminator"]["mapping"].items()})
    kind = data.get("kind")
    return _equivalent(_object(data, members[kind])) if kind in members else data


def _as_column(name: str, members: Mapping[str, Schema]) -> Any:
    """A column alone, where one member needs nothing else."""
    fitting = [kind for kind, one in members.items() if _needed(one) == {"column"}]
    return {"kind": fitting[0], "column": name} if len(fitting) == 1 else name


def _of_kind(data: dict[str, Any], members: Mapping[str, Schema], classes: Mapping[str, str]) -> dict[str, Any]:
    """The data with its kind: as written, by the type's name, by another name of it, by a function that only one
    member has, or by the fields that are given."""
    rest = {key: value for key, value in data.items() if key != "kind"}
    said = _snake(str(data.get("kind") or ""))
    operator = KINDS.get(_snake(str(rest.get("operator", ""))), "")
    if said in ("", "compare") and operator in _BY_OPERATOR and operator in members:
        return {"kind": operator} | {key: value for key, value in rest.items() if key != "operator"}
    if said in members and not (
        said == "statistic" and "column" not in rest and _snake(str(rest.get("function"))) == "count"
    ):
        return {"kind": said} | rest
    if said == "statistic":
        return {"kind": "rows"} | {key: value for key, value in rest.items() if key != "function"}
    if said in classes:
        return {"kind": classes[said]} | rest
    if KINDS.get(said) in members and not (KINDS[said] == "rows" and "column" in rest):
        return {"kind": KINDS[said]} | rest
    if said:
        return _by_function(said, rest, members) or data
    fitting = [kind for kind, one in members.items() if _fits(rest, one)]
    return {"kind": fitting[0]} | rest if len(fitting) == 1 else data


def _by_function(said: str, rest: dict[str, Any], members: Mapping[str, Schema]) -> dict[str, Any] | None:
    """{"kind": "mean", "column": …}: the one member that takes such a function, and these fields beside it."""
    found = [
        {"kind": kind, field: _named(said, _resolved(shape)["enum"])} | rest
        for kind, one in members.items()
        for field, shape in one["properties"].items()
        if field not in rest and _takes(shape, said) and _fits({field: said} | rest, one)
    ]
    return found[0] if len(found) == 1 else None


def _takes(shape: Schema, said: str) -> bool:
    values = _resolved(shape).get("enum", ())
    return bool(values) and _named(said, values) in values


def _fits(data: Mapping[str, Any], member: Schema) -> bool:
    given = {_field(key, member["properties"]) for key in data}
    return _needed(member) <= given <= set(member["properties"])


def _needed(member: Schema) -> set[str]:
    return set(member.get("required", ())) - {"kind"}


def _object(data: Any, schema: Schema) -> Any:
    """An object, each of its fields in its form; a field that is null is one that is left away."""
    if not isinstance(data, dict):
        return data
    fields = schema["properties"]
    needed = _needed(schema)
    named = {_field(key, fields): value for key, value in data.items()}
    given = {key: value for key, value in named.items() if value is not None or key in needed}
    direction = _direction(given) if "descending" in fields and "descending" not in given else None
    if direction:
        given = {key: value for key, value in given.items() if key != direction[0]} | {"descending": direction[1]}
    if needed == {"column", "key"} and "column" in given:
        given.setdefault("key", given["column"])  # a key that is called so in both
    if needed == {"dataset", "on"}:
        given = _measured_apart(given)
    if given.get("kind") == "part_is" and "values" in given:
        given["values"] = _part_numbers(given["values"], str(given.get("part")))
    if given.get("kind") == "recode" and _is_mapping(given.get("merged")):
        given["merged"] = _merged(given["merged"])
    return {key: _inside(key, value, fields) for key, value in given.items()}


def _measured_apart(lookup: dict[str, Any]) -> dict[str, Any]:
    """A lookup with figures among its columns, these as its measures."""
    listed = lookup.get("columns")
    columns = listed if isinstance(listed, list | tuple) else []
    figures = [one for one in columns if isinstance(one, dict) and ("kind" in one or "function" in one)]
    if not figures or "measures" in lookup:
        return lookup
    return lookup | {"columns": [one for one in columns if one not in figures], "measures": figures}


def _inside(key: str, value: Any, fields: Mapping[str, Schema]) -> Any:
    if key not in fields:
        return value
    formed = _formed(value, fields[key])
    if key == "where" and isinstance(formed, list):
        return _flat(formed)
    if key in _UNNAMED and isinstance(formed, dict):
        return {name: one for name, one in formed.items() if name != "name"}
    return formed


def _field(key: str, fields: Mapping[str, Any]) -> str:
    """The declared field that is meant, one or several of it."""
    return next((one for one in (key, f"{key}s", key.removesuffix("s")) if one in fields), key)


def _direction(given: Mapping[str, Any]) -> tuple[str, bool] | None:
    """{"order": "desc"}: by which field an order is said, and whether it descends."""
    words = {"desc": True, "descending": True, "asc": False, "ascending": False}
    return next(((one, words[given[one]]) for one in ("order", "direction", "sort") if given.get(one) in words), None)


def _part_numbers(values: Any, part: str) -> Any:
    """Names of weekdays and months as the numbers that the language has for them."""
    if part not in _PARTS:
        return values
    whole, short, first = _PARTS[part]
    numbers = {name.lower(): at + first for names in (whole, short) for at, name in enumerate(names) if name}
    listed = values if isinstance(values, list | tuple) else [values]
    return [numbers.get(one.lower(), one) if isinstance(one, str) else one for one in listed]


def _is_mapping(merged: Any) -> bool:
    """Whether names are given by values ({"ACME Ltd": "Acme"}), or values by names ({"Acme": ["ACME Ltd", …]})."""
    if not isinstance(merged, dict) or "values" in merged:
        return False
    return all(isinstance(one, str) for one in merged.values()) or all(isinstance(one, list) for one in merged.values())


def _merged(mapping: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The values of each name, names in the order in which they came first."""
    found: dict[str, list[Any]] = {}
    for key, given in mapping.items():
        if isinstance(given, str):
            found.setdefault(given, []).append(key)
        else:
            found[key] = given
    return [{"to": name, "values": values} for name, values in found.items()]


def _equivalent(data: dict[str, Any]) -> Any:
    """A condition in the one form that the language has for it: one of one value is `=`, not `=` is `!=`."""
    kind, values = data["kind"], data.get("values", data.get("conditions"))
    if kind in ("one_of", "none_of") and isinstance(values, list) and len(values) == 1:
        return {
            "kind": "compare",
            "column": data.get("column"),
            "operator": "=" if kind == "one_of" else "!=",
            "value": values[0],
        }
    if kind in ("any_of", "all_of") and isinstance(values, list) and len(values) == 1:
        return values[0]
    if kind == "all_of" and isinstance(values, list):
        return data | {"conditions": _flat(values)}
    inner = data.get("condition")
    if kind != "not" or not isinstance(inner, dict):
        return data
    if inner.get("kind") == "not":
        return inner.get("condition")
    if inner.get("kind") in _OPPOSITE:
        return _equivalent(inner | {"kind": _OPPOSITE[inner["kind"]]})
    if inner.get("kind") in ("compare", "compare_columns") and inner.get("operator") in ("=", "!="):
        return inner | {"operator": "!=" if inner["operator"] == "=" else "="}
    return data


def _flat(conditions: list[Any]) -> list[Any]:
    """Conditions of which all must be met, those that are given as one of them among the others."""
    flat: list[Any] = []
    for one in conditions:
        inner = one.get("conditions") if isinstance(one, dict) and one.get("kind") == "all_of" else None
        flat += _flat(inner) if isinstance(inner, list) else [one]
    return flat


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip()).replace(" ", "_").lower()


def _class(ref: str) -> str:
    return _snake(ref.rsplit("/", 1)[-1])
