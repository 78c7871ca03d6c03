"""What a figure is a figure of: rows there, rows used, rows left out and why; groups shown of groups there.

For every figure, used + left out = rows of its source, which are the table's, or the groups or rows of an inner query.
"""

from typing import Literal

from shared.contracts import Contract, QueryResult
from shared.query.base import RESERVED
from shared.query.check import BoundQuery
from shared.query.measures import RowCount
from shared.query.query import Figures, figure_at
from shared.query.semantics import Semantics
from shared.query.sql.figures import GROUPED, GROUPS, ROWS, SELECTED, SOURCE, account_name
from shared.query.sql.measures import taken
from shared.query.verbalise import naming_of
from shared.query.words import values as v

Why = Literal["condition", "no_group", "other_group", "own_condition", "unreadable", "empty"]
"""Why a row is left out: it does not meet the query's conditions; its group cell is empty; it is in another group; it
does not meet the figure's own conditions; its text is no number; its cell is empty (or, for a figure of groups, it has
no group there)."""


class LeftOut(Contract):
    """Rows that are left out for one reason."""

    why: Why
    rows: int


class Completeness(Contract):
    """What one aggregate of one figure is taken of. `column` is None where it counts rows; `left_out` has the reasons
    for which there are any rows."""

    column: str | None
    there: int
    used: int
    left_out: tuple[LeftOut, ...]

    def without(self, why: Why) -> int:
        """How many rows are left out for that reason."""
        return sum(one.rows for one in self.left_out if one.why == why)


class Extent(Contract):
    """How much of a result is shown: its groups (or rows), those that there are, and whether any were cut off, by the
    query's own limit or by the cap on results."""

    shown: int
    there: int
    cut: bool


def completeness(bound: BoundQuery, result: QueryResult, row: int, place: int) -> tuple[Completeness, ...]:
    """What the figure at `place` (counted through measures and across) of a row of the result is taken of: one for each
    aggregate that it is made of. Raises LookupError for a row that the result does not have."""
    query = bound.query
    if not isinstance(query, Figures):
        return ()
    cells = dict(zip(result.columns, result.rows[row], strict=True))
    if place >= len(query.measures):
        place = figure_at(query, query.across[place - len(query.measures)].measure)

    def count(name: str) -> int:
        value = cells.get(name)
        return int(value) if isinstance(value, int | float) else 0

    made: list[Completeness] = []
    for part, one in enumerate(taken(query.measures[place])):
        met, used, unreadable = (count(account_name(what, place, part)) for what in ("met", "used", "unreadable"))
        counts: dict[Why, int] = {
            "condition": count(SOURCE) - count(SELECTED),
            "no_group": count(SELECTED) - count(GROUPED),
            "other_group": count(GROUPED) - count(ROWS),
            "own_condition": count(ROWS) - met,
            "unreadable": unreadable,
            "empty": met - used - unreadable,
        }
        left = tuple(LeftOut(why=why, rows=rows) for why, rows in counts.items() if rows)
        column = None if isinstance(one.leaf, RowCount) else one.leaf.column
        made.append(Completeness(column=column, there=count(SOURCE), used=used, left_out=left))
    return tuple(made)


def extent(bound: BoundQuery, result: QueryResult) -> Extent:
    """How much of what there is the result shows."""
    name = GROUPS if isinstance(bound.query, Figures) else SELECTED
    shown = len(result.rows)
    there = result.rows[0][result.columns.index(name)] if result.rows and name in result.columns else 0
    total = int(there) if isinstance(there, int | float) else 0
    return Extent(shown=shown, there=total, cut=result.truncated or total > shown)


def told(bound: BoundQuery, result: QueryResult, semantics: Semantics | None = None) -> str:
    """What matters of it in one short line, for the whole result; empty where nothing does.

    "3 of 120 orders have no known revenue and are left out; 5 of 12 groups are shown."
    """
    query, naming = bound.query, naming_of(bound, semantics)
    said: dict[str, None] = {}
    for place in range(len(query.measures) if isinstance(query, Figures) else 0):
        accounts = [completeness(bound, result, row, place) for row in range(len(result.rows))]
        for parts in zip(*accounts, strict=True):
            column = parts[0].column
            name = naming.column(column).whole if column else ""
            reasons: dict[Why, str] = {
                "empty": f"have no known {name}",
                "unreadable": f"have a {name} that is no number",
            }
            for why, words in reasons.items():
                rows = sum(one.without(why) for one in parts)
                if rows and column:
                    said[f"{v.number(rows)} of {v.number(parts[0].there)} {naming.rows} {words} and are left out"] = (
                        None
                    )
    shown = extent(bound, result)
    if shown.cut:
        what = "groups" if isinstance(query, Figures) else naming.rows
        said[f"{v.number(shown.shown)} of {v.number(shown.there)} {what} are shown"] = None
    return v.sentence("; ".join(said)) if said else ""


def asked_columns(result: QueryResult) -> tuple[str, ...]:
    """The columns of a result that were asked for, without the reserved ones."""
    return tuple(name for name in result.columns if not name.startswith(RESERVED))
