"""The result of a query in sentences: each figure by its name, its group, and as it is shown."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from shared.analysis.wording import entity_noun
from shared.contracts import Fact, QueryResult, Scalar, is_number
from shared.query.bound import BoundQuery, TableColumn
from shared.query.groupings import ByColumn
from shared.query.query import Figures
from shared.query.semantics import ProfileSemantics
from shared.query.units import figure_of_years, of_years
from shared.query.words import values as v
from shared.query.words.groups import group
from shared.query.words.measures import figure, of_inner
from shared.query.words.phrases import Naming
from shared.query.words.verbalise import scope_words, verbalise
from shared.table.names import spoken
from shared.table.units import without_unit

MOST_TOLD: Final = 8
"""Groups or rows that are told; the result holds the others."""


class SpokenNaming(Naming):
    """How the columns and rows of a query are called to a person: groups of a query by what there is one of each."""

    exact: ClassVar[bool] = False

    @property
    def rows(self) -> str:
        """Several rows: customers, where each row of the query below is one customer."""
        source = self.bound.source
        if source is None or not isinstance(source.query, Figures) or not isinstance(self.bound.query, Figures):
            return super().rows
        told_apart = {one.column for one in self.bound.query.groups}
        left = [one for one in source.query.groups if one.column not in told_apart]
        if len(left) != 1 or not isinstance(left[0], ByColumn):
            return super().rows
        own = next((one for one in self.bound.table.columns if one.name == left[0].column), None)
        return entity_noun(own) if own else super().rows

    def may_lack(self, name: str) -> bool:
        """Whether cells of the column may be empty: of the table's own, whether any are."""
        column = self.bound.columns[name]
        return not isinstance(column, TableColumn) or column.profile.nulls > 0

    def figured(self, name: str) -> str:
        """A column's words without the unit that they end with, since its figures carry that."""
        column = self.bound.columns[name]
        if not isinstance(column, TableColumn):
            return super().figured(name)
        named = self.bound.table.column(column.name)
        short = without_unit(named, self.bound.table.columns)
        return super().figured(name) if short == spoken(named) else short


def spoken_naming(bound: BoundQuery) -> SpokenNaming:
    """How the columns and rows of a query are called to a person."""
    return SpokenNaming(bound, ProfileSemantics(bound.table), of_inner)


def summary(bound: BoundQuery, result: QueryResult, facts: Sequence[Fact]) -> Iterator[str]:
    """What was computed and what came out, in a sentence or more; `facts` are those of the result."""
    if not isinstance(bound.query, Figures):
        yield _rows(bound, result, facts)
    elif bound.query.groups:
        yield from _groups(bound, bound.query, result, facts)
    else:
        yield " ".join(fact.text for fact in facts)


def _groups(bound: BoundQuery, query: Figures, result: QueryResult, facts: Sequence[Fact]) -> Iterator[str]:
    naming = spoken_naming(bound)
    names = {
        output.name: figure(place, query, naming).text
        for place, output in enumerate(bound.outputs[len(query.groups) :])
    }
    years = {name for place, name in enumerate(names) if figure_of_years(place, bound)}
    texts = {output.name for output in bound.outputs if output.type == "text"}
    lines = []
    for row, cells in enumerate(result.rows[:MOST_TOLD]):
        groups = [group(one, cells[at], naming, named=len(query.groups) > 1) for at, one in enumerate(query.groups)]
        own = [fact for fact in facts if fact.cells[0].row == row]
        of = ((fact, fact.cells[0].column) for fact in own)
        told = [(names[name], figure_of(fact, year=name in years, text=name in texts)) for fact, name in of]
        shown = [figure if len(names) == 1 else f"{name} {figure}" for name, figure in told]
        lines.append(f"{v.listed(groups)}: {'; '.join(shown)}" if shown else f"{v.listed(groups)}: unknown")
    left = result.row_count - len(lines)
    if len(names) == 1:
        more = f"; and {left:,} more" if left > 0 else ""
        yield f"{_capital(verbalise(bound, naming))}: {'; '.join(lines)}{more}."
    else:
        yield f"{lines[0]} ({scope_words(bound, naming)})."
        yield from (f"{line}." for line in lines[1:])
        yield from (f"And {left:,} more." for _ in range(left > 0))


def _rows(bound: BoundQuery, result: QueryResult, facts: Sequence[Fact]) -> str:
    shown = [_cells(bound, row) for row in result.rows[:MOST_TOLD]]
    left = result.row_count - len(shown)
    more = f"; and {left:,} more" if left > 0 else ""
    return f"{_capital(verbalise(bound, spoken_naming(bound)))}: {'; '.join(shown)}{more}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cells(bound: BoundQuery, row: Sequence[Scalar]) -> str:
    told = [
        v.value(cell, one.type, v.YEAR if of_years(one) else None)
        for one, cell in zip(bound.outputs, row, strict=False)
        if cell is not None
    ]
    return ", ".join(told)


def figure_of(fact: Fact, *, year: bool = False, text: bool = False) -> str:
    """A fact's figure as it is shown; `year` where it is one of years, `text` where it is one of texts."""
    if is_number(fact.value):
        return v.figure(fact.value, v.YEAR if year else fact.unit, fact.decimals or 0)
    if isinstance(fact.value, str):
        return v.text(fact.value) if text else v.time(fact.value)
    return str(fact.value)
