"""What an analyst does with a table, said in the language without SQL: each plan beside its pandas one-liner."""

import math
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from tests.shared.query.orders import COUNT, Json, by, compare, made_table, of, stat
from tests.shared.query.running import asked
from tests.shared.query.shop import ORDERS, countries, customers, rates

SALES = made_table(
    (
        ("day", "region", "product", "revenue", "units", "price"),
        ("2024-01-05", "West", "A", 10.0, 1, "$1,234.50"),
        ("2024-01-20", "West", "B", 30.0, 2, "$20"),
        ("2024-02-02", "West", "B", 25.0, None, "n/a"),
        ("2024-02-11", "East", "A", 40.0, 4, "$7.25"),
        ("2024-02-12", "East", "C", 5.0, 5, "$3"),
        ("2024-03-01", "East", "C", 900.0, 6, "$12"),
        ("2024-03-09", "South", "A", None, 2, "$8"),
        ("2024-03-30", "South", "B", 60.0, 3, "$9"),
        ("2025-01-15", "West", "A", 50.0, 7, "$10"),
    ),
    {"day": "date", "region": "text", "product": "text", "revenue": "number", "units": "integer", "price": "dirty"},
)
MONTH: Json = {"kind": "time", "column": "day", "grain": "month"}
REVENUE, MEAN = stat("sum"), stat("mean")
Frame = pd.DataFrame
Plan = tuple[Json, Callable[[Frame], Any]]


def told(*measures: Json, **rest: Any) -> Json:
    return {"kind": "figures", "measures": list(measures), **rest}


def without_outliers(frame: Frame) -> Frame:
    """The rows whose revenue lies within one and a half interquartile ranges of its quartiles."""
    first, third = frame.revenue.quantile(0.25), frame.revenue.quantile(0.75)
    reach = 1.5 * (third - first)
    return frame[frame.revenue.between(first - reach, third + reach)]


def best_of_each(frame: Frame, places: int) -> pd.Series:
    sums = frame.groupby(["region", "product"]).revenue.sum(min_count=1).dropna().reset_index()
    best = sums.sort_values(["region", "revenue"], ascending=[True, False]).groupby("region").head(places)
    return best.set_index(["region", "product"]).revenue


def monthly(frame: Frame) -> pd.Series:
    return frame.groupby(frame.day.dt.to_period("M")).revenue.sum()


def every_month(frame: Frame) -> pd.PeriodIndex:
    return pd.period_range(frame.day.min(), frame.day.max(), freq="M")


CLEANED: Json = {"kind": "cleaned_number", "name": "dollars", "column": "price"}
PER_UNIT: Json = {"kind": "calculation", "name": "per_unit", "operator": "/", "left": "revenue", "right": "units"}
FILLED: Json = {"kind": "filled_with_figure", "name": "all_units", "column": "units", "figure": "median"}
SIZE: Json = {
    "kind": "bucket", "name": "size", "column": "revenue", "edges": [20, 50], "labels": ["small", "middling", "large"],
}  # fmt: skip
WITHIN: Json = of("against_spread", position="within", around="quartiles", reach=1.5)

