"""What a row is: its noun, what tells rows apart, what comes again, what names it."""

import math

import pytest

from shared.contracts import RowGrain
from shared.table.grain import events_of, grain_of
from tests.shared.table.columns import number, table, text

ORDER_ID = text("order_id", 60, role="id")
YEAR = text("year", 6, type="integer", minimum=2019, maximum=2024)
DAY = text("day", 60, type="date", role="time")


@pytest.mark.parametrize(
    ("columns", "file_name", "noun"),
    [
        ((text("region", 4), number("v")), "sales_orders_2024.csv", "order"),
        ((text("region", 4), number("v")), "attrition.csv", "row"),
        ((text("Country", 60), number("Gold")), "medals.csv", "country"),
        ((text("name", 60), number("v")), "cars.csv", "car"),
        ((text("product", 6), number("v")), "09_stray_quotes.csv", "row"),
        ((text("store", 6), number("v")), "23_subtotals.csv", "row"),
        ((text("store", 60), text("section", 6), number("v")), "a1_sections.csv", "store"),
        ((text("no", 6), text("section", 6), number("v")), "a1_sections.csv", "row"),
        ((text("quote_id", 6), number("v")), "stray_quotes.csv", "quote"),
        ((text("name", 60), number("v")), "cars_raw.csv", "car"),
        ((text("subj_id", 60, role="id"), number("v")), "trial.csv", "subject"),
        ((text("Subj. no", 60, role="id"), number("v")), "trial.csv", "subject"),
        ((text("Pers. no", 60, role="id"), number("v")), "staff_absences.xlsx/Staff", "row"),
        ((text("Perf", 60), number("v")), "theatre.xlsx/Performances", "performance"),
        ((text("country", 10), YEAR, number("pop")), "countries.csv", "row"),
        ((text("sensor", 10), YEAR, number("value")), "readings.csv", "reading"),
        ((DAY, number("passengers")), "passengers.csv", "row"),
        ((text("pass", 4), number("Tickets")), "festival_tickets.csv", "row"),
    ],
)
def test_a_row_is_called_what_it_is_or_a_row(columns, file_name, noun):
    assert table(*columns, file_name=file_name).semantic.entity_name == noun


@pytest.mark.parametrize(
    ("columns", "grain"),
    [
        ((ORDER_ID, DAY), RowGrain(key=("order_id",))),
        ((text("region", 4), number("v", distinct=60)), RowGrain()),
        ((DAY, text("region", 4)), RowGrain(key=("day",), times=("day",))),
        ((text("state", 10), YEAR), RowGrain(key=("state", "year"), times=("year",))),
    ],
)
def test_rows_are_told_apart_by_what_differs_in_each(columns, grain):
    assert table(*columns).semantic.grain == grain


def test_things_at_times_are_so_only_where_no_pair_comes_twice():
    columns = (text("state", 10), YEAR)
    assert grain_of(columns, 60, lambda names: 60).times == ("year",)
    assert grain_of(columns, 60, lambda names: 50) == RowGrain()


STOCK = number("stock")
DATES = text("date", 5, type="date", role="time")


@pytest.mark.parametrize("names", [("item", "warehouse"), ("sku",), ("item", "warehouse", "shelf")])
def test_levels_are_of_things_that_several_columns_name_together_at_times(names):
    things = [text(name, 12 // len(names), role="id" if name == "sku" else "dimension") for name in names]
    rows = 5 * math.prod(one.distinct for one in things)
    understood = table(*things, DATES, STOCK, rows=rows)
    assert understood.semantic.grain == RowGrain(key=(*names, "date"), times=("date",))
    assert understood.column("stock").additivity == "semi_additive"


def test_not_every_item_lies_in_every_warehouse():
    counted = {("item", "warehouse"): 12, ("date",): 5, ("item", "warehouse", "date"): 60}
    columns = (text("item", 8), text("warehouse", 4), DATES, STOCK)
    assert grain_of(columns, 60, lambda names: counted.get(names, 40)).times == ("date",)
    often = counted | {("item", "warehouse"): 30}
    assert grain_of(columns, 60, lambda names: often.get(names, 40)) == RowGrain()


def test_levels_of_a_year_and_a_month_are_of_both():
    month = text("month", 3, type="integer", minimum=1, maximum=3)
    grain = table(text("item", 5), text("year", 4, type="integer"), month, STOCK).semantic.grain
    assert grain == RowGrain(key=("item", "year", "month"), times=("year", "month"))


def test_amounts_and_levels_of_things_with_a_row_each_are_added_up():
    things = (text("item", 4), text("warehouse", 3))
    assert table(*things, DATES, number("sales")).semantic.grain == RowGrain()
    opened = table(text("account", 60, role="id"), *things, DATES, number("balance"))
    assert opened.column("balance").additivity == "additive"


def test_rows_that_are_lines_of_an_order_repeat_its_id():
    lines = table(text("order_id", 20, role="id"), number("amount"), file_name="orders.csv")
    assert (lines.semantic.entity_name, lines.semantic.grain.repeats) == ("order", "order_id")
    whole = table(ORDER_ID, number("amount"), file_name="orders.csv")
    assert whole.semantic.grain.repeats is None


@pytest.mark.parametrize(
    ("columns", "label"),
    [
        ((ORDER_ID, text("name", 59)), "name"),
        ((ORDER_ID, text("name", 30)), "order_id"),
        ((ORDER_ID, text("ticket", 60)), "ticket"),
        ((text("feedback", 60, role="text"), ORDER_ID), "order_id"),
        ((text("feedback", 60, role="text"), number("v")), "feedback"),
        ((text("region", 4), number("v")), None),
    ],
)
def test_a_row_is_named_by_its_name_or_what_differs_in_each(columns, label):
    assert table(*columns).semantic.label_column == label


def test_an_order_of_several_lines_has_one_time_and_a_customer_has_many():
    columns = (text("order_id", 30, role="id"), text("customer_id", 20, role="id"), text("day", 15, type="date"))
    assert events_of(columns, 60, lambda one, _time: one == "order_id") == ("order_id",)


def test_what_is_not_counted_or_has_no_time_is_no_event():
    columns = (text("order_id", 30, role="id"), text("region", 4))
    assert events_of(columns, 60, lambda _one, _time: True) == ()
    assert events_of((*columns, text("day", 15, type="date")), 60) == ()


def test_who_has_two_times_of_which_one_is_always_the_same_is_no_event():
    columns = (text("customer_id", 20, role="id"), text("joined", 15, type="date"), text("ordered", 15, type="date"))
    assert events_of(columns, 60, lambda _one, time: time == "joined") == ()
