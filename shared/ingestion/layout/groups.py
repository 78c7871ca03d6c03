"""Labels that are written once for a group of rows, as reports have them, or that may be."""

from collections.abc import Sequence

from shared.contracts.dataset import Repair
from shared.ingestion.cells.choice import Choice
from shared.ingestion.database import duckdb
from shared.quoting import identifier

_MOST_ROWS = 20_000
_LEAST_EMPTY = 0.3
_OUTER = 3
"""Labels of groups stand in so many columns at the left."""
_LEAST_GROUPS, _LEAST_ROWS = 3, 12
"""In fewer, the values of another column may rise and fall so by chance."""


def with_labels_of_groups(
    con: duckdb.DuckDBPyConnection, choices: Sequence[Choice]
) -> tuple[tuple[Choice, ...], tuple[Repair, ...]]:
    """Gives each row of table `data` the label of its group where another column proves that it is written once: its
    values rise within each group, and begin anew where a label stands and nowhere else."""
    filled, told = list(choices), list[Repair]()
    counted = con.execute("SELECT count(*) FROM data").fetchone()
    if not counted or counted[0] > _MOST_ROWS:
        return tuple(choices), ()
    for at, choice in enumerate(choices[:_OUTER]):
        others = [other for other in choices[at + 1 :] if choice.type == "text" and other.type != "boolean"]
        empty = _written_once(con, choice) if others else 0
        proof = next((other for other in others if empty and _begins_anew(con, choice, other)), None)
        if proof:
            _fill(con, choice)
            filled[at] = choice._replace(tally=None)
            detail = (
                f"Column {choice.name} is written once for each group of rows, in which {proof.name} begins anew; "
                f"{empty:,} row(s) got the label above them."
            )
            told.append(Repair(kind="other", detail=detail, column=choice.name, rows=empty, doubt=True))
    return tuple(filled), tuple(told)


def _written_once(con: duckdb.DuckDBPyConnection, choice: Choice) -> int:
    """How many rows have no label, where many have none, the first has one, and several differ; else 0."""
    label = identifier(choice.name)
    found = con.execute(
        f"SELECT count(*), count({label}), count(DISTINCT {label}), "
        f"count(*) FILTER (rowid = (SELECT min(rowid) FROM data) AND {label} IS NOT NULL) FROM data"
    ).fetchone()
    rows, labelled, distinct, opened = found or (0, 0, 0, 0)
    once = (
        rows >= _LEAST_ROWS
        and opened
        and labelled >= _LEAST_GROUPS
        and distinct > 1
        and rows - labelled >= _LEAST_EMPTY * rows
    )
    return rows - labelled if once else 0


def _begins_anew(con: duckdb.DuckDBPyConnection, choice: Choice, other: Choice) -> bool:
    """Whether the other column, known on every row, does not rise where there is a label, and does elsewhere. Texts
    rise in the order in which they are first written."""
    label, value = identifier(choice.name), identifier(other.name)
    ranked = (
        f"CASE WHEN {value} IS NOT NULL THEN min(rowid) OVER (PARTITION BY {value}) END"
        if other.type == "text"
        else value
    )
    steps = (
        f"SELECT {label} IS NOT NULL AS labelled, value IS NULL AS unknown, value <= lag(value) OVER (ORDER BY rowid) "
        f"AS anew FROM (SELECT rowid, {label}, {ranked} AS value FROM data)"
    )
    row = con.execute(f"SELECT count(*) FILTER (unknown OR labelled <> coalesce(anew, true)) FROM ({steps})").fetchone()
    return row is not None and row[0] == 0


def _fill(con: duckdb.DuckDBPyConnection, choice: Choice) -> None:
    label = identifier(choice.name)
    con.execute(
        f"UPDATE data SET {label} = above.label FROM (SELECT rowid AS at, last_value({label} IGNORE NULLS) "
        "OVER (ORDER BY rowid) AS label FROM data) AS above WHERE data.rowid = above.at"
    )


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
