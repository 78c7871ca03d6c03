"""Columns of another table beside each row: what may be looked up, what is said of it, what may be computed of it."""

from typing import Any

import pytest

from shared.contracts import DatasetProfile
from shared.query.bound import BoundQuery
from shared.query.check import check
from shared.query.checks import findings
from shared.query.completeness import completeness, told
from shared.query.facts import facts
from shared.query.forms import usual_form
from shared.query.problems import QueryProblem, read_query
from shared.query.query import Figures
from shared.query.words.verbalise import verbalise
from tests.shared.query.orders import COUNT, Json, by, compare, of, stat
from tests.shared.query.running import asked, run
from tests.shared.query.shop import CUSTOMERS, ORDERS, countries, customers, rates
from tests.shared.query.tables import Table

REVENUE = stat("sum")


def figures(*measures: Json, **rest: Any) -> Json:
    return {"kind": "figures", "measures": list(measures), **rest}


def bound(query: Json, table: Table = ORDERS) -> BoundQuery:
    return check(read_query(query), table.profile, table.datasets)


def refused(lookup: Json, *more: Json) -> QueryProblem:
    """Why a query of all rows with these lookups cannot be asked."""
    with pytest.raises(QueryProblem) as problem:
        bound({"kind": "rows", "lookups": [lookup, *more]})
    return problem.value


def test_each_row_stays_once_and_has_empty_cells_where_nothing_is_found() -> None:
    rows = {"kind": "rows", "lookups": [customers("segment"), rates("rate")], "columns": ["n", "segment", "rate"]}
    assert asked(rows, ORDERS) == [
        (0, "B2B", 0.5), (1, "B2B", 0.25), (2, "B2C", 1.0), (3, "B2B", 2.0), (4, None, None), (5, None, None),
    ]  # fmt: skip


def test_all_columns_are_those_of_the_table_then_those_looked_up_then_those_derived() -> None:
    derived = [{"kind": "text_form", "name": "letters", "column": "segment", "form": "length"}]
    made = bound({"kind": "rows", "lookups": [customers("segment")], "derived": derived})
    assert [one.name for one in made.outputs][-3:] == ["day", "segment", "letters"]
    assert verbalise(made).endswith(
        "showing all columns and (segment of customers found by customer id as id) and "
        "(length of (segment of customers found by customer id as id))"
    )


def test_distinct_rows_are_those_of_the_table_itself() -> None:
    twice = Table(ORDERS.profile, {name: [*cells, cells[0]] for name, cells in ORDERS.cells.items()}, ORDERS.kinds)
    table = Table(twice.profile.model_copy(update={"row_count": 7}), twice.cells, twice.kinds, ORDERS.links)
    query = figures(COUNT, stat("distinct", "segment"), distinct_rows=True, lookups=[customers("segment")])
    assert asked(query, table) == [(6, 2)]


def test_the_sentence_says_where_each_column_is_looked_up() -> None:
    assert verbalise(bound(figures(REVENUE, groups=[by("segment")], lookups=[customers("segment")]))) == (
        "total revenue by (segment of customers found by customer id as id)"
    )
    chain = figures(
        COUNT, where=[compare("continent", "=", "Europe")], lookups=[customers("country"), countries("continent")]
    )
    assert verbalise(bound(chain)) == (
        "number of orders whose (continent of countries found by "
        "(country of customers found by customer id as id) as code) is Europe"
    )
    assert verbalise(bound(figures(stat("max", "rate"), lookups=[rates("rate")]))) == (
        "highest (rate of rates found by currency and “month”)"
    )


def test_an_unknown_table_or_column_is_refused_with_the_nearest() -> None:
    unknown = refused({**customers("segment"), "dataset": "customer"})
    assert (unknown.kind, unknown.nearest) == ("unknown_dataset", ("customers",))
    told_of = refused(customers("segments"))
    assert told_of.sentence == "There is no column “segments” in customers. Did you mean “segment”?"
    assert refused(countries("continent")).sentence.startswith("There is no column “country”.")


def test_what_cannot_be_compared_is_refused() -> None:
    problem = refused({**customers("segment"), "on": [{"column": "customer_id", "key": "email"}]})
    assert problem.kind == "wrong_kind"
    assert problem.sentence == "“customer_id” holds numbers, “email” of customers text: they cannot be compared."


