"""The reader of sentences is trusted by sentences whose queries are known, and by sentences that mislead a reader.

`sentences.jsonl` holds one example a line: a sentence, what a row is called, the table's columns, and the query.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from shared.query.query import Query
from tests.shared.query.reading_of_sentences import Ambiguous, Recovered, Unread, facets_of, read_sentence

EXAMPLES = [json.loads(line) for line in (Path(__file__).parent / "sentences.jsonl").read_text("utf-8").splitlines()]
COLUMNS = {
    "revenue": "number", "quantity": "integer", "region": "text", "plan": "text", "isReturned": "boolean",
    "order_date": "date", "shipped_at": "timestamp",
}  # fmt: skip


def told(query: dict[str, Any], columns: dict[str, str] = COLUMNS) -> Recovered:
    return facets_of(TypeAdapter(Query).validate_python(query), columns, "order")


def read(sentence: str, columns: dict[str, str] = COLUMNS) -> Recovered:
    return read_sentence(sentence, columns, "order")


def where(condition: str) -> Any:
    """The one condition of the orders that are so."""
    return read(f"orders {condition}").where[0]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["sentence"][:60])
def test_a_sentence_reads_as_the_query_that_it_was_made_of(example):
    query = TypeAdapter(Query).validate_python(example["query"])
    columns, noun = example["columns"], example["noun"]
    assert read_sentence(example["sentence"], columns, noun) == facets_of(query, columns, noun)


@pytest.mark.parametrize("example", EXAMPLES[:12], ids=lambda example: example["sentence"][:60])
def test_a_sentence_without_any_one_of_its_words_does_not_read_as_that_query(example):
    columns, noun, words = example["columns"], example["noun"], example["sentence"].split(" ")
    whole = read_sentence(example["sentence"], columns, noun)
    for place in range(len(words)):
        try:
            shorter = read_sentence(" ".join(words[:place] + words[place + 1 :]), columns, noun)
        except (Unread, Ambiguous):
            continue
        assert shorter != whole, f"without {words[place]!r}"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("is under 5", ("<", 5)), ("is at most 5", ("<=", 5)), ("is over -5.25", (">", -5.25)),
        ("is at least 1,200", (">=", 1200)), ("is 5", ("=", 5)), ("is not 5", ("!=", 5)),
    ],
)  # fmt: skip
def test_a_comparison_of_a_number_is_read(said, meant):
    assert where(f"whose revenue {said}")[2:] == (meant[0], ("number", meant[1]))


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("is in October 2024", "2024-10-01", "2024-11-01"),
        ("is in 2024", "2024-01-01", "2025-01-01"),
        ("is in the fourth quarter of 2024", "2024-10-01", "2025-01-01"),
        ("is in Q4 2024", "2024-10-01", "2025-01-01"),
        ("is on 29 February 2024", "2024-02-29", "2024-03-01"),
        ("is from 1 October 2023 through 30 August 2025", "2023-10-01", "2025-08-31"),
        ("is from November 2023 through December 2023", "2023-11-01", "2024-01-01"),
    ],
)
def test_a_period_in_words_ends_where_the_next_one_begins(said, start, end):
    condition = {"kind": "period", "column": "order_date", "start": start, "end": end}
    assert read(f"orders whose order date {said}") == told({"kind": "rows", "where": [condition]})


@pytest.mark.parametrize(
    ("said", "part", "values"),
    [
        ("falls in the year 2024 or 2025", "year", (2024, 2025)),
        ("falls in the first or the third quarter", "quarter", (1, 3)),
        ("falls in March, May or June", "month", (3, 5, 6)),
        ("falls on the 2nd or the 31st of a month", "day", (2, 31)),
        ("falls on a Saturday or a Sunday", "weekday", (6, 7)),
        ("falls in the hour from 08:00 or 20:00", "hour", (8, 20)),
    ],
)
def test_parts_of_a_time_are_read(said, part, values):
    assert where(f"whose order date {said}")[2:] == (part, values)


def test_a_month_without_a_column_is_of_the_only_column_with_times():
    one_time = {"revenue": "number", "order_date": "date"}
    assert read("total revenue by month", one_time) == read("total revenue by month of order date", one_time)
    with pytest.raises(Unread):
        read("total revenue by month")


def test_of_two_columns_that_differ_in_capital_letters_the_one_written_so_is_meant():
    columns = {"Order Date": "date", "order_date": "date"}
    for words, name in (("Order Date", "Order Date"), ("order date", "order_date")):
        assert read(f"number of orders by {words}", columns).groups == (("by_column", ("column", name, "date"), False),)


def test_a_value_in_quotation_marks_is_read_as_it_stands():
    assert where("whose region is “West and whose plan is East, showing plan”")[3] == (
        "text", "West and whose plan is East, showing plan",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "columns"),
    [
        ("orders except those whose region is West and whose plan is East", COLUMNS),
        ("orders whose plan is A, except those whose region is West and marked as returned", COLUMNS),
        ("orders whose shipped at is after 1 January 2024", COLUMNS),
        ("orders whose shipped at is 1 January 2024 or 2 January 2024 at 10:30", COLUMNS),
        ("share of orders whose shipped at is 1 January 2024", COLUMNS),
        ("orders, first 5, leaving out the first 2", COLUMNS),
        ("number of orders by region, top 5 by number of orders, leaving out the first 2", COLUMNS),
        ("number of orders by month", {"month": "text", "order_date": "date"}),
        ("average number of orders per day", {"day": "date"}),
        ("orders marked as not paid", {"paid": "boolean", "not_paid": "boolean"}),
        (
            "share of orders marked as paid by region",
            {"paid": "boolean", "region": "text", "paid_by_region": "boolean"},
        ),
        ("number of orders by price plus tax", {"price": "number", "tax": "number", "price plus tax": "number"}),
    ],
)
def test_a_sentence_that_two_readers_take_differently_is_ambiguous(sentence, columns):
    with pytest.raises(Ambiguous) as raised:
        read(sentence, columns)
    assert len(raised.value.readings) == 2


@pytest.mark.parametrize(
    "sentence",
    [
        "orders except those whose region is West",
        "orders whose region is West and except those whose plan is East",
        "orders whose shipped at is after 1 January 2024 at 00:00",
        "orders whose shipped at is before 1 January 2024",
        "orders, next 5 after the first 2",
        "number of orders by region, next 5 after the top 2 by number of orders",
    ],
)
def test_a_sentence_that_says_it_plainly_is_not(sentence):
    assert read(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "total revenue by colour",
        "total region",
        "total revenue by region, top 3 by average revenue",
        "total revenue by region and plan",
        "total revenue of customers whose region is West",
        "orders whose revenue is West",
        "orders whose region is “West",
        "total revenue; percent change in total revenue from the previous week; each by month of order date",
        "number of groups, computed over [total revenue by region",
        "",
    ],
)
def test_a_sentence_that_no_query_says_is_unread(sentence):
    with pytest.raises(Unread):
        read(sentence)


def test_names_that_a_query_gives_are_no_part_of_what_it_says():
    plain = {"kind": "statistic", "function": "sum", "column": "revenue"}
    query = {"kind": "figures", "measures": [plain], "groups": [{"kind": "column", "column": "region"}]}
    named = query | {"measures": [plain | {"name": "main"}], "ranking": {"by": "main", "limit": 3}}
    assert told(named) == told(query | {"ranking": {"by": 0, "limit": 3}})


def test_what_a_query_over_another_calls_columns_is_what_they_hold():
    inner = {
        "kind": "figures",
        "measures": [{"kind": "statistic", "function": "sum", "column": "revenue", "name": "main"}],
        "groups": [{"kind": "column", "column": "region"}],
    }
    outer = {
        "kind": "figures", "source": inner, "measures": [{"kind": "statistic", "function": "mean", "column": "main"}],
    }  # fmt: skip
    assert told(outer) == read("average total revenue, computed over [total revenue by region]")
