"""A query that does not fit its table is refused in a sentence that says what would."""

import datetime as dt

import pytest

from shared.query.check import check, unused
from shared.query.problems import QueryProblem, read_query
from tests.shared.query.tables import table_of

ORDERS = table_of(
    {
        "Order Date": [dt.date(2025, 1, 3), dt.date(2025, 2, 4)],
        "revenue": [10.5, 20.0],
        "region": ["West", "East"],
        "returned": [True, False],
        "shipped": [dt.datetime(2025, 1, 3, 8), None],
        "quantity": [1, 2],
    },
    {
        "Order Date": "date",
        "revenue": "number",
        "region": "text",
        "returned": "flag",
        "shipped": "timestamp",
        "quantity": "integer",
    },
)
ROWS = {"kind": "rows"}


def figures(**fields):
    return {"kind": "figures", "measures": [ROWS], **fields}


def filled(by, **fields):
    return {"kind": f"filled_with_{by}", "name": "whole", **fields}


def refused(query):
    with pytest.raises(QueryProblem) as problem:
        check(read_query(query), ORDERS.profile)
    return problem.value


@pytest.mark.parametrize(
    ("query", "kind", "said"),
    [
        (figures(groups=[{"kind": "column", "column": "regoin"}]), "unknown_column", "Did you mean “region”?"),
        (figures(groups=[{"kind": "column", "column": "order date"}]), "unknown_column", "“Order Date”"),
        (figures(groups=[{"kind": "column", "column": "zzzz"}]), "unknown_column", "There are: Order Date, revenue"),
        (
            {"kind": "rows", "derived": [filled("value", column="Order Date", value="shipped")]},
            "wrong_value",
            "fill by the cells of a column by the kind filled_with_column, with “shipped” as its `other`",
        ),
        (
            {"kind": "rows", "derived": [filled("column", column="Order Date", other="revenue")]},
            "wrong_kind",
            "A fill of “Order Date” needs a column of dates",
        ),
        (
            {"kind": "rows", "derived": [filled("column", column="revenue", other="revenue")]},
            "shape",
            "filled by another one, not by itself",
        ),
        (
            figures(measures=[{"kind": "statistic", "function": "sum", "column": "region"}]),
            "wrong_kind",
            "Columns of numbers: revenue, quantity",
        ),
        (
            figures(groups=[{"kind": "time", "column": "region", "grain": "month"}]),
            "wrong_kind",
            "Columns of dates: Order Date, shipped",
        ),
        (figures(groups=[{"kind": "time", "column": "Order Date", "grain": "hour"}]), "wrong_kind", "no time of day"),
        (figures(groups=[{"kind": "width", "column": "region", "width": 5}]), "wrong_kind", "bins"),
        (
            figures(where=[{"kind": "compare", "column": "revenue", "operator": ">", "value": "5"}]),
            "wrong_value",
            "holds numbers",
        ),
        (
            figures(where=[{"kind": "compare", "column": "revenue", "operator": "=", "value": True}]),
            "wrong_value",
            "holds numbers",
        ),
        (
            figures(where=[{"kind": "compare", "column": "region", "operator": ">", "value": "A"}]),
            "wrong_kind",
            "never more or less",
        ),
        (
            figures(where=[{"kind": "compare", "column": "Order Date", "operator": "<", "value": "March"}]),
            "wrong_value",
            "2025-03-31",
        ),
        (
            figures(where=[{"kind": "compare", "column": "returned", "operator": "=", "value": "yes"}]),
            "wrong_value",
            "true or false",
        ),
        (
            figures(where=[{"kind": "compare", "column": "region", "operator": "=", "value": "a\x00"}]),
            "wrong_value",
            "control characters",
        ),
        (
            figures(where=[{"kind": "compare_columns", "column": "region", "operator": "=", "other": "revenue"}]),
            "wrong_kind",
            "cannot be compared",
        ),
        (
            figures(where=[{"kind": "contains", "column": "revenue", "text": "5"}]),
            "wrong_kind",
            "Columns of text: region",
        ),
        (
            figures(measures=[{"kind": "rate", "column": "region", "value": "North"}]),
            "wrong_value",
            "it holds: East, West",
        ),
        (
            figures(derived=[{"kind": "text_form", "name": "REGION", "column": "region", "form": "lower"}]),
            "taken_name",
            "another name",
        ),
        (
            figures(
                having=[{"measure": 0, "operator": ">", "value": 1}],
                groups=[{"kind": "column", "column": "region"}],
                measures=[{"kind": "statistic", "function": "max", "column": "Order Date"}],
            ),
            "wrong_kind",
            "is a date",
        ),
        (
            figures(
                measures=[
                    {
                        "kind": "per_group",
                        "function": "mean",
                        "per": {"kind": "column", "column": "region"},
                        "measure": {"kind": "statistic", "function": "max", "column": "Order Date"},
                    }
                ]
            ),
            "wrong_kind",
            "stands by itself",
        ),
        (
            {"kind": "rows", "derived": [filled("figure", column="revenue", figure="median", per=["revenue"])]},
            "shape",
            "names other columns than the one that is filled",
        ),
        (
            {"kind": "rows", "derived": [filled("figure", column="revenue", figure="median", per=["regoin"])]},
            "unknown_column",
            "Did you mean “region”?",
        ),
        (
            figures(
                groups=[{"kind": "column", "column": "region"}],
                measures=[{"kind": "statistic", "function": "max", "column": "region", "name": "last"}],
                having=[{"measure": "last", "operator": ">", "value": 1}],
            ),
            "wrong_kind",
            "this figure is a date or a text",
        ),
    ],
)
def test_what_does_not_fit_the_table_is_refused_with_what_would(query, kind, said):
    problem = refused(query)
    assert problem.kind == kind
    assert said in problem.sentence


