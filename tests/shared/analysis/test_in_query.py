"""Analyses of no-model mode compute what the query language says of them, and its checks hold for them."""

import random
from collections.abc import Iterator
from typing import Any

import duckdb
import pandas as pd
import pytest
from pydantic import ValidationError

from shared.analysis.base import Analysis
from shared.analysis.conditions import Filter
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.share import ShareOfWhole
from shared.analysis.figures.side_by_side import SideBySide
from shared.analysis.in_query import Unsaid, arranged, figures_of, places, share_of
from shared.analysis.metrics import Metric, Ordering
from shared.analysis.rows.listing import Listing
from shared.analysis.rows.shown_rows import ShownRows
from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.duckdb.worker_main import plain
from shared.errors import ForfeitException
from shared.query.groupings import ByColumn, ByTime
from shared.query.problems import QueryProblem
from tests.shared.analysis.random_analyses import Drawn
from tests.shared.analysis.running import Tables
from tests.shared.query.running import alike, asked
from tests.shared.query.tables import Table, random_table

_CONNECTION = duckdb.connect(config={"threads": 1})
SEEDS = range(300)


def _tables(seeds: range = SEEDS) -> Iterator[tuple[Drawn, Table]]:
    """A table of each seed, and what is drawn of it."""
    for seed in seeds:
        rng = random.Random(seed)
        table = random_table(rng)
        yield Drawn(rng, table), table


def _computed(analysis: Analysis, table: Table) -> list[tuple[Any, ...]] | None:
    """The rows of the analysis' own query; None where its figures would mislead."""
    try:
        (query,) = analysis.queries(table.profile)
    except ForfeitException:
        return None
    table.load(_CONNECTION)
    return [tuple(plain(cell) for cell in row) for row in _CONNECTION.execute(query.sql).fetchall()]


def test_an_aggregate_computes_what_the_language_says_of_it():
    tried = 0
    for drawn, table in _tables():
        analysis = drawn.aggregate()
        try:
            said = asked(figures_of(analysis, table.profile), table, is_guarded=False, accounted=False)
        except (Unsaid, ValidationError, QueryProblem):
            continue
        own = _computed(analysis, table)
        if own is None:
            continue
        by, groups = arranged(analysis, table.profile), len(analysis.groups)
        shown = [by.index(one) for one in analysis.groups]
        shown += [groups + at for at in (places(analysis.metrics) if analysis.metrics[0].per is None else (0,))]
        said = [tuple(row[at] for at in shown) for row in said]
        own = [row[: len(shown)] for row in own]
        if analysis.within:  # of which those that share a place have no order
            own, said = (sorted(rows, key=repr) for rows in (own, said))
        assert alike(own, said), f"{analysis!r}\n{own}\n{said}"
        tried += 1
    assert tried > 0.8 * len(SEEDS)


def test_a_share_is_what_the_language_says_of_it():
    tried = 0
    for drawn, table in _tables():
        analysis = drawn.share()
        of = (analysis.metric, analysis.filters, analysis.part, analysis.groups)
        try:
            said = asked(share_of(*of, table.profile), table, is_guarded=False, accounted=False)
        except (Unsaid, ValidationError, QueryProblem):
            continue
        own = _computed(analysis, table)
        if own is None:
            continue
        groups = len(analysis.groups)
        shown = (*range(groups), *((groups, groups + 1, groups + 2) if analysis.part else (groups + 1, groups)))
        assert alike(own, [tuple(row[at] for at in shown) for row in said]), f"{analysis!r}\n{own}\n{said}"
        tried += 1
    assert tried > 0.8 * len(SEEDS)


def test_each_side_of_a_comparison_is_what_the_language_says_of_it():
    tried = 0
    for drawn, table in _tables(SEEDS[:150]):
        analysis = drawn.comparison()
        try:
            said = [asked(one, table, is_guarded=False, accounted=False) for one in analysis.in_language(table.profile)]
            own = analysis.queries(table.profile)
        except (Unsaid, ValidationError, QueryProblem, ForfeitException):
            continue
        table.load(_CONNECTION)
        for query, rows in zip(own, said, strict=True):
            (cells,) = _CONNECTION.execute(query.sql).fetchall()
            assert alike([tuple(map(plain, cells))], rows), f"{analysis!r}\n{cells}\n{rows}"
        tried += 1
    assert tried > 75


def test_the_values_of_a_listing_are_what_the_language_says_of_it():
    for drawn, table in _tables(SEEDS[:100]):
        filters = tuple(Filter.model_validate(one) for one in drawn.conditions())
        listing = Listing(column=next(iter(table.kinds)), filters=filters)
        try:
            (query,) = listing.in_language(table.profile)
            said = asked(query, table, is_guarded=False, accounted=False)
        except (Unsaid, ValidationError, QueryProblem):
            continue
        assert alike(_computed(listing, table) or [], said), f"{listing!r}"


