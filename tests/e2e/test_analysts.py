"""Questions to the analysts through the real state machine: without a model, and with a scripted one."""

from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pytest

from infra.lab.messages_api import Brain, MessagesApi
from shared.contracts import Plan
from shared.model.choice import choose_model
from shared.settings import Settings
from tests.shared.analysis.buyers import moved, orders

FRAME = orders(3, rows=400)
UNSUITABLE = pd.DataFrame({"note": ["a", "b", "c"], "size": [1, 2, 3]})


@dataclass(frozen=True)
class Asked:
    """A question, the analysis that a model would call for it, and what the reply says in either case."""

    agent: str
    question: str
    analysis: str
    arguments: dict = field(default_factory=dict)
    says: str = ""


ASKED = (
    Asked(
        "risk", "Which customers are declining in revenue?", "declining", {"measure": "revenue"}, "declined in total"
    ),
    Asked("risk", "Who is at risk of leaving?", "declining", {"entity": "customer_id"}, "of 40 customers declined"),
    Asked("risk", "What is the risk score of each customer?", "risk_score", {"measure": "revenue"}, "at high risk"),
    Asked("risk", "Which customers need immediate attention?", "attention", {"measure": "revenue"}, "need attention"),
    Asked("opportunity", "Who are our upsell candidates?", "upsell", {"spend": "revenue"}, "are upsell candidates"),
    Asked("opportunity", "Which customers should we focus on?", "opportunity_score", {}, "high potential"),
    Asked(
        "benchmark",
        "Compare each region with the average revenue",
        "standing",
        {"entity": "region", "measure": "revenue"},
        "above the average total revenue",
    ),
    Asked(
        "gap_analysis",
        "How far behind the leader in revenue is each region?",
        "gap_to_best",
        {"group": "region", "measure": "revenue"},
        "3 of 4 regions are behind",
    ),
    Asked("benchmark", "Why did revenue drop?", "change_drivers", {"measure": "revenue"}, "By region: "),
)


@contextmanager
def minded(candor, brain):
    """The system with a model that is reached over HTTP."""
    with MessagesApi(brain) as server:
        settings = Settings(model="claude", anthropic_api_key="test", anthropic_base_url=server.base_url)
        before, candor.deps.model = candor.deps.model, choose_model(settings)
        try:
            yield server
        finally:
            candor.deps.model = before


@pytest.fixture
def session(candor):
    return candor.cloud.session((candor.dataset(FRAME.to_csv(index=False), name="orders.csv"),))


@pytest.mark.parametrize("asked", ASKED, ids=lambda one: one.question)
def test_an_analyst_answers_without_a_model(candor, session, asked):
    reply = candor.ask(asked.question, session=session)
    plan = candor.deps.turns.load(reply.turn_id, "PLAN", Plan)
    assert (reply.status, [task.agent for task in plan.tasks]) == ("answered", [asked.agent])
    assert asked.says in reply.text


@pytest.mark.parametrize("asked", ASKED, ids=lambda one: one.question)
def test_an_analyst_answers_with_a_model(candor, session, asked):
    brain = Brain(agent=asked.agent, analysis=(asked.analysis, asked.arguments))
    with minded(candor, brain):
        reply = candor.ask(asked.question, session=session)
    assert (reply.status, reply.source) == ("answered", "claude")
    assert asked.says in reply.text
    assert [response.agent for response in reply.responses] == [asked.agent]


@pytest.mark.parametrize("agent", sorted({asked.agent for asked in ASKED}))
@pytest.mark.parametrize("model", [True, False])
def test_an_analyst_forfeits_politely_on_a_table_that_cannot_say(candor, agent, model):
    asked = next(one for one in ASKED if one.agent == agent)
    poor = candor.cloud.session((candor.dataset(UNSUITABLE.to_csv(index=False), name="notes.csv"),))
    if not model:
        reply = candor.ask(asked.question, session=poor)
    else:
        with minded(candor, Brain(agent=agent, forfeit="Nothing here says when anything happened")):
            reply = candor.ask(asked.question, session=poor)
    assert reply.status == "forfeited"
    assert reply.forfeit.attempted_actions
    assert "Traceback" not in reply.text


def test_the_figures_of_a_reply_are_those_of_pandas(candor, session):
    reply = candor.ask("Which customers are declining in revenue?", session=session)
    each = moved(FRAME)
    fallen = each[each.change < -1e-9]
    given = {fact.name: fact.value for fact in reply.facts}
    (lost,) = [value for name, value in given.items() if name.startswith("loss in total revenue")]
    assert lost == pytest.approx(-fallen.change.sum())
    assert f"{len(fallen)} of 40 customers" in reply.text
    assert np.isfinite(lost)