def test_a_column_whose_values_repeat_is_refused_with_those_that_are_keys() -> None:
    problem = refused({**customers("budget"), "on": [{"column": "currency", "key": "segment"}]})
    assert (problem.kind, problem.nearest) == ("no_key", ("email",))
    assert problem.sentence.startswith(
        "“segment” of customers is no key: rows share a value. Different in each row: email."
    )
    only = refused({**rates("rate"), "on": ["currency"]})
    assert "No column of rates is one alone." in only.sentence


def test_a_lookup_the_wrong_way_round_is_refused_with_the_right_way() -> None:
    orders = {"dataset": "data", "on": [{"column": "id", "key": "customer_id"}], "columns": ["revenue"]}
    with pytest.raises(QueryProblem) as problem:
        check(read_query({"kind": "rows", "lookups": [orders]}), CUSTOMERS.profile, [ORDERS.profile])
    assert problem.value.sentence.endswith(
        "But “id” is a key of customers: ask of data, and look up columns of customers."
    )


def test_a_column_without_a_known_cell_finds_nothing_and_is_refused() -> None:
    empty = {**ORDERS.cells, "customer_id": [None] * 6}
    columns = [
        one.model_copy(update={"nulls": 6, "distinct": 0} if one.name == "customer_id" else {})
        for one in ORDERS.profile.columns
    ]
    profile = DatasetProfile.model_validate(ORDERS.profile.model_dump() | {"columns": columns})
    with pytest.raises(QueryProblem, match="“customer_id” is empty in every row"):
        bound({"kind": "rows", "lookups": [customers("segment")]}, Table(profile, empty, ORDERS.kinds, ORDERS.links))


def test_columns_that_hold_nothing_in_common_are_refused_with_what_they_hold() -> None:
    problem = refused({**customers("segment"), "on": [{"column": "currency", "key": "email"}]})
    assert problem.kind == "no_match"
    assert problem.sentence.startswith("“currency” holds ")
    assert "“email” of customers 'a@x', 'b@x', 'c@x': no cell of one is one of the other" in problem.sentence


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        (figures(COUNT, groups=[by("day")], lookups=[customers({"column": "since", "name": "day"})]), "taken_name"),
        (figures(COUNT, groups=[by("segment")], lookups=[customers("segment")] * 2), "shape"),
        (figures(COUNT, groups=[by("segment")], lookups=[customers("segment", "segment")]), "shape"),
        (figures(REVENUE, source={"kind": "rows"}, lookups=[customers("segment")]), "shape"),
    ],
)
def test_a_lookup_that_says_nothing_or_the_same_again_is_refused(query: Json, kind: str) -> None:
    with pytest.raises(QueryProblem) as problem:
        bound(query)
    assert problem.value.kind == kind


def test_a_query_that_was_made_with_a_lookup_in_vain_is_refused() -> None:
    made = Figures.model_validate(usual_form(figures(COUNT, lookups=[customers("segment")])))
    with pytest.raises(QueryProblem, match="“segment” is looked up and not used"):
        check(made, ORDERS.profile, ORDERS.datasets)


def test_a_key_that_is_called_as_its_column_needs_no_second_name() -> None:
    pairs = [{"column": name, "key": name} for name in ("currency", "month")]
    whole = {"dataset": "rates", "on": pairs, "columns": [{"column": "rate"}]}
    assert read_query({"kind": "rows", "lookups": [rates("rate")]}) == read_query({"kind": "rows", "lookups": [whole]})


def test_the_share_of_rows_with_a_match_is_told_for_each_lookup() -> None:
    query = figures(
        REVENUE, groups=[by("segment")], lookups=[customers("segment"), rates("rate")], where=[of("known", "rate")]
    )
    made, result = run(query, ORDERS)
    found = completeness(made, result, 0, 0)
    assert found is not None
    assert [(one.looked_in, round(one.matched, 1), round(one.several, 1)) for one in found.lookups] == [
        ("customers", 66.7, 0.0),
        ("rates", 66.7, 16.7),
    ]
    assert found.matched == pytest.approx(400 / 6)
    assert told(made, result) == (
        "33.3 % of the rows of data have no match in customers; 33.3 % of the rows of data have no match in "
        "rates; 16.7 % of the rows of data match several of rates, so that none was taken."
    )