PLANS: dict[str, Plan] = {
    "mean under several conditions": (
        told(MEAN, where=[compare("region", "=", "West"), compare("units", ">", 1)]),
        lambda frame: frame[(frame.region == "West") & (frame.units > 1)].revenue.mean(),
    ),
    "one of several values": (
        told(REVENUE, where=[{"kind": "one_of", "column": "region", "values": ["West", "South"]}]),
        lambda frame: frame[frame.region.isin(["West", "South"])].revenue.sum(),
    ),
    "half-open period": (
        told(REVENUE, where=[{"kind": "period", "column": "day", "start": "2024-02-01", "end": "2024-03-01"}]),
        lambda frame: frame[(frame.day >= "2024-02-01") & (frame.day < "2024-03-01")].revenue.sum(),
    ),
    "mean of a cleaned number": (
        told(stat("mean", "dollars"), derived=[CLEANED]),
        lambda frame: pd.to_numeric(frame.price.str.replace(r"[$,]", "", regex=True), errors="coerce").mean(),
    ),
    "figure of each bucket": (
        told(REVENUE, derived=[SIZE], groups=[by("size")]),
        lambda frame: frame.groupby(
            pd.cut(frame.revenue, [-math.inf, 20, 50, math.inf], right=False, labels=SIZE["labels"]).astype(str)
        ).revenue.sum()[["small", "middling", "large"]],
    ),
    "arithmetic of columns": (
        told(stat("max", "per_unit"), derived=[PER_UNIT]),
        lambda frame: (frame.revenue / frame.units).max(),
    ),
    "filled by the median": (
        told(stat("mean", "all_units"), derived=[FILLED]),
        lambda frame: frame.units.fillna(frame.units.median()).mean(),
    ),
    "outliers removed first": (told(MEAN, where=[WITHIN]), lambda frame: without_outliers(frame).revenue.mean()),
    "ratio of sums": (
        told({"kind": "arithmetic", "operator": "ratio", "left": REVENUE, "right": stat("sum", "units")}),
        lambda frame: frame.revenue.sum() / frame.units.sum(),
    ),
    "share of each group": (
        told(REVENUE, groups=[by("region")], across=[{"kind": "share", "measure": 0}]),
        lambda frame: frame.groupby("region").revenue.sum() / frame.revenue.sum() * 100,
    ),
    "change between periods": (
        told(REVENUE, groups=[MONTH], across=[{"kind": "change", "measure": 0, "unit": "absolute"}]),
        lambda frame: monthly(frame).reindex(every_month(frame)).diff()[monthly(frame).index],
    ),
    "ranked by one measure, told by another": (
        told(REVENUE, COUNT, groups=[by("product")], ranking={"by": 1, "limit": 1}),
        lambda frame: frame.groupby("product").size().nlargest(1),
    ),
    "top two within each group": (
        told(REVENUE, groups=[by("region"), by("product")], ranking={"by": 0, "limit": 2, "within": [0]},
             having=[{"measure": 0, "operator": ">", "value": 0}]),
        lambda frame: best_of_each(frame, 2),
    ),
    "above the average": (
        told(COUNT, where=[of("against_figure", operator=">", figure="mean")]),
        lambda frame: (frame.revenue > frame.revenue.mean()).sum(),
    ),
    "two levels of grouping": (
        told({"kind": "per_group", "function": "mean", "per": by("region"), "measure": REVENUE}),
        lambda frame: frame.groupby("region").revenue.sum().mean(),
    ),
    "a query over a query": (
        told(stat("median", "sum_revenue"), source=told(REVENUE, groups=[MONTH])),
        lambda frame: monthly(frame).median(),
    ),
    "figure of some rows beside that of all": (
        told({"kind": "filtered", "measure": REVENUE, "where": [compare("product", "=", "A")]}, REVENUE),
        lambda frame: frame.revenue.sum(),
    ),
}  # fmt: skip


Frames = dict[str, pd.DataFrame]
LinkedPlan = tuple[Json, Callable[[Frames], Any]]


def with_customers(frames: Frames) -> pd.DataFrame:
    return frames["data"].merge(frames["customers"], how="left", left_on="customer_id", right_on="id")


def with_countries(frames: Frames) -> pd.DataFrame:
    return with_customers(frames).merge(frames["countries"], how="left", left_on="country", right_on="code")


def with_rates(frames: Frames) -> pd.DataFrame:
    known = frames["rates"].drop_duplicates(["currency", "month"], keep=False)
    return frames["data"].merge(known, how="left", on=["currency", "month"])


CONVERTED: Json = {"kind": "calculation", "name": "converted", "operator": "*", "left": "revenue", "right": "rate"}
WAITED: Json = {"kind": "time_between", "name": "waited", "start": "since", "end": "day"}
BUDGETS: Json = {
    "kind": "per_group", "function": "sum", "per": by("customer_id"), "measure": stat("max", "budget"),
}  # fmt: skip

