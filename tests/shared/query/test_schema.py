"""The schema that a model fills in is small, whole, and takes what the language takes."""

import json
import random

from shared.query.schema import tool_schema
from tests.shared.query.tables import random_table
from tests.shared.query.values import random_query


def _references(schema):
    if isinstance(schema, dict):
        yield from ([schema["$ref"]] if "$ref" in schema else [])
        for value in schema.values():
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)


def test_the_schema_fits_beside_other_tools():
    assert len(json.dumps(tool_schema(), separators=(",", ":"))) < 19_800  # some 5,000 tokens


def test_every_reference_leads_somewhere():
    assert {reference.rsplit("/", 1)[-1] for reference in _references(tool_schema())} <= set(tool_schema()["$defs"])


def test_every_field_of_a_query_stands_in_the_schema():
    kinds = {}
    for definition in tool_schema()["$defs"].values():
        if "const" in definition.get("properties", {}).get("kind", {}):
            kinds.setdefault(definition["properties"]["kind"]["const"], set()).update(definition["properties"])
    for seed in range(100):
        rng = random.Random(seed)
        query = random_query(rng, random_table(rng)).model_dump(mode="json")
        for node in _nodes(query):
            assert set(node) <= set(kinds[node["kind"]])


def _nodes(data):
    if isinstance(data, dict):
        yield from ([data] if "kind" in data else [])
        for value in data.values():
            yield from _nodes(value)
    elif isinstance(data, list):
        for value in data:
            yield from _nodes(value)
