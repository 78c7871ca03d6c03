"""Rows that are no data, taken out of table `raw` in the order in which one hides the other."""

from collections.abc import Callable

from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.ingestion.rows import printed_lines as lines
from shared.ingestion.rows.balances import without_balances
from shared.ingestion.rows.footers import without_footer
from shared.ingestion.rows.totals import without_inner_totals

Step = Callable[[duckdb.DuckDBPyConnection, Raw], Raw]
STEPS: tuple[Step, ...] = (
    lines.without_blank_rows,
    lines.without_frame,
    lines.without_debris,
    lines.without_comments,
    lines.without_ruler,
    lines.without_page_lines,
    without_footer,
    lines.without_inner_rules,
    lines.without_repeated_headers,
    without_inner_totals,
    without_balances,
)


def without_rows_of_no_data(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """The table without totals, notes, blank rows, lines of signs and headers that come again; each is told as a
    repair. A table that had types already is as it was."""
    for step in STEPS if not raw.typed else ():
        raw = step(con, raw)
    return raw
