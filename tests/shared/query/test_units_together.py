"""Amounts in several currencies are of one unit where they are told apart by it, or converted."""

from typing import Any

import pytest

from shared.engine.doubts.mixtures import mixtures
from shared.query.check import check
from shared.query.checks import findings
from shared.query.problems import read_query
from shared.query.sql.compile import compile_query
from tests.shared.query.tables import table_of
from tests.shared.query.test_checks import statistic

ABROAD = table_of(
    {
        "invoice": [f"I{at}" for at in range(24)], "fee": [float(at) for at in range(24)],
        "country": [["DE", "AT", "US", "JP"][at % 4] for at in range(24)],
        "currency": [["EUR", "EUR", "USD", "JPY"][at % 4] for at in range(24)],
        "exchange": [[1.0, 1.0, 0.9, 0.006][at % 4] for at in range(24)],
        "daily_rate": [1.5 + at for at in range(24)], "discount": [at / 100 for at in range(24)],
    },
    {
        "invoice": "text", "fee": "number", "country": "text", "currency": "text", "exchange": "number",
        "daily_rate": "number", "discount": "number",
    },
).profile  # fmt: skip
RATES = ("exchange", "daily_rate", "discount")
FIXED = {"currency": ("country",), "exchange": ("currency", "country")}
IN_CURRENCIES = ABROAD.model_copy(
    update={
        "columns": tuple(
            one.model_copy(
                update={
                    "additivity": "non_additive" if one.name in RATES else one.additivity,
                    "unit_column": "currency" if one.name == "fee" else None,
                    "fixed_by": FIXED.get(one.name, ()),
                }
            )
            for one in ABROAD.columns
        )
    }
)


@pytest.mark.parametrize(
    ("by", "others", "one_unit"),
    [
        (None, {}, False),
        ("discount", {}, False),
        ("daily_rate", {}, True),
        ("exchange", {}, True),
        (None, {"groups": [{"kind": "column", "column": "currency"}]}, True),
        (None, {"groups": [{"kind": "column", "column": "country"}]}, True),
        (None, {"groups": [{"kind": "column", "column": "invoice"}]}, True),
        (None, {"where": [{"kind": "compare", "column": "country", "operator": "=", "value": "JP"}]}, True),
        (None, {"where": [{"kind": "compare", "column": "country", "operator": "!=", "value": "JP"}]}, False),
    ],
)
def test_amounts_are_of_one_unit_in_the_language_where_they_are_in_sql(by, others, one_unit):
    made = [{"kind": "calculation", "name": "made", "operator": "*", "left": "fee", "right": by}] if by else []
    query = {"kind": "figures", "measures": [statistic("mean", "made" if by else "fee")], "derived": made, **others}
    bound = check(read_query(query), IN_CURRENCIES)
    assert (not [one for one in findings(bound) if one.kind == "currency"]) == one_unit
    sql = compile_query(bound, accounted=False).sql(dialect="duckdb")
    assert (mixtures(sql, [IN_CURRENCIES]) == ()) == one_unit


@pytest.mark.parametrize(
    ("column", "merged", "one_unit"),
    [
        ("currency", [{"to": "0.9", "values": ["USD"]}, {"to": "1", "values": ["EUR"]}], True),
        ("country", [{"to": "0.9", "values": ["US"]}, {"to": "1", "values": ["DE", "AT"]}], True),
        ("invoice", [{"to": "0.9", "values": ["I2"]}, {"to": "1", "values": ["I0"]}], False),
    ],
    ids=["by its currency", "by what fixes the currency", "by anything else"],
)
def test_amounts_are_converted_by_rates_that_the_query_writes_for_each_currency(column, merged, one_unit):
    made = [
        {"kind": "recode", "name": "written", "column": column, "merged": merged},
        {"kind": "cleaned_number", "name": "rate", "column": "written"},
        {"kind": "calculation", "name": "converted", "operator": "*", "left": "fee", "right": "rate"},
    ]
    bound = check(
        read_query({"kind": "figures", "measures": [statistic("sum", "converted")], "derived": made}), IN_CURRENCIES
    )
    assert (not [one for one in findings(bound) if one.kind == "currency"]) == one_unit


