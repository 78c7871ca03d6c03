"""One synthesized stack for all tests that need one, and what the local cloud would run."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from infra.workflow.definition import definition
from tests.infra.synthesis import synthesized

PREFIX = "candor"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--template", help="a synthesized template, to read instead of synthesizing one")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> dict[str, Any]:
    """The stack as CloudFormation, as given; else with next to nothing in its layers."""
    given = request.config.getoption("--template", default=None)
    if given:
        found: dict[str, Any] = json.loads(Path(given).read_text())
        return found
    return synthesized(tmp_path_factory.mktemp("stack"))


@pytest.fixture
def of_type(template: dict[str, Any]) -> Callable[[str], dict[str, dict[str, Any]]]:
    """The resources of a type, by logical id."""

    def find(kind: str) -> dict[str, dict[str, Any]]:
        return {name: one for name, one in template["Resources"].items() if one["Type"] == f"AWS::{kind}"}

    return find


@pytest.fixture
def turn() -> dict[str, Any]:
    """A copy of the turn's state machine, to break."""
    return definition("turn", prefix=PREFIX, table=PREFIX)
