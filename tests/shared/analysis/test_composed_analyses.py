"""The analyses of composed questions, held against pandas on random tables, with ties, gaps and empty cells."""

from typing import Literal

import numpy as np
import pandas as pd
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.figures.course import Course
from shared.analysis.figures.coverage import Coverage
from shared.analysis.figures.top_cell import TopCell
from shared.analysis.figures.top_figure import TopFigure
from shared.analysis.metrics import Function, Grouping, Metric
from shared.analysis.quality.duplicates import Duplicates
from shared.analysis.quality.outlier_counts import OutlierCounts
from shared.analysis.quality.schema import Schema
from shared.analysis.relations.correlation_matrix import CorrelationMatrix
from shared.analysis.rows.row_names import RowNames
from shared.analysis.rows.top_rows import TopRows
from shared.analysis.segments.group_gap import GroupGap
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables, values

RANDOM = np.random.default_rng(23)
ROWS = 400
FRAME = pd.DataFrame(
    {
        "name": [f"n{number:03d}" for number in range(ROWS)],
        "kind": RANDOM.choice(["a", "b", "c", "d", None], ROWS, p=[0.4, 0.25, 0.2, 0.1, 0.05]),
        "amount": np.where(RANDOM.random(ROWS) < 0.08, np.nan, RANDOM.lognormal(3, 1, ROWS)),
        "size": RANDOM.normal(50, 9, ROWS),
        "grade": RANDOM.integers(1, 6, ROWS),
        "day": pd.Timestamp("2022-01-01") + pd.to_timedelta(RANDOM.integers(0, 800, ROWS), unit="D"),
    }
)
FRAME["linked"] = FRAME["size"] * 3 + RANDOM.normal(0, 5, ROWS)
TWINS = pd.concat([FRAME, FRAME.iloc[[3, 3, 77]]], ignore_index=True)
SOME = (Filter(column="kind", operator="=", values=("a",)),)


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables(t=FRAME)


@pytest.mark.parametrize("function", ["sum", "mean", "median", "min", "max", "stddev"])
@pytest.mark.parametrize(("descending", "filters"), [(True, ()), (False, ()), (True, SOME)])
def test_a_figure_over_the_first_rows_is_that_of_pandas(
    tables: Tables, function: Function, descending: bool, filters: tuple[Filter, ...]
) -> None:
    by, figure = Metric(function="max", column="size"), Metric(function=function, column="amount")
    found = tables.run(TopFigure(figure=figure, by=by, limit=25, descending=descending, filters=filters))
    rows = FRAME[FRAME.kind == "a"] if filters else FRAME
    taken = rows.sort_values("size", ascending=not descending).head(25).amount
    assert found.facts[0].value == pytest.approx(taken.agg(function.replace("stddev", "std")))


def test_a_share_of_the_first_rows_is_of_all_rows(tables: Tables) -> None:
    measure = Metric(function="sum", column="amount")
    found = tables.run(TopFigure(figure=measure, by=measure, limit=10, share=True))
    assert found.facts[0].value == pytest.approx(100 * FRAME.amount.nlargest(10).sum() / FRAME.amount.sum())


@pytest.mark.parametrize("share", [True, False])
def test_a_figure_over_the_first_groups_is_that_of_pandas(tables: Tables, share: bool) -> None:
    measure, group = Metric(function="sum", column="amount"), (Grouping(column="kind"),)
    found = tables.run(TopFigure(figure=measure, by=measure, groups=group, limit=2, share=share))
    top = FRAME.groupby("kind").amount.sum().nlargest(2)
    whole = 100 / FRAME.amount.sum() if share else 1
    assert found.facts[0].value == pytest.approx(top.sum() * whole)
    assert [line.split(":")[0] for line in found.findings] == list(top.index)


def test_rows_of_the_groups_that_are_first_by_another_figure_are_counted(tables: Tables) -> None:
    by, group = Metric(function="mean", column="size"), (Grouping(column="kind"),)
    found = tables.run(TopFigure(figure=Metric(function="count"), by=by, groups=group, limit=1))
    assert found.facts[0].value == (FRAME.kind == FRAME.groupby("kind")["size"].mean().idxmax()).sum()


