"""NextMove: an agent's conversation. It looks, computes, looks at what came, and answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final

from pydantic import BaseModel, Field, JsonValue, StringConstraints, ValidationError
from rapidfuzz import process

from shared.analysis.base import Analysis
from shared.analysis.fitness import Misfit, fitted
from shared.analysis.queried.source import bound_source, once_each, tables_of
from shared.analysis.query_analysis import QueryAnalysis
from shared.analysis.tables import table_of
from shared.contracts import ChartHint, Contract, DatasetProfile, PlannedQuery, ToolUse
from shared.errors import ForfeitException
from shared.model.moves import Move, NextMove
from shared.model.prompts.computing import (
    ANALYSE,
    BESIDE,
    COMPUTING,
    DECLARED,
    DERIVED,
    DISTINCT_ROWS,
    SOURCE,
    SQL,
    Analyse,
    DerivedColumns,
    RunSql,
)
from shared.model.prompts.forfeiting import FORFEIT, Forfeiting, Line
from shared.model.prompts.notation import declarations, tool_name
from shared.model.prompts.prompt import (
    PRINCIPLES,
    Prompt,
    Tool,
    WrongAnswer,
    compose,
    fence,
    health_lines,
    sections,
    told,
    turns_before,
    unready_lines,
)
from shared.model.prompts.rounds import messages
from shared.model.prompts.tables import responses, tables
from shared.model.rounds import ANSWERING, Call, RoundsLeft
from shared.model.spoken import Spoken, ToolCall
from shared.query.bound import BoundQuery
from shared.query.forms import usual_arguments
from shared.query.own_names import derived_with_own_names, renamed_arguments, with_own_names
from shared.query.problems import QueryProblem, read_query
from shared.query.query import Query
from shared.query.spellings import in_known_spellings

MOST_CALLS = 8

ROLE = """\
# Your part: work out one task

Call `analyse` or `run_sql` for what you need (up to 8 at once where none needs another), look at the
rows that come back, compute again if needed, then call `answer`. A plain question takes one round of computing.

- Match the person's words to columns by name, description and values; copy names and cell values exactly.
- Where the task can be read in several ways, take the likeliest and tell it in `assumptions`, not in the text, too; so
  where a period was resolved against the time of asking, or lies beyond the dates of the data.
- If what is asked for is in no column, `forfeit`; never put another column in its place.
- "Why" did a figure change: compute it for both periods, then take the change apart into parts that add up to it: by
  each dimension that could carry it, and, where there are amounts and prices, into volume (amounts changed, prices as
  before), price and mix (the rest). Tell the largest parts and what they leave; say that it shows where, not why.
- "What if": compute from the data, and name what is supposed as an assumption.
- A forecast: from eight periods on, by a plain method that you name (the average where a slope may be chance), called
  an estimate, with the range of the known values around it; `forfeit` with fewer.
- "Whom should I worry about": rank by two or three signs in the data (a fall, a long silence, what is at stake), and
  say by which. "Is this good": compare (with other groups, periods, the average); do not judge.
"""

REFERENCES = """\
# How to answer

Write each figure of the data as a reference in braces; it is printed with its unit.

- `{r3.revenue}` a cell: row r3, column revenue. `{r3.month:month}` a date as "March 2025" (also year, quarter, day).
- `{pct(r1.revenue, sum(t1.revenue)):1}` a share in percent, shown with 1 decimal; `{change(r2.revenue, r1.revenue):1}`
  the change in percent from the second to the first (unsigned before "less than"); also diff (of two in percent it
  prints percentage points), ratio, abs, and + - * /.
- `{sum(t1.revenue)}`, avg, min, max, median, stddev over a table's column, with a condition if wanted:
  `{count(t1, revenue < 50000)}`, `{sum(t1.revenue, region == "West")}`.