def test_the_share_is_that_of_the_rows_of_the_table_also_under_a_query_over_it() -> None:
    inner = figures(REVENUE, groups=[by("segment", keep_empty=True)], lookups=[customers("segment")])
    made, result = run(figures(stat("mean", "sum_revenue"), source=inner), ORDERS)
    found = completeness(made, result, 0, 0)
    assert found is not None
    assert found.matched == pytest.approx(400 / 6)


def test_what_several_rows_find_is_not_added_up_and_its_average_is_told_to_be_one_of_rows() -> None:
    (no_sum,) = findings(bound(figures(stat("sum", "budget"), lookups=[customers("budget")])))
    assert (no_sum.kind, no_sum.verdict) == ("addition", "refuse")
    assert no_sum.sentence.endswith("ask for it of customers alone, once for each customer id, or for its average.")
    (average,) = findings(bound(figures(stat("mean", "budget"), lookups=[customers("budget")])))
    assert (average.kind, average.verdict) == ("grain", "tell")
    assert average.sentence.endswith("once for each order, not once for each row of customers.")
    filled = {"kind": "filled_with_value", "name": "known", "column": "budget", "value": 0}
    (derived,) = findings(bound(figures(stat("sum", "known"), derived=[filled], lookups=[customers("budget")])))
    assert derived.verdict == "refuse"
    assert not findings(bound(figures(stat("max", "budget"), lookups=[customers("budget")])))


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (figures(stat("mean", "budget"), groups=[by("segment")], lookups=[customers("budget", "segment")]), 1),
        (figures(stat("mean", "budget"), groups=[by("customer_id"), by("currency")], lookups=[customers("budget")]), 0),
        (figures(stat("mean", "budget"), where=[compare("customer_id", "=", 1)], lookups=[customers("budget")]), 0),
        (figures(stat("mean", "rate"), groups=[by("currency")], lookups=[rates("rate")]), 1),
        (
            figures(
                {"kind": "per_group", "function": "mean", "per": by("customer_id"), "measure": stat("mean", "budget")},
                lookups=[customers("budget")],
            ),
            0,
        ),
        (
            figures(
                stat("mean", "budget"), source={"kind": "rows", "lookups": [customers("budget")]}, groups=[by("day")]
            ),
            1,
        ),
        (
            figures(
                stat("mean", "budget"),
                source={"kind": "rows", "lookups": [customers("budget")]},
                groups=[by("customer_id")],
            ),
            0,
        ),
    ],
)
def test_an_average_is_told_to_be_one_of_rows_only_where_the_rows_of_a_group_find_several(
    query: Json, told: int
) -> None:
    assert len([one for one in findings(bound(query)) if "once for each" in one.sentence]) == told


def _refused_as(query: Json) -> list[str]:
    return [one.kind for one in findings(bound(query)) if one.verdict == "refuse"]


PER_CUSTOMER = figures(
    COUNT,
    {**stat("max", "budget"), "name": "most"},
    lookups=[customers("budget", "segment")],
    groups=[by("customer_id"), by("segment")],
)


@pytest.mark.parametrize(
    "query",
    [
        figures(stat("sum", "most"), source=PER_CUSTOMER, groups=[by("segment")]),
        figures(
            stat("sum", "budget"),
            source=figures(COUNT, lookups=[customers("budget")], groups=[by("customer_id"), by("budget")]),
        ),
        figures(
            {"kind": "per_group", "function": "sum", "per": by("customer_id"), "measure": stat("max", "budget")},
            lookups=[customers("budget")],
        ),
    ],
)
def test_what_is_looked_up_is_added_up_once_for_each_key(query: Json) -> None:
    assert not _refused_as(query)
    assert sum(row[-1] or 0 for row in asked(query, ORDERS)) == 1200.0


