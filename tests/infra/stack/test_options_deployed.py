"""Every option, and every deployment that the documentation shows, passes the security checks that end `make synth`."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from infra.options import Options
from infra.stack.imports import ROOT

pytestmark = pytest.mark.synth
SHOWN = re.compile(r'^make deploy CONTEXT="([^"]*)"', re.MULTILINE)
MEANT = {"ID": "eu.anthropic.claude", "ARN": "arn:aws:bedrock:eu-central-1:1:inference-profile/eu.anthropic.claude"}
"""What stands for a placeholder."""
CHOSEN: tuple[dict[str, str], ...] = (
    {
        "prefix": "other",
        "protected": "false",
        "model": "bedrock",
        "bedrock_model_id": MEANT["ID"],
        "model_arns": MEANT["ARN"],
        "bedrock_guardrail_id": "guard",
        "bedrock_guardrail_version": "1",
        "snapstart": "true",
        "reserved": "5",
        "streams": "5",
        "tracing": "true",
        "alarm_email": "somebody@example.com",
        "budget_usd_a_day": "5",
        "smoke_hours": "1",
        "traces_secret": "candor/traces",
        "settings": json.dumps({"principals": {"nightly": "user-1"}}),
        "principal_roles": json.dumps({"nightly": "arn:aws:iam::1:role/nightly"}),
    },
    {
        "model": "claude",
        "anthropic_secret": "candor/anthropic",
        "alarm_topic": "arn:aws:sns:eu-central-1:1:alarms",
        "console": "false",
        "warm": "false",
        "canary": "false",
        "smoke_hours": "0",
        "table": "candor-20261122100000",
        "table_stream": "arn:aws:dynamodb:eu-central-1:1:table/candor-20261122100000/stream/1",
    },
)


def _shown() -> list[dict[str, str]]:
    """The contexts of the commands in the documentation."""
    page = (ROOT / "docs" / "operations.md").read_text()
    given = (shlex.split(one) for one in SHOWN.findall(page))
    return [dict(_option(word) for word in words if word != "-c") for words in given]


def _option(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, MEANT.get(value, value)


@pytest.mark.parametrize("context", [*_shown(), *CHOSEN], ids=lambda one: " ".join(one))
def test_a_deployment_as_it_is_documented_passes_the_security_checks(context: dict[str, Any], tmp_path: Path) -> None:
    from infra.app import build, checked  # the CDK is installed only where `make synth` runs
    from infra.stack.bundling import Bundle

    out = tmp_path / "cdk.out"
    checked(build(outdir=out, context=context, bundle=Bundle(real=False, build=tmp_path / "build"))).synth()
    assert json.loads((out / "Candor.template.json").read_text())["Resources"]


def test_every_option_of_a_deployment_is_tried() -> None:
    untried = set(Options.__dataclass_fields__) - {name for context in CHOSEN for name in context}
    assert untried == {"bundle"}  # which is for tests
