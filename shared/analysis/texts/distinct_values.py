"""The different values of a text column, a batch at a time, for a mind to choose among."""

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.entities.entity_analysis import ordered
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension, Filters
from shared.analysis.texts.text_column import text_column
from shared.analysis.wording import rows_name, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.table.names import spoken

BATCH = 40
"""Values in a batch: as many rows of a result as a model is shown."""


class DistinctValues(Analysis):
    """Fetches the different values of a text column and how often each occurs, 40 in a batch, the most frequent first;
    `batch` 1 is the first. It says how many batches there are: ask for several at once, and read all of them before you
    choose. Then give the values that you chose to the other analyses, exactly as they stand here.
    """

    least = 1
    examples = (
        "List the different texts in {column}",
        "Which different texts are there in {column}?",
    )

    column: Dimension = Field(description="A column of texts.")
    batch: int = Field(default=1, ge=1, le=1000)
    filters: Filters = ()

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        own = sql.column(text_column(self.column, table).name)
        each = sql.select(table, {"value": own, "rows": sql.formula("count(*)")}, self.filters).group_by(own.copy())
        all_of = {
            "different": "count(value) OVER ()",
            "batches": f"CAST(ceil(count(value) OVER () / {BATCH}.0) AS BIGINT)",
            "without": "coalesce(max(rows) FILTER (WHERE value IS NULL) OVER (), 0)",
        }
        built = [exp.alias_(sql.formula(one), name, quoted=True) for name, one in all_of.items()]
        counted = exp.select("*", *built).from_("_each").with_("_each", as_=each)
        query = exp.select("*").from_("_counted").with_("_counted", as_=counted).where("NOT value IS NULL")
        query = query.order_by(*ordered("-rows", "value"))
        query = query.limit(BATCH).offset((self.batch - 1) * BATCH)
        name = spoken(text_column(self.column, table))
        return (sql.planned(query, f"Different values of {name}, batch {self.batch}{where_text(self.filters, table)}"),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where, name = where_text(self.filters, table), spoken(text_column(self.column, table))
        facts = Facts(results, where)
        if not facts.rows():
            raise ForfeitException(
                f"There is no batch {self.batch} of values of {name}{where}", (f"Fetched the values of {name}{where}",)
            )
        different = facts.add(f"number of different values of {name}", column="different")
        batches = facts.add(f"number of batches of values of {name}", column="batches")
        first = f"Batch {self.batch} of {batches}; " if facts.number("batches") > 1 else ""
        without = facts.add(f"number of {rows_name(table)} without {name}", column="without")
        left = f"; {without} {rows_name(table)} have none" if facts.number("without") else ""
        shown = "; ".join(str(facts.value("value", row)) for row in facts.rows()[:5])
        more = "; …" if len(facts.rows()) > 5 else ""
        said = f"{first}{different} different values of {name}{where}: {shown}{more}{left}."
        return Findings(summary=said, facts=facts.all())
