"""An agent whose analysis has SQL and sentences of its own: the mistakes that an author can make in these."""

from typing import Final

SOURCE: Final = '''"""Tells how widely the values of a measure are spread."""

from shared.agents.sdk import (
    Agent,
    Analysis,
    DatasetProfile,
    Facts,
    Filters,
    Findings,
    Measure,
    Needs,
    PlannedQuery,
    QueryResult,
    rows_name,
    spoken,
    sql,
    where_text,
)


class Spread(Analysis):
    """Between which values the middle half of a measure lies, from its first to its third quartile."""

    examples = ("What is the interquartile range of {measure}?", "Between which quartiles does {measure} lie?")
    least = 8

    measure: Measure
    filters: Filters = ()

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        figures = {
            "low": sql.formula("quantile_cont(:cell, 0.25)", cell=self.measure),
            "high": sql.formula("quantile_cont(:cell, 0.75)", cell=self.measure),
            "known": sql.formula("count(:cell)", cell=self.measure),
        }
        purpose = f"Quartiles of {self.measure}{where_text(self.filters, table)}"
        return (sql.planned(sql.select(table, figures, self.filters), purpose),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        own, where = table.column(self.measure), where_text(self.filters, table)
        facts, name, rows = Facts(results, where), spoken(own), rows_name(table)
        self.require(int(facts.number("known")), "values", f"for the quartiles of {name}", f"Counted the {rows}{where}")
        count = facts.add(f"number of {rows} with {name}", column="known")
        low = facts.add(f"first quartile of {name}", own.unit, column="low")
        high = facts.add(f"third quartile of {name}", own.unit, column="high")
        told = f"Half of the {count} {rows}{where} have a {name} from {low} to {high}."
        return Findings(summary=told, facts=facts.all(), visualization_hint="number")


agent = Agent(
    __name__,
    description="Tells how widely the values of a measure are spread.",
    capabilities=("Compute the interquartile range of a measure",),
    needs=Needs(datasets=1, rows=8, measures=1),
    forfeits_when=("there are fewer than eight values",),
    playbook=(Spread,),
    instructions="Name the middle half of the values first; compare it with nothing that was not asked for.",
)
handler = agent.handler
'''
