"""Compares: against the average, peers, the best in class, and the past."""

from shared.agents.sdk import BENCHMARKS, Agent, Needs

agent = Agent(
    __name__,
    description=(
        "Compare entities against benchmarks, averages, and standards. Provides relative performance context."
    ),
    capabilities=(
        "Compare entities against group averages",
        "Benchmark performance vs peers in same category",
        "Calculate relative performance (% above/below average)",
        "Rank entities within their segments",
        "Compare current performance to historical benchmarks",
    ),
    needs=Needs(datasets=1, rows=2),
    forfeits_when=(
        "the comparison needs figures that no dataset has, such as those of an industry or of a competitor",
        "there is nobody to compare with: one entity, or one without peers in its category",
        "a comparison with the past is asked for and there are no dates, or they cover too short a time",
        "nothing says whom or what the rows are about, or several columns could and nothing decides between them",
    ),
    playbook=BENCHMARKS,
    instructions=(
        "Choose by what it is held against: the average or peers (standing, `within` a category), the best of "
        "each category (best in class; rank within for all places), the past (against before; rank change for "
        "places); for why a figure changed, its parts (change drivers; price volume mix where there are quantities). "
        "Say the figure, its distance in percent, and its rank out of how many. Of compared groups, say how many rows "
        "each has, its own rate or average beside its total, and whether the difference may be chance (standing tests "
        "averages, dependence rates, group_difference also what a source counts). "
        "Bring in no benchmark from outside the data; call no place good or bad without what it is compared with."
    ),
)
handler = agent.handler
