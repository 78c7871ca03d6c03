"""Groups that are compared come with their own rates, how many rows each has, and what chance alone would give."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from functions.agents.benchmark import agent as benchmark
from functions.agents.sql_analytics import agent as sql_analytics
from shared.analysis.benchmarks.standing import Standing
from shared.analysis.conditions import Filter
from shared.analysis.significance.dependence import Dependence
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables, values

RNG = np.random.default_rng(8)
REGION = np.repeat(["West", "East", "South"], [300, 120, 80])
RETURNED = RNG.random(500) < np.select([REGION == "West", REGION == "East"], [0.1, 0.3], 0.12)
FRAME = pd.DataFrame(
    {
        "region": REGION,
        "returned": np.where(RETURNED, "yes", "no"),
        "status": np.where(RETURNED, "sent back", "kept"),
        "revenue": RNG.gamma(4, 25, 500).round(2) + np.where(REGION == "South", 40, 0),
    }
)
TABLES = Tables(orders=FRAME)


def only(region: str) -> dict[str, object]:
    return {"measure": "revenue", "filters": (Filter(column="region", operator="=", values=(region,)),)}


def test_each_group_has_its_own_rate_and_the_one_with_most_rows_may_not_have_the_highest():
    found = TABLES.run(Dependence(one="region", other="status", value="sent back"))
    told, by = values(found), FRAME.groupby("region").status.agg(lambda one: (one == "sent back").mean() * 100)
    for region, rate in by.items():
        of = f"rows whose status is sent back, {region}"
        assert told[f"share of {of}"] == pytest.approx(rate)
        assert told[f"number of {of}"] == ((FRAME.region == region) & RETURNED).sum()
        assert told[f"number of rows, {region}"] == (FRAME.region == region).sum()
    table = pd.crosstab(FRAME.region, FRAME.status)
    assert next(value for name, value in told.items() if name.startswith("p-value")) == pytest.approx(
        stats.chi2_contingency(table, correction=False).pvalue
    )
    text = " ".join(found.findings)
    assert "the highest first: East " in text
    most = table["sent back"].idxmax()
    share = 100 * table["sent back"].max() / table["sent back"].sum()
    assert told[f"part of all rows whose status is sent back that is of {most}"] == pytest.approx(share)


def test_of_a_flag_the_share_of_yes_is_told_unasked_and_of_what_is_no_flag_none_is():
    assert "share of rows whose returned is yes, East" in values(TABLES.run(Dependence(one="region", other="returned")))
    flags = Tables(orders=FRAME.assign(returned=RETURNED))
    flagged = values(flags.run(Dependence(one="region", other="returned")))
    assert flagged["share of rows whose returned is yes, East"] == pytest.approx(
        RETURNED[REGION == "East"].mean() * 100
    )
    assert not any(name.startswith("share") for name in values(TABLES.run(Dependence(one="status", other="region"))))


def test_a_value_that_no_row_has_is_given_up_with_its_name():
    with pytest.raises(ForfeitException, match="No row has the status “lost”"):
        TABLES.run(Dependence(one="region", other="status", value="lost"))


def test_an_entity_beside_the_average_has_its_rows_its_own_average_and_whether_that_may_be_chance():
    found = TABLES.run(Standing(entity="region", **only("West")))
    told, west = values(found), FRAME[FRAME.region == "West"].revenue
    others = FRAME[FRAME.region != "West"].revenue
    assert told["number of rows with revenue of West"] == len(west)
    assert told["average revenue a row of West"] == pytest.approx(west.mean())
    assert told["average revenue a row of all others"] == pytest.approx(others.mean())
    assert any("that difference " in line and "permutation" in line for line in found.findings)


def test_who_lies_off_the_rest_by_more_than_chance_is_told_and_where_nobody_does_that():
    found = TABLES.run(Standing(entity="region", measure="revenue"))
    line = next(one for one in found.findings if "beyond chance lie off the rest" in one)
    assert "South above it (p = " in line
    even = FRAME.assign(revenue=np.random.default_rng(2).gamma(4, 25, 500).round(2))
    found = Tables(orders=even).run(Standing(entity="region", measure="revenue"))
    assert any(one.startswith("No average revenue a row lies off that of the rest") for one in found.findings)


@pytest.mark.parametrize("fields", [{"measure": None}, {"measure": "revenue", "within": "status"}])
def test_of_counts_and_among_peers_no_test_is_told(fields: dict[str, object]):
    counted = FRAME.drop(columns="revenue") if fields["measure"] is None else FRAME
    found = Tables(orders=counted).run(Standing.model_validate({"entity": "region", **fields}))
    assert not any("chance" in line for line in (found.summary, *found.findings))


def test_of_entities_with_hardly_any_rows_none_is_tested():
    few = FRAME.groupby("region").head(2)
    found = Tables(orders=few).run(Standing(entity="region", measure="revenue"))
    assert not any("chance" in line for line in found.findings)


def test_who_compares_is_told_to_say_rows_rates_and_chance():
    assert {Dependence, Standing} <= set(benchmark.playbook)
    for agent in (benchmark, sql_analytics):
        assert "how many rows each has" in agent.instructions
        assert "its own rate or average" in agent.instructions
