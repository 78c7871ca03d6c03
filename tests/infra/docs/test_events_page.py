"""Whoever follows the page on events can check a signature, ask by an event, and read every field."""

import base64
import hashlib
import hmac
import json
import re
import shlex

import pytest

from infra.docs import api
from infra.docs.events import page
from infra.local.server import PRINCIPALS
from shared.contracts import ANNOUNCEMENTS
from shared.turn.acceptance.bus_question import Question
from shared.webhooks.deliver import BACKOFF

PAGE = page()


def test_the_example_is_signed_as_the_page_says_that_everything_is():
    example = PAGE[PAGE.index("With the secret") :]
    secret, event, timestamp, told = re.findall(r"`([^`]+)`", example)[:4]
    body = re.search(r"```json\n(.*?)\n```", example, re.DOTALL)[1]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.new(key, f"{event}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    assert told == f"v1,{base64.b64encode(signed).decode()}"


@pytest.mark.parametrize("told", [PAGE, api.written()], ids=["events", "api"])
def test_the_command_that_asks_by_an_event_sends_a_question_of_a_user_that_is_known(told):
    command = re.search(r"^aws(?:local)? events put-events (.*?\]')$", told, re.DOTALL | re.MULTILINE)[1]
    (entry,) = json.loads(shlex.split(command)[-1])
    assert entry["DetailType"] == "QuestionAsked"
    assert entry["Source"] in PRINCIPALS
    asked = Question.model_validate_json(entry["Detail"])
    assert asked.question
    assert asked.dataset_ids


def test_the_waits_between_tries_are_those_that_deliveries_take():
    (told,) = re.findall(r"sent again after (.*?) \(in AWS", " ".join(PAGE.split()))
    seconds = {"s": 1, "min": 60, "h": 3600}
    assert tuple(int(n) * seconds[unit] for n, unit in re.findall(r"(\d+) (s|min|h)\b", told)) == BACKOFF


@pytest.mark.parametrize("event", ANNOUNCEMENTS)
def test_every_field_of_an_event_stands_below_its_name_and_those_that_may_be_missing_say_so(event):
    below = PAGE.partition(f"\n### {event}\n")[2].partition("\n### ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", below, re.MULTILINE))
    fields = ANNOUNCEMENTS[event].model_fields
    assert list(rows) == list(fields)
    assert {name for name, told in rows.items() if told.endswith(", or absent")} == {
        name for name, field in fields.items() if not field.is_required()
    }
