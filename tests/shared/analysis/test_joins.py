"""Tables that belong together: what links them, how many rows match, and figures that no join can inflate."""

from datetime import UTC, datetime

import numpy as np
import pandas as pd
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.joins.datasets import Datasets, JoinKeys
from shared.analysis.joins.joined import JoinedAggregate
from shared.analysis.joins.joins import Link, links, multiplicity, proof
from shared.analysis.metrics import Metric
from shared.engine.sql.relations import told_apart
from shared.errors import ForfeitException
from shared.offline.filling import joined_aggregate
from shared.query.groupings import ByColumn
from tests.shared.analysis.running import Tables, cell_of, values

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LINK = Link(left="orders", left_column="customer_id", right="customers", right_column="id")
REVENUE = Metric(function="sum", column="revenue")
BY_REGION = JoinedAggregate(link=LINK, aggregate=Aggregate(metrics=(REVENUE,), groups=(ByColumn(column="region"),)))


def shop(seed: int = 0, *, repeated: bool = False) -> Tables:
    """Orders with customers: some orders have no customer, some customers no order; `repeated`: customers twice."""
    rng = np.random.default_rng(seed)
    rows, known = int(rng.integers(80, 300)), 40
    orders = pd.DataFrame(
        {
            "order_id": np.arange(rows),
            "customer_id": pd.array(rng.integers(0, known + 5, rows), dtype="Int64"),
            "revenue": np.round(rng.lognormal(3, 1, rows), 2),
        }
    )
    orders.loc[rng.random(rows) < 0.05, "customer_id"] = pd.NA
    customers = pd.DataFrame({"id": np.arange(known), "region": rng.choice(["North", "South", "East"], known)})
    customers["tier"] = rng.choice(["gold", "silver"], known)
    return Tables(orders=orders, customers=pd.concat([customers, customers]) if repeated else customers)


def frames(tables: Tables) -> tuple[pd.DataFrame, pd.DataFrame]:
    return tables.connection.table("orders").df(), tables.connection.table("customers").df()


# what links tables


@pytest.mark.parametrize(
    ("left", "right"),
    [("customer_id", "id"), ("customer_id", "customer_id"), ("CustomerID", "customer_id"), ("customer", "customer_no")],
)
def test_keys_are_found_by_their_names_in_any_style(left, right):
    orders = pd.DataFrame({left: [1, 2, 3, 1, 2], "revenue": [1.5, 2.5, 3.0, 4.0, 5.0]})
    tables = Tables(orders=orders, customers=pd.DataFrame({right: [1, 2, 3, 4], "region": ["A", "B", "A", "B"]}))
    found = links(tables.profiles)[0]
    assert (found.left, found.left_column, found.right, found.right_column) == ("orders", left, "customers", right)


def test_keys_of_other_names_are_found_by_their_values():
    codes = [f"SKU-{number}" for number in range(10)]
    sales = pd.DataFrame({"item": codes * 3, "pieces": range(30)})
    tables = Tables(sales=sales, catalogue=pd.DataFrame({"article": codes, "family": ["A", "B"] * 5}))
    assert links(tables.profiles)[0].told == "sales.item = catalogue.article"


@pytest.mark.parametrize(
    "right",
    [
        pd.DataFrame({"id": ["a", "b", "c"], "region": ["A", "B", "A"]}),
        pd.DataFrame({"id": [7, 8, 9], "region": ["A", "B", "A"]}),
        pd.DataFrame({"colour": ["red", "blue", "red"]}),
        pd.DataFrame({"serial": ["0001", "0002", "0003"]}),
    ],
    ids=["another type", "no value shared", "nothing alike", "numbers as text of something else"],
)
def test_columns_that_cannot_match_are_no_link(right):
    orders = pd.DataFrame({"customer_id": [1, 2, 3, 1], "revenue": [1.5, 2.5, 3.0, 4.0]})
    assert not links(Tables(orders=orders, customers=right).profiles)


def zero_padded() -> Tables:
    orders = pd.DataFrame({"customer_id": [1, 2, 2, 3, 7], "revenue": [1.5, 2.5, 3.0, 4.0, 5.0]})
    customers = pd.DataFrame({"customer_id": ["0001", "0002", "0003", "0004"], "region": ["A", "B", "A", "B"]})
    return Tables(orders=orders, customers=customers)


