"""A reply without the words of a model whose answer was replaced: what it had computed and is known to be so."""

from typing import TypeVar

from shared.contracts import AgentResponse, ExecutedQuery, Insights, ResultPreview, by_themselves
from shared.turn.material import Material

Purposeful = TypeVar("Purposeful", ExecutedQuery, ResultPreview)


def withdrawn(material: Material) -> Material:
    """What the turn left behind, where its answer was replaced, without what a model said of its results: the summary,
    the purposes of its queries, and facts that only its own names for columns tell. Else as it is."""
    if not material.replaced:
        return material
    return material.model_copy(update={"responses": tuple(map(_withdrawn, material.responses))})


def _withdrawn(response: AgentResponse) -> AgentResponse:
    if not response.by_model:
        return response
    given = response.result
    result = given.model_copy(
        update={
            "insights": Insights(summary="", visualization_hint=given.insights.visualization_hint),
            "results": _numbered(given.results),
            "queries_executed": _numbered(given.queries_executed),
        }
    )
    return response.model_copy(update={"result": result, "facts": by_themselves(response.facts)})


def _numbered(given: tuple[Purposeful, ...]) -> tuple[Purposeful, ...]:
    return tuple(one.model_copy(update={"purpose": f"Result {at}"}) for at, one in enumerate(given, start=1))
