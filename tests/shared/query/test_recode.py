"""Values of a text that are told as one: which values may be, what it gives, and that every one of them is said."""

from typing import Any

import pytest

from shared.contracts import ExecutedQuery
from shared.engine.doubts import doubts
from shared.query.check import check
from shared.query.facts import facts
from shared.query.problems import QueryProblem, read_query
from shared.query.words.verbalise import verbalise
from tests.shared.query.running import asked, run
from tests.shared.query.tables import table_of

Json = dict[str, Any]
ORDERS = table_of(
    {
        "supplier": ["ACME Ltd", "Acme Limited", "ACME Ltd", "Borg", None, "Harrogate", "Harogate"],
        "revenue": [10.0, 30.0, 5.0, 20.0, 40.0, 1.0, 2.0],
    },
    {"supplier": "text", "revenue": "number"},
)
ACME: Json = {"to": "Acme", "values": ["ACME Ltd", "Acme Limited"]}
SUM: Json = {"kind": "statistic", "function": "sum", "column": "revenue"}


def by_supplier(*merged: Json, **others: Any) -> Json:
    recode = {"kind": "recode", "name": "company", "column": "supplier", "merged": list(merged), **others}
    groups = [{"kind": "column", "column": "company"}]
    return {"kind": "figures", "derived": [recode], "groups": groups, "measures": [SUM]}


def test_merged_values_are_one_group_and_the_others_stay_as_they_are() -> None:
    assert asked(by_supplier(ACME), ORDERS) == [("Acme", 45.0), ("Borg", 20.0), ("Harogate", 2.0), ("Harrogate", 1.0)]


def test_cells_that_hold_the_name_already_are_told_by_it_with_those_that_are_merged() -> None:
    merged = by_supplier({"to": "Harrogate", "values": ["Harogate"]})
    both = by_supplier({"to": "Harrogate", "values": ["Harrogate", "Harogate"]})
    assert asked(merged, ORDERS) == asked(both, ORDERS)
    assert ("Harrogate", 3.0) in asked(merged, ORDERS)


def test_the_others_are_one_group_where_they_have_a_name_and_an_empty_cell_is_none_of_them() -> None:
    assert asked(by_supplier(ACME, others="Other"), ORDERS) == [("Acme", 45.0), ("Other", 23.0)]


@pytest.mark.parametrize(
    ("merged", "others", "said"),
    [
        ([ACME], {}, "supplier with “ACME Ltd” and “Acme Limited” as “Acme”"),
        (
            [{"to": "Harrogate", "values": ["Harogate"]}],
            {},
            "supplier with “Harrogate” and “Harogate” as “Harrogate”",
        ),
        (
            [ACME, {"to": "Harrogate", "values": ["Harrogate", "Harogate"]}],
            {"others": "Other"},
            "supplier with “ACME Ltd” and “Acme Limited” as “Acme”, “Harrogate” and “Harogate” as “Harrogate” and all "
            "others as “Other”",
        ),
    ],
)
def test_every_value_that_is_merged_is_said(merged: list[Json], others: Json, said: str) -> None:
    query = read_query(by_supplier(*merged, **others))
    assert verbalise(check(query, ORDERS.profile)) == f"total revenue by ({said})"


def test_a_fact_is_one_of_the_name_that_the_values_were_given() -> None:
    bound, result = run(by_supplier(ACME), ORDERS)
    first = facts(bound, result)[0]
    assert (first.name, first.value) == ("total revenue for Acme", 45.0)


@pytest.mark.parametrize(
    ("merged", "others", "said"),
    [
        ([{"to": "Acme", "values": ["ACME Ldt", "Acme Limited"]}], {}, "did you mean “ACME Ltd”"),
        ([ACME, {"to": "A", "values": ["ACME Ltd"]}], {}, "list none twice"),
        ([ACME, {"to": "Acme", "values": ["Borg"]}], {}, "name stands once"),
        ([ACME], {"others": "Acme"}, "name stands once"),
        ([ACME], {"others": "ACME Ltd"}, "'ACME Ltd' is told under another name here"),
        ([ACME, {"to": "ACME Ltd", "values": ["Borg"]}], {}, "'ACME Ltd' is told under another name here"),
        ([{"to": "Borg", "values": ["Borg"]}], {}, "stays what it is"),
    ],
)
def test_values_that_are_not_there_and_names_that_are_another_ones_are_refused(
    merged: list[Json], others: Json, said: str
) -> None:
    with pytest.raises(QueryProblem) as problem:
        check(read_query(by_supplier(*merged, **others)), ORDERS.profile)
    assert said in problem.value.sentence


def test_numbers_are_not_merged_by_their_names() -> None:
    query = by_supplier({"to": "ten", "values": ["10"]})
    query["derived"][0]["column"] = "revenue"
    with pytest.raises(QueryProblem) as problem:
        check(read_query(query), ORDERS.profile)
    assert "needs a column of text" in problem.value.sentence


@pytest.mark.parametrize(
    "mapping", [{"ACME Ltd": "Acme", "Acme Limited": "Acme"}, {"Acme": ["ACME Ltd", "Acme Limited"]}]
)
def test_a_mapping_in_either_direction_is_read_as_the_list_of_names(mapping: Json) -> None:
    query = by_supplier()
    query["derived"][0] |= {"kind": "relabel", "merged": mapping}
    assert read_query(query) == read_query(by_supplier(ACME))


def doubted(query: Json) -> tuple[str, ...]:
    _, result = run(query, ORDERS)
    return doubts((ExecutedQuery(sql=result.sql, purpose="x"),), (ORDERS.profile,))


HARROGATE: Json = {"to": "Harrogate", "values": ["Harrogate", "Harogate"]}


def test_spellings_that_a_query_merges_are_not_told_as_counted_apart() -> None:
    plain = {"kind": "figures", "groups": [{"kind": "column", "column": "supplier"}], "measures": [SUM]}
    assert any("“Harogate”" in line for line in doubted(plain))
    assert not any("Harogate" in line for line in doubted(by_supplier(HARROGATE)))
    assert doubted(by_supplier(ACME, HARROGATE)) == ()


def test_spellings_that_a_query_leaves_apart_beside_those_that_it_merges_are_told() -> None:
    assert any("“Harogate” and “Harrogate”" in line for line in doubted(by_supplier(ACME)))
    some = {"to": "Place", "values": ["Harrogate", "Borg"]}
    assert any("Harogate" in line and "not included" in line for line in doubted(by_supplier(some)))


def test_a_spelling_that_a_query_merges_is_not_told_as_left_out() -> None:
    where = [{"kind": "compare", "column": "company", "operator": "=", "value": "Harrogate"}]
    assert not any("not included" in line for line in doubted(by_supplier(HARROGATE) | {"where": where}))
    left_out = [{"kind": "compare", "column": "supplier", "operator": "=", "value": "Harrogate"}]
    assert any("Harogate" in line for line in doubted(by_supplier(ACME) | {"where": left_out}))
