"""The agents of statistics through the real machine, without a model: what reaches them, and what they answer."""

import numpy as np
import pandas as pd
import pytest

from functions.registry import all_agents

RNG = np.random.default_rng(2)


def _orders() -> str:
    days = pd.date_range("2022-01-01", "2023-12-31")
    at = np.arange(len(days))
    region = RNG.choice(["North", "South", "East"], len(days))
    units = RNG.integers(1, 9, len(days))
    frame = pd.DataFrame(
        {
            "order_date": days,
            "customer": [f"C-{one:02d}" for one in RNG.integers(0, 40, len(days))],
            "region": region,
            "units": units,
            "revenue": np.round(
                units * 20 + 0.1 * at + np.where(region == "East", 80, 0) + RNG.normal(0, 5, len(at)), 2
            ),
        }
    )
    return frame.to_csv(index=False)


ORDERS = _orders()
ASKED = {
    "What is the trend of revenue?": ("trend_analysis", "pattern_recognition"),
    "Is revenue growing?": ("trend_analysis", "pattern_recognition"),
    "Is there seasonality in revenue?": ("trend_analysis", "pattern_recognition"),
    "How is revenue distributed?": ("pattern_recognition",),
    "Are there anomalies in revenue?": ("pattern_recognition",),
    "How concentrated is revenue among customers?": ("pattern_recognition",),
    "Does revenue differ significantly by region?": ("benchmark", "pattern_recognition"),
    "What drives revenue?": ("pattern_recognition",),
    "Forecast revenue": ("business_impact", "trend_analysis", "pattern_recognition"),
    "Compare scenarios for revenue": ("business_impact",),
    "What would losing the top customers do to revenue?": ("business_impact",),
    "How sensitive is revenue to units?": ("business_impact",),
    "Which natural clusters of customers are there by revenue?": ("clustering",),
}


@pytest.mark.parametrize(("question", "agents"), ASKED.items(), ids=ASKED)
def test_a_question_reaches_its_agent_and_is_answered(candor, question, agents):
    reply = candor.ask(question, ORDERS)
    assert reply.status == "answered", reply.text
    assert {one.agent for one in reply.responses} <= set(agents)
    assert reply.facts
    assert reply.responses[0].result.insights.summary in reply.text


PATTERNS = (
    "Detect trends over time (increasing, decreasing, stable, cyclical)",
    "Identify anomalies and outliers (values beyond normal range)",
    "Analyze statistical distributions (concentration, spread, skew)",
    "Find top performers and bottom performers",
    "Calculate period-over-period changes and growth rates",
)
IMPACT = (
    "Model impact of changes (price changes, volume changes)",
    "Project outcomes based on historical patterns",
    "Simulate scenarios with different assumptions",
    "Calculate sensitivity to key variables",
    "Estimate revenue/cost impact of decisions",
)


@pytest.mark.parametrize(("name", "capabilities"), [("pattern_recognition", PATTERNS), ("business_impact", IMPACT)])
def test_the_card_is_the_specifications_word_for_word(name, capabilities):
    agent = all_agents()[name]
    assert agent.capabilities == capabilities
    assert agent.module == f"functions.agents.{name}"
