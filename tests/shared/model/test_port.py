"""What a mind is asked and answers: which turn a follow-up is about, and which claims an opinion finds false."""

import pytest
from pydantic import ValidationError

from shared.model.moves import Route, RouteQuestion
from shared.model.port import Opinion, PreviousTurn, Request, followed

COMPUTED = PreviousTurn(question="Revenue by region?")
THANKS = PreviousTurn(question="Thanks!", computed=False)
EARLIER = COMPUTED.model_copy(update={"question": "Total revenue?"})


@pytest.mark.parametrize(
    ("history", "meant"),
    [((EARLIER, COMPUTED, THANKS), COMPUTED), ((EARLIER, COMPUTED), COMPUTED), ((THANKS,), THANKS), ((), None)],
)
def test_a_follow_up_is_about_the_last_turn_that_computed_something_else_about_the_last(
    history: tuple[PreviousTurn, ...], meant: PreviousTurn | None
) -> None:
    assert followed(history) == meant


def test_a_request_names_the_type_of_its_answer() -> None:
    assert RouteQuestion.answer_type() is Route
    with pytest.raises(TypeError, match="Request names no answer type"):
        Request.answer_type()


def test_every_claim_that_is_contradicted_or_unsupported_is_found_false_with_its_reason_where_one_is_given() -> None:
    opinion = Opinion(score=0.2, contradicted=(3,), unsupported=(1, 2), reasons=("It is 4.", "No row says so."))
    assert opinion.found_false == {3: "It is 4.", 1: "No row says so.", 2: ""}


def test_of_many_parts_that_are_named_as_missing_the_first_three_count() -> None:
    asked = "Total, average, median and highest?"
    assert Opinion(score=1, missing=("total", "average", "median", "highest")).lacking(asked) == (
        "total",
        "average",
        "median",
    )


@pytest.mark.parametrize("score", [-0.01, 1.01])
def test_no_score_lies_beyond_nothing_and_all(score: float) -> None:
    with pytest.raises(ValidationError):
        Opinion(score=score)
