"""Tables that nothing can be concluded from: what is said of them is true, and a reason is the real one."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.benchmarks.against_before import AgainstBefore
from shared.analysis.benchmarks.standing import Standing
from shared.analysis.change.change_drivers import ChangeDrivers
from shared.analysis.change.price_volume_mix import PriceVolumeMix
from shared.analysis.impact.loss_of_top import LossOfTop
from shared.analysis.impact.scenario_comparison import ScenarioComparison
from shared.analysis.prospects.gap_to_best import GapToBest
from shared.analysis.prospects.growing import Growing
from shared.analysis.prospects.lookalikes import Lookalikes
from shared.analysis.prospects.underserved import Underserved
from shared.analysis.quality.outliers import Outliers
from shared.analysis.relations.correlation import Correlation
from shared.analysis.relations.correlation_matrix import CorrelationMatrix
from shared.analysis.relations.correlations import Correlations
from shared.analysis.trends.trend import Trend
from shared.analysis.warnings.declining import Declining
from shared.analysis.warnings.risk_concentration import RiskConcentration
from shared.analysis.warnings.risk_score import RiskScore
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables


def shop(**changed) -> Tables:
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "customer": [f"C{at % 12}" for at in range(60)],
            "units": rng.integers(1, 9, 60),
            "price": np.round(rng.lognormal(2, 0.5, 60), 2),
            "ordered": pd.Timestamp("2023-01-02") + pd.to_timedelta(np.arange(60) * 12, unit="D"),
        }
    )
    return Tables(orders=frame.assign(**changed))


def reason(tables: Tables, analysis) -> str:
    with pytest.raises(ForfeitException) as refused:
        tables.findings(analysis)
    return refused.value.forfeit.reason


CORRELATIONS = (Correlation(first="units", second="price"), Correlations(target="units"), CorrelationMatrix())


@pytest.mark.parametrize("analysis", CORRELATIONS, ids=lambda one: type(one).__name__)
def test_a_column_that_does_not_vary_is_not_said_to_have_too_few_rows(analysis):
    told = reason(shop(price=2.0), analysis)
    assert "one does not vary over the 60 rows" in told
    assert "need at least" not in told


@pytest.mark.parametrize("analysis", CORRELATIONS, ids=lambda one: type(one).__name__)
def test_too_few_rows_with_both_values_are_said_to_be_that(analysis):
    few = [1.5, *([None] * 59)]
    assert "need at least 3" in reason(shop(price=few), analysis)


@pytest.mark.parametrize("kind", [Standing, Lookalikes, GapToBest])
def test_what_no_row_knows_is_not_told_as_nothing(kind):
    unknown = pd.array([None] * 60, dtype="Float64")
    field = "group" if "group" in kind.model_fields else "entity"
    assert reason(shop(units=unknown), kind(**{field: "customer"}, measure="units")) == "No row has known units"


def test_a_change_of_nothing_has_no_sign():
    findings, _ = shop(units=0).findings(ScenarioComparison(measure="units"))
    assert "-0" not in " ".join((findings.summary, *findings.findings))


def test_one_of_something_is_told_as_one():
    prices = [5.0 + at % 3 for at in range(59)]
    findings, _ = shop(price=[*prices, 500.0]).findings(Outliers(column="price"))
    assert findings.summary.startswith("Price has 1 outlier that lies more than")
    assert "run from" not in findings.summary
    once = pd.Timestamp("2024-02-01") + pd.to_timedelta(np.arange(60) % 29, unit="D")
    told = reason(shop(ordered=once), Trend(measure="units", grain="month"))
    assert "only 1 month found" in told


SILENT = {"units": pd.array([3] * 51 + [None] * 9, dtype="Int64")}
"""No units are recorded in the latest months."""


@pytest.mark.parametrize(
    "analysis",
    [
        Declining(entity="customer", measure="units"),
        Growing(entity="customer", measure="units"),
        RiskScore(entity="customer", measure="units"),
        RiskConcentration(entity="customer", measure="units", segment="region"),
        ChangeDrivers(measure="units"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_stretch_of_time_in_which_nothing_is_recorded_is_not_compared_as_0(analysis):
    region = np.where(np.arange(60) % 2, "West", "East")
    told = reason(shop(**SILENT, region=region), analysis)
    assert told == (
        "No units are recorded in September to November 2024, so there is nothing to compare with June to August 2024"
    )


def test_a_price_is_not_compared_with_a_stretch_of_time_in_which_nothing_is_recorded():
    told = reason(
        shop(**SILENT, sales=np.arange(60)), PriceVolumeMix(amount="sales", quantity="units", item="customer")
    )
    assert told.startswith("There are no units in September to November 2024")


def test_a_figure_is_told_beside_a_past_in_which_nothing_is_recorded():
    late = shop(units=pd.array([None] * 54 + [3] * 6, dtype="Int64")).run(AgainstBefore(measure="units"))
    assert "nothing is recorded in " in late.summary
    assert "%" not in late.summary


def test_a_past_is_told_of_what_is_recorded_no_longer():
    gone = shop(**SILENT).run(AgainstBefore(measure="units"))
    assert gone.summary == (
        "Nothing is recorded of total units in September to November 2024; before that: 24 in June to August 2024; "
        "21 in September to November 2023."
    )


@pytest.mark.parametrize(
    "analysis",
    [
        Underserved(segment="customer", measure="units"),
        LossOfTop(entity="customer", measure="units"),
        ScenarioComparison(measure="units"),
        PriceVolumeMix(amount="units", item="customer"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_no_row_knows_is_not_said_to_be_what_does_not_add_up(analysis):
    unknown = pd.array([None] * 60, dtype="Float64")
    assert reason(shop(units=unknown), analysis) == "No row has known units"


def test_a_share_of_what_may_be_negative_is_refused_for_that():
    told = reason(shop(units=np.arange(60) - 5), Underserved(segment="customer", measure="units"))
    assert told == "A share of units says nothing: some values are below 0"