LINKED_PLANS: dict[str, LinkedPlan] = {
    "revenue by the customer's segment": (
        told(REVENUE, groups=[by("segment")], lookups=[customers("segment")]),
        lambda frames: with_customers(frames).groupby("segment").revenue.sum(),
    ),
    "under a condition on the customer": (
        told(MEAN, where=[compare("country", "=", "FR")], lookups=[customers("country")]),
        lambda frames: with_customers(frames).query("country == 'FR'").revenue.mean(),
    ),
    "orders to customers to countries": (
        told(REVENUE, groups=[by("continent")], lookups=[customers("country"), countries("continent")]),
        lambda frames: with_countries(frames).groupby("continent").revenue.sum(),
    ),
    "share of each segment, the unknown one among them": (
        told(
            REVENUE,
            groups=[by("segment", keep_empty=True)],
            across=[{"kind": "share", "measure": 0}],
            lookups=[customers("segment")],
        ),
        lambda frames: with_customers(frames).groupby("segment", dropna=False).revenue.sum() / 2.1,
    ),
    "converted by the rate of the currency and the month": (
        told(stat("sum", "converted"), derived=[CONVERTED], lookups=[rates("rate")]),
        lambda frames: with_rates(frames).eval("revenue * rate").sum(),
    ),
    "days from a time of the customer to one of the order": (
        told(stat("median", "waited"), derived=[WAITED], lookups=[customers("since")]),
        lambda frames: with_customers(frames).eval("day - since").dt.days.median(),
    ),
    "revenue in percent of the budgets, each counted once": (
        told(
            {"kind": "arithmetic", "operator": "percentage", "left": REVENUE, "right": BUDGETS},
            groups=[by("segment")],
            lookups=[customers("segment", "budget")],
        ),
        lambda frames: (
            100
            * with_customers(frames).groupby("segment").revenue.sum()
            / with_customers(frames).drop_duplicates("customer_id").groupby("segment").budget.sum()
        ),
    ),
    "orders of nobody that is known": (
        told(COUNT, where=[of("empty", "segment")], lookups=[customers("segment")]),
        lambda frames: with_customers(frames).segment.isna().sum(),
    ),
    "average order of each customer by segment": (
        told(
            {"kind": "per_group", "function": "mean", "per": by("customer_id"), "measure": REVENUE},
            groups=[by("segment")],
            lookups=[customers("segment")],
        ),
        lambda frames: (
            with_customers(frames).groupby(["segment", "customer_id"]).revenue.sum().groupby("segment").mean()
        ),
    ),
    "budgets of the customers with an order, each once": (
        told(
            stat("mean", "max_budget"),
            source=told(stat("max", "budget"), groups=[by("customer_id")], lookups=[customers("budget")]),
        ),
        lambda frames: with_customers(frames).groupby("customer_id").budget.max().mean(),
    ),
}


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_said_in_the_language_gives_what_pandas_gives(plan: str) -> None:
    query, by_pandas = PLANS[plan]
    frame = SALES.frame.assign(day=pd.to_datetime(SALES.frame.day), revenue=SALES.frame.revenue.astype(float))
    frame = frame.assign(units=frame.units.astype(float))
    _require_same([row[-1] for row in asked(query, SALES)], by_pandas(frame))


@pytest.mark.parametrize("plan", LINKED_PLANS)
def test_a_plan_over_several_tables_gives_what_merged_frames_give(plan: str) -> None:
    query, by_pandas = LINKED_PLANS[plan]
    frames = {one.profile.relation: one.frame.infer_objects() for one in (ORDERS, *ORDERS.others)}
    for name, column in (("data", "day"), ("customers", "since")):
        frames[name][column] = pd.to_datetime(frames[name][column])
    _require_same([row[-1] for row in asked(query, ORDERS)], by_pandas(frames))


def _require_same(got: list[Any], wanted: Any) -> None:
    wanted = list(wanted) if isinstance(wanted, pd.Series) else [wanted]
    known = [None if pd.isna(one) else one for one in wanted]
    assert got == [one if one is None else pytest.approx(one) for one in known]
