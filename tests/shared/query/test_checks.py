"""Figures that can be computed and would mislead are refused, or told with what they are."""

import datetime as dt

import pytest

from shared.query.check import check
from shared.query.checks import findings
from shared.query.problems import read_query
from shared.query.semantics import Additivity, ProfileSemantics
from tests.shared.query.tables import table_of

TABLE = table_of(
    {
        "order_id": ["1", "1", "2"], "day": [dt.date(2025, 11, 1), dt.date(2025, 12, 5), dt.date(2025, 12, 12)],
        "revenue": [1.0, 2.0, 3.0], "price": [1.0, 2.0, 3.0], "stock": [5.0, 6.0, 7.0], "weight": [1.0, 2.0, 2.5],
        "currency": ["EUR", "USD", "EUR"], "cost": [1.0, 1.0, 1.0], "returned": [True, False, True],
    },
    {
        "order_id": "text", "day": "date", "revenue": "number", "price": "number", "stock": "number",
        "weight": "number", "currency": "text", "cost": "number", "returned": "flag",
    },
)  # fmt: skip
ROWS = {"kind": "rows"}
MONTH = {"kind": "time", "column": "day", "grain": "month"}
PER_DAY = {"kind": "column", "column": "day"}


class Meanings(ProfileSemantics):
    """The table's meaning, said outright."""

    @property
    def entity(self) -> str | None:
        return None

    def additivity(self, column: str) -> Additivity:
        return {"price": "non_additive", "stock": "semi_additive"}.get(column, "additive")  # type: ignore[return-value]

    def unit(self, column: str) -> str | None:
        return {"revenue": "EUR", "weight": "kg"}.get(column)

    def mixed_in(self, column: str) -> str | None:
        return "currency" if column == "cost" else None


class MeaningsOfLines(Meanings):
    """That of a table whose rows are lines of an order."""

    @property
    def entity(self) -> str | None:
        return "order_id"


def statistic(function: str, column: str):
    return {"kind": "statistic", "function": function, "column": column}


def found(*measures, lines=False, **others):
    query = {"kind": "figures", "measures": list(measures), **others}
    made = findings(check(read_query(query), TABLE.profile), (MeaningsOfLines if lines else Meanings)(TABLE.profile))
    return [(one.kind, one.verdict) for one in made]


MARGIN = {"kind": "calculation", "name": "amount", "operator": "*", "left": "price", "right": "weight"}
RATE = {"kind": "calculation", "name": "amount", "operator": "/", "left": "revenue", "right": "weight"}
EURO = {"kind": "compare", "column": "currency", "operator": "=", "value": "EUR"}
RETURNED = {"kind": "compare", "column": "returned", "operator": "=", "value": True}
TOP = {"kind": "figures", "groups": [PER_DAY], "measures": [ROWS | {"name": "n"}], "ranking": {"limit": 2}}


@pytest.mark.parametrize(
    ("measures", "others", "expected"),
    [
        ([statistic("sum", "revenue")], {}, []),
        ([statistic("sum", "price")], {}, [("addition", "refuse")]),
        ([statistic("mean", "price")], {}, []),
        ([statistic("sum", "amount")], {"derived": [MARGIN]}, []),
        ([statistic("sum", "amount")], {"derived": [RATE]}, [("addition", "refuse")]),
        ([statistic("sum", "stock")], {}, [("stock", "refuse")]),
        ([statistic("sum", "stock")], {"groups": [PER_DAY]}, []),
        ([statistic("mean", "stock")], {}, []),
        (
            [{"kind": "per_group", "function": "sum", "per": PER_DAY, "measure": statistic("mean", "revenue")}],
            {},
            [("addition", "refuse")],
        ),
        ([statistic("sum", "cost")], {}, [("currency", "refuse")]),
        ([statistic("sum", "cost")], {"where": [EURO]}, []),
        ([statistic("sum", "cost")], {"groups": [{"kind": "column", "column": "currency"}]}, []),
        ([statistic("known", "cost")], {}, []),
        (
            [
                {
                    "kind": "arithmetic",
                    "operator": "sum",
                    "left": statistic("sum", "revenue"),
                    "right": statistic("sum", "weight"),
                }
            ],
            {},
            [("currency", "refuse")],
        ),
        ([{"kind": "rate", "column": "returned", "value": True}], {"where": [RETURNED]}, [("fixed", "refuse")]),
        ([{"kind": "rate", "column": "returned", "value": True}], {"where": [EURO]}, []),
        (
            [{"kind": "filtered", "measure": statistic("distinct", "currency"), "where": [EURO]}],
            {},
            [("fixed", "refuse")],
        ),
        ([statistic("mean", "n")], {"source": TOP}, [("cut", "tell")]),
        ([ROWS], {"groups": [MONTH]}, [("last_period", "tell")]),
        ([ROWS], {"groups": [MONTH | {"grain": "day"}]}, []),
        (
            [ROWS],
            {
                "groups": [MONTH],
                "where": [{"kind": "period", "column": "day", "start": "2025-01-01", "end": "2025-12-01"}],
            },
            [],
        ),
    ],
)
def test_what_would_mislead_is_found(measures, others, expected):
    assert found(*measures, **others) == expected


def test_rows_that_are_lines_of_an_order_do_not_count_orders():
    assert found(ROWS, lines=True) == [("grain", "refuse")]
    assert found(statistic("distinct", "order_id"), lines=True) == []
    assert found(statistic("mean", "revenue"), lines=True) == [("grain", "tell")]


def test_unlike_currencies_are_refused_and_unlike_units_told():
    kinds = {"fee": "number", "boxes": "number", "currency": "text", "unit": "text"}
    mixed = table_of(
        {"fee": [1.0, 2.0], "boxes": [1.0, 2.0], "currency": ["EUR", "USD"], "unit": ["kg", "pcs"]}, kinds
    ).profile
    for column, verdict in (("fee", "refuse"), ("boxes", "tell")):
        (finding,) = findings(check(read_query({"kind": "figures", "measures": [statistic("sum", column)]}), mixed))
        assert (finding.kind, finding.verdict) == ("currency", verdict)


STOCKS = table_of(
    {
        "shop": [f"S{at % 4}" for at in range(24)], "month": [dt.date(2025, 1 + at // 4, 1) for at in range(24)],
        "stock": [float(at) for at in range(24)],
    },
    {"shop": "text", "month": "date", "stock": "number"},
)  # fmt: skip


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({}, ["stock"]),
        ({"groups": [{"kind": "column", "column": "shop"}]}, ["stock"]),
        ({"groups": [{"kind": "time", "column": "month", "grain": "month"}]}, []),
        ({"groups": [{"kind": "time", "column": "month", "grain": "quarter"}]}, ["stock"]),
        ({"where": [{"kind": "compare", "column": "month", "operator": "=", "value": "2025-03-01"}]}, []),
    ],
)
def test_a_stock_is_added_up_where_a_period_holds_one_moment(others, expected):
    query = {"kind": "figures", "measures": [statistic("sum", "stock")], **others}
    kinds = [one.kind for one in findings(check(read_query(query), STOCKS.profile)) if one.kind != "last_period"]
    assert kinds == expected


def test_a_sentence_says_what_would_be_right():
    query = {"kind": "figures", "measures": [statistic("sum", "price")]}
    (finding,) = findings(check(read_query(query), TABLE.profile), Meanings(TABLE.profile))
    assert finding.sentence == "Adding up price says nothing; ask for its average or median instead."
