"""An analysis that applies statistics to what the query language gives: columns of it, handed over whole."""

from abc import abstractmethod
from typing import ClassVar

from shared.analysis.base import Applied, Findings
from shared.analysis.facts import Facts
from shared.analysis.plain import PlainAnalysis
from shared.analysis.queried_table import scope_of
from shared.contracts import DatasetProfile, Fact, QueryResult
from shared.errors import ForfeitException
from shared.query.bound import BoundQuery
from shared.query.conditions import Conditions
from shared.query.query import Figures
from shared.query.semantics import ProfileSemantics
from shared.query.units import column_unit, figure_unit
from shared.query.words.conditions import clauses
from shared.query.words.verbalise import naming_of
from shared.statistics.requests import Procedure
from shared.table.names import spoken


class StatisticalAnalysis(PlainAnalysis):
    """Says which columns it needs, as values of the query language, and which statistics are applied to them. The
    tables of these follow the results of its queries, so `STATISTIC` is the first where it has one query."""

    typed = True
    takes_source = True

    def statistics(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[Applied, ...]:
        purpose = f"{self.purpose(table)}{self.scoped(table)}"
        return tuple(Applied(procedure=one, purpose=purpose) for one in self.procedures(table))

    @abstractmethod
    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        """The statistics that are applied to the columns of its first query."""

    @abstractmethod
    def purpose(self, table: DatasetProfile) -> str:
        """What they are for, as a noun phrase that begins with a capital and names no condition."""

    @abstractmethod
    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        """What the statistics say."""

    def scoped(self, table: DatasetProfile) -> str:
        """The query's conditions as the end of a name: ", for orders in March 2025"; empty without any."""
        return scope(self.bound(table)[0])

    headline: ClassVar[tuple[str, ...]] = ()
    """The columns of the figures that answer: their facts come first, in this order, before counts and tests."""

    def told(self, facts: Facts) -> tuple[Fact, ...]:
        """The facts, the headline first, numbered."""
        ranks = {column: at for at, column in enumerate(self.headline)}
        made = sorted(facts.all(), key=lambda one: min(ranks.get(cell.column, len(ranks)) for cell in one.cells))
        return tuple(fact.model_copy(update={"id": f"f{at}"}) for at, fact in enumerate(made, start=1))

    def facts(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Facts:
        """Where its facts are collected: each says the conditions."""
        return Facts(results, self.scoped(table))


def the_other(table: DatasetProfile, one: str, wanted: str) -> str:
    """The only other measure of a table. Raises ForfeitException where there is none, or more than one."""
    others = [column for column in table.having("measure") if column.numeric and column.name != one]
    if len(others) != 1:
        there = f"there are several: {', '.join(spoken(other) for other in others[:6])}" if others else "there is none"
        raise ForfeitException(
            f"The question names one measure and no second one {wanted}, and {there}",
            (f"Looked for a second measure in {table.file_name}",),
            "Name both measures.",
            "not_in_data",
        )
    return others[0].name


def chance(facts: Facts, name: str, column: str, *, row: int = 0, query: int = 1) -> str:
    """A p-value in words: "p = 0.012"."""
    shown = facts.add(f"p-value of {name}", column=column, row=row, query=query)
    return "p ≈ 0" if shown == "0" else f"p = {shown}"


STATISTIC = 1
"""The place of the first table of a statistic among the results, where there is one query."""


def scope(bound: BoundQuery, met: Conditions | None = None) -> str:
    """The conditions of a query, or other ones of its table, behind a name: ", for orders in March 2025"; empty where
    there are none. What the table was itself computed of comes first."""
    naming, where = naming_of(bound), bound.query.where if met is None else met
    return scope_of(bound.table) + (f", for {naming.rows} {clauses(where, naming)}" if where else "")


def unit_at(bound: BoundQuery, place: int = 0) -> str | None:
    """The unit of a figure of a query, counted through its measures; of a column, in a query of rows."""
    known = ProfileSemantics(bound.table)
    if isinstance(bound.query, Figures):
        return figure_unit(place, bound, known)
    return column_unit(bound.outputs[place], known)


def sampled(result: QueryResult) -> str:
    """A sentence saying that the statistic rests on a sample of the rows; empty where it had all of them."""
    typed = result.typed
    if typed is None or not typed.sampled:
        return ""
    return f"Computed from a random sample of {typed.rows:,} of {typed.total:,} rows (the same sample each time)."