def test_the_nearest_columns_are_offered_best_first():
    assert refused(figures(groups=[{"kind": "column", "column": "revnue"}])).nearest[0] == "revenue"


def test_an_outer_query_sees_the_result_of_the_inner_one():
    inner = figures(groups=[{"kind": "column", "column": "region"}], measures=[{"kind": "rows", "name": "orders"}])
    outer = figures(source=inner, measures=[{"kind": "statistic", "function": "mean", "column": "orders"}])
    assert [one.name for one in check(read_query(outer), ORDERS.profile).outputs] == ["mean_orders"]
    assert refused(figures(source=inner, groups=[{"kind": "column", "column": "revenue"}])).kind == "unknown_column"


def test_results_have_names_that_never_clash():
    query = figures(
        groups=[{"kind": "column", "column": "region"}],
        measures=[
            {"kind": "rows", "name": "Region"},
            {"kind": "filtered", "measure": ROWS, "where": [{"kind": "known", "column": "region"}]},
            {"kind": "filtered", "measure": ROWS, "where": [{"kind": "known", "column": "revenue"}]},
        ],
    )
    names = [one.name for one in check(read_query(query), ORDERS.profile).outputs]
    assert names == ["region_2", "Region", "rows_filtered", "rows_filtered_2"]


def test_a_flag_that_is_written_as_text_is_asked_for_by_its_own_words():
    table = table_of({"churned": ["Yes", "No", "Yes"]}, {"churned": "text"}).profile
    own = table.columns[0].model_copy(update={"yes": "Yes", "no": "No"})
    flagged = table.model_copy(update={"columns": (own,)})
    with pytest.raises(QueryProblem, match="holds 'Yes' and 'No' as text: compare it with 'Yes', not True"):
        check(read_query(figures(measures=[{"kind": "rate", "column": "churned", "value": True}])), flagged)
    check(read_query(figures(measures=[{"kind": "rate", "column": "churned", "value": "Yes"}])), flagged)


def test_derived_columns_that_nothing_uses_are_left_out_and_named():
    low = {"kind": "text_form", "name": "low", "column": "region", "form": "lower"}
    size = {"kind": "text_form", "name": "size", "column": "low", "form": "length"}
    double = {"kind": "calculation", "name": "double", "operator": "*", "left": "revenue", "right": 2}
    total = {"kind": "statistic", "function": "sum", "column": "double"}
    query = read_query(figures(derived=[low, size, double], measures=[total]))
    bound = check(query, ORDERS.profile)
    assert [one.name for one in bound.query.derived] == ["double"]
    assert bound.columns.keys() == {*(one.name for one in ORDERS.profile.columns), "double"}
    assert unused(query) == ("low", "size")
    assert unused(read_query({"kind": "rows", "derived": [low]})) == ()
