"""Figures that can be computed and would mislead are refused, or told with what they are."""

import datetime as dt
from typing import Any

import pytest

from shared.contracts import ColumnProfile
from shared.engine.doubts.mixtures import mixtures
from shared.query.check import check
from shared.query.checks import findings
from shared.query.checks.last_period import incomplete
from shared.query.problems import read_query
from shared.query.semantics import Additivity, ProfileSemantics
from shared.query.sql.compile import compile_query
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


DECEMBER = "December 2024 is not complete: the data ends on 1 December 2024."


@pytest.mark.parametrize(
    ("first", "last", "distinct", "grain", "told"),
    [
        ("2022-01-01", "2024-12-01", 36, "year", []),
        ("2022-01-01", "2024-11-01", 35, "year", ["2024 is not complete: the data ends on 30 November 2024."]),
        ("2022-01-01", "2024-10-01", 12, "year", []),
        ("2022-01-01", "2025-01-01", 4, "year", []),
        (
            "2022-01-01",
            "2024-12-01",
            900,
            "month",
            ["December 2024 is not complete: the data ends on 1 December 2024."],
        ),
        ("2024-12-01", "2024-12-01", 1, "month", ["December 2024 is not complete: the data ends on 1 December 2024."]),
        ("2024-01-01T00:00:00", "2024-12-01T00:00:00", 12, "quarter", []),
    ],
)
def test_a_date_that_opens_each_month_stands_for_the_whole_of_it(first, last, distinct, grain, told):
    month = ColumnProfile(
        name="month", type="date", role="time", minimum=first, maximum=last, distinct=distinct, words="month"
    )
    table = STOCKS.profile.model_copy(
        update={"columns": tuple(month if one.name == "month" else one for one in STOCKS.profile.columns)}
    )
    query = {"kind": "figures", "measures": [ROWS], "groups": [{"kind": "time", "column": "month", "grain": grain}]}
    assert [one.sentence for one in findings(check(read_query(query), table))] == told


def test_a_sentence_says_what_would_be_right():
    query = {"kind": "figures", "measures": [statistic("sum", "price")]}
    (finding,) = findings(check(read_query(query), TABLE.profile), Meanings(TABLE.profile))
    assert finding.sentence == "Adding up price says nothing; ask for its average or median instead."


@pytest.mark.parametrize(("nulls", "others", "told"), [(5, 0, 0), (5, 2, 1), (0, 0, 1)])
def test_where_not_every_row_has_a_time_the_data_ends_by_the_times_that_every_row_has(nulls, others, told):
    def times(name: str, last: str, empty: int) -> ColumnProfile:
        ends = {"minimum": "2025-01-01", "maximum": last, "distinct": 300, "nulls": empty}
        return ColumnProfile(name=name, type="date", role="time", words=name, **ends)

    columns = (times("cancelled", "2025-12-27", nulls), times("started", "2025-12-31", others))
    table = TABLE.profile.model_copy(update={"columns": columns})
    grouped = {"kind": "time", "column": "cancelled", "grain": "month"}
    query = {"kind": "figures", "measures": [ROWS], "groups": [grouped]}
    assert len(findings(check(read_query(query), table))) == told


@pytest.mark.parametrize(
    ("first", "last", "nulls", "told"),
    [
        ("2022-02-08", "2025-12-31", 0, 0),  # a last visit, beside the day of joining
        ("2022-02-08", "2025-12-31", 3, 1),
        ("2022-02-08", "2025-12-24", 0, 1),
        ("2021-01-20", "2026-01-03", 0, 1),  # a day of payment, two weeks after each order
        ("2021-01-09", "2026-02-28", 0, 1),
        ("1950-01-09", "2007-02-28", 0, 1),
    ],
)
def test_where_things_begin_at_a_time_the_data_ends_by_that_up_to_which_they_were_known(first, last, nulls, told):
    def times(name: str, first: str, last: str, empty: int) -> ColumnProfile:
        ends = {"minimum": first, "maximum": last, "distinct": 300, "nulls": empty}
        return ColumnProfile(name=name, type="date", role="time", words=name, **ends)

    joined = times("joined", "2021-01-06", "2025-12-20", 0)
    assert len(list(incomplete(joined, "month", (), (), (joined, times("other", first, last, nulls))))) == told


