"""A small table with nulls, dates and a column name with a space, as a Parquet file."""

from pathlib import Path

import duckdb

ROWS = """
SELECT i AS order_id, i % 40 AS customer_id, ['North', 'South', 'East', 'West', NULL][1 + i * 7 % 5] AS region,
  ['Books', 'Toys', 'Food'][1 + i * i % 3] AS category, DATE '2022-01-01' + (i * 37 % 700)::INT AS order_date,
  TIMESTAMP '2022-01-02 03:04:05' + to_minutes(i * 5003) AS shipped_at,
  CASE WHEN i % 17 > 0 THEN round((i * 7919 % 50000) / 100.0, 2) END::DOUBLE AS revenue, i * 13 % 20 AS quantity,
  round(i % 50 / 2.0, 1) / 100 AS discount, i % 6 = 0 AS returned, 'customer ' || i % 40 AS note,
  (i % 11) / 2.0 AS "Unit Price"
FROM range(1, 401) t(i)
"""
COLUMNS = ("order_id", "customer_id", "region", "category", "order_date", "shipped_at", "revenue", "quantity")
TABLES = {"data": (*COLUMNS, "discount", "returned", "note", "Unit Price")}


def write_orders(folder: Path) -> Path:
    """400 orders, in a new Parquet file."""
    path = folder / "orders.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({ROWS}) TO '{path}' (FORMAT parquet)")
    return path
