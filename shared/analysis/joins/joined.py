"""Figures of one table by columns of another, over a link that is proven before anything is summed."""

from __future__ import annotations

from typing import Any, Self

from pydantic import PrivateAttr

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Alternative, Filter
from shared.analysis.facts import Facts
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.joins.joins import PROVEN, Link, multiplicity, proof, written_apart
from shared.analysis.metrics import Metric
from shared.analysis.nested_values import groupings_in, nested_values
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.table.names import spaced
from shared.table.nouns import agreeing

JOINED = "_joined"
_SAME_WHEN_REPEATED = ("min", "max", "distinct")


class JoinedAggregate(Analysis):
    """Computes metrics over the rows of one table (the left of the link), filtered or grouped by columns of another one
    (the right), such as revenue from orders by the region of customers. The right side's key must be unique: that is
    proven first, and with several matches for a row nothing is summed. Rows without a match are counted and told.

    `aggregate` names columns of either table as they are written there; a name that both have is the left one's, and
    the right one's with its relation before it ("customers region").
    """

    least = 1
    of_several_tables = True
    in_query = True
    aside = PROVEN
    examples = ("What is the total revenue by the region of the customers?",)

    link: Link
    aggregate: Aggregate
    _tables: tuple[DatasetProfile, ...] = PrivateAttr(default=())

    def over(self, tables: tuple[DatasetProfile, ...]) -> Self:
        """The analysis, with the tables of its link. Raises ForfeitException where the link names what is not there."""
        for relation, column in ((self.link.left, self.link.left_column), (self.link.right, self.link.right_column)):
            if not any(table.relation == relation and _has(table, column) for table in tables):
                raise ForfeitException(
                    f"There is no column {column} in {relation} to join by",
                    (f"Looked for the columns of the link {self.link.told}",),
                )
        self._require_countable(tables)
        columns = (
            _table(self.link.left, tables).column(self.link.left_column),
            _table(self.link.right, tables).column(self.link.right_column),
        )
        link = self.link.model_copy(update={"as_numbers": written_apart(*columns)})
        told = self.model_copy(update={"relation": self.link.left, "link": link})
        told._tables = tables
        return told

    def _require_countable(self, tables: tuple[DatasetProfile, ...]) -> None:
        """Raises ForfeitException where a column is in neither table, or a measure would count once for each match."""
        link, joined = self.link, joined_table(self.link, tables)
        tried = (f"Looked at the columns of {link.left} joined with {link.right} by {link.told}",)
        for used in _used(self.aggregate):
            if not _has(joined, used):
                raise ForfeitException(f"There is no column {used} in {link.left} or {link.right}", tried)
        repeated = {shown for _, shown in right_names(link, tables)}
        measured = [
            (metric.column, metric.function in _SAME_WHEN_REPEATED) for metric in nested_values(self.aggregate, Metric)
        ]
        measured += [(item.column, False) for item in nested_values(self.aggregate, Filter) if item.level]
        for column, same in measured:
            if column in repeated and not same:
                raise ForfeitException(
                    f"{column} belongs to {link.right}, and each of its rows can match several of {link.left}, "
                    "so its values would count repeatedly",
                    tried,
                    f"Ask for {column} by a column of {link.right} alone.",
                )

    def scope(self, tables: tuple[DatasetProfile, ...]) -> tuple[DatasetProfile, ...]:
        names = {table.relation for table in tables}
        if not {self.link.left, self.link.right} <= names or self.link.left == self.link.right:
            raise LookupError(f"A link joins two of these tables: {', '.join(sorted(names))}.")
        for relation, column in ((self.link.left, self.link.left_column), (self.link.right, self.link.right_column)):
            if not _has(_table(relation, tables), column):
                known = ", ".join(own.name for own in _table(relation, tables).columns)
                raise LookupError(f"There is no column {column[:80]!r} in {relation} to join by. Its columns: {known}.")
        return (joined_table(self.link, tables),)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        joined = joined_table(self.link, self._tables)
        proven = sql.planned(proof(self.link), f"How many rows match by {self.link.told}")
        return proven, *(self._over_join(query, joined) for query in self.aggregate.queries(joined))

    def wider(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[PlannedQuery, ...]:
        joined = joined_table(self.link, self._tables)
        return tuple(self._over_join(query, joined) for query in self.aggregate.wider(joined, results[1:]))

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts = Facts(results[:1])
        self._require_single_matches(facts)
        found = self.aggregate.findings(joined_table(self.link, self._tables), results[1:])
        how, unmatched = self._how(), self._unmatched(facts)
        own = facts.all()
        figures = (fact.model_copy(update={"id": f"f{len(own) + at}"}) for at, fact in enumerate(found.facts, start=1))
        moved = (fact.model_copy(update={"cells": _later(fact.cells)}) for fact in figures)
        return found.model_copy(
            update={
                "summary": " ".join((found.summary, how, *unmatched)),
                "facts": (*own, *moved),
                "pictures": tuple(one.model_copy(update={"query": one.query + 1}) for one in found.pictures),
            }
        )

    def _over_join(self, query: PlannedQuery, joined: DatasetProfile) -> PlannedQuery:
        """The aggregate's query, over the join; the join has no rows unless each left row has one match at most."""
        from sqlglot import parse_one  # as trees are: when the first is made

        tree = parse_one(query.sql, dialect="duckdb")
        if not isinstance(tree, exp.Select):
            raise TypeError("an aggregate is one SELECT")
        return query.model_copy(update={"sql": sql.text(tree.with_(JOINED, as_=self._join()))})

    def _join(self) -> exp.Select:
        left, right = (
            exp.table_(name, alias=alias, quoted=True)
            for name, alias in ((self.link.left, "_l"), (self.link.right, "_r"))
        )
        right_key = self.link.key(sql.column(self.link.right_column))
        repeated = exp.select(right_key.copy()).from_(exp.table_(self.link.right, quoted=True))
        repeated = repeated.where(exp.Not(this=exp.Is(this=right_key.copy(), expression=exp.Null())))
        repeated = repeated.group_by(right_key.copy()).having(
            exp.GT(this=exp.Count(this=exp.Star()), expression=exp.Literal.number(1))
        )
        columns = [_from("_l", name, name) for name in self._names(self.link.left)]
        columns += [_from("_r", name, shown) for name, shown in right_names(self.link, self._tables)]
        on = exp.EQ(this=self._key("_l", self.link.left_column), expression=self._key("_r", self.link.right_column))
        query = exp.select(*columns).from_(left).join(right, on=on, join_type="left")
        return query.where(exp.Not(this=exp.Exists(this=repeated)))

    def _key(self, alias: str, column: str) -> exp.Expr:
        return self.link.key(exp.column(column, table=alias, quoted=True))

    def _names(self, relation: str) -> list[str]:
        return [column.name for column in _table(relation, self._tables).columns]

    def _require_single_matches(self, facts: Facts) -> None:
        """Raises ForfeitException where a row of the left has several matches, or none has one."""
        link = self.link
        tried = (f"Counted how many rows match by {link.told}",)
        if facts.number("right_most") > 1:
            kind = multiplicity(facts.number("left_most"), facts.number("right_most"))
            raise ForfeitException(
                f"Joining {link.left} with {link.right} by {link.left_column} is {kind}: a row of {link.left} matches "
                f"up to {int(facts.number('right_most'))} rows of {link.right}, and its figures would count repeatedly",
                tried,
                f"Make {link.right_column} unique in {link.right}, or name another column that links the two.",
            )
        if not facts.number("shared_keys"):
            raise ForfeitException(
                f"No value of {link.left_column} in {link.left} is found in {link.right_column} of {link.right}",
                tried,
                "Check that both files write these values in the same way.",
            )

    def _how(self) -> str:
        """By what the rows belong together, in words; that none of the left one is counted twice was required."""
        left, right = spaced(self.link.left_column), spaced(self.link.right_column)
        by = left if left == right else f"{left} in {self.link.left} and {right} in {self.link.right}"
        written = ", comparing both as numbers" if self.link.as_numbers else ""
        return f"I joined {self.link.left} with {self.link.right} by {by}{written}."

    def _unmatched(self, facts: Facts) -> list[str]:
        told = []
        for side, relation, other in (
            ("left", self.link.left, self.link.right),
            ("right", self.link.right, self.link.left),
        ):
            lacking = (
                (f"{side}_unmatched", f"a match in {other}", f"no match in {other}"),
                (f"{side}_without_key", "a key", "no value to match by"),
            )
            found = [one for one in lacking if facts.number(one[0])]
            rows = facts.add(f"number of rows of {relation}", column=f"{side}_rows") if found else ""
            for column, what, none in found:
                count = facts.add(f"number of rows of {relation} without {what}", column=column)
                told.append(f"{count} of {rows} rows of {relation} {agreeing(count, 'has', 'have')} {none}.")
        return told


def joined_table(link: Link, tables: tuple[DatasetProfile, ...]) -> DatasetProfile:
    """The profile of the left table with the right one's columns beside its own."""
    left, right = _table(link.left, tables), _table(link.right, tables)
    added = tuple(_described(right.column(name), shown) for name, shown in right_names(link, tables))
    return left.model_copy(update={"relation": JOINED, "columns": (*left.columns, *added)})


def _described(column: ColumnProfile, shown: str) -> ColumnProfile:
    """The right side's column: a measure of it, repeated on many rows, must not be added up."""
    return column.model_copy(update={"name": shown, "additivity": "non_additive", "default_aggregate": "mean"})


def right_names(link: Link, tables: tuple[DatasetProfile, ...]) -> list[tuple[str, str]]:
    """The right side's columns without its key, each with its name in the join."""
    taken = {column.name for column in _table(link.left, tables).columns}
    names = [column.name for column in _table(link.right, tables).columns if column.name != link.right_column]
    return [(name, f"{link.right} {name}" if name in taken else name) for name in names]


def spans_both(aggregate: Aggregate, link: Link, tables: tuple[DatasetProfile, ...]) -> bool:
    """Whether it needs both tables, and measures only the left one, its key apart: rows of the right one, which the key
    stands for, would count repeatedly."""
    right = {shown for _, shown in right_names(link, tables)}
    measured = set(_measured(aggregate))
    used = set(_used(aggregate)) - measured
    return bool(used & right) and not measured & {*right, link.left_column}


def _measured(aggregate: Aggregate) -> list[str]:
    metrics = tuple(nested_values(aggregate, Metric))
    columns = [metric.column for metric in metrics if metric.column]
    return columns + [metric.per.column for metric in metrics if metric.per]


def _used(aggregate: Aggregate) -> list[str]:
    """Every column that the aggregate names."""
    grouped = [group.column for group in groupings_in(aggregate)]
    return [*_measured(aggregate), *grouped, *(item.column for item in nested_values(aggregate, Alternative))]


def _table(relation: str, tables: tuple[DatasetProfile, ...]) -> DatasetProfile:
    return next(table for table in tables if table.relation == relation)


def _has(table: DatasetProfile, column: str) -> bool:
    return any(own.name == column for own in table.columns)


def _from(alias: str, name: str, shown: str) -> exp.Expr:
    return exp.alias_(exp.column(name, table=alias, quoted=True), shown, quoted=True)


def _later(cells: tuple[Any, ...]) -> tuple[Any, ...]:
    """The cells counted after the proof."""
    return tuple(cell.model_copy(update={"query": cell.query + 1}) for cell in cells)
