"""What every analysis of a playbook promises. Each promise gives what is wrong, as sentences that say what to do."""

import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

import pandas as pd

from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.entities.entity_analysis import EntityAnalysis
from shared.analysis.fields import grain_fields, number_fields, said_field, side_fields, slots
from shared.contracts import ColumnProfile, Fact, QueryResult
from shared.engine.results.origins import invented
from shared.errors import ForfeitException, QueryFailed
from shared.grounding.figures import TextFigure, figures
from shared.query.conditions import Compare
from tests.functions.agents.filling import Unfit, filled
from tests.functions.agents.shapes import SHAPES
from tests.shared.analysis.running import Tables, cell_of

TRANSFORMED = {"Listing", "Missing", "MeaningMatch"}
"""These say a cell in another way: as text, or as a share of all rows."""
MOST_TOLD = 20
"""How many a listing tells before it says “and 7 more”."""
FEW = 20
"""Rows that are left of a result when it is cut, to see that no figure depends on those that are not fetched."""
Complaints = Iterator[str]


@cache
def tables_of(shape: str) -> Tables:
    """The tables of a shape, in memory."""
    return in_memory(shape, SHAPES[shape]())


def in_memory(shape: str, frames: Mapping[str, pd.DataFrame]) -> Tables:
    """Frames of a shape as ingestion reads them: however they are ordered."""
    tables = Tables(**frames)
    return tables.with_events("order_id") if shape == "lines" else tables


def explains_itself(kind: type[Analysis]) -> Complaints:
    """A model chooses by the docstring, no-model mode by the examples."""
    if "__doc__" not in vars(kind) or not kind.__doc__:
        yield f"{kind.__name__} has no docstring: it tells the model what the analysis is for"
    if not kind.examples:
        yield f"{kind.__name__} has no `examples`: give two to four questions that ask for it"
    fields = {name for example in kind.examples for _, name, *_ in Formatter().parse(example) if name}
    others = (*number_fields(kind), *grain_fields(kind), *side_fields(kind))
    known = {said_field(kind), *others, *(slot.name for slot in slots(kind))}
    for name in sorted(fields - known):
        yield (
            f"{kind.__name__}: the examples name a field {{{name}}} that takes no column, no number and no "
            "length of a period: give it a kind (Measure, …)"
        )
    if not isinstance(getattr(kind, "least", None), int):
        yield f"{kind.__name__} does not say how few values it can do with: set `least` (1 where it concludes nothing)"


@dataclass(frozen=True)
class Outcome:
    """What an analysis gave on a table: findings, or a forfeit, or neither, and then what is wrong."""

    kind: type[Analysis]
    analysis: Analysis
    shape: str
    findings: Findings | None = None
    results: tuple[QueryResult, ...] = ()
    forfeit: ForfeitException | None = None
    wrong: str = ""

    @property
    def name(self) -> str:
        """Which analysis on which table."""
        return f"{self.kind.__name__} on the table “{self.shape}”"


@cache
def outcome(kind: type[Analysis], shape: str) -> Outcome:
    """Runs the analysis, filled in by the types of its fields. Raises Unfit."""
    return ran(kind, shape, tables_of(shape))


def ran(kind: type[Analysis], shape: str, tables: Tables, **given: Any) -> Outcome:
    """The same, with some fields given. Raises Unfit."""
    analysis = filled(kind, tables.profiles, **given)
    try:
        findings, results = tables.findings(analysis)
        made_up = next((one for result in results for one in invented(result.sql)), None)
        if made_up:
            return Outcome(
                kind, analysis, shape, wrong=f"has a column {made_up} in which nothing of a table takes part"
            )
    except ForfeitException as forfeit:
        return Outcome(kind, analysis, shape, forfeit=forfeit)
    except QueryFailed as failed:
        told = f"has a query that the guard turns away ({failed.failure.kind}: {failed.failure.message}): name columns "
        return Outcome(kind, analysis, shape, wrong=told + "by sql.column or sql.formula, and only those of the table")
    except Exception as error:  # noqa: BLE001 whatever an author let slip is what is looked for
        return Outcome(kind, analysis, shape, wrong=_slipped(error))
    return Outcome(kind, analysis, shape, findings, results)


def _slipped(error: Exception) -> str:
    told = f"raises {type(error).__name__} ({error})"
    if isinstance(error, LookupError):
        return f"{told}: read only cells that a query selects, from rows that it has (facts.rows, facts.value)"
    return f"{told}: where the rows cannot support it, raise ForfeitException with the reason and what was tried"


