"""Replies as they are committed, for tests of documents."""

from datetime import UTC, datetime, timedelta

from shared.contracts import (
    AgentResponse,
    AgentResult,
    Cell,
    Chart,
    ExecutedQuery,
    Fact,
    Receipt,
    Reply,
    ResultPreview,
    Timing,
)

ASKED = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
FINGERPRINT = "ab" * 32
PURPOSE = "Total revenue by region and month"


def response(**more) -> AgentResponse:
    """What an agent computed: two rows, of which one figure has a long tail."""
    rows = (
        {"region": "West", "day (month)": "2025-04-01", "total_revenue": 1204.5000000000002, "rows": 4},
        {"region": "East | South", "day (month)": "2025-05-01", "total_revenue": 80, "rows": 2},
    )
    cell = Cell(query=0, row=0, column="total_revenue")
    return AgentResponse(
        agent="sql_analytics",
        task_id="1-sql_analytics",
        task="revenue by region and month",
        status="completed",
        result=AgentResult(
            results=(ResultPreview(purpose=PURPOSE, data=rows, row_count=90),),
            queries_executed=(ExecutedQuery(sql='SELECT "region" FROM "sales"', purpose=PURPOSE),),
        ),
        facts=(Fact(id="f1", name="total", value=1204.5, unit="EUR", text="West: €1,204.50", cells=(cell,)),),
        **{"doubts": ("I read 03/04/2025 as 3 April.",), **more},
    )


def chart(label: str = "West") -> Chart:
    """Two bars."""
    values = [{"x": 1204.5, "y": label}, {"x": 80, "y": "East"}]
    encoding = {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "nominal"}}
    return Chart(title=PURPOSE, vega_lite={"data": {"values": values}, "mark": {"type": "bar"}, "encoding": encoding})


def reply(text: str = "Revenue in the West: **€1,204.50**.", **more) -> Reply:
    """An answered turn."""
    receipt = Receipt(
        task_id="1-sql_analytics",
        sql='SELECT "region" FROM "sales"',
        dataset_id="data_1",
        fingerprint=FINGERPRINT,
        model="deterministic",
        prompt_version="rules-1",
    )
    given = {
        "status": "answered",
        "source": "deterministic",
        "responses": (response(),),
        "receipts": (receipt,),
        "charts": (chart(),),
        "timing": Timing(asked_at=ASKED, deadline=ASKED + timedelta(seconds=90)),
    }
    return Reply(turn_id="turn_1", session_id="sess_1", text=text, **{**given, **more})
