"""What a sentence says of a query, and what a query itself says: the same structure, so that the two can be compared.

All parts are nested tuples that begin with their kind: ("statistic", "sum", column). Columns are
("column", name, type), ("looked_up", its name, dataset, pairs of a column and a key's name, type), ("found_figure",
figure, dataset, pairs), ("result", grouping
or figure of the inner query), or derived ones by how they are made, such as
("calculation", "+", left, right); ("anew", column) is made as a column of the source is, but of this query's rows.
Names that a query gives to figures and derived columns are not said, and not here.
Values are ("number", 5), ("text", "West"), ("flag", True) or ("time", datetime).
"""

from dataclasses import dataclass
from typing import Any, Optional

Part = tuple[Any, ...]
ALL_COLUMNS: Part = ("all",)


@dataclass(frozen=True)
class Recovered:
    """A query as its sentence tells it.

    `kind` is "figures" or "rows"; `where` the conditions that all must be met; `having` triples of figure, operator and
    number; `ranking` of figures what it is by, descending, limit, offset, within, ties; `columns` of rows the columns
    shown (ALL_COLUMNS first where all of the source are); `order` pairs of column and descending; `distinct_rows`
    whether repeated rows count once; `over` the query that this one is over.
    """

    kind: str
    figures: tuple[Part, ...] = ()
    across: tuple[Part, ...] = ()
    groups: tuple[Part, ...] = ()
    where: tuple[Part, ...] = ()
    having: tuple[Part, ...] = ()
    ranking: Part | None = None
    columns: tuple[Part, ...] = ()
    order: tuple[Part, ...] = ()
    limit: int | None = None
    offset: int = 0
    distinct_rows: bool = False
    over: Optional["Recovered"] = None


def plain_type(type_: str) -> str:
    """A type of a table's column as readings call it: number, text, flag, date or timestamp."""
    return {"integer": "number", "boolean": "flag"}.get(type_, type_)


def family(type_: str) -> str:
    """`time` for dates and timestamps, any other type itself."""
    return "time" if type_ in ("date", "timestamp") else type_


def type_of(column: Part) -> str:
    """The type of a column's cells."""
    kind = column[0]
    if kind in ("column", "looked_up"):
        return str(column[-1])
    if kind in ("filled", "anew"):
        return type_of(column[1])
    if kind == "filled_by":
        own, other = type_of(column[1]), type_of(column[2])
        return own if own == other else "timestamp"
    if kind in ("result", "found_figure"):
        return _result_type(column[1])
    return "text" if kind in ("bucket", "recode", "tier", "lower") else "number"


def _result_type(part: Part) -> str:
    kind = part[0]
    if kind == "by_column":
        return type_of(part[1])
    if kind == "by_time":
        return "timestamp" if part[2] == "hour" else "date"
    if kind == "filtered":
        return _result_type(part[1])
    if kind == "statistic" and part[1] in ("min", "max"):
        return type_of(part[2])
    return "text" if kind == "by_edges" else "number"


def results(query: Recovered, source: tuple[Part, ...]) -> tuple[Part, ...]:
    """The columns that a query over this one has. `source` are those that this one has."""
    if query.kind == "rows":
        shown = query.columns or (ALL_COLUMNS,)
        return tuple(column for one in shown for column in (source if one == ALL_COLUMNS else (one,)))
    return tuple(("result", one) for one in (*query.groups, *query.figures, *query.across))
