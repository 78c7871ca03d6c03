"""The question with a known answer, as a deployment is asked it: what it answered is told, and what was wrong."""

import io
import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from functions.rescue.smoke import handler
from infra.deploy.smoke import smoke, waiting


@dataclass
class Lambda:
    """Lambda, whose functions all answer this; `error` is what it says where one has failed."""

    answer: dict[str, Any]
    error: str = ""
    asked: list[str] = field(default_factory=list)

    def invoke(self, FunctionName: str, Payload: bytes) -> dict[str, Any]:  # noqa: N803 its names are AWS's
        self.asked.append(FunctionName)
        told = {"FunctionError": self.error} if self.error else {}
        return {"Payload": io.BytesIO(json.dumps(self.answer).encode()), **told}


def test_the_deployment_of_that_name_is_asked_and_its_answer_told() -> None:
    api = Lambda({"status": "answered", "source": "claude", "text": "Revenue is 73.7."})
    assert smoke("candor", api) == "answered by claude: Revenue is 73.7."
    assert api.asked == ["candor-smoke:live"]


@pytest.mark.parametrize(
    ("answer", "why"), [({"errorMessage": "no reply came"}, "no reply came"), ({}, "the function failed")]
)
def test_a_function_that_failed_is_an_error_that_says_why(answer: dict[str, Any], why: str) -> None:
    with pytest.raises(RuntimeError, match=why):
        smoke("candor", Lambda(answer, error="Unhandled"))


def test_the_question_is_asked_once_and_waited_for_longer_than_its_function_may_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    config = waiting().meta.config
    assert config.read_timeout > handler.seconds
    assert config.retries["total_max_attempts"] == 1
