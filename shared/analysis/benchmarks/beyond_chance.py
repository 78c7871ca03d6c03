"""Whether entities lie off all others by more than chance: of what is compared, by their averages a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from shared.analysis import sql
from shared.analysis.base import Applied, Findings
from shared.analysis.entities.whom import Worth
from shared.analysis.facts import Facts
from shared.analysis.fields import Filters
from shared.analysis.metrics import Grouping
from shared.analysis.segments.beside_rest import handed
from shared.analysis.statistical import sampled
from shared.analysis.wording import group_label, rows_name, where_text
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.query.words.values import listed, sentence
from shared.statistics.requests import SIGNIFICANT, CompareWithRest
from shared.table.names import aggregated, spoken

_MOST: Final = 12
"""Entities that are tested: with more of them each would need more evidence than most tables have."""
_ROWS_EACH: Final = 3
_MOST_NAMED: Final = 6
_LISTING, _ROWS, _TESTED = 1, 2, 3
"""The places of the results: the list of the entities, the rows that are tested, and the test."""


class Compared(NamedTuple):
    """Entities that are compared with all: by what, which column names them and what they are called, among which
    rows, and under which conditions they are told."""

    worth: Worth
    whom: ColumnProfile
    called: str
    filters: Filters
    told: Filters

    @property
    def average(self) -> str:
        """The average of the measure, in words."""
        return aggregated("average", spoken(self.worth.column) if self.worth.column else self.worth.name)


def rows_to_test(asked: Compared, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
    """A query for the measure of each row beside its entity; none where no test applies: of a number of rows, of many
    entities, and where they have hardly any rows."""
    worth, whom = asked.worth.column, asked.whom
    if worth is None or whom.distinct > _MOST or table.row_count < _ROWS_EACH * whom.distinct:
        return ()
    columns = {"group": sql.column(whom.name), "value": sql.column(worth.name)}
    known = sql.present([Grouping(column=one) for one in (whom.name, worth.name)])
    rows = sql.select(table, columns, (*asked.filters, *known))
    return (PlannedQuery(sql=rows.sql(dialect="duckdb"), purpose=_purpose(asked, table), typed=True),)


def tests_of(asked: Compared, table: DatasetProfile) -> tuple[Applied, ...]:
    """The test of these rows, where there are any."""
    if not rows_to_test(asked, table):
        return ()
    return (Applied(procedure=CompareWithRest(), query=_ROWS, purpose=_purpose(asked, table)),)


def _purpose(asked: Compared, table: DatasetProfile) -> str:
    whether = f"Whether the {asked.average} of any of the {asked.called} lies off that of the rest beyond chance"
    return f"{whether}{where_text(asked.told, table)}"


def with_chance(asked: Compared, table: DatasetProfile, results: Sequence[QueryResult], found: Findings) -> Findings:
    """The findings, with what the test says of those that are told."""
    if len(results) <= _TESTED or not results[_TESTED].rows:
        return found
    facts = Facts(tuple(results), where_text(asked.filters, table))
    told = [handed(facts.value(_entity(results), row, _LISTING)) for row in facts.rows(_LISTING)]
    rows = [row for row in facts.rows(_TESTED) if str(facts.value("group", row, _TESTED)) in told]
    if not rows:
        return found
    said = _alone(asked, table, facts, rows[0]) if len(told) == 1 else _several(asked, facts, rows)
    lines = tuple(filter(None, (said, _untested(facts, told), sampled(results[_ROWS]))))
    every = (*found.facts, *facts.all())
    numbered = tuple(fact.model_copy(update={"id": f"f{at}"}) for at, fact in enumerate(every, start=1))
    return found.model_copy(update={"facts": numbered, "findings": (*found.findings, *lines)})


def _untested(facts: Facts, told: Sequence[str]) -> str:
    """Who of those that are told took no part in the test, as a sentence; empty where all did."""
    tested = {str(facts.value("group", row, _TESTED)) for row in facts.rows(_TESTED)}
    few = [one for one in told if one not in tested]
    named = [*few[:_MOST_NAMED], *(["others"] if len(few) > _MOST_NAMED else [])]
    return f"Not tested, as there are fewer than three values of each: {listed(named)}." if few else ""


def _entity(results: Sequence[QueryResult]) -> str:
    return results[_LISTING].columns[0]


def _alone(asked: Compared, table: DatasetProfile, facts: Facts, row: int) -> str:
    """ "An order of West has 120 on average (153 orders), one of the others 110: that may be chance (p = 0.2)"."""
    (p, test), (who, name) = _tested(asked, facts, row)
    unit = asked.worth.unit
    mean = facts.add(f"{name} a row of {who}", unit, column="mean", row=row, query=_TESTED)
    rest = facts.add(f"{name} a row of all others", unit, column="rest_mean", row=row, query=_TESTED)
    count = facts.add(f"number of {rows_name(table)} tested of {who}", column="count", row=row, query=_TESTED)
    sure = facts.number("p", row, _TESTED) < SIGNIFICANT
    verdict = "is more than chance" if sure else "may be chance"
    of = f"the {name} a row is {mean} for {who} (of {count}) and {rest} for all others"
    return sentence(f"{of}: that difference {verdict} (p = {p}, {test})")


def _several(asked: Compared, facts: Facts, rows: Sequence[int]) -> str:
    """Whose average lies off by more than chance, or that nobody's does."""
    sure = [row for row in rows if facts.number("p", row, _TESTED) < SIGNIFICANT]
    shown = sure or [min(rows, key=lambda row: facts.number("p", row, _TESTED))]
    said = []
    for row in shown:
        (p, test), (who, name) = _tested(asked, facts, row)
        side = "above" if facts.number("mean", row, _TESTED) > facts.number("rest_mean", row, _TESTED) else "below"
        said.append(f"{who} {side} it (p = {p})" if sure else f"the farthest off is {who} (p = {p})")
    if not sure:
        return sentence(f"no {name} a row lies off that of the rest by more than chance: {said[0]}, {test}")
    return sentence(f"by its {name} a row, beyond chance lie off the rest: {listed(said)}; {test}")


def _tested(asked: Compared, facts: Facts, row: int) -> tuple[tuple[str, str], tuple[str, str]]:
    """The p-value as it is shown and the test; who it is, and the measure."""
    who = group_label(facts.value("group", row, _TESTED), Grouping(column=asked.whom.name))
    name = asked.average
    p = facts.add(f"p-value of the {name} a row of {who} against all others", column="p", row=row, query=_TESTED)
    return (p, str(facts.value("test", row, _TESTED))), (who, name)
