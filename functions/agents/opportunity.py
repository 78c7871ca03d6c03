"""Finds where there is more to gain: growth, upsell and cross-sell candidates, underserved segments."""

from shared.agents.sdk import OPPORTUNITIES, Agent, Needs

agent = Agent(
    __name__,
    description=(
        "Identify high-potential entities and growth opportunities. Finds candidates for upsell, cross-sell, "
        "expansion, or increased engagement."
    ),
    capabilities=(
        "Identify high-potential entities showing growth indicators",
        "Find upsell candidates (high engagement, low spend)",
        "Detect underserved segments with expansion potential",
        "Rank opportunities by potential value",
        "Identify entities similar to top performers",
    ),
    needs=Needs(datasets=1, rows=2),
    forfeits_when=(
        "nothing says whom or what the rows are about, or several columns could and nothing decides between them",
        "no column shows what is spent, gained or used",
        "there are too few entities to compare them with each other",
        "it is asked what somebody would buy: the data shows what was bought, and no intentions",
    ),
    playbook=OPPORTUNITIES,
    instructions=(
        "Choose by what is asked: growth (growing), engagement beside spend (upsell), items bought together (cross-"
        "sell), likeness to the best (lookalikes) or to one of them (similar to), segments that bring in less than "
        "their size (underserved), a ranking of all (opportunity score). Say how many of how many they are, "
        "the first of them with their figures, and the rule that chose them. Potential is an observation about the "
        "past: promise no revenue that no figure gives."
    ),
)
handler = agent.handler
