"""Values that look like the same thing are told where a condition takes one of them and leaves the other out."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile, ExecutedQuery, ValueCount
from shared.engine.doubts import doubts
from shared.table.aliases import alike


def orders(**values: int) -> DatasetProfile:
    counts = tuple(ValueCount(value=value.replace("_", " "), count=count) for value, count in values.items())
    country = ColumnProfile(
        name="Country", type="text", role="dimension", words="Country", distinct=len(counts), top_values=counts
    )
    rows = sum(values.values())
    return DatasetProfile(dataset_id="d", file_name="orders.csv", relation="orders", row_count=rows, columns=(country,))


def told(sql: str, table: DatasetProfile) -> tuple[str, ...]:
    return doubts((ExecutedQuery(sql=sql, purpose="x"),), (table,))


COUNTED = "SELECT count(*) FROM orders WHERE \"Country\" = 'UK'"


def test_a_value_that_looks_like_the_one_asked_for_is_told_with_its_rows() -> None:
    assert told(COUNTED, orders(UK=21, United_Kingdom=8, Spain=9)) == (
        "“United Kingdom” (8 rows in all) may be the same Country as “UK”, but is not included.",
    )


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM orders WHERE \"Country\" IN ('UK', 'United Kingdom')",
        "SELECT count(*) FROM orders WHERE NOT \"Country\" = 'UK'",
        "SELECT count(*) FROM orders WHERE \"Country\" <> 'UK'",
        "SELECT count(*) FROM orders WHERE \"Country\" = 'Spain'",
        "SELECT CASE WHEN \"Country\" = 'United Kingdom' THEN 'UK' ELSE 'else' END, count(*) FROM orders GROUP BY 1",
        "SELECT CASE \"Country\" WHEN 'United Kingdom' THEN 'UK' ELSE 'else' END, count(*) FROM orders GROUP BY 1",
        "WITH told AS (SELECT replace(\"Country\", 'United Kingdom', 'UK') AS \"Country\" FROM orders) "
        'SELECT "Country", count(*) FROM told GROUP BY 1',
    ],
)
def test_nothing_is_told_where_both_are_taken_or_neither_is_asked_for(sql: str) -> None:
    assert told(sql, orders(UK=21, United_Kingdom=8, Spain=9)) == ()


@pytest.mark.parametrize(
    "sql",
    [
        'SELECT "Country", count(*) FROM orders GROUP BY 1',
        'SELECT "Country" AS place, count(*) FROM orders GROUP BY place',
        'SELECT count(DISTINCT "Country") FROM orders',
        'WITH one AS (SELECT "Country", count(*) AS n FROM orders GROUP BY "Country") SELECT max(n) FROM one',
    ],
)
def test_groups_that_look_like_one_thing_are_told(sql: str) -> None:
    assert told(sql, orders(UK=21, United_Kingdom=8, Spain=9)) == (
        "These may be the same Country but are counted separately: “UK” and “United Kingdom”.",
    )
    assert told(sql, orders(UK=21, France=8, Spain=9)) == ()


def test_of_many_such_groups_a_few_are_named() -> None:
    twice = {f"{name}{end}": 3 for name in ("Harrogate", "Headingley", "Sheffield", "Doncaster") for end in ("", "s")}
    (line,) = told('SELECT "Country", count(*) FROM orders GROUP BY 1', orders(**twice))
    assert line.endswith("“Sheffield” and “Sheffields”; and 1 more pair.")


def test_where_two_values_could_be_meant_neither_is_told() -> None:
    assert told(COUNTED, orders(UK=21, United_Kingdom=8, Upper_Karoo=3)) == ()


def test_of_a_column_with_many_values_nothing_is_told() -> None:
    many = {f"Place{chr(97 + at % 26)}{chr(97 + at // 26)}": 1 for at in range(60)}
    assert told(COUNTED, orders(UK=21, United_Kingdom=8, **many)) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("UK", "United Kingdom"),
        ("U.K.", "United Kingdom"),
        ("USA", "United States of America"),
        ("VW", "Volkswagen"),
        ("Volkswagens", "Volkswagen"),
        ("Mercedes-Benz", "Mercedes Benz"),
        ("Marks & Spencer", "Marks and Spencer"),
        ("Electronics", "Electroncs"),
        ("Electronics, Home", "Electornics, Home"),
        ("Levi's", "Levis"),
        ("St. Ives", "St Ives"),
        ("Kölsch", "Kolsch"),
        ("Harrogate", "Harogate"),
    ],
)
def test_two_ways_to_write_one_thing_look_like_it(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("IT", "International"),
        ("PR", "Production"),
        ("HR", "Hardware"),
        ("M", "Male"),
        ("XL", "L"),
        ("North East", "North West"),
        ("Team A", "Team B"),
        ("typical", "atypical"),
        ("paid", "unpaid"),
        ("import", "export"),
        ("BMW", "Volkswagen"),
        ("US", "UK"),
        ("US", "United Kingdom"),
        ("Austria", "Australia"),
        ("Iran", "Iraq"),
        ("2024", "2023"),
        ("Product 100001", "Product 100002"),
        ("A-", "A+"),
        ("B+", "B-"),
        ("B", "B-"),
        ("C#", "C"),
        ("C++", "C"),
        ("<=50K", ">50K"),
        ("-1", "1"),
        ("1.5", "15"),
        ("1-2", "12"),
        ("***", "**"),
        ("50%", "50"),
        ("Nitrite", "Nitrate"),
        ("Sulfate", "Sulfite"),
        ("Employee", "Employer"),
        ("trainee", "trainer"),
        ("Contract", "Contrast"),
        ("Martin", "Marvin"),
    ],
)
def test_two_things_that_are_written_much_alike_do_not(one: str, other: str) -> None:
    assert not alike(one, other)
    assert not alike(other, one)


@pytest.mark.parametrize(
    ("one", "other", "held"),
    [("AA", "Alaska Airlines", "DL UA"), ("SC", "Santa Clara", "TX CA"), ("SA", "Saudi Arabia", "DE FR")],
)
def test_in_a_column_of_codes_capitals_are_no_initials(one: str, other: str, held: str) -> None:
    assert not alike(one, other, held.split())
    assert not alike(other, one, held.split())


def test_the_codes_are_told_from_the_values_of_the_column() -> None:
    assert told(COUNTED, orders(UK=21, United_Kingdom=8, DE=3, FR=4)) == ()
    assert len(told(COUNTED, orders(UK=21, United_Kingdom=8, DE=3, USA=4))) == 1
