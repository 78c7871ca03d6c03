"""What an answer was computed from, enough to compute it again."""

from shared.contracts import Receipt
from shared.deps import Deps
from shared.errors import CandorError
from shared.turn.context import load_profiles
from shared.turn.material import Material


def receipts_of(material: Material, deps: Deps) -> tuple[Receipt, ...]:
    """One for each query that ran; none where the datasets can't be looked up now."""
    queries = [(response, query) for response in material.completed for query in response.result.queries_executed]
    if not queries:
        return ()
    try:
        datasets = load_profiles(material.turn, deps, material.context)
    except CandorError:
        return ()
    return tuple(
        Receipt(
            task_id=response.task_id,
            sql=query.sql,
            statistic=query.statistic,
            dataset_id=dataset.dataset_id,
            fingerprint=dataset.fingerprint,
            model=response.usage.model or "deterministic",
            prompt_version=response.prompt_version,
        )
        for response, query in queries
        for dataset in datasets
        if len(datasets) == 1 or dataset.relation in query.sql
    )
