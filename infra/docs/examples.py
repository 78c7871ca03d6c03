"""An example of each route in curl, Python and JavaScript, for docs/api.md. Tests run every one as it stands there."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

NAMES: Final = ("DATASET", "SESSION", "TURN", "RESULT", "WATCH", "WEBHOOK", "RECEIVER")
VARIABLE: Final = re.compile(r'"\$([A-Z]+)"')
PARAMETER: Final = re.compile(r"\{([a-z]+)_id\}")

SHELL_SETUP: Final = """URL=${URL:-http://127.0.0.1:8080} TOKEN=${TOKEN:-alice}
AUTH="Authorization: Bearer $TOKEN" JSON='Content-Type: application/json'"""
PYTHON_SETUP: Final = f"""import os

import requests

URL, TOKEN = os.environ.get("URL", "http://127.0.0.1:8080"), os.environ.get("TOKEN", "alice")
{", ".join(NAMES)} = (
    os.environ.get(name, "") for name in ({", ".join(map(json.dumps, NAMES))})
)
api = requests.Session()
api.headers["Authorization"] = f"Bearer {{TOKEN}}"


def checked(answer):
    answer.raise_for_status()
    return answer.text"""
JAVASCRIPT_SETUP: Final = f"""const {{ {", ".join(NAMES)} }} = process.env;
const {{ URL: base = "http://127.0.0.1:8080", TOKEN = "alice" }} = process.env;

async function api(method, path, body, headers = {{}}) {{
  const answer = await fetch(base + path, {{
    method,
    headers: {{ Authorization: `Bearer ${{TOKEN}}`, "Content-Type": "application/json", ...headers }},
    body: body && JSON.stringify(body),
  }});
  if (!answer.ok) throw new Error(await answer.text());
  return answer.status === 204 ? null : answer.json();
}}"""


@dataclass(frozen=True)
class Example:
    """What is sent to a route: a body, in which "$DATASET" and its like stand for ids; a query; an idempotency key.
    One that is `followed` is a stream in curl."""

    body: Mapping[str, Any] | None = None
    query: str = ""
    key: str = ""
    followed: bool = False


EXAMPLES: Final[Mapping[str, Example]] = {
    "GET /turns/{turn_id}/events": Example(query="after=0&wait=20", followed=True),
    "GET /turns/{turn_id}/report": Example(query="format=md"),
    "POST /datasets": Example({"file_name": "sales.csv"}),
    "PATCH /datasets/{dataset_id}": Example({"columns": {"ordered": {"date_order": "DMY"}}}),
    "POST /datasets/{dataset_id}/versions": Example(),
    "POST /sessions": Example({"dataset_ids": ["$DATASET"]}),
    "PATCH /sessions/{session_id}": Example({"settings": {"confidence_threshold": 0.8}}),
    "POST /sessions/{session_id}/messages": Example(
        {"question": "What is the total revenue by region?", "wait": True}, key="monday-1"
    ),
    "POST /watches": Example(
        {
            "question": "What is the total revenue?",
            "dataset_ids": ["$DATASET"],
            "when": {"kind": "cron", "expression": "0 8 * * MON", "timezone": "Europe/Berlin"},
            "condition": {"kind": "above", "limit": 1000},
        }
    ),
    "POST /webhooks": Example({"url": "$RECEIVER", "events": ["WatchFired"]}),
    "POST /webhooks/{webhook_id}/secret": Example(),
    "PATCH /reviews/{turn_id}": Example({"reviewed": True, "note": "The threshold was too strict here."}),
    "PATCH /failsafe": Example({"confidence_threshold": 0.7}),
}
"""By method and path; a route that reads or deletes needs no more than those."""


def written(method: str, path: str) -> str:
    """The three examples of a route, as Markdown. Raises KeyError for one that changes something and has none."""
    name = f"{method.upper()} {path}"
    example = EXAMPLES.get(name) or Example() if method in ("get", "delete") else EXAMPLES[name]
    parts = (
        ("sh", curl(method.upper(), path, example)),
        ("python", python(method, path, example)),
        ("javascript", javascript(method.upper(), path, example)),
    )
    return "\n\n".join(f"```{language}\n{text}\n```" for language, text in parts)


def curl(method: str, path: str, example: Example) -> str:
    """For a shell in which SHELL_SETUP was said."""
    address = PARAMETER.sub(lambda found: f"${found[1].upper()}", path)
    query = f"?{example.query}" if example.query and not example.followed else ""
    verb = "" if method == "GET" else f" -X {method}"
    line = f'curl -sS --fail-with-body{" -N" if example.followed else ""}{verb} "$URL{address}{query}" -H "$AUTH"'
    line += " -H 'Accept: text/event-stream'" if example.followed else ""
    line += f" \\\n  -H 'Idempotency-Key: {example.key}'" if example.key else ""
    if example.body is None:
        return line
    body = _body(example.body, _json, "")
    if not VARIABLE.search(body):
        return f"{line} -H \"$JSON\" \\\n  -d '{body}'"
    return f'{line} -H "$JSON" -d @- <<END\n{body}\nEND'


def python(method: str, path: str, example: Example) -> str:
    """For a program that begins with PYTHON_SETUP."""
    _, address = _named(path, "{", "}")
    given = [f'f"{{URL}}{address}{_query_string(example)}"']
    if example.body is not None:
        body = _body(example.body, _literal, "    ", last=",")
        given.append(f"json={VARIABLE.sub(lambda found: found[1], body)}")
    if example.key:
        given.append(f'headers={{"Idempotency-Key": "{example.key}"}}')
    return f"answer = api.{method}({_wrapped(given, '    ')})\nprint(checked(answer))"


def javascript(method: str, path: str, example: Example) -> str:
    """For a module that begins with JAVASCRIPT_SETUP."""
    named, address = _named(path, "${", "}")
    mark = "`" if named else '"'
    given = [f'"{method}"', f"{mark}{address}{_query_string(example)}{mark}"]
    if example.body is not None:
        given.append(VARIABLE.sub(lambda found: found[1], _body(example.body, _json, "  ")))
    if example.key:
        given.append(f'{{ "Idempotency-Key": "{example.key}" }}')
    return f"console.log(await api({_wrapped(given)}));"


def _named(path: str, before: str, after: str) -> tuple[bool, str]:
    """Whether the path names something, and the path with variables of the language."""
    return "{" in path, PARAMETER.sub(lambda found: f"{before}{found[1].upper()}{after}", path)


def _query_string(example: Example) -> str:
    return f"?{example.query}" if example.query else ""


def _wrapped(given: list[str], indent: str = "  ") -> str:
    line = ", ".join(given)
    return line if len(line) <= 90 and "\n" not in line else f"\n{indent}" + f",\n{indent}".join(given) + ",\n"


def _body(body: Mapping[str, Any], told: Callable[[Any], str], indent: str, last: str = "") -> str:
    """An object on one line where it is short, else a line a field."""
    line = told(body)
    if len(line) <= 80:
        return line
    deeper = indent + (indent or "  ")
    fields = (f"{deeper}{json.dumps(name)}: {told(value)}" for name, value in body.items())
    return "{\n" + ",\n".join(fields) + f"{last}\n{indent}}}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _literal(value: Any) -> str:
    """JSON as Python writes it, in double quotes."""
    match value:
        case bool():
            return str(value)
        case Mapping():
            return "{" + ", ".join(f"{json.dumps(key)}: {_literal(one)}" for key, one in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_literal, value)) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)