def test_a_tie_for_the_last_place_leaves_another_figure_open_but_not_the_ranked_one(tables: Tables) -> None:
    by = Metric(function="max", column="grade")
    with pytest.raises(ForfeitException, match="share place 10"):
        tables.run(TopFigure(figure=Metric(function="mean", column="size"), by=by, limit=10))
    found = tables.run(TopFigure(figure=Metric(function="sum", column="grade"), by=by, limit=10))
    assert found.facts[0].value == FRAME.grade.nlargest(10).sum()


def test_an_average_over_groups_is_not_guessed(tables: Tables) -> None:
    by = Metric(function="sum", column="amount")
    with pytest.raises(ForfeitException):
        tables.run(
            TopFigure(figure=Metric(function="mean", column="size"), by=by, groups=(Grouping(column="kind"),), limit=2)
        )


@pytest.mark.parametrize(("function", "reduced"), [("sum", "sum"), ("mean", "mean"), ("median", "median")])
def test_the_gap_between_groups_is_that_of_pandas(tables: Tables, function: Function, reduced: str) -> None:
    found = tables.run(GroupGap(metric=Metric(function=function, column="amount"), group=Grouping(column="kind")))
    figures = FRAME.groupby("kind").amount.agg(reduced)
    assert [fact.value for fact in found.facts] == pytest.approx([np.ptp(figures), figures.max(), figures.min()])
    assert figures.idxmax() in found.summary
    assert figures.idxmin() in found.summary


def test_rows_that_repeat_an_earlier_one_are_counted_as_pandas_does() -> None:
    found = values(Tables(t=TWINS).run(Duplicates()))
    assert found["number of rows that repeat an earlier row"] == TWINS.duplicated().sum() == 3
    assert found["number of rows that occur more than once, each counted"] == TWINS.duplicated(keep=False).sum()


def test_no_row_repeats_another_where_none_does(tables: Tables) -> None:
    found = tables.run(Duplicates(asked="whether"))
    assert found.summary.startswith("No: ")
    assert values(found)["number of rows that repeat an earlier row"] == 0


def test_values_that_occur_more_than_once_are_counted_and_empty_cells_are_none() -> None:
    tables = Tables(t=TWINS)
    found = values(tables.run(Duplicates(columns=("name",))))
    assert found["number of values of name that occur more than once"] == (TWINS.name.value_counts() > 1).sum()
    kinds = tables.run(Duplicates(columns=("kind",)))
    counts = TWINS.kind.value_counts()
    assert [kinds.facts[at + 4].value for at in range(len(counts))] == list(counts)


@pytest.mark.parametrize(
    ("kind", "count"), [("all", 7), ("numeric", 4), ("text", 2), ("time", 1)]
)  # fmt: skip
def test_columns_are_told_by_kind(tables: Tables, kind: Literal["all", "numeric", "text", "time"], count: int) -> None:
    assert tables.run(Schema(kind=kind, asked="count")).facts[0].value == count


def test_a_type_is_told_in_words(tables: Tables) -> None:
    assert tables.run(Schema(columns=("day",), asked="types")).summary == "Day holds date and times."
    assert "size" in tables.run(Schema(asked="names")).summary


def test_the_time_that_a_table_covers(tables: Tables) -> None:
    found = tables.run(Coverage(column="day"))
    assert [str(fact.value)[:10] for fact in found.facts] == [
        str(end)[:10] for end in (FRAME.day.min(), FRAME.day.max())
    ]


def _outliers(cells: pd.Series) -> int:
    low, high = cells.quantile(0.25), cells.quantile(0.75)
    reach = 1.5 * (high - low)
    return int(((cells < low - reach) | (cells > high + reach)).sum())


def test_outliers_of_each_column_are_those_of_pandas(tables: Tables) -> None:
    found = values(tables.run(OutlierCounts()))
    for name in ("amount", "size", "grade", "linked"):
        assert found[f"number of outliers of {name}"] == _outliers(FRAME[name])


def test_outliers_in_each_group_are_by_its_own_quartiles(tables: Tables) -> None:
    found = values(tables.run(OutlierCounts(columns=("amount",), groups=(Grouping(column="kind"),))))
    for kind, rows in FRAME.groupby("kind"):
        assert found[f"number of outliers of amount of {kind}"] == _outliers(rows.amount)


def test_each_pair_correlates_as_in_pandas_and_the_strongest_comes_first(tables: Tables) -> None:
    found = tables.run(CorrelationMatrix())
    matrix = FRAME[["amount", "size", "grade", "linked"]].corr()
    for fact in found.facts[:-1]:
        first, second = fact.name.removeprefix("correlation of ").split(" and ")
        assert fact.value == pytest.approx(matrix.loc[first, second])
    assert len(found.facts) == 7
    assert found.facts[0].name == "correlation of size and linked"
    assert "size and linked" in tables.run(CorrelationMatrix(asked="strongest")).summary


