"""One rule says which periods the data fills: what compares periods leaves out the same ones, and says so."""

import pandas as pd
import pytest

from shared.analysis.benchmarks.against_before import AgainstBefore
from shared.analysis.benchmarks.rank_change import RankChange
from shared.analysis.change.change_drivers import ChangeDrivers
from shared.analysis.prospects.opportunity_score import OpportunityScore
from shared.analysis.trends.trend import Trend
from shared.analysis.warnings.declining import Declining
from shared.analysis.warnings.risk_concentration import RiskConcentration
from shared.analysis.warnings.risk_score import RiskScore
from tests.shared.analysis.running import Tables

COMPARING = (
    AgainstBefore(measure="sales"),
    ChangeDrivers(measure="sales", by=("region",)),
    Declining(measure="sales"),
    OpportunityScore(measure="sales"),
    RankChange(measure="sales"),
    RiskConcentration(measure="sales", segment="region"),
    RiskScore(measure="sales"),
)
COUNTED = "December 2024 is counted, though the data ends on 30 December 2024."


def until(last: str) -> Tables:
    """A sale a day of each of four customers, one less every day, until that day."""
    days = pd.date_range("2024-01-01", last)
    rows = [
        {"order_id": f"{day:%j}{who}", "customer_id": who, "region": "NS"[at % 2], "ordered": day, "sales": 900.0 - row}
        for row, day in enumerate(days)
        for at, who in enumerate("ABCD")
    ]
    return Tables(orders=pd.DataFrame(rows))


@pytest.mark.parametrize("analysis", COMPARING, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize(
    ("last", "compared", "told"),
    [
        ("2024-12-12", "September to November 2024", "December 2024 is left out: the data ends on 12 December 2024."),
        (
            "2024-12-30",
            "October to December 2024",
            "December 2024 is counted, though the data ends on 30 December 2024.",
        ),
        ("2024-12-31", "October to December 2024", None),
    ],
)
def test_the_last_month_is_left_out_by_one_rule_and_that_is_told(analysis, last, compared, told):
    found = until(last).run(analysis)
    said = (found.summary, *found.findings, *found.insights)
    assert compared in " ".join((*said, *(fact.name for fact in found.facts)))
    assert [line for line in said if "the data ends" in line] == ([told] if told else [])


@pytest.mark.parametrize(("last", "counts"), [("2024-12-12", 11), ("2024-12-30", 12), ("2024-12-31", 12)])
def test_a_trend_counts_the_months_that_other_analyses_count(last, counts):
    found = until(last).run(Trend(measure="sales", grain="month"))
    assert f"over the {counts} months" in found.summary
    assert ("December 2024 is counted, though the data ends on" in " ".join(found.findings)) == (last == "2024-12-30")


def test_stretches_shorter_than_was_asked_for_are_said_to_be_halves():
    found = until("2024-02-20").run(Declining(measure="sales"))
    assert "The data is too short for 3 months and as many before, so its halves are compared." in found.insights
