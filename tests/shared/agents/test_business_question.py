"""What a consultation says of its business question where nothing could read it."""

from shared.agents.business_question import UNREAD, in_brief
from shared.contracts import Forfeit


def test_a_business_question_that_nobody_read_is_told_calmly_and_what_the_plan_asks_is_not_offered_again():
    given = Forfeit(
        code="not_in_data", reason="I found “better” nowhere", suggestions=("average mark by form", "number of rows")
    )
    told = in_brief(given, ("How do we teach better?", "What is the average mark by form?"))
    assert told.reason == f"{UNREAD}. I found “better” nowhere"
    assert told.suggestions == ("number of rows",)
    caused = given.model_copy(update={"code": "needs_cause", "reason": "It asks for causes"})
    assert in_brief(caused, ()).reason == "It asks for causes"