MONTHLY = FRAME.groupby(FRAME.day.dt.to_period("M"))["size"].sum()
MONTH = Grouping(column="day", grain="month")
TOTAL = Metric(function="sum", column="size")


def test_a_running_total_is_that_of_pandas(tables: Tables) -> None:
    found = tables.run(Course(metric=TOTAL, time=MONTH, asked="running"))
    told = {line.split(":")[0]: line for line in found.findings}
    assert list(told) == [str(month) for month in MONTHLY.index]
    assert [fact.value for fact in found.facts[1:]] == pytest.approx(list(MONTHLY.cumsum())[:-1])
    assert found.facts[0].value == pytest.approx(FRAME["size"].sum())


def test_a_moving_average_needs_its_whole_window(tables: Tables) -> None:
    found = tables.run(Course(metric=TOTAL, time=MONTH, asked="moving", window=3))
    expected = MONTHLY.rolling(3).mean().dropna()
    assert found.facts[0].value == pytest.approx(expected.iloc[-1])
    assert [fact.value for fact in found.facts[1:]] == pytest.approx(list(expected)[:-1])


def test_growth_is_the_change_from_the_month_before(tables: Tables) -> None:
    found = tables.run(Course(metric=TOTAL, time=MONTH, asked="growth"))
    expected = (100 * MONTHLY.pct_change()).dropna()
    assert sorted(fact.value for fact in found.facts) == pytest.approx(sorted(expected))


def test_across_a_gap_in_time_there_is_no_growth_and_no_moving_average() -> None:
    days = pd.to_datetime(["2024-01-05", "2024-02-05", "2024-04-05", "2024-05-05"])
    tables = Tables(t=pd.DataFrame({"day": days, "size": [1.0, 2.0, 3.0, 6.0]}))
    found = tables.run(Course(metric=TOTAL, time=MONTH, asked="growth"))
    assert found.findings == ("2024-02: 100 %", "2024-05: 100 %")
    with pytest.raises(ForfeitException, match="too few periods"):
        tables.run(Course(metric=TOTAL, time=MONTH, asked="moving", window=3))


def test_years_without_dates_run_too_and_categories_do_not(tables: Tables) -> None:
    years = Tables(t=pd.DataFrame({"year": [2019, 2020, 2020, 2021], "size": [2.0, 1.0, 3.0, 5.0]}))
    found = years.run(Course(metric=TOTAL, time=Grouping(column="year"), asked="growth"))
    assert sorted(fact.value for fact in found.facts) == pytest.approx([25.0, 100.0])
    with pytest.raises(ForfeitException, match="periods"):
        tables.run(Course(metric=TOTAL, time=Grouping(column="kind"), asked="running"))
    with pytest.raises(ForfeitException, match="does not add up"):
        tables.run(Course(metric=Metric(function="mean", column="size"), time=MONTH, asked="running"))


def test_rows_that_meet_a_condition_are_named(tables: Tables) -> None:
    over = Filter(column="size", operator=">", values=(70,))
    found = tables.run(RowNames(label="name", filters=(over,)))
    named = set(FRAME.name[FRAME["size"] > 70])
    assert found.facts[0].value == len(named)
    assert {fact.value for fact in found.facts[1:]} == named


def test_a_cell_of_the_first_row_and_of_those_that_share_the_place(tables: Tables) -> None:
    rows = FRAME[FRAME.kind == "a"]
    found = tables.run(TopCell(show="name", by="size", descending=False, filters=SOME))
    assert [fact.value for fact in found.facts] == [rows.loc[rows["size"].idxmin()]["name"], rows["size"].min()]
    with pytest.raises(ForfeitException, match="share that place"):
        tables.run(TopCell(show="name", by="grade"))


def test_first_rows_are_listed_in_their_order_and_ties_are_told(tables: Tables) -> None:
    found = tables.run(TopRows(by="size", label="name", limit=3))
    assert [fact.value for fact in found.facts[:3]] == pytest.approx(list(FRAME["size"].nlargest(3)))
    tied = tables.run(TopRows(by="grade", label="name", limit=3))
    assert "several share the last place" in tied.summary
