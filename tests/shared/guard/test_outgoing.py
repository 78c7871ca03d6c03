"""The guard outside of Candor: what it lets through, what it masks, and what it does not judge."""

import boto3
import pytest
from botocore.exceptions import ReadTimeoutError
from botocore.stub import Stubber

from shared.deps import Deps
from shared.errors import GuardrailUnavailable
from shared.guard.outgoing import BedrockGuardrail
from shared.settings import Settings

USAGE = {
    "topicPolicyUnits": 1,
    "contentPolicyUnits": 1,
    "wordPolicyUnits": 1,
    "sensitiveInformationPolicyUnits": 1,
    "sensitiveInformationPolicyFreeUnits": 0,
    "contextualGroundingPolicyUnits": 0,
}
ASKED = {
    "guardrailIdentifier": "g1",
    "guardrailVersion": "3",
    "source": "OUTPUT",
    "content": [{"text": {"text": "Anna leads with 12 orders."}}],
}


def masked(action):
    return [
        {
            "sensitiveInformationPolicy": {
                "piiEntities": [{"match": "Anna", "type": "NAME", "action": action}],
                "regexes": [],
            }
        }
    ]


def answered(action, outputs=(), assessments=()):
    return {
        "usage": USAGE,
        "action": action,
        "outputs": [{"text": text} for text in outputs],
        "assessments": list(assessments),
    }


@pytest.fixture
def client():
    return boto3.client(
        "bedrock-runtime", region_name="eu-west-1", aws_access_key_id="none", aws_secret_access_key="none"
    )


def checked(client, answer):
    with Stubber(client) as stub:
        stub.add_response("apply_guardrail", answer, ASKED)
        return BedrockGuardrail(client, "g1", "3").checked("Anna leads with 12 orders.")


def test_a_text_without_complaint_goes_out_as_it_is(client):
    assert checked(client, answered("NONE")) == "Anna leads with 12 orders."


def test_a_masked_text_goes_out_masked(client):
    answer = answered("GUARDRAIL_INTERVENED", ["{NAME} leads with 12 orders."], masked("ANONYMIZED"))
    assert checked(client, answer) == "{NAME} leads with 12 orders."


@pytest.mark.parametrize(
    "assessments",
    [
        masked("BLOCKED"),
        [
            {
                "contentPolicy": {
                    "filters": [{"type": "INSULTS", "confidence": "HIGH", "action": "BLOCKED"}],
                }
            }
        ],
        [
            *masked("ANONYMIZED"),
            {"wordPolicy": {"customWords": [{"match": "leads", "action": "BLOCKED"}], "managedWordLists": []}},
        ],
        [],
    ],
)
def test_a_blocked_text_does_not_go_out_nor_does_the_guardrails_own_message(client, assessments):
    assert checked(client, answered("GUARDRAIL_INTERVENED", ["Sorry, blocked."], assessments)) is None


@pytest.mark.parametrize("code", ["ThrottlingException", "AccessDeniedException", "ResourceNotFoundException"])
def test_a_guardrail_that_does_not_answer_gives_no_verdict(client, code):
    with Stubber(client) as stub:
        stub.add_client_error("apply_guardrail", code)
        with pytest.raises(GuardrailUnavailable):
            BedrockGuardrail(client, "g1", "3").checked("Anna leads.")


def test_a_guardrail_that_takes_too_long_gives_no_verdict():
    class Slow:
        def apply_guardrail(self, **_asked):
            raise ReadTimeoutError(endpoint_url="https://bedrock")

    with pytest.raises(GuardrailUnavailable):
        BedrockGuardrail(Slow(), "g1", "3").checked("Anna leads.")


def test_there_is_one_only_where_a_deployment_names_it():
    assert Deps(Settings()).outgoing is None
    named = Settings.from_env({"CANDOR_BEDROCK_GUARDRAIL_ID": "g1", "CANDOR_BEDROCK_GUARDRAIL_VERSION": "3"})
    assert isinstance(Deps(named).outgoing, BedrockGuardrail)
