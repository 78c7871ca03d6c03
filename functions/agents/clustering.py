"""Finds the groups that the data itself falls into."""

from shared.agents.sdk import Agent, NaturalClusters, Needs

agent = Agent(
    __name__,
    description="Finds natural clusters of records or entities that are alike in their measures, and describes each.",
    capabilities=(
        "Find natural clusters of entities by several measures at once",
        "Choose the number of clusters and explain the choice",
        "Profile each cluster by its size and its averages",
        "Check whether clusters are stable and clearly apart",
    ),
    needs=Needs(datasets=1),
    forfeits_when=("No embeddings available", "Dataset too small"),
    playbook=(NaturalClusters,),
    instructions=(
        "Say how many clusters there are and how clearly they are apart before describing any. Where the silhouette is "
        "weak, or values without groups fall as far apart, say that these are ways to cut and no groups that exist. "
        "Call a cluster by what its averages show, never by a name that judges. Leave k open unless the question gives "
        "it."
    ),
)
handler = agent.handler
