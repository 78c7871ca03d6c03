"""Small tables of several shapes, in memory, to ask questions about."""

from datetime import UTC, datetime

import duckdb

from shared.contracts import DatasetProfile
from shared.offline.reading.parse import read
from shared.offline.reading.reading import Reading
from tests.shared.offline.reading.profiling import profile_table

NOW = datetime(2024, 7, 15, 12, tzinfo=UTC)

_ORDERS = """
CREATE TABLE orders AS SELECT
  'A' || i AS order_id,
  DATE '2023-01-01' + CAST(i * 5 AS INTEGER) AS order_date,
  ['West', 'East', 'North'][1 + i % 3] AS region,
  ['Ann Lee', 'Bob Ray', 'Cy Dow', 'Di Fox', 'Ed Poe'][1 + i % 5] AS customer,
  ['completed', 'cancelled', 'pending'][1 + (i * 7) % 3] AS status,
  1 + i % 7 AS quantity,
  CAST(round(10 + (i * 37) % 90 + 0.5, 2) AS DOUBLE) AS revenue,
  CAST(1 + (i * 11) % 5 AS DOUBLE) AS rating,
  i % 4 = 0 AS returned,
  CASE WHEN i % 10 = 0 THEN NULL ELSE 'note ' || i % 3 END AS note
FROM range(100) AS t(i)
"""
_EMPLOYEES = """
CREATE TABLE employees AS SELECT
  'Person ' || chr(CAST(65 + i % 26 AS INTEGER)) || CAST(i AS VARCHAR) AS full_name,
  ['Sales', 'Marketing', 'Engineering'][1 + i % 3] AS department,
  ['Manager', 'Analyst'][1 + i % 2] AS job_title,
  ['F', 'M'][1 + (i // 2) % 2] AS gender,
  CAST(30000 + (i * 977) % 40000 AS BIGINT) AS base_salary,
  22 + (i * 13) % 40 AS age,
  DATE '2015-01-01' + CAST(i * 40 AS INTEGER) AS hire_date
FROM range(60) AS t(i)
"""
_HOUSES = """
CREATE TABLE houses AS SELECT
  'H' || i AS house_id,
  ['Flat', 'Villa'][1 + i % 2] AS kind,
  100000.5 + (i * 7919) % 300000 AS list_price,
  90000.25 + (i * 7907) % 300000 AS sale_price,
  DATE '2022-01-01' + CAST(i * 9 AS INTEGER) AS listed_on,
  CASE WHEN i % 5 = 0 THEN NULL ELSE DATE '2022-03-01' + CAST(i * 9 AS INTEGER) END AS sold_on
FROM range(50) AS t(i)
"""


def shop(name: str) -> tuple[DatasetProfile, duckdb.DuckDBPyConnection]:
    """One of the tables: orders, employees, houses."""
    connection = duckdb.connect()
    connection.execute({"orders": _ORDERS, "employees": _EMPLOYEES, "houses": _HOUSES}[name])
    return profile_table(connection, name, f"{name}.csv"), connection


def reading_of(question: str, table: str = "orders") -> Reading:
    """The best reading of a question on one of the tables."""
    return read(question, shop(table)[0], NOW)[0]