def test_a_condition_that_no_row_could_meet_is_refused_in_words():
    empty = Filter(column="sold", operator="between", values=("2024-02-01", "2024-02-01"))
    sold = Tables(t=pd.DataFrame({"sold": pd.date_range("2024-01-01", periods=40), "units": range(40)}))
    with pytest.raises(ForfeitException, match="A period ends after it starts"):
        sold.run(Aggregate(metrics=(Metric(function="count"),), filters=(empty,)))


def test_the_hour_of_a_time_of_day_is_taken_without_a_date():
    _CONNECTION.execute("CREATE OR REPLACE TABLE trips AS SELECT unnest(['08:05', '08:40', '17:30', NULL])::TIME AS at")
    columns = (ColumnProfile(name="at", type="time", role="dimension"),)
    trips = DatasetProfile(dataset_id="t", relation="trips", file_name="t.csv", row_count=4, columns=columns)
    eight = Filter(column="at", operator="=", grain="hour of day", values=(8,))
    counted = Aggregate(metrics=(Metric(function="count"),), filters=(eight,))
    assert counted.bound(trips)
    assert _CONNECTION.execute(counted.queries(trips)[0].sql).fetchall() == [(2, 2)]


SHOP = Tables(
    orders=pd.DataFrame(
        {
            "region": ["North", "South", "North", "South", "East", "East"] * 4,
            "rating": [3, 4, 5, 3, 2, 1] * 4,
            "revenue": [10.0, 20.0, 35.5, 5.0, 8.0, 11.0] * 4,
        }
    )
)
RATING = Metric(function="mean", column="rating")
THREE, FOUR = (Filter(column="rating", operator="=", values=(value,)) for value in (3, 4))
BY_REGION = (ByColumn(column="region"),)


@pytest.mark.parametrize(
    "analysis",
    [
        Aggregate(metrics=(RATING,), filters=(THREE,)),
        Aggregate(metrics=(RATING,), groups=BY_REGION, filters=(THREE,), ordering=Ordering(limit=1)),
        Comparison(metric=RATING, sides=((THREE,), (FOUR,))),
    ],
)
def test_a_figure_that_its_condition_has_decided_is_refused(analysis):
    with pytest.raises(ForfeitException) as refused:
        SHOP.run(analysis)
    assert "The condition already fixes rating" in refused.value.forfeit.reason


def test_a_total_that_says_nothing_is_refused_also_as_a_share():
    total = Metric(function="sum", column="rating")
    for analysis in (Aggregate(metrics=(total,)), ShareOfWhole(metric=total, groups=BY_REGION)):
        with pytest.raises(ForfeitException, match="Adding up rating says nothing"):
            SHOP.run(analysis)


def test_of_several_readings_those_that_are_not_refused_are_told():
    both = SideBySide(ways=(Aggregate(metrics=(RATING,), filters=(THREE,)), Aggregate(metrics=(RATING,))))
    told = SHOP.run(both)
    assert told.findings == (
        "The average rating is 3.",
        "The condition already fixes rating, so this figure of rating says nothing more; leave one out.",
    )


def _lines() -> Tables:
    """Lines of orders, which are called orders."""
    frame = pd.DataFrame({"order_id": [1, 1, 2, 3], "region": list("abab"), "revenue": [1.5, 2.25, 3.5, 8.0]})
    found = Tables(orders=frame)
    grain = found.only.semantic.grain.model_copy(update={"repeats": "order_id"})
    semantic = found.only.semantic.model_copy(update={"entity_name": "order", "grain": grain})
    found.profiles = (found.only.model_copy(update={"semantic": semantic}),)
    return found


LINES = _lines()


def test_lines_of_orders_are_not_counted_as_orders():
    with pytest.raises(ForfeitException, match="count the different values of order id"):
        LINES.run(Aggregate(metrics=(Metric(function="count"),)))
    assert LINES.run(Aggregate(metrics=(Metric(function="mean", column="revenue"),))).findings == (
        "One order can have several rows, so this figure is per row, not per order.",
    )
    assert LINES.run(ShownRows()).findings == ("One order can have several rows, so this counts rows, not orders.",)
    assert not LINES.run(Listing(column="region")).findings


def test_a_period_that_the_data_does_not_fill_is_told_once():
    days = pd.date_range("2024-01-01", "2024-05-12")
    sold = Tables(t=pd.DataFrame({"sold": days, "revenue": range(len(days))}))
    total, month = Metric(function="sum", column="revenue"), (ByTime(column="sold", grain="month"),)
    found = sold.run(Aggregate(metrics=(total,), groups=month))
    assert [line for line in found.findings if "not complete" in line] == [
        "May 2024 is not complete: the data ends on 12 May 2024."
    ]
    before = Filter(column="sold", operator="<", values=("2024-05-01",))
    found = sold.run(Aggregate(metrics=(total,), groups=month, filters=(before,)))
    assert not [line for line in found.findings if "not complete" in line]
