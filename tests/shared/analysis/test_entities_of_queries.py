"""Customers by what a query computed of their rows, with columns of other tables: as if a file held it."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from functions.registry import all_agents
from shared.analysis.base import Analysis, Findings
from shared.analysis.entities.entity_analysis import PerEntity
from shared.analysis.prospects.lookalikes import Lookalikes
from shared.analysis.prospects.similar_to import SimilarTo
from shared.analysis.warnings.churn_resemblance import ChurnResemblance
from shared.analysis.warnings.declining import Declining
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables, values

Json = dict[str, Any]

_RNG = np.random.default_rng(21)
_MANY = 3_000
PRODUCTS = pd.DataFrame({"product": [f"P{at}" for at in range(12)], "unit_cost": _RNG.gamma(4, 5, 12).round(2)})
_WHO, _WHAT = _RNG.integers(0, 60, _MANY), _RNG.integers(0, 12, _MANY)
_DAYS = pd.date_range("2023-01-01", "2024-11-20")
ORDERS = pd.DataFrame(
    {
        "customer_id": [f"C{at:02}" for at in _WHO],
        "product": PRODUCTS["product"].to_numpy()[_WHAT],
        "tier": np.array(["gold", "plain"])[(_WHO % 5 > 0).astype(int)],
        "day": _DAYS[np.sort(_RNG.integers(0, len(_DAYS), _MANY))],
        "revenue": _RNG.gamma(3, 30, _MANY).round(2),
        "units": _RNG.integers(1, 9, _MANY),
    }
)
ORDERS = ORDERS[~((ORDERS.day >= "2024-07-01") & (_WHO < 9))].reset_index(drop=True)
TABLES = Tables(orders=ORDERS, products=PRODUCTS)

SOURCE: Json = {
    "kind": "rows",
    "lookups": [
        {
            "dataset": "products",
            "on": [{"column": "product", "key": "product"}],
            "columns": [{"column": "unit_cost"}],
        }
    ],
    "derived": [
        {"kind": "calculation", "name": "cost", "operator": "*", "left": "unit_cost", "right": "units"},
        {"kind": "calculation", "name": "profit", "operator": "-", "left": "revenue", "right": "cost"},
    ],
    "where": [{"kind": "compare", "column": "units", "operator": ">", "value": 1}],
    "columns": ["customer_id", "tier", "day", "revenue", "units", "profit"],
}
_JOINED = ORDERS.merge(PRODUCTS, on="product")
HELD = _JOINED.assign(profit=_JOINED.revenue - _JOINED.unit_cost * _JOINED.units)
HELD = HELD[HELD.units > 1][SOURCE["columns"]].sort_values("day").reset_index(drop=True)

_FIELDS: dict[str, Json] = {
    "Upsell": {"engagement": "units", "spend": "profit"},
    "GapToBest": {"group": "tier", "measure": "profit"},
    "RiskConcentration": {"segment": "tier", "measure": "profit"},
    "ChurnResemblance": {},
    "SimilarTo": {"like": "C20"},
}
KINDS = sorted(
    {kind for agent in all_agents().values() for kind in agent.playbook if issubclass(kind, PerEntity)},
    key=lambda kind: kind.__name__,
)


def _asked(kind: type[Analysis], source: Json | None, **fields: Any) -> Analysis:
    given = {"entity": "customer_id", **_FIELDS.get(kind.__name__, {"measure": "profit"}), **fields}
    return kind.model_validate({**given, **({"source": source, "relation": "orders"} if source else {})})


def _numbers(findings: Findings) -> list[float]:
    return [one.value for one in findings.facts if isinstance(one.value, int | float)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_customers_by_a_looked_up_figure_are_those_of_a_file_that_holds_it(kind: type[Analysis]) -> None:
    assert kind.takes_source
    own = _numbers(TABLES.run(_asked(kind, SOURCE)))
    held = _numbers(Tables(held=HELD).run(_asked(kind, None)))
    assert own
    assert own == pytest.approx(held, rel=1e-9)


def test_customers_that_declined_in_profit_are_those_of_pandas_and_the_month_that_is_not_whole_is_left_out() -> None:
    findings = TABLES.run(_asked(Declining, SOURCE))
    now, before = (
        HELD[(HELD.day >= since) & (HELD.day < until)].groupby("customer_id").profit.sum()
        for since, until in (("2024-08-01", "2024-11-01"), ("2024-05-01", "2024-08-01"))
    )
    change = now.reindex(HELD.customer_id.unique(), fill_value=0).sub(before, fill_value=0)
    told = next(one.value for one in findings.facts if one.name.startswith("number of customers told as"))
    assert told == (change < -1e-9).sum()
    assert "August to October 2024 against May to July 2024" in findings.summary
    assert "units is over 1" in findings.summary


def test_customers_of_one_row_each_are_likened_by_its_cells_and_not_by_how_many_rows_they_have() -> None:
    by = [{"kind": "column", "column": "customer_id"}]
    measures = [
        {"kind": "statistic", "function": "sum", "column": "revenue", "name": "spent"},
        {"kind": "statistic", "function": "mean", "column": "units", "name": "usual"},
        {"kind": "rows", "name": "orders"},
    ]
    source = {"kind": "figures", "groups": by, "measures": measures}
    told = TABLES.run(_asked(SimilarTo, source, entity=None))
    each = ORDERS.groupby("customer_id").agg(
        spent=("revenue", "sum"), usual=("units", "mean"), orders=("units", "size")
    )
    z = (each - each.mean()) / each.std()
    away = np.sqrt(((z - z.loc["C20"]) ** 2).mean(axis=1)).drop("C20").sort_values()
    assert told.summary.endswith(" are most similar to C20, by total revenue, average units and number of rows.")
    assert f"{away.index[0]}, {away.index[1]} and {away.index[2]}" in told.summary
    best = TABLES.run(_asked(Lookalikes, source, entity=None, measure="spent"))
    assert "likened by average units and number of rows to the 12 top performers" in best.summary


# ---- what is refused -----------------------------------------------------------------------------------------------


def _refused(kind: type[Analysis], source: Json, tables: Tables = TABLES, **fields: Any) -> tuple[str, str]:
    with pytest.raises(ForfeitException) as raised:
        tables.run(_asked(kind, source, **fields))
    return raised.value.forfeit.reason, raised.value.forfeit.would_help or ""


def test_a_source_of_some_times_alone_is_refused_where_stretches_of_time_are_compared() -> None:
    when = {"kind": "period", "column": "day", "start": "2024-01-01", "end": "2024-10-15"}
    reason, helps = _refused(Declining, SOURCE | {"where": [when]})
    assert "The source takes some times of day alone" in reason
    assert "Leave that condition of the source away." in helps


def test_times_by_quarter_are_refused_and_those_by_month_are_compared() -> None:
    def by(grain: str) -> Json:
        when = {"kind": "time", "column": "day", "grain": grain}
        spent = {"kind": "statistic", "function": "sum", "column": "revenue", "name": "spent"}
        who = {"kind": "column", "column": "customer_id"}
        return {"kind": "figures", "groups": [when, who], "measures": [spent]}

    assert "times by quarter" in _refused(Declining, by("quarter"), measure="spent")[0]
    own = values(TABLES.run(_asked(Declining, by("month"), measure="spent")))
    held = values(Tables(held=ORDERS).run(_asked(Declining, None, measure="revenue")))
    assert [one for name, one in own.items() if name.startswith("number of customers")] == [
        one for name, one in held.items() if name.startswith("number of customers")
    ]


def test_lines_of_orders_that_the_source_hides_are_refused_where_chance_is_told() -> None:
    """The lines of one order are no chances of their own: shown, they count as one."""
    lines = ORDERS.assign(order_id=ORDERS.index // 3, day=ORDERS.day.to_numpy()[ORDERS.index // 3 * 3])
    tables = Tables(orders=lines).with_events("order_id")
    shown = {"kind": "rows", "columns": ["customer_id", "day", "revenue", "order_id"]}
    reason, helps = _refused(Declining, shown | {"columns": shown["columns"][:3]}, tables, measure="revenue")
    assert "Several rows are of one order_id" in reason
    assert "Let the source show order_id, too." in helps
    own, held = (tables.run(_asked(Declining, one, measure="revenue")) for one in (shown, None))
    assert own.insights == held.insights
    assert _numbers(own) == pytest.approx(_numbers(held))


def test_customers_of_one_row_have_no_losses_over_time() -> None:
    by = [{"kind": "column", "column": "customer_id"}]
    last = {"kind": "statistic", "function": "max", "column": "day", "name": "last"}
    reason, _ = _refused(ChurnResemblance, {"kind": "figures", "groups": by, "measures": [last]})
    assert "Each of the customers has one row" in reason
