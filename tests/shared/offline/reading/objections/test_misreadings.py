"""Readings that explain each word and would answer another question are not taken."""

import duckdb
import pytest

from shared.contracts import DatasetProfile
from shared.offline.reading.parse import read
from tests.shared.offline.reading.profiling import profile_table
from tests.shared.offline.reading.shops import NOW

SHIPS = [
    ("Alba", "Active", 1990, 10, "Ann\nBob"),
    ("Berta", "Active", 2001, 20, "Cid"),
    ("Cora", "Decommissioned", 2004, 30, "Dee\nEve"),
    ("Dora", "Active", 2004, 15, "Fay"),
    ("Elsa", "Sold", 2006, None, "Gus"),
]


@pytest.fixture(scope="module")
def ships() -> DatasetProfile:
    connection = duckdb.connect()
    connection.execute(
        'CREATE TABLE "ships" ("Ship" VARCHAR, "Status" VARCHAR, "Year" BIGINT, "Injuries" BIGINT, "Reporters" VARCHAR)'
    )
    connection.executemany('INSERT INTO "ships" VALUES (?, ?, ?, ?, ?)', SHIPS)
    return profile_table(connection, "ships", "ships.csv")


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("number of years with more than one ship", "Year holds years, and 1 is none"),
        ("the only year with 20 injuries", "an average of Year is no year"),
        ("number of ships sold active", "nothing joins “sold” and “active”"),
    ],
)
def test_a_reading_that_would_answer_another_question_says_why_it_is_not_taken(
    ships: DatasetProfile, question: str, why: str
) -> None:
    assert why in read(question, ships, NOW)[0].gaps


def test_a_word_of_several_in_a_cell_is_not_the_cell_unless_it_names_a_person() -> None:
    connection = duckdb.connect()
    connection.execute('CREATE TABLE "fest" ("Festival" VARCHAR, "Award" VARCHAR, "Actor" VARCHAR, "Votes" BIGINT)')
    rows = [
        ("Porto", "Closing Night Film", "Ana Maria Lopes", 5),
        ("Sitges", None, "Bo Li", 4),
        ("Graz", None, "Cy Lund", 3),
    ]
    connection.executemany('INSERT INTO "fest" VALUES (?, ?, ?, ?)', rows)
    table = profile_table(connection, "fest", "fest.csv")
    told = "“film” is only a part of Closing Night Film, and I am not sure that this is meant"
    assert told in read("how many festivals showed the film", table, NOW)[0].gaps
    assert not read("total votes for lopes", table, NOW)[0].gaps
    assert not read("how many festivals with closing night film", table, NOW)[0].gaps


def test_a_word_of_a_cell_behind_by_where_a_measure_is_named_is_no_condition() -> None:
    connection = duckdb.connect()
    connection.execute('CREATE TABLE "boats" ("Yard" VARCHAR, "Remark" VARCHAR, "Cost" BIGINT)')
    rows = [("Leith", "odd length", 5), ("Cowes", None, 4), ("Leith", "Credit card", 3), ("Brest", None, 8)]
    connection.executemany('INSERT INTO "boats" VALUES (?, ?, ?)', rows)
    table = profile_table(connection, "boats", "boats.csv")
    told = "“length” is only a part of odd length, and I am not sure that this is meant"
    assert told in read("top 3 yards by length", table, NOW)[0].gaps
    assert told in read("top 3 yards by cost by length", table, NOW)[0].gaps
    assert told not in read("how many boats by length", table, NOW)[0].gaps
    assert not read("total cost of boats with odd length", table, NOW)[0].gaps
    assert not read("total cost paid by card", table, NOW)[0].gaps


def test_a_word_is_not_nearly_its_opposite(ships: DatasetProfile) -> None:
    assert read("how many ships are inactive?", ships, NOW)[0].unexplained == ("inactive",)


@pytest.mark.parametrize(
    "question", ["ships sold or active", "what is the average year?", "ships after 2003", "how many ships are there?"]
)
def test_what_only_looks_alike_is_read(ships: DatasetProfile, question: str) -> None:
    assert not read(question, ships, NOW)[0].gaps
