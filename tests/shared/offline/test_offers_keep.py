"""What an offered question keeps of the one that was given up: period, steps of time, condition, figure and rows."""

import duckdb
import pytest

from shared.contracts import DatasetProfile
from shared.model.moves import OfferQuestions
from shared.offline.mind import DeterministicModel
from tests.shared.offline.reading.profiling import profile_table
from tests.shared.offline.reading.shops import NOW

_TABLES = {
    "sales": """
        SELECT 'S' || i AS sale_no, DATE '2023-01-02' + CAST(i * 3 AS INTEGER) AS sent_on,
          DATE '2023-02-01' + CAST(i * 3 AS INTEGER) AS due_date,
          ['Oven', 'Pan', 'Spoon'][1 + i % 3] AS product, ['open', 'settled'][1 + i % 2] AS state,
          round(3.5 * (1 + (i * 5) % 40), 2) AS net_amount_eur
        FROM range(200) AS t(i)""",
    "staff": """
        SELECT 'E' || i AS staff_id, 'First ' || i % 30 AS first_name, 'Last ' || i % 31 AS last_name,
          ['Shop', 'Yard', 'Desk'][1 + i % 3] AS team, ['Retired', 'Moved', NULL][1 + i % 3] AS leaving_reason,
          DATE '2013-03-04' + CAST(i * 20 AS INTEGER) AS hire_date,
          CASE WHEN i % 3 < 2 THEN DATE '2018-01-01' + CAST(i * 9 AS INTEGER) END AS exit_date,
          20000 + (i * 977) % 50000 AS annual_salary, [0.5, 0.75, 1.0][1 + i % 3] AS fte
        FROM range(150) AS t(i)""",
    "films": """
        SELECT 'F' || i AS film_id, 'Film ' || i AS title, ['Ann Lee', 'Bo Ray'][1 + i % 2] AS director,
          ['Short', 'Feature'][1 + i % 2] AS category, 10 + (i * 7) % 130 AS runtime_min
        FROM range(34) AS t(i)""",
    "readings": """
        SELECT TIMESTAMP '2024-01-01' + to_minutes(CAST((i // 3) * 60 AS BIGINT)) AS taken_at,
          ['A1', 'A2', 'A3'][1 + i % 3] AS sensor_id, ['OK', 'OK', 'OK', 'WARN'][1 + (i * 7) % 4] AS status,
          3.5 + (i * 13) % 10 AS temperature_c
        FROM range(900) AS t(i)""",
}  # fmt: skip


def _table(name: str) -> DatasetProfile:
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE {name} AS {_TABLES[name]}")
    profile = profile_table(connection, name, f"{name}.csv")
    entity = {"staff": "employee"}.get(name, name[:-1] if name != "sales" else "sale")
    label = "staff_id" if name == "staff" else None
    semantic = profile.semantic.model_copy(update={"entity_name": entity, "label_column": label})
    return profile.model_copy(update={"semantic": semantic})


def _offered(table: str, question: str) -> list[str]:
    request = OfferQuestions(question=question, datasets=(_table(table),), now=NOW)
    return [one.question for one in DeterministicModel().ask(request, seconds=1.0).value.offers][:3]


@pytest.mark.parametrize(
    ("table", "question", "wanted"),
    [
        ("sales", "What was our fabulous net amount in 2023?", "Total net amount eur where sent on is in 2023"),
        (
            "sales",
            "Show me the fabulous takes month by month in 2023",
            "Total net amount eur by month where sent on is in 2023",
        ),
        ("sales", "How much money are the products still owing?", "Total net amount eur by state"),
        ("staff", "How has hiring developed over the years?", "Number of employees by year of hire date"),
        ("staff", "What is the main reason why they leave, leaving reason?", "Number of employees by leaving reason"),
        ("films", "Which films are by Ann Lee?", "Show the films where director is Ann Lee"),
        ("films", "What is the average running time of shorts?", "Average runtime min where category is Short"),
        (
            "readings",
            "Which sensor id gives the most WARN?",
            "Which sensor id has the highest number of readings where status is WARN?",
        ),
        (
            "readings",
            "When was A1 warmer than 9 degrees?",
            "Show the readings where sensor id is A1 and temperature c is over 9",
        ),
        ("readings", "How warm did it get in A2 at most?", "Highest temperature c where sensor id is A2"),
    ],
)
def test_an_offer_keeps_what_was_understood(table: str, question: str, wanted: str) -> None:
    assert wanted in _offered(table, question)


def test_of_an_unknown_thing_the_main_measure_is_offered_first_by_groups_that_fit_on_a_page() -> None:
    offered = _offered("staff", "Is there a pay gap?")
    assert offered[0] == "Average annual salary by team"
    assert not any("fte" in one for one in offered), offered


def test_who_has_the_most_is_offered_by_the_column_that_tells_rows_apart() -> None:
    assert _offered("staff", "Who has the highest annual salary?")[0] == "Which staff id has the highest annual salary?"


def test_a_figure_that_was_named_is_not_offered_as_a_number_of_rows() -> None:
    offered = _offered("readings", "At what time of day is A1 the warmest?")
    assert not any("number of readings" in one for one in offered), offered
