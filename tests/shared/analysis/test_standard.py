"""The everyday analyses, held against pandas on a random table, and on rows that cannot answer."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.share import ShareOfWhole
from shared.analysis.figures.side_by_side import SideBySide
from shared.analysis.metrics import Metric, MetricFunction, Ordering
from shared.analysis.quality.missing import Missing
from shared.analysis.relations.correlation import Correlation
from shared.analysis.rows.listing import Listing
from shared.analysis.significance.group_difference import GroupDifference
from shared.errors import ForfeitException
from shared.query.groupings import ByColumn, ByTime
from tests.shared.analysis.running import Tables, cell_of

RANDOM = np.random.default_rng(11)
FRAME = pd.DataFrame(
    {
        "kind": RANDOM.choice(["a", "b's", 'c"d'], 300),
        "amount": np.where(RANDOM.random(300) < 0.1, np.nan, RANDOM.normal(50, 20, 300)),
        "size": RANDOM.integers(1, 9, 300),
        "paid": RANDOM.random(300) < 0.4,
        "day": pd.Timestamp("2024-01-01") + pd.to_timedelta(RANDOM.integers(0, 200, 300), unit="D"),
    }
)
WEST = Filter(column="kind", operator="=", values=("b's",))


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables(t=FRAME)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("sum", FRAME.amount.sum()),
        ("mean", FRAME.amount.mean()),
        ("min", FRAME.amount.min()),
        ("max", FRAME.amount.max()),
        ("median", FRAME.amount.median()),
        ("stddev", FRAME.amount.std()),
        ("variance", FRAME.amount.var()),
        ("range", FRAME.amount.max() - FRAME.amount.min()),
        ("distinct", FRAME.amount.nunique()),
        ("count", FRAME.amount.count()),
    ],
)
def test_every_function_equals_pandas(tables: Tables, function: MetricFunction, expected: float) -> None:
    found, results = tables.findings(Aggregate(metrics=(Metric(function=function, column="amount"),)))
    assert found.facts[0].value == pytest.approx(expected)
    assert cell_of(found.facts[0], results) == found.facts[0].value


def test_a_value_with_a_quote_in_it_filters(tables: Tables) -> None:
    found = tables.run(Aggregate(metrics=(Metric(function="count"),), filters=(WEST,)))
    assert found.facts[0].value == (FRAME.kind == "b's").sum()
    assert "b's" in found.facts[0].name


def test_groups_equal_pandas_and_each_is_a_fact(tables: Tables) -> None:
    metric = Metric(function="mean", column="amount")
    found = tables.run(Aggregate(metrics=(metric,), groups=(ByColumn(column="kind"),)))
    expected = FRAME.groupby("kind").amount.mean()
    assert sorted(fact.value for fact in found.facts) == pytest.approx(sorted(expected))  # type: ignore[type-var]


def test_months_are_in_order_and_equal_pandas(tables: Tables) -> None:
    found = tables.run(
        Aggregate(metrics=(Metric(function="sum", column="size"),), groups=(ByTime(column="day", grain="month"),))
    )
    expected = FRAME.groupby(FRAME.day.dt.to_period("M"))["size"].sum()
    assert [fact.value for fact in found.facts] == list(expected)


def test_a_rate_counts_yes_among_the_known(tables: Tables) -> None:
    found = tables.run(Aggregate(metrics=(Metric(function="rate", column="paid", positive=True),)))
    assert found.facts[0].value == pytest.approx(100 * FRAME.paid.mean())
    assert found.facts[0].unit == "%"


def test_an_average_over_months_is_of_their_totals(tables: Tables) -> None:
    metric = Metric(function="mean", column="size", per=ByTime(column="day", grain="month"))
    found = tables.run(Aggregate(metrics=(metric,)))
    expected = FRAME.groupby(FRAME.day.dt.to_period("M"))["size"].sum().mean()
    assert found.facts[0].value == pytest.approx(expected)


def test_a_tie_at_the_top_is_told() -> None:
    tied = Tables(t=pd.DataFrame({"who": ["x", "y", "z"], "n": [5, 5, 1]}))
    found = tied.run(
        Aggregate(
            metrics=(Metric(function="sum", column="n"),),
            groups=(ByColumn(column="who"),),
            ordering=Ordering(limit=1),
            entity=True,
        )
    )
    assert "y ties with it" in found.summary


def either(*metrics: Metric, **more: Any) -> SideBySide:
    return SideBySide(ways=tuple(Aggregate(metrics=(one,), **more) for one in metrics))


DEAREST = {"groups": (ByColumn(column="who"),), "ordering": Ordering(limit=1), "entity": True}
MEAN, HIGHEST = Metric(function="mean", column="price"), Metric(function="max", column="price")


def test_two_meanings_that_disagree_are_told_beside_each_other() -> None:
    split = Tables(t=pd.DataFrame({"who": ["x", "x", "y", "y"], "price": [1.0, 9.0, 6.0, 7.0]}))
    found, results = split.findings(either(MEAN, HIGHEST, **DEAREST))
    assert found.undecided
    assert found.findings == ("y has the highest average price: 6.50.", "x has the highest price: 9.")
    assert [fact.value for fact in found.facts] == [6.5, 9.0]
    assert [results[fact.cells[0].query].records()[0][fact.cells[0].column] for fact in found.facts] == [6.5, 9.0]


def test_two_meanings_that_agree_on_who_is_first_are_one_answer() -> None:
    alike = Tables(t=pd.DataFrame({"who": ["x", "x", "y", "y"], "price": [8.0, 9.0, 6.0, 7.0]}))
    found = alike.run(either(MEAN, HIGHEST, **DEAREST))
    assert not found.undecided
    assert found.summary == "x has the highest average price: 8.50."
    assert found.findings == ("Read in another way, it is the same: x has the highest price: 9.",)


def test_two_meanings_of_the_same_figure_are_one_answer() -> None:
    alike = Tables(t=pd.DataFrame({"price": [8.0, 8.0], "fee": [8.0, 8.0]}))
    found = alike.run(either(MEAN, Metric(function="mean", column="fee")))
    assert not found.undecided
    assert found.summary == "The average price is 8."


def test_of_two_meanings_one_that_finds_nothing_is_told_with_its_reason() -> None:
    empty = Tables(t=pd.DataFrame({"kind": ["a"], "n": [2.0]}))
    figure, nowhere = Metric(function="sum", column="n"), Filter(column="kind", operator="=", values=("nowhere",))
    found = empty.run(SideBySide(ways=(Aggregate(metrics=(figure,)), Aggregate(metrics=(figure,), filters=(nowhere,)))))
    assert found.undecided
    assert found.findings[0] == "The total n is 2."
    assert "nowhere" in found.findings[1]


def test_no_matching_row_is_a_forfeit_and_never_a_zero(tables: Tables) -> None:
    nowhere = Filter(column="kind", operator="=", values=("nowhere",))
    with pytest.raises(ForfeitException, match="nowhere"):
        tables.run(Aggregate(metrics=(Metric(function="sum", column="amount"),), filters=(nowhere,)))


def test_shares_equal_pandas(tables: Tables) -> None:
    share = tables.run(ShareOfWhole(metric=Metric(function="count"), part=(WEST,)))
    assert share.facts[0].value == pytest.approx(100 * (FRAME.kind == "b's").mean())
    by_kind = tables.run(ShareOfWhole(metric=Metric(function="sum", column="size"), groups=(ByColumn(column="kind"),)))
    assert sum(float(fact.value or 0) for fact in by_kind.facts) == pytest.approx(100)


def test_a_comparison_gives_both_sides_and_their_difference(tables: Tables) -> None:
    sides = tuple((Filter(column="kind", operator="=", values=(kind,)),) for kind in ("a", "b's"))
    found = tables.run(Comparison(metric=Metric(function="sum", column="size"), sides=sides))
    first, second = (FRAME[FRAME.kind == kind]["size"].sum() for kind in ("a", "b's"))
    assert [fact.value for fact in found.facts[:3]] == [first, second, second - first]
    assert found.facts[3].value == pytest.approx(100 * (second - first) / first)


def test_what_two_percentages_differ_by_is_told_in_points() -> None:
    rates = Tables(t=pd.DataFrame({"kind": ["a", "b"] * 4, "discount_pct": [10.0, 12.5] * 4}))
    sides = tuple((Filter(column="kind", operator="=", values=(kind,)),) for kind in ("a", "b"))
    found = rates.run(Comparison(metric=Metric(function="mean", column="discount_pct"), sides=sides))
    assert [fact.unit for fact in found.facts] == ["%", "%", "pp", "%"]
    assert "2.5 percentage points higher" in found.facts[2].text
    more = pd.DataFrame({"kind": ["a", "b"] * 20, "discount_pct": RANDOM.normal(12, 1, 40)})
    told = Tables(t=more).run(GroupDifference(measure="discount_pct", group="kind"))
    apart = next(fact for fact in told.facts if fact.name.startswith("difference of mean"))
    assert apart.unit == "pp"
    assert "percentage points" in apart.text


def test_a_correlation_equals_pandas_and_needs_variation(tables: Tables) -> None:
    found = tables.run(Correlation(first="amount", second="size"))
    assert found.facts[0].value == pytest.approx(FRAME.amount.corr(FRAME["size"]))
    flat = Tables(t=pd.DataFrame({"x": [1.0] * 5, "y": [1.0, 2.0, 3.0, 4.0, 5.0]}))
    with pytest.raises(ForfeitException):
        flat.run(Correlation(first="x", second="y"))


def test_missing_cells_are_counted_most_first(tables: Tables) -> None:
    found = tables.run(Missing())
    assert found.facts[0].name.endswith("amount")
    assert found.facts[0].value == pytest.approx(100 * FRAME.amount.isna().mean())
    assert found.facts[0].own_cell is None  # its cells hold counts, which are in no percent


def test_a_list_holds_each_value_once(tables: Tables) -> None:
    found = tables.run(Listing(column="kind"))
    assert found.facts[0].value == 3
    assert {fact.value for fact in found.facts[1:]} == {"a", "b's", 'c"d'}
