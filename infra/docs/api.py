"""docs/api.md from the OpenAPI document: `python -m infra.docs.api` writes it."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from functions.api.api import description
from infra.docs import examples

TARGET = Path(__file__).parents[2] / "docs" / "api.md"
METHODS = ("get", "post", "patch", "delete")

OPENING = """# The API

*Written from the OpenAPI document by `python -m infra.docs.api`; `GET /openapi.json` returns that document.*

{about}

**Authentication.** In AWS, send an access token of the user pool as `Authorization: Bearer <token>`; the authorizer in
front of the API checks it. With `candor serve` every token is a user of its own. Another user's ids return 404, exactly
like ids that do not exist.

**One reply.** Asking a question returns `202` and its turn; `GET /turns/{{turn_id}}` returns the reply once there is
one. With `"wait": true` the response is the reply itself, if it is ready within 12 seconds. With the header
`Idempotency-Key`, a repeated question is the same turn; the same key with another question is `409`. While a turn is
running, a second question in its session is `409` with the running turn's id.

**Errors** have one shape: `code` is for programs, `message` says what to do.

```json
{{"error": {{"code": "turn_running", "message": "Turn turn_01… of this session is still running; wait for its reply, or
cancel it.", "turn_id": "turn_01…", "request_id": "req_01…"}}}}
```

## A first answer

The examples on this page begin with these lines; the ids that an example names are in environment variables (`DATASET`,
`SESSION`, `TURN`, …). `candor serve` says where it listens.

```sh
{shell}
```

```python
{python}
```

```javascript
{javascript}
```

From a file to an answer, in the shell. `sales.csv` is a file of your own with revenue and regions;
`cp examples/orders.csv sales.csv` will do. The answer is JSON; its sentence is in `text`.

```sh
# a dataset: ask for a form, send the file with it
curl -sS --fail-with-body $URL/datasets -H "$AUTH" -H "$JSON" -d '{{"file_name": "sales.csv"}}' > dataset.json
python3 -c 'import json; [print("form =", json.dumps(f"{{k}}={{v}}")) for k, v in
  json.load(open("dataset.json"))["upload"]["fields"].items()]' > form.txt
curl -sS --fail-with-body -K form.txt -F file=@sales.csv "$(python3 -c 'import json
print(json.load(open("dataset.json"))["upload"]["url"])')"
DATASET=$(python3 -c 'import json; print(json.load(open("dataset.json"))["dataset"]["dataset_id"])')
until curl -sS $URL/datasets/$DATASET -H "$AUTH" | grep -q '"status": *"ready"'; do sleep 1; done

# a conversation on it
SESSION=$(curl -sS --fail-with-body $URL/sessions -H "$AUTH" -H "$JSON" -d "{{\\"dataset_ids\\": [\\"$DATASET\\"]}}" |
  python3 -c 'import json, sys; print(json.load(sys.stdin)["session_id"])')
curl -sS --fail-with-body $URL/sessions/$SESSION/messages -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: first' \\
  -d '{{"question": "What is the total revenue by region?", "wait": true}}'
```

`candor serve` also speaks AWS's own protocol (any credentials will do):

```sh
export AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any AWS_DEFAULT_REGION=us-east-1
alias awslocal='aws --endpoint-url http://127.0.0.1:4566'
awslocal s3 cp sales.csv s3://candor/uploads/$DATASET/file
awslocal events put-events --entries '[{{"Source": "alice", "DetailType": "QuestionAsked", "EventBusName": "candor",
  "Detail": "{{\\"question\\": \\"What is the total revenue?\\", \\"dataset_ids\\": [\\"'$DATASET'\\"]}}"}}]'
awslocal stepfunctions list-executions \\
  --state-machine-arn arn:aws:states:us-east-1:123456789012:stateMachine:candor-turn
awslocal stepfunctions get-execution-history --execution-arn $EXECUTION
awslocal dynamodb scan --table-name candor
```

## Routes
"""


def written() -> str:
    """The page."""
    document = json.loads(description())
    opening = OPENING.format(
        about=document["info"]["description"],
        shell=examples.SHELL_SETUP,
        python=examples.PYTHON_SETUP,
        javascript=examples.JAVASCRIPT_SETUP,
    )
    parts = [opening, *_routes(document)]
    return "\n".join([*parts, "## Types", "", *_types(document)]).rstrip() + "\n"


def _routes(document: Mapping[str, Any]) -> Iterator[str]:
    for path, method, route in _ordered(document["paths"]):
        yield f"### {method.upper()} {path}\n"
        yield f"{route['summary']}. {route.get('description', '')}".strip() + "\n"
        for parameter in route.get("parameters", []):
            told = parameter.get("description") or parameter["schema"].get("description", "")
            yield f"- {parameter['in']} `{parameter['name']}`: {told}"
        if body := route.get("requestBody"):
            yield f"- body: {_type(body['content']['application/json']['schema'])}"
        for status, answer in route["responses"].items():
            if status.startswith("2"):
                yield f"- {status}: {answer['description']}{_content(answer)}"
        failures = ", ".join(status for status in route["responses"] if not status.startswith("2"))
        yield f"- errors: {failures}\n"
        yield f"{examples.written(method, path)}\n"


def _ordered(paths: Mapping[str, Any]) -> list[tuple[str, str, Any]]:
    found = [(path, method, routes[method]) for path, routes in paths.items() for method in METHODS if method in routes]
    nouns = list(dict.fromkeys(route["tags"][0] for *_, route in found))
    return sorted(found, key=lambda one: (nouns.index(one[2]["tags"][0]), one[0], METHODS.index(one[1])))


def _content(answer: Mapping[str, Any]) -> str:
    content = (answer.get("content") or {}).get("application/json", {})
    return f" {_type(content['schema'])}" if content.get("schema") else ""


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in a few characters."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items') or schema.get('prefixItems', [{}])[0])}"
    return str(schema.get("format") or schema.get("type") or "anything")


def _types(document: Mapping[str, Any]) -> Iterator[str]:
    for name, schema in sorted(document["components"]["schemas"].items()):
        if name in OF_THE_FRAMEWORK:
            continue
        yield f"### {name}\n"
        yield " ".join(schema.get("description", "").split()) + "\n"
        for field, inner in schema.get("properties", {}).items():
            must = ", required" if field in schema.get("required", []) else ""
            told = f": {inner['description']}" if "description" in inner else ""
            yield f"- `{field}` ({_type(inner)}{must}){told}"
        yield ""


OF_THE_FRAMEWORK = {"HTTPValidationError", "ValidationError", "ResponseValidationError"}


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(written())
