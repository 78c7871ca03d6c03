"""Who is first, second or last, and who is ahead of whom, is held against columns; what none decides stays."""

import pytest

from shared.contracts import Claim, QueryResult
from shared.grounding.grounding import Grounding, ground
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results

REGIONS = (("West", 90.5, 153), ("East", 62.5, 110), ("South", 47.5, 78), ("North", 46.0, 79))
YEARS = ((2012, 9.5), (2013, 7.25), (2014, 9.0))


def _said(text: str) -> Grounding:
    sheets = Sheets()
    sheets.add(QueryResult(columns=("region", "revenue", "orders"), rows=REGIONS, row_count=4, sql="SELECT"), query=0)
    sheets.add(QueryResult(columns=("year", "rate"), rows=YEARS, row_count=3, sql="SELECT"), query=1)
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables)


@pytest.mark.parametrize(
    "text",
    [
        "West leads with {r1.revenue}.",
        "West is the largest region.",
        "The lowest revenue is North's.",
        "North has the lowest revenue, South the fewest orders.",
        "East, which comes second, made {r2.revenue}.",
        "South is in third place.",
        "West is ahead of East.",
        "West and East are the largest regions.",
        "South is not the smallest region.",
        "Among the smaller regions, South is the largest.",
        "South is growing fastest and has the highest margin.",
        "West brought in {diff(r1.revenue, r2.revenue)} more than East.",
        "The rate was highest in {r5.year}, at {r5.rate}.",
    ],
)
def test_an_order_that_a_column_bears_out_or_none_decides_stands(text):
    assert _said(text).wrong == ()


@pytest.mark.parametrize(
    "text",
    [
        "West is the smallest region.",
        "North has the highest revenue.",
        "East, which comes third, made {r2.revenue}.",
        "South has more orders than West.",
        "West brought in {diff(r1.revenue, r2.revenue)} less than East.",
        "West trails with {r1.revenue}.",
    ],
)
def test_an_order_that_every_column_contradicts_is_seen(text):
    assert not _said(text).clear


@pytest.mark.parametrize("text", ["East leads the regions.", "East is in last place.", "West is behind East."])
def test_an_order_whose_measure_nobody_named_is_put_to_a_judge(text):
    assert (_said(text).wrong, _said(text).unchecked) == ((), (Claim(said=text),))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("{r5.year}", "2012"),
        ("{r5.rate} and {r6.rate}", "9.50 and 7.25"),
        ("{r1.revenue} and {r4.revenue}", "90.5 and 46.0"),
    ],
)
def test_a_year_has_no_separators_and_a_column_has_one_format(text, read):
    assert _said(text).text == read


def test_a_figure_so_small_that_its_decimals_would_show_nothing_is_shown_all_the_same():
    sheets = Sheets()
    sheets.add(QueryResult(columns=("p",), rows=((1.5e-70,),), row_count=1, sql="SELECT"), query=0)
    assert resolve("p = {r1.p}, or {r1.p:4}", sheets).text == "p = 1.5e-70, or 1.5e-70"


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("{r1.revenue} million came from West.", False),
        ("West made {r1.orders} in revenue.", False),
        ("West made {r1.revenue * 1000000 / 1000:1} thousand.", True),
        ("The rate grew from {r6.rate} to {r7.rate}, while it fell from {r5.rate} to {r6.rate} before.", True),
        ("The rate lost {diff(r5.rate, r6.rate)} in 2013.", True),
        ("The rate gained {diff(r5.rate, r6.rate)} in 2013.", False),
        ("Revenue in West came to {r1.orders}.", False),
        ("From {r6.rate} in 2013 the rate rose to {r7.rate} in 2014.", True),
        ("From {r6.rate} in 2013 the rate fell to {r7.rate} in 2014.", False),
        ("The rate rose by {change(r7.rate, r6.rate):0} in 2014.", True),
        ("The rate fell by {change(r7.rate, r6.rate):0} in 2014.", False),
        ("In 2014 it was {change(r7.rate, r6.rate):0} lower than in 2013.", False),
    ],
)
def test_unit_column_and_direction_beside_a_reference_are_its_own(text, stands):
    told = _said(text)
    assert told.ok if stands else not told.clear
