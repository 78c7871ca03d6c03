"""The rows of a result as facts: each figure with its name, unit, digits, cell, and a sentence."""

from collections.abc import Sequence

from shared.contracts import Cell, ColumnType, Fact, QueryResult, Scalar
from shared.query.bound import BoundQuery
from shared.query.completeness import completeness
from shared.query.query import Figures
from shared.query.units import column_unit, figure_of_years, figure_unit, of_years
from shared.query.words import values as v
from shared.query.words.groups import group
from shared.query.words.phrases import Naming
from shared.query.words.verbalise import figure_words, naming_of, verbalise
from shared.table.nouns import doing


def facts(bound: BoundQuery, result: QueryResult, naming: Naming | None = None, *, query: int = 0) -> tuple[Fact, ...]:
    """A fact for each figure of each row of the result, in their order; none for an empty figure.

    `result` is that of the compiled query, and `query` its place among the queries of the response. Of a query of rows
    the facts are the numbers of the columns shown.
    """
    naming = naming or naming_of(bound)
    if isinstance(bound.query, Figures):
        found = _of_figures(bound, bound.query, result, naming, query)
    else:
        found = _of_rows(bound, result, naming, query)
    return tuple(fact.model_copy(update={"id": f"f{at + 1}"}) for at, fact in enumerate(found))


def _of_figures(bound: BoundQuery, asked: Figures, result: QueryResult, naming: Naming, query: int) -> list[Fact]:
    made: list[Fact] = []
    outputs = bound.outputs[len(asked.groups) :]
    units = [figure_unit(place, bound, naming.semantics) for place in range(len(outputs))]
    years = [figure_of_years(place, bound) for place in range(len(outputs))]
    names = [figure_words(bound, place, naming, group=_MARK if asked.groups else "") for place in range(len(outputs))]
    for row, cells in enumerate(result.rows):
        label = _label(asked, cells, naming)
        for place, output in enumerate(outputs):
            cell = Cell(query=query, row=row, column=output.name)
            fact = _fact(
                names[place].replace(_MARK, label),
                cells[len(asked.groups) + place],
                units[place],
                cell,
                type_=output.type,
                year=years[place],
            )
            counted = completeness(bound, result, row, place) if fact else None
            made += [fact.model_copy(update={"completeness": counted})] if fact else []
    return made


_MARK = "\ufffc"
"""Stands for the group in a name until it is known: it is the same for every row but for the group."""


def _label(asked: Figures, cells: Sequence[Scalar], naming: Naming) -> str:
    """Which group a row is of: "West and March 2025"; empty without groups."""
    named = len(asked.groups) > 1
    said = [group(one, cells[at], naming, named=named) for at, one in enumerate(asked.groups)]
    return v.listed(said) if said else ""


def _of_rows(bound: BoundQuery, result: QueryResult, naming: Naming, query: int) -> list[Fact]:
    """Each number of each row, called by the row's texts and times."""
    made: list[Fact] = []
    whole = verbalise(bound, naming)
    for row, cells in enumerate(result.rows):
        told = [
            v.value(cell, one.type)
            for one, cell in zip(bound.outputs, cells, strict=False)
            if isinstance(cell, str) and one.kind in ("text", "time")
        ]
        label = f" of {v.listed(told[:3])}" if told else ""
        for at, one in enumerate(bound.outputs):
            if one.kind == "number":
                cell_of = Cell(query=query, row=row, column=one.name)
                name = f"{naming.phrase(one).whole}{label}, row {row + 1} of {whole}"
                fact = _fact(name, cells[at], column_unit(one, naming.semantics), cell_of, year=of_years(one))
                made += [fact] if fact else []
    return made


def _fact(
    name: str, value: Scalar, unit: str | None, cell: Cell, *, type_: ColumnType = "number", year: bool = False
) -> Fact | None:
    """A fact of one cell, which may hold a year; None where it is empty."""
    if value is None:
        return None
    if isinstance(value, str | bool):
        shown = v.time(value) if isinstance(value, str) and type_ != "text" else v.value(value, type_)
        return Fact(id="", name=name, value=value, text=v.sentence(f"the {name} {doing(name)} {shown}"), cells=(cell,))
    decimals = v.decimals(value, unit)
    text = v.sentence(f"the {name} {doing(name)} {v.figure(value, v.YEAR if year else unit, decimals)}")
    return Fact(id="", name=name, value=value, unit=unit, decimals=decimals, text=text, cells=(cell,))
