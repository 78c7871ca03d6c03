"""A test of what a query computed, through the real state machine with a scripted model."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from infra.lab.messages_api import Brain
from tests.shared.analysis.buyers import orders

FRAME = orders(3, rows=400)
CUSTOMERS = FRAME[["customer_id", "region"]].drop_duplicates()
BY_CUSTOMER = [{"kind": "column", "column": "customer_id"}, {"kind": "column", "column": "region"}]
SPENT = {
    "kind": "figures",
    "groups": BY_CUSTOMER,
    "measures": [{"kind": "statistic", "function": "sum", "column": "revenue", "name": "spent"}],
}
OF_TWO = SPENT | {
    "lookups": [
        {
            "dataset": "customers",
            "on": [{"column": "customer_id", "key": "customer_id"}],
            "columns": [{"column": "region"}],
        }
    ]
}
TESTED = {"group": "region", "measure": "spent", "against_others": ["West"]}
QUESTION = "Do customers of the West spend more than those of the other regions?"


def _asked(candor, session, arguments, analysis="group_difference", agent="pattern_recognition"):
    """The reply, and what the model was handed back of its calls."""
    with candor.minded(Brain(agent=agent, analysis=(analysis, arguments))) as server:
        reply = candor.ask(QUESTION, session=session)
    return reply, [one for request in server.requests for one in request.results or ()]


def _p_values():
    spent = FRAME.groupby(["customer_id", "region"], as_index=False).revenue.sum()
    sides = [spent.revenue[spent.region == "West"], spent.revenue[spent.region != "West"]]
    return stats.mannwhitneyu(*sides).pvalue, len(spent)


def _fact(reply, name):
    return next(one.value for one in reply.responses[0].facts if one.name == name)


def test_customers_are_tested_where_the_file_has_their_orders(candor):
    session = candor.session(FRAME.to_csv(index=False), name="orders.csv")
    reply, given = _asked(candor, session, TESTED | {"source": SPENT})
    p, customers = _p_values()
    assert reply.status == "answered"
    assert _fact(reply, "p-value of ranks") == pytest.approx(p)
    assert _fact(reply, "number of values of total revenue compared") == customers == 40
    assert "Each value is of one customer: total revenue by customer id and by region" in reply.text
    left_out = f"{FRAME.revenue.isna().sum()} of 400 orders have no entry for revenue and are left out."
    assert reply.text.count(left_out) == 1
    assert given[0]["told_below_the_answer"] == [left_out]
    assert "rows" not in given[0]["tables"][0]


def test_what_is_looked_up_in_another_file_is_tested_and_rows_without_a_match_are_told(candor, tmp_path):
    known = CUSTOMERS[CUSTOMERS.customer_id != "C0"]
    for name, frame in (("orders.csv", FRAME.drop(columns="region")), ("customers.csv", known)):
        frame.to_csv(tmp_path / name, index=False)
    uploaded = [candor.cloud.upload(tmp_path / name) for name in ("orders.csv", "customers.csv")]
    session = candor.cloud.session(tuple(one.dataset_id for one in uploaded))
    reply, _ = _asked(candor, session, TESTED | {"source": OF_TWO})
    assert reply.status == "answered"
    assert _fact(reply, "number of values of total revenue compared") == len(known) == 39
    assert "Each value is of one customer" in reply.text
    assert reply.text.count("have no match in customers") == 1


def test_what_is_counted_in_another_file_is_compared_by_group_those_without_a_row_too(candor, tmp_path):
    """How many orders each customer of the register has, by region: a benchmark, and whether the difference is real."""
    every = pd.concat([CUSTOMERS, pd.DataFrame({"customer_id": ["N1", "N2", "N3"], "region": ["West"] * 3})])
    for name, frame in (("customers", every), ("orders", FRAME.drop(columns="region"))):
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    uploaded = [candor.cloud.upload(tmp_path / name) for name in ("customers.csv", "orders.csv")]
    session = candor.cloud.session(tuple(one.dataset_id for one in uploaded))
    key = [{"column": "customer_id", "key": "customer_id"}]
    count = {"dataset": "orders", "on": key, "measures": [{"kind": "rows", "name": "orders"}]}
    source = {"kind": "rows", "lookups": [count], "columns": ["customer_id", "region", "orders"]}
    each = every.assign(orders=every.customer_id.map(FRAME.customer_id.value_counts()).fillna(0))
    parts = [one.orders for _, one in each.groupby("region")]
    asked = {"group": "region", "measure": "orders", "relation": "customers", "source": source}
    reply, _ = _asked(candor, session, asked, agent="benchmark")
    assert reply.status == "answered"
    assert _fact(reply, "p-value of ranks") == pytest.approx(stats.kruskal(*parts).pvalue)
    asked = {"entity": "region", "measure": "orders", "average": True, "relation": "customers", "source": source}
    reply, _ = _asked(candor, session, asked, "standing", agent="benchmark")
    assert _fact(reply, "average number of orders found by customer id of West") == pytest.approx(
        each[each.region == "West"].orders.mean()
    )
    assert "between the 4 regions by more than chance (p = " in reply.text


def test_a_month_that_the_data_does_not_fill_is_told_once_where_the_source_groups_by_it(candor):
    days = pd.date_range("2022-01-01", "2024-03-11")
    frame = pd.DataFrame({"day": days, "revenue": 10 + np.arange(len(days)) % 7, "units": 1 + np.arange(len(days)) % 3})
    session = candor.session(frame.to_csv(index=False), name="orders.csv")
    sums = [{"kind": "statistic", "function": "sum", "column": one} for one in ("revenue", "units")]
    price = {"kind": "arithmetic", "name": "price", "operator": "ratio", "left": sums[0], "right": sums[1]}
    by = [{"kind": "time", "column": "day", "grain": "month"}]
    source = {"kind": "figures", "groups": by, "measures": [price]}
    reply, _ = _asked(candor, session, {"measure": "price", "source": source}, "trend")
    assert reply.status == "answered"
    assert "March 2024 is left out, since the data does not cover the whole month" in reply.text
    assert "not complete" not in reply.text
    reply, _ = _asked(candor, session, {"measure": "price", "source": source}, "running_course")
    assert reply.text.count("March 2024 is not complete") == 1


def test_a_model_is_given_what_the_total_would_be_by_scenarios_that_nobody_asked_for_by_their_figures(candor):
    session = candor.session(FRAME.to_csv(index=False), name="orders.csv")
    reply, _ = _asked(candor, session, {"measure": "revenue"}, "scenario_comparison", "business_impact")
    assert reply.status == "answered"
    assert _fact(reply, "total revenue at 10 %") == pytest.approx(1.1 * FRAME.revenue.sum())


def test_no_figure_of_a_source_is_told_of_rows_of_the_file(candor):
    session = candor.session(FRAME.to_csv(index=False), name="orders.csv")
    source = SPENT | {"measures": [*SPENT["measures"], {"kind": "rows", "name": "orders"}]}
    arguments = {"first": "spent", "second": "orders", "source": source}
    reply, _ = _asked(candor, session, arguments, "correlation", "sql_analytics")
    assert reply.status == "answered"
    assert "over 40 customers" in reply.text
    assert {one.completeness for one in reply.responses[0].facts} == {None}


def test_a_source_that_cannot_be_meant_is_handed_back_with_what_could(candor):
    session = candor.session(FRAME.to_csv(index=False), name="orders.csv")
    cut = SPENT | {"ranking": {"by": "spent", "limit": 10}}
    brain = Brain(agent="pattern_recognition", analysis=("group_difference", TESTED | {"source": cut}))
    with candor.minded(brain) as server:
        candor.ask(QUESTION, session=session)
    assert any("a source has no limit and no offset" in request.everything for request in server.requests)
