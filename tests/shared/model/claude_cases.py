"""What the tests of the Claude side ask: one request of every type, about one small table."""

from datetime import UTC, datetime
from functools import cache
from typing import Any, Self

from anthropic import Anthropic

from infra.lab.messages_api import Brain, MessagesApi, Says
from infra.lab.recorded import Recorded
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.metrics import Metric
from shared.contracts import (
    AgentCard,
    AgentResponse,
    AgentResult,
    Attempt,
    ColumnProfile,
    DatasetProfile,
    ErrorContext,
    Fact,
    Forfeit,
    Insights,
    PlannedQuery,
    QueryResult,
    ResultPreview,
    SemanticProfile,
    ValueCount,
)
from shared.model.claude import ClaudeModel, claude_client
from shared.model.moves import ConductPhase, NextMove, RouteQuestion, SlotCard
from shared.model.port import ExplainFailure, JudgeReply, Request, SynthesizeReply, TranslateLines, WordFailsafe
from shared.model.rounds import CallResult, Round
from shared.offline.reading.reading import Reading

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
SECRET_CELL = "Canary Ltd"
SECRET_DETAIL = "arn:aws:lambda:us-east-1:111122223333:function:secret"


class FilteredTotal(Analysis):
    """The total of one measure over the rows that meet all conditions."""

    measure: Metric
    conditions: tuple[Filter, ...] = ()

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        return None

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return ()

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        return Findings(summary="", facts=())


TABLE = DatasetProfile(
    dataset_id="d1",
    relation="data",
    file_name="orders.csv",
    row_count=12,
    columns=(
        ColumnProfile(
            name="customer",
            type="text",
            role="dimension",
            minimum=SECRET_CELL,
            top_values=(ValueCount(value=SECRET_CELL, count=3),),
            samples=(SECRET_CELL,),
        ),
        ColumnProfile(name="amount", type="number", role="measure", unit="EUR", minimum=1.5, maximum=987654.25),
    ),
    semantic=SemanticProfile(domain="sales", entity_name="order", field_descriptions={"amount": "what was paid"}),
)
AGENT = AgentCard(
    name="sql_analytics",
    description="Answers questions with figures.",
    capabilities=("Totals and averages",),
    forfeits_when=("no column could hold what is asked",),
)
FACT = Fact(id="f1", name="total amount", value=1234.5, unit="EUR", text="The total amount is 1,234.50 EUR.")
PREVIEW = ResultPreview(purpose="Totals", data=({"customer": SECRET_CELL, "total": 7.0},), row_count=1)
RESPONSE = AgentResponse(
    agent="sql_analytics",
    task_id="t1",
    task="the total",
    status="completed",
    facts=(FACT,),
    result=AgentResult(results=(PREVIEW,), insights=Insights(summary="The total amount is 1,234.50 EUR.")),
)
FORFEITED = AgentResponse(
    agent="trend", task_id="t2", task="the trend", status="forfeited", forfeit=Forfeit(reason="no dates in it")
)
ERROR = ErrorContext(
    failed_node="Synthesize",
    error_type="timeout",
    error_detail=SECRET_DETAIL,
    user_hint="It took too long.",
    retry_suggestion="Try again.",
)
HEALTH: dict[str, Any] = {"query engine": "slow", "model": "ok"}

ROUTE = RouteQuestion(question="What is the total?", agents=(AGENT,), datasets=(TABLE,), health=HEALTH, now=NOW)
PLAN = NextMove(
    task="What is the total?",
    agent=AGENT,
    instructions="Prefer totals over rows.",
    playbook=(FilteredTotal,),
    datasets=(TABLE,),
    previous_results=(RESPONSE,),
    health=HEALTH,
    now=NOW,
)
ROUND = Round(
    content=(
        {"type": "tool_use", "id": "t1", "name": "run_sql", "input": {"sql": "SELECT 1", "purpose": "the total"}},
    ),
    results=(
        CallResult(
            id="t1",
            told={
                "tables": [{"table": "t1", "columns": ["customer", "total"], "rows": {"r1": [SECRET_CELL, 7.0]}}],
                "says": [f"{SECRET_CELL} has 7"],
            },
        ),
    ),
)
SECOND_MOVE = PLAN.model_copy(update={"rounds": (ROUND,)})
SYNTHESIZE = SynthesizeReply(question="What is the total?", responses=(RESPONSE, FORFEITED), health=HEALTH)
EXPLAIN = ExplainFailure(
    question="What is the total?",
    error=ERROR,
    facts=(FACT,),
    attempts=(
        Attempt(
            agent="trend", task_id="t2", step="plan", action="looked", outcome="failed", reason=SECRET_DETAIL, at=NOW
        ),
    ),
    health=HEALTH,
)
JUDGE = JudgeReply(question="What is the total?", reply="Perhaps 12.")
FAILSAFE = WordFailsafe(
    question="What is the total?", category="UNCERTAINTY", draft="Perhaps 12.", facts=(FACT,), health=HEALTH
)

CONDUCT = ConductPhase(
    phase="qualifier",
    purpose="Learn what is asked.",
    slots=(
        SlotCard(name="question", phase="qualifier", label="Question", ask="What do you want to know?", why="All."),
    ),
    asked="question",
    message="Which customer buys most?",
    datasets=(TABLE,),
    health=HEALTH,
    now=NOW,
)

TRANSLATE = TranslateLines(lines=("⟦1⟧ is not complete.",), language="de", health=HEALTH)

EVERY_REQUEST: tuple[Request[Any], ...] = (
    ROUTE,
    PLAN,
    SECOND_MOVE,
    SYNTHESIZE,
    EXPLAIN,
    JUDGE,
    CONDUCT,
    FAILSAFE,
    TRANSLATE,
)


@cache
def _client() -> Anthropic:
    """One for all tests: making one reads every certificate of the machine."""
    return claude_client("test-key", "http://127.0.0.1:9")


def claude(server: MessagesApi, **options: Any) -> ClaudeModel:
    """Claude at the server."""
    return ClaudeModel(lambda: _client().with_options(base_url=server.base_url), "claude-test", **options)


def asked(request: Request[Any], **options: Any) -> Recorded:
    """What is sent for a request."""
    with MessagesApi(Brain()) as server:
        claude(server, **options).ask(request, seconds=5)
        return server.requests[0]


def told(request: Request[Any], *content: dict[str, Any]) -> Any:
    """What is made of the model's answer; the same answer comes twice."""
    with MessagesApi(Says(content)) as server:
        return claude(server).ask(request, seconds=5).value
