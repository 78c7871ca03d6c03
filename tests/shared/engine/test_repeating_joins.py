"""That a join takes rows several times is told with what a query computes of them."""

import duckdb
import pytest

from shared.contracts import DatasetProfile
from shared.engine.doubts import fans_of
from shared.engine.doubts.joins import Fan
from shared.engine.sql.guard import check
from tests.shared.engine.columns import column

ORDERS = DatasetProfile(
    dataset_id="o",
    relation="orders",
    file_name="orders.csv",
    row_count=4,
    columns=(column("amount"), column("customer", "text", distinct=3), column("id", distinct=4)),
)
CUSTOMERS = DatasetProfile(
    dataset_id="c",
    relation="customers",
    file_name="customers.csv",
    row_count=3,
    columns=(
        column("customer", "text", distinct=2),
        column("country", "text", distinct=2),
        column("age", distinct=2),
    ),
)
JOINED = "FROM orders AS o JOIN customers AS c ON o.customer = c.customer"


def _fans(sql: str) -> list[Fan]:
    return [one for one in fans_of(sql, (ORDERS, CUSTOMERS)) if isinstance(one, Fan)]


def _told(sql: str) -> tuple[str, ...]:
    """What is told of the joins of a query: customer a stands in two rows of customers, b in one, c in none."""
    tables = {one.relation: [column.name for column in one.columns] for one in (ORDERS, CUSTOMERS)}
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE orders AS SELECT * FROM (VALUES (1, 'a', 1), (2, 'a', 2), (3, 'b', 3), (4, 'c', 4)) "
            "AS t(amount, customer, id)"
        )
        connection.execute(
            "CREATE TABLE customers AS SELECT * FROM (VALUES ('a', 'DE', 30), ('a', 'DE', 30), ('b', 'FR', 40)) "
            "AS t(customer, country, age)"
        )
        return tuple(
            line
            for fan in _fans(sql)
            for line in fan.told(connection.execute(check(fan.sql, tables).sql).fetchall()[0])
        )


ORDERS_TWICE = ("Combining the tables repeats 3 rows of orders (5 in all), so some count more than once.",)


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT sum(o.amount) AS total {JOINED}",
        f"SELECT sum(CASE WHEN o.amount > 0 THEN o.amount END) AS total {JOINED}",
        f"SELECT sum(o.amount) FILTER (WHERE o.amount > 0) AS total {JOINED}",
        f"SELECT c.country, avg(amount) AS a {JOINED} GROUP BY c.country ORDER BY 2 DESC LIMIT 1",
        f"WITH t AS (SELECT country, sum(amount) AS total {JOINED} GROUP BY 1) SELECT max(total) AS top FROM t",
        "SELECT sum(amount) AS total FROM orders JOIN customers USING (customer)",
        "WITH c AS (SELECT customer FROM customers) SELECT sum(amount) AS s FROM orders JOIN c USING (customer)",
        "SELECT sum(amount) AS s FROM (SELECT amount, customer FROM orders) AS orders JOIN customers USING (customer)",
        "WITH o AS (SELECT * FROM orders) SELECT sum(o.amount) AS s FROM o JOIN customers USING (customer)",
    ],
)
def test_rows_that_a_join_takes_several_times_are_told_with_what_is_computed_of_them(sql: str) -> None:
    assert _told(sql) == ORDERS_TWICE


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT max(o.amount), count(DISTINCT o.id) {JOINED}",
        "SELECT sum(c.age) AS s FROM customers AS c JOIN (SELECT DISTINCT customer FROM orders) AS o USING (customer)",
        "SELECT sum(amount) AS s FROM orders JOIN (SELECT DISTINCT customer FROM customers) AS c USING (customer)",
        "SELECT sum(o.amount) AS s FROM orders AS o JOIN customers AS c ON o.customer = c.customer AND c.age > 35",
        "SELECT sum(amount) AS s FROM orders WHERE customer IN (SELECT customer FROM customers)",
        "SELECT count(*) AS n FROM orders LEFT JOIN (SELECT DISTINCT customer FROM customers) AS c USING (customer)",
        "SELECT o.amount, c.country FROM orders AS o JOIN customers AS c USING (customer)",
        f"SELECT sum(o.amount) FILTER (WHERE c.age > o.amount) AS s {JOINED}",
        f"SELECT sum(CASE WHEN c.age > o.amount THEN o.amount END) AS s {JOINED}",
        "SELECT b.id, sum(a.amount) AS so_far FROM orders AS a JOIN orders AS b ON a.id <= b.id GROUP BY b.id",
        "SELECT count(*) AS pairs FROM customers AS a JOIN customers AS b ON a.customer = b.customer",
        "WITH c AS (SELECT * FROM customers) SELECT count(*) AS n FROM c AS a JOIN c AS b ON a.customer = b.customer",
        "SELECT b.id * 2 AS id, sum(a.amount) AS t FROM orders AS a JOIN orders AS b ON a.id <= b.id GROUP BY 1",
        "SELECT b.id AS at, sum(a.amount) AS s FROM orders AS a LEFT JOIN orders AS b ON a.id <= b.id GROUP BY at",
        "no query",
    ],
)
def test_a_join_that_counts_nothing_twice_is_left_in_peace(sql: str) -> None:
    assert _told(sql) == ()


def test_rows_of_which_all_that_is_joined_is_repeated_are_told_once() -> None:
    assert _told(f"SELECT count(*) AS n {JOINED}") == ORDERS_TWICE
    assert _told(f"SELECT count(*) AS n, sum(o.amount) AS s {JOINED}") == ORDERS_TWICE


def test_nothing_is_asked_of_the_data_where_the_profile_says_that_each_row_finds_one() -> None:
    assert not _fans("SELECT sum(c.age) AS s FROM customers AS c JOIN orders AS o ON o.id = c.age")
