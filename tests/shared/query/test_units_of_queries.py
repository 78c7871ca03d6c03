"""The units of figures follow from the arithmetic that they are made by, the same for the language and its SQL."""

import random
from datetime import date, datetime

import pytest

from shared.contracts import DatasetProfile
from shared.engine.results.tellings import telling_of
from shared.engine.results.units import units_of
from shared.engine.sql.syntax import render
from shared.query.bound import BoundQuery
from shared.query.check import check
from shared.query.problems import read_query
from shared.query.query import Figures, Query
from shared.query.semantics import ProfileSemantics
from shared.query.sql.compile import compile_query
from shared.query.units import column_unit, figure_unit
from shared.query.words.verbalise import verbalise
from tests.shared.query.cases import random_case
from tests.shared.query.tables import Table, table_of

NUMBERS = {"price": "EUR", "cost": "EUR", "quantity": None, "packed": "pcs", "weight": "kg", "off": "%", "rate": None}


def _with_units(table: Table, units: dict[str, str | None]) -> DatasetProfile:
    given = table.profile.columns
    columns = (one.model_copy(update={"unit": units[one.name]} if one.name in units else {}) for one in given)
    return table.profile.model_copy(update={"columns": tuple(columns)})


ORDERS = table_of({name: [1.5, 2.5] for name in NUMBERS}, dict.fromkeys(NUMBERS, "number"))


def _orders() -> DatasetProfile:
    found = _with_units(ORDERS, NUMBERS)
    exchange = {"additivity": "non_additive", "maximum": 1.3}
    kinds: dict[str, dict[str, object]] = {
        "rate": exchange,
        "quantity": {"additivity": "additive"},
        "packed": {"additivity": "additive"},
    }
    columns = tuple(one.model_copy(update=kinds.get(one.name, {})) for one in found.columns)
    return found.model_copy(update={"columns": columns})


def _derived(operator: str, left: str | float, right: str | float) -> str | None:
    """The unit of the average of a calculation."""
    made = {"kind": "calculation", "name": "made", "operator": operator, "left": left, "right": right}
    mean = {"kind": "statistic", "function": "mean", "column": "made"}
    bound = check(read_query({"kind": "figures", "derived": [made], "measures": [mean]}), _orders())
    return figure_unit(0, bound, ProfileSemantics(bound.table))


@pytest.mark.parametrize(
    ("left", "operator", "right", "unit"),
    [
        ("price", "*", "quantity", "EUR"),
        ("quantity", "*", "price", "EUR"),
        ("price", "*", "packed", "EUR"),
        ("price", "/", "packed", "EUR"),
        ("price", "/", "cost", None),
        ("price", "-", "cost", "EUR"),
        ("price", "+", 5, "EUR"),
        ("price", "/", "weight", None),
        ("price", "*", "rate", None),
        ("weight", "/", "quantity", None),
        ("price", "*", 1.1, None),
        ("off", "/", 100, None),
        (100, "-", "off", "%"),
        ("off", "-", "off", "pp"),
        ("off", "+", "off", "%"),
    ],
)
def test_a_derived_column_has_the_unit_that_follows(
    left: str | float, operator: str, right: str | float, unit: str | None
) -> None:
    assert _derived(operator, left, right) == unit


def test_an_amount_less_a_percentage_of_it_is_money() -> None:
    derived = [
        {"kind": "calculation", "name": "share", "operator": "/", "left": "off", "right": 100},
        {"kind": "calculation", "name": "left_over", "operator": "-", "left": 1, "right": "share"},
        {"kind": "calculation", "name": "net", "operator": "*", "left": "price", "right": "left_over"},
    ]
    total = {"kind": "statistic", "function": "sum", "column": "net"}
    bound = check(read_query({"kind": "figures", "derived": derived, "measures": [total]}), _orders())
    assert figure_unit(0, bound, ProfileSemantics(bound.table)) == "EUR"


@pytest.mark.parametrize(
    ("left", "right", "unit"),
    [
        ({"kind": "statistic", "function": "sum", "column": "price"}, {"kind": "rows"}, "EUR"),
        ({"kind": "statistic", "function": "sum", "column": "weight"}, {"kind": "rows"}, "kg"),
        ({"kind": "rows"}, {"kind": "statistic", "function": "sum", "column": "price"}, None),
    ],
)
def test_a_ratio_to_a_count_is_what_it_is_of_for_each(
    left: dict[str, str], right: dict[str, str], unit: str | None
) -> None:
    ratio = {"kind": "arithmetic", "operator": "ratio", "left": left, "right": right}
    bound = check(read_query({"kind": "figures", "measures": [ratio]}), _orders())
    assert figure_unit(0, bound, ProfileSemantics(bound.table)) == unit


