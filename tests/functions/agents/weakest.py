"""An agent that tells groups, the lowest first: the mistakes that an author can make about order, sign and group."""

from typing import Final

SOURCE: Final = '''"""Tells which groups are weakest in a measure."""

from shared.agents.sdk import (
    Agent,
    ByColumn,
    Conditions,
    DatasetProfile,
    Dimension,
    Figures,
    Measure,
    Needs,
    PlainAnalysis,
    Query,
    Ranking,
    Statistic,
)


class Weakest(PlainAnalysis):
    """The three groups with the lowest average of a measure."""

    examples = ("Which {by} is weakest in {measure}?", "Where is {measure} weakest by {by}?")
    first = "lowest"

    measure: Measure
    by: Dimension
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        groups, average = (ByColumn(column=self.by),), Statistic(function="mean", column=self.measure)
        ranking = Ranking(by=0, descending=False, limit=3)
        return (Figures(where=self.where, groups=groups, measures=(average,), ranking=ranking),)

# FACTS


agent = Agent(
    __name__,
    description="Tells which groups are weakest in a measure.",
    capabilities=("Find the groups that are weakest in a measure",),
    needs=Needs(datasets=1, rows=1, measures=1, dimensions=1),
    forfeits_when=("no column makes groups",),
    playbook=(Weakest,),
    instructions="Name the weakest group first.",
)
handler = agent.handler
'''