def gives_facts_or_forfeits(kind: type[Analysis], shape: str) -> Complaints:
    """Whatever the table: facts that are finite and the cells that they name, or a forfeit that says what was tried."""
    got = outcome(kind, shape)
    if got.wrong:
        yield f"{got.name} {got.wrong}"
    if got.forfeit and not (got.forfeit.forfeit.reason and got.forfeit.forfeit.attempted_actions):
        yield f"{got.name} forfeits without saying why or what it tried: give ForfeitException both"
    if got.findings is None:
        return
    if not got.findings.summary:
        yield f"{got.name} has no summary: answer in one sentence"
    for fact in got.findings.facts:
        yield from _unsound(got, fact)
    if len({fact.id for fact in got.findings.facts}) < len(got.findings.facts):
        yield f"{got.name} gives two facts one id: collect them with Facts"
    if Findings.model_validate_json(got.findings.model_dump_json()) != got.findings:
        yield f"{got.name} gives something that JSON cannot hold"


def _unsound(got: Outcome, fact: Fact) -> Complaints:
    if isinstance(fact.value, float) and not math.isfinite(fact.value):
        yield f"{got.name}: the fact “{fact.name}” is no finite number: divide by nullif(…, 0)"
    if not fact.text:
        yield f"{got.name}: the fact “{fact.name}” has no text: make it with Facts"
    for cell in fact.cells:
        columns, rows = got.results[cell.query].columns, len(got.results[cell.query].rows)
        if cell.column not in columns or cell.row >= rows:
            yield f"{got.name}: the fact “{fact.name}” names a cell that no query gave: make it with Facts"
            return
    exact = got.kind.__name__ not in TRANSFORMED and len(fact.cells) == 1
    if exact and cell_of(fact, got.results) != fact.value:
        yield (
            f"{got.name}: the fact “{fact.name}” is {fact.value}, but its cell holds {cell_of(fact, got.results)}: "
            "let SQL calculate it, or name every cell it was calculated from (facts.work_out)"
        )


def tells_only_declared_figures(kind: type[Analysis], shape: str) -> Complaints:
    """A figure in a sentence is a fact's or a cell's, else the reply loses the sentence when it is committed."""
    got = outcome(kind, shape)
    if got.findings is None:
        return
    known = _known(got, tables_of(shape))
    for line in (got.findings.summary, *got.findings.findings, *got.findings.insights):
        unknown = [figure.text for figure in figures(line) if not any(_tells(figure, value) for value in known)]
        if unknown:
            yield (
                f"{got.name} says “{line}”, and {', '.join(unknown)} is no fact: put figures into sentences as "
                "facts.add gives them, which declares them too"
            )


def _tells(figure: TextFigure, value: float) -> bool:
    slack = 1e-12 * abs(value)
    return figure.low - slack <= abs(value) <= figure.high + slack


def _known(got: Outcome, tables: Tables) -> set[float]:
    """What may be said: facts, cells, how many rows there are and how many are left to tell, the analysis's own fields
    and rules, and what the profiles say."""
    known = {fact.value for fact in got.findings.facts} if got.findings else set()
    for result in got.results:
        known |= {cell for row in result.rows for cell in row}
        known |= {result.row_count - told for told in range(MOST_TOLD + 1)}
    for table in tables.profiles:
        known |= {table.row_count, len(table.columns), *(end for one in table.columns for end in _ends(one))}
    texts = (got.analysis.model_dump_json(), kind_rules(got.kind), *(str(one) for one in known if isinstance(one, str)))
    told = {figure.value for text in texts for figure in figures(text)}
    return told | {float(one) for one in known if isinstance(one, int | float)} | {float(len(tables.profiles))}


def _ends(column: ColumnProfile) -> tuple[Any, Any]:
    return column.minimum, column.maximum


def kind_rules(kind: type[Analysis]) -> str:
    """An analysis's own rules, as a text: its docstring, the fewest values it takes, its module's constants."""
    constants = vars(sys.modules[kind.__module__]).values()
    return f"{kind.__doc__}; {kind.least}; {'; '.join(str(one) for one in constants if isinstance(one, int | float))}"


