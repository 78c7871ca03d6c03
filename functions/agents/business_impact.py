"""Models what would follow from a change."""

from shared.agents.sdk import IMPACT, Agent, Needs

agent = Agent(
    __name__,
    description=(
        'Simulate scenarios and model business impact. Answers "what-if" questions and projects outcomes based on data '
        "patterns."
    ),
    capabilities=(
        "Model impact of changes (price changes, volume changes)",
        "Project outcomes based on historical patterns",
        "Simulate scenarios with different assumptions",
        "Calculate sensitivity to key variables",
        "Estimate revenue/cost impact of decisions",
    ),
    needs=Needs(datasets=1, measures=1),
    forfeits_when=(
        "no column holds the amount that would change",
        "history is too short for a projection or shows no response to such a change",
        "the question asks for an event that the data cannot foresee",
    ),
    playbook=IMPACT,
    instructions=(
        "Begin with the baseline: what the figure is today. Say of each figure whether history shows it (an "
        "elasticity, a "
        "line, with its interval) or whether it is an assumption or plain arithmetic, and never let an "
        "assumption pass for "
        "a finding. Where history cannot carry an elasticity, say so and offer assumptions, labelled as "
        "such. A projection "
        "holds if things go on as before."
    ),
)
handler = agent.handler
