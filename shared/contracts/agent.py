"""A task, and what an agent makes of it."""

from collections.abc import Iterable
from typing import Final, Literal

from pydantic import Field, JsonValue

from shared.contracts.base import SCHEMA_VERSION, Contract, Moment, Scalar
from shared.contracts.completeness import Completeness
from shared.contracts.pictures import Picture
from shared.contracts.usage import Usage

AgentStatus = Literal["completed", "forfeited", "failed"]
ErrorType = Literal["timeout", "connection", "rate_limit", "not_found", "data", "unknown"]
Component = Literal["fetch_data", "plan_queries", "execute_queries", "generate_response"]
"""A part of the work, by which a failure is told."""
ForfeitCode = Literal[
    "no_dataset",
    "still_reading",
    "unreadable",
    "not_in_data",
    "out_of_range",
    "too_few_rows",
    "not_computable",
    "not_understood",
    "ambiguous",
    "needs_cause",
    "forecast",
    "judgement",
    "small_talk",
    "other_language",
    "out_of_scope",
    "agents_failed",
    "unsure",
    "refuted",
    "unavailable",
    "cancelled",
    "other",
]
"""Why a question was given up, for programs to act on and for counting; `reason` is for reading."""
ChartHint = Literal["bar", "line", "pie", "scatter", "panels", "table", "number"]


class ToolUse(Contract):
    """A tool that a model called: the call's own id, the tool's name and what it was given."""

    id: str
    name: str
    input: dict[str, JsonValue] = Field(default_factory=dict)


class Task(Contract):
    """One piece of work for one agent. `depends_on` names the tasks whose results it needs; `first` are the calls that
    the coordinator made together with its plan, which the agent carries out before it asks a model anything; `enough`
    says that what they give is all that is asked, so that it need not ask one at all."""

    task_id: str
    agent: str
    request: str
    depends_on: tuple[str, ...] = ()
    first: tuple[ToolUse, ...] = ()
    enough: bool = False

    def unanswered(self) -> "AgentResponse":
        """What stands for the response of a task that left none: it counts as failed."""
        return AgentResponse(agent=self.agent, task_id=self.task_id, task=self.request, status="failed")


class Cell(Contract):
    """Where a fact was read: a cell of the result of a query of the same response."""

    query: int
    row: int
    column: str


class DerivedName(Contract):
    """A figure in words of what its query computes: its name, its unit if that follows, and the line that states it;
    empty if these words are not known. `of` and `met` are the parts of the name: what is computed and for which group,
    and the conditions that all of its rows meet."""

    name: str = ""
    of: str = ""
    met: str = ""
    unit: str | None = None
    text: str = ""


class Fact(Contract):
    """One computed finding. `id` is unique within its response; `text` states it in one plain sentence.

    `unit` is "%" for a value on the 0..100 scale, "pp" for percentage points, a currency code or sign, or None.
    `decimals` is how it is shown.
    `completeness` says what it is a figure of, None if that is undetermined. `derived` is the name used if a model
    named it and no judge confirms that name; None if Candor named it.
    """

    id: str
    name: str
    value: Scalar
    unit: str | None = None
    decimals: int | None = None
    text: str
    cells: tuple[Cell, ...] = ()
    completeness: Completeness | None = None
    derived: DerivedName | None = None

    @property
    def own_cell(self) -> Cell | None:
        """The cell whose figure it is; None for what was worked out from several, which is in another unit perhaps."""
        return self.cells[0] if len(self.cells) == 1 else None

    @property
    def by_itself(self) -> "Fact | None":
        """The fact without any word of a model's; None where nothing else names it."""
        if self.derived is None:
            return self
        own = self.derived.model_dump(include={"name", "unit", "text"})
        return self.model_copy(update={**own, "decimals": None, "derived": None}) if self.derived.text else None