def says_its_conditions(kind: type[Analysis], shape: str) -> Complaints:
    """A figure of some rows is never told as one of all: with a condition, each text or name says it."""
    name = next((one for one in ("where", "filters") if one in kind.model_fields), None)
    if name is None:
        return
    tables = tables_of(shape)
    column = next((one for one in tables.only.having("dimension") if one.top_values), None)
    if column is None:
        raise Unfit
    value = column.top_values[0].value
    some: Any = Filter(column=column.name, operator="=", values=(value,), label="OF THE CHOSEN KIND")
    chosen = some.label if name == "filters" else str(value)
    given = some if name == "filters" else Compare(column=column.name, operator="=", value=value)
    got, whole = ran(kind, shape, tables, **{name: (given,)}), outcome(kind, shape)
    if got.findings is None:
        return
    fewer = column.top_values[0].count < tables.only.row_count
    if whole.findings and fewer and _cells(got) == _cells(whole):
        yield f"{got.name} computes the same with and without a condition: give `self.{name}` to its query"
    asked = got.analysis.over(tables.profiles)
    named = isinstance(asked, EntityAnalysis) and not asked.kept(tables.only)  # whom it tells of, by their name
    says = (chosen, str(value)) if named else (chosen,)
    for said in (got.findings.summary, *(query.purpose for query in asked.queries(tables.only))):
        if not any(one in said for one in says):
            yield f"{got.name} does not say its condition in “{said}”: add where_text(self.filters, table)"
    facts = [f"{fact.name} {fact.text}" for fact in got.findings.facts]
    if facts and not any(one in fact for fact in facts for one in says):
        yield f"{got.name}: no fact says the condition, such as “{facts[0]}”: Facts(results, where_text(…)) does"


def _cells(got: Outcome) -> list[Any]:
    return [result.rows for result in got.results]


def concludes_nothing_from_few(kind: type[Analysis], shape: str) -> Complaints:
    """Below `least` it forfeits, and where it concludes it says from how many values."""
    if kind.least < 2:
        return
    few = Tables(**{name: frame.head(kind.least - 1) for name, frame in SHAPES[shape]().items()})
    if ran(kind, shape, few).findings:
        yield (
            f"{kind.__name__} concludes from {few.only.row_count} rows, though it says that it takes {kind.least}: "
            "call `self.require(found, …)` at the start of `findings`"
        )
    got = outcome(kind, shape)
    if got.findings and not any(_is_count(fact) for fact in got.findings.facts):
        yield (
            f"{got.name} does not say from how many values it concludes: add the count as a fact, “number of …”, and "
            "say it"
        )


def _is_count(fact: Fact) -> bool:
    return isinstance(fact.value, int) and fact.unit is None and fact.name.startswith("number of ")


def needs_no_row_beyond_the_cut(kind: type[Analysis], shape: str) -> Complaints:
    """A result is cut at some number of rows: figures stay the same, since SQL computes them over all rows."""
    whole = outcome(kind, shape)
    if whole.findings is None or all(len(result.rows) <= FEW for result in whole.results):
        return
    tables = in_memory(shape, SHAPES[shape]())
    tables.most = FEW
    try:
        told = tables.run(whole.analysis)
    except ForfeitException:
        return
    except (IndexError, LookupError):
        yield f"{whole.name} reads rows beyond those that are fetched: count through facts.rows() alone"
        return
    full = {(fact.name, _settled(fact.value)) for fact in whole.findings.facts}
    changed = [f"“{fact.name}”" for fact in told.facts if (fact.name, _settled(fact.value)) not in full]
    known = _known(whole, tables)
    figures_told = figures(told.summary)
    changed += ["the summary" for one in figures_told if not any(_tells(one, value) for value in known)]
    pieces = re.split(r"[;,:.] ", told.summary.rstrip("."))  # something may be left out, and nothing told otherwise
    changed += ["the summary" for piece in pieces if piece not in whole.findings.summary]
    if changed:
        fetched = max(len(one.rows) for one in whole.results)
        yield (
            f"{whole.name}: {changed[0]} changes when its {fetched:,} rows are cut: "
            "calculate it in SQL, or LIMIT the query to the rows that are told"
        )


def _settled(value: object) -> object:
    """A float as far as it doesn't hang on the order in which DuckDB's threads add: that moves its last digits."""
    return f"{value:.12g}" if isinstance(value, float) else value


def answers_somewhere(kind: type[Analysis]) -> Complaints:
    """What forfeits everywhere, or fits no table, has been tested by nothing."""
    for shape in SHAPES:
        try:
            if outcome(kind, shape).findings:
                return
        except Unfit:
            continue
    yield (
        f"{kind.__name__} answers on none of the tables of shapes.py: add one that it can answer on, or a value that "
        "its fields accept to filling.py"
    )


KIND: tuple[Callable[[type[Analysis]], Complaints], ...] = (explains_itself, answers_somewhere)
CASE: tuple[Callable[[type[Analysis], str], Complaints], ...] = (
    gives_facts_or_forfeits,
    tells_only_declared_figures,
    says_its_conditions,
    concludes_nothing_from_few,
    needs_no_row_beyond_the_cut,
)