@pytest.mark.parametrize("more", [by("currency"), {"kind": "time", "column": "day", "grain": "month"}])
def test_what_several_groups_look_up_is_not_added_up(more: Json) -> None:
    inner = {**PER_CUSTOMER, "groups": [by("customer_id"), more], "lookups": [customers("budget")]}
    assert _refused_as(figures(stat("sum", "most"), source=inner)) == ["addition"]
    apart = {"kind": "per_group", "function": "sum", "per": by("currency"), "measure": stat("max", "budget")}
    assert _refused_as(figures(apart, lookups=[customers("budget")])) == ["addition"]


def test_what_is_multiplied_with_a_figure_of_each_row_is_added_up() -> None:
    made = {"kind": "calculation", "name": "converted", "operator": "*", "left": "revenue", "right": "rate"}
    query = figures(stat("sum", "converted"), derived=[made], lookups=[rates("rate")])
    assert not findings(bound(query))
    assert asked(query, ORDERS) == [(10 * 0.5 + 20 * 0.25 + 30 + 80,)]


def test_what_each_row_finds_alone_is_added_up_as_in_its_own_table() -> None:
    back = {"dataset": "data", "on": [{"column": "id", "key": "n"}], "columns": ["revenue"]}
    table = Table(CUSTOMERS.profile, CUSTOMERS.cells, CUSTOMERS.kinds)
    made = check(read_query(figures(REVENUE, lookups=[back])), table.profile, [ORDERS.profile])
    assert made.lookups[0].once
    assert "addition" not in [one.kind for one in findings(made)]


def _with(profile: DatasetProfile, column: str, **known: object) -> DatasetProfile:
    columns = tuple(one.model_copy(update=known if one.name == column else {}) for one in profile.columns)
    return profile.model_copy(update={"columns": columns})


def test_amounts_of_several_currencies_are_converted_by_a_rate_that_is_looked_up_by_the_currency() -> None:
    mixed = _with(ORDERS.profile, "revenue", unit_column="currency", money=True)
    sum_ = check(read_query(figures(REVENUE)), mixed)
    assert [one.kind for one in findings(sum_)] == ["currency"]
    made = {"kind": "calculation", "name": "converted", "operator": "*", "left": "revenue", "right": "rate"}
    query = figures(stat("sum", "converted"), derived=[made], lookups=[rates("rate")])
    assert not findings(check(read_query(query), mixed, ORDERS.datasets))


def test_looked_up_amounts_of_several_currencies_are_taken_together_only_by_the_currency_that_was_found_with_them() -> (
    None
):
    mixed = _with(CUSTOMERS.profile, "budget", unit_column="country", money=True)
    highest = figures(stat("max", "budget"), lookups=[customers("budget")])
    (found,) = findings(check(read_query(highest), ORDERS.profile, [mixed]))
    assert (found.kind, found.verdict) == ("currency", "refuse")
    apart = figures(stat("max", "budget"), groups=[by("country")], lookups=[customers("budget", "country")])
    assert not findings(check(read_query(apart), ORDERS.profile, [mixed]))


def test_a_looked_up_figure_has_the_unit_of_its_own_table() -> None:
    customers_in_euros = _with(CUSTOMERS.profile, "budget", unit="€")
    table = Table(ORDERS.profile, ORDERS.cells, ORDERS.kinds, ORDERS.links)
    made = check(
        read_query(figures(stat("max", "budget"), lookups=[customers("budget")])), table.profile, [customers_in_euros]
    )
    _, result = run(figures(stat("max", "budget"), lookups=[customers("budget")]), ORDERS)
    (fact,) = facts(made, result)
    assert (fact.value, fact.unit) == (1000.0, "€")


def test_a_table_may_be_looked_up_twice_by_different_columns_and_by_itself() -> None:
    boss = {
        "dataset": "customers",
        "on": [{"column": "n", "key": "id"}],
        "columns": [{"column": "segment", "name": "other"}],
    }
    query = figures(COUNT, groups=[by("segment"), by("other")], lookups=[customers("segment"), boss])
    assert asked(query, ORDERS) == [("B2B", "B2B", 2), ("B2C", "B2C", 1)]
    itself = {
        "dataset": "data",
        "on": [{"column": "month", "key": "n"}],
        "columns": [{"column": "revenue", "name": "earlier"}],
    }
    rows = {"kind": "rows", "lookups": [itself], "columns": ["n", "earlier"], "limit": 2}
    assert asked(rows, ORDERS) == [(0, 20.0), (1, 30.0)]
