"""What all parts of the query language have in common: immutable, closed to unknown fields, finite numbers only."""

import re
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr

from shared.contracts.base import Checked

RESERVED = "_candor_"
"""Result columns that begin so are the language's own: they carry what completeness needs, never an asked figure."""


class Node(Checked):
    """A value of the query language. Two values with equal fields are the same; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, defer_build=True)


def _finite(value: int | float) -> int | float:
    if not abs(value) < 1e300:
        raise ValueError("a number is finite and below 1e300")
    return value


def _iso(text: str) -> str:
    if moment(text).tzinfo is not None:
        raise ValueError("a time is written without a zone, as the table has it")
    return text


def moment(text: str) -> datetime:
    """An ISO 8601 date (its midnight) or date and time. Raises ValueError for anything else."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?", text):
        raise ValueError(f"write a time as 2025-03-31 or 2025-03-31T14:00, not {text[:40]!r}")
    return datetime.fromisoformat(text)


Name = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,62}$")]
"""An identifier that a query gives to a figure or a derived column. It is never shown as words."""

Column = Annotated[str, Field(min_length=1, max_length=300)]
"""A column that the rows have: one of the source, or one derived before. Compared exactly as it is written."""

Reference = Annotated[StrictInt, Field(ge=0)] | Annotated[StrictStr, Field(min_length=1, max_length=300)]
"""A figure (or a grouping) of the same query: its place in the list, from 0, or its name."""

Number = Annotated[StrictInt | StrictFloat, AfterValidator(_finite)]
Time = Annotated[StrictStr, AfterValidator(_iso)]
"""An ISO 8601 date or local date and time; a date alone is its midnight."""

Value = (
    StrictBool
    | Annotated[StrictInt | StrictFloat, AfterValidator(_finite)]
    | Annotated[StrictStr, Field(max_length=1000)]
)
"""What a cell can hold, never null: text as it stands in the cell (case counts), a number, true or false, or an ISO
time. Which of them a column takes is checked against the table."""
