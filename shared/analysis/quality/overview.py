"""What is in a table: how many rows, which columns, of what kind."""

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.wording import listed, sentence
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.table.names import in_words


class Overview(Analysis):
    """Describes a table: rows, columns and their kinds, and the time it covers."""

    least = 1
    examples = ("Describe the data", "Which columns are there?", "What is in this file?")

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        query = sql.select(table, [("rows", exp.Count(this=exp.Star()))])
        return (sql.planned(query, "Number of rows"),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        rows, columns = results[0].rows[0][0], len(table.columns)
        names = listed([in_words(column.name) for column in table.columns])
        facts = (
            Fact(
                id="f1", name="number of rows", value=rows, text=f"The table has {rows:,} rows.",
                cells=(Cell(query=0, row=0, column="rows"),),
            ),
            Fact(id="f2", name="number of columns", value=columns, text=f"The table has {columns:,} columns."),
        )  # fmt: skip
        told = f"The file {table.file_name} has {rows:,} rows and {columns:,} columns: {names}"
        return Findings(
            summary=sentence(told), facts=facts, findings=tuple(described(table)), visualization_hint="table"
        )


def described(table: DatasetProfile) -> list[str]:
    """The columns by what they are used for, and the time that the table covers."""
    kinds = (("measure", "Measures"), ("dimension", "To group by"), ("time", "Times"), ("id", "Ids"), ("text", "Texts"))
    lines = []
    for role, title in kinds:
        names = [in_words(column.name) for column in table.columns if column.role == role]
        if names:
            lines.append(f"{title}: {listed(names)}.")
    times = [column for column in table.columns if column.temporal and column.minimum is not None]
    ranges = [f"{in_words(one.name)} runs from {str(one.minimum)[:10]} to {str(one.maximum)[:10]}." for one in times]
    return lines + ranges
