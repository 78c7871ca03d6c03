"""How each entity stands among all, or among its peers: against their average, by rank and by percentile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Applied, Findings
from shared.analysis.benchmarks.beyond_chance import Compared, rows_to_test, tests_of, with_chance
from shared.analysis.conditions import Filter
from shared.analysis.entities.entity_analysis import Drawn, EntityAnalysis, SelectSteps
from shared.analysis.entities.whom import Worth, whom
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension, Filters, Measure
from shared.analysis.wording import rows_name
from shared.contracts import Cell, ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.query.trees import exp
from shared.query.words.values import ordinal
from shared.table.names import aggregated, spoken
from shared.table.nouns import agreeing
from shared.table.unit_arithmetic import unit_apart

_NAMING: Final = ("=", "in")
_LEAVING_OUT: Final = ("!=", "not in")
"""What rows are left out by: no condition on groups is put so."""


class Standing(EntityAnalysis):
    """Compares each entity with the average of all, or of its peers: its figure, its distance in percent, its
    rank, its percentile (the share of the others below it), its rows, and of a total its average a row; of 40 entities
    at most, whether they differ, and which lie off the rest, by more than chance. A condition on the entity's own
    column says who is told, not who they are compared with.

    Use it for "compare West with the average", "X vs peers in the same category", "rankings", "percentile of X".
    """

    examples = (
        "How does each {entity} compare with the average {measure}?",
        "Which {entity} are above average in {measure}?",
        "How do the {entity} compare in {measure} with their peers in the same {within}?",
        "What is the standing of each {entity} in {measure}?",
    )
    flagged: ClassVar[str] = "told AND worth IS NOT NULL AND average IS NOT NULL"
    order: ClassVar[tuple[str, ...]] = ("-worth",)
    overall: ClassVar[Mapping[str, str]] = {
        "average": "max(average)",
        "above": "count_if(:flagged AND off > 0)",
        "told": "count_if(:flagged)",
    }

    hidden = frozenset({"told", "level", "counted", "own", "off"})

    measure: Measure | None = Field(default=None, description="The figure that is compared; none: the number of rows.")
    average: bool = Field(default=False, description="By its average, not its total: of ratings and scores.")
    within: Dimension | None = Field(default=None, description="Peers have the same value of it; none: all are peers.")

    def problems(self) -> Iterator[str]:
        if self.within is not None and self.within == self.entity:
            yield "peers share a column other than the entity's own, such as a region"
        if any(one.column == self.measure and one.operator not in _LEAVING_OUT for one in self.filters):
            yield (
                "a condition on the figure that is compared is one on groups: ask for these groups instead; or, "
                "where rows are meant (a code that is no value), leave their values out with != or not in"
            )

    def _worth(self, table: DatasetProfile) -> Worth:
        return Worth.of(self.measure, table, averaged=self.average)

    def whom(self, table: DatasetProfile) -> ColumnProfile:
        named = {one.column for one in self.filters if _names_one(one) and table.column(one.column).role == "dimension"}
        given = self.entity or (named.pop() if len(named) == 1 else None)
        return whom(given, table, apart=self.within)

    def kept(self, table: DatasetProfile) -> Filters:
        own = self.whom(table).name
        return tuple(one for one in self.filters if not (one.column == own and _names_one(one)))

    def beside(self) -> Mapping[str, str]:
        return {"peers": self.within} if self.within else {}

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        worth = self._worth(table)
        if worth.column is None:
            return {"worth": worth.within()}
        counted = {"counted": sql.formula("count(:cell)", cell=worth.column.name)}
        own = {"own": sql.formula("avg(:cell)", cell=worth.column.name)} if worth.adds_up else {}
        return {"worth": worth.within(), **counted, **own}

    def steps(self, table: DatasetProfile) -> SelectSteps:
        peers = "PARTITION BY peers" if self.within else ""
        known = f"PARTITION BY level IS NULL{', peers' if self.within else ''}"  # who has no figure is below nobody
        own = self.whom(table).name
        chosen = [one.model_copy(update={"label": ""}) for one in self.filters if one.column == own and _names_one(one)]
        values = [str(value) for one in chosen for value in one.values]
        told = sql.formula("CAST(entity AS VARCHAR)")
        among = exp.In(this=told, expressions=[exp.Literal.string(one) for one in values]) if values else exp.true()
        return (
            {"told": among, "level": "round(worth, 9)"},
            {
                "average": f"avg(worth) OVER ({peers})",
                "place": f"rank() OVER ({peers} ORDER BY level DESC NULLS LAST)",
                "of": f"count(worth) OVER ({peers})",
                "percentile": f"CAST(round(100 * percent_rank() OVER ({known} ORDER BY level)) AS BIGINT)",
            },
            {"off": "round(worth - average, 9)", "against": sql.in_percent("worth - average", "average")},
            {"apart": "abs(against)", **self._of_rows(table)},
        )

    def _of_rows(self, table: DatasetProfile) -> dict[str, str]:
        """Behind all else: over how many rows a figure is, and of a total the average a row."""
        worth = self._worth(table)
        if worth.column is None:
            return {}
        return {"rows": "counted", **({"each": "own"} if worth.adds_up else {})}

    def headings(self, table: DatasetProfile) -> Mapping[str, str]:
        said = {"place": "rank", "of": "compared", "against": "percent_from_average", "apart": "distance_in_percent"}
        return {**super().headings(table), **said, "each": "average_a_row"}

    def _compared(self, table: DatasetProfile) -> Compared | None:
        """What a test may hold for: each entity against all others; None among peers."""
        if self.within:
            return None
        worth = self._worth(table)
        return Compared(worth, self.whom(table), self.called(table), self.kept(table), self.filters)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        compared = self._compared(table)
        return (*super().queries(table), *(rows_to_test(compared, table) if compared else ()))

    def statistics(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[Applied, ...]:
        compared = self._compared(table)
        return tests_of(compared, table) if compared else ()

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        found, compared = super().findings(table, results), self._compared(table)
        found = found.model_copy(update={"units": {self.headings(table)[one]: "%" for one in ("against", "apart")}})
        return with_chance(compared, table, results, found) if compared else found

    def purpose(self, table: DatasetProfile) -> str:
        peers = f" of the same {spoken(table.column(self.within))}" if self.within else ""
        worth = self._worth(table).name
        return f"{worth[:1].upper()}{worth[1:]} of {self.called(table)} against the average{peers}"

    def drawn(self, table: DatasetProfile) -> Drawn:
        worth = self._worth(table)
        return Drawn("worth", worth.name, worth.unit)

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        worth, name = self._worth(table), self.called(table)
        if not facts.rows(1):
            return f"None of the {all_of} {name} has a figure to compare"
        if facts.number("told") == 1:
            return self.line(table, facts, 0, self.label(facts, 0))
        above = facts.add(f"number of {name} above average in {worth.name}", column="above")
        if self.within:
            average = f"the {_middle(worth)} of their {self._peers(table)}"
            return f"{above} of {found} {name} {agreeing(above)} above {average}"
        average = facts.add(f"{_middle(worth)} of all {name}", worth.unit, column="average")
        if not facts.number("above"):
            return f"All {found} {name} are at the {_middle(worth)}, {average}"
        first = self.line(table, facts, 0, self.label(facts, 0))
        return f"{above} of {found} {name} {agreeing(above)} above the {_middle(worth)} of {average}. {first}"

    def _peers(self, table: DatasetProfile) -> str:
        return spoken(table.column(self.within)) if self.within else ""

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        worth, name = self._worth(table), self.called(table)
        group = f" in {facts.value('peers', row, 1)}" if self.within else ""

        def add(said: str, column: str, unit: str | None = None) -> str:
            return facts.add(f"{said} of {label}{group}", unit, column=column, row=row, query=1)

        value, rank = add(worth.name, "worth", worth.unit), add(f"rank in {worth.name}", "place")
        of = facts.add(f"number of {name} compared{group}", column="of", row=row, query=1)
        told = f"{label}: {worth.name} {value}{group}"
        if facts.value("average", row, 1) is not None:
            told += f", {self._beside_average(table, facts, row, f'{label}{group}')}"
            if facts.number("told") == 1:
                told += f" of {add(f'{_middle(worth)} of {name} beside that', 'average', worth.unit)}"
        rows = self._over(table, facts, row, label, group)
        add(f"percentile in {worth.name}", "percentile")
        percentile = facts.number("percentile", row, 1)
        above = f"{ordinal(percentile)} percentile" if percentile else "none of them below it"
        return f"{told}; ranked {rank} out of {of}, {above}{rows}"

    def _beside_average(self, table: DatasetProfile, facts: Facts, row: int, whose: str) -> str:
        """ "12 % above the average"; in its own unit where the average is not above 0."""
        worth, called = self._worth(table), self.listed_as(table)
        off = round(facts.number("worth", row, 1) - facts.number("average", row, 1), 9)
        if not off:
            return "the average itself"
        name, side = f"distance in {worth.name} from the average of {whose}", "above" if off > 0 else "below"
        if facts.value("against", row, 1) is not None:
            return f"{facts.add(name, '%', column='apart', row=row, query=1)} {side} the average"
        cells = tuple(Cell(query=1, row=row, column=called[one]) for one in ("worth", "average"))
        return f"{facts.work_out(name, abs(off), unit_apart(worth.unit), of=cells)} {side} the average"

    def _over(self, table: DatasetProfile, facts: Facts, row: int, label: str, group: str) -> str:
        """Over how many rows a figure is, and of a total what a row has on average, as a clause; empty of one row."""
        worth, rows = self._worth(table), rows_name(table)
        if worth.column is None or facts.number("rows", row, 1) <= 1:
            return ""
        name = f"number of {rows} with {spoken(worth.column)} of {label}{group}"
        told = f"; over {facts.add(name, column='rows', row=row, query=1)} {rows}"
        if not worth.adds_up:
            return told
        name = f"{aggregated('average', spoken(worth.column))} a row of {label}{group}"
        each = facts.add(name, worth.unit, column="each", row=row, query=1)
        return f"{told}, {each} each on average"


def _middle(worth: Worth) -> str:
    """What all are held against: of averages, the mean is no average of the rows."""
    return f"average {worth.name}" if worth.adds_up else f"mean {worth.name}"


def _names_one(item: Filter) -> bool:
    """Whether a condition names values of a column: who is meant."""
    return item.operator in _NAMING and item.level is None and bool(item.values)
