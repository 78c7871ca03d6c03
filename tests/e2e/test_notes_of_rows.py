"""What is told below a figure is true of the rows that it was computed from, whoever chose them and however."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from infra.lab.messages_api import Brain

if TYPE_CHECKING:
    from tests.conftest import Candor

CODED = (100, 200, 300)
COUNTRIES = ("UK", "Spain", "France")
ORDERS = "order_id,order_date,qty,unit_price,status,country\n" + "".join(
    f"{1000 + at},{date(2023, 1, 1) + timedelta(days=2 * at)},{999 if at in CODED else 1 + at % 13},{10 + at % 7}.5,"
    f"{('paid', 'cancelled', 'paid')[at % 3]},{'United Kingdom' if at % 60 == 0 else COUNTRIES[at % 3]}\n"
    for at in range(420)
)
KEPT = "999 in 3 cells"
REVENUE = {"kind": "calculation", "name": "revenue", "operator": "*", "left": "qty", "right": "unit_price"}
BELOW = {"column": "qty", "operator": "<", "value": 999}


def _asked(candor: Candor, agent: str, name: str, arguments: dict[str, Any]) -> str:
    with candor.minded(Brain(agent=agent, analysis=(name, arguments))):
        reply = candor.ask("How is revenue going?", session=candor.session(ORDERS, name="orders.csv"))
    assert (reply.status, reply.source) == ("answered", "claude"), reply.text
    return str(reply.text)


@pytest.mark.parametrize("name", ["trend", "projection"])
def test_a_code_that_an_analysis_leaves_out_is_not_told_of_it_though_it_derives_its_measure(
    candor: Candor, name: str
) -> None:
    arguments = {"measure": "revenue", "function": "sum", "derived": [REVENUE]}
    assert KEPT in _asked(candor, "trend_analysis", name, arguments)
    assert "999 in" not in _asked(candor, "trend_analysis", name, {**arguments, "where": [BELOW]})


def _queried(candor: Candor, sql: str) -> str:
    with candor.minded(Brain(agent="sql_analytics", sql=sql)):
        reply = candor.ask("How much is it?", session=candor.session(ORDERS, name="orders.csv"))
    assert (reply.status, reply.source) == ("answered", "claude"), reply.text
    return str(reply.text)


def test_a_value_that_looks_like_the_one_asked_for_is_told_where_other_conditions_leave_rows_of_it(
    candor: Candor,
) -> None:
    asked = "SELECT count(*) AS orders FROM data WHERE country = 'UK'"
    assert "“United Kingdom” (7 rows in all) may be the same country" in _queried(candor, asked)
    assert "“United Kingdom” (2 rows) may be the same country" in _queried(candor, f"{asked} AND order_id < 1100")
    assert "United Kingdom" not in _queried(candor, f"{asked} AND order_id BETWEEN 1001 AND 1050")
