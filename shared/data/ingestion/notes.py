"""Numbers with the mark of a footnote behind them, as tables on the web have them: 4,500[a] and 12†."""

import duckdb

from shared.contracts.dataset import Repair
from shared.data.ingestion.nulls import quoted
from shared.data.ingestion.raw import Raw

_MOST_ROWS = 20_000
"""Larger tables are not copied from pages."""
_NUMBER = r"\s*[^\d\[\]]{0,4}\d[\d.,\s]*%?"
_MARK = r"(\s*(\[[^\]\[]{1,8}\]|[†‡§]))+\s*$"


def without_notes(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` with such marks taken off in columns whose other cells are all numbers or empty; each is told."""
    rows = con.execute("SELECT count(*) FROM raw").fetchone()
    if raw.typed or rows is None or rows[0] > _MOST_ROWS:
        return raw
    told = [repair for name, cell in zip(raw.names, raw.cells, strict=True) if (repair := _cleared(con, name, cell))]
    return raw.told(*told)


def _cleared(con: duckdb.DuckDBPyConnection, name: str, cell: str) -> Repair | None:
    marked = f"regexp_full_match({cell}, {quoted(_NUMBER + _MARK)})"
    plain = f"regexp_full_match({cell}, {quoted(_NUMBER)})"
    wordless = f"NOT regexp_matches({cell}, '[A-Za-z0-9]')"
    query = f"SELECT count(*) FILTER ({marked}), count(*) FILTER ({plain}), count(*) FILTER ({wordless}), count({cell})"
    found = con.execute(f"{query} FROM raw").fetchone()
    if not found or not found[0] or found[0] + found[1] + found[2] < found[3]:
        return None
    examples = con.execute(f"SELECT DISTINCT {cell} FROM raw WHERE {marked} ORDER BY 1 LIMIT 3").fetchall()
    con.execute(f"UPDATE raw SET {cell} = regexp_replace({cell}, {quoted(_MARK)}, '') WHERE {marked}")
    detail = f"In column {name}, {found[0]:,} number(s) carry the mark of a footnote, which was taken off."
    return Repair(kind="number", detail=detail, column=name, rows=found[0], examples=tuple(e for (e,) in examples))
