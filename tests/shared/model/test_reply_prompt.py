"""What a model is shown that writes one reply from several answers: what there is of it, and nothing that is empty."""

from typing import Any

import pytest

from shared.model.prompts.prompt import compose
from shared.model.prompts.synthesis import BRIEF
from tests.shared.model.claude_cases import ERROR, SECRET_DETAIL, SYNTHESIZE


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"readings": ("I took amounts as they are.",)}, "assumptions"),
        ({"errors": (ERROR,)}, "error_context"),
        ({"brief": {"Decision": "Whether to close a shop."}}, "brief"),
    ],
)
def test_what_there_is_beside_the_answers_is_shown_and_nothing_stands_for_what_is_not(
    given: dict[str, Any], name: str
) -> None:
    without, told = (compose(SYNTHESIZE.model_copy(update=update), samples=True) for update in ({}, given))
    assert f'<data name="{name}">' not in without.ask
    assert f'<data name="{name}">' in told.ask
    assert (BRIEF.strip() in told.system) == (name == "brief")
    assert SECRET_DETAIL not in told.ask
