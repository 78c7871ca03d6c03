"""Rows that are labelled as totals: left out between the rows where it is proved, else kept and told."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.layout.sections import Cells
from shared.ingestion.raw import Raw
from shared.ingestion.rows.taken_out import cells_written, delete, rows_at, told_of
from shared.quoting import quoted
from shared.table.nouns import counted
from shared.table.nulls import is_null

_TOTAL_WORDS = (
    r"Σ|(?:(?:grand|sub|overall|column|report|all)[\s-]*)?(?:totals?|sum)(?:\s+general)?|gesamt(?:summe)?|summe|somme|totaal"
    r"|totale|totaux|totali|totales|total général|total general|insgesamt|zusammen|totalt|i alt|yhteensä|razem|ogółem"
    r"|celkem|összesen|toplam|итого|всего|合计|总计|合計|trailer|average|averages|mean"
)
TOTAL = re.compile(rf"\W*(?:{_TOTAL_WORDS})\b\W*(?:\([^)]*\))?", re.IGNORECASE)
_TOTAL_OF = re.compile(r"\W*(?:grand |sub-?\s?)?totals?\b.{0,40}", re.IGNORECASE)
_LIKE_DATA = "like data; I kept "
_MIDDLE = r"(?i)\s*(?:(?:grand\s+|sub-?\s?)totals?\b.{0,40}|(?:.{1,40}\s)?(?:grand\s+|sub-?\s?)?totals?\s*:?\s*)"


def is_total(cells: Cells, width: int) -> bool:
    """Whether one of the first cells of a row of so many columns labels it as a total."""
    written = [cell for cell in cells[:3] if cell and not is_null(cell)]
    if width < 2 or not written:
        return False
    return bool(TOTAL.fullmatch(written[0]) or (_TOTAL_OF.fullmatch(written[0]) and len(cells_written(cells)) < width))


def totals_told(rows: Sequence[object], where: str) -> str:
    """The beginning of a sentence on rows of totals: "2 total rows below the data were"."""
    return counted(len(rows), f"total row {where} the data was", f"total rows {where} the data were")


def without_inner_totals(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Totals between the rows: left out where the row lacks other labels that rows have; kept, and told, elsewhere."""
    if len(raw.names) < 3:
        return raw
    where = " OR ".join(f"({_says_total(cell)})" for cell in raw.cells[:3])
    found = rows_at(con, raw, f"SELECT rowid FROM raw WHERE {where} LIMIT 10000")
    if not found:
        return raw
    always = _always_filled(con, raw, [row[0] for row in found])
    bare = [row for row in found if any(not (row[1 + at] or "").strip() for at in always)]
    full = [row[1:] for row in found if row not in bare]
    kept = [cells for cells in full if any(TOTAL.fullmatch(cell) for cell in cells_written(cells[:3]))]
    raw = _below_labels(con, raw, bare)
    delete(con, [row[0] for row in bare])
    out = f"{totals_told(bare, 'between')} left out."
    return raw.told(
        *told_of("footer", out, [row[1:] for row in bare], doubt=True), *_kept_told(kept), dropped=len(bare)
    )


def _kept_told(kept: Sequence[Cells]) -> tuple[Repair, ...]:
    labelled = counted(len(kept), "row is labelled as a total but looks", "rows are labelled as totals but look")
    return told_of("other", f"{labelled} {_LIKE_DATA}{'it' if len(kept) == 1 else 'them'} like any other.", kept)


def without_proved(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """What is told of rows that were kept though they are labelled as totals, now that those of table `data` that were
    proved to be totals are gone."""
    if not any(_LIKE_DATA in one.detail for one in raw.repairs):
        return raw
    rows = con.execute("SELECT * FROM data").fetchall()
    texts = ([str(cell) for cell in row if cell is not None] for row in rows)
    kept = [cells for cells in texts if any(TOTAL.fullmatch(cell) for cell in cells[:3])]
    others = tuple(one for one in raw.repairs if _LIKE_DATA not in one.detail)
    return replace(raw, repairs=(*others, *_kept_told(kept)))


def _always_filled(con: duckdb.DuckDBPyConnection, raw: Raw, totals: Sequence[int]) -> list[int]:
    """The columns in which (nearly) all of the first rows hold something, rows labelled as totals apart."""
    query = f"SELECT {', '.join(raw.cells)} FROM raw WHERE rowid NOT IN (SELECT unnest($1::BIGINT[])) LIMIT 200"
    rows = con.execute(query, [list(totals)]).fetchall()
    filled = [sum(1 for row in rows if (row[at] or "").strip()) for at in range(len(raw.names))]
    return [at for at, count in enumerate(filled) if rows and count >= 0.9 * len(rows)]


def _below_labels(con: duckdb.DuckDBPyConnection, raw: Raw, totals: Sequence[tuple[Any, ...]]) -> Raw:
    """Labels that are written once for a group, as reports have them, on each row of it.

    It is proved by the totals: below the label North and empty cells comes North Total, and so in each group; that of
    the last one may have been at the end of the table, where there were two or more others.
    """
    rows = con.execute("SELECT rowid, c0 FROM raw ORDER BY rowid").fetchall() if totals else []
    closed = {row[0] for row in totals if row[1] and row[1].strip()}
    filled: dict[str, list[int]] = {}
    label, open_rows = "", list[int]()
    for rowid, cell in rows:
        written = (cell or "").strip()
        if rowid in closed and label and names_group(written, label):
            filled.setdefault(label, []).extend(open_rows)
            label, open_rows = "", []
        elif rowid in closed or (not written and not label):
            return raw
        elif written:
            label, open_rows = written, open_rows if written == label else []
        else:
            open_rows.append(rowid)
    if open_rows and len(filled) > 1:
        filled.setdefault(label, []).extend(open_rows)
        open_rows = []
    count = sum(map(len, filled.values()))
    if not count or open_rows:
        return raw
    for name, members in filled.items():
        con.execute("UPDATE raw SET c0 = $1 WHERE rowid IN (SELECT unnest($2::BIGINT[]))", [name, members])
    detail = f"{count} row(s) got the label of their group, which is written once above them."
    return raw.told(Repair(kind="other", detail=detail, column=raw.names[0], rows=count))


def names_group(total: str, label: str) -> bool:
    """Whether the label of a total holds that of its group as words: North Total, Subtotal North."""
    return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", total) is not None


def _says_total(cell: str) -> str:
    """The word is looked for before the pattern is tried, which takes ten times as long."""
    return f"{cell} ILIKE '%total%' AND regexp_full_match({cell}, {quoted(_MIDDLE)})"
