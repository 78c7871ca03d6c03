"""Who asks is whom the authorizer has recognised."""

from typing import Any

import pytest

from shared.errors import Unauthorized
from shared.http.caller import base_of, user_of


def test_the_user_is_the_subject_of_the_token() -> None:
    assert user_of({"requestContext": {"authorizer": {"claims": {"sub": "u1"}}}}) == "u1"


@pytest.mark.parametrize("claims", [None, {}, {"sub": ""}, {"sub": None}, {"sub": 7}])
def test_without_one_nobody_is_let_in(claims: Any) -> None:
    with pytest.raises(Unauthorized):
        user_of({"requestContext": {"authorizer": {"claims": claims}}})


@pytest.mark.parametrize(
    ("asked", "path", "base"),
    [("/v1/turns/t1", "/turns/t1", "/v1"), ("/turns/t1", "/turns/t1", ""), ("/v1/other", "/turns/t1", "")],
)
def test_what_the_gateway_took_off_the_path_is_what_paths_begin_with_outside(asked: str, path: str, base: str) -> None:
    assert base_of({"requestContext": {"path": asked}, "path": path}) == base


@pytest.mark.parametrize("event", [{}, {"requestContext": None}, {"requestContext": {"path": None}, "path": None}])
def test_an_event_without_paths_takes_nothing_off(event: dict[str, Any]) -> None:
    assert base_of(event) == ""
