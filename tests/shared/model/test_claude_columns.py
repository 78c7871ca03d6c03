"""Columns that Claude's calls name are checked against the tables that it may ask."""

from typing import Any, cast

import pytest

from infra.lab.messages_api import calls
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.joins.joined import JoinedAggregate
from shared.analysis.segments.segment_profile import SegmentProfile
from shared.analysis.standard import STANDARD
from shared.contracts import ColumnProfile
from shared.model.rounds import Call
from shared.query.groupings import ByColumn
from tests.shared.model.claude_cases import (
    PLAN,
    TABLE,
    told,
)

REGION = ColumnProfile(name="region", type="text", role="dimension")
ORDERS = TABLE.model_copy(
    update={
        "relation": "orders",
        "columns": (REGION, *TABLE.columns),
    }
)
CUSTOMERS = TABLE.model_copy(
    update={
        "relation": "customers",
        "columns": (TABLE.columns[0], REGION),
    }
)
JOIN = PLAN.model_copy(update={"datasets": (ORDERS, CUSTOMERS), "playbook": (JoinedAggregate, Aggregate)})
LINK = {"left": "orders", "left_column": "customer", "right": "customers", "right_column": "customer"}
TOTAL = {"metrics": [{"function": "sum", "column": "amount"}]}


def test_a_join_may_name_the_column_of_the_other_table_that_both_have() -> None:
    grouped = {**TOTAL, "groups": [{"column": "customers region"}]}
    call = {"analysis": "joined_aggregate", "arguments": {"link": LINK, "aggregate": grouped}}
    (read,) = told(JOIN, calls("analyse", call)).calls
    assert read.analysis.aggregate.groups[0].column == "customers region"


def test_a_figure_of_each_group_may_leave_away_the_kind_of_its_grouping() -> None:
    mean = {"function": "mean", "column": "amount", "per": {"column": "customer"}}
    (read,) = told(JOIN, calls("analyse", {"analysis": "aggregate", "arguments": {"metrics": [mean]}})).calls
    assert read.analysis.metrics[0].per == ByColumn(column="customer")


def test_a_column_of_another_table_than_the_one_that_is_named_is_refused() -> None:
    call = {"analysis": "aggregate", "arguments": {**TOTAL, "relation": "customers"}}
    assert told(JOIN, calls("analyse", call)).calls[0].problem


WITHOUT_A_KIND = [
    ({"column": "amount", "operator": ">", "value": 5}, {"kind": "compare"}),
    ({"column": "customer", "values": ["Ada", "Bo"]}, None),
    ({"column": "amount", "low": 1, "high": 5}, {"kind": "range"}),
    ({"column": "amount"}, None),
]


@pytest.mark.parametrize(("condition", "kind"), WITHOUT_A_KIND, ids=str)
def test_a_condition_of_an_analysis_without_a_kind_is_read_where_its_fields_decide_it(
    condition: dict[str, Any], kind: dict[str, str] | None
) -> None:
    request = PLAN.model_copy(update={"datasets": (ORDERS,), "playbook": (SegmentProfile,)})
    arguments = {"segment": "region", "measures": ["amount"]}

    def read(where: Any) -> Call:
        call = {"analysis": "segment_profile", "arguments": {**arguments, "where": where}}
        (found,) = told(request, calls("analyse", call)).calls
        return cast("Call", found)

    if kind is None:
        assert "`kind` is missing" in read([condition]).problem
    else:
        assert read([condition]).analysis == read([kind | condition]).analysis == read(condition).analysis
        assert read([condition]).analysis


BY_THEMSELVES = [
    ("correlation", {"first": "amount", "second": "prices"}, {"first": "amount", "second": "amount"}),
    ("listing", {"column": "prices"}, {"column": "customer"}),
    ("missing", {"columns": ["amount", "prices"]}, {"columns": ["amount"]}),
]


@pytest.mark.parametrize(("name", "wrong", "right"), BY_THEMSELVES)
def test_a_column_that_stands_by_itself_is_checked_as_well(
    name: str, wrong: dict[str, Any], right: dict[str, Any]
) -> None:
    standard = PLAN.model_copy(update={"playbook": STANDARD})
    assert told(standard, calls("analyse", {"analysis": name, "arguments": right})).calls[0].analysis
    assert "prices" in told(standard, calls("analyse", {"analysis": name, "arguments": wrong})).calls[0].problem
