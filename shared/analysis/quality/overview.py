"""What is in a table: how many rows, which columns, the period it covers, its totals and its largest groups."""

from collections.abc import Iterator
from typing import Final

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.bound_analysis import number_of_rows
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.metrics import Metric, Ordering
from shared.contracts import Cell, ColumnProfile, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.contracts.dataset import Repair
from shared.errors import ForfeitException
from shared.query.groupings import ByColumn
from shared.query.words.values import days, listed, sentence
from shared.table.additivity import is_clock
from shared.table.names import spoken, tokens
from shared.table.nouns import counted

_MOST_FIGURES: Final = 4
_MOST_GROUPED: Final = 2
_MOST_GROUPS: Final = 60
_MOST_DOUBTS: Final = 3
_MOST_READ: Final = 8


class Overview(Analysis):
    """Describes a table: rows, columns and their kinds, the time it covers, totals or averages of its measures, which
    group leads by the first of them, which cells are empty, and how cells were read."""

    least = 1
    as_entered = True
    examples = ("Describe the data", "Which columns are there?", "What is in this file?")

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return (
            sql.planned(number_of_rows(table, "rows"), "Number of rows"),
            *(query for part in _parts(table) for query in part.queries(table)),
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        rows, columns = int(results[0].rows[0][0] or 0), counted(len(table.columns), "column", "columns")
        facts = [
            Fact(
                id="f1", name="number of rows", value=rows, text=f"The table has {counted(rows, 'row', 'rows')}.",
                cells=(Cell(query=0, row=0, column="rows"),),
            ),
            Fact(id="f2", name="number of columns", value=len(table.columns), text=f"The table has {columns}."),
        ]  # fmt: skip
        told: list[str] = []
        for at, found in _found(table, results):
            told.append(found.summary)
            facts += [_moved(fact, at, len(facts) + number) for number, fact in enumerate(found.facts, start=1)]
        facts += [fact.model_copy(update={"id": f"f{at}"}) for at, fact in enumerate(_known(table), len(facts) + 1)]
        return Findings(
            summary=f"The file {table.file_name} has {counted(rows, 'row', 'rows')} and {columns}.",
            facts=tuple(facts),
            findings=(*described(table), *told, *_empty(table), *_read(table)),
            visualization_hint="table",
        )


def _parts(table: DatasetProfile) -> tuple[Aggregate, ...]:
    """What is computed of the table itself: its measures over all rows, and who leads by the first of them."""
    own = [one for one in table.having("measure") if not (is_clock(one) or _numbers_rows(one, table))]
    measures = sorted(own, key=lambda one: (not one.money, one.default_aggregate != "sum"))
    shown = measures[:_MOST_FIGURES]
    if not shown:
        return ()
    groups = [one for one in table.having("dimension") if 1 < one.distinct <= _MOST_GROUPS]
    plain = tuple(_figure(one) for one in shown if not one.in_currencies)
    parts = [
        *([Aggregate(metrics=plain)] if plain else []),
        *(_of(one, Aggregate(metrics=(_figure(one),))) for one in shown if one.in_currencies),
        *(_of(shown[0], _leading(shown[0], group)) for group in groups[:_MOST_GROUPED]),
    ]
    return tuple(part for part in parts if part is not None and part.plannable(table))


def _leading(column: ColumnProfile, group: ColumnProfile) -> Aggregate:
    groups = (ByColumn(column=group.name),)
    return Aggregate(metrics=(_figure(column),), groups=groups, ordering=Ordering(limit=1), entity=True)


def _of(column: ColumnProfile, part: Aggregate) -> Aggregate | None:
    """The part, for amounts in several currencies of each by itself; none where it is grouped by them already."""
    return part.apart(column.unit_column) if column.in_currencies and column.unit_column else part


def _numbers_rows(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether whole numbers are those of what a row is: flight, in a table of flights."""
    return column.type == "integer" and tokens(column.name) == (table.semantic.entity_name,)


def _figure(column: ColumnProfile) -> Metric:
    return Metric(function=column.default_aggregate, column=column.name)


def _found(table: DatasetProfile, results: tuple[QueryResult, ...]) -> Iterator[tuple[int, Findings]]:
    """What each part says, with the place of its query; one that has nothing to say is left out."""
    for at, part in enumerate(_parts(table), start=1):
        try:
            yield at, part.findings(table, (results[at],))
        except ForfeitException:
            continue


def _moved(fact: Fact, query: int, number: int) -> Fact:
    """The fact of a part as one of the overview's."""
    cells = tuple(cell.model_copy(update={"query": query}) for cell in fact.cells)
    return fact.model_copy(update={"id": f"f{number}", "cells": cells})


def described(table: DatasetProfile) -> list[str]:
    """The columns by what they are used for, and the time that the table covers."""
    roles = ("measure", "dimension", "time", "id", "text", "vector")
    kinds = zip(roles, ("Measures", "To group by", "Times", "Ids", "Texts", "Vectors"), strict=True)
    lines = []
    for role, title in kinds:
        names = [spoken(column) for column in table.columns if column.role == role]
        if names:
            lines.append(f"{title}: {listed(names)}.")
    times = [column for column in table.columns if column.temporal and column.minimum is not None]
    ranges = [sentence(f"{spoken(one)} runs from {days(str(one.minimum), str(one.maximum))}") for one in times]
    return lines + ranges


def _empty(table: DatasetProfile) -> list[str]:
    """The columns that have empty cells, with how many."""
    empty = [f"{spoken(one)} {one.nulls:,}" for one in table.columns if one.nulls]
    return [f"Empty cells: {listed(empty)}."] if empty else []


def _read(table: DatasetProfile) -> list[str]:
    """What of the file could be read in another way, and how cells were read; a doubt is told with what it concerns,
    but for one of how labels are written."""
    ambiguous = [one.detail for one in table.ambiguities[:_MOST_DOUBTS]]
    return [*ambiguous, *(one.detail for one in _readings(table))]


def _readings(table: DatasetProfile) -> list[Repair]:
    return [one for one in table.repairs if one.column and (one.values or not one.doubt)][:_MOST_READ]


def _known(table: DatasetProfile) -> Iterator[Fact]:
    """The figures of these lines, which the profile knows: no query gives them. Their ids are still to be given."""
    for column in table.columns:
        if column.nulls:
            told = f"{spoken(column)} has {counted(column.nulls, 'empty cell', 'empty cells')}."
            yield Fact(id="", name=f"empty cells of {spoken(column)}", value=column.nulls, text=sentence(told))
    for one in _readings(table):
        if one.rows:
            yield Fact(id="", name=f"cells of {one.column} written otherwise", value=one.rows, text=one.detail)