def test_two_percentages_differ_by_points_across_groups_too() -> None:
    mean = {"kind": "statistic", "function": "mean", "column": "off"}
    gap = {"kind": "arithmetic", "operator": "difference", "left": mean, "right": {**mean, "function": "median"}}
    change = {"kind": "change", "measure": 0, "unit": "absolute"}
    by_month = {"kind": "time", "column": "sold", "grain": "month"}
    asked = {"kind": "figures", "measures": [mean, gap], "across": [change], "groups": [by_month]}
    days = [date(2024, 1, 1), date(2024, 2, 1)]
    sold = table_of({"off": [1.5, 2.5], "sold": days}, {"off": "number", "sold": "date"})
    bound = check(read_query(asked), _with_units(sold, {"off": "%"}))
    assert [figure_unit(at, bound, ProfileSemantics(bound.table)) for at in range(3)] == ["%", "pp", "pp"]


@pytest.mark.parametrize("function", ["range", "stddev", "stddev_population", "interquartile_range", "standard_error"])
def test_percentages_lie_apart_by_points_and_amounts_by_amounts(function: str) -> None:
    spread = {"kind": "statistic", "function": function, "column": "off"}
    per = {"kind": "per_group", "function": "stddev", "per": {"kind": "column", "column": "off"}}
    of_groups = {**per, "measure": {**spread, "function": "mean"}}
    table = table_of({"off": [1.5, 2.5]}, {"off": "number"})
    for unit, apart in (("%", "pp"), ("EUR", "EUR")):
        bound = check(
            read_query({"kind": "figures", "measures": [spread, of_groups]}), _with_units(table, {"off": unit})
        )
        assert [figure_unit(at, bound, ProfileSemantics(bound.table)) for at in range(2)] == [apart, apart]


@pytest.mark.parametrize(("unit", "short"), [("hours", "h"), ("minutes", "min"), ("seconds", "s")])
def test_a_length_of_time_has_its_unit_and_its_words_in_the_language_and_in_its_sql(unit: str, short: str) -> None:
    span = {"kind": "time_between", "name": "length", "start": "begun", "end": "done", "unit": unit}
    mean = {"kind": "statistic", "function": "mean", "column": "length", "name": "mean"}
    times = [datetime(2024, 1, 1, 8), datetime(2024, 1, 1, 9)]
    runs = table_of({"begun": times, "done": times}, dict.fromkeys(("begun", "done"), "timestamp"))
    bound = check(read_query({"kind": "figures", "derived": [span], "measures": [mean]}), runs.profile)
    assert figure_unit(0, bound, ProfileSemantics(bound.table)) == short
    sql = render(compile_query(bound, accounted=False))
    assert units_of(sql, (runs.profile,)) == {"mean": short}
    assert verbalise(bound) == f"average ({unit} from begun to done)"
    telling = telling_of(sql, (runs.profile,), "en", ("mean",))
    assert telling is not None
    assert telling.figures["mean"] == f"average ({unit} from begun to done)"


@pytest.mark.parametrize(("of", "unit"), [(3, "pp"), (2, "%")], ids=["a net promoter score", "a change"])
def test_two_counts_of_a_third_differ_by_points_and_of_one_of_them_by_percent(of: int, unit: str) -> None:
    counts = [
        {"kind": "filtered", "measure": {"kind": "rows"}, "where": [{**_OVER, "value": least}]} for least in range(4)
    ]
    net = {"kind": "arithmetic", "operator": "difference", "left": counts[1], "right": counts[2]}
    share = {"kind": "arithmetic", "operator": "percentage", "left": net, "right": counts[of]}
    bound = check(read_query({"kind": "figures", "measures": [share]}), _orders())
    assert figure_unit(0, bound, ProfileSemantics(bound.table)) == unit


_OVER = {"kind": "compare", "column": "quantity", "operator": ">="}


def _units(bound: BoundQuery) -> list[str | None]:
    known, query = ProfileSemantics(bound.table), bound.query
    if not isinstance(query, Figures):
        return [column_unit(one, known) for one in bound.outputs]
    keys = [column_unit(one, known) for one in bound.outputs[: len(query.groups)]]
    return [*keys, *(figure_unit(at, bound, known) for at in range(len(bound.outputs) - len(keys)))]


def _of_percent(query: Query) -> bool:
    """SQL does not show that a hundred times a ratio is in percent."""
    told = query.model_dump_json()
    return any(f'"{one}"' in told for one in ("rate", "percentage", "share", "percent"))


def _random_units(rng: random.Random, table: Table) -> dict[str, str | None]:
    numbers = [name for name, kind in table.kinds.items() if kind in ("number", "integer")]
    return {name: rng.choice([None, "EUR", "USD", "kg"]) for name in numbers}


def test_the_sql_of_a_query_gives_no_other_unit_than_the_language_does() -> None:
    told = 0
    for seed in range(400):
        query, table = random_case(seed)
        if _of_percent(query):
            continue
        rng = random.Random(seed)
        own, *others = (_with_units(one, _random_units(rng, one)) for one in (table, *table.others))
        bound = check(query, own, others)
        found = units_of(render(compile_query(bound)), (own, *others))
        for output, unit in zip(bound.outputs, _units(bound), strict=True):
            assert found.get(output.name, unit) == unit, f"seed {seed}: {output.name}"
            told += output.name in found
    assert told > 100