A reference prints the unit that `units` shows for its column (do not write that unit again); a column without one, and
what is scaled (`{r1.minutes / 60:1}`), prints none: write the unit yourself. Never write a figure, in digits or in
words (half, one in four), that is neither such a reference nor in the question. Say of which row, column and direction
each is; what is handed back is removed if it is not mended. A table: one row a line, references in its cells.

Write in the language of the question, and name it in `language`.
Start with the answer itself; give units and conditions; keep it short, claim nothing else: no headings, no talk of
rows, columns, queries or tools. Name column, row and statistic in the file's own words: "West has
the highest revenue, {r1.revenue}".
"""


class Answer(Contract):
    """Give the answer. It ends the work."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=8000)]
    assumptions: tuple[Line, ...] = Field(default=(), max_length=8, description="How the task was read.")
    chart: ChartHint = Field(default="table", description="The picture that suits it.")
    draw: str = Field(
        default="", max_length=240, description="The columns that it draws: both compared, as t1.old, t1.new."
    )
    language: str = Field(default="en", max_length=35, description="The language of `text`: its BCP 47 tag.")


ANSWER: Final = Tool(ANSWERING, Answer)
TOOLS: Final = (*COMPUTING, ANSWER)


@compose.register
def next_move(request: NextMove, *, samples: bool) -> Prompt:
    """An agent's prompt: role, instructions, tables, earlier results, task; then every round so far."""
    beside = declarations(_beside(request), DECLARED) if request.datasets else ""
    return Prompt(
        system=sections(PRINCIPLES, ROLE, REFERENCES, beside, _agent(request)),
        material=tables(request.datasets, samples=samples),
        ask=sections(
            f"Time of asking: {request.now.isoformat(timespec='seconds')}",
            health_lines(request.health),
            unready_lines(request.unready),
            turns_before(request.history),
            _earlier(request, samples),
            fence("question", request.question) if request.question and request.question != request.task else "",
            fence("assumptions_told_already", request.told) if request.told else "",
            fence("task", request.task),
        ),
        tools=TOOLS if request.datasets else (FORFEIT, ANSWER),
        alike=len(COMPUTING) if request.datasets else 0,
        read=_move(request, samples=samples),
        rounds=tuple(message for one in request.rounds for message in messages(one, samples=samples)),
        closing=LEFT[request.left],
        given=_given(request.first) if request.first and not request.rounds else None,
        begun=request.begun,
    )


def _beside(request: NextMove) -> tuple[type[Analysis], ...]:
    """The analyses that the query language does not say, and that as many tables allow as there are."""
    several = len(request.datasets) > 1
    return tuple(kind for kind in request.playbook if not kind.in_query and (several or not kind.of_several_tables))


LEFT: Final[Mapping[RoundsLeft, str]] = {
    "several": "",
    "one": "You can compute once more; after that, only `answer` and `forfeit` are left.",
    "none": "Nothing more can be computed for this task: call `answer` with what there is, or `forfeit`.",
}
"""What a model is told of the rounds that remain."""


def _agent(request: NextMove) -> str:
    card = request.agent
    return sections(
        f"# The agent that you are: {card.name}\n\n{card.description}",
        "You can:\n" + "\n".join(f"- {capability}" for capability in card.capabilities),
        f"You need: {', '.join(card.needs)}" if card.needs else "",
        "# What to look for\n\n" + request.instructions if request.instructions else "",
        "# Forfeit when\n\n" + "\n".join(f"- {when}" for when in card.forfeits_when) if card.forfeits_when else "",
    )


def _earlier(request: NextMove, samples: bool) -> str:
    if not request.previous_results:
        return ""
    told = fence("previous_results", responses(request.previous_results, samples=samples, cites=request.cites))
    return sections(told, "Refer to their figures as `cite` says, also in arithmetic.") if request.cites else told


def _given(first: tuple[ToolUse, ...]) -> Spoken:
    """What was decided before: read as if it had just been said."""
    return Spoken(
        content=[{"type": "tool_use", **use.model_dump(mode="json")} for use in first], stop_reason="tool_use"
    )


