"""The API's own description."""

import json
from typing import Any

import pytest

from functions.api.api import description
from infra.docs.api import METHODS, TARGET, written
from tests.functions.api.user import User

DOCUMENT = json.loads(description())
ROUTES = [
    pytest.param(method, path, route, id=route["operationId"])
    for path, methods in DOCUMENT["paths"].items()
    for method, route in methods.items()
]


def test_the_page_about_the_api_is_current() -> None:
    assert TARGET.read_text() == written(), "run `python -m infra.docs.api`"


def test_the_description_is_served_as_it_is(user: User) -> None:
    assert user.client.get("/openapi.json").body == DOCUMENT


@pytest.mark.parametrize(("method", "path", "route"), ROUTES)
def test_every_route_says_what_it_does_and_how_it_fails(method: str, path: str, route: dict[str, Any]) -> None:
    assert method in METHODS
    assert route["summary"]
    assert route["tags"]
    failures = [answer for status, answer in route["responses"].items() if status >= "400"]
    assert {answer["content"]["application/json"]["schema"]["$ref"] for answer in failures} == {
        "#/components/schemas/ErrorBody"
    }
    assert "401" in route["responses"] or route.get("security") == []
