"""docs/events.md: every event that Candor announces, from its type."""

import json
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any, Final

from shared.contracts import ANNOUNCEMENTS, Announcement
from shared.turn.acceptance.bus_question import Question
from shared.webhooks.deliver import BACKOFF
from shared.webhooks.signature import signature

SECRET: Final = "whsec_dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgc2VjcmV0IQ=="  # noqa: S105 — an example, for the page
EXAMPLE: Final = {
    "type": "WatchFired",
    "timestamp": "2026-11-23T07:00:04Z",
    "data": {
        "announcement_id": "watch_01example:1",
        "user_id": "alice",
        "sequence": 1,
        "watch_id": "watch_01example",
        "kind": "crossed",
        "scheduled_at": "2026-11-23T07:00:00Z",
        "at": "2026-11-23T07:00:03Z",
        "turn_id": "turn_01example",
        "text": "The share of orders that are returned is 5.4 %: it has passed 5 %.",
        "figure": "share of orders that are returned",
        "unit": "%",
        "value": 5.4,
        "before": 4.8,
    },
}
OPENING: Final = """# Events

*Written by `make docs` from the types in `shared/contracts/announcement.py`; edit those, not the page.*

Candor announces what has happened on its event bus (source `candor`) and to webhooks. Every event has these
fields in its detail:

| field | meaning |
|---|---|
| `announcement_id` | the event's id; a redelivered event keeps it |
| `user_id` | whose event it is: a webhook gets only the events of its user |
| `sequence` | of two events about the same turn, dataset or watch, the higher one is newer |

**Events arrive at least once, and in any order.** Keep the `announcement_id` of each event that you have handled, and
the highest `sequence` for each turn, dataset and watch, to ignore those that come twice or late.

## Webhooks

`POST /webhooks` with `{"url": "https://example.com/candor", "events": ["WatchFired"]}` (no `events`: all of
them) returns the secret that signs what is sent, once; `POST /webhooks/{webhook_id}/secret` returns a new
one, and for 24 hours events are signed with both. An event is sent as a POST of JSON with `type`, `timestamp` and
`data`, the event's detail, and with the headers of [Standard Webhooks](https://www.standardwebhooks.com):
`webhook-id` (the `announcement_id`), `webhook-timestamp` (seconds), and `webhook-signature`, one or two
signatures separated by a space. Each is the base64 of HMAC-SHA256 over `id.timestamp.body`; the key is the part of
the secret after `whsec_`, decoded from base64. One signature that matches is enough. Refuse events older than five
minutes.
"""
ASKED: Final = """## Asking by an event

An event of the detail type `QuestionAsked` on the bus `candor` is a question. Its `source` says who is asking: the
deployment's setting `principals` maps sources to users, and the bus accepts a source's events only from those whom its
policy allows (locally, `alice` and `bob` are users of those names). A redelivered event is the same turn, by its id.
The end of the turn is announced like any other, and its reply is read like any other.

```sh
aws events put-events --entries '[{example}]'
```

| field of the detail | type | meaning |
|---|---|---|
{rows}

Events from any other source are ignored. A question that cannot be accepted (an unknown dataset, a session whose turn
is still running) is retried and then goes to the dead-letter queue, which has an alarm.
"""
ASKED_MEANINGS: Final = {
    "question": "the question, as a person would ask it",
    "session_id": "the session to continue; without one, a new session is begun",
    "dataset_ids": "what a new session is about",
}
DELIVERY: Final = """Any 2xx response accepts the event. Otherwise it is sent again after {waits} (in AWS, an event
that was never accepted then goes to the dead-letter queue, which has an alarm); `410 Gone` deletes the webhook.
Redirects are not followed. Addresses must be public and use https, on port 443 or any port from 1024 up; the
address that a host name resolves to is checked each time, and is the one connected to. To try webhooks on one machine,
`CANDOR_WEBHOOKS_TO_LOOPBACK=1 candor serve` also sends to `http://127.0.0.1`.
"""


def page() -> str:
    """The whole page."""
    parts = [
        OPENING,
        _example(),
        DELIVERY.format(waits=_waits()),
        _asked(),
        "## The events\n",
        *map(_event, ANNOUNCEMENTS.items()),
    ]
    return "\n".join(parts)


def _example() -> str:
    body = json.dumps(EXAMPLE, ensure_ascii=False, separators=(",", ":"))
    told = signature(SECRET, "watch_01example:1", 1795503604, body)
    return (
        f"With the secret `{SECRET}`, the id `watch_01example:1` and the timestamp `1795503604`\n"
        f"this body is signed as `{told}`:\n\n```json\n{body}\n```\n"
    )


def _asked() -> str:
    detail = Question(question="What was revenue last week?", dataset_ids=("ds_01example",))
    entry = {
        "Source": "alice",
        "DetailType": "QuestionAsked",
        "EventBusName": "candor",
        "Detail": detail.model_dump_json(exclude_defaults=True),
    }
    schema = Question.model_json_schema()
    required = set(schema["required"])
    rows = (
        f"| `{name}` | {_type(field)}{'' if name in required else ', or absent'} | {ASKED_MEANINGS[name]} |"
        for name, field in schema["properties"].items()
    )
    return ASKED.format(example=json.dumps(entry), rows="\n".join(rows))


def _waits() -> str:
    shown = [f"{one} s" if one < 60 else f"{one // 60} min" if one < 3600 else f"{one // 3600} h" for one in BACKOFF]
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def _event(named: tuple[str, type[Announcement]]) -> str:
    name, kind = named
    rows = "\n".join(_rows(kind.model_json_schema()))
    told = " ".join(cleandoc(kind.__doc__ or "").split())
    return f"### {name}\n\n{told}\n\n| field | type |\n|---|---|\n{rows}\n"


def _rows(schema: dict[str, Any]) -> Iterator[str]:
    required = set(schema.get("required", ()))
    for name, field in schema["properties"].items():
        yield f"| `{name}` | {_type(field)}{'' if name in required else ', or absent'} |"


def _type(field: dict[str, Any]) -> str:
    if "anyOf" in field:
        return " or ".join(_type(one) for one in field["anyOf"])
    if "enum" in field:
        return "one of " + ", ".join(f"`{one}`" for one in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    if field.get("type") == "array":
        return f"list of {_type(field['items'])}s"
    return f"{field.get('type', 'any')}{' (' + field['format'] + ')' if 'format' in field else ''}"
