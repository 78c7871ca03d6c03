"""RouteQuestion: the coordinator's prompt. Agents are chosen by what they can do, never by keywords."""

from collections import Counter
from collections.abc import Callable, Sequence

from pydantic import Field

from shared.contracts import AgentCard, Contract, ToolUse
from shared.model.moves import Route, RouteQuestion, TaskDraft
from shared.model.prompts.computing import ANALYSE, COMPUTING, SQL
from shared.model.prompts.forfeiting import FORFEIT, Forfeiting, Line
from shared.model.prompts.prompt import (
    PRINCIPLES,
    Prompt,
    Tool,
    WrongAnswer,
    compose,
    fence,
    health_lines,
    sections,
    turns_before,
    unready_lines,
)
from shared.model.prompts.tables import tables
from shared.model.prompts.tool_calls import arguments_of
from shared.model.spoken import Spoken

MOST_TASKS = 6
MOST_FIRST = 8

UNASSIGNED = "Nobody was given the question. Call assign_tasks once, and repeat beside it what is to be computed first."

AGAIN = "Assign the question, or forfeit for a reason that holds."

ROLE = """\
# Your part: coordinator

Decide which agents work on the question, by their descriptions and capabilities. Answer only by calling tools:
`assign_tasks` once, or `forfeit`. Beside it, in the same answer, call `analyse` (with a query of the language) or
`run_sql` for what an agent will need first; leave it away where the agent must look at the data before it can tell, and
where more than plain figures is asked (segments, risks, drivers): each agent has analyses for what it can do.
Where you assign several tasks, name in `first` of each the calls that are its own.

- Take as few agents as the question needs; usually one. Take several only where it asks for several things.
- Phrase each request so that it can be understood alone: name the measures, filters, periods and groupings in the
  person's own words. Resolve "last month" and the like against the time of asking, and follow-ups ("and by region?")
  against the turns before; write each such reading as an assumption.
- Tasks run side by side. Let one depend on another (by its position) only if it needs the other's result.
- A greeting, or a question about Candor or about what the tables hold, goes to the agent for general help.
- Give an agent nothing whose needs no table meets.
- Say in the request what kind of answer is wanted: why a figure changed (its parts), what if (the assumption in the
  person's words), a forecast (how far ahead, with its range), whom to worry about (by which signs), is this good
  (compared with what). Whether the data bears it the agent finds out: do not forfeit for it.
- Forfeit if there is no table and the question needs data, if no agent can do it, or if no column could hold what is
  asked about.
"""


class Assigned(Contract):
    """One task."""

    agent: str
    request: str
    depends_on: tuple[int, ...] = ()
    first: tuple[int, ...] = Field(default=(), description="Its calls beside this one: their positions, from 0.")
    enough: bool = Field(default=False, description="Of several: these give all that it asks.")


class AssignTasks(Contract):
    """Give the question to one or more agents."""

    tasks: tuple[Assigned, ...] = Field(
        min_length=1, max_length=MOST_TASKS, description="`depends_on` holds positions of earlier tasks, from 0."
    )
    assumptions: tuple[Line, ...] = Field(default=(), max_length=8, description="How the question was read.")


ASSIGN = Tool("assign_tasks", AssignTasks)


@compose.register
def route_question(request: RouteQuestion, *, samples: bool) -> Prompt:
    """The coordinator's prompt."""
    cards = request.agents
    shared = _of_most(cards)
    about = (*((taken_and_given(cards[0]),) if cards else ()), *(_needed(one, cards) for one in shared))
    return Prompt(
        system=sections(PRINCIPLES, ROLE, "# Agents", *about, *(_card(one, shared) for one in cards)),
        material=tables(request.datasets, samples=samples),
        ask=sections(
            f"Time of asking: {request.now.isoformat(timespec='seconds')}",
            health_lines(request.health),
            unready_lines(request.unready),
            turns_before(request.history),
            fence("question", request.question),
            f"You gave up. {request.contested} {AGAIN}" if request.contested else "",
        ),
        tools=(*COMPUTING, ASSIGN) if request.datasets else (FORFEIT, ASSIGN),
        alike=len(COMPUTING) if request.datasets else 0,
        read=_route({card.name for card in request.agents}),
    )