def by_themselves(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts without any word of a model's, each once: a cell may be one twice, computed and referred to."""
    once: dict[tuple[str, Scalar], Fact] = {}
    for fact in facts:
        if own := fact.by_itself:
            once.setdefault((own.name, own.value), own)
    return tuple(once.values())


class Forfeit(Contract):
    """An agent's admission that it cannot answer. `suggestions` are questions about the same data that can be answered:
    each was computed before it was suggested. `unknown` are the words that were not understood. `sure` (0..1) is how
    sure a judge is that the reason is true and complete, if one was asked and the data did not contradict it.
    `language` is the BCP 47 tag of the language that it is worded in."""

    code: ForfeitCode = "other"
    reason: str
    attempted_actions: tuple[str, ...] = ()
    would_help: str | None = None
    suggestions: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    sure: float | None = None
    language: str = "en"
    message: str = ""


class Attempt(Contract):
    """One thing that was tried: the ledger that explains a forfeit or a failure, and can be queried."""

    agent: str
    task_id: str
    step: str
    action: str
    outcome: Literal["ok", "empty", "forfeited", "failed"]
    reason: str | None = None
    error_type: ErrorType | None = None
    code: ForfeitCode | None = None
    at: Moment

    @property
    def broke(self) -> bool:
        """Whether the work itself failed here; not a model, for which another stood in."""
        return self.outcome == "failed" and self.step != "model"


class ExecutedQuery(Contract):
    """A query exactly as it ran. `statistic` says what was applied to its rows, as JSON, if the figures are those of a
    statistic."""

    sql: str
    purpose: str
    statistic: str = ""


ShownPart = Literal["weekday", "weekday_from_sunday", "month_of_year", "week", "month", "quarter", "year", "points"]


class ColumnShown(Contract):
    """How a column of a result is shown in a picture: its numbers as weekdays (from 1, Monday, or from 0, Sunday) or
    months, its dates as the periods that they begin, its differences of shares as percentage `points`; and the words of
    the table's one column `of` which it is made. `until` is the day on which the data ends within its last
    period, where that lacks more days than usually lie between two of its times; `total` what stands in a row of it
    that is of all its values together, and `empty` in one that is of the rows without a value. `called` is what stands
    over it where its name does not: what a table of the answer calls it, or what it is computed as, where its name says
    more; `counts` says whether its numbers count rows or things, `free` whether its texts are free text, and
    `season` is the last month, from 1, of those of each year whose rows alone its figures are of; 0 for all."""

    part: ShownPart | None = None
    of: str = ""
    until: str = ""
    total: str = ""
    empty: str = ""
    called: str = ""
    counts: bool = False
    free: bool = False
    season: int = 0


UNSTATED: Final = "What was asked"
"""The purpose of a query whose writer gives none that may be told."""


class ResultPreview(Contract):
    """What a query returned: at most a few kB of rows, and how many there are in total.

    `adds_up` names the columns whose values are all the parts of a whole: totals and counts of every group. `link` is
    the path, relative to the API's address, of all rows that were fetched, if `data` contains only the first of them.
    `units` are the units of columns, as far as they follow from what the columns are computed from; `tied` is the
    column that the rows are ordered by, if a LIMIT leaves out a row that ties with the last. `cited` are the columns
    whose figures the answer uses, None if that is not known; `drawn` those that a chart draws, if it names any;
    `listed` the positions of the rows that a table of the answer lists, in its order.
    `shown` says how a picture shows its columns, as far as that is known. `aside` are columns needed only for the
    computation: a table for a reader leaves them out, and if there are no others, there is none. `met` are the
    conditions that its rows meet, and `plotted` the rows after `data` that a picture of it draws, until it is drawn.
    """

    purpose: str
    data: tuple[dict[str, Scalar], ...]
    row_count: int
    truncated: bool = False
    adds_up: tuple[str, ...] = ()
    link: str | None = None
    units: dict[str, str] = Field(default_factory=dict)
    tied: str = ""
    cited: tuple[str, ...] | None = None
    drawn: tuple[str, ...] = ()
    listed: tuple[int, ...] = ()
    shown: dict[str, ColumnShown] = Field(default_factory=dict)
    aside: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    plotted: tuple[dict[str, Scalar], ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a table of it for a reader, in order."""
        return tuple(name for name in (self.data[0] if self.data else ()) if name not in self.aside)


class Insights(Contract):
    """What the facts mean."""

    summary: str = ""
    findings: tuple[str, ...] = ()
    insights: tuple[str, ...] = ()
    visualization_hint: ChartHint = "table"


class AgentResult(Contract):
    """The agreed shape of an agent's result."""

    results: tuple[ResultPreview, ...] = ()
    insights: Insights = Insights()
    queries_executed: tuple[ExecutedQuery, ...] = ()
    visualization_hint: ChartHint = "table"


class AgentMetadata(Contract):
    """What an agent's work cost."""

    duration_ms: float = 0.0
    queries_run: int = 0
    total_rows: int = 0


class Claim(Contract):
    """A model's statement that only a judge can compare with the figures. `figures` are numbers in it that follow only
    by arithmetic. `doubt` says why the head or row of its table, or a figure's unit or sign, contradicts it. `refuted`:
    a judge found it false before. `reworded`: it was written after a judge found others false, perhaps the same in
    other words. Such claims are sent only if a judge confirms them; the exception is figures that each follow in one
    step from figures in the same statement (`follows`). A table is one claim, under its head, and each row is a claim
    `of` that head. One that `gives_up` is the reason why there is no answer."""

    said: str
    of: str = ""
    gives_up: bool = False
    figures: tuple[str, ...] = ()
    follows: bool = False
    doubt: str = ""
    refuted: bool = False
    reworded: bool = False

    @property
    def needs_a_judge(self) -> bool:
        """Whether it goes where none answers."""
        return self.refuted or self.reworded or bool(self.doubt or (self.figures and not self.follows))


class AgentResponse(Contract):
    """What an agent found for its task. `readings` are its assumptions, shown to the user; `misread` are assumptions,
    including the plan's, withheld because no judge confirmed them; `limits` are the numbers in the conditions of its
    queries, which a text may repeat.

    `doubts` say which of the columns that it used are ambiguous; a reply states each of them. `by_model` says whether a
    language model worded it, and `without_model` why none did although one should have; `stated` is what the analyses
    said of the facts themselves, whoever worded the insights. `concludes`: it sums up what the tasks before it found,
    so its words replace theirs. `unfinished`: a model began but reached no answer, so that this is only what it had
    computed by then; or different readings are shown side by side; or something that was asked for was removed.
    `left_out` is how many of its statements were removed because their figures could not be verified;
    `missing` are parts of the question, in its words, that a judge found unanswered in it;
    `unchecked` are those that only a judge can hold against the figures, kept until there was one. `pictures` are what
    its analyses show of their results. `language` is the BCP 47 tag of the language that it is worded in.
    """

    schema_version: int = SCHEMA_VERSION
    agent: str
    task_id: str
    task: str
    status: AgentStatus
    result: AgentResult = AgentResult()
    facts: tuple[Fact, ...] = ()
    readings: tuple[str, ...] = ()
    misread: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    by_model: bool = False
    without_model: str = ""
    unfinished: bool = False
    concludes: bool = False
    stated: tuple[str, ...] = ()
    left_out: int = 0
    unchecked: tuple[Claim, ...] = ()
    missing: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    language: str = "en"
    forfeit: Forfeit | None = None
    error_type: ErrorType | None = None
    attempts: tuple[Attempt, ...] = ()
    usage: Usage = Usage()
    prompt_version: str = ""
    metadata: AgentMetadata = AgentMetadata()

    @property
    def telling(self) -> tuple[Fact, ...]:
        """Its facts but for those of a model's queries that its answer tells nothing of."""
        cited = {(at, name) for at, one in enumerate(self.result.results) for name in one.cited or ()}
        if not cited:
            return self.facts
        own = ((one, {(cell.query, cell.column) for cell in one.cells}) for one in self.facts)
        return tuple(one for one, cells in own if one.derived is None or cells & cited)

    @property
    def setback(self) -> str | None:
        """What kept it from computing, where that was neither the question nor the data; None where nothing did."""
        if self.status != "failed":
            return None
        ours = (attempt.reason for attempt in reversed(self.attempts) if attempt.broke)
        return next(filter(None, ours), None)


class AgentCard(Contract):
    """An agent as the coordinator and the documentation see it; `also` is what it can do beside its capabilities."""

    name: str
    description: str
    capabilities: tuple[str, ...]
    also: tuple[str, ...] = ()
    forfeits_when: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    inputs: dict[str, str] = Field(default_factory=dict)
    outputs: dict[str, str] = Field(default_factory=dict)
