"""A reader's tables leave out what only a computation needs."""

from shared.agents.aside import set_aside
from shared.contracts import Cell, ExecutedQuery, Fact, ResultPreview

COURSE = ResultPreview(
    purpose="Revenue by month",
    data=(
        {"month": "2025-01-01", "revenue": 5.0, "last_date": "2025-01-31"},
        {"month": "2025-02-01", "revenue": 6.0, "last_date": "2025-02-28"},
    ),
    row_count=2,
)
FIT = ResultPreview(purpose="Fit", data=({"slope": 1.0, "cut": False, "first_period": "2025-01-01"},), row_count=1)
AHEAD = ResultPreview(
    purpose="Ahead",
    data=(
        {"period": "2025-03-01", "projected": 7.0, "place": 1},
        {"period": "2025-04-01", "projected": 8.0, "place": 2},
    ),
    row_count=2,
)


def query(statistic: str = "", sql: str = "SELECT 1") -> ExecutedQuery:
    return ExecutedQuery(sql=sql, purpose="so", statistic=statistic)


def fact(place: int, column: str) -> Fact:
    return Fact(id="f1", name="so", value=1.0, text="So.", cells=(Cell(query=place, row=0, column=column),))


def columns(
    previews: tuple[ResultPreview, ...], executed: tuple[ExecutedQuery, ...], *facts: Fact
) -> list[tuple[str, ...]]:
    return [one.columns for one in set_aside(previews, executed, facts)]


def test_what_a_statistic_was_applied_to_is_no_table_where_none_of_its_figures_is_told() -> None:
    executed = (query(), query("fit"))
    assert columns((COURSE, FIT), executed, fact(1, "slope")) == [(), ("slope",)]
    told = columns((COURSE, FIT), executed, fact(1, "slope"), fact(0, "revenue"))
    assert told[0] == ("month", "revenue", "last_date")


def test_the_table_of_a_statistic_has_the_figures_that_are_told_and_what_names_their_rows() -> None:
    assert columns((AHEAD,), (query("project"),), fact(0, "projected")) == [("period", "projected")]
    assert columns((AHEAD,), (query("project"),)) == [()]


def test_the_result_of_a_plain_query_is_whole_but_for_what_its_analysis_set_aside() -> None:
    assert columns((COURSE,), (query(),)) == [("month", "revenue", "last_date")]
    beside = COURSE.model_copy(update={"aside": ("last_date",)})
    assert columns((beside,), (query(),), fact(0, "revenue")) == [("month", "revenue")]
