"""Figures of statistics and of arithmetic, as questions ask for them, against pandas."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

from tests.shared.model.answering import figure, found, headline
from tests.shared.offline.reading.shops import NOW, reading_of, shop

Expected = Callable[[pd.DataFrame], float]


def _spread(cells: pd.Series) -> float:
    return float(cells.quantile(0.75) - cells.quantile(0.25))


def _fenced(cells: pd.Series, times: float = 1.5) -> pd.Series:
    reach = times * _spread(cells)
    return (cells < cells.quantile(0.25) - reach) | (cells > cells.quantile(0.75) + reach)


def _spearman(table: pd.DataFrame) -> float:
    return float(spearmanr(table.rating, table.revenue, nan_policy="omit").statistic)


FIGURES: list[tuple[str, str, Expected]] = [
    ("orders", "Calculate the mean of the 'revenue' column", lambda d: d.revenue.mean()),
    ("orders", "Find the correlation coefficient between quantity and revenue.", lambda d: d.quantity.corr(d.revenue)),
    ("orders", "interquartile range of revenue", lambda d: _spread(d.revenue)),
    ("orders", "skewness of the revenue distribution", lambda d: d.revenue.skew()),
    ("orders", "What is the kurtosis of revenue?", lambda d: d.revenue.kurt()),
    ("orders", "coefficient of variation of revenue", lambda d: d.revenue.std() / d.revenue.mean()),
    ("orders", "standard error of the mean of revenue", lambda d: d.revenue.sem()),
    (
        "orders",
        "what percentage of West orders were returned",
        lambda d: 100 * d[d.region == "West"].returned.mean(),
    ),
    ("orders", "What is the sample variance of revenue?", lambda d: d.revenue.var()),
    ("orders", "population variance of revenue in the West", lambda d: d[d.region == "West"].revenue.var(ddof=0)),
    ("orders", "population standard deviation of revenue", lambda d: d.revenue.std(ddof=0)),
    ("orders", "geometric mean of revenue", lambda d: float(np.exp(np.log(d.revenue).mean()))),
    ("orders", "covariance between quantity and revenue", lambda d: d.quantity.cov(d.revenue)),
    ("orders", "What is the Spearman rank correlation between rating and revenue?", _spearman),
    ("orders", "what is the most common quantity", lambda d: d.quantity.value_counts().max()),
]  # fmt: skip


@pytest.mark.parametrize(("table", "question", "expected"), FIGURES, ids=[question for _, question, _ in FIGURES])
def test_a_figure_is_the_one_that_pandas_gives(table: str, question: str, expected: Expected) -> None:
    profile, connection = shop(table)
    frame = connection.execute(f'SELECT * FROM "{table}"').df()
    assert figure(question, profile, connection, NOW) == pytest.approx(float(expected(frame)), rel=1e-9)


Several = Callable[[pd.DataFrame], list[float]]
SEVERAL: list[tuple[str, Several]] = [
    ("sum and mean of revenue", lambda d: [d.revenue.sum(), d.revenue.mean()]),
    (
        "correlation of quantity and revenue by region",
        lambda d: [part.quantity.corr(part.revenue) for _, part in d.groupby("region")],
    ),
]


@pytest.mark.parametrize(("question", "expected"), SEVERAL, ids=[question for question, _ in SEVERAL])
def test_several_figures_are_each_the_one_that_pandas_gives(question: str, expected: Several) -> None:
    profile, connection = shop("orders")
    facts = found(question, profile, connection, NOW).facts
    frame = connection.execute("SELECT * FROM orders").df()
    assert sorted(float(fact.value or 0) for fact in facts) == pytest.approx(sorted(expected(frame)), rel=1e-9)


@pytest.mark.parametrize(
    "question",
    [
        "mean quantity in the West and total revenue in the East",
        "mean quantity by region and total revenue by customer",
        "mean quantity in the West and total revenue",
        "average total revenue",
        "the quantity's mean and revenue median",
        "mean and median of quantity in the West and of revenue",
        "standard deviation of the mean revenue by region",
        "average revenue of orders that were returned and not rated",
        "number of orders and average revenue of returned orders by region",
    ],
)
def test_several_figures_that_cannot_be_told_apart_are_not_given(question: str) -> None:
    assert not reading_of(question, "orders").answerable


@pytest.mark.parametrize(
    ("question", "expected"),
    [("which columns have missing values", lambda d: d.isna().any().sum())],
)
def test_empty_cells_are_counted_as_pandas_counts_them(question: str, expected: Expected) -> None:
    profile, connection = shop("orders")
    values = [fact.value for fact in found(question, profile, connection, NOW).facts]
    frame = connection.execute("SELECT * FROM orders").df()
    assert expected(frame) in values
    assert f"{expected(frame):,}" in headline(question, profile, connection, NOW) or "columns" in question


@pytest.mark.parametrize(
    "question", ["number of orders and average revenue by region", "orders and their average customer"]
)
def test_a_count_and_a_figure_are_not_given_at_once(question: str) -> None:
    assert not reading_of(question).answerable


def test_of_a_column_of_text_no_average_is_given() -> None:
    assert reading_of("What is the average customer?").unapplied == ("the average",)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is the revenue normally distributed? Use a Shapiro-Wilk test", "statistical test"),
        ("Is there a significant difference in revenue between West and East?", "statistical test"),
        ("Train a linear regression of revenue on quantity", "a model"),
    ],
)
def test_tests_and_models_are_refused_by_what_they_are(question: str, said: str) -> None:
    assert said in " ".join(reading_of(question).gaps)


def test_which_of_two_standard_deviations_it_is_is_said() -> None:
    assert (
        "I computed the standard deviation of a sample, not of a population."
        in reading_of("standard deviation of revenue").assumptions
    )
    assert not reading_of("sample standard deviation of revenue").assumptions


@pytest.mark.parametrize(
    ("table", "question", "said"),
    [
        ("orders", "how many single customers are there", "single"),
        ("orders", "net revenue in the West", "net"),
        ("orders", "how many orders in the West and with a rating over 4 or under 2", "under"),
        ("orders", "how many orders have a revenue above the average", "above"),
        ("orders", "mean revenue after removing outliers of revenue", "outliers"),
        ("orders", "revenue minus quantity in the West", "minus"),
        ("orders", "ratio of West to East orders", "ratio"),
        ("orders", "revenue and quantity combined", "together"),
        ("orders", "average rating of the 10 largest orders", "of several"),
        ("orders", "average revenue of returned and non-returned orders", "non"),
        ("orders", "which customers are outliers in revenue", "outliers"),
        ("orders", "how many outliers does revenue have in the West", "outliers"),
        ("employees", "how many employees earn more than the average salary of their department", "their"),
        ("orders", "total of the year", "year"),
        ("orders", "how much higher is the rating of returned orders", "higher"),
    ],
)
def test_a_word_that_narrows_is_not_passed_over(table: str, question: str, said: str) -> None:
    reading = reading_of(question, table)
    assert not reading.answerable
    assert said in " ".join((*reading.gaps, *reading.unexplained))
