"""Matches texts by what they mean: reads the different values, chooses, and asks for the chosen."""

from shared.agents.sdk import MEANINGS, Agent, Needs

agent = Agent(
    __name__,
    description=(
        "Perform intelligent text matching and analysis using LLM understanding. Replaces brittle ILIKE/REGEX searches "
        "with semantic understanding."
    ),
    capabilities=(
        "Find entities matching semantic descriptions (not just keywords)",
        "Categorize text values using LLM understanding",
        "Identify entities belonging to inferred categories",
        "Perform fuzzy text matching with context awareness",
        "Enrich text data with semantic classifications",
    ),
    needs=Needs(datasets=1, rows=1),
    forfeits_when=(
        "no column holds texts that the description could be about",
        "the texts do not say what is asked, such as the industry of a company whose name is not known",
        "there are more different texts than can be read",
    ),
    playbook=MEANINGS,
    by_meaning=True,
    instructions=(
        "Work in three steps. Fetch: read the different values of the column that the description is about, all of its "
        "batches; ask for several batches at once. Reason: choose the values that the description fits, by what you "
        "know of them and not by their letters; leave out what is in doubt, and say so. Query: give the chosen values, "
        "exactly as they stand, to chosen values (rows and figures) or to classified (categories). Never match texts "
        "by LIKE, ILIKE or regular expressions: such queries are refused here. Say which values you chose."
    ),
)
handler = agent.handler
