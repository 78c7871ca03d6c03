"""Calls of any analysis as a model could make them, right and wrong: by the schema that it is shown, on a table of
shop(region, returned, units, price, ordered, rows)."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from shared.analysis.base import Analysis

JUNK = ("", "nonsense", "sales", "Region", "2023-02-31", "DROP TABLE")
NUMBERS = (-3, 0, 1, 2, 3, 7, 12, 0.25, 0.9, 1.5, 1e300, 1001)


@cache
def _schema(kind: type[Analysis]) -> dict[str, Any]:
    return kind.model_json_schema()


@st.composite
def calls_of(draw: Any, kind: type[Analysis], words: tuple[str, ...], right: dict[str, Any]) -> dict[str, Any]:
    """Inputs of the analysis' tool: right ones, of which some fields are others; texts are taken from the words and
    from junk."""
    schema = _schema(kind)
    fields = schema.get("properties", {})
    others = draw(st.lists(st.sampled_from(sorted(fields)), max_size=3, unique=True))
    drawn = {name: draw(_of(fields[name], schema.get("$defs", {}), words, 1)) for name in others}
    return {**right, **drawn}


def _of(schema: dict[str, Any], known: dict[str, Any], words: tuple[str, ...], depth: int) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        anything = _of(known[name], known, words, depth)
        return _mostly(LIKELY[name](), anything) if name in LIKELY else anything
    if "column" in schema.get("discriminator", {}).get("mapping", {}):
        return groups()
    if "discriminator" in schema:
        return _or_wrong(st.sampled_from(CONDITIONS), WRONG_CONDITIONS)
    if "anyOf" in schema or "allOf" in schema:
        return st.one_of([_of(one, known, words, depth) for one in schema.get("anyOf", schema.get("allOf"))])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    return _of_type(schema, known, words, depth)


def _of_type(
    schema: dict[str, Any], known: dict[str, Any], words: tuple[str, ...], depth: int
) -> st.SearchStrategy[Any]:
    simple: dict[str, st.SearchStrategy[Any]] = {
        "boolean": st.booleans(),
        "null": st.none(),
        "string": st.sampled_from((*words * 6, *JUNK)),
        "integer": st.sampled_from([number for number in NUMBERS if isinstance(number, int)]),
        "number": st.sampled_from(NUMBERS),
    }
    if schema.get("type") == "array":
        most = 0 if depth > 3 else 2
        return st.lists(_of(schema.get("items", {}), known, words, depth + 1), max_size=most)
    if schema.get("type") != "object":
        return simple.get(str(schema.get("type")), st.none())
    fields = {name: _of(one, known, words, depth + 1) for name, one in schema.get("properties", {}).items()}
    required = set(schema.get("required", ()))
    optional = {name: field for name, field in fields.items() if name not in required} if depth < 4 else {}
    return st.fixed_dictionaries({name: fields[name] for name in required}, optional=optional)


FUNCTIONS = [
    "count",
    "sum",
    "mean",
    "min",
    "max",
    "median",
    "distinct",
    "stddev",
    "range",
    "percentile",
    "rate",
    "ratio",
]
CONDITIONS: list[Any] = [
    {"kind": "compare", "column": "region", "operator": "=", "value": "North"},
    {"kind": "compare", "column": "units", "operator": ">", "value": 2},
    {"kind": "range", "column": "price", "low": 2, "high": 20},
    {"kind": "period", "column": "ordered", "start": "2023-02-01", "end": "2024-01-01"},
    {"kind": "one_of", "column": "region", "values": ["North", "East"]},
    {"kind": "against_quantile", "column": "price", "operator": ">=", "at": 0.9},
    {"kind": "known", "column": "units"},
]
"""Conditions of the query language."""
WRONG_CONDITIONS: list[Any] = [
    {"kind": "compare", "column": "nowhere", "operator": "=", "value": "North"},
    {"kind": "compare", "column": "region", "operator": ">", "value": 3},
    {"kind": "between", "column": "price"},
    {"column": "region"},
    "region = North",
]
NUMERIC = st.sampled_from(["units", "price", "rows"])


def _mostly(right: st.SearchStrategy[Any], wrong: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The one, and now and then the other."""
    return st.integers(0, 11).flatmap(lambda chance: wrong if chance == 11 else right)


def _or_wrong(right: st.SearchStrategy[Any], wrong: list[Any]) -> st.SearchStrategy[Any]:
    """Now and then what cannot be meant."""
    return _mostly(right, st.sampled_from(wrong))


@st.composite
def metrics(draw: Any) -> dict[str, Any]:
    function = draw(st.sampled_from(FUNCTIONS))
    item: dict[str, Any] = {"function": function}
    if function != "count" or draw(st.booleans()):
        item["column"] = draw(_or_wrong(NUMERIC, ["region", "nowhere"]))
    if function == "percentile":
        item["parameter"] = draw(_or_wrong(st.sampled_from([0, 0.25, 0.5, 1]), [1.5, None]))
    if function == "rate":
        item |= {"column": "returned", "positive": draw(_or_wrong(st.sampled_from(["yes", "no"]), ["maybe", None, 1]))}
    if function == "ratio":
        item["other"] = draw(_or_wrong(NUMERIC, [None, "region"]))
    if function in ("mean", "median") and draw(st.integers(0, 4)) == 0:
        item["per"] = draw(groups())
    return item


@st.composite
def groups(draw: Any) -> dict[str, Any]:
    return draw(
        _or_wrong(
            st.sampled_from(
                [
                    {"kind": "column", "column": "region"},
                    {"kind": "column", "column": "returned"},
                    {"kind": "time", "column": "ordered", "grain": "month"},
                ]
            ),
            [{"kind": "time", "column": "region", "grain": "month"}, {"column": "nowhere"}],
        )
    )


@st.composite
def conditions(draw: Any) -> dict[str, Any]:
    operator = draw(st.sampled_from(["=", "!=", "<", "<=", ">", ">=", "between", "in", "not in", "is null"]))
    column, values = draw(
        st.sampled_from(
            [
                ("region", ["North", "East", "Nowhere"]),
                ("units", [0, 2, 5]),
                ("price", [1.5, 8.0, 30]),
                ("ordered", ["2023-02-01", "2023-09-15", "2024-01-01"]),
            ]
        )
    )
    most = {"between": 2, "in": 3, "not in": 3, "is null": 0, "=": 2, "!=": 2}.get(operator, 1)
    least = 1 if operator in ("=", "!=", "in", "not in") else most
    taken = draw(st.lists(st.sampled_from(values), min_size=least, max_size=most, unique=True))
    if draw(st.integers(0, 11)) == 0:
        taken = draw(st.lists(st.sampled_from(["x", 3, None]), max_size=3))
    item = {"column": column, "operator": operator, "values": taken}
    if draw(st.integers(0, 9)) == 0:
        item = {"column": "ordered", "operator": "in", "grain": "weekday", "values": [1, 2, 7]}
    return item


@st.composite
def filters(draw: Any) -> list[dict[str, Any]]:
    found = draw(st.lists(conditions(), max_size=2))
    if found and "grain" not in found[0] and draw(st.integers(0, 3)) == 0:
        other = draw(conditions())
        found[0]["otherwise"] = [{name: other[name] for name in ("column", "operator", "values")}]
    return found


LIKELY = {"Metric": metrics, "Filter": conditions}
"""What a model would give most of the time, by the name of the type."""
