"""Draws charts: which kind suits, and what it shows."""

from shared.agents.sdk import DRAWINGS, Agent, Needs

agent = Agent(
    __name__,
    description=(
        "Draws charts where a picture is asked for: bars of groups, a line over time, a histogram. Says why that kind "
        "suits."
    ),
    capabilities=(
        "Draw bar charts of a measure by group",
        "Draw line charts of a measure over time",
        "Draw histograms of a measure",
        "Draw small multiples of groups",
        "Choose the kind of chart that suits the data",
    ),
    needs=Needs(datasets=1, rows=2, measures=1),
    forfeits_when=(
        "there is no number to draw",
        "there are fewer than two points to draw",
        "it should run over time and no column holds dates",
    ),
    playbook=DRAWINGS,
    instructions=(
        "Choose the kind of chart by what is compared: groups by bars, time by a line, how values lie by a histogram, "
        "several groups or measures over time by small multiples. A pie is drawn as bars. Draw at most thirty groups; "
        "say how many there are beyond them. Say in one sentence what the picture shows, with its highest and lowest "
        "figure."
    ),
)
handler = agent.handler
