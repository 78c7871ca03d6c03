"""What cannot be meant cannot be written, and the refusal says what would be right."""

import pytest
from pydantic import ValidationError

from shared.query.conditions import Empty, Known, Not, OneOf
from shared.query.measures import Filtered, RowCount
from shared.query.problems import QueryProblem, read_query

ROWS = {"kind": "rows"}
SUM = {"kind": "statistic", "function": "sum", "column": "revenue"}
MEAN = {"kind": "statistic", "function": "mean", "column": "revenue"}
REGION = {"kind": "column", "column": "region"}
MONTH = {"kind": "time", "column": "ordered", "grain": "month"}


def figures(**fields):
    return {"kind": "figures", "measures": [ROWS], **fields}


def filtered(**condition):
    return figures(where=[condition])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (figures(measures=[]), "at least 1"),
        (figures(colour="red"), "no such field"),
        (figures(measures=[{"kind": "quantile", "column": "x", "at": 90}]), "less than 1"),
        (filtered(kind="range", column="x", low=9, high=2), "low must not be above high"),
        (filtered(kind="period", column="d", start="2025-04-01", end="2025-04-01"), "its end is excluded"),
        (filtered(kind="period", column="d", start="April", end="2025-04-01"), "2025-03-31"),
        (filtered(kind="period", column="d", start="2025-01-01T00:00Z", end="2025-04-01"), "write a time as"),
        (filtered(kind="one_of", column="x", values=["West", "West"]), "said twice"),
        (filtered(kind="compare", column="x", operator="=", value=None), "valid"),
        (filtered(kind="compare", column="x", operator="<", value=float("nan")), "finite"),
        (filtered(kind="part_is", column="d", part="month", values=[13]), "from 1 to 12"),
        (filtered(kind="against_figure", column="x", operator="=", figure="mean"), "only the min and the max"),
        (filtered(kind="compare_columns", column="x", operator="<", other="x"), "two different columns"),
        (
            figures(derived=[{"kind": "bucket", "name": "b", "column": "x", "edges": [2, 1], "labels": list("abc")}]),
            "ascend",
        ),
        (
            figures(derived=[{"kind": "bucket", "name": "b", "column": "x", "edges": [1, 2], "labels": ["a"]}]),
            "3 stretches",
        ),
        (figures(derived=[{"kind": "calculation", "name": "c", "operator": "/", "left": "x", "right": 0}]), "by 0"),
        (
            figures(derived=[{"kind": "calculation", "name": "c", "operator": "+", "left": 1, "right": 2}]),
            "at least one column",
        ),
        (figures(derived=[{"kind": "text_form", "name": "two words", "column": "x", "form": "lower"}]), "pattern"),
        (figures(ranking={"by": 0}), "give groups"),
        (figures(groups=[REGION], ranking={"by": 1}), "there are: 0 rows"),
        (figures(groups=[REGION], ranking={"by": "revenue"}), "no figure 'revenue'"),
        (figures(groups=[REGION], ranking={"by": "region"}), "ascending order of 'region' where there is no ranking"),
        (figures(groups=[REGION], ranking={"by": 0, "limit": 0}), "greater than or equal to 1"),
        (figures(groups=[REGION], ranking={"by": 0, "ties": True}), "give a limit"),
        (figures(groups=[REGION], ranking={"by": 0, "limit": 2, "within": [0]}), "leave a grouping"),
        (figures(groups=[REGION, REGION]), "each grouping stands once"),
        (figures(groups=[REGION, REGION | {"keep_empty": True}]), "with its empty cells or without"),
        (figures(measures=[ROWS, ROWS]), "each measure stands once"),
        (figures(measures=[ROWS | {"name": "a"}, SUM | {"name": "A"}]), "two have the same"),
        (
            figures(measures=[{"kind": "arithmetic", "operator": "ratio", "left": SUM, "right": SUM}]),
            "two different measures",
        ),
        (figures(groups=[REGION], measures=[MEAN], across=[{"kind": "share", "measure": 0}]), "adds up"),
        (figures(groups=[REGION], across=[{"kind": "change", "measure": 0}]), "exactly one grouping by time"),
        (
            figures(groups=[MONTH], across=[{"kind": "moving_average", "measure": 0, "periods": 1}]),
            "greater than or equal to 2",
        ),
        (
            figures(
                groups=[MONTH | {"grain": "day"}], across=[{"kind": "change", "measure": 0, "against": "year_before"}]
            ),
            "months or quarters",
        ),
        ({"kind": "rows", "offset": 3}, "goes with a limit"),
        (figures(source={"kind": "rows"}, distinct_rows=True), "the innermost query, which reads the table"),
        (figures(source=figures(groups=[REGION]), distinct_rows=True), "distinct_rows is of a table's rows"),
        (figures(distinct_rows="yes"), "valid boolean"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_would_be_right(query, said):
    with pytest.raises(QueryProblem) as problem:
        read_query(query)
    assert said.lower() in problem.value.sentence.lower()
    assert problem.value.sentence.endswith(".")


def test_a_value_has_one_form():
    for build, said in (
        (lambda: OneOf(column="x", values=("West",)), "at least 2"),
        (lambda: Not(condition=Empty(column="x")), "use known"),
        (lambda: Filtered(measure=RowCount(name="n"), where=(Known(column="x"),)), "only a measure of the query's own"),
    ):
        with pytest.raises(ValidationError, match=said):
            build()


def test_a_query_nests_at_most_four_deep():
    query = {"kind": "rows"}
    for _ in range(4):
        query = {"kind": "rows", "source": query}
    with pytest.raises(QueryProblem, match="4 deep"):
        read_query(query)


def test_equal_fields_are_the_same_value():
    assert read_query(figures(groups=[REGION])) == read_query(figures(groups=[REGION]))
    assert read_query(figures(groups=[REGION])) != read_query(figures(groups=[MONTH]))
