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


def test_a_reading_that_would_answer_another_question_says_why_it_is_not_taken(ships: DatasetProfile) -> None:
    told = "I could only count rows, and am not sure that their number is what it asks for"
    assert told in read("number of years with more than one ship", ships, NOW)[0].gaps


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


def test_a_word_is_not_nearly_its_opposite(ships: DatasetProfile) -> None:
    assert read("how many ships are inactive?", ships, NOW)[0].unexplained == ("inactive",)


@pytest.mark.parametrize(
    "question", ["ships sold or active", "what is the average year?", "ships after 2003", "how many ships are there?"]
)
def test_what_only_looks_alike_is_read(ships: DatasetProfile, question: str) -> None:
    assert not read(question, ships, NOW)[0].gaps
