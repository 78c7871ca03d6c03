"""What a profile says of its columns beyond how their values lie."""

import pytest

from shared.contracts import ValueCount
from shared.table.understood import understood
from tests.shared.table.columns import number, table, text


def values(*known):
    return tuple(ValueCount(value=value, count=3) for value in known)


def test_names_become_words_that_no_other_column_has():
    names = ("order_date", "orderDate", "unitCost", "Umsatz", "TMAX")
    found = [column.words for column in table(*map(number, names)).columns]
    assert found == ["order_date", "orderDate", "unit cost", "Umsatz", "TMAX"]


@pytest.mark.parametrize(
    ("column", "yes", "no"),
    [
        (text("paid", 2, type="boolean"), True, False),
        (text("paid", 2, top_values=values("N", "Y")), "Y", "N"),
        (text("paid", 2, type="integer", top_values=values(0, 1)), 1, 0),
        (text("paid", 2, type="number", top_values=values(1.0, 0.0)), 1.0, 0.0),
        (text("paid", 1, top_values=values("no")), None, "no"),
        (text("paid", 2, top_values=values("yes", "later")), None, None),
    ],
)
def test_a_flag_has_a_value_that_means_yes(column, yes, no):
    found = table(column).columns[0]
    assert (found.yes, found.no) == (yes, no)


@pytest.mark.parametrize(
    ("column", "beside", "unit", "unit_column"),
    [
        ("amount", text("currency", 2, top_values=values("EUR", "USD")), None, "currency"),
        ("amount", text("currency", 1, top_values=values("EUR")), "EUR", None),
        ("quantity", text("currency", 2, top_values=values("EUR", "USD")), None, None),
        ("quantity", text("unit", 2, top_values=values("kg", "pcs")), None, "unit"),
        ("quantity", text("unit", 1, nulls=4, top_values=values("kg")), None, None),
        ("amount", text("region", 2, top_values=values("EUR", "USD")), None, None),
    ],
)
def test_a_column_beside_says_the_unit_of_all_rows_or_of_each(column, beside, unit, unit_column):
    found = table(number(column), beside).columns[0]
    assert (found.unit, found.unit_column) == (unit, unit_column)


def test_a_column_of_units_that_is_named_after_a_measure_says_nothing_of_others():
    units = text("volume_unit", 2, top_values=values("L", "hl"))
    found = table(number("volume_in"), number("taste_score"), units)
    assert [one.unit_column for one in found.columns] == ["volume_unit", None, None]
    assert table(number("quantity"), text("sales_unit", 2, top_values=values("kg", "pcs"))).columns[0].unit_column


def test_a_meaning_is_made_of_the_name_and_quotes_no_cell():
    columns = table(
        number("qty"),
        number("disc_pct", unit="%"),
        number("price"),
        number("amount"),
        number("depth"),
        text("secret", 3, top_values=values("Ada", "Bob", "Eve")),
        text("currency", 2, top_values=values("EUR", "USD")),
        text("returned", 2, type="boolean"),
    ).columns
    assert [column.meaning for column in columns] == [
        "qty (quantity): an amount that adds up",
        "disc pct (discount percent), in %: a value that is averaged, never added up",
        "price, in the unit that currency says: a value that is averaged, never added up",
        "amount, in the unit that currency says: an amount that adds up among rows of one currency",
        "depth: mostly averaged",
        "secret: a category",
        "currency: a category",
        "returned: yes or no",
    ]


@pytest.mark.parametrize(("name", "meant"), [("credits", "mean"), ("budget_eur", "sum")])
def test_of_what_things_have_and_not_their_rows_the_average_is_meant_but_of_money(name, meant):
    column = number(name, distinct=3, top_values=values(4, 3, 2))
    one = table(text("course", 12), column, rows=120)
    found = understood(one, fixes=lambda thing, name: True).column(name)
    assert found.fixed_by == ("course",)
    assert found.default_aggregate == meant
    assert "the same in all rows of one course" in found.meaning
    assert table(text("course", 12), column).column(name).fixed_by == ()
