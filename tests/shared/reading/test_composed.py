"""Questions whose figure is computed from what another question would answer, against pandas."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from shared.failure.errors import ForfeitException
from shared.reading.frames.forms import Forms
from tests.shared.model.answering import figure, found, headline, planned
from tests.shared.reading.shops import NOW, reading_of, shop

Expected = Callable[[pd.DataFrame], float]


def _outliers(cells: pd.Series) -> float:
    low, high = cells.quantile(0.25), cells.quantile(0.75)
    return float(((cells < low - 1.5 * (high - low)) | (cells > high + 1.5 * (high - low))).sum())


def _years(d: pd.DataFrame) -> pd.Series:
    return d.groupby(d.order_date.dt.year).revenue.sum()


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
    ("orders", "what percentage of orders is above 50 in revenue", lambda d: 100 * (d.revenue > 50).mean()),
]


@pytest.mark.parametrize(("table", "question", "expected"), FIGURES, ids=[question for _, question, _ in FIGURES])
def test_a_composed_figure_is_the_one_that_pandas_gives(table: str, question: str, expected: Expected) -> None:
    profile, connection = shop(table)
    frame = connection.execute(f'SELECT * FROM "{table}"').df()
    assert figure(question, profile, connection, NOW) == pytest.approx(float(expected(frame)), rel=1e-9)


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
        "are there duplicate invoices",
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