def _move(request: NextMove, *, samples: bool) -> Callable[[Spoken], Move]:
    def read(spoken: Spoken) -> Move:
        calls = spoken.calls()
        if not calls:
            return _in_words(spoken, request)
        if len(calls) > MOST_CALLS:
            raise WrongAnswer(f"{len(calls)} calls; at most {MOST_CALLS} at once.")
        for given in (_ending(call) for call in calls):
            if isinstance(given, Forfeiting):
                return Move(forfeit=given.forfeit(), content=tuple(spoken.content), calls=_said(calls))
            if isinstance(given, Answer) and (len(calls) == 1 or request.left == "none"):
                return Move(
                    answer=given.text,
                    readings=given.assumptions,
                    visualization_hint=given.chart,
                    drawn=given.draw,
                    language=given.language,
                    content=tuple(spoken.content),
                    calls=_said(calls),
                )
        return Move(calls=tuple(_asked(call, request, samples) for call in calls), content=tuple(spoken.content))

    return read


def _said(calls: Sequence[ToolCall]) -> tuple[Call, ...]:
    """Calls that compute nothing, to each of which a result may be given."""
    return tuple(Call(id=call.id) for call in calls)


def _in_words(spoken: Spoken, request: NextMove) -> Move:
    """An answer given in text instead of the tool is one all the same, once there are results to tell of."""
    if not spoken.text or (request.datasets and not request.rounds):
        raise WrongAnswer("Call a tool: analyse, run_sql, answer or forfeit.")
    return Move(answer=spoken.text, content=tuple(spoken.content))


def _ending(call: ToolCall) -> Contract | None:
    """The answer or forfeit that a call is; None where it is another call. Raises WrongAnswer for a wrong one."""
    tool = {FORFEIT.name: FORFEIT, ANSWER.name: ANSWER}.get(call.name)
    if tool is None:
        return None
    try:
        given = tool.read(call)
    except ValidationError as error:
        raise WrongAnswer(f"Wrong arguments for {call.name}: {told(error)}", {call.id: told(error)}) from None
    return given if isinstance(given, Contract) else None


def _asked(call: ToolCall, request: NextMove, samples: bool) -> Call:
    """What a call asks to be computed, or a sentence that says what is wrong with it."""
    try:
        if call.name == SQL.name:
            asked = SQL.read(call)
            return Call(id=call.id, query=_planned(asked))
        if call.name == ANALYSE.name:
            return Call(id=call.id, analysis=_analysis(call, request, samples))
    except ValidationError as error:
        return Call(id=call.id, problem=f"Wrong arguments: {told(error)}")
    except (Misfit, WrongAnswer) as wrong:
        return Call(id=call.id, problem=str(wrong))
    if call.name == ANSWER.name:
        return Call(id=call.id, problem="Look at the results of the other calls first, then answer.")
    return Call(id=call.id, problem=f"There is no such tool. Tools: {', '.join(tool.name for tool in TOOLS)}.")


def _planned(asked: object) -> PlannedQuery:
    if not isinstance(asked, RunSql):
        raise WrongAnswer("run_sql takes sql and purpose.")
    return PlannedQuery(sql=asked.sql, purpose=asked.purpose)


