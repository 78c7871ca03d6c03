"""Correlation or covariance of two measures, whole or by group."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.facts import number
from shared.analysis.fields import NumberColumn
from shared.analysis.relations.varying import require_varying
from shared.analysis.wording import group_label, group_name, rows_name, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult, Scalar
from shared.query.groupings import AnyGrouping
from shared.query.trees import exp
from shared.query.words.figures import decimals_of, show_number
from shared.query.words.values import listed, sentence
from shared.table.names import spoken

_STRENGTHS = ((0.1, "practically no"), (0.3, "a weak"), (0.5, "a moderate"), (0.8, "a strong"), (1.01, "a very strong"))
_NAMES: Final = {"pearson": "correlation", "spearman": "Spearman rank correlation", "covariance": "covariance"}
_RANKED: Final = ("first_rank", "second_rank")
_SHOWN: Final = 12


class Correlation(Analysis):
    """Pearson's coefficient of two numeric columns over the rows that have both, or Spearman's (of their ranks, those
    that tie sharing the mean of theirs), or their sample covariance; for all rows, or for each group."""

    least = 3
    takes_source = True
    undefined = True
    examples = ("Correlation between two measures", "Are these two related?")

    first: NumberColumn
    second: NumberColumn
    filters: tuple[Filter, ...] = ()
    kind: Literal["pearson", "spearman", "covariance"] = "pearson"
    groups: tuple[AnyGrouping, ...] = Field(default=(), max_length=2)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        both = [Filter(column=name, operator="is not null") for name in (self.first, self.second)]
        kept = (*self.filters, *both, *sql.present(one.column for one in self.groups))
        groups = {f"group_{at}": sql.grouped(one, table) for at, one in enumerate(self.groups)}
        if self.kind == "spearman":
            ranked = {name: self._rank(cell, groups) for name, cell in zip(_RANKED, self._cells(), strict=True)}
            inner = sql.select(table, {**groups, **ranked}, kept)
            outer: dict[str, exp.Expr] = {name: sql.column(name) for name in groups}
            query = sql.select_from(inner, outer | self._figures(*map(sql.column, _RANKED)))
            groups = dict(outer)
        else:
            query = sql.select(table, groups | self._figures(*self._cells()), kept)
        for expression in groups.values():
            query = query.group_by(expression.copy())
        ordered = [exp.Ordered(this=exp.column(name, quoted=True)) for name in groups]
        query = query.order_by(*ordered) if ordered else query
        return (sql.planned(query, sentence(f"{self._name(table)}{self._by(table)}")[:-1]),)

    def _cells(self) -> tuple[exp.Column, exp.Column]:
        return sql.column(self.first), sql.column(self.second)

    def _figures(self, first: exp.Expr, second: exp.Expr) -> dict[str, exp.Expr]:
        kind = exp.CovarSamp if self.kind == "covariance" else exp.Corr
        return {"correlation": kind(this=first, expression=second), "rows": exp.Count(this=exp.Star())}

    def _rank(self, cell: exp.Column, groups: dict[str, exp.Expr]) -> exp.Expr:
        """A row's place within its group; rows that tie share the mean of their places."""
        own = [expression.copy() for expression in groups.values()]
        order = exp.Order(expressions=[exp.Ordered(this=cell.copy(), nulls_first=False)])
        place = exp.Window(this=exp.Rank(), partition_by=own, order=order)
        ties = exp.Window(this=exp.Count(this=exp.Star()), partition_by=[*own, cell.copy()])
        return sql.formula("(:place + (:ties - 1) / 2.0)", place=place, ties=ties)

    def _by(self, table: DatasetProfile) -> str:
        return " by " + listed([group_name(group, table) for group in self.groups]) if self.groups else ""

    def _name(self, table: DatasetProfile, label: str = "") -> str:
        pair = f"{spoken(table.column(self.first))} and {spoken(table.column(self.second))}"
        lead = "of" if self.kind == "covariance" else "between"
        return f"{_NAMES[self.kind]} {lead} {pair}{f' for {label}' if label else ''}{where_text(self.filters, table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        rows = results[0].rows
        known = [at for at, row in enumerate(rows) if number(row[-2]) is not None]
        good = [at for at in known if (number(rows[at][-1]) or 0) >= self.least]
        if not good:
            count = max((int(number(row[-1]) or 0) for row in rows), default=0)
            tried = f"Computed the {self._name(table)}{self._by(table)}"
            require_varying(count, self.least, rows_name(table), tried)
            self.require(count, f"{rows_name(table)} with both values", "for a correlation", tried)
        if not self.groups:
            return self._single(table, rows[0])
        return self._grouped(table, rows, good, cut=results[0].truncated)

    def _single(self, table: DatasetProfile, row: tuple[Scalar, ...]) -> Findings:
        value, count = number(row[-2]) or 0.0, int(number(row[-1]) or 0)
        rows = rows_name(table)
        told = f"the {self._name(table)} is {self._shown(value)}{self._strength(value)} over {count:,} {rows}"
        counted = Fact(
            id="f2", name=f"number of {rows} with both values", value=count,
            text=f"{count:,} {rows} have both values.", cells=(Cell(query=0, row=0, column="rows"),),
        )  # fmt: skip
        facts = (self._fact(table, value, 0), counted)
        return Findings(summary=sentence(told), facts=facts, visualization_hint="number")

    def _grouped(
        self, table: DatasetProfile, rows: tuple[tuple[Scalar, ...], ...], good: list[int], *, cut: bool
    ) -> Findings:
        facts = tuple(
            self._fact(table, number(rows[at][-2]) or 0.0, at, self._label(rows[at], table)) for at in good[:120]
        )
        told = [f"{self._label(rows[at], table)}: {self._shown(number(rows[at][-2]) or 0.0)}" for at in good]
        more = f"; and {'many' if cut else f'{len(told) - _SHOWN:,}'} more" if len(told) > _SHOWN else ""
        few = [self._label(row, table) for at, row in enumerate(rows) if at not in good][:_SHOWN]
        lacking = f". Too few values, or none that vary: {listed(few)}" if few else ""
        name = self._name(table).replace(where := where_text(self.filters, table), "")
        summary = f"the {name}{self._by(table)}{where} is {'; '.join(told[:_SHOWN])}{more}{lacking}"
        return Findings(summary=sentence(summary), facts=facts, findings=tuple(told), visualization_hint="table")

    def _label(self, row: tuple[Scalar, ...], table: DatasetProfile) -> str:
        return ", ".join(group_label(value, group, table) for value, group in zip(row, self.groups, strict=False))

    def _shown(self, value: float) -> str:
        return show_number(value, None, self._decimals(value))

    def _decimals(self, value: float) -> int:
        return decimals_of(value) if self.kind == "covariance" else 3

    def _strength(self, value: float) -> str:
        if self.kind == "covariance":
            return ""
        strength = next(word for limit, word in _STRENGTHS if abs(value) < limit)
        direction = "" if abs(value) < _STRENGTHS[0][0] else " positive" if value > 0 else " negative"
        return f", {strength}{direction} {'monotonic' if self.kind == 'spearman' else 'linear'} relationship"

    def _fact(self, table: DatasetProfile, value: float, row: int, label: str = "") -> Fact:
        name = self._name(table, label)
        return Fact(
            id=f"f{row + 1}", name=name, value=value, decimals=self._decimals(value),
            text=sentence(f"the {name} is {self._shown(value)}"), cells=(Cell(query=0, row=row, column="correlation"),),
        )  # fmt: skip
