"""The row after or before another."""

from typing import ClassVar

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.conditions import Filter
from shared.analysis.fields import Column
from shared.analysis.rows.asked import Neighbour
from shared.analysis.rows.rows import (
    HERE,
    IN_ORDER,
    RowAnalysis,
    described,
    fetched,
    heading,
    label_fact,
    none_found,
    ordered,
    records,
    whole,
)
from shared.analysis.wording import filter_text, listed, sentence, where_text
from shared.contracts import Contract, DatasetProfile, PlannedQuery, QueryResult, Scalar
from shared.errors import ForfeitException
from shared.offline.reading.rows.kinds import calendar, places
from shared.table.names import spoken


class RowNeighbour(RowAnalysis, Neighbour):
    """Gives the row just after (or before) the one in `anchor`, in the order of the file. Use it for "who
    came after X" and "what is listed before Y"; where a date or a rank would give another row, it does not answer
    unless `listed` says that the order of the file is meant."""

    form: ClassVar[type[Contract]] = Neighbour
    examples: ClassVar[tuple[str, ...]] = ("Who came after this one?", "What is listed before it?")

    show: tuple[Column, ...] = Field(min_length=1)
    anchor: tuple[Filter, ...] = Field(min_length=1)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        columns = (*self.show, *self._orders(table))
        purpose = f"The {self.step} row to {self._whom(table)}, {IN_ORDER}"
        return (PlannedQuery(sql=fetched(table, columns, here=self.anchor), purpose=purpose),)

    def _orders(self, table: DatasetProfile) -> tuple[str, ...]:
        return tuple(column.name for column in (*calendar(table), *places(table)))

    def _whom(self, table: DatasetProfile) -> str:
        return listed([filter_text(item, table) for item in self.anchor])

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        whole(results, table)
        rows = records(results[0])
        here = [at for at, row in enumerate(rows) if row[HERE]]
        if not here:
            raise none_found(table, self.anchor)
        at = self._beside(here, len(rows), table)
        if not self.listed:
            self._check(rows, here, at, table)
        side = "after" if self.step == "next" else "before"
        text = sentence(
            f"{IN_ORDER}, the row {side} the one where {self._whom(table)} has the {heading(self.show, table)} "
            f"{described(rows[at], self.show)}"
        )
        facts = [
            label_fact(
                number,
                f"{spoken(table.column(name))} of the row {side} the one{where_text(self.anchor, table)}",
                rows[at][name],
                row=at,
                column=name,
            )
            for number, name in enumerate(self.show, 1)
        ]
        if rows[at][self.show[0]] is None:
            raise ForfeitException(f"The row {side} has no {heading(self.show, table)}", (f"Looked {IN_ORDER}",))
        return Findings(summary=text, facts=tuple(facts))

    def _beside(self, here: list[int], size: int, table: DatasetProfile) -> int:
        """The place of the row beside the one, or beside the block, that passes."""
        if here != list(range(here[0], here[-1] + 1)):
            raise ForfeitException(
                f"Several rows, apart from each other, are those where {self._whom(table)}",
                ("Looked for the row to count from",),
                "Say which of these rows is meant, for example by its year.",
            )
        at = here[-1] + 1 if self.step == "next" else here[0] - 1
        if not 0 <= at < size:
            end = "last" if self.step == "next" else "first"
            raise ForfeitException(f"That row is the {end} of the file, so none comes {self.step}", (IN_ORDER,))
        return at

    def _check(self, rows: list[dict[str, Scalar]], here: list[int], at: int, table: DatasetProfile) -> None:
        """Raises ForfeitException where dates or ranks would put another row beside it."""
        for name in self._orders(table):
            cells = [row[name] for row in rows]
            try:
                keys = ordered([cell for cell in cells if cell is not None], name, table)
            except ForfeitException:
                continue
            if None in cells or keys in (sorted(keys), [keys[0]] * len(keys)):
                continue
            own = keys[here[-1] if self.step == "next" else here[0]]
            beyond = [key for key in keys if (key > own if self.step == "next" else key < own)]
            wanted = (min(beyond) if self.step == "next" else max(beyond)) if beyond else None
            if keys[at] != wanted:
                raise ForfeitException(
                    f"{IN_ORDER} and in the order of {spoken(table.column(name))} different rows come {self.step}",
                    (f"Looked {IN_ORDER}", f"Looked in the order of {spoken(table.column(name))}"),
                    "Say “listed after” or “listed before” for the order of the file.",
                )
