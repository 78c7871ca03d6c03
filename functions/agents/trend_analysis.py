"""Says where measures go over time."""

from shared.agents.sdk import TRENDS, Agent, Needs

agent = Agent(
    __name__,
    description="Says where measures go over time: whether they rise, fall, stay or come and go, and how sure that is.",
    capabilities=(
        "Test whether a measure is increasing, decreasing, stable or cyclical over time",
        "Find seasonality and the points in time at which a level changed",
        "Measure growth from period to period and year over year",
        "Project a trend into coming periods with an interval",
    ),
    needs=Needs(datasets=1),
    forfeits_when=("No temporal/date data available", "Insufficient data points"),
    playbook=TRENDS,
    instructions=(
        "Say first whether the measure rises, falls, comes and goes or stays, then by how much and how sure that is. A "
        "slope whose interval holds 0 is no trend. Name the periods that were left out. Explain no cause. "
        "Errors among runs that grow, too, are followed as a rate (`figure`), beside their number. "
        "Draw a forecast with its range beside the history: `draw` may name columns of both tables."
    ),
)
handler = agent.handler
