"""What a query gives, worked out plainly from the docstrings of its types: the reading that SQL is compared with.

It shares no code with the SQL reading but the types themselves. Slow and obvious is right here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from shared.contracts import DatasetProfile
from shared.query.query import Figures, Having, Ranking, Rows, figure_at, group_at, output_names
from tests.shared.query.pandas_across import across
from tests.shared.query.pandas_cells import OPERATORS, Kind, Sheet, ascending, in_order, sheet, table_sheet
from tests.shared.query.pandas_conditions import where_met
from tests.shared.query.pandas_derived import with_derived
from tests.shared.query.pandas_groupings import Key, key_order, kind_of, parted
from tests.shared.query.pandas_lookups import Others, matches, sheets, with_looked_up
from tests.shared.query.pandas_measures import Measuring
from tests.shared.query.pandas_statistics import require_numbers


@dataclass(frozen=True)
class Result:
    """Columns by name and rows in the query's order: Python's int, float, str and bool; dates as `datetime.date`,
    timestamps as `datetime.datetime` without a zone; None where empty."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def read(query: Figures | Rows, frame: pd.DataFrame, table: DatasetProfile, others: Others = ()) -> Result:
    """The result of a query of the table. `frame` has the table's rows, the columns typed as the profile says, or as
    objects; NaN, NaT and None are empty cells. `others` are those that it may look up columns of, frames and profiles.
    Raises NotMeant where the query is not one for this table."""
    found = _result(query, table_sheet(frame, table), sheets(others))
    return Result(tuple(found.kinds), tuple(found.frame.itertuples(index=False, name=None)))


def rows_used(query: Figures | Rows, frame: pd.DataFrame, table: DatasetProfile, others: Others = ()) -> int:
    """How many rows of the table took part: those that meet `where` and have a group. What having, a ranking or a limit
    leave out afterwards took part. Of a query over a query it is the innermost, which reads the table, that counts."""
    while query.source is not None:
        query = query.source
    rows = with_derived(
        query.derived, with_looked_up(query.lookups, _read(query, table_sheet(frame, table)), sheets(others))
    )
    selected = np.flatnonzero(where_met(query.where, rows)).tolist()
    if isinstance(query, Rows) or not query.groups:
        return len(selected)
    return sum(len(group) for group in parted(query.groups, rows, selected).values())


def rows_repeated(query: Figures | Rows, frame: pd.DataFrame, table: DatasetProfile) -> int:
    """How many rows of the table a query of it leaves out because they repeat another one."""
    source = table_sheet(frame, table)
    return len(source) - len(_read(query, source))


def shares_matched(
    query: Figures | Rows, frame: pd.DataFrame, table: DatasetProfile, others: Others
) -> list[tuple[float, float]]:
    """For each lookup of a query of the table: how many of the rows that it reads found one row, and how many several,
    in percent; nothing of no rows. Figures are found of any number of rows."""
    rows = _read(query, table_sheet(frame, table))
    counts = [matches(at, query.lookups, rows, sheets(others)) for at in range(len(query.lookups))]
    counts = [
        [min(many, 1) if one.measures else many for many in found]
        for found, one in zip(counts, query.lookups, strict=True)
    ]
    return [
        (100 * sum(one == 1 for one in found) / len(found), 100 * sum(one > 1 for one in found) / len(found))
        for found in counts
        if found
    ]


def _result(query: Figures | Rows, table: Sheet, others: Mapping[str, Sheet]) -> Sheet:
    source = table if query.source is None else _result(query.source, table, others)
    rows = with_derived(query.derived, with_looked_up(query.lookups, _read(query, source), others))
    return _figures(query, rows) if isinstance(query, Figures) else _rows(query, rows)


def _read(query: Figures | Rows, source: Sheet) -> Sheet:
    """The rows of the source, with `distinct_rows` the first of those that are equal in every column."""
    if not query.distinct_rows:
        return source
    seen = dict.fromkeys(source.frame.itertuples(index=False, name=None))
    cells = {name: [row[place] for row in seen] for place, name in enumerate(source.kinds)}
    return sheet(cells, source.kinds)


# ---- figures -----------------------------------------------------------------------------------------------------


def _figures(query: Figures, rows: Sheet) -> Sheet:
    met = where_met(query.where, rows)
    measuring = Measuring(rows, met)
    selected = np.flatnonzero(met).tolist()
    parts = parted(query.groups, rows, selected, query.derived)
    groups: dict[Key, list[int]] = parts if query.groups else {(): selected}
    keys = list(groups)
    figures = [[measuring.figure(one, group) for group in groups.values()] for one in query.measures]
    looked_at = [(one, figures[figure_at(query, one.measure)]) for one in query.across]
    figures += [across(one, query, keys, figure) for one, figure in looked_at]

    shown = list(range(len(keys)))
    for having in query.having:
        if isinstance(having.measure, int | str):
            figure = figures[figure_at(query, having.measure)]
        else:
            figure = [measuring.figure(having.measure, group) for group in groups.values()]
        shown = [place for place in shown if _has(having, figure[place])]
    if query.ranking:
        shown = _ranked(query, query.ranking, keys, figures, shown)

    columns = [[key[place].value for key in keys] for place in range(len(query.groups))] + figures
    kinds: list[Kind] = [kind_of(one, rows) for one in query.groups] + [measuring.kind(one) for one in query.measures]
    kinds += ["number" for _ in query.across]
    names = output_names(query)
    cells = {name: [column[place] for place in shown] for name, column in zip(names, columns, strict=True)}
    return sheet(cells, dict(zip(names, kinds, strict=True)))


def _has(having: Having, figure: Any) -> bool:
    require_numbers([figure])
    return figure is not None and OPERATORS[having.operator](figure, having.value)


def _ranked(
    query: Figures, ranking: Ranking, keys: list[Key], figures: list[list[Any]], groups: list[int]
) -> list[int]:
    """The groups (by place, in ascending order) that the ranking keeps, in its order."""
    by = figures[figure_at(query, ranking.by)]
    within = sorted(group_at(query, reference) for reference in ranking.within)
    parts: dict[Key, list[int]] = {}
    for group in groups:
        parts.setdefault(tuple(keys[group][place] for place in within), []).append(group)
    kept: list[int] = []
    for _, part in sorted(parts.items(), key=lambda one: key_order(one[0])):
        kept += _cut(ranking, in_order(part, by.__getitem__, descending=ranking.descending), by)
    return kept


def _cut(ranking: Ranking, groups: list[int], by: list[Any]) -> list[int]:
    """What the ranking keeps of groups in its order."""
    last = len(groups) if ranking.limit is None else ranking.offset + ranking.limit
    if not ranking.ties:
        return groups[ranking.offset : last]
    in_turn = [by[group] for group in groups]
    return [group for group in groups if ranking.offset < 1 + in_turn.index(by[group]) <= last]


# ---- rows --------------------------------------------------------------------------------------------------------


def _rows(query: Rows, rows: Sheet) -> Sheet:
    selected = np.flatnonzero(where_met(query.where, rows)).tolist()
    columns = query.columns or tuple(rows.kinds)
    cells = {name: rows.cells(name) for name in (*columns, *(one.column for one in query.order))}
    ordered = sorted(selected, key=lambda row: [ascending(cells[name][row]) for name in columns])
    for one in reversed(query.order):
        ordered = in_order(ordered, cells[one.column].__getitem__, descending=one.descending)
    shown = ordered[query.offset : query.offset + query.limit] if query.limit else ordered
    return sheet(
        {name: [cells[name][row] for row in shown] for name in columns}, {name: rows.kinds[name] for name in columns}
    )
