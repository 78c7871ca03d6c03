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
    "missing columns": (SALES, "What is the total profit margin by supplier?", "“profit”, “margin” and “supplier”"),
    "no dates": (NO_DATES, "How did revenue develop over time?", "No column holds dates"),
    "too few points": (THREE, "Cluster my data", "only 3 records found, need at least 10"),
    "no text fields": (SALES, "What is the sentiment of the comments?", "“comments”"),
    "no embeddings": (SALES, "Find rows similar in meaning to 'late delivery'", "“late delivery”"),
}


@pytest.mark.parametrize(("data", "question", "because"), SCENARIOS.values(), ids=SCENARIOS)
def test_a_scenario_ends_in_a_forfeit_with_reason_attempts_and_event(candor, data, question, because):
    turn = candor.accept(question, session=candor.session(data))
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


def test_what_would_help_names_the_missing_data_and_a_question_that_this_table_answers(candor):
    asked = candor.ask("What is the total profit margin by supplier?", SALES)
    assert asked.forfeit.would_help == (
        "Data on “profit”, “margin” and “supplier”, or a question about what is there, such as "
        "“total revenue by region”."
    )
    assert candor.ask("total revenue by region", SALES).status == "answered"


def test_a_forfeit_claims_nothing_that_was_not_done(candor):
    asked = candor.ask("Show me price trends over time", SALES)
    assert not any(action.startswith(("Read the rest", "I showed")) for action in asked.forfeit.attempted_actions)


def test_every_agent_has_its_own_guidance_on_when_to_forfeit():
    told = {name: agent.forfeits_when for name, agent in all_agents().items()}
    assert all(told.values())
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize(
    ("question", "help_"),
    [
        ("What was the revenue last month?", "A period that the data covers, or for example “total revenue by month”."),
        ("Who is the best region?", "A question that sales.csv can answer, such as “total revenue by region”."),
    ],
)
def test_what_would_help_fits_the_reason(candor, question, help_):
    assert candor.ask(question, SALES).forfeit.would_help == help_