def test_keys_that_match_but_for_how_they_are_written_are_told_with_the_link():
    hires = pd.DataFrame({"van": ["V01", "v02", "V-03", "V04", "X9"], "days": range(5)})
    tables = Tables(hires=hires, vans=pd.DataFrame({"van": [f"V0{at}" for at in range(1, 6)], "seats": range(5)}))
    (line,) = tables.run(JoinKeys()).findings
    assert line.endswith("; 2 values of hires would match but for capitals, blanks or hyphens.")
    (whole,) = shop().run(JoinKeys()).findings
    assert "capitals" not in whole


def test_numbers_and_the_same_numbers_as_text_are_compared_as_numbers_and_it_is_said():
    tables = zero_padded()
    assert links(tables.profiles)[0].as_numbers
    found = joined_aggregate("Total revenue by region", tables.profiles, NOW)
    told = tables.run(found[0])
    assert "A: 5.50" in told.summary
    assert "B: 5.50" in told.summary
    assert "comparing both as numbers" in told.summary
    assert "1 of 5 rows of orders has no match in customers" in told.summary


def test_a_model_that_links_them_need_not_know_how_they_are_written():
    aggregate = Aggregate(metrics=(REVENUE,), groups=(ByColumn(column="region"),))
    link = Link(left="orders", left_column="customer_id", right="customers", right_column="customer_id")
    assert "A: 5.50" in zero_padded().run(JoinedAggregate(link=link, aggregate=aggregate)).summary


# what a link is


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [([1, 2, 3], [1, 2, 3], "1:1"), ([1, 1, 2], [1, 2, 3], "n:1"), ([1, 2], [1, 1, 2], "1:n"), ([1, 1], [1, 1], "n:n")],
)
def test_multiplicity_is_measured_on_the_rows(left, right, expected):
    tables = Tables(a=pd.DataFrame({"k": left}), b=pd.DataFrame({"k": right}))
    row = tables.connection.execute(
        proof(Link(left="a", left_column="k", right="b", right_column="k")).sql(dialect="duckdb")
    ).fetchdf()
    assert multiplicity(row.left_most[0], row.right_most[0]) == expected


@pytest.mark.parametrize("seed", range(6))
def test_matches_are_counted_as_pandas_counts_them(seed):
    tables = shop(seed)
    orders, customers = frames(tables)
    given = values(tables.run(JoinKeys()))
    keyed = orders[orders.customer_id.notna()]
    told = "orders.customer_id = customers.id"
    lacking = f"without a match in customers by {told}"
    assert given[f"number of values shared by {told}"] == len(set(keyed.customer_id) & set(customers.id))
    assert given[f"number of rows of orders {lacking}"] == (~keyed.customer_id.isin(customers.id)).sum()
    unordered = f"number of rows of customers without a match in orders by {told}"
    assert given[unordered] == (~customers.id.isin(keyed.customer_id)).sum()


def test_join_keys_are_told_with_their_multiplicity():
    assert (
        shop().run(JoinKeys()).summary == "orders and customers are linked by orders.customer_id = customers.id (n:1)."
    )


def test_one_dataset_has_nothing_to_be_linked_with():
    with pytest.raises(ForfeitException, match="only one dataset"):
        Tables(orders=pd.DataFrame({"a": [1, 2]})).run(JoinKeys())


def test_datasets_are_listed_with_their_rows():
    tables = shop()
    orders, _ = frames(tables)
    found = tables.run(Datasets())
    assert found.summary == f"You have 2 datasets: orders.csv ({len(orders)} rows) and customers.csv (40 rows)."


# figures over a join


@pytest.mark.parametrize("seed", range(6))
def test_totals_over_a_join_agree_with_pandas(seed):
    tables = shop(seed)
    orders, customers = frames(tables)
    found = tables.run(BY_REGION)
    expected = orders.merge(customers, left_on="customer_id", right_on="id").groupby("region").revenue.sum()
    given = {name: value for name, value in values(found).items() if name.startswith("total revenue of")}
    assert given == {f"total revenue of {region}": pytest.approx(total) for region, total in expected.items()}


def test_the_reply_says_how_it_joined_and_what_did_not_match():
    tables = shop()
    orders, customers = frames(tables)
    summary = tables.run(BY_REGION).summary
    unmatched = (orders.customer_id.notna() & ~orders.customer_id.isin(customers.id)).sum()
    assert "I joined orders with customers by customer id in orders and id in customers." in summary
    assert f"{unmatched} of {len(orders)} rows of orders have no match in customers." in summary
    assert f"{orders.customer_id.isna().sum()} of {len(orders)} rows of orders have no value to match by." in summary


