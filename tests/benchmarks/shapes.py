"""The twelve shapes of analytic queries, in SQL and as one would write them for pandas."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Shape:
    """One kind of question; `frame` computes the same with pandas."""

    name: str
    sql: str
    frame: Callable[[pd.DataFrame], object]


def _tiers(data: pd.DataFrame) -> object:
    totals = data.groupby("customer_id")["revenue"].sum()
    low, high = totals.quantile([0.2, 0.8])
    tier = np.select([totals >= high, totals >= low], ["high", "medium"], "low")
    return totals.groupby(tier).agg(["count", "sum"])


def _month(data: pd.DataFrame) -> pd.Series:
    return data["ordered"].dt.to_period("M")


def _outliers(data: pd.DataFrame) -> object:
    low, high = data["revenue"].quantile([0.25, 0.75])
    reach = 1.5 * (high - low)
    return int(((data["revenue"] < low - reach) | (data["revenue"] > high + reach)).sum())


def _period(data: pd.DataFrame) -> object:
    return data.groupby(_month(data))["revenue"].sum().pct_change()


def _rank(data: pd.DataFrame) -> object:
    totals = data.groupby("customer_id")["revenue"].sum()
    return ((totals.rank(method="min") - 1) / (len(totals) - 1)).nlargest(100)


def _pairs(data: pd.DataFrame) -> object:
    first = data.loc[data["category"] == "Toys", ["customer_id"]].drop_duplicates()
    second = data.loc[data["category"] == "Books", ["customer_id", "region"]].drop_duplicates()
    return first.merge(second, on="customer_id").groupby("region").size()


def _filtered(data: pd.DataFrame) -> object:
    kept = data[(data["region"] == "West") & (data["ordered"] >= "2023-06-01") & (data["revenue"] > 100)]
    return kept["revenue"].agg(["count", "sum", "mean"])


SHAPES = (
    Shape(
        "group by",
        "SELECT region, category, COUNT(*) AS n, SUM(revenue) AS total, AVG(revenue) AS mean FROM data "
        "GROUP BY region, category ORDER BY total DESC",
        lambda data: data.groupby(["region", "category"])["revenue"].agg(["count", "sum", "mean"]).sort_values("sum"),
    ),
    Shape(
        "percentile tiers",
        "WITH totals AS (SELECT customer_id, SUM(revenue) AS total FROM data GROUP BY customer_id), cuts AS (SELECT "
        "quantile_cont(total, 0.8) AS high, quantile_cont(total, 0.2) AS low FROM totals) SELECT CASE WHEN total >= "
        "high THEN 'high' WHEN total >= low THEN 'medium' ELSE 'low' END AS tier, COUNT(*) AS n, SUM(total) AS total "
        "FROM totals, cuts GROUP BY tier ORDER BY tier",
        _tiers,
    ),
    Shape(
        "monthly trend",
        "SELECT date_trunc('month', ordered) AS month, SUM(revenue) AS total FROM data GROUP BY month ORDER BY month",
        lambda data: data.groupby(_month(data))["revenue"].sum(),
    ),
    Shape(
        "outliers",
        "WITH q AS (SELECT quantile_cont(revenue, 0.25) AS low, quantile_cont(revenue, 0.75) AS high FROM data) "
        "SELECT COUNT(*) AS n FROM data, q WHERE revenue < low - 1.5 * (high - low) OR revenue > high + 1.5 * "
        "(high - low)",
        _outliers,
    ),
    Shape(
        "top N",
        "SELECT customer_id, SUM(revenue) AS total FROM data GROUP BY customer_id ORDER BY total DESC, customer_id "
        "LIMIT 10",
        lambda data: data.groupby("customer_id")["revenue"].sum().nlargest(10),
    ),
    Shape(
        "period over period",
        "WITH months AS (SELECT date_trunc('month', ordered) AS month, SUM(revenue) AS total FROM data GROUP BY "
        "month) SELECT month, total, total / NULLIF(LAG(total) OVER (ORDER BY month), 0) - 1 AS change FROM months "
        "ORDER BY month",
        _period,
    ),
    Shape(
        "distinct",
        "SELECT region, COUNT(DISTINCT customer_id) AS customers FROM data GROUP BY region ORDER BY region",
        lambda data: data.groupby("region")["customer_id"].nunique(),
    ),
    Shape(
        "percent rank",
        "WITH totals AS (SELECT customer_id, SUM(revenue) AS total FROM data GROUP BY customer_id) SELECT "
        "customer_id, PERCENT_RANK() OVER (ORDER BY total) AS place FROM totals ORDER BY place DESC LIMIT 100",
        _rank,
    ),
    Shape(
        "self join",
        "WITH a AS (SELECT DISTINCT customer_id FROM data WHERE category = 'Toys'), b AS (SELECT DISTINCT "
        "customer_id, region FROM data WHERE category = 'Books') SELECT b.region, COUNT(*) AS n FROM a JOIN b ON "
        "a.customer_id = b.customer_id GROUP BY b.region ORDER BY b.region",
        _pairs,
    ),
    Shape(
        "quantiles",
        "SELECT region, quantile_cont(revenue, 0.25) AS q1, MEDIAN(revenue) AS q2, quantile_cont(revenue, 0.75) AS q3 "
        "FROM data GROUP BY region ORDER BY region",
        lambda data: data.groupby("region")["revenue"].quantile([0.25, 0.5, 0.75]),
    ),
    Shape(
        "correlation",
        "SELECT category, CORR(revenue, cost) AS r, CORR(revenue, quantity) AS s FROM data GROUP BY category "
        "ORDER BY category",
        lambda data: data.groupby("category")[["revenue", "cost", "quantity"]].corr(),
    ),
    Shape(
        "filter",
        "SELECT COUNT(*) AS n, SUM(revenue) AS total, AVG(revenue) AS mean FROM data WHERE region = 'West' AND "
        "ordered >= DATE '2023-06-01' AND revenue > 100",
        _filtered,
    ),
)
