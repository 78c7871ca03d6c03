"""What a result's columns are computed from, and which rows they are of, whatever the query calls them."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile, SemanticProfile
from shared.engine.results.marks import ANY, OF_THOSE, RAW, ROLES, SAYS
from shared.engine.results.meanings import conditions_of, limit_of, meanings_of


def _said(sql: str) -> dict[str, set[str]]:
    return {name: set(told.split()) for name, told in meanings_of(sql, (ORDERS,)).items()}


def _column(name: str, words: str = "") -> ColumnProfile:
    return ColumnProfile.model_construct(name=name, words=words or name, type="number")


ORDERS = DatasetProfile.model_construct(
    relation="orders",
    semantic=SemanticProfile.model_construct(entity_name="order"),
    columns=(_column("region"), _column("cancelled"), _column("net_eur", "net sales")),
)


@pytest.mark.parametrize(
    ("computed", "told"),
    [
        ("sum(net_eur)", {"net_eur", "net", "sales", "total", "sum", "overall", "altogether"}),
        ("round(avg(net_eur), 2)", {"net_eur", "net", "sales", "average", "mean"}),
        ("count(DISTINCT region)", {"region", "number", "count", "different", "distinct"}),
        (
            "CASE WHEN isfinite(sum(net_eur)) THEN sum(net_eur) END",
            {"net_eur", "net", "sales", "total", "sum", "overall", "altogether"},
        ),
    ],
)
def test_a_column_means_what_it_is_computed_from_and_not_what_it_is_called(computed: str, told: set[str]) -> None:
    for sql in (
        f"SELECT {computed} AS active FROM orders",
        f"WITH a AS (SELECT {computed} AS b FROM orders) SELECT b AS active FROM a",
    ):
        assert _said(sql)["active"] == told


@pytest.mark.parametrize(
    "computed",
    [
        "sum(net_eur) / count(*)",
        "sum(net_eur) FILTER (WHERE region <> 'West')",
        "sum(CASE WHEN region LIKE 'W%' THEN net_eur END)",
        "sum(CASE WHEN cancelled THEN net_eur ELSE 1 END)",
        "100.0 * count(*) / count(cancelled)",
        "CASE WHEN region = 'West' THEN net_eur END",
        "CASE WHEN cancelled THEN net_eur END",
        "net_eur * 2",
        "count(cancelled)",
        "quantile_cont(net_eur, 0.9)",
        "sum(net_eur) OVER ()",
        "CASE WHEN region = 'West' AND cancelled THEN net_eur END",
        "CASE WHEN starts_with(region, 'W') THEN net_eur END",
        "round(sum(net_eur), -4)",
        "sum(round(net_eur))",
        "sum(CAST(net_eur AS INTEGER))",
        "5",
    ],
)
def test_of_what_is_computed_in_another_way_nothing_is_known(computed: str) -> None:
    assert "active" not in _said(f"SELECT {computed} AS active FROM orders")


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("region = 'West'", ("West",)),
        ("region IN ('West', 'East') AND cancelled = 1", ("West", "East", "1")),
        ("net_eur > 5", (f"net eur{SAYS}above net{ANY}eur 5",)),
        ("net_eur BETWEEN 5 AND 9", (f"net eur{SAYS}between net{ANY}eur 5 9",)),
        ("net_eur > 5 AND age < 9", (f"{RAW}net_eur > 5", f"{RAW}age < 9")),
        ("region = 'West' OR region = 'East'", (f"{RAW}region = 'West' OR region = 'East'",)),
        ("NOT region = 'West'", (f"{RAW}NOT region = 'West'",)),
        ("region <> 'West'", (f"{RAW}region <> 'West'",)),
        ("cancelled", ("cancelled",)),
        ("cancelled = region", (f"{RAW}cancelled = region",)),
        ("region LIKE '%West%'", (f"{RAW}region LIKE '%West%'",)),
    ],
)
def test_the_conditions_are_the_values_that_a_column_has_to_have_or_stand_as_they_are(
    where: str, told: tuple[str]
) -> None:
    sql = f"SELECT count(*) FROM orders WHERE {where}"
    assert conditions_of(sql) == told
    assert conditions_of(f"WITH a AS ({sql}) SELECT * FROM a") == told


def _of_times(*names: str) -> DatasetProfile:
    columns = tuple(ColumnProfile.model_construct(name=name, words=name, type="date") for name in names)
    return DatasetProfile.model_construct(relation="orders", columns=columns)


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("sent >= '2025-03-01' AND sent < '2025-04-01'", ("March 2025",)),
        ("sent >= DATE '2025-01-01' AND region = 'West' AND sent < CAST('2026-01-01' AS DATE)", ("2025", "West")),
        ("sent >= '2025-04-01T00:00:00' AND sent < '2025-07-01 00:00:00'", ("Q2 2025",)),
        ("sent >= '2025-03-02' AND sent < '2025-04-01'", (f"{RAW}sent >= '2025-03-02'", f"{RAW}sent < '2025-04-01'")),
        ("sent > '2025-03-01' AND sent < '2025-04-01'", (f"{RAW}sent > '2025-03-01'", f"{RAW}sent < '2025-04-01'")),
        ("sent >= '2025-03-01' AND sent <= '2025-04-01'", (f"{RAW}sent >= '2025-03-01'", f"{RAW}sent <= '2025-04-01'")),
        ("sent >= '2025-03-01' OR sent < '2025-04-01'", (f"{RAW}sent >= '2025-03-01' OR sent < '2025-04-01'",)),
        ("sent >= '2025-03-01'", (f"{RAW}sent >= '2025-03-01'",)),
    ],
)
def test_two_bounds_of_the_only_time_column_are_the_period_between_them(where: str, told: tuple[str]) -> None:
    sql = f"SELECT count(*) FROM orders WHERE {where}"
    assert conditions_of(sql, (_of_times("sent"),)) == told
    assert "March 2025" not in conditions_of(sql, (_of_times("sent", "paid"),))


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT count(*) FILTER (WHERE region = 'West') FROM orders", ()),
        ("SELECT region, sum(net_eur) FROM orders GROUP BY 1 ORDER BY 2 DESC", ()),
        ("SELECT region AS r, sum(net_eur) FROM orders GROUP BY region", ()),
        ("SELECT region AS r, sum(net_eur) FROM orders GROUP BY r", ()),
        ("SELECT sum(net_eur) FROM orders GROUP BY region", ("region",)),
        ("SELECT region, sum(net_eur) FROM orders GROUP BY 1 ORDER BY 2 LIMIT 5", ()),
        ("SELECT sum(net_eur) FROM (SELECT * FROM orders LIMIT 5)", ("LIMIT 5",)),
        ("SELECT region, net_eur FROM orders ORDER BY net_eur DESC LIMIT 1", ("LIMIT 1",)),
        ("SELECT sum(net_eur) FROM (SELECT DISTINCT region, net_eur FROM orders)", ("DISTINCT",)),
        ("SELECT DISTINCT ON (region) region, net_eur FROM orders", ("DISTINCT ON (region)",)),
        ("SELECT count(DISTINCT region) FROM orders", ()),
        (
            "SELECT avg(t) FROM (SELECT region, sum(net_eur) AS t FROM orders GROUP BY region)",
            ("SELECT region, SUM(net_eur) AS t FROM orders GROUP BY region", "region"),
        ),
        ("SELECT region, t FROM (SELECT region, sum(net_eur) AS t FROM orders GROUP BY region) ORDER BY 2", ()),
        (
            "WITH a AS (SELECT region, cancelled, sum(net_eur) AS t FROM orders GROUP BY ALL) "
            "SELECT region, t FROM a ORDER BY t DESC LIMIT 1",
            ("cancelled",),
        ),
        ("SELECT sum(net_eur) FROM orders CROSS JOIN orders AS b", ("CROSS JOIN orders AS b",)),
    ],
)
def test_rows_that_no_condition_chooses_are_told_too(sql: str, told: tuple[str]) -> None:
    assert tuple(one.removeprefix(RAW).strip() for one in conditions_of(sql)) == told


def test_counted_rows_are_what_the_table_holds_where_nothing_else_is_counted() -> None:
    assert _said("SELECT count(*) AS n FROM orders WHERE region = 'West'")["n"] == {"number", "count", "row", "order"}
    grouped = "SELECT count(*) AS n FROM (SELECT region FROM orders GROUP BY 1)"
    assert _said(grouped)["n"] == {"number", "count", "row"}


@pytest.mark.parametrize(
    ("computed", "told", "of_those"),
    [
        ("count(*) FILTER (WHERE cancelled)", {"number", "count", "row", "order"}, "cancelled"),
        ("sum(CASE WHEN region = 'West' THEN 1 ELSE 0 END)", {"number", "count", "row", "order"}, "West"),
        ("sum(CASE WHEN region = 'West' THEN net_eur END)", {"net_eur", "net", "sales", "total", "sum"}, "West"),
        ("round(100.0 * count(*) FILTER (WHERE cancelled) / count(*), 1)", {"share", "percent", "order"}, "cancelled"),
    ],
)
def test_of_a_figure_of_some_rows_it_is_known_which_these_are(computed: str, told: set[str], of_those: str) -> None:
    meaning, _, needed = meanings_of(f"SELECT {computed} AS n FROM orders", (ORDERS,))["n"].partition(OF_THOSE)
    assert (told <= set(meaning.split()), needed) == (True, of_those)


def test_an_extreme_is_known_where_it_is_the_only_figure() -> None:
    assert "highest" in _said("SELECT max(net_eur) AS n FROM orders")["n"]
    assert "n" not in _said("SELECT region, max(net_eur) AS n FROM orders GROUP BY 1")


@pytest.mark.parametrize(
    ("sql", "limit"),
    [
        ("SELECT region, sum(net_eur) AS sales FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 5", ("sales", True)),
        ("SELECT region, sum(net_eur) AS sales FROM orders GROUP BY 1 ORDER BY sales LIMIT 5", ("sales", False)),
        (
            "SELECT region, sum(net_eur) AS sales FROM orders GROUP BY 1 ORDER BY sum(net_eur) DESC LIMIT 5",
            ("sales", True),
        ),
        ("SELECT region FROM orders ORDER BY net_eur LIMIT 5", None),
        ("SELECT region FROM orders LIMIT 5", None),
        ("SELECT region FROM orders ORDER BY 1", None),
    ],
)
def test_by_what_a_query_gives_the_first_rows_alone(sql: str, limit: tuple[str, bool] | None) -> None:
    assert limit_of(sql) == limit


def test_the_first_of_single_rows_are_told_by_what_names_each_of_them() -> None:
    columns = (_column("order_id").model_copy(update={"distinct": 9}), *ORDERS.columns)
    table = ORDERS.model_copy(update={"columns": columns, "row_count": 9})
    first = "net_eur FROM orders ORDER BY net_eur DESC LIMIT 1"
    assert conditions_of(f"SELECT order_id, {first}", (table,)) == ()
    assert conditions_of(f"SELECT region, {first}", (table,)) == (f"{RAW}LIMIT 1",)


def _of_texts(**values: str) -> DatasetProfile:
    columns = tuple(
        ColumnProfile.model_construct(name=name, words=name, type="text", samples=(value,))
        for name, value in values.items()
    )
    return DatasetProfile.model_construct(relation="orders", columns=columns)


CITIES = _of_texts(from_city="Paris", to_city="Rome")
PEOPLE = _of_texts(seller="Ann", buyer="Ann", region="West")


@pytest.mark.parametrize(
    ("table", "sql", "told"),
    [
        (CITIES, "count(*) FROM orders WHERE from_city = 'Rome'", ("Rome", f"{RAW}{ROLES}from_city")),
        (CITIES, "from_city, count(*) FROM orders GROUP BY 1", (f"{RAW}{ROLES}from_city",)),
        (PEOPLE, "count(*) FROM orders WHERE buyer = 'Ann'", ("Ann", f"buyer{SAYS}buyer")),
        (PEOPLE, "count(*) FILTER (WHERE buyer = 'Ann') FROM orders", (f"{RAW}{ROLES}buyer",)),
        (
            PEOPLE,
            "seller, count(*) FROM orders WHERE buyer = 'Ann' GROUP BY 1",
            ("Ann", f"{RAW}{ROLES}seller", f"{RAW}{ROLES}buyer"),
        ),
        (PEOPLE, "count(*) FROM orders WHERE region = 'West'", ("West",)),
        (_of_times("ordered", "sent"), "count(*) FROM orders WHERE year(sent) = 2025", ("2025", f"sent{SAYS}sent")),
        (_of_times("sent"), "count(*) FROM orders WHERE year(sent) = 2025", ("2025",)),
        (
            _of_times("ordered", "sent"),
            "date_trunc('year', sent) AS y, count(*) FROM orders GROUP BY 1",
            (f"sent{SAYS}sent",),
        ),
    ],
)
def test_which_of_several_columns_of_one_kind_is_meant_has_to_be_told(
    table: DatasetProfile, sql: str, told: tuple[str, ...]
) -> None:
    assert conditions_of(f"SELECT {sql}", (table,)) == told


NORTH, SOUTH, PEOPLE_OF = (
    DatasetProfile.model_construct(relation=name, columns=tuple(map(_column, columns)))
    for name, columns in {
        "sales_north": ("region", "revenue"),
        "sales_south": ("region", "revenue"),
        "people": ("region", "age"),
    }.items()
)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT sum(revenue) FROM sales_north", (f"north{SAYS}north",)),
        ("SELECT region, sum(revenue) FROM sales_south GROUP BY 1", (f"south{SAYS}south",)),
        ("SELECT avg(age) FROM people", ()),
        ("SELECT count(*) FROM sales_north", ()),
    ],
)
def test_which_of_several_tables_with_the_same_columns_is_meant_has_to_be_told(sql: str, told: tuple[str, ...]) -> None:
    assert conditions_of(sql, (NORTH, SOUTH, PEOPLE_OF)) == told


def test_tables_that_are_both_read_and_those_of_one_name_are_not_told_apart_by_words() -> None:
    both = conditions_of(
        "SELECT sum(revenue) FROM (SELECT * FROM sales_north UNION ALL SELECT * FROM sales_south)", (NORTH, SOUTH)
    )
    assert not any(SAYS in one for one in both)
    other = SOUTH.model_copy(update={"relation": "sales"})
    assert conditions_of("SELECT sum(revenue) FROM sales", (NORTH, other)) == (f"{RAW}sales",)
