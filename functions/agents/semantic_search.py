"""Searches texts by meaning, over the embeddings that were made when the file was read."""

from shared.agents.sdk import Agent, Needs, SimilarRows

agent = Agent(
    __name__,
    description=(
        "Perform vector-based similarity search on embedded data. Only used when data source has vector embeddings."
    ),
    capabilities=(
        "Find entities similar to a reference entity or description",
        "Perform semantic similarity search on embedded text",
        "Answer natural language questions against text data",
        "Retrieve contextually relevant records",
        "Rank results by semantic relevance",
    ),
    needs=Needs(datasets=1, rows=1, embeddings=True),
    forfeits_when=(
        "no embeddings available",
        "nothing in the texts is like what is looked for",
        "the row that others should be like is not in the data",
    ),
    playbook=(SimilarRows,),
    instructions=(
        "Search with a few words that say the subject, or with `like` and the name of a row as the cell has it; where "
        "that name is what an earlier task found (the top seller), take it from there. Tell what the texts found have "
        "in common, each with its score and the most alike first. A score is likeness and no certainty: say where the "
        "texts found are about something else."
    ),
)
handler = agent.handler
