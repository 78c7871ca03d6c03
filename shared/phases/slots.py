"""What a phase must learn: slots, each of a kind that says which values it may hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from shared.contracts import ColumnProfile, ColumnRole, Contract, DatasetProfile, SlotAnswer
from shared.table.tally import numbers_rows

SlotKind = Literal["text", "choice", "measure", "dimension", "time", "dataset"]
"""Free words, one of the slot's options, a column of that role, or one of the files."""
COLUMN_ROLES: dict[SlotKind, ColumnRole] = {"measure": "measure", "dimension": "dimension", "time": "time"}
LONGEST_VALUE = 600
LONGEST_READ_BACK = 200
LEAST_NUMBERED = 8
"""Rows: the amounts 3, 1 and 2 of three rows may well be amounts."""
SO_FAR = "So far I have"
NOTED = "This is what I noted:"
CHANGED_BY = "To change one of these, write its name and a colon: “{label}: …”."

Snapshot = dict[str, SlotAnswer]


def told(verb: str, values: Sequence[tuple[str, str]]) -> str:
    """What is kept of slots, each by its label and value, as a sentence for the person."""
    each = (f"{label.lower()} “{value}”" if value else f"{label.lower()} unknown" for label, value in values)
    return f"{verb}: {'; '.join(each)}."


def read_back(values: Sequence[tuple[str, str]]) -> str:
    """What a phase leaves to the next, as a list of labels and values for the person to check; how one is changed is
    shown by the first of them. Nothing, where nothing was learned."""
    if not values:
        return ""
    listed = "\n".join(f"- {label}: {_short(value) or 'unknown'}" for label, value in values)
    return f"{NOTED}\n\n{listed}\n\n{CHANGED_BY.format(label=values[0][0])}"


def _short(value: str) -> str:
    return value if len(value) <= LONGEST_READ_BACK else f"{value[:LONGEST_READ_BACK].rsplit(' ', 1)[0]} …"


def _tells(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether a column can be a figure or a breakdown: one value divides nothing, a row's number is neither."""
    numbered = table.row_count >= LEAST_NUMBERED and numbers_rows(column, table)
    return column.distinct != 1 and not numbered


class ConsultationSlot(Contract):
    """One thing that a phase must learn.

    `ask` is the question, `why` what it is for. `examples` are ways to say it, with the value as `{value}`: by them it
    is recognised in any message. What is `read_in` another slot's value (a column that is named in the business
    question) is not asked again. `ways` are other ways to say an option.
    """

    name: str = Field(pattern=r"^[a-z][a-z_]*$")
    label: str
    ask: str
    why: str
    kind: SlotKind = "text"
    options: tuple[str, ...] = ()
    ways: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    examples: tuple[str, ...] = ()
    read_in: str | None = None

    def choices(self, tables: Sequence[DatasetProfile]) -> tuple[str, ...]:
        """The values that it may hold, where they are few and known."""
        if self.kind == "dataset":
            return tuple(table.file_name for table in tables)
        if role := COLUMN_ROLES.get(self.kind):
            telling = (column for table in tables for column in table.having(role) if _tells(column, table))
            return tuple(dict.fromkeys(column.words or column.name for column in telling))
        return self.options

    @property
    def closed(self) -> bool:
        """Whether it holds one of its choices and nothing else."""
        return self.kind != "text"

    def checked(self, value: str, tables: Sequence[DatasetProfile]) -> str:
        """The value as it is kept. Raises ValueError, with what would be right."""
        text = " ".join(value.split())[:LONGEST_VALUE]
        if not text:
            raise ValueError(f"{self.name}: the value is empty; say that it is unknown where the person does not know")
        if not self.closed:
            return text
        choices = self.choices(tables)
        known = {choice.casefold(): choice for choice in choices}
        for table in tables:
            known |= {
                column.name.casefold(): column.words or column.name
                for column in table.columns
                if (column.words or column.name) in choices
            }
        if text.casefold() not in known:
            raise ValueError(f"{self.name}: it is one of {', '.join(choices) or 'no value of this data'}")
        return known[text.casefold()]

    def known(self, tables: Sequence[DatasetProfile]) -> SlotAnswer | None:
        """What the profile says of it: the only choice there is, or that there is none."""
        if self.kind in ("text", "choice") or (not tables and self.kind != "dataset"):
            return None
        choices = self.choices(tables)
        if len(choices) > 1:
            return None
        return SlotAnswer(value=choices[0], source="profile") if choices else SlotAnswer(source="unknown")
