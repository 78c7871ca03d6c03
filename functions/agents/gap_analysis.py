"""Finds gaps: between what groups are and what they bring in, and between groups."""

from shared.agents.sdk import GAPS, Agent, Needs

agent = Agent(
    __name__,
    description=(
        "Finds gaps in the data: between engagement and spend, between the size of a group and what it brings in, and "
        "between a group and the best of them."
    ),
    capabilities=(
        "Find gaps between engagement and spend",
        "Find segments whose share of a total is smaller than their share of the entities",
        "Measure how far each group is behind the best of them",
    ),
    needs=Needs(datasets=1, rows=2, dimensions=1),
    forfeits_when=(
        "no cluster data available",
        "data quality too poor",
        "nothing says which groups are compared, or there is only one of them",
    ),
    playbook=GAPS,
    instructions=(
        "Look first whether the columns that the question needs are filled: where most of their cells are empty, "
        "forfeit for the quality of the data. Then name the gap with both of its sides and their figures, the greatest "
        "first, and say by which rule it counts as a gap."
    ),
)
handler = agent.handler