def _card(card: AgentCard, shared: Sequence[str]) -> str:
    """What an agent can do and needs, but for what most need; when it forfeits, its own prompt says."""
    own = [need for need in card.needs if need not in shared]
    lines = [f"## {card.name}", card.description]
    lines += [f"- {one}" for one in (*card.capabilities, *card.also)]
    lines += [f"- needs: {', '.join(own)}"] if own else []
    return "\n".join(lines)


def _of_most(cards: Sequence[AgentCard]) -> tuple[str, ...]:
    """The needs of most agents, which are told once."""
    counted = Counter(need for card in cards for need in card.needs)
    return tuple(need for need, times in counted.items() if times > 1 and 2 * times > len(cards))


def _needed(need: str, cards: Sequence[AgentCard]) -> str:
    without = ", ".join(card.name for card in cards if need not in card.needs)
    return f"Each needs {need}{f', but for {without}' if without else ''}."


def taken_and_given(card: AgentCard) -> str:
    """The names of what an agent is given and of what it gives back, which is the same for all."""
    given, back = (", ".join(f"`{name}`" for name in of) for of in (card.inputs, card.outputs))
    return f"Each is given {given}, and gives back {back}."


def _route(names: set[str]) -> Callable[[Spoken], Route]:
    def read(spoken: Spoken) -> Route:
        firsts, rest = _parted(spoken)
        if firsts and not rest.calls():
            raise WrongAnswer(UNASSIGNED)
        given = arguments_of(rest, (ASSIGN, FORFEIT))
        for arguments in given:
            if isinstance(arguments, Forfeiting):
                return Route(forfeit=arguments.forfeit())
        assigned = [arguments for arguments in given if isinstance(arguments, AssignTasks)]
        if len(assigned) != 1:
            raise WrongAnswer("Call assign_tasks once.")
        _check(assigned[0].tasks, names)
        return Route(tasks=_begun(assigned[0].tasks, firsts), readings=assigned[0].assumptions)

    return read


def _parted(spoken: Spoken) -> tuple[tuple[ToolUse, ...], Spoken]:
    """The calls that compute something, and the message without them."""
    computing = (call for call in spoken.calls() if call.name in (ANALYSE.name, SQL.name))
    firsts = tuple(ToolUse(id=one.id, name=one.name, input=one.input) for one in computing)
    ids = {use.id for use in firsts}
    rest = [block for block in spoken.content if block.get("id") not in ids]
    return firsts[:MOST_FIRST], spoken.model_copy(update={"content": rest})


def _begun(tasks: tuple[Assigned, ...], firsts: tuple[ToolUse, ...]) -> tuple[TaskDraft, ...]:
    """The drafts; one that is alone begins with all that was called beside it, and words it; of several each with what
    it names of that."""
    drafts = tuple(TaskDraft(**task.model_dump(include={"agent", "request", "depends_on"})) for task in tasks)
    if len(drafts) == 1:
        return (drafts[0].model_copy(update={"first": firsts}),)
    called = dict(enumerate(firsts, start=_counted_from(tasks, firsts)))
    return tuple(
        draft.model_copy(
            update={
                "first": tuple(called[at] for at in task.first if at in called),
                "enough": task.enough and called.keys() >= set(task.first),
            }
        )
        for draft, task in zip(drafts, tasks, strict=True)
    )


def _counted_from(tasks: Sequence[Assigned], firsts: Sequence[ToolUse]) -> int:
    """1 where the positions show that assign_tasks itself was counted with the calls, else 0."""
    named = {at for task in tasks for at in task.first}
    return 1 if len(firsts) in named and 0 not in named else 0


def _check(tasks: tuple[Assigned, ...], names: set[str]) -> None:
    for position, task in enumerate(tasks):
        if task.agent not in names:
            raise WrongAnswer(f"There is no such agent for task {position}. Agents: {', '.join(sorted(names))}.")
        if not task.request.strip():
            raise WrongAnswer(f"Task {position} has an empty request.")
        if any(not 0 <= needed < position for needed in task.depends_on):
            raise WrongAnswer(f"Task {position} may only depend on earlier positions.")
