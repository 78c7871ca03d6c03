"""A million orders, always the same ones, as Parquet and as CSV."""

from pathlib import Path

import duckdb

ROWS = 1_000_000
COLUMNS = (
    "order_id", "customer_id", "region", "category", "channel", "revenue", "cost", "quantity", "ordered", "note",
)  # fmt: skip
_ANY = "CREATE MACRO any_of(i, salt, n) AS CAST(hash(i * 16 + salt) % n AS INTEGER)"
_MADE = f"""
    SELECT
        i AS order_id,
        'C' || lpad(CAST(any_of(i, 1, 50000) AS VARCHAR), 6, '0') AS customer_id,
        ['North', 'South', 'East', 'West'][1 + any_of(i, 2, 4)] AS region,
        ['Toys', 'Books', 'Garden', 'Kitchen', 'Sports', 'Music', 'Office', 'Travel'][1 + any_of(i, 3, 8)] AS category,
        ['Online', 'Store', 'Partner'][1 + any_of(i, 4, 3)] AS channel,
        round(exp(3 + any_of(i, 5, 10000) / 4000) * if(any_of(i, 10, 500) = 0, 10, 1), 2) AS revenue,
        round(exp(2.5 + (any_of(i, 5, 10000) + any_of(i, 6, 4000)) / 4500), 2) AS cost,
        1 + any_of(i, 7, 12) AS quantity,
        CAST(DATE '2022-01-01' + any_of(i, 8, 1096) AS DATE) AS ordered,
        'delivered to door ' || any_of(i, 9, 997) AS note
    FROM range({ROWS}) AS numbers(i)
"""


def write_parquet(target: Path) -> None:
    """The orders as Parquet."""
    _write(target, "FORMAT parquet")


def write_csv(target: Path) -> None:
    """The orders as CSV, about 83 MB."""
    _write(target, "FORMAT csv, HEADER")


def _write(target: Path, options: str) -> None:
    with duckdb.connect() as connection:
        connection.execute("SET enable_progress_bar = false")
        connection.execute(_ANY)
        connection.execute(f"COPY ({_MADE}) TO '{target}' ({options})")
