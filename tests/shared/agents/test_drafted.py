"""A draft without what a judge found false of it."""

from shared.agents.conversation.drafted_answer import Drafted
from shared.grounding.grounding import Grounding
from shared.grounding.references import Resolved
from shared.model.moves import Move


def test_an_assumption_that_a_judge_finds_false_is_no_sentence_that_the_answer_lost() -> None:
    told = Grounding(ok=True, text="West leads. East fell.", removed=("North rose.",))
    drafted = Drafted(Move(answer=told.text), Resolved(told.text), told)
    assert drafted.without(["Sales are the net sales."]).grounding.removed == ("North rose.",)
    left = drafted.without(["East fell.", "Sales are the net sales."]).grounding
    assert (left.text, left.removed, left.gap) == ("West leads.", ("North rose.", "East fell."), False)


def test_an_answer_that_a_judge_finds_false_is_what_stands_first_of_all_that_was_taken_out() -> None:
    told = Grounding(ok=True, text="West leads. East fell.", removed=("North rose.",))
    left = Drafted(Move(answer=told.text), Resolved(told.text), told).without(["West leads."]).grounding
    assert (left.text, left.removed, left.headless) == ("East fell.", ("West leads.", "North rose."), True)
