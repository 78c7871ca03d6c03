"""Statistics through the real machine: a function of its own, from columns that the query worker hands over."""

import json

import numpy as np
import pandas as pd
import pytest

from functions.registry import all_functions
from infra.local.call_faults import CallFault
from infra.stack.imports import foreign_imports
from shared.statistics.requests import FitTrend, StatisticsRequest
from tests.shared.statistics.handing import handed, series

ORDERS = "\n".join(
    [
        "ordered,revenue",
        *(f"{day:%Y-%m-%d},{100 + 2 * at}" for at, day in enumerate(pd.date_range("2023-01-01", "2024-12-31"))),
    ]
)


def test_a_trend_is_computed_by_its_function_and_every_figure_names_its_cell(candor):
    reply = candor.ask("What is the trend of revenue?", ORDERS)
    assert reply.status == "answered"
    assert "revenue is increasing" in reply.text.lower()
    (response,) = reply.responses
    series_, line = response.result.results
    monthly = pd.DataFrame(series_.data)["sum_revenue"]
    beside_season = np.column_stack([np.arange(24), np.tile(np.eye(12), (2, 1))])  # a level for each month of a year
    slope = np.linalg.lstsq(beside_season, monthly.to_numpy(), rcond=None)[0][0]
    (fact,) = [one for one in reply.facts if one.name.startswith("slope of total revenue")]
    assert fact.value == pytest.approx(slope) == line.data[0]["slope"]
    assert [(cell.query, cell.column) for cell in fact.cells] == [(1, "slope")]


def test_the_receipt_of_a_statistic_says_what_was_applied_to_which_query(candor):
    reply = candor.ask("What is the trend of revenue?", ORDERS)
    query, statistic = reply.receipts
    assert (query.sql, query.statistic) == (statistic.sql, "")
    whole = FitTrend(grain="month", since="2023-01-01", until="2025-01-01")  # the periods that the data fills
    assert json.loads(statistic.statistic) == whole.wire()


def test_without_the_function_there_is_one_coherent_reply_that_tells_no_figure(candor):
    broken = CallFault("statistics", lambda call: "candor-statistics" in call.url, "is broken")
    candor.cloud.faults.calls.append(broken)
    reply = candor.ask("What is the trend of revenue?", ORDERS)
    assert reply.status == "forfeited"
    assert "candor-statistics" not in reply.text
    assert "the engine that computes the figures did not answer" in reply.text
    assert not reply.facts


def test_too_few_records_are_told_as_the_specification_has_it(candor):
    reply = candor.ask("What is the trend of revenue?", "\n".join(ORDERS.splitlines()[:4]))
    assert reply.status == "forfeited"
    reason = "Insufficient data points for meaningful trend analysis (only 3 records found, need at least 10)"
    assert f"**Reason:** {reason}" in reply.text
    for tried in ("Checked for temporal columns",):
        assert tried in reply.text


def test_the_function_has_no_right_to_anything_and_alone_imports_scipy():
    functions = all_functions()
    importing = {name for name, one in functions.items() if "scipy" in foreign_imports(one.module, one.uses)}
    assert importing == {"statistics"}
    assert functions["statistics"].uses == ()


def test_a_request_as_large_as_may_be_handed_over_fits_through_lambda():
    columns = handed(value=[0.1234567890123] * (3_900_000 // 8))
    assert len(StatisticsRequest(procedure=FitTrend(grain="day"), columns=columns).model_dump_json()) < 6_291_456


def test_a_statistic_of_small_columns_fits_into_what_a_function_returns():
    answer = all_functions()["statistics"](
        StatisticsRequest(procedure=FitTrend(grain="month"), columns=series(range(12))).wire(), None
    )
    assert answer["tables"][0]["rows"][0][0] == 12
