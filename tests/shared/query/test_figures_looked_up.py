"""Figures of all rows of another table with a key beside each row: none is lost, none becomes several."""

from dataclasses import replace
from typing import Any

import pytest

from shared.contracts import Completeness
from shared.contracts.completeness import LookupMatches
from shared.query.bound import BoundQuery
from shared.query.check import check
from shared.query.checks import findings
from shared.query.completeness import completeness_line, told
from shared.query.facts import facts
from shared.query.problems import QueryProblem, read_query
from shared.query.words.verbalise import verbalise
from tests.shared.query.orders import COUNT, Json, by, compare, of, stat
from tests.shared.query.running import asked, run
from tests.shared.query.shop import ORDERS, WITH_ORDERS, of_orders
from tests.shared.query.tables import Link, Table

MANY = {**COUNT, "name": "many"}
SPENT = {**stat("sum"), "name": "spent"}


def figures(*measures: Json, **rest: Any) -> Json:
    return {"kind": "figures", "measures": list(measures), **rest}


def rows(*columns: str, **rest: Any) -> Json:
    return {"kind": "rows", "columns": list(columns), **rest}


def bound(query: Json, table: Table = WITH_ORDERS) -> BoundQuery:
    return check(read_query(query), table.profile, table.datasets)


def refused(query: Json) -> QueryProblem:
    with pytest.raises(QueryProblem) as problem:
        bound(query)
    return problem.value


def test_each_row_stays_once_with_a_count_of_0_and_other_figures_empty_where_no_row_has_its_key() -> None:
    query = rows("id", "many", "spent", lookups=[of_orders(MANY, SPENT)])
    assert asked(query, WITH_ORDERS) == [(1, 2, 30.0), (2, 1, 30.0), (3, 1, 40.0), (4, 0, None)]


@pytest.mark.parametrize(("operator", "found"), [("=", [(4,)]), (">", [(1,), (2,), (3,)])])
def test_rows_without_a_match_are_those_with_a_count_of_0_and_others_have_one(operator: str, found: list[Any]) -> None:
    query = rows("id", lookups=[of_orders(MANY)], where=[compare("many", operator, 0)])
    assert asked(query, WITH_ORDERS) == found


def test_a_row_whose_own_key_is_empty_or_stands_nowhere_matches_nothing() -> None:
    known = {"dataset": "customers", "on": [{"column": "customer_id", "key": "id"}], "measures": [MANY]}
    query = rows("n", lookups=[known], where=[compare("many", "=", 0)])
    assert asked(query, ORDERS) == [(4,), (5,)]


def test_only_rows_there_that_meet_conditions_count() -> None:
    dear = {"kind": "filtered", "measure": COUNT, "where": [compare("revenue", ">", 15)], "name": "dear"}
    none = {"kind": "arithmetic", "operator": "sum", "left": COUNT, "right": stat("known"), "name": "both"}
    share = {"kind": "arithmetic", "operator": "ratio", "left": COUNT, "right": stat("known"), "name": "share"}
    query = rows("id", "dear", "both", "share", lookups=[of_orders(dear, none, share)])
    assert asked(query, WITH_ORDERS) == [(1, 1, 4.0, 1.0), (2, 1, 2.0, 1.0), (3, 1, 2.0, 1.0), (4, 0, 0.0, None)]


def test_an_average_of_counts_has_those_without_a_row_in_it() -> None:
    query = figures(stat("mean", "many"), groups=[by("segment")], lookups=[of_orders(MANY)])
    assert asked(query, WITH_ORDERS) == [("B2B", 1.5), ("B2C", 0.5)]


def test_what_is_found_by_may_itself_be_a_figure_that_was_looked_up() -> None:
    orders, customers = ORDERS, WITH_ORDERS
    table = replace(customers, links=(*customers.links, Link(orders, (("last", "n"),))))
    last = {**stat("max", "n"), "name": "last"}
    there = {"dataset": "data", "on": [{"column": "last", "key": "n"}], "columns": ["day"]}
    query = rows("id", "day", lookups=[of_orders(last), there])
    assert asked(query, table) == [(1, "2024-01-31"), (2, "2024-02-29"), (3, "2024-03-31"), (4, None)]


def test_the_sentence_says_which_figure_of_which_rows_is_found_by_what() -> None:
    query = rows("id", lookups=[of_orders(MANY)], where=[compare("many", "=", 0)])
    assert verbalise(bound(query)) == (
        "orders whose (number of orders of data found by id as customer id) is 0, showing id"
    )


def test_the_share_of_rows_with_a_match_is_told_unless_no_row_there_is_a_count_of_0() -> None:
    made, result = run(figures(stat("mean", "many"), lookups=[of_orders(MANY)]), WITH_ORDERS)
    assert told(made, result) == ""
    made, result = run(figures(stat("count", "spent"), lookups=[of_orders(MANY, SPENT)]), WITH_ORDERS)
    assert "25 % of the rows of customers have no match in data." in told(made, result)


