"""What DuckDB's plan of a query says about running it again."""

import json
import re
from typing import Any, Final

import _duckdb as duckdb  # the engine alone: its package takes four times as long to import

_ELSE: Final = re.compile(r"(?i)\b(group\s+by|order\s+by|over|union|join)\b")
"""Words of a query whose plan need not be looked at; one in a name only has its rows kept, as those of any other."""


def row_by_row(connection: Any, sql: str) -> bool:
    """Whether a query reads one file from its beginning to its end and makes a row of each row, or none: it is counted
    without its cells, its first rows are there at once, and it gives the same rows in the same order each time."""
    if _ELSE.search(sql):
        return False
    try:
        ((_, plan),) = connection.execute(f"EXPLAIN (FORMAT json) {sql}").fetchall()
        (root,) = json.loads(plan)
        return _reads_once(root)
    except (duckdb.Error, ValueError, LookupError, TypeError):
        return False  # a plan that is written in another way says nothing


def _reads_once(step: dict[str, Any]) -> bool:
    name, below = step["name"], step["children"]
    if name == "CROSS_PRODUCT":
        return _reads_once(below[0]) and _is_one_row(below[1])
    return name == "READ_PARQUET" or (name in ("PROJECTION", "FILTER") and _reads_once(below[0]))


def _is_one_row(step: dict[str, Any]) -> bool:
    """Whether a step gives figures that stand beside each row: computed of all rows, or known before."""
    name, below = step["name"], step["children"]
    if name in ("PROJECTION", "CROSS_PRODUCT"):
        return all(map(_is_one_row, below))
    known = name == "COLUMN_DATA_SCAN" and step["extra_info"].get("Estimated Cardinality") == "1"
    return bool(known) or name == "UNGROUPED_AGGREGATE"