def test_nothing_is_summed_where_rows_match_several_rows():
    tables = shop(repeated=True)
    with pytest.raises(ForfeitException, match="is n:n: a row of orders matches up to 2 rows of customers"):
        tables.run(BY_REGION)
    summing = BY_REGION.over(tables.profiles).queries(tables.only)[1].sql
    assert tables.connection.execute(summing).fetchall() == []


def test_keys_that_never_match_are_forfeited():
    tables = Tables(
        orders=pd.DataFrame({"customer_id": [1, 2, 3], "revenue": [1.0, 2.0, 3.5]}),
        customers=pd.DataFrame({"id": [7, 8, 9], "region": ["A", "B", "A"]}),
    )
    with pytest.raises(ForfeitException, match="No value of customer_id in orders is found"):
        tables.run(BY_REGION)


def test_conditions_may_stand_on_either_side():
    tables = shop()
    orders, customers = frames(tables)
    filters = (
        Filter(column="tier", operator="=", values=("gold",)),
        Filter(column="revenue", operator=">", values=(20,)),
    )
    found = tables.run(JoinedAggregate(link=LINK, aggregate=Aggregate(metrics=(REVENUE,), filters=filters)))
    both = orders.merge(customers, left_on="customer_id", right_on="id")
    assert found.facts[-1].value == pytest.approx(both[(both.tier == "gold") & (both.revenue > 20)].revenue.sum())


def test_every_fact_is_the_cell_that_it_names():
    found, results = shop().findings(BY_REGION)
    assert all(fact.value == cell_of(fact, results) for fact in found.facts)
    assert len({fact.id for fact in found.facts}) == len(found.facts)


def test_a_link_to_what_is_not_there_is_forfeited():
    lost = LINK.model_copy(update={"right": "clients"})
    with pytest.raises(ForfeitException, match="no column id in clients"):
        shop().run(BY_REGION.model_copy(update={"link": lost}))


# questions that need a join, without a model


def test_a_question_over_two_tables_is_read_as_one_over_their_join():
    found = joined_aggregate("Total revenue by region", shop().profiles, NOW)
    assert found is not None
    assert (found[0].link, found[0].aggregate.groups) == (
        LINK.model_copy(update={"likeness": 0.95}),
        (ByColumn(column="region"),),
    )
    assert found[0].aggregate.metrics == (REVENUE,)


@pytest.mark.parametrize(
    "question",
    ["Total revenue", "Number of customers by region", "Total profit by region", "Hello", "Average id by tier"],
)
def test_a_question_that_needs_no_join_or_has_no_answer_is_not_read_as_one(question):
    assert joined_aggregate(question, shop().profiles, NOW) is None


def test_measures_of_the_single_side_are_never_added_up_over_the_many():
    orders = pd.DataFrame({"customer_id": [1, 1, 2, 3], "product": ["A", "B", "A", "B"]})
    customers = pd.DataFrame({"id": [1, 2, 3], "credit": [10.5, 20.0, 30.0]})
    assert joined_aggregate("Total credit by product", Tables(orders=orders, customers=customers).profiles, NOW) is None


# names of relations


def test_datasets_are_told_apart_by_their_files_names():
    only = shop().only
    named = [
        only.model_copy(update={"file_name": name})
        for name in ("Q1 Sales.xlsx", "q1-sales.csv", "2024.csv", "order.csv")
    ]
    assert [one.relation for one in told_apart(named)] == ["q1_sales", "q1_sales_2", "table_2024", "table_order"]
    assert told_apart(named[:1])[0].relation == "data"


@pytest.mark.parametrize(("function", "fine"), [("sum", False), ("mean", False), ("count", False), ("max", True)])
def test_a_model_cannot_add_up_the_single_side_either(function, fine):
    orders = pd.DataFrame({"customer_id": [1, 1, 2, 3], "product": ["A", "B", "A", "B"]})
    customers = pd.DataFrame({"id": [1, 2, 3], "credit": [10.5, 20.0, 30.0]})
    aggregate = Aggregate(metrics=(Metric(function=function, column="credit"),), groups=(ByColumn(column="product"),))
    tables, analysis = Tables(orders=orders, customers=customers), JoinedAggregate(link=LINK, aggregate=aggregate)
    if fine:
        assert "B: 30" in tables.run(analysis).summary
    else:
        with pytest.raises(ForfeitException, match="credit belongs to customers"):
            tables.run(analysis)


def test_a_column_of_neither_table_is_forfeited():
    lost = Aggregate(metrics=(Metric(function="sum", column="profit"),))
    with pytest.raises(ForfeitException, match="no column profit in orders or customers"):
        shop().run(JoinedAggregate(link=LINK, aggregate=lost))
