"""Puts what was found together as a report."""

from shared.agents.sdk import Agent, Needs, Report

agent = Agent(
    __name__,
    description=(
        "Puts the results of earlier tasks together as one report: findings first, what they are based on after them. "
        "Computes little itself, so it comes last in a plan, after the tasks whose results it needs."
    ),
    capabilities=(
        "Write a report from the results of earlier tasks",
        "Summarize the findings of several analyses in one text",
        "Say in a report which parts could not be answered",
    ),
    needs=Needs(datasets=1, measures=1, results=True),
    forfeits_when=("No analysis results available", "All previous agents failed"),
    playbook=(Report,),
    instructions=(
        "Write the report in Markdown from what the earlier tasks found, each figure by its `cite`: the finding that "
        "matters most in one or two sentences, then the others as a list, each with its figure, then what could not be "
        "answered and what limits the findings. Compute nothing anew unless the key figure itself is missing (the "
        "analysis `report`). Add no figure and no recommendation that the results do not give. Do not repeat tables: "
        "the document shows them under your text."
    ),
)
handler = agent.handler
