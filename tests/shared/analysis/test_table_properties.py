"""Whatever the table: a playbook either forfeits in words, or its figures are those of pandas. No join adds rows."""

import math

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.joins.joined import JoinedAggregate
from shared.analysis.joins.joins import Link, multiplicity, proof
from shared.analysis.metrics import Metric
from shared.analysis.segments.category_breakdown import CategoryBreakdown
from shared.analysis.segments.outlier_segments import OutlierSegments
from shared.analysis.segments.segment_profile import SegmentProfile
from shared.analysis.segments.tier_by_category import TierByCategory
from shared.analysis.segments.value_tiers import ValueTiers
from shared.errors import ForfeitException
from shared.query.groupings import ByColumn
from tests.shared.analysis.running import Tables, cell_of, values

SALES = Metric(function="sum", column="sales")
REGION, PLAN = ByColumn(column="region"), ByColumn(column="plan")
AMOUNTS = st.one_of(
    st.none(),
    st.integers(-3, 3).map(float),
    st.sampled_from([0.0, 0.1, 0.2, 0.3, 1e-9, 1e12, -5e6, 99.99]),
    st.floats(-1e6, 1e6, allow_nan=False).map(lambda value: round(value, 2)),
)
LABELS = st.sampled_from(["A", "B", "C", "O'Brien", "x,y", "ß", None])


@st.composite
def tables(draw, least=1, most=70):
    rows = draw(st.lists(st.tuples(LABELS, st.sampled_from(["p", "q", None]), AMOUNTS), min_size=least, max_size=most))
    frame = pd.DataFrame(rows, columns=["region", "plan", "sales"])
    frame["sales"] = frame.sales.astype("float64")
    frame["region"], frame["plan"] = frame.region.astype("object"), frame.plan.astype("object")
    return frame


def told(analysis, frame):
    """The facts by name, each of them finite and equal to its cell; None where the analysis forfeits in words."""
    given_up = None
    try:
        findings, results = Tables(sales=frame).findings(analysis)
    except ForfeitException as forfeit:
        given_up = forfeit.forfeit.reason
    if given_up is not None:
        assert len(given_up) > 15
        assert "nan" not in given_up.lower().split()
        return None
    for fact in findings.facts:
        assert not isinstance(fact.value, float) or math.isfinite(fact.value), fact
        assert "nan" not in fact.text.lower().split(), fact
        assert not fact.cells or cell_of(fact, results) is not None
    return values(findings)


@settings(max_examples=15)
@given(tables(least=20))
def test_tiers_hold_every_value_once(frame):
    given_ = told(ValueTiers(measure="sales"), frame)
    if given_ is None:
        return
    sizes = [value for name, value in given_.items() if name.startswith("number of rows")]
    assert sum(sizes) == len(frame.sales.dropna())
    shares = [value for name, value in given_.items() if name.startswith("share of the total")]
    assert not shares or sum(shares) == pytest.approx(100, abs=1e-6)
    assert not (shares and (frame.sales < 0).any())


@settings(max_examples=15)
@given(tables())
def test_a_breakdown_adds_up_to_the_table(frame):
    given_ = told(CategoryBreakdown(categories=("region",), measure="sales"), frame)
    if given_ is None:
        return
    totals = [value for name, value in given_.items() if name.startswith("total sales")]
    assert sum(totals) == pytest.approx(frame.sales.sum(), rel=1e-9, abs=1e-6)


@settings(max_examples=15)
@given(tables(), st.sampled_from(["profile", "outliers", "tiers", "two"]))
def test_no_table_makes_a_segmentation_tell_what_is_no_number(frame, which):
    told(
        {
            "profile": SegmentProfile(segment="region", measures=("sales",), traits=("plan",)),
            "outliers": OutlierSegments(segment="region", measure="sales"),
            "tiers": TierByCategory(measure="sales", category="region"),
            "two": CategoryBreakdown(categories=("region", "plan"), measure="sales"),
        }[which],
        frame,
    )


KEYS = st.one_of(st.none(), st.integers(1, 6))


@settings(max_examples=15)
@given(
    st.lists(st.tuples(KEYS, st.integers(1, 500)), min_size=1, max_size=40),
    st.lists(st.tuples(KEYS, st.sampled_from(["N", "S", None])), min_size=1, max_size=10),
)
def test_a_join_sums_each_order_once_or_forfeits(orders, customers):
    left = pd.DataFrame(orders, columns=["customer_id", "revenue"]).astype({"customer_id": "Int64"})
    right = pd.DataFrame(customers, columns=["id", "region"]).astype({"id": "Int64", "region": "object"})
    link = Link(left="orders", left_column="customer_id", right="customers", right_column="id")
    summing = JoinedAggregate(
        link=link, aggregate=Aggregate(metrics=(Metric(function="sum", column="revenue"),), groups=(REGION,))
    )
    known = right.dropna(subset=["id"])
    given_up = None
    try:
        findings, _ = Tables(orders=left, customers=right).findings(summing)
    except ForfeitException as forfeit:
        given_up = forfeit.forfeit.reason
    if given_up is not None:
        assert len(given_up) > 15
        return
    assert not known["id"].duplicated().any(), "rows that match several rows were summed"
    expected = left.dropna().merge(known, left_on="customer_id", right_on="id").groupby("region").revenue.sum()
    given_ = {name: value for name, value in values(findings).items() if name.startswith("total revenue of ")}
    assert given_ == {f"total revenue of {region}": pytest.approx(total) for region, total in expected.items()}


@settings(max_examples=15)
@given(st.lists(KEYS, min_size=1, max_size=30), st.lists(KEYS, min_size=1, max_size=30))
def test_the_multiplicity_of_a_link_is_that_of_its_keys(left, right):
    frames = {
        "a": pd.DataFrame({"k": pd.array(left, dtype="Int64")}),
        "b": pd.DataFrame({"k": pd.array(right, dtype="Int64")}),
    }
    found = Tables(**frames)
    link = Link(left="a", left_column="k", right="b", right_column="k")
    row = found.connection.execute(proof(link).sql(dialect="duckdb")).fetchdf()
    shared = (set(left) & set(right)) - {None}
    most = [max((side.count(key) for key in set(side) - {None}), default=0) for side in (left, right)]
    assert [row.left_most[0], row.right_most[0]] == most
    assert row.shared_keys[0] == len(shared)
    assert multiplicity(*most) == ("1:1", "n:1", "1:n", "n:n")[(most[0] > 1) + 2 * (most[1] > 1)]
