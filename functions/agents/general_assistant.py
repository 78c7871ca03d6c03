"""Answers what needs no computation: what Candor can do and what the data holds."""

from shared.agents.sdk import Agent, Overview

agent = Agent(
    __name__,
    description="Explains what Candor can do and describes the datasets: columns, types, rows, ranges.",
    capabilities=(
        "Describe a dataset: which columns, how many rows, what period it covers",
        "Explain what questions can be answered and how to ask them",
        "Answer greetings and thanks",
    ),
    forfeits_when=("the question requires specialized knowledge", "the request is outside what data can answer"),
    playbook=(Overview,),
    instructions=(
        "Answer only about Candor itself and about the datasets of the session. World knowledge, opinions and advice "
        "that the data does not hold are to be forfeited."
    ),
)
handler = agent.handler
