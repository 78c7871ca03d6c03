"""Follow-ups, read with the question before."""

import pytest

from shared.offline.reading.follow_up import completed_question, depends
from shared.offline.reading.follow_up import tells as tells_anything
from shared.offline.reading.parse import read
from tests.shared.offline.reading.shops import NOW, shop

CASES = [
    ("and by region?", "total revenue in 2023", ("region", None), None),
    ("what about East?", "total revenue in the West", None, ("East",)),
    ("and in 2024?", "total revenue in 2023", None, ("2024-01-01", "2025-01-01")),
]


@pytest.mark.parametrize(("follow_up", "previous", "group", "values"), CASES, ids=[case[0] for case in CASES])
def test_a_follow_up_is_completed_from_the_question_before(
    follow_up: str, previous: str, group: tuple[str, None] | None, values: tuple[str, ...] | None
) -> None:
    table = shop("orders")[0]
    completed = completed_question(follow_up, previous, (table,), NOW)
    assert completed is not None
    reading = read(completed, table, NOW)[0]
    assert reading.metrics[0].column == "revenue"
    if group:
        assert reading.groups[0].column == group[0]
    if values:
        assert reading.filters[0].values == values


def test_a_question_that_stands_alone_is_left_alone() -> None:
    table = shop("orders")[0]
    assert completed_question("how many orders were cancelled in 2023?", "total revenue", (table,), NOW) is None


@pytest.mark.parametrize(
    "message", ["so what", "hello", "help", "again please", "revenue then", "the total", "and in 2023"]
)
def test_what_adds_nothing_to_the_question_before_is_no_follow_up(message: str) -> None:
    table = shop("orders")[0]
    assert completed_question(message, "What is the total revenue in 2023?", (table,), NOW) is None


@pytest.mark.parametrize(
    ("message", "tells"),
    [("in the West", True), ("by month", True), ("and 2024", True), ("the lowest", True), ("you rock", False)],
)
def test_a_message_tells_something_where_it_names_what_could_be_asked_for(message: str, tells: bool) -> None:
    assert tells_anything(message, shop("orders")[0], NOW) is tells


LEANING = [
    ("Which is the highest?", "average revenue by region", "Which is the highest?"),
    ("the lowest?", "average revenue by region", "the lowest?"),
    ("How many does it have?", "which region has the highest revenue", "it"),
    ("How many orders does it have?", "which region has the highest revenue", "it"),
    ("how many of them were returned?", "how many orders were cancelled", "them"),
    ("which product was best then?", "total revenue in 2023", "then"),
    ("how many were returned?", "how many orders in 2023", "how many were returned?"),
    ("what is their average rating", "how many orders were cancelled", "their"),
    ("who in that region has the highest revenue?", "revenue in the West", "that"),
    ("which product in there sold best?", "revenue in the West", "there"),
]


@pytest.mark.parametrize(("question", "previous", "told"), LEANING, ids=[one[0] for one in LEANING])
def test_what_only_the_question_before_explains_is_told(question: str, previous: str, told: str) -> None:
    assert depends(question, previous, (shop("orders")[0],), NOW) == told


@pytest.mark.parametrize(
    ("question", "previous"),
    [
        ("total revenue", "average revenue by region"),
        ("how many orders are there?", "how many orders were cancelled"),
        ("what is the average?", "total revenue"),
        ("how many were returned?", "total revenue"),
        ("which region has the most orders", "total revenue by region"),
        ("the total of zog", "total revenue by region"),
        ("how many orders that were returned are there", "total revenue"),
        ("summarize this file", "total revenue by region"),
    ],
)
def test_what_names_its_own_stands_alone(question: str, previous: str) -> None:
    assert not depends(question, previous, (shop("orders")[0],), NOW)


def test_a_period_takes_the_place_of_the_one_before_and_is_not_added_to_it() -> None:
    completed = completed_question("what about February?", "total revenue in January 2024", (shop("orders")[0],), NOW)
    assert completed is None or "January" not in completed
