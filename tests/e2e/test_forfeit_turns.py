"""The specification's scenarios of a forfeit, each through a whole turn without a model: reason, attempts, event."""

import pytest

from functions.registry import all_agents

SALES = "order,region,revenue,units,ordered\n" + "".join(
    f"{at},{'NSEW'[at % 4]},{10 + at * 1.5},{at % 5 + 1},2025-{at % 12 + 1:02d}-{at % 27 + 1:02d}\n" for at in range(40)
)
THREE = "name,size\na,1\nb,2\nc,3\n"
NO_DATES = "region,revenue\n" + "".join(f"{'NSEW'[at % 4]},{at * 3}\n" for at in range(30))

SCENARIOS = {
    "no datasets for the account": (None, "Analyze my customer reviews", "No datasets available for your account"),
    "a question without any data": (None, "What is the total revenue?", "No datasets available for your account"),
    "data that does not exist": (SALES, "Show me price trends over time", "“price”"),
    "missing columns": (SALES, "What is the total profit margin by supplier?", "“supplier”"),
    "no dates": (NO_DATES, "How did revenue develop over time?", "I found no column of dates"),
    "too few points for a trend": (
        "day,units\n2025-01-01,3\n2025-02-01,5\n2025-03-01,7\n",
        "Analyze trends in my data",
        "Insufficient data points for meaningful trend analysis (only 3 records found, need at least 10)",
    ),
    "few points and no dates": (THREE, "Analyze trends in my data", "No temporal/date data available"),
    "too few points": (THREE, "Segment the data by size", "(only 3 sales found, need at least 10)"),
    "no text fields": (SALES, "What is the sentiment of the comments?", "“comments”"),
    "no word": (SALES, '"', "It holds no word that I can read"),
    "half a character": (SALES, "total frobs \ud83d", "“frobs”"),
    "a number beyond all numbers": (SALES, f"revenue over {'9' * 700}", "No column and no value"),
    "nothing to cluster by": (
        "name,remark\n" + "".join(f"n{at},r{at % 5}\n" for at in range(20)),
        "Cluster my data",
        "No embeddings available",
    ),
    "no embeddings": (SALES, "Find rows similar in meaning to 'late delivery'", "“late delivery”"),
}


@pytest.mark.parametrize(("data", "question", "because"), SCENARIOS.values(), ids=SCENARIOS)
def test_a_scenario_ends_in_a_forfeit_with_reason_attempts_and_event(candor, data, question, because):
    turn = candor.accept(question, session=candor.session(data, user="local" if data else "nobody-yet"))
    reply = candor.cloud.wait(turn)
    assert reply.status == "forfeited"
    assert reply.facts == ()
    assert because in reply.forfeit.reason
    assert reply.text.startswith("I apologize, but I'm unable to complete this request.")
    assert f"**Reason:** {reply.forfeit.reason}" in reply.text
    assert "**What I tried:**\n- " in reply.text
    events = {event.type: event for event in candor.deps.events.read(turn.turn_id)}
    assert events["forfeit"].data["reason"] == reply.forfeit.reason
    assert events["complete"].data["forfeited"] is True


def test_too_few_points_for_a_trend_are_told_with_three_looks(candor):
    data, question, _ = SCENARIOS["too few points for a trend"]
    assert candor.ask(question, data).forfeit.attempted_actions == (
        "Loaded sales.csv",
        "Checked for temporal columns",
        "Counted the records for a trend",
    )


def test_every_agent_has_its_own_guidance_on_when_to_forfeit():
    told = {name: agent.forfeits_when for name, agent in all_agents().items()}
    assert all(told.values())
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize("agent", ["data_discovery", "sql_analytics"])
def test_an_agent_that_queries_gives_up_when_queries_keep_failing_or_values_are_of_no_use(agent):
    told = " ".join(all_agents()[agent].forfeits_when)
    assert "queries keep failing" in told
    assert "in a form that cannot be" in told
