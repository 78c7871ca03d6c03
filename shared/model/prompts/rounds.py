"""Rounds of a conversation as the Messages API takes them: what a model said, and what came of its calls."""

from typing import Any, Final

from pydantic import JsonValue

from shared.model.prompts.prompt import fence
from shared.model.rounds import CallResult, Round

QUOTING: Final = frozenset(
    {"says", "detail", "told_below_the_answer", "told_in_an_earlier_answer", "not_in_a_chart_of_it"}
)
"""What is told of a result in words, which may quote cells."""


def messages(one: Round, *, samples: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """A round as the Messages API takes it: what the model said, and what came of it."""
    results = [_result(result, samples) for result in one.results]
    return {"role": "assistant", "content": list(one.content)}, {"role": "user", "content": results}


def _result(result: CallResult, samples: bool) -> dict[str, Any]:
    told = result.told if samples else _without_cells(result.told)
    content = told if isinstance(told, str) else fence("result", told)
    if not result.id:
        return {"type": "text", "text": content}
    return {"type": "tool_result", "tool_use_id": result.id, "is_error": result.failed, "content": content}


def _without_cells(told: JsonValue) -> JsonValue:
    """A result without the texts of its cells, and without words that may quote them, notes among these: they name
    labels, and the last day of the data; references to cells still work."""
    if not isinstance(told, dict):
        return told
    kept = {key: value for key, value in told.items() if key not in QUOTING}
    tables = kept.get("tables")
    if isinstance(tables, list):
        kept["tables"] = [_hidden(table) for table in tables]
    return kept


def _hidden(table: JsonValue) -> JsonValue:
    if not isinstance(table, dict) or not isinstance(rows := table.get("rows"), dict):
        return table
    hidden = {
        name: ["…" if isinstance(cell, str) else cell for cell in row] if isinstance(row, list) else row
        for name, row in rows.items()
    }
    return {key: value for key, value in table.items() if key not in QUOTING} | {"rows": hidden}