def test_an_incomplete_period_is_named_with_where_the_data_ends():
    query = {"kind": "figures", "measures": [ROWS], "groups": [MONTH]}
    (finding,) = findings(check(read_query(query), TABLE.profile))
    assert finding.sentence == "December 2025 is not complete: the data ends on 12 December 2025."


@pytest.mark.parametrize(
    ("first", "distinct", "grain", "told"),
    [
        ("2024-03-14", 290, "month", ["March 2024 is not complete: the data begins on 14 March 2024."]),
        ("2024-03-14", 290, "day", []),
        ("2024-03-02", 150, "month", []),
        ("2024-03-01", 290, "month", []),
        ("2024-02-01", 11, "year", ["2024 is not complete: the data begins on 1 February 2024."]),
    ],
)
def test_a_first_period_in_which_the_data_begins_late_is_named(first, distinct, grain, told):
    column = ColumnProfile(
        name="month",
        type="date",
        role="time",
        minimum=first,
        maximum="2024-12-31" if distinct > 20 else "2024-12-01",
        distinct=distinct,
        words="month",
    )
    assert list(incomplete(column, grain, (), ())) == told


def test_a_first_period_that_a_condition_leaves_out_is_not_named():
    column = ColumnProfile(
        name="day", type="date", role="time", minimum="2024-03-14", maximum="2024-12-31", distinct=290, words="day"
    )
    assert list(incomplete(column, "month", ["2024-04-01"], ())) == []
    assert len(list(incomplete(column, "month", ["2024-03-20"], ()))) == 1


@pytest.mark.parametrize(
    ("whole", "grain", "told"),
    [
        ((), "month", ["January 2022 is not complete: the data begins on 25 January 2022."]),
        (("month",), "month", []),
        (("month",), "quarter", []),
        (("month",), "year", []),
        (("week",), "month", ["January 2022 is not complete: the data begins on 25 January 2022."]),
    ],
)
def test_a_period_at_the_end_of_the_data_that_is_filled_as_every_other_is_complete(whole, grain, told):
    column = ColumnProfile(
        name="read", type="date", role="time", minimum="2022-01-25", maximum="2024-12-28", distinct=144, opens=whole,
        closes=whole, words="read",
    )  # fmt: skip
    ends = ["December 2024 is not complete: the data ends on 28 December 2024."] if told else []
    assert list(incomplete(column, grain, (), ())) == [*told, *ends]


def test_a_period_that_is_shorter_than_those_that_the_data_fills_in_the_same_way_is_not_named_but_a_longer_one_is():
    column = ColumnProfile(
        name="read", type="date", role="time", minimum="2022-03-25", maximum="2024-11-28", distinct=144,
        opens=("month",), closes=("month",), words="read",
    )  # fmt: skip
    told = [
        "2022 is not complete: the data begins on 25 March 2022.",
        "2024 is not complete: the data ends on 28 November 2024.",
    ]
    assert list(incomplete(column, "month", (), ())) == []
    assert list(incomplete(column, "year", (), ())) == told


@pytest.mark.parametrize("grain", ["week", "month", "quarter", "year", "decade"])
def test_an_open_end_on_the_last_day_that_there_is_ends_in_no_period(grain):
    column = ColumnProfile(
        name="until", type="date", role="time", minimum="0001-01-01", maximum="9999-12-31", distinct=60, words="until",
        closes=("week", "month", "quarter", "year"),
    )  # fmt: skip
    assert list(incomplete(column, grain, (), ())) == []


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
