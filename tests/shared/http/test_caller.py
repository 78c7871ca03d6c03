"""Who asks is whom the authorizer has recognised."""

from typing import Any

import pytest

from shared.errors import Unauthorized
from shared.http.caller import user_of


def test_the_user_is_the_subject_of_the_token() -> None:
    assert user_of({"requestContext": {"authorizer": {"claims": {"sub": "u1"}}}}) == "u1"


@pytest.mark.parametrize("claims", [None, {}, {"sub": ""}, {"sub": None}, {"sub": 7}])
def test_without_one_nobody_is_let_in(claims: Any) -> None:
    with pytest.raises(Unauthorized):
        user_of({"requestContext": {"authorizer": {"claims": claims}}})