def test_few_rows_without_a_match_are_told_too() -> None:
    matches = [LookupMatches(dataset="visits", looked_in="animals", matched=of) for of in (100.0, 99.25, 98.0)]
    lines = [completeness_line([[Completeness(shown=1, there=1, lookups=(one,))]], str, "rows") for one in matches]
    assert lines == [
        "",
        "0.8 % of the rows of visits have no match in animals.",
        "2 % of the rows of visits have no match in animals.",
    ]


def test_figures_of_keys_of_each_row_alone_add_up_and_those_that_several_rows_find_do_not() -> None:
    once = figures(stat("sum", "many"), lookups=[of_orders(MANY)])
    assert not findings(bound(once))
    assert asked(once, WITH_ORDERS) == [(4,)]
    there = {"dataset": "customers", "on": [{"column": "customer_id", "key": "id"}], "measures": [MANY]}
    (refusal,) = findings(bound(figures(stat("sum", "many"), lookups=[there]), ORDERS))
    assert (refusal.kind, refusal.verdict) == ("addition", "refuse")
    (average,) = findings(bound(figures(stat("mean", "many"), lookups=[there]), ORDERS))
    assert average.sentence.endswith("once for each order, not once for each id of customers.")


def test_a_figure_that_would_mislead_there_misleads_here() -> None:
    (link,) = WITH_ORDERS.links
    columns = tuple(
        one.model_copy(update={"additivity": "non_additive", "unit_column": None} if one.name == "revenue" else {})
        for one in link.other.profile.columns
    )
    other = link.other.profile.model_copy(update={"columns": columns})
    made = check(read_query(rows("spent", lookups=[of_orders(SPENT)])), WITH_ORDERS.profile, [other])
    assert [one.sentence for one in findings(made) if one.verdict == "refuse"] == [
        "Adding up revenue says nothing; ask for its average or median instead."
    ]


def test_a_figure_has_the_unit_of_its_own_table() -> None:
    (link,) = WITH_ORDERS.links
    columns = tuple(
        one.model_copy(update={"unit": "€"} if one.name == "revenue" else {}) for one in link.other.profile.columns
    )
    table = replace(link.other, profile=link.other.profile.model_copy(update={"columns": columns}))
    made, result = run(
        figures(stat("sum", "spent"), lookups=[of_orders(SPENT)]),
        replace(WITH_ORDERS, links=(replace(link, other=table),)),
    )
    (fact,) = facts(made, result)
    assert (fact.value, fact.unit) == (100.0, "€")


@pytest.mark.parametrize(
    ("lookup", "kind", "said"),
    [
        (of_orders(), "shape", "columns, found by a unique key, or measures of all rows with the key"),
        ({**of_orders(MANY), "columns": ["revenue"]}, "shape", "columns, found by a unique key, or measures"),
        (of_orders(MANY, {**SPENT, "name": "Many"}), "shape", "has a name of its own"),
        (of_orders(MANY, {**MANY, "name": "again"}), "shape", "stands once"),
        (of_orders({**MANY, "name": "segment"}), "taken_name", "There is a column “segment” already"),
        (of_orders(stat("sum", "spend")), "unknown_column", "no column “spend”"),
        (of_orders(MANY, key="currency"), "wrong_kind", "they cannot be compared"),
    ],
)
def test_what_cannot_be_meant_is_refused(lookup: Json, kind: str, said: str) -> None:
    problem = refused({"kind": "rows", "lookups": [lookup]})
    assert problem.kind == kind
    assert said in problem.sentence


def test_a_key_that_repeats_is_refused_for_columns_with_the_figures_that_may_be_looked_up() -> None:
    columns = {"dataset": "data", "on": [{"column": "id", "key": "customer_id"}], "columns": ["revenue"]}
    assert (
        "Or look up `measures` of the rows that share it." in refused({"kind": "rows", "lookups": [columns]}).sentence
    )


def test_a_figure_that_the_query_does_not_use_is_left_away() -> None:
    query = read_query(rows("many", lookups=[of_orders(MANY, SPENT)]))
    assert query.lookups[0].called == ("many",)
    assert not read_query(rows("id", lookups=[of_orders(MANY)])).lookups


def test_columns_and_figures_of_the_same_rows_are_two_lookups() -> None:
    found = {"dataset": "customers", "on": [{"column": "customer_id", "key": "id"}]}
    query = rows("n", "segment", "many", lookups=[found | {"columns": ["segment"]}, found | {"measures": [MANY]}])
    assert asked(query, ORDERS)[3:5] == [(3, "B2B", 1), (4, None, 0)]


def test_a_condition_on_an_empty_figure_is_one_on_an_empty_cell() -> None:
    query = rows("id", lookups=[of_orders(SPENT)], where=[of("empty", "spent")])
    assert asked(query, WITH_ORDERS) == [(4,)]
