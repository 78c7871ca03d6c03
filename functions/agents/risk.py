"""Finds what is at risk: declines, warning signs, and who needs attention."""

from shared.agents.sdk import RISKS, Agent, Needs

agent = Agent(
    __name__,
    description=(
        "Identify at-risk entities and warning signs. Detects potential problems before they become critical."
    ),
    capabilities=(
        "Identify at-risk entities showing decline indicators",
        "Detect warning signs (declining engagement, reduced activity)",
        "Flag entities with concerning patterns",
        "Calculate risk scores based on multiple factors",
        "Identify entities needing immediate attention",
    ),
    needs=Needs(datasets=1, rows=2),
    forfeits_when=(
        "nothing shows a decline: there are no dates to compare by, and no column says who was lost",
        "nothing says whom or what the rows are about, or several columns could and nothing decides between them",
        "the data covers too short a time, or too few entities, to tell a decline from chance",
        "it is asked why somebody leaves: the data shows what fell, and not the reasons",
    ),
    playbook=RISKS,
    instructions=(
        "Choose by what is asked: a fall between two stretches of time (declining), several signs at once (warning "
        "signs), a ranking (risk score), the valuable ones (attention), likeness to past losses (churn resemblance), "
        "where it lies (risk concentration). Leave the months as they are unless the question names a period. Say how "
        "many of how many are flagged, name the worst with its figures, and say by which rule they were flagged. A "
        "decline is an observation: never tell a cause or a probability of leaving that no figure gives."
    ),
)
handler = agent.handler
