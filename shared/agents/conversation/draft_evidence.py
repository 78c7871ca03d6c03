"""What the draft of an answer is held against: all that its conversation computed, and what is known of the tables."""

from shared.agents.execution.execution import Execution
from shared.contracts import Fact
from shared.engine.sql.limits import limits_of, literals_of
from shared.grounding.evidence import data_labels, data_values
from shared.grounding.grounding import Evidence
from shared.grounding.sheets import Sheets
from shared.table.beside import all_written_beside


def evidence_of(
    facts: tuple[Fact, ...],
    execution: Execution,
    sheets: Sheets,
    question: str,
    stated: tuple[str, ...],
    before: str = "",
) -> Evidence:
    """The evidence of these facts and of what was executed; `stated` is what Candor said of it itself, `before` the
    question that this one may follow."""
    queries = [query.sql for query in execution.executed]
    edges = [edge for sheet in sheets for edge in sheet.edges()]
    return Evidence(
        facts,
        execution.previews,
        question=question,
        before=before,
        notes=(*limits_of(queries), *all_written_beside(execution.datasets)),
        stated=stated,
        labels=(*data_labels(execution.datasets), *literals_of(queries), *edges),
        shown=data_values(execution.datasets),
    )
