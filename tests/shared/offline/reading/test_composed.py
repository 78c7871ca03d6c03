"""Questions whose figure is computed from what another question would answer, against pandas."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from shared.analysis.base import Analysis, Findings
from shared.analysis.joins.datasets import Datasets
from shared.analysis.segments.outlier_segments import OutlierSegments
from shared.contracts import DatasetProfile
from shared.errors import ForfeitException
from shared.offline.linking import Question
from shared.offline.matching import Match, matched
from shared.offline.reading.frames.forms import Forms
from shared.offline.reading.parse import read
from tests.shared.analysis.running import Tables
from tests.shared.model.answering import figure, found, headline, planned
from tests.shared.offline.reading.shops import NOW, reading_of, shop

Expected = Callable[[pd.DataFrame], float]


def asked(kind: type[Analysis], question: str, table: DatasetProfile) -> Match | None:
    """The analysis, where the question is like one of its examples."""
    return matched((kind,), Question.of(question, table, NOW), table, NOW)


def _outliers(cells: pd.Series) -> float:
    low, high = cells.quantile(0.25), cells.quantile(0.75)
    return float(((cells < low - 1.5 * (high - low)) | (cells > high + 1.5 * (high - low))).sum())


def _years(d: pd.DataFrame) -> pd.Series:
    return d.groupby(d.order_date.dt.year).revenue.sum()


def _female(d: pd.DataFrame) -> float:
    return float(100 * (d[d.department == "Engineering"].gender == "F").mean())


def _fridays(d: pd.DataFrame) -> float:
    return float(d[(d.order_date.dt.day_of_week == 4) & (d.order_date.dt.year == 2023)].revenue.mean())


FIGURES: list[tuple[str, str, Expected]] = [
    ("employees", "average age of the 10 highest paid employees", lambda d: d.nlargest(10, "base_salary").age.mean()),
    (
        "employees",
        "What is the total base salary of the 5 highest paid employees?",
        lambda d: d.base_salary.nlargest(5).sum(),
    ),
    ("orders", "total revenue of the top 3 customers", lambda d: d.groupby("customer").revenue.sum().nlargest(3).sum()),
    (
        "orders",
        "What share of total revenue do the top 2 customers make up?",
        lambda d: 100 * d.groupby("customer").revenue.sum().nlargest(2).sum() / d.revenue.sum(),
    ),
    (
        "orders",
        "what percentage of revenue comes from the top 2 regions?",
        lambda d: 100 * d.groupby("region").revenue.sum().nlargest(2).sum() / d.revenue.sum(),
    ),
    (
        "orders",
        "What is the difference between the highest and the lowest region in total revenue?",
        lambda d: np.ptp(d.groupby("region").revenue.sum()),
    ),
    (
        "employees",
        "gap in average base salary between the best and the worst department",
        lambda d: np.ptp(d.groupby("department").base_salary.mean()),
    ),
    ("orders", "how many columns are numeric?", lambda d: 3),
    ("orders", "How many duplicate rows are there in the data?", lambda d: 0),
    ("orders", "running total of revenue by month", lambda d: d.revenue.sum()),
    ("orders", "year over year growth of revenue", lambda d: 100 * _years(d).pct_change().iloc[-1]),
    ("orders", "By how much did revenue change from the first to the last year?", lambda d: _years(d).diff().iloc[-1]),
    ("employees", "How much older is the oldest employee than the youngest?", lambda d: np.ptp(d.age)),
    ("employees", "what is the age of the highest paid employee", lambda d: d.loc[d.base_salary.idxmax()].age),
    ("employees", "number of outliers in age by department", lambda d: _outliers(d[d.department == "Engineering"].age)),
    ("employees", "Which employees earn more than 69000?", lambda d: (d.base_salary > 69000).sum()),
    ("orders", "average revenue on weekends", lambda d: d[d.order_date.dt.day_of_week > 4].revenue.mean()),
    ("orders", "total revenue on Mondays", lambda d: d[d.order_date.dt.day_of_week == 0].revenue.sum()),
    ("orders", "average revenue on Fridays in 2023", _fridays),
    ("orders", "How many customers ordered more than 19 times?", lambda d: (d.customer.value_counts() > 19).sum()),
    ("employees", "what percent of Engineering is female", _female),
    ("orders", "orders per customer on average", lambda d: len(d) / d.customer.nunique()),
    ("orders", "what percentage of orders is above 50 in revenue", lambda d: 100 * (d.revenue > 50).mean()),
]


@pytest.mark.parametrize(("table", "question", "expected"), FIGURES, ids=[question for _, question, _ in FIGURES])
def test_a_composed_figure_is_the_one_that_pandas_gives(table: str, question: str, expected: Expected) -> None:
    profile, connection = shop(table)
    frame = connection.execute(f'SELECT * FROM "{table}"').df()
    assert figure(question, profile, connection, NOW) == pytest.approx(float(expected(frame)), rel=1e-9)


def _asked(frame: pd.DataFrame, name: str, question: str) -> Findings:
    tables = Tables(**{name: frame})
    return found(question, tables.only, tables.connection, NOW)


FILMS = pd.DataFrame(
    {
        "title": [f"Film {number}" for number in range(90)],
        "genre": ["Drama", "Comedy", "Horror"] * 30,
        "runtime_minutes": [80 + (number * 37) % 101 for number in range(90)],
        "budget": [1_000_000 + (number * 7919) % 9_000_011 for number in range(90)],
        "rating": [round(3 + (number * 13) % 61 / 10, 1) for number in range(90)],
    }
)


@pytest.mark.parametrize("question", ["genre of the longest film", "what genre does the longest film have?"])
def test_a_kind_of_the_longest_row_is_that_of_the_row_and_no_total_of_kinds(question: str) -> None:
    longest = FILMS.loc[FILMS.runtime_minutes.idxmax()]
    assert _asked(FILMS, "films", question).facts[0].value == longest.genre


@pytest.mark.parametrize(
    "question", ["rating of most expensive film", "What is the rating of the most expensive film?"]
)
def test_a_figure_of_the_first_row_is_not_the_highest_figure(question: str) -> None:
    assert _asked(FILMS, "films", question).facts[0].value == FILMS.loc[FILMS.budget.idxmax()].rating


STORES = pd.DataFrame({"sales": [n * 7 % 31 + 0.5 for n in range(80)], "price": range(80), "urban": ["yes", "no"] * 40})


def test_rows_that_nothing_names_are_what_the_question_calls_them_and_it_is_said() -> None:
    plan = planned("average sales of stores with a price above 50", NOW, Tables(carseats=STORES).only)
    assert plan.readings == ("I took each row as one of the stores.",)
    found_figure = _asked(STORES, "carseats", "average sales of stores with a price above 50").facts[0].value
    assert found_figure == pytest.approx(STORES[STORES.price > 50].sales.mean())


@pytest.mark.parametrize("kind", ["outlets that closed", "grocers"])
def test_some_of_the_rows_are_not_taken_for_all_of_them(kind: str) -> None:
    assert planned(f"average sales of {kind}", NOW, Tables(carseats=STORES).only).forfeit is not None


def test_rows_with_names_or_dates_are_not_called_otherwise() -> None:
    assert planned("average rating of stores", NOW, Tables(films=FILMS).only).forfeit is not None


def test_what_was_done_to_rows_is_a_condition_where_a_column_says_how_much() -> None:
    frame = pd.DataFrame({"amount": range(60), "discount": [0.0, 0.1, 0.2] * 20})
    found_figure = _asked(frame, "orders", "average discount of orders that were discounted").facts[0].value
    assert found_figure == pytest.approx(frame[frame.discount > 0].discount.mean())


def test_a_number_of_things_is_no_cell() -> None:
    question = "average rating of the 3 films with the highest budget"
    assert _asked(FILMS, "films", question).facts[0].value == pytest.approx(FILMS.nlargest(3, "budget").rating.mean())
    assert not reading_of("average quantity of the 3 highest customers").filters


@pytest.mark.parametrize("rest", ["are women", "who are women"])
def test_those_of_the_first_that_something_is_said_of_are_no_ranking_of_such(rest: str) -> None:
    profile, _ = shop("employees")
    plan = planned(f"How many of the 20 highest paid employees {rest}?", NOW, profile)
    assert plan.forfeit is not None


def test_duplicates_of_what_rows_are_called_are_whole_rows() -> None:
    profile, connection = shop("orders")
    assert headline("how many duplicate orders are there", profile, connection, NOW).startswith("No row repeats")


def test_outliers_in_each_group_are_no_question_for_groups_that_stand_out() -> None:
    profile, _ = shop("orders")
    assert asked(OutlierSegments, "How many outliers are there in revenue for each region?", profile) is None
    assert asked(OutlierSegments, "which regions are outliers in revenue", profile) is not None


@pytest.mark.parametrize("question", ["Are there duplicate rows in this dataset?", "column names of the dataset"])
def test_what_is_asked_of_a_table_is_no_question_for_the_datasets(question: str) -> None:
    assert asked(Datasets, question, shop("orders")[0]) is None
    assert asked(Datasets, "Which datasets do I have?", shop("orders")[0]) is not None


def test_figures_by_day_are_told_apart_where_each_row_is_a_day() -> None:
    visitors = [(number * 37) % 101 for number in range(70)]
    days = pd.DataFrame({"date": pd.date_range("2024-01-01", periods=70).date, "visitors": visitors})
    assert _asked(days, "bakery_daily", "total visitors by day").findings[:2] == ("2024-01-01: 0", "2024-01-02: 37")
    assert _asked(days, "bakery_daily", "visitors per day").facts[0].value == pytest.approx(np.mean(visitors))


HEADLINES: list[tuple[str, str, str]] = [
    ("orders", "What are the column names?", "order_id, order_date, region"),
    ("orders", "what is the data type of order_date", "dates"),
    ("orders", "How many rows and columns does the table have?", "100 rows and 10 columns"),
    ("orders", "From when to when does the data run?", "2023-01-01 to 2024-05-10"),
    ("orders", "What period does the data cover?", "2023-01-01 to 2024-05-10"),
    ("orders", "are there duplicate order ids?", "No: no order id occurs more than once"),
    ("orders", "Which customers occur more than once?", "5 values of customer occur more than once"),
    ("orders", "correlation matrix", "quantity and revenue"),
    ("orders", "Which two columns are most strongly correlated?", "The strongest correlation is that of"),
    ("orders", "correlation of revenue with all other numeric columns", "correlates most with revenue"),
    (
        "employees",
        "Who are the 3 highest paid employees?",
        "The 3 with the highest base salary are Person O40",
    ),
    ("orders", "number of unique values in each column", "order_id 100, order_date 100, region 3, customer 5"),
    ("orders", "30 day moving average of revenue", "over 30 days"),
]


@pytest.mark.parametrize(("table", "question", "told"), HEADLINES, ids=[question for _, question, _ in HEADLINES])
def test_a_question_about_the_table_itself_or_its_course_is_answered(table: str, question: str, told: str) -> None:
    profile, connection = shop(table)
    if "moving" in question:
        plan = planned(question, NOW, profile)
        assert plan.analyses[0].model_dump()["window"] == 30
        return
    assert told in headline(question, profile, connection, NOW)


@pytest.mark.parametrize(
    "question",
    [
        "total revenue of the top 3 suppliers",
        "what share of profit do the top 3 customers make up",
        "average rating of the top 3 customers by revenue",
        "difference between the highest and the lowest warehouse in revenue",
        "are there duplicate suppliers",
        "running total of profit by month",
        "how many imaginary columns are there",
        "data type of the supplier column",
    ],
)
def test_what_a_part_does_not_explain_is_not_composed(question: str) -> None:
    assert reading_of(question).frame is None


def test_a_tie_for_the_last_place_is_forfeited() -> None:
    profile, connection = shop("orders")
    with pytest.raises(ForfeitException, match="share place 3"):
        found("average revenue of the 3 orders with the highest quantity", profile, connection, NOW)


def test_forms_fit_whole_and_give_their_gaps() -> None:
    forms = Forms(
        "[what is] the {kind} of <one> (and|or) <two:rest>", parts={"kind": "/sums?/", "rest": "all [others]"}
    )
    assert forms.fit("what is the sum of this thing and all others") == {"one": "this thing", "two": "all others"}
    assert forms.fit("the sum of this thing and all the rest") is None
    assert forms.fit("nothing", "the sums of a or all") == {"one": "a", "two": "all"}


def test_a_message_of_many_words_is_no_composed_question() -> None:
    assert read("duplicate rows in " * 200, shop("orders")[0], NOW)[0].frame is None
    assert read("how many duplicate rows are there", shop("orders")[0], NOW)[0].frame is not None
