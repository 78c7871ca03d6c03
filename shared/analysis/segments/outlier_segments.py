"""Segments that stand out: whose average differs from that of all by more than chance explains."""

from __future__ import annotations

import math

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension, Measure
from shared.analysis.pictures import axis, bars
from shared.analysis.wording import rows_name, where_text
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import show_number, show_plain
from shared.query.words.values import listed
from shared.table.names import spoken

LEAST_OF_A_SEGMENT, LEAST_SEGMENTS = 5, 3
_SHOWN = 8


class OutlierSegments(Analysis):
    """Finds the segments whose average of a measure lies more than `limit` standard errors from the average of all
    rows. Segments of fewer than five values are not judged.

    The rule is that of a funnel plot (Spiegelhalter 2005, Statistics in Medicine 24): a segment of n values is held
    against mean ± limit · s/√n, with mean and sample standard deviation s over all rows. Since these include the
    segment itself, the rule is on the careful side.
    """

    least = 10
    examples = (
        "Which {segment} are outliers in {measure}?",
        "Which {segment} stand out in {measure}?",
        "Which {segment} are unusual in {measure}?",
        "Outlier segments by {segment} in {measure}",
    )

    segment: Dimension
    measure: Measure
    filters: tuple[Filter, ...] = ()
    limit: float = Field(default=2.0, gt=0, description="How many standard errors count as unusual.")

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        group, cell = sql.column(self.segment), sql.column(self._own(table).name)
        known = (*self.filters, Filter(column=self._own(table).name, operator="is not null"))
        overall = {
            "mean": exp.Avg(this=cell),
            "deviation": exp.StddevSamp(this=cell.copy()),
            "all_rows": exp.Count(this=cell.copy()),
        }
        whole = sql.select(table, list(overall.items()), known)
        count = exp.Count(this=exp.Star())
        large = sql.formula(f"count_if(:rows >= {LEAST_OF_A_SEGMENT}) OVER ()", rows=count.copy())
        figures = [("segment", group), ("rows", count), ("average", exp.Avg(this=cell.copy())), ("large", large)]
        each = sql.select(table, figures, known).group_by(group.copy())
        query = exp.select("*", exp.alias_(_score(), "score", quoted=True)).from_("_each")
        query = (
            query.join(exp.to_identifier("_whole"), join_type="cross")
            .with_("_each", as_=each)
            .with_("_whole", as_=whole)
        )
        largest = exp.Ordered(this=exp.Abs(this=sql.column("score")), desc=True, nulls_first=False)
        query = query.order_by(largest, exp.Ordered(this=sql.column("segment")))
        purpose = (
            f"Average {self._name(table)} of each {self._by(table)} beside that of all{where_text(self.filters, table)}"
        )
        return (sql.planned(query, purpose),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, rows = Facts(results), range(len(results[0].rows))
        judged = [row for row in rows if facts.number("rows", row) >= LEAST_OF_A_SEGMENT]
        self._check(table, facts)
        average = facts.add(
            f"average {self._name(table)}{where_text(self.filters, table)}", self._own(table).unit, column="mean"
        )
        out = [row for row in judged if abs(facts.number("score", row)) > self.limit]
        lines = [self._line(table, facts, row, out) for row in judged[:_SHOWN]]
        large = int(facts.number("large"))
        told = (*lines, self._rule(large, facts.found()))
        summary = self._summary(table, facts, out, average)
        name = f"average {self._name(table)}"
        pictures = bars(
            results[0],
            "average",
            "segment",
            title=f"{name} by {self._by(table)}{where_text(self.filters, table)}",
            along=axis(self._by(table)),
            figure=axis(name, self._own(table).unit),
            rows=judged,
        )
        return Findings(summary=summary, facts=facts.all(), findings=told, visualization_hint="bar", pictures=pictures)

    def _check(self, table: DatasetProfile, facts: Facts) -> None:
        """Raises ForfeitException where the rows cannot show what is unusual."""
        count, by, large = int(facts.number("all_rows")), self._by(table), int(facts.number("large"))
        tried = f"Computed the average {self._name(table)} of each {by}{where_text(self.filters, table)}"
        self.require(count, "records", "to find outlier segments", tried)
        if large < LEAST_SEGMENTS:
            raise ForfeitException(
                f"Too few segments to tell which are unusual (only {large} values of {by} have at least "
                f"{LEAST_OF_A_SEGMENT} records, need at least {LEAST_SEGMENTS})",
                (tried,),
                "Name a column with more values, or loosen the conditions.",
            )

    def _summary(self, table: DatasetProfile, facts: Facts, out: list[int], average: str) -> str:
        by, name, where = self._by(table), self._name(table), where_text(self.filters, table)
        if not facts.number("deviation"):
            return f"No {by} stands out{where}: all {rows_name(table)} have the same {name}, {average}."
        if not out:
            near = f"each lies within {self.limit:g} standard errors of {average}, the average of all"
            return f"No {by} stands out in average {name}{where}: {near}."
        sides = []
        for word, sign in (("above", 1), ("below", -1)):
            labels = [self._label(facts, row) for row in out if sign * facts.number("score", row) > 0]
            sides += [f"{listed(labels[:_SHOWN])} {word}"] if labels else []
        stand = "stands" if len(out) == 1 else "stand"
        told = f"{listed(sides)} the average {name} of all ({average}){where}"
        return f"{told} {stand} out by more than {self.limit:g} standard errors."

    def _line(self, table: DatasetProfile, facts: Facts, row: int, out: list[int]) -> str:
        label, name, where = self._label(facts, row), self._name(table), where_text(self.filters, table)
        average = facts.add(f"average {name} of {label}{where}", self._own(table).unit, column="average", row=row)
        count = facts.add(f"number of {rows_name(table)} with {name} in {label}{where}", column="rows", row=row)
        told = f"{label}: average {name} {average} over {count} {rows_name(table)}"
        if facts.value("score", row) is None:
            return f"{told}."
        score = facts.add(f"standard errors of {label} from the average{where}", column="score", row=row)
        return f"{told}, {score} standard errors from the average of all{' (stands out)' if row in out else ''}."

    def _rule(self, judged: int, found: int) -> str:
        left = f" {found - judged} with fewer than {LEAST_OF_A_SEGMENT} are not judged." if found > judged else ""
        chance = math.erfc(self.limit / math.sqrt(2))
        return (
            f"Rule: a segment stands out when its average lies more than {self.limit:g} standard errors (s/√n, as in a "
            f"funnel plot) from the average of all. By chance alone about {show_number(100 * chance, '%')} of segments "
            f"would.{left}"
        )

    def _own(self, table: DatasetProfile) -> ColumnProfile:
        return table.column(self.measure)

    def _name(self, table: DatasetProfile) -> str:
        return spoken(self._own(table))

    def _by(self, table: DatasetProfile) -> str:
        return spoken(table.column(self.segment))

    def _label(self, facts: Facts, row: int) -> str:
        return show_plain(facts.value("segment", row))


def _score() -> exp.Expr:
    """(average of the segment − mean of all) / (s / √n); null where nothing varies."""
    distance = exp.paren(exp.Sub(this=sql.column("average"), expression=sql.column("mean")))
    error = exp.Nullif(this=sql.column("deviation"), expression=exp.Literal.number(0))
    root = exp.Sqrt(this=sql.column("rows"))
    return exp.Div(this=exp.Mul(this=distance, expression=root), expression=error)
