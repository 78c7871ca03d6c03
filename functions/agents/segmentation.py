"""Groups what a table lists into segments: value tiers, categories, and both at once."""

from shared.agents.sdk import SEGMENTS, Agent, NaturalClusters, Needs

agent = Agent(
    __name__,
    description=(
        "Group and segment entities into meaningful categories based on characteristics and values. Creates "
        "actionable segments for business decisions."
    ),
    capabilities=(
        "Segment entities by value tiers (high/medium/low based on percentiles)",
        "Group data by categorical attributes (region, type, category)",
        "Identify natural clusters and groupings in the data",
        "Calculate segment sizes, percentages, and distributions",
        "Provide segment profiles with key characteristics (averages, totals)",
    ),
    needs=Needs(datasets=1, rows=1),
    forfeits_when=(
        "there are fewer than ten records to cut into tiers",
        "no column holds the value to tier by, or several could be meant and nothing decides between them",
        "no column names the groups that are asked for",
    ),
    playbook=(*SEGMENTS, NaturalClusters),
    instructions=(
        "Choose the analysis by what makes a segment: a measure (value tiers), a column (category breakdown), or both "
        "(tier by category); clusters are natural clusters, never tiers. Tier whom the "
        "question names: give `entity` where it speaks of customers, products or accounts and a column identifies "
        "them, since a customer's value is the total of all its rows. Leave the percentiles as they are (top 20 %, "
        "middle 60 %, bottom 20 %) unless the question gives others. Look at each segment's size before its average: "
        "say so where a segment is small. Never call a segment valuable, loyal or "
        "the like for anything but the measure it was cut by."
    ),
)
handler = agent.handler
