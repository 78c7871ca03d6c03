import pytest
from orders import TABLES

from shared.engine.sql.guard import check
from shared.engine.sql.names import mend, nearest, repair
from shared.errors import QueryFailed

COLUMNS = (
    "order_id",
    "customer_id",
    "region",
    "order_date",
    "revenue",
    "quantity",
    "returned",
    "Unit Price",
    "Umsätze",
)


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("OrderDate", "order_date"),
        ("orderDate", "order_date"),
        ("ORDER DATE", "order_date"),
        ("order-date", "order_date"),
        ("orderdate", "order_date"),
        ("OrderID", "order_id"),
        ("unit_price", "Unit Price"),
        ("UnitPrices", "Unit Price"),
        ("regions", "region"),
        ("revenues", "revenue"),
        ("quantities", "quantity"),
        ("umsatze", "Umsätze"),
        ("revnue", "revenue"),
        ("revenuue", "revenue"),
        ("reveune", "revenue"),
        ("quantitiy", "quantity"),
        ("costumer_id", None),
        ("custmer_id", "customer_id"),
        ("customr_ids", "customer_id"),
    ],
)
def test_a_slip_in_style_or_spelling_is_mended(written, right):
    assert mend(written, COLUMNS) == right


@pytest.mark.parametrize(
    ("written", "columns"),
    [
        ("revenue", ("returns", "returned")),
        ("returns", ("returned", "revenue")),
        ("sales_2024", ("sales_2023",)),
        ("q1", ("q2", "q3")),
        ("start_date", ("end_date", "stat_date")),
        ("imports", ("exports",)),
        ("male_count", ("female_count",)),
        ("country", ("county",)),
        ("charges", ("changes",)),
        ("contract_id", ("contact_id",)),
        ("employer", ("employee",)),
        ("shipping", ("shopping",)),
        ("max_price", ("tax_price",)),
        ("cost", ("cast", "coast")),
        ("net_revenue", ("gross_revenue", "revenue")),
        ("revenue", ("revenue_share", "net_revenue")),
        ("discounted", ("discount",)),
        ("inbound_calls", ("outbound_calls",)),
        ("quality", ("quantity",)),
        ("id", ("order_id",)),
        ("profit_margin", ("margin_profit",)),
        ("", ("a",)),
        ("ÿ", ("y",)),
        ("custmer", ("customer", "customers_", "custumer")),
        ("orderdate", ("order_date", "OrderDate")),
    ],
)
def test_a_name_of_another_meaning_is_never_taken(written, columns):
    # The accent of the last but two falls away as in "Umsätze": that is the same letter in another style.
    assert mend(written, columns) == ("y" if written == "ÿ" else None)


def test_the_nearest_names_come_best_first_and_none_where_all_are_far():
    assert nearest("CustomerId", COLUMNS)[0] == "customer_id"
    assert nearest("ordr_date", COLUMNS)[0] == "order_date"
    assert nearest("zzzz", COLUMNS) == ()
    assert nearest("revenue", ()) == ()
    assert len(nearest("order", COLUMNS, n=1)) == 1


@pytest.mark.parametrize(
    ("sql", "mended"),
    [
        ("SELECT sum(Revenues) FROM data", 'SELECT SUM("revenue") FROM data'),
        ("SELECT d.OrderId FROM data AS d", 'SELECT d."order_id" FROM data AS d'),
        ('SELECT "unit price_" FROM data', 'SELECT "Unit Price" FROM data'),
        ("SELECT UnitPrice FROM Data WHERE regin = 'East'", None),
        ("SELECT max(quantitiy) FROM dataset", 'SELECT MAX("quantity") FROM "data" AS "dataset"'),
        ("SELECT df.revenue FROM df", 'SELECT df.revenue FROM "data" AS "df"'),
        ("SELECT df.revnue FROM df", 'SELECT df."revenue" FROM "data" AS "df"'),
        ("SELECT revenue FROM data", None),
        ("SELECT returns FROM data", None),
        ("SELECT revnue, nonsense FROM data", None),
        ("SELECT count(*) FROM returns", None),
        ("SELECT count(*) FROM", None),
        ("SELECT revnue FROM data; DROP VIEW data", None),
    ],
)
def test_a_query_is_repaired_whole_or_not_at_all(sql, mended):
    assert repair(sql, TABLES) == mended


def test_a_repaired_query_passes_the_guard():
    sql = "SELECT Region, sum(Revnue) AS total FROM dataset WHERE OrderDate > '2022-01-01' GROUP BY Regions"
    with pytest.raises(QueryFailed):
        check(sql, TABLES)
    assert check(repair(sql, TABLES), TABLES).relations == ("data",)


def test_a_placeholder_for_the_table_is_not_guessed_among_several():
    assert repair("SELECT id FROM dataset", {"orders": ("id",), "customers": ("id",)}) is None


def test_a_relation_is_mended_by_style():
    assert repair("SELECT id FROM OrderLines", {"order_lines": ("id",), "orders": ("id",)}) == (
        'SELECT id FROM "order_lines" AS "OrderLines"'
    )
