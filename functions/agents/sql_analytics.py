"""Answers with numbers: totals, averages, counts, rankings, shares and comparisons."""

from shared.agents.sdk import STANDARD, Agent, JoinedAggregate, Needs

agent = Agent(
    __name__,
    description="Computes figures from a table: totals, averages, counts, extremes, groups, rankings, shares.",
    capabilities=(
        "Compute totals, averages, counts, minima and maxima of a column",
        "Group figures by a category or by time and rank them",
        "Filter by values, ranges and periods",
        "Compute shares, percentages and rates, and compare two values",
    ),
    needs=Needs(datasets=1, rows=1),
    forfeits_when=(
        "no column holds what is asked for",
        "the question could mean different columns and nothing decides between them",
        "the period or the value asked for is not in the data",
        "queries keep failing although they were corrected",
        "the values are in a form that cannot be computed",
    ),
    playbook=(*STANDARD, JoinedAggregate),
    instructions=(
        "Use one query for each figure that is asked for. "
        "Never answer for another column, value or period than was asked. "
        "Where groups are compared, compute how many rows each has and its own rate or average beside its total, and "
        "call no difference certain that nothing has tested."
    ),
)
handler = agent.handler
