"""Two tasks that compute the same figure and come to different values: the reply says so, and both figures stay."""

import pytest

from shared.analysis.base import Analysis, Findings
from shared.analysis.facts import Facts
from shared.contracts import AgentResponse, AgentResult, Cell, ExecutedQuery, Fact, PlannedQuery
from shared.model.disagreement import disagreements
from shared.model.moves import Move, NextMove, TaskDraft
from shared.model.port import Answered
from tests.functions.agents.test_teamwork import ORDERS, Coordinator

MORE = 'SELECT sum(amount){} AS total FROM "data"'
TOTAL = MORE.format("")
TASKS = (
    TaskDraft(agent="sql_analytics", request="What is the total amount?"),
    TaskDraft(agent="trend_analysis", request="How does the amount go?"),
)


class Total(Analysis):
    """The total amount, and something more."""

    least = 1
    more: int = 0

    def queries(self, table):
        return (PlannedQuery(sql=MORE.format(f" + {self.more}"), purpose="Total amount"),)

    def findings(self, table, results):
        facts = Facts(results)
        shown = facts.add("total amount", column="total")
        return Findings(summary=f"The total amount is {shown}.", facts=facts.all())


class Miscounting(Coordinator):
    """No-model mode whose second agent counts otherwise."""

    def ask(self, request, *, seconds):
        if isinstance(request, NextMove):
            total = Total(more=500 if request.agent.name == "trend_analysis" else 0)
            return Answered(value=Move(analyses=(total,)), source="deterministic")
        return super().ask(request, seconds=seconds)


def test_a_reply_says_where_two_of_its_results_disagree(candor, monkeypatch):
    session = candor.session(ORDERS, name="orders.csv")
    monkeypatch.setattr(candor.deps, "model", Miscounting(*TASKS))
    reply = candor.ask("What is the total amount, and how does it go?", session=session)
    total = sum(float(line.split(",")[3]) for line in ORDERS.splitlines()[1:])
    assert reply.status == "answered"
    assert (
        f"My results disagree on the total amount: {total:,.0f} by “What is the total amount” (from 60 "
        f"rows) and {total + 500:,.0f} by “How does the amount go” (from 60 rows)."
    ) in reply.text


def _response(task, value, *, name="total amount", sql=TOTAL, by_model=False, status="completed"):
    given = value if isinstance(value, tuple) else (value,)
    facts = tuple(
        Fact(id=f"f{at}", name=name, value=one, text="", cells=(Cell(query=0, row=at, column="total"),))
        for at, one in enumerate(given)
    )
    queries = (ExecutedQuery(sql=sql, purpose="Total"),)
    result = AgentResult(queries_executed=queries)
    return AgentResponse(
        agent="one", task_id=task, task=task, status=status, facts=facts, result=result, by_model=by_model
    )


def test_two_values_of_one_figure_are_told():
    (told,) = disagreements((_response("A", 10), _response("B", 12)))
    assert told.startswith("My results disagree on the total amount: 10 by “A” and 12 by “B”.")


@pytest.mark.parametrize(
    "other",
    [
        _response("B", 10.0000000001),
        _response("B", 12, name="total amount, for orders in March 2025"),
        _response("B", 12, sql='SELECT sum(amount) AS total FROM "refunds"'),
        _response("B", (12, 13)),
        _response("B", 12, by_model=True),
        _response("B", 12, status="failed"),
        _response("B", "12"),
    ],
    ids=["same", "other rows", "other table", "several of one name", "named by a model", "failed", "no number"],
)
def test_what_is_no_disagreement_is_not_told(other):
    assert disagreements((_response("A", 10), other)) == ()


@pytest.mark.parametrize(
    "sql",
    [
        'WITH "_rows" AS (SELECT amount FROM "data") SELECT sum(amount) AS total FROM "_rows"',
        "WITH _rows AS (SELECT extract(year FROM day) AS y, amount FROM data) SELECT sum(amount) AS total FROM _rows",
        "SELECT sum(amount) AS total FROM data WHERE note <> 'taken from refunds'",
    ],
    ids=["name of a CTE", "part of a date", "text"],
)
def test_what_stands_behind_from_and_is_no_table_makes_no_difference(sql):
    assert disagreements((_response("A", 10), _response("B", 12, sql=sql)))


def test_figures_of_a_query_that_cannot_be_read_are_not_compared():
    assert disagreements((_response("A", 10), _response("B", 12, sql="SELECT sum( FROM data"))) == ()
