"""Whom a table is about and what is compared, where the question leaves both open."""

from datetime import date
from typing import Any

import pandas as pd
import pytest

from shared.analysis.entities.whom import whom
from shared.analysis.entities.windows import windows
from shared.analysis.prospects.bought_together import BoughtTogether
from shared.analysis.reporting.report import Report
from shared.analysis.segments.category_breakdown import CategoryBreakdown
from shared.analysis.trends.seasonal_pattern import SeasonalPattern
from shared.analysis.warnings.declining import Declining
from shared.analysis.warnings.warning_signs import WarningSigns
from shared.errors import ForfeitException
from shared.table.roles import ValueShape, role_of
from tests.shared.analysis.running import Tables


def lines() -> Tables:
    """Lines of orders of many customers, of whom one has stopped; its orders are known as events."""
    rows = [
        (f"O-{order}", f"2024-{1 + order // 30:02d}-{1 + order % 28:02d}", f"Buyer {order % 25}", product, 10.0)
        for order in range(300)
        if not (order % 25 == 3 and order >= 180)
        for product in (("Printer", "Ink") if order % 3 else ("Lamp",))
    ]
    frame = pd.DataFrame(rows, columns=["order_id", "day", "buyer", "product", "amount"])
    frame["day"] = pd.to_datetime(frame["day"])
    return with_grain(Tables(lines=frame), events=("order_id",))


def with_grain(tables: Tables, **grain: Any) -> Tables:
    """The tables, the first with this grain, as ingestion counts it."""
    (table,) = tables.profiles
    semantic = table.semantic.model_copy(update={"grain": table.semantic.grain.model_copy(update=grain)})
    tables.profiles = (table.model_copy(update={"semantic": semantic}),)
    return tables


def months(count: int) -> Tables:
    """Members, each with one row a month, of which the first has come less since the last three."""
    rows = [
        (f"Member {who}", pd.Timestamp(2024, 1, 1) + pd.DateOffset(months=at), 2 if not who and at > count - 4 else 9)
        for who in range(6)
        for at in range(count)
    ]
    frame = pd.DataFrame(rows, columns=["member", "month", "visits"]).assign(classes=lambda one: one.visits % 7)
    return with_grain(Tables(gym=frame), key=("member", "month"), times=("month",))


def test_who_declines_is_the_buyer_and_not_the_order_of_several_lines():
    told = lines().run(Declining())
    assert "Buyer 3" in told.summary
    assert "25 buyers" in told.summary


def test_an_order_has_one_time_so_none_of_them_declines():
    with pytest.raises(ForfeitException, match="has one time"):
        lines().run(Declining(entity="order_id"))


def test_what_is_bought_together_is_in_one_order_where_nothing_else_is_said():
    told = lines().run(BoughtTogether(item="product"))
    assert "Ink and Printer most of all" in told.summary
    assert "orders" in told.summary


def test_without_orders_it_is_asked_what_the_items_come_together_in():
    with pytest.raises(ForfeitException, match="come together in") as refused:
        with_grain(lines(), events=()).run(BoughtTogether(item="product"))
    assert "buyer" in str(refused.value.forfeit.would_help)


def test_the_first_of_a_month_stands_for_the_whole_of_it():
    apart = windows(None, months(24).only)
    assert (apart.before.start, apart.now.start, apart.now.end) == (
        date(2025, 7, 1),
        date(2025, 10, 1),
        date(2026, 1, 1),
    )
    told = months(24).run(Declining(measure="visits"))
    assert told.summary.startswith("1 of 6 members declined")


def test_two_years_of_months_have_the_season_of_a_year():
    assert SeasonalPattern(measure="visits").cut(months(24).only) == "month"


@pytest.mark.parametrize("analysis", [Declining(), WarningSigns()])
def test_one_row_for_each_member_and_month_counts_nothing(analysis):
    with pytest.raises(ForfeitException, match="each member has one for each month") as refused:
        months(24).run(analysis)
    assert "visits" in str(refused.value.forfeit.would_help)


def test_what_differs_in_each_row_makes_no_segments_beside_another_column_either():
    frame = pd.DataFrame({"region": ["N", "S"] * 20, "ticket": [f"T-{at}" for at in range(40)]})
    with pytest.raises(ForfeitException, match="makes no segments"):
        Tables(tickets=frame).run(CategoryBreakdown(categories=("region", "ticket")))


def test_sentences_that_come_again_are_free_text_and_labels_are_none():
    sentences = ValueShape(name="comment", type="text", rows=720, values=720, distinct=132, long=44, worded=8)
    assert role_of(sentences) == "text"
    answers = ValueShape(name="answer", type="text", rows=720, values=720, distinct=9, long=44, worded=8)
    assert role_of(answers) == "dimension"


def test_a_report_asks_for_averages_of_what_does_not_add_up_and_by_no_column_that_makes_no_groups():
    frame = pd.DataFrame({"ticket": [f"T-{at}" for at in range(40)], "plan": ["A", "B"] * 20, "price": [1.5, 2.0] * 20})
    table = Tables(tickets=frame).only
    assert table.column("price").default_aggregate == "mean"
    questions = Report(measure="price", by="ticket").groundwork(table)
    assert questions == ("What is the average price by plan?", "What is the distribution of price?")


def test_free_text_that_differs_in_each_row_names_nobody():
    tables = lines()
    (table,) = tables.profiles
    remark = table.column("buyer").model_copy(update={"name": "remark", "role": "text", "distinct": table.row_count})
    semantic = table.semantic.model_copy(update={"label_column": "remark"})
    told = table.model_copy(update={"columns": (*table.columns, remark), "semantic": semantic})
    assert whom(None, told).name == "buyer"


def test_nobody_is_called_by_a_year_or_by_a_yes_and_a_no():
    frame = pd.DataFrame(
        {
            "reader": [f"Reader {at % 30}" for at in range(300)],
            "published": [1950 + at % 45 for at in range(300)],
            "late": ["yes" if at % 3 else "no" for at in range(300)],
            "fee": [float(at % 7) for at in range(300)],
        }
    )
    table = Tables(loans=frame).with_years("published").only
    assert table.column("late").yes is not None
    assert whom(None, table).name == "reader"
