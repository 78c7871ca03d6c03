"""What is understood of a question, and what is not."""

import random
from datetime import datetime
from pathlib import Path

import duckdb
import pytest

from shared.offline.reading.parse import read
from shared.offline.words.lexicon import neutral_verbs, operations
from tests.shared.model.answering import figure, headline
from tests.shared.offline.reading.profiling import profile_table
from tests.shared.offline.reading.shops import NOW, reading_of, shop

HERE = Path(__file__).parent


def cases(name: str) -> list[tuple[str, ...]]:
    """Table, question and the SQL that gives its answer, line by line."""
    lines = (HERE / f"{name}.txt").read_text("utf-8").splitlines()
    return [tuple(part.strip() for part in line.split(" | ")) for line in lines]


ANSWERED, ENTITIES = cases("answered"), cases("entities")


@pytest.mark.parametrize(("table", "question", "sql"), ANSWERED, ids=[question for _, question, _ in ANSWERED])
def test_a_question_gets_the_figure_that_sql_gives(table: str, question: str, sql: str) -> None:
    profile, connection = shop(table)
    expected = connection.execute(sql).fetchone()
    assert figure(question, profile, connection, NOW) == pytest.approx(float(expected[0]), rel=1e-9)


@pytest.mark.parametrize(("table", "question", "sql"), ENTITIES, ids=[question for _, question, _ in ENTITIES])
def test_a_question_for_an_extreme_names_who_has_it(table: str, question: str, sql: str) -> None:
    profile, connection = shop(table)
    assert connection.execute(sql).fetchone()[0] in headline(question, profile, connection, NOW)


FORFEITED = [
    ("orders", "average age of left-handed customers", "left"),
    ("orders", "revenue in Atlantis", "atlantis"),
    ("orders", "revenue per employee", "employee"),
    ("orders", "how many online orders", "online"),
    ("orders", "revenue after tax", "tax"),
    ("orders", "total profit", "profit"),
    ("orders", "revenue on holidays", "holidays"),
    ("employees", "average salary of interns", "interns"),
    ("employees", "how many employees are married", "married"),
]


@pytest.mark.parametrize(("table", "question", "word"), FORFEITED, ids=[question for _, question, _ in FORFEITED])
def test_a_word_that_nothing_explains_is_named_and_not_dropped(table: str, question: str, word: str) -> None:
    reading = reading_of(question, table)
    assert not reading.answerable
    assert any(word in unexplained for unexplained in reading.unexplained)


@pytest.mark.parametrize(
    ("table", "question", "said"),
    [
        ("orders", "why did revenue drop in 2024", "causes"),
        ("orders", "what will revenue be next year", "yet to come"),
        ("orders", "should we close the East region", "judgement"),
        ("orders", "revenue in 2019", "1 January 2023"),
        ("orders", "revenue last month of 2031-05", "lies outside"),
        ("houses", "average price", "more than one way"),
        ("houses", "houses recorded in 2022", "several dates"),
        ("employees", "average salary in 2018", "only date"),
        ("orders", "revenue in March", "which year"),
        ("orders", "revenue in January 2024 and March 2024", "several stretches"),
        ("orders", "revenue in January and March 2024", "which year"),
        ("orders", "what share of West orders and what share of East orders were returned", "two things at once"),
    ],
)
def test_a_question_without_one_sure_answer_says_why(table: str, question: str, said: str) -> None:
    reading = reading_of(question, table)
    assert not reading.answerable
    assert said in " ".join(reading.gaps)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("total revenue; round to 2 decimals", "round"),
        ("total reveneu of the West", "reveneu"),
        ("how many orders have no note", "no"),
        ("West against East: total revenue", "against"),
        ("how much higher is the average rating of the West than that of the East", "higher"),
        ("revenue growth from 2023 to 2024", "growth"),
        ("how many customers have more than 19 orders", "more than"),
        ("rank the regions by revenue", "rank"),
    ],
)
def test_what_is_not_read_is_left_over_and_no_other_figure_is_given(question: str, said: str) -> None:
    assert any(said in word for word in reading_of(question).unexplained)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("orders in 2023 and 2024", "several stretches of order date"),
        ("revenue in June and July 2023", "several stretches of order date"),
        ("average revenue per customer", "each one's average"),
        ("average revenue per month", "each one's average"),
        ("regions with total revenue above 1000", "a total or an average of revenue"),
        ("the average quantity and the total revenue by region", "several figures of several columns"),
    ],
)
def test_what_would_be_several_figures_is_not_made_one(question: str, said: str) -> None:
    assert said in " ".join(reading_of(question).gaps)


