"""Tables that nothing can be concluded from: what is said of them is true, and a reason is the real one."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.benchmarks.standing import Standing
from shared.analysis.impact.scenario_comparison import ScenarioComparison
from shared.analysis.prospects.gap_to_best import GapToBest
from shared.analysis.prospects.lookalikes import Lookalikes
from shared.analysis.quality.outliers import Outliers
from shared.analysis.relations.correlation import Correlation
from shared.analysis.relations.correlation_matrix import CorrelationMatrix
from shared.analysis.relations.correlations import Correlations
from shared.analysis.trends.trend import Trend
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
    assert reason(shop(units=unknown), kind(**{field: "customer"}, measure="units")) == "No row has a known units"


def test_a_change_of_nothing_has_no_sign():
    findings, _ = shop(units=0).findings(ScenarioComparison(measure="units"))
    assert "-0" not in " ".join((findings.summary, *findings.findings))


def test_one_of_something_is_told_as_one():
    prices = [5.0 + at % 3 for at in range(59)]
    findings, _ = shop(price=[*prices, 500.0]).findings(Outliers(column="price"))
    assert findings.summary.startswith("Price has 1 outlier that lies more than")
    assert "run from" not in findings.summary
    once = pd.Timestamp("2024-02-03") + pd.to_timedelta(np.arange(60) % 20, unit="D")
    told = reason(shop(ordered=once), Trend(measure="units", grain="month"))
    assert "only 1 month found" in told
