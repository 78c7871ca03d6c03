"""What `candor serve` shows a person: `/docs`, one page without scripts, written from the OpenAPI document."""

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

METHODS = ("get", "post", "patch", "put", "delete")
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { padding: .8rem; overflow-x: auto; border: 1px solid #8884; border-radius: 4px; }
summary { cursor: pointer; padding: .4rem 0; }
summary b { display: inline-block; min-width: 4.5rem; }
details { border-top: 1px solid #8884; }
details > div { padding: 0 0 1rem 4.5rem; }
td { padding: .2rem 1rem .2rem 0; vertical-align: top; }
:root { color-scheme: light dark; }
"""


def docs_page(document: Mapping[str, Any], url: str) -> str:
    """The API as a page: each route with what it takes and gives, and a line of curl; then the shapes."""
    about = document["info"]
    routes = "".join(_route(path, one, document, url) for path, one in _operations(document))
    shapes = "".join(_shape(name, shape) for name, shape in sorted(document["components"]["schemas"].items()))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Candor: the API</title><style>{STYLE}</style><h1>{escape(about['title'])}</h1>"
        f"<p>{escape(about.get('description', ''))}</p>"
        f"<p>Here any bearer token is a user of its own. The same for programs: "
        f'<a href="/openapi.json">openapi.json</a>.</p><h2>Routes</h2>{routes}<h2>Shapes</h2>{shapes}</html>'
    )


def _operations(document: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, Mapping[str, Any]]]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, (method, item[method])


def _route(path: str, operation: tuple[str, Mapping[str, Any]], document: Mapping[str, Any], url: str) -> str:
    method, told = operation
    parameters = "".join(
        f"<tr><td><code>{escape(one['name'])}</code><td>{escape(one['in'])}<td>{escape(one.get('description', ''))}"
        for one in told.get("parameters", ())
    )
    answers = "".join(
        f"<tr><td><code>{escape(status)}</code><td>{escape(one.get('description', ''))}<td>{_shape_of(one)}"
        for status, one in told.get("responses", {}).items()
    )
    body = told.get("requestBody")
    takes = f"<p>Takes {_shape_of(body)}</p>" if body else ""
    return (
        f"<details><summary><b>{method.upper()}</b><code>{escape(path)}</code> "
        f"{escape(told.get('summary', ''))}</summary>"
        f"<div><p>{escape(told.get('description', ''))}</p>{takes}"
        f"<table>{parameters}</table><p>Answers</p><table>{answers}</table>"
        f"<pre>{escape(_curl(method, path, body, document, url))}</pre></div></details>"
    )


def _content(part: Mapping[str, Any]) -> Mapping[str, Any]:
    schema: Mapping[str, Any] = part.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def _shape_of(part: Mapping[str, Any]) -> str:
    return _type(_content(part))


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in a few words, as HTML; a shape is a link."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    if options := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        return " or ".join(_type(option) for option in options)
    if "enum" in schema:
        return " or ".join(f"<code>{escape(json.dumps(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))


def _shape(name: str, shape: Mapping[str, Any]) -> str:
    needed = shape.get("required", ())
    rows = "".join(
        f"<tr><td><code>{escape(key)}</code>{' *' if key in needed else ''}<td>{_type(one)}"
        for key, one in shape.get("properties", {}).items()
    )
    about = escape(shape.get("description", ""))
    opening = f'<details id="{escape(name)}"><summary>{escape(name)}</summary>'
    return f"{opening}<div><p>{about}</p><table>{rows}</table></div></details>"


def _curl(method: str, path: str, body: Mapping[str, Any] | None, document: Mapping[str, Any], url: str) -> str:
    line = f"curl -X {method.upper()} {url}{path} -H 'Authorization: Bearer alice'"
    if not body:
        return line
    name = str(_content(body).get("$ref", "")).rsplit("/", 1)[-1]
    properties = document["components"]["schemas"].get(name, {}).get("properties", {})
    given = {key: one["examples"][0] for key, one in properties.items() if one.get("examples")}
    return f"{line} \\\n  -H 'Content-Type: application/json' -d '{json.dumps(given)}'"
