"""A model that puts a figure from nowhere into every field that it words: none of them reaches the user."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from infra.lab.messages_api import Brain, calls
from infra.lab.recorded import Recorded

NOWHERE = "777.77"
TOTAL = 'SELECT sum(revenue) AS total_revenue FROM "data"'
KEPT = frozenset(
    {
        "sql",
        "agent",
        "analysis",
        "function",
        "column",
        "operator",
        "relation",
        "score",
        "category",
        "visualization_hint",
        "depends_on",
        "task_id",
        "id",
    }
)
"""Fields that are no prose."""


def stained(value: Any, name: str = "") -> Any:
    """The value with a sentence added to every text in it."""
    if isinstance(value, dict):
        return {key: stained(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [stained(inner, name) for inner in value]
    return f"{value}. It grew by {NOWHERE} units." if isinstance(value, str) and name not in KEPT else value


def staining(_request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The model's answer, every text in it stained; insights and lists filled where they are empty."""
    found = []
    for block in content:
        if block["type"] == "tool_use":
            found.append({**block, "input": stained(block["input"])})
            continue
        given = json.loads(block["text"])
        if "findings" in given:
            given |= {"findings": ["Revenue grew."], "insights": ["Growth is strong."]}
        found.append({"type": "text", "text": json.dumps(stained(given))})
    return found


def assuming(request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The stained answer, with an assumption."""
    stained_ = staining(request, content)
    for block in stained_:
        if block.get("name") in ("answer", "assign_tasks"):
            block["input"]["assumptions"] = [f"Growth is {NOWHERE} units."]
    return stained_


def wordy(request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The stained answer, in words alone wherever that is possible."""
    if "answer" in request.tools:
        return [calls("answer", {"text": f"Revenue is {NOWHERE}."})]
    return staining(request, content)


def places(value: Any, path: str = "") -> Iterator[str]:
    """Where the figure stands in what goes over the wire."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from places(inner, f"{path}[]")
    elif isinstance(value, str) and NOWHERE in value:
        yield f"{path}: {value}"


BRAINS = {
    "query": Brain(sql=TOTAL, purpose="Total revenue", then=staining),
    "label": Brain(
        sql=f"SELECT 'up {NOWHERE} units' AS note, sum(revenue) AS total_revenue FROM data",
        purpose="Total revenue",
        then=staining,
    ),
    "constant": Brain(sql=f"SELECT {NOWHERE} AS total_revenue FROM data", purpose="Total revenue", then=staining),
    "name": Brain(sql='SELECT sum(revenue) AS "grew by 777.77 units" FROM data', purpose="Total", then=staining),
    "doubtful": Brain(sql=TOTAL, purpose="Total revenue", score=0.1, then=staining),
    "analysis": Brain(analysis=("aggregate", {"metrics": [{"function": "sum", "column": "revenue"}]}), then=staining),
    "condition": Brain(
        analysis=(
            "aggregate",
            {
                "metrics": [{"function": "sum", "column": "revenue"}],
                "filters": [{"column": "revenue", "operator": ">", "values": [0]}],
            },
        ),
        then=staining,
    ),
    "assumption": Brain(sql=TOTAL, purpose="Total revenue", then=assuming),
    "words": Brain(then=wordy),
    "forfeit": Brain(forfeit="There is no cost column", then=staining),
    "broken": Brain(sql="SELECT nothing_like_it FROM data", purpose="Total revenue", then=staining),
}


@pytest.mark.parametrize("brain", BRAINS)
def test_no_field_that_a_model_words_carries_a_figure_from_nowhere(candor, brain):
    with candor.minded(BRAINS[brain]):
        reply = candor.ask("What is the total revenue?")
    assert list(places(reply.model_dump(mode="json"))) == []
    assert reply.text.strip()


@pytest.mark.parametrize("brain", ["query", "analysis", "condition", "assumption"])
def test_what_was_computed_is_told_all_the_same(candor, brain):
    with candor.minded(BRAINS[brain]):
        reply = candor.ask("What is the total revenue?")
    assert "111" in reply.text
    assert reply.status == "answered"
