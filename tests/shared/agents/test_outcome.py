"""What an answer tells of each result that it rests on."""

from shared.agents.conversation.outcome import Outcome
from shared.contracts import Cell, Fact, Insights, ResultPreview

SHOWN = tuple(ResultPreview(purpose=one, data=({"a": 1, "b": 2},), row_count=1) for one in ("first", "second"))


def test_each_result_is_given_the_columns_that_the_answer_tells_figures_of() -> None:
    outcome = Outcome(Insights(), cited=frozenset({(1, "b"), (1, "a")}))
    assert [one.cited for one in outcome.citing(SHOWN)] == [(), ("a", "b")]


def test_the_result_of_the_column_that_an_answer_names_says_that_it_is_drawn() -> None:
    outcome = Outcome(Insights(), drawn=((1, "b"),))
    assert [(one.drawn, one.cited) for one in outcome.citing(SHOWN)] == [((), None), (("b",), None)]


def test_where_nobody_knows_what_is_told_nothing_is_claimed_of_it() -> None:
    assert list(Outcome(Insights()).citing(SHOWN)) == list(SHOWN)


ROWS = frozenset({(0, 2), (0, 3), (1, 5)})


def test_the_rows_that_a_text_tells_figures_of_are_known_by_their_results() -> None:
    assert Outcome(Insights(), rows=ROWS).told_rows == {0: {2, 3}, 1: {5}}
    assert Outcome(Insights(), rows=None).told_rows == {}


def test_of_a_result_that_is_drawn_every_row_is_told() -> None:
    fact = Fact(id="f", name="f", value=1, text="f", cells=(Cell(query=1, row=5, column="n"),))
    pictured = Insights(visualization_hint="bar")
    assert Outcome(pictured, facts=(fact,), rows=ROWS).told_rows == {0: {2, 3}}
    assert Outcome(pictured, facts=(fact,), rows=ROWS, drawn=((0, "n"),)).told_rows == {1: {5}}


def test_of_how_many_first_rows_it_tells_is_known_where_it_tells_of_no_other_row() -> None:
    facts = [Fact(id="f", name="f", value=1, text="f", cells=(Cell(query=1, row=at, column="n"),)) for at in (1, 0)]
    assert Outcome(Insights(), facts=tuple(facts)).first_rows == {1: 2}
    assert Outcome(Insights(), facts=tuple(facts), rows=frozenset({(0, 0), (1, 1)})).first_rows == {0: 1}
