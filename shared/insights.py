"""What a model makes of facts, kept to what the facts hold."""

from shared.contracts import Insights
from shared.failure.grounding import LEFT_OUT, ground
from shared.failure.guardrail import Unguardable, cells_of, guard
from shared.model.port import InterpretFacts


def founded(insights: Insights, request: InterpretFacts) -> Insights | None:
    """The insights without statements that tell unknown figures or technical things; None where none remain."""
    summary = _founded(insights.summary, request)
    kept = insights.model_copy(
        update={
            "summary": summary or request.summary,
            "findings": tuple(filter(None, (_founded(line, request) for line in insights.findings))),
            "insights": tuple(filter(None, (_founded(line, request) for line in insights.insights))),
        }
    )
    return kept if kept.summary or kept.findings else None


def _founded(text: str, request: InterpretFacts) -> str:
    known = (*cells_of(request.results), *(said for fact in request.facts for said in (str(fact.value), fact.text)))
    try:
        text = guard(text, allowed=known).text
    except Unguardable:
        return ""
    grounding = ground(
        text,
        facts=request.facts,
        results=request.results,
        question=request.task,
        notes=(request.summary, *request.findings),
    )
    return grounding.text.replace(LEFT_OUT, "").strip()
