"""Questions as people ask them of public tables: columns for years, names in brackets, words about the file."""

from datetime import datetime

import duckdb
import pytest

from shared.analysis.metrics import Metric
from shared.analysis.wording import metric_name
from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException
from shared.offline.reading.parse import read
from shared.offline.reading.reading import Reading
from shared.table.nouns import one_of, plural
from tests.shared.model.answering import figure, found
from tests.shared.offline.reading.profiling import profile_table

NOW = datetime(2025, 1, 15)


def _table(name: str, select: str) -> tuple[DatasetProfile, duckdb.DuckDBPyConnection]:
    connection = duckdb.connect()
    connection.execute(f'CREATE TABLE "{name}" AS {select}')
    return profile_table(connection, name, f"{name}.csv"), connection


@pytest.fixture(scope="module")
def nations() -> tuple[DatasetProfile, duckdb.DuckDBPyConnection]:
    """A column for each year."""
    return _table(
        "nations",
        "SELECT 'Land ' || chr(65 + i::INT) country, 100.5 * i + 7 \"gdpPercap_1990\", 50 + 3.0 * i * i "
        '"gdpPercap_2000" FROM range(12) t(i)',
    )


@pytest.fixture(scope="module")
def voyage() -> tuple[DatasetProfile, duckdb.DuckDBPyConnection]:
    """Persons with an age, and a product of it with their class."""
    return _table(
        "voyage",
        'SELECT 1 + i % 3 "Pclass", 20.0 + i "Age", (20.0 + i) * (1 + i % 3) "Age*Pclass", 5.0 + i * i % 17 "Fare", '
        "'T' || (i // 2) \"Ticket\" FROM range(60) t(i)",
    )


def _reading(question: str, table: DatasetProfile) -> Reading:
    return read(question, table, NOW)[0]


@pytest.mark.parametrize(
    "question",
    [
        "average gdp percap in 2010",
        "average gdp percap",
        "average gdp percap in 1990 and 2000",
        "highest gdp percap since 1990",
        "average gdp percap from 1990 to 2000",
    ],
)
def test_another_year_than_those_of_the_columns_is_not_answered(
    question: str, nations: tuple[DatasetProfile, duckdb.DuckDBPyConnection]
) -> None:
    assert not _reading(question, nations[0]).answerable


def test_an_age_of_persons_is_not_a_product_with_what_persons_have(
    voyage: tuple[DatasetProfile, duckdb.DuckDBPyConnection],
) -> None:
    reading = _reading("Calculate the mean age of the passengers.", voyage[0])
    assert "Age*Pclass" not in {metric.column for metric in reading.metrics}
    assert _reading("Calculate the mean age.", voyage[0]).metrics == (Metric(function="mean", column="Age"),)
    assert not _reading("Calculate the mean age of the officers.", voyage[0]).answerable


def test_the_name_of_the_file_is_no_condition(voyage: tuple[DatasetProfile, duckdb.DuckDBPyConnection]) -> None:
    table = voyage[0]
    assert _reading('standard deviation of the "Fare" column in the voyage.csv file', table).answerable
    assert _reading("mean fare in the voyage dataset", table).answerable
    assert not _reading("mean fare in the cruise.csv file", table).answerable


@pytest.mark.parametrize(
    "question",
    [
        "Is there a correlation between the age and the fare? If so, what is the correlation coefficient?",
        "correlation between age and the number of fare",
        "Check if the fare is skewed.",
    ],
)
def test_words_around_a_figure_do_not_keep_it_from_being_read(
    question: str, voyage: tuple[DatasetProfile, duckdb.DuckDBPyConnection]
) -> None:
    assert _reading(question, voyage[0]).answerable


def _dimension(column: ColumnProfile) -> ColumnProfile:
    """As ingestion profiles a year and a quarter."""
    return column.model_copy(update={"role": "dimension"}) if column.name in ("year", "quarter") else column


@pytest.fixture(scope="module")
def quarters() -> tuple[DatasetProfile, duckdb.DuckDBPyConnection]:
    """A row for each quarter of some years, and a column that is called by a number."""
    return _table(
        "macro",
        'SELECT 2000 + i // 4 "year", 1 + i % 4 "quarter", 3.0 + i * i % 7 "unemp", 9.0 + i % 5 "100m" '
        "FROM range(40) t(i)",
    )


def test_a_column_may_be_called_by_a_number_and_a_unit(
    quarters: tuple[DatasetProfile, duckdb.DuckDBPyConnection],
) -> None:
    table, connection = quarters
    told = connection.execute('SELECT corr("100m", unemp) FROM macro').fetchone()
    asked = "Find the correlation coefficient between 100m and unemp."
    assert figure(asked, table, connection, NOW) == pytest.approx((told or (0,))[0])


@pytest.mark.parametrize(
    ("one", "several"),
    [("party", "parties"), ("country", "countries"), ("day", "days"), ("box", "boxes"), ("flights", "flights")],
)
def test_nouns_have_their_plural(one: str, several: str) -> None:
    assert plural(one) == several


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("orders", "order"),
        ("countries", "country"),
        ("matches", "match"),
        ("houses", "house"),
        ("staff", "of the staff"),
    ],
)
def test_nouns_have_their_singular(several: str, one: str) -> None:
    assert one_of(several) == one


def test_a_figure_of_empty_cells_is_not_told_as_if_no_row_matched() -> None:
    table, connection = _table(
        "visits", "SELECT i % 2 = 0 urgent, CASE WHEN i % 2 = 1 THEN 1.5 * i END fee FROM range(40) t(i)"
    )
    with pytest.raises(ForfeitException) as raised:
        found("average fee of urgent visits", table, connection, NOW)
    assert raised.value.forfeit.reason.startswith("There is no average fee where urgent is yes: none of the 20 ")


def test_orders_that_several_rows_share_are_not_counted_by_rows() -> None:
    lines, _ = _table(
        "sales",
        'SELECT \'O\' || (i // 3) "Order ID", DATE \'2023-01-01\' + i::INT "Order Date", 2.5 * i "Amount" '
        "FROM range(90) t(i)",
    )
    reading = _reading("How many orders were placed in 2023?", lines)
    assert reading.metrics == (Metric(function="distinct", column="Order ID"),) or not reading.answerable


def test_different_values_are_said_in_the_plural(voyage: tuple[DatasetProfile, duckdb.DuckDBPyConnection]) -> None:
    assert metric_name(Metric(function="distinct", column="Ticket"), voyage[0]) == "number of different Tickets"
