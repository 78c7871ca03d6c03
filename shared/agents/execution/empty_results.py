"""Empty results, each told with its reason by zero-row forensics."""

from collections.abc import Callable, Sequence

from shared.contracts import DatasetProfile, Fact, Forfeit, PlannedQuery, QueryResult
from shared.engine.forensics import Diagnosis, diagnose, is_empty, probes
from shared.table.names import columns_in_words

RunQuery = Callable[[PlannedQuery], QueryResult | None]


def why_empty(
    queries: Sequence[str],
    results: Sequence[QueryResult],
    datasets: Sequence[DatasetProfile],
    ask: RunQuery,
    *,
    written: bool = True,
) -> Diagnosis:
    """Why the first of these queries that found nothing did so; nothing where all found something. `written`: whoever
    asked wrote the conditions, those on what a query computes itself too."""
    tables = {dataset.relation: [column.name for column in dataset.columns] for dataset in datasets}
    for sql, result in zip(queries, results, strict=True):
        if is_empty(result) and (asked := probes(sql, tables, asked=written)):
            found = diagnose(asked, [ask(probe) for probe in asked])
            columns = [column for dataset in datasets for column in dataset.columns]
            said = tuple(columns_in_words(sentence, columns) for sentence in found.sentences)
            return found.model_copy(update={"sentences": said})
    return Diagnosis()


def explained(forfeit: Forfeit, diagnosis: Diagnosis) -> Forfeit:
    """The forfeit, with what was found out about the empty result."""
    if not diagnosis.sentences:
        return forfeit
    reason = f"{forfeit.reason.rstrip('.')}. {' '.join(diagnosis.sentences)}"
    return forfeit.model_copy(
        update={
            "reason": reason,
            "attempted_actions": (*forfeit.attempted_actions, "Looked for the condition that left nothing"),
        }
    )


def backed(facts: Sequence[Fact], diagnosis: Diagnosis) -> tuple[Fact, ...]:
    """The given facts, followed by the facts that the diagnosis of the empty result cites."""
    return (*facts, *diagnosis.facts)
