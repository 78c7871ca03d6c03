"""What a model says beside what it asks to be computed: purposes, labels and names, kept to the question's figures.

They get into facts and readings, by which figures are verified later: one from nowhere would vouch for itself.
"""

from typing import Any

from sqlglot import exp

from shared.contracts import PlannedQuery
from shared.data.syntax import parse
from shared.failure.errors import QueryFailed
from shared.failure.grounding import LEFT_OUT, ground
from shared.model.port import AnalysisPlan

UNSTATED = "What was asked"
_CONDITIONS = (exp.Where, exp.Having, exp.Qualify, exp.Limit, exp.If, exp.Join, exp.Between)


def unclaimed(plan: AnalysisPlan, question: str) -> AnalysisPlan:
    """The plan without figures that neither the question nor a condition has, in whatever it says in words."""
    queries = tuple(
        query.model_copy(update={"purpose": _kept(query.purpose, question, conditions(query.sql)) or UNSTATED})
        for query in plan.queries
    )
    analyses = tuple(
        one.model_validate(_without_claims(one.model_dump(), question)) if _labelled(one.model_dump()) else one
        for one in plan.analyses
    )
    return plan.model_copy(update={"queries": queries, "analyses": analyses})


def claims(query: PlannedQuery, question: str) -> tuple[str, ...]:
    """The names and written texts among a query's output columns that tell a figure of their own."""
    try:
        tree = parse(query.sql)
    except QueryFailed:
        return ()
    known = (conditions(query.sql), *(column.name for column in tree.find_all(exp.Column)))
    told = [text for select in tree.find_all(exp.Select) for one in select.expressions for text in _texts(one)]
    return tuple(text for text in dict.fromkeys(told) if not ground(_spoken(text), question=question, notes=known).ok)


def conditions(sql: str) -> str:
    """The numbers that a query's conditions, limits and distinctions of cases name."""
    try:
        tree = parse(sql)
    except QueryFailed:
        return ""
    found = [literal for node in tree.find_all(*_CONDITIONS) for literal in node.find_all(exp.Literal)]
    return " and ".join(dict.fromkeys(literal.this for literal in found if not literal.is_string))


def _texts(column: exp.Expr) -> list[str]:
    written = [literal.this for literal in column.find_all(exp.Literal) if literal.is_string]
    return [*written, *([column.alias] if isinstance(column, exp.Alias) else [])]


def _spoken(text: str) -> str:
    return text.replace("_", " ")


def _kept(text: str, question: str, known: str) -> str:
    grounded = ground(_spoken(text) if "_" in text else text, question=question, notes=(known,))
    return text if grounded.ok else grounded.text.replace(LEFT_OUT, "").strip()


def _labelled(value: Any) -> bool:
    if isinstance(value, dict):
        return bool(value.get("label")) or any(_labelled(inner) for inner in value.values())
    return isinstance(value, list | tuple) and any(_labelled(inner) for inner in value)


def _without_claims(value: Any, question: str) -> Any:
    """The same, the labels of conditions without figures that are in neither their values nor the question."""
    if isinstance(value, list | tuple):
        return [_without_claims(inner, question) for inner in value]
    if not isinstance(value, dict):
        return value
    found = {key: _without_claims(inner, question) for key, inner in value.items()}
    if found.get("label"):
        found["label"] = _kept(found["label"], question, str(found.get("values") or ""))
    return found
