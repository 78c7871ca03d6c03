"""PlanAnalyses: an agent's prompt. Its playbook's analyses are the tools, beside free SQL, assumptions and forfeit."""

from collections.abc import Callable, Iterator
from typing import Annotated

from pydantic import Field, StringConstraints
from rapidfuzz import process

from shared.analysis.base import Analysis
from shared.analysis.fields import named_columns
from shared.contracts import Contract, DatasetProfile, PlannedQuery
from shared.model.port import AnalysisPlan, PlanAnalyses
from shared.model.prompts.forfeiting import FORFEIT, Forfeiting, Line
from shared.model.prompts.prompt import PRINCIPLES, Prompt, Tool, WrongAnswer, compose, fence, health_lines, sections
from shared.model.prompts.sql import QUERY_RULES
from shared.model.prompts.tables import responses, tables
from shared.model.prompts.tool_calls import arguments_of
from shared.model.spoken import Spoken
from shared.reading.reading import Filter, Grouping, Metric

MOST_STEPS = 8

ROLE = """\
# Your part: plan the analysis of one task

Answer only by calling tools, all at once; the calls are carried out together and you see no result of theirs.

- Use the typed analyses wherever one fits; they compute their figures correctly. Use `run_sql` where none fits, and
  `answer_without_data` only for talk that needs no figure (a greeting, what Candor does, what the tables hold).
- Take the fewest calls that answer the task: usually one, at most eight.
- Match the person's words to columns by name, description and values. Copy column names and cell values exactly as
  they are written in the tables.
- Where the task can be read in more than one way, take the likeliest reading and tell it with `state_assumptions`. Do
  the same where a period was resolved against the time of asking, or lies beyond the dates that the data has.
- Earlier agents' results are there to build on.
- If a part of the task asks for something that no column holds, forfeit; do not put another column in its place.
"""


class RunSql(Contract):
    """Run one SELECT where no typed analysis fits."""

    sql: Annotated[str, StringConstraints(strip_whitespace=True, min_length=8, max_length=8000)]
    purpose: Line = Field(description="What the query answers, in a few plain words for the person.")


class StateAssumptions(Contract):
    """Tell the person how the task was read: one plain sentence for each assumption."""

    assumptions: tuple[Line, ...] = Field(min_length=1, max_length=8)


class AnswerWithoutData(Contract):
    """Answer in words alone. Only for what needs no query and no figure."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]


SQL = Tool("run_sql", RunSql)
ASSUME = Tool.of(StateAssumptions)
ANSWER = Tool.of(AnswerWithoutData)


@compose.register
def plan_analyses(request: PlanAnalyses, *, samples: bool) -> Prompt:
    """An agent's prompt: role, instructions, tables, earlier results, task."""
    tools = _tools(request)
    return Prompt(
        system=sections(PRINCIPLES, ROLE, QUERY_RULES, _agent(request)),
        material=tables(request.datasets, samples=samples),
        ask=sections(
            f"Time of asking: {request.now.isoformat()}",
            health_lines(request.health),
            _earlier(request, samples),
            fence("task", request.task),
        ),
        tools=tools,
        read=_plan(tools, request.datasets),
    )


def _tools(request: PlanAnalyses) -> tuple[Tool, ...]:
    on_data = (*map(Tool.of, request.playbook), SQL) if request.datasets else ()
    return (*on_data, ASSUME, ANSWER, FORFEIT)


def _agent(request: PlanAnalyses) -> str:
    card = request.agent
    return sections(
        f"# The agent that you are: {card.name}\n\n{card.description}",
        "You can:\n" + "\n".join(f"- {capability}" for capability in card.capabilities),
        "# What to look for\n\n" + request.instructions if request.instructions else "",
        "# Forfeit when\n\n" + "\n".join(f"- {when}" for when in card.forfeits_when) if card.forfeits_when else "",
    )


def _earlier(request: PlanAnalyses, samples: bool) -> str:
    if not request.previous_results:
        return ""
    return fence("previous_results", responses(request.previous_results, samples=samples))


def _plan(tools: tuple[Tool, ...], datasets: tuple[DatasetProfile, ...]) -> Callable[[Spoken], AnalysisPlan]:
    def read(spoken: Spoken) -> AnalysisPlan:
        plan = AnalysisPlan()
        for arguments in arguments_of(spoken, tools):
            plan = _with(plan, arguments)
        return plan if plan.forfeit else _checked(plan, datasets)

    return read


def _with(plan: AnalysisPlan, arguments: object) -> AnalysisPlan:
    """The plan with what one call adds to it. A forfeit stops the work, whatever else was called."""
    match arguments:
        case Forfeiting():
            return AnalysisPlan(forfeit=arguments.forfeit(), readings=plan.readings)
        case RunSql(sql=sql, purpose=purpose):
            return plan.model_copy(update={"queries": (*plan.queries, PlannedQuery(sql=sql, purpose=purpose))})
        case StateAssumptions(assumptions=assumptions):
            return plan.model_copy(update={"readings": (*plan.readings, *assumptions)})
        case AnswerWithoutData(text=text):
            return plan.model_copy(update={"text": text})
        case _:
            return plan.model_copy(update={"analyses": (*plan.analyses, arguments)})


def _checked(plan: AnalysisPlan, datasets: tuple[DatasetProfile, ...]) -> AnalysisPlan:
    steps = len(plan.analyses) + len(plan.queries)
    if steps > MOST_STEPS:
        raise WrongAnswer(f"{steps} analyses and queries; at most {MOST_STEPS}.")
    if not steps and not plan.text:
        raise WrongAnswer("Nothing to do: call an analysis, run_sql, answer_without_data or forfeit.")
    for analysis in plan.analyses:
        _check_columns(analysis, analysis.names(datasets))
    return plan


def _check_columns(analysis: Analysis, names: tuple[str, ...]) -> None:
    for column in _columns(analysis):
        if column not in names:
            nearest = ", ".join(name for name, *_ in process.extract(column, names, limit=3))
            raise WrongAnswer(f"There is no column {column[:80]!r}. Nearest: {nearest}.")


def _columns(value: object) -> Iterator[str]:
    """The columns that an analysis names, where they are typed as such."""
    if isinstance(value, Metric | Filter | Grouping) and value.column is not None:
        yield value.column
    if isinstance(value, Analysis):
        yield from named_columns(value)
    parts = value if isinstance(value, tuple) else vars(value).values() if isinstance(value, Contract) else ()
    for part in parts:
        yield from _columns(part)
