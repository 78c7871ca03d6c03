"""A model's queries over several files of a session: columns of one looked up beside the rows of another."""

import pytest

from infra.lab.messages_api import Brain, calls
from tests.shared.ingestion.workbooks import workbook

ORDERS = """order_id,customer_id,revenue
1,C1,100
2,C1,50
3,C2,30
4,C3,20
5,C9,7
"""
CUSTOMERS = """customer_id,segment,country,yearly_budget
C1,B2B,DE,1000
C2,B2C,FR,200
C3,B2B,FR,300
C4,B2C,DE,50
"""
COUNTRIES = """code,continent
DE,Europe
FR,Europe
"""
CUSTOMER = {"dataset": "customers", "on": [{"column": "customer_id", "key": "customer_id"}]}
REVENUE = {"kind": "statistic", "function": "sum", "column": "revenue", "name": "revenue"}


@pytest.fixture
def session(candor, tmp_path):
    for name, text in (("orders.csv", ORDERS), ("customers.csv", CUSTOMERS), ("countries.csv", COUNTRIES)):
        (tmp_path / name).write_text(text)
    uploaded = [candor.cloud.upload(tmp_path / name) for name in ("orders.csv", "customers.csv", "countries.csv")]
    return candor.cloud.session(tuple(one.dataset_id for one in uploaded))


def _asking(*queries):
    """A brain that asks these in the query language, one after the other until one has a result, and tells its cell."""
    left = list(queries)

    def then(request, content):
        if request.results:
            return [calls("answer", {"text": "It is {r1.revenue}."})]
        if "assign_tasks" in request.tools or "analyse" not in request.tools:
            return content
        return [calls("analyse", {"query": left.pop(0), "relation": "orders"}, call_id=f"q{len(left)}")]

    return Brain(then=then)


def _handed_back(server):
    return [
        block["content"]
        for request in server.requests
        for block in request.body["messages"][-1]["content"]
        if isinstance(block, dict) and block.get("is_error")
    ]


def test_revenue_by_a_column_of_another_file_is_told_with_how_many_rows_have_a_match(candor, session):
    by_segment = {
        "kind": "figures",
        "lookups": [{**CUSTOMER, "columns": [{"column": "segment"}]}],
        "groups": [{"kind": "column", "column": "segment"}],
        "measures": [REVENUE],
        "ranking": {"by": 0},
    }
    with candor.minded(_asking(by_segment)):
        reply = candor.ask("What is the revenue of the best segment?", session=session)
    assert reply.text.startswith("It is 170.")
    (fact, *_) = [one for one in reply.facts if one.completeness is not None]
    (found,) = fact.completeness.lookups
    assert (found.dataset, found.looked_in, found.matched, found.several) == ("orders", "customers", 80.0, 0.0)
    assert "20 % of the rows of orders have no match in customers" in reply.text
    (executed,) = reply.responses[0].result.queries_executed
    assert "by (segment of customers found by customer id)" in executed.purpose
    assert "LEFT JOIN" in executed.sql


def test_a_lookup_goes_on_by_what_an_earlier_one_found(candor, session):
    by_continent = {
        "kind": "figures",
        "lookups": [
            {**CUSTOMER, "columns": [{"column": "country"}]},
            {"dataset": "countries", "on": [{"column": "country", "key": "code"}], "columns": ["continent"]},
        ],
        "groups": [{"kind": "column", "column": "continent"}],
        "measures": [REVENUE],
    }
    with candor.minded(_asking(by_continent)):
        reply = candor.ask("What is the revenue by continent?", session=session)
    assert reply.text.startswith("It is 200.")


def _looked_up(function, **lookup):
    measure = {"kind": "statistic", "function": function, "column": "yearly_budget", "name": "revenue"}
    return {"kind": "figures", "lookups": [{**CUSTOMER, "columns": ["yearly_budget"], **lookup}], "measures": [measure]}


WRONG = {
    "an unknown table": (_looked_up("max", dataset="customer"), "Did you mean “customers”?"),
    "a column that is no key": (
        _looked_up("max", on=[{"column": "customer_id", "key": "segment"}]),
        "“segment” of customers is no key: rows share a value. Different in each row: customer_id",
    ),
    "a sum of what several orders find": (_looked_up("sum"), "ask for it of customers alone"),
}


@pytest.mark.parametrize("which", WRONG)
def test_what_cannot_be_looked_up_goes_back_with_what_can(candor, session, which):
    wrong, right = WRONG[which]
    with candor.minded(_asking(wrong, _looked_up("max"))) as server:
        reply = candor.ask("What is the highest budget of a customer with an order?", session=session)
    (told,) = dict.fromkeys(_handed_back(server))
    assert right in told
    assert reply.text.startswith("It is 1,000.")


def test_a_query_that_calls_columns_in_other_letters_than_the_file_is_answered_at_once(candor, session):
    by_customer = {"kind": "figures", "groups": [{"kind": "column", "column": "Customer ID"}], "measures": [REVENUE]}
    highest = {"kind": "statistic", "function": "max", "column": "REVENUE", "name": "revenue"}
    with candor.minded(_asking({"kind": "figures", "source": by_customer, "measures": [highest]})) as server:
        reply = candor.ask("What is the highest revenue of a customer?", session=session)
    assert reply.text.startswith("It is 150.")
    assert _handed_back(server) == []


NET = "Net revenue = the amount of all orders that are not void; open ones count."


def test_what_a_sheet_of_text_defines_reaches_whoever_plans_computes_and_judges(candor, tmp_path):
    book = tmp_path / "shop.xlsx"
    orders = [("order_id", "status", "revenue"), (1, "paid", 10), (2, "open", 20), (3, "void", 40)]
    book.write_bytes(workbook(Orders=orders, Plans=[("plan", "price"), ("A", 5), ("B", 9)], Readme=[(NET,)]))
    session = candor.cloud.session((candor.cloud.upload(book).dataset_id,))
    counted = [{"column": "status", "operator": "!=", "value": "void"}]
    net = {"kind": "figures", "where": counted, "measures": [REVENUE]}
    with candor.minded(_asking(net)) as server:
        reply = candor.ask("What is our net revenue?", session=session)
    assert reply.text.startswith("It is 30.")
    told = [request for request in server.requests if request.fenced("tables")]
    assert len(told) >= 3
    for request in told:
        assert request.everything.count(NET) == 1


def test_a_forfeit_offers_a_figure_of_one_file_by_a_column_of_another_and_it_is_answered(candor, tmp_path):
    for name, text in (("orders.csv", ORDERS), ("customers.csv", CUSTOMERS)):
        (tmp_path / name).write_text(text)
    ids = tuple(candor.cloud.upload(tmp_path / name).dataset_id for name in ("orders.csv", "customers.csv"))
    reply = candor.cloud.ask(candor.cloud.session(ids), "What is the revenue of oddments by segment?")
    assert (reply.status, reply.forfeit.code) == ("forfeited", "not_in_data")
    first = reply.forfeit.suggestions[0]
    assert first == "Total revenue by segment"
    taken = candor.cloud.ask(candor.cloud.session(ids), first)
    assert (taken.status, "B2B: 170" in taken.text) == ("answered", True)
