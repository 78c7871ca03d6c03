"""Finds trends, anomalies, changes and the shape of distributions."""

from shared.agents.sdk import DISTRIBUTIONS, SIGNIFICANCE, TRENDS, Agent, Needs

agent = Agent(
    __name__,
    description=(
        "Identify trends, anomalies, time-series patterns, and statistical distributions in data. Surfaces "
        "hidden patterns "
        "that aren't obvious from raw data."
    ),
    capabilities=(
        "Detect trends over time (increasing, decreasing, stable, cyclical)",
        "Identify anomalies and outliers (values beyond normal range)",
        "Analyze statistical distributions (concentration, spread, skew)",
        "Find top performers and bottom performers",
        "Calculate period-over-period changes and growth rates",
    ),
    also=("Test whether groups or shares differ, or measures go together, by more than chance (p-values)",),
    needs=Needs(datasets=1),
    forfeits_when=(
        "there are fewer points than the analysis names",
        "no column holds dates or times, and the question is about time",
        "no column holds numbers to look for a pattern in",
    ),
    playbook=(*TRENDS, *DISTRIBUTIONS, *SIGNIFICANCE),
    instructions=(
        "Say what the pattern is, how strong, and how sure: the figure, its interval, its p-value. Name periods and "
        "rows that were left out. Where a test says that chance explains it, say that there is no pattern. "
        "What goes together is no cause."
    ),
)
handler = agent.handler
