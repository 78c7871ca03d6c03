"""What the tools give: small enough for another model's context, with nothing that the reply does not hold."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, Field

from shared.contracts import ColumnProfile, DatasetProfile, Fact, Reply, Scalar
from shared.store.datasets import DatasetRecord
from shared.store.results import ResultLink
from shared.store.turns import TurnRecord

MOST_FIGURES = 40
MOST_COLUMNS = 200
MOST_CELLS = 8
RUNNING = "Not answered yet. Call ask again with this turn_id to wait for the reply."


class ToolFigure(BaseModel):
    """One verified figure."""

    id: str
    name: str
    value: Scalar
    unit: str | None = None


class ToolReply(BaseModel):
    """The one reply of a question."""

    status: str
    text: str
    turn_id: str
    session_id: str
    figures: list[ToolFigure] = Field(default_factory=list)
    figures_left_out: int = 0
    forfeit: dict[str, Any] | None = None
    confidence: float | None = None


class ToolProfile(BaseModel):
    """The datasets of the user; one of them with its columns where it was asked for."""

    datasets: list[dict[str, Any]] = Field(default_factory=list)
    columns: list[dict[str, Any]] = Field(default_factory=list)
    columns_left_out: int = 0
    doubts: list[str] = Field(default_factory=list)


class ToolReceipt(BaseModel):
    """What a reply was computed from."""

    queries: list[dict[str, Any]] = Field(default_factory=list)
    figures: list[dict[str, Any]] = Field(default_factory=list)
    attempts: list[dict[str, Any]] = Field(default_factory=list)
    tables: list[dict[str, Any]] = Field(default_factory=list)


def replied(record: TurnRecord) -> ToolReply:
    """A turn as an assistant sees it: its reply, or that it runs."""
    turn, reply = record.turn, record.reply
    if reply is None:
        return ToolReply(status="running", text=RUNNING, turn_id=turn.turn_id, session_id=turn.session_id)
    forfeit = reply.forfeit
    return ToolReply(
        status=reply.status,
        text=reply.text,
        turn_id=reply.turn_id,
        session_id=reply.session_id,
        figures=[ToolFigure(id=one.id, name=one.name, value=one.value, unit=one.unit) for one in told(reply)],
        figures_left_out=len(reply.facts) - len(told(reply)),
        forfeit=forfeit.model_dump(mode="json", exclude={"message"}, exclude_none=True) if forfeit else None,
        confidence=reply.assessment.confidence_score if reply.assessment else None,
    )


def told(reply: Reply) -> tuple[Fact, ...]:
    """The figures of a reply, as many as a tool gives."""
    return reply.facts[:MOST_FIGURES]


def dataset_entry(record: DatasetRecord) -> dict[str, Any]:
    """A dataset as a list shows it: id, file and status; where it applies, the dataset that it is part of, and why it
    was rejected."""
    shown = {"dataset_id": record.dataset_id, "file_name": record.called, "status": record.status}
    shown |= {"part_of": record.part_of} if record.part_of else {}
    return shown | ({"reason": record.reason} if record.reason else {})


def profiled(record: DatasetRecord, profile: DatasetProfile) -> ToolProfile:
    """A dataset with its columns. Cells of text columns stay out of it."""
    return ToolProfile(
        datasets=[dataset_entry(record) | {"rows": profile.row_count}],
        columns=[_column(one) for one in profile.columns[:MOST_COLUMNS]],
        columns_left_out=max(0, len(profile.columns) - MOST_COLUMNS),
        doubts=[one.detail for one in profile.ambiguities],
    )


def _column(column: ColumnProfile) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": column.name, "type": column.type, "role": column.role}
    if column.numeric or column.temporal:
        shown |= {"unit": column.unit, "minimum": column.minimum, "maximum": column.maximum}
    shown |= {"distinct": column.distinct, "empty": column.nulls}
    return {key: value for key, value in shown.items() if value is not None}


def explained(reply: Reply, link: Callable[[str], ResultLink]) -> ToolReceipt:
    """The queries behind a reply, the cells and completeness of each figure, and where the tables that it shows in part
    can be downloaded: `link` gives that."""
    return ToolReceipt(
        queries=[
            {"task": one.task_id, "sql": one.sql, "dataset_id": one.dataset_id, "fingerprint": one.fingerprint}
            for one in reply.receipts
        ],
        figures=[_figure(one) for one in told(reply)],
        attempts=[] if reply.status == "answered" else _attempts(reply),
        tables=[
            {"purpose": one.purpose, "rows": one.row_count} | link(one.link).model_dump(mode="json")
            for response in reply.responses
            for one in response.result.results
            if one.link
        ],
    )


def _figure(fact: Fact) -> dict[str, Any]:
    shown = fact.model_dump(mode="json", include={"id", "text", "value", "unit", "completeness"}, exclude_none=True)
    return shown | {"cells": [cell.model_dump(mode="json") for cell in fact.cells[:MOST_CELLS]]}


def _attempts(reply: Reply) -> list[dict[str, Any]]:
    fields = {"agent", "step", "action", "outcome", "reason"}
    return [one.model_dump(mode="json", include=fields, exclude_none=True) for one in reply.attempts]