def _analysis(call: ToolCall, request: NextMove, samples: bool) -> Analysis:
    asked = ANALYSE.read(call)
    if isinstance(asked, Analyse) and asked.query:
        return _in_language(asked, request)
    kinds = {tool_name(kind): kind for kind in request.playbook}
    if not isinstance(asked, Analyse) or asked.analysis not in kinds:
        nearest = ", ".join(name for name, *_ in process.extract(getattr(asked, "analysis", ""), list(kinds), limit=3))
        raise WrongAnswer(f"There is no such analysis. Nearest: {nearest}. Or use run_sql.")
    kind = kinds[asked.analysis]
    source = _source(asked, kind, request)
    known = source.outputs if source else (column for one in request.datasets for column in one.columns)
    own, renamed = derived_with_own_names(asked.arguments.get(DERIVED, ()), tuple(one.name for one in known))
    arguments = {name: value for name, value in asked.arguments.items() if name not in BESIDE}
    arguments = renamed_arguments(arguments, renamed)
    if unknown := [name for name in arguments if name not in kind.model_fields]:
        takes = ", ".join(dict.fromkeys((*kind.model_fields, *BESIDE)))
        raise WrongAnswer(f"Wrong arguments: {asked.analysis} has no {' or '.join(unknown)}; it takes {takes}.")
    given = _in_a_form(kind, arguments, call)
    if not isinstance(given, Analysis):
        raise WrongAnswer("There is no such analysis.")
    once = source is None and asked.arguments.get(DISTINCT_ROWS) is True
    named = usual_arguments({DERIVED: own}, DerivedColumns)
    beside: dict[str, object] = {DISTINCT_ROWS: once, DERIVED: DerivedColumns.model_validate(named).derived}
    beside |= {SOURCE: source.query, "relation": source.table.relation} if source else {}
    given = given.model_copy(update=beside)
    try:
        tables = tables_of(given, request.datasets, source)
    except QueryProblem as problem:
        raise WrongAnswer(problem.sentence) from None
    except ForfeitException as refused:
        raise WrongAnswer(refused.forfeit.reason) from None
    return fitted(given, tables, samples=samples)


def _source(asked: Analyse, kind: type[Analysis], request: NextMove) -> BoundQuery | None:
    """The query whose result an analysis is about; None where it is about a table. Raises WrongAnswer with what would
    be right."""
    given = asked.arguments.get(SOURCE)
    if not given:
        return None
    if not kind.takes_source:
        takes = ", ".join(tool_name(one) for one in request.playbook if one.takes_source) or "none of these"
        raise WrongAnswer(f"{asked.analysis} is of the rows of a table and takes no source. What does: {takes}.")
    if not isinstance(given, dict):
        raise WrongAnswer("A source is a Query, as declared; the table that it reads is named by `relation`.")
    relation = asked.arguments.get("relation") or asked.relation
    relation = relation if isinstance(relation, str) else None
    try:
        query = _query(given, relation, request.datasets)
        query = once_each(query) if asked.arguments.get(DISTINCT_ROWS) is True else query
        return bound_source(query, request.datasets, relation)
    except QueryProblem as problem:
        raise WrongAnswer(f"In the source: {problem.sentence}") from None
    except ForfeitException as refused:
        raise WrongAnswer(f"In the source: {refused.forfeit.reason}") from None


def _in_a_form(kind: type[Analysis], arguments: dict[str, JsonValue], call: ToolCall) -> BaseModel:
    """The analysis with these arguments, in any form that can mean one thing only. Raises ValidationError."""
    tool = Tool.of(kind)
    try:
        return tool.read(call.model_copy(update={"input": arguments}))
    except ValidationError:
        pass  # not in the declared form; perhaps in one that is read as it
    return tool.read(call.model_copy(update={"input": usual_arguments(arguments, kind)}))


def _in_language(asked: Analyse, request: NextMove) -> Analysis:
    """A query of the language that fits its tables. Raises WrongAnswer with what would."""
    try:
        query = _query(asked.query, asked.relation, request.datasets)
        analysis = QueryAnalysis(query=query, relation=asked.relation).over(request.datasets)
        analysis.queries(table_of(analysis, request.datasets))
    except QueryProblem as problem:
        raise WrongAnswer(problem.sentence) from None
    except ForfeitException as refused:
        raise WrongAnswer(refused.forfeit.reason) from None
    return analysis


def _query(given: dict[str, JsonValue], relation: str | None, datasets: Sequence[DatasetProfile]) -> Query:
    """The query, its names spelt as those of the table, or of all where it names none. Raises QueryProblem."""
    tables = [one for one in datasets if one.relation == relation] or datasets
    columns = tuple(column.name for one in tables for column in one.columns)
    return read_query(in_known_spellings(with_own_names(given, columns), columns))
