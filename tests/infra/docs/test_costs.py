"""Costs follow from what was measured, the memory that is deployed, and a table of prices."""

import pytest

from functions.registry import all_functions
from infra.docs import costs
from infra.docs.costs import (
    EACH_MINUTE,
    FULL_CPU_MB,
    PRICES,
    Item,
    gb_seconds,
    model_dollars,
    parsed,
    report,
    table,
    total,
    turn_bill,
)
from infra.docs.measured import Measured, Run, Used, recorded
from infra.lab.measuring import measure, read_units, size, write_units

MEMORY = {"small": 512, "large": 2048}
ONE = Measured(
    measured_on="2026-01-01",
    question="?",
    turn=Used(
        runs=(Run(function="small", ms=100), Run(function="large", ms=500)),
        transitions=10,
        reads=4,
        writes=8,
        stored=1,
        fetched=2,
        events=1,
    ),
    look=Used(runs=(Run(function="small", ms=20),), reads=2),
)


def test_a_bill_is_what_one_computes_by_hand() -> None:
    least, most = total(turn_bill(ONE, MEMORY, looks=3))
    lambda_least = (0.5 * 0.1 + 2 * 0.5 + 3 * 0.5 * 0.02) * 0.0000133334
    lambda_most = (0.5 * 0.1 * 1769 / 512 + 2 * 0.5 + 3 * 0.5 * 0.02 * 1769 / 512) * 0.0000133334
    others = 5 * 0.2e-6 + 10 * 25e-6 + 8 * 0.625e-6 + 10 * 0.125e-6 + 5e-6 + 2 * 0.4e-6 + 1e-6 + 4 * 4.1e-6
    logs = (5 + 10) * 1.5 / 1e6 * 0.5
    assert least == pytest.approx(lambda_least + others + logs)
    assert most == pytest.approx(lambda_most + others + logs)


def test_a_function_with_a_whole_processor_costs_as_measured() -> None:
    least, most = gb_seconds([Run(function="large", ms=1000)], MEMORY)
    assert (least, most) == (2.0, 2.0)
    assert MEMORY["large"] > FULL_CPU_MB


def test_a_models_tokens_are_priced_for_a_million() -> None:
    assert model_dollars(1_000_000, 2_000_000, 3.0, 15.0) == pytest.approx(33.0)


def test_what_was_measured_is_of_functions_that_exist() -> None:
    measured = recorded()
    assert {run.function for run in (*measured.turn.runs, *measured.look.runs)} <= set(all_functions())
    assert {"api", "turn", "query", "respond", "finish"} <= {run.function for run in measured.turn.runs}


def test_a_table_shows_every_line_and_their_sum() -> None:
    bill = [Item("S3, GET", 1000, 1000), Item("WAF, rule, month", 2, 3)]
    shown = table(bill)
    assert "| WAF, rule, month | 2 to 3 | 2.000 | 3.000 |" in shown
    assert "| **together** | | **2.00** | **3.00** |" in shown


def test_the_report_follows_its_arguments() -> None:
    assert "$0.00 (0 in" in report(parsed(["--input-tokens", "0", "--output-tokens", "0"]))
    assert "7 looks" in report(parsed(["--looks", "7"]))


def test_every_price_is_used() -> None:
    bills = [*turn_bill(recorded(), costs.memory_sizes(), looks=1), *costs.month_bill(MONTH, alarm_metrics=1)]
    assert {item.price for item in (*bills, costs.snapstart_month())} == set(PRICES)


MONTH = dict.fromkeys(EACH_MINUTE, 512)


@pytest.mark.parametrize(
    ("operation", "params", "parsed", "units"),
    [
        ("GetItem", {"ConsistentRead": True}, {}, 1),
        ("GetItem", {"ConsistentRead": True}, {"Item": {"a": {"S": "x" * 4096}}}, 2),
        ("Query", {}, {"Items": [{"a": {"S": "x" * 3000}}] * 3}, 1.5),
    ],
)
def test_a_read_counts_each_four_kilobytes_and_half_where_it_may_be_stale(
    operation: str, params: dict[str, object], parsed: dict[str, object], units: float
) -> None:
    assert read_units(operation, params, parsed) == units


PUT = {"Put": {"Item": {"a": {"S": "x" * 100}}}}


@pytest.mark.parametrize(
    ("operation", "params", "parsed", "units"),
    [
        ("PutItem", {"Item": {"a": {"S": "x" * 1024}}}, {}, 2),
        ("PutItem", {"Item": {"pending": {"S": "yes"}}}, {}, 2),
        ("UpdateItem", {"UpdateExpression": "SET a = :a"}, {"Attributes": {"a": {"S": "x" * 2048}}}, 3),
        ("UpdateItem", {"UpdateExpression": "REMOVE pending"}, {}, 2),
        ("DeleteItem", {}, {}, 1),
        ("TransactWriteItems", {"TransactItems": [PUT, PUT]}, {}, 4),
    ],
)
def test_a_write_counts_each_kilobyte_the_index_and_twice_in_a_transaction(
    operation: str, params: dict[str, object], parsed: dict[str, object], units: float
) -> None:
    assert write_units(operation, params, parsed) == units


def test_the_size_of_an_item_is_that_of_its_names_and_values() -> None:
    assert size({"pk": {"S": "TURN#1"}, "n": {"N": "12"}, "m": {"M": {"in": {"S": "abc"}}}}) == 2 + 6 + 1 + 2 + 1 + 5


def test_measuring_sees_a_turn_from_the_door_to_what_follows_its_reply() -> None:
    found = measure()
    seen = [run.function for run in found.turn.runs]
    assert seen.count("api") == 1
    assert {"turn", "agent-sql_analytics", "query", "respond", "finish"} <= set(seen)
    assert found.turn.transitions > len(seen)
    assert min(found.turn.reads, found.turn.writes, found.turn.fetched, found.turn.events) > 0
    assert [run.function for run in found.look.runs] == ["api"]
    assert found.look.writes == 0
