"""Finds out which datasets there are, what they hold, and how they belong together."""

from shared.agents.sdk import Agent, Datasets, JoinedAggregate, JoinKeys, Needs

agent = Agent(
    __name__,
    description="Finds datasets, describes what they hold, and links several files by their join keys.",
    capabilities=(
        "List the datasets, files and tables that are available, with their rows and columns",
        "Find the join keys that link several files, and prove how many rows match",
        "Compute figures over several files joined together, and say how they were joined",
    ),
    needs=Needs(datasets=1),
    forfeits_when=(
        "no datasets are available for the account",
        "the data that is asked for does not exist in any dataset",
        "no column links the datasets, or a join would count rows more than once",
        "queries keep failing although they were corrected",
        "the values are in a form that cannot be compared or computed",
    ),
    playbook=(JoinKeys, Datasets, JoinedAggregate),
    instructions=(
        "Describe only what the profiles and queries show. Before anything is added up over two tables, prove that "
        "each row has one match at most: the lookups of a query do, so prefer them to SQL with a JOIN. Query the table "
        "that holds the measure, and look up the group or the condition in the other one. Say how "
        "the tables were joined and how many rows had no match. If a join is n:n, forfeit rather than sum."
    ),
)
handler = agent.handler
