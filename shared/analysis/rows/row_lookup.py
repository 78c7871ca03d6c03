"""The cells of the rows that a question names."""

from typing import ClassVar

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.fields import Column
from shared.analysis.rows.asked import Lookup
from shared.analysis.rows.rows import (
    RowAnalysis,
    fetched,
    heading,
    label_fact,
    none_found,
    records,
    shown,
    whole,
    year_of,
)
from shared.analysis.wording import listed, sentence, where_text
from shared.contracts import Contract, DatasetProfile, PlannedQuery, QueryResult, Scalar
from shared.errors import ForfeitException

_MOST = 30


class RowLookup(RowAnalysis, Lookup):
    """Gives the cells of one or two columns in the rows that pass the filters, each different one once, in the order
    of the file. Use it to look something up in a small table: "what party is X", "when did X open"."""

    form: ClassVar[type[Contract]] = Lookup
    examples: ClassVar[tuple[str, ...]] = ("What is this one's party?", "When did it open?", "Which of them have this?")

    show: tuple[Column, ...] = Field(min_length=1)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        purpose = f"{heading(self.show, table)}{where_text(self.filters, table)}"
        return (PlannedQuery(sql=fetched(table, self.show, self.filters), purpose=sentence(purpose)[:-1]),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        whole(results, table)
        where = where_text(self.filters, table)
        found: dict[tuple[Scalar, ...], int] = {}
        for at, record in enumerate(records(results[0])):
            cells = tuple(self._cell(record[name]) for name in self.show)
            if any(cell is not None for cell in cells):
                found.setdefault(cells, at)
        if not found:
            raise none_found(table, self.filters)
        if len(found) > 1 and self.sole:
            raise ForfeitException(
                f"The question takes for granted that there is only one, and there are {len(found)}{where}",
                (f"Looked for {heading(self.show, table)}{where}",),
            )
        if len(found) > _MOST:
            raise ForfeitException(f"More than {_MOST} different ones{where} are too many to tell", (f"Looked{where}",))
        name = heading(self.show, table)
        facts = [
            label_fact(number, f"{name}{where}", value, row=at, column=column)
            for number, (value, at, column) in enumerate(self._told(found), 1)
        ]
        told = [", ".join(shown(cell) for cell in cells) for cells in found]
        text = f"the {name}{where} is {told[0]}" if len(told) == 1 else f"there are {len(told)}{where}: {listed(told)}"
        return Findings(summary=sentence(text), facts=tuple(facts))

    def _told(self, found: dict[tuple[Scalar, ...], int]) -> list[tuple[Scalar, int, str]]:
        return [
            (value, at, column)
            for cells, at in found.items()
            for value, column in zip(cells, self.show, strict=True)
            if value is not None
        ]

    def _cell(self, value: Scalar) -> Scalar:
        return year_of(value) if self.year else value