def test_a_rating_is_averaged_where_the_question_does_not_say_and_that_is_told() -> None:
    reading = reading_of("rating in the West")
    assert reading.metrics[0].function == "mean"
    assert any("averaged" in assumption for assumption in reading.assumptions)


def test_a_synonym_is_taken_and_told() -> None:
    reading = reading_of("total sales in the West")
    assert reading.metrics[0].column == "revenue"
    assert any("“sales”" in assumption or "“total sales”" in assumption for assumption in reading.assumptions)


def test_relative_times_resolve_against_the_time_of_asking() -> None:
    reading = read("revenue last month", shop("orders")[0], datetime(2024, 3, 10))[0]
    assert reading.filters[0].values == ("2024-02-01", "2024-03-01")


def test_any_row_of_words_is_read_without_an_error() -> None:
    chance = random.Random(7)
    words = [word for kind in operations().values() for phrases in kind.values() for word in phrases]
    words += ["revenue", "region", "West", "customer", "rating", "5", "$3.2k", "2023", "March", "more than", "returned"]
    words += [
        *sorted(neutral_verbs()),
        "orders",
        "10 %",
        "last quarter",
        "not",
        "?",
        ",",
        "by",
        "per",
        "between",
        "and",
    ]
    profile = shop("orders")[0]
    for _ in range(120):
        question = " ".join(chance.choices(words, k=chance.randint(1, 9)))
        assert 0.0 <= read(question, profile, NOW)[0].confidence <= 1.0


def test_an_average_per_row_is_one_over_all_rows() -> None:
    connection = duckdb.connect()
    seasons = "SELECT (1900 + i) || '-' || (1901 + i) AS season, 3 + i % 7 AS cyclones FROM range(60) AS t(i)"
    connection.execute(f"CREATE TABLE storms AS {seasons}")
    table = profile_table(connection, "storms", "s.csv")
    reading = read("what is the average number of cyclones per season?", table, NOW)[0]
    assert not reading.groups
    assert any("each of which is one season" in told for told in reading.assumptions)


def test_a_clause_without_a_measure_beside_a_condition_is_no_error() -> None:
    question = "what is the average list price of the top 5 largest houses with villas in the table?"
    assert not read(question, shop("houses")[0], NOW)[0].answerable


def test_things_that_are_picked_out_are_no_amounts() -> None:
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE stock AS SELECT 'N' || i AS name, 1 + i % 7 AS qty, 10.5 + i AS price FROM range(90) AS t(i)"
    )
    table = profile_table(connection, "stock", "stock.csv")
    assert "item" in read("which item has the highest price?", table, NOW)[0].unexplained
    assert read("total items", table, NOW)[0].metrics[0].column == "qty"


@pytest.mark.parametrize(
    "asked",
    [
        "List",
        "Can you list",
        "Could you please list all",
        "Please show me",
        "Can you give me all the",
        "Would you find",
    ],
)
def test_a_polite_opening_does_not_make_a_count_of_what_was_to_be_shown(asked: str) -> None:
    reading = reading_of(f"{asked} orders where revenue is over 2000", "orders")
    assert reading.answerable
    assert reading.shape == "rows"


@pytest.mark.parametrize("asked", ["Could the orders in West be counted?", "Please count the orders in West"])
def test_a_polite_word_alone_does_not_ask_to_see_rows(asked: str) -> None:
    assert reading_of(asked, "orders").shape != "rows"


@pytest.mark.parametrize("asked", ["What are the orders in West?", "What are the returned orders in West?"])
def test_what_the_rows_of_conditions_are_is_answered_with_these_rows(asked: str) -> None:
    reading = reading_of(asked, "orders")
    assert (reading.answerable, reading.shape) == (True, "rows")


@pytest.mark.parametrize("asked", ["Can you tell me how many", "Could you give me the number of"])
def test_a_number_that_is_asked_for_politely_is_one(asked: str) -> None:
    assert reading_of(f"{asked} orders where revenue is over 2000", "orders").shape == "value"
