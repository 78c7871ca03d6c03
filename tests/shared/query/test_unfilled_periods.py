"""Periods that the data does not fill are named with what they are told of."""

import pytest

from shared.contracts import ColumnProfile
from shared.query.check import check
from shared.query.checks import findings
from shared.query.checks.last_period import incomplete
from shared.query.problems import read_query
from tests.shared.query.test_checks import MONTH, ROWS, STOCKS, TABLE


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