@pytest.mark.parametrize(("told_apart", "one_unit"), [("currency", True), ("kind", False)])
def test_a_rate_of_a_currency_that_differs_by_year_converts(told_apart, one_unit):
    """1 for euros, and for dollars 1 and what the rate of the year lies above it."""
    dated = table_of(
        {"fee": [1.0, 2.0], "currency": ["EUR", "USD"], "kind": ["a", "b"], "on": ["2024-02-01", "2025-02-01"]},
        {"fee": "number", "currency": "text", "kind": "text", "on": "date"},
    ).profile
    mixed = [one.model_copy(update={"unit_column": "currency" if one.name == "fee" else None}) for one in dated.columns]
    values = ("EUR", "USD") if told_apart == "currency" else ("a", "b")
    merged = [{"to": str(at), "values": [one]} for at, one in enumerate(values)]
    made = [
        {"kind": "recode", "name": "abroad", "column": told_apart, "merged": merged},
        {"kind": "cleaned_number", "name": "is_abroad", "column": "abroad"},
        {"kind": "time_part", "name": "year", "column": "on", "part": "year"},
        {"kind": "bucket", "name": "by_year", "column": "year", "edges": [2025], "labels": ["0.1", "0.2"]},
        {"kind": "cleaned_number", "name": "above_one", "column": "by_year"},
        {"kind": "calculation", "name": "more", "operator": "*", "left": "is_abroad", "right": "above_one"},
        {"kind": "calculation", "name": "rate", "operator": "+", "left": 1, "right": "more"},
        {"kind": "calculation", "name": "converted", "operator": "*", "left": "fee", "right": "rate"},
    ]
    query = {"kind": "figures", "measures": [statistic("sum", "converted")], "derived": made}
    bound = check(read_query(query), dated.model_copy(update={"columns": tuple(mixed)}))
    assert (not [one for one in findings(bound) if one.kind == "currency"]) == one_unit


def _by_each_row(*steps: tuple[str, object, object]) -> tuple[Any, Any]:
    """What is found in the mean of the last of these calculations, as the language has it; and the query."""
    made = [
        {"kind": "calculation", "name": f"step_{at}", "operator": operator, "left": left, "right": right}
        for at, (operator, left, right) in enumerate(steps)
    ]
    query = {"kind": "figures", "measures": [statistic("mean", made[-1]["name"])], "derived": made}
    bound = check(read_query(query), OF_TWO_AMOUNTS)
    return [one for one in findings(bound) if one.kind == "currency"], bound


EUROS = {"unit_column": None, "unit": "EUR"}
OF_TWO_AMOUNTS = IN_CURRENCIES.model_copy(
    update={
        "columns": (
            *IN_CURRENCIES.columns,
            *(
                IN_CURRENCIES.column("fee").model_copy(update={"name": name, "words": name, **more})
                for name, more in (("upkeep", {"unit_column": None}), ("cost", {}), ("euros", EUROS))
            ),
        )
    }
)
OF_ITS_COST = (("-", "fee", "cost"), ("/", "step_0", "fee"), ("*", "step_1", 100))
OF_ITS_UPKEEP = (("-", "fee", "upkeep"), ("/", "step_0", "fee"))
ACROSS_UNITS = [(("-", "fee", "euros"), ("/", "step_0", "fee")), (("/", "fee", "euros"),), (("*", "fee", "cost"),)]


def test_a_ratio_within_a_row_is_in_no_currency_whatever_the_row_is_in():
    found, bound = _by_each_row(*OF_ITS_COST)
    assert found == []
    assert mixtures(compile_query(bound, accounted=False).sql(dialect="duckdb"), [OF_TWO_AMOUNTS]) == ()


def test_a_column_without_a_unit_is_told_to_be_taken_as_in_that_of_the_row():
    (found,), bound = _by_each_row(*OF_ITS_UPKEEP)
    assert found.verdict == "tell"
    assert "within each row, in the unit of that row; upkeep is taken to be in it, too." in found.sentence
    assert mixtures(compile_query(bound, accounted=False).sql(dialect="duckdb"), [OF_TWO_AMOUNTS]) == ()


@pytest.mark.parametrize("steps", ACROSS_UNITS, ids=["less euros", "by euros", "squared"])
def test_what_is_left_in_the_currency_of_its_row_is_refused(steps):
    found, bound = _by_each_row(*steps)
    assert [one.verdict for one in found if "is not all in one unit" in one.sentence]
    assert mixtures(compile_query(bound, accounted=False).sql(dialect="duckdb"), [OF_TWO_AMOUNTS])
