"""Tool results: what a model had computed, as tables, each of them once, and what is said of them."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from pydantic import JsonValue
from sqlglot import exp

from shared.agents.conversation.computed_results import Computed
from shared.agents.conversation.drawable import leaves_out
from shared.agents.conversation.earlier_findings import Earlier
from shared.agents.execution.completeness import below_the_answer
from shared.agents.execution.execution import Execution, NotComputed
from shared.agents.execution.refusals import SAID
from shared.analysis.base import Findings
from shared.analysis.queried.source import without_source
from shared.contracts import QueryResult
from shared.engine.results.meanings import conditions_of, limit_of, meanings_of
from shared.engine.results.units import units_of
from shared.engine.results.years import numbers_that_name
from shared.engine.row_units import units_by_row
from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed
from shared.grounding.sheets import Sheet, Sheets, as_before, shown
from shared.query.base import RESERVED

APPLIED_TO: Final = "The rows that the statistic was applied to; its tables follow."
TOLD_BELOW: Final = "told_below_the_answer"
"""What is noted of a result: it stands below an answer, which need not say it."""
TOLD_EARLIER: Final = "told_in_an_earlier_answer"
"""Such a note that an answer before this one told: it is not told again, whatever it is of."""
NOT_DRAWN: Final = "not_in_a_chart_of_it"
MOST_UNDRAWN: Final = 6


def handed_back(
    findings: Findings,
    first: int,
    execution: Execution,
    sheets: Sheets,
    computed: list[Computed],
    earlier: Earlier,
    *,
    aside: Collection[str] = (),
) -> dict[str, JsonValue]:
    """The results since the query at that place as tables, without the columns that stand `aside` and the single rows
    that a statistic was applied to, and what the analysis says of them, its figures that are in none of them too. They
    are kept among the `sheets` and what was `computed`."""
    own = ((fact.own_cell, fact.unit) for fact in findings.facts)
    units = {**findings.units, **{cell.column: unit for cell, unit in own if cell is not None and unit}}
    tables: list[Any] = []
    applied = {query.sql for query in execution.executed[first:] if query.statistic}
    made: list[Sheet] = []
    new: list[int] = []
    for at in range(first, len(execution.executed)):
        result = execution.results[at]
        before = _told_before(result, execution.results, computed)
        sheet = before or _sheet(at, units, execution, sheets)
        new += [] if before else [at]
        tied = execution.tied(at) if any(fact.derived for fact in findings.facts) else ""
        execution.spelled_out(at, sheet.units, tied)
        tie = {"tied": f"LIMIT leaves out a row with the same {tied} as the last."} if tied else {}
        only_applied_to = not execution.executed[at].statistic and execution.executed[at].sql in applied
        if only_applied_to and _of_single_rows(result.sql):
            tables.append(as_before(sheet) if before else _unlisted(sheet, result.row_count))
        else:
            beside = tie | _undrawn(execution, at, findings)
            tables.append(as_before(sheet) if before else shown(sheet, result.row_count, aside=aside) | beside)
        made.append(sheet)
    purposes = [query.purpose for query in execution.executed[first:]]
    computed.append(Computed(findings, tuple(made), next(iter(purposes), "")))
    says = [line for line in (findings.summary, *findings.findings, *findings.insights) if line]
    notes = below_the_answer(execution.noted(new), findings.facts, execution.datasets)
    before_this = [one for one in notes if earlier.told_note(one)]
    tables += earlier.known(findings.facts, sheets)
    below = [one for one in notes if one not in before_this]
    told: dict[str, Any] = {"says": says, TOLD_BELOW: below, TOLD_EARLIER: before_this}
    return {"tables": tables, **{name: lines for name, lines in told.items() if lines}}


def _undrawn(execution: Execution, at: int, findings: Findings) -> dict[str, JsonValue]:
    """The rows of a result that a chart of it leaves out, and why: a text may say of the chart what is drawn."""
    found = leaves_out(execution, at, findings.pictures)
    if found is None:
        return {}
    more = f"and {len(found.left_out) - MOST_UNDRAWN} more" if len(found.left_out) > MOST_UNDRAWN else ""
    return {NOT_DRAWN: [*found.left_out[:MOST_UNDRAWN], *filter(None, [more, found.because])]}


def _of_single_rows(sql: str) -> bool:
    """Whether a query gives rows of what it reads, and no figures of several."""
    try:
        tree = parse(sql)
        without_source(tree)
    except QueryFailed:
        return False
    told = (one for one in tree.selects if not one.alias_or_name.startswith(RESERVED))
    return tree.find(exp.Group) is None and all(one.find(exp.AggFunc) is None for one in told)


def _unlisted(sheet: Sheet, row_count: int) -> dict[str, object]:
    """A result of which a model needs no row: a statistic was applied to it, whose tables follow."""
    columns = [column.key for column in sheet.columns]
    return {"table": f"t{sheet.number}", "columns": columns, "rows_in_all": row_count, "not_shown": APPLIED_TO}


def _told_before(result: QueryResult, results: Sequence[QueryResult], computed: Sequence[Computed]) -> Sheet | None:
    """The table that a model was given already for the same query with the same rows, if it was."""
    for sheet in (sheet for one in computed for sheet in one.sheets):
        other = results[sheet.query]
        if (other.sql, other.columns, other.rows) == (result.sql, result.columns, result.rows):
            return sheet
    return None


def _sheet(at: int, units: dict[str, str], execution: Execution, sheets: Sheets) -> Sheet:
    """A new table of the result at that place; `units` are what is known of those of its columns from elsewhere. What
    it is of is read from the query as it is shown, without the counts that are taken beside."""
    result, datasets = execution.results[at], execution.datasets
    query = execution.executed[at].sql
    return sheets.add(
        result,
        query=at,
        units=units_of(result.sql, datasets, result.columns) | units,
        years=numbers_that_name(result.sql, datasets),
        conditions=conditions_of(query, datasets),
        meanings=meanings_of(query, datasets),
        units_by_row=units_by_row(result.sql, datasets),
        limit=limit_of(query),
    )


def failure_told(failed: NotComputed) -> JsonValue:
    """What went wrong with a query, with the names that are near to one that there is none of."""
    failure = failed.failure
    error = "the query was refused" if failure.kind == "rejected" else SAID[failure.kind]
    told: dict[str, JsonValue] = {"error": error, "detail": failure.message}
    if failure.nearest:
        told["nearest_names"] = list(failure.nearest)
    return told
