"""Labels that may be written once for a group of rows, as reports have them, where nothing proves that they are."""

from collections.abc import Sequence

import duckdb

from shared.contracts.dataset import Repair
from shared.ingestion.cells.choice import Choice
from shared.quoting import identifier

_MOST_ROWS = 20_000
_LEAST_EMPTY = 0.3


def grouped_labels(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice]) -> tuple[Repair, ...]:
    """Tells where the first column of table `data` looks so: its labels all differ, the first row has one, and many
    rows below have none, though another column has a text on each row. They stay empty: they may be unknown."""
    counted = con.execute("SELECT count(*) FROM data").fetchone()
    texts = [choice for choice in choices if choice.type == "text"]
    if len(texts) < 2 or choices[0] is not texts[0] or len(choices) < 3 or not counted or counted[0] > _MOST_ROWS:
        return ()
    label = identifier(texts[0].name)
    rest = ", ".join(f"count({identifier(choice.name)})" for choice in texts[1:])
    found = con.execute(
        f"SELECT count(*), count({label}), count(DISTINCT {label}), "
        f"count(*) FILTER (rowid = (SELECT min(rowid) FROM data) AND {label} IS NOT NULL), {rest} FROM data"
    ).fetchone()
    rows, filled, distinct, opened, *others = found or (0, 0, 0, 0)
    empty = rows - filled
    if not opened or filled < 2 or filled != distinct or rows not in others:
        return ()
    if empty < _LEAST_EMPTY * rows:
        return ()
    detail = (
        f"Column {texts[0].name} is empty on {empty:,} of {rows:,} rows, as where a label is written once for the rows "
        "below it; these count as having none, and figures by it may be too small."
    )
    return (Repair(kind="other", detail=detail, column=texts[0].name, rows=empty, doubt=True),)
