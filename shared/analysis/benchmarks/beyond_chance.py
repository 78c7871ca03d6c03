"""Whether entities differ by more than chance, all together and each from the rest: of what is compared, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from shared.analysis import sql
from shared.analysis.base import Applied, Findings
from shared.analysis.entities.whom import Worth
from shared.analysis.facts import Facts
from shared.analysis.fields import Filters
from shared.analysis.segments.beside_rest import handed
from shared.analysis.statistical import chance, sampled
from shared.analysis.wording import rows_name, where_text
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.query.words.figures import show_plain
from shared.query.words.values import listed, sentence
from shared.statistics.requests import MOST_COMPARED, SIGNIFICANT, CompareGroups, CompareWithRest
from shared.table.names import aggregated, spoken
from shared.table.nouns import doing

_ROWS_EACH: Final = 3
_MOST_NAMED: Final = 6
_LISTING, _ROWS, _TOGETHER, _LEFT_OUT, _TESTED = 1, 2, 3, 5, 6
"""The places of the results: the list of the entities, the rows that are tested, the test of all together and whom it
leaves out (the first and last of its tables), and the test of each."""
_FEWEST_TOGETHER: Final = 3
"""Of two entities, one beside the rest is the test of both."""


class Compared(NamedTuple):
    """Entities that are compared with all: by what, which column names them and what they are called, among which
    rows, and under which conditions they are told."""

    worth: Worth
    whom: ColumnProfile
    called: str
    filters: Filters
    told: Filters

    @property
    def measure(self) -> str:
        """What is tested of each row, in words."""
        return spoken(self.worth.column) if self.worth.column else self.worth.name

    @property
    def average(self) -> str:
        """The average of the measure, in words."""
        return aggregated("average", self.measure)


def rows_to_test(asked: Compared, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
    """A query for the measure of each row beside its entity; none where no test applies: of a number of rows, of many
    entities, and where they have hardly any rows."""
    worth, whom = asked.worth.column, asked.whom
    if worth is None or whom.distinct > MOST_COMPARED or table.row_count < _ROWS_EACH * whom.distinct:
        return ()
    columns = {"group": sql.column(whom.name), "value": sql.column(worth.name)}
    known = sql.present([whom.name, worth.name])
    rows = sql.select(table, columns, (*asked.filters, *known))
    return (PlannedQuery(sql=rows.sql(dialect="duckdb"), purpose=_purpose(asked, table), typed=True),)


def tests_of(asked: Compared, table: DatasetProfile) -> tuple[Applied, ...]:
    """The tests of these rows, where there are any: of all entities together, and of each beside the rest."""
    if not rows_to_test(asked, table):
        return ()
    together = f"Whether {asked.measure} of the {asked.called} differs beyond chance{where_text(asked.told, table)}"
    return (
        Applied(procedure=CompareGroups(), query=_ROWS, purpose=together),
        Applied(procedure=CompareWithRest(), query=_ROWS, purpose=_purpose(asked, table)),
    )


def _purpose(asked: Compared, table: DatasetProfile) -> str:
    whether = f"Whether the {asked.average} of any of the {asked.called} lies off that of the rest beyond chance"
    return f"{whether}{where_text(asked.told, table)}"


def with_chance(asked: Compared, table: DatasetProfile, results: Sequence[QueryResult], found: Findings) -> Findings:
    """The findings, with what the test says of those that are told."""
    if len(results) <= _TESTED or not results[_TESTED].rows:
        return found
    facts = Facts(tuple(results), where_text(asked.filters, table))
    told = _told(asked, facts, results)
    rows = [row for row in facts.rows(_TESTED) if str(facts.value("group", row, _TESTED)) in told]
    if not rows:
        return found
    each = _alone(asked, table, facts, rows[0]) if len(told) == 1 else _several(asked, facts, rows)
    together = _all_together(asked, facts) if len(told) > 1 else ""
    lines = tuple(filter(None, (together, each, _untested(facts, told), sampled(results[_ROWS]))))
    every = (*found.facts, *facts.all())
    numbered = tuple(fact.model_copy(update={"id": f"f{at}"}) for at, fact in enumerate(every, start=1))
    return found.model_copy(update={"facts": numbered, "findings": (*found.findings, *lines)})


def _told(asked: Compared, facts: Facts, results: Sequence[QueryResult]) -> list[str]:
    """Who is told, however many of them were fetched: where no condition names some, all that were tested or left out
    of the test."""
    if asked.told == asked.filters:
        return [str(facts.value("group", row, at)) for at in (_TESTED, _LEFT_OUT) for row in facts.rows(at)]
    return [handed(facts.value(results[_LISTING].columns[0], row, _LISTING)) for row in facts.rows(_LISTING)]


def _untested(facts: Facts, told: Sequence[str]) -> str:
    """Who of those that are told took no part in the test, as a sentence; empty where all did."""
    tested = {str(facts.value("group", row, _TESTED)) for row in facts.rows(_TESTED)}
    few = [one for one in told if one not in tested]
    named = [*few[:_MOST_NAMED], *(["others"] if len(few) > _MOST_NAMED else [])]
    return f"Not tested, as there are fewer than three values of each: {listed(named)}." if few else ""


def _all_together(asked: Compared, facts: Facts) -> str:
    """Whether what is compared differs at all between those that were tested; empty of fewer than three."""
    if facts.number("groups", query=_TOGETHER) < _FEWEST_TOGETHER or facts.value("p", query=_TOGETHER) is None:
        return ""
    name = asked.measure
    among = facts.add(f"number of {asked.called} tested", column="groups", query=_TOGETHER)
    p = chance(facts, f"the differences in {name} between {asked.called}", "p", query=_TOGETHER)
    sure = facts.number("p", query=_TOGETHER) < SIGNIFICANT
    verb = doing(name, "differs", "differ") if sure else doing(name, "does not differ", "do not differ")
    told = f"row by row, {name} {verb} between the {among} {asked.called} by more than chance"
    return sentence(f"{told} ({p}, {facts.value('test', query=_TOGETHER)})")


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
    sure.sort(key=lambda row: facts.number("p", row, _TESTED))
    shown = sure[:_MOST_NAMED] or [min(rows, key=lambda row: facts.number("p", row, _TESTED))]
    said = []
    for row in shown:
        (p, test), (who, name) = _tested(asked, facts, row)
        side = "above" if facts.number("mean", row, _TESTED) > facts.number("rest_mean", row, _TESTED) else "below"
        said.append(f"{who} {side} it (p = {p})" if sure else f"the farthest off is {who} (p = {p})")
    if not sure:
        return sentence(f"no {name} a row lies off that of the rest by more than chance: {said[0]}, {test}")
    others = [f"{len(sure) - len(shown)} more"] if len(sure) > len(shown) else []
    return sentence(f"by its {name} a row, beyond chance lie off the rest: {listed([*said, *others])}; {test}")


def _tested(asked: Compared, facts: Facts, row: int) -> tuple[tuple[str, str], tuple[str, str]]:
    """The p-value as it is shown and the test; who it is, and the measure."""
    who = show_plain(facts.value("group", row, _TESTED))
    name = asked.average
    p = facts.add(f"p-value of the {name} a row of {who} against all others", column="p", row=row, query=_TESTED)
    return (p, str(facts.value("test", row, _TESTED))), (who, name)
