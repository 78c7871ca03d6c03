"""What an answer tells of each result that it rests on."""

from shared.agents.outcome import Outcome
from shared.contracts import Insights, ResultPreview

SHOWN = tuple(ResultPreview(purpose=one, data=({"a": 1, "b": 2},), row_count=1) for one in ("first", "second"))


def test_each_result_is_given_the_columns_that_the_answer_tells_figures_of() -> None:
    outcome = Outcome(Insights(), cited=frozenset({(1, "b"), (1, "a")}))
    assert [one.cited for one in outcome.citing(SHOWN)] == [(), ("a", "b")]


def test_the_result_of_the_column_that_an_answer_names_says_that_it_is_drawn() -> None:
    outcome = Outcome(Insights(), drawn=(1, "b"))
    assert [(one.drawn, one.cited) for one in outcome.citing(SHOWN)] == [("", None), ("b", None)]


def test_where_nobody_knows_what_is_told_nothing_is_claimed_of_it() -> None:
    assert list(Outcome(Insights()).citing(SHOWN)) == list(SHOWN)
