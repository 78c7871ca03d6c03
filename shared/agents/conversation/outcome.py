"""The outcome of a task's conversation, before it is a response."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shared.agents.conversation.listed_tables import NO_TABLES, ListedTables
from shared.contracts import Claim, ColumnShown, Fact, Insights, ResultPreview


@dataclass
class Outcome:
    """What a conversation came to. `by_model`: its words are a language model's. `unfinished`: a model had begun, and
    nobody was there to answer from what it had computed; several readings are left, and they differ; or something that
    was asked was taken out of the answer. `left_out`, `unchecked`, `language` and `missing` as of its response. `cited`
    are the columns whose figures it tells, as (place of the query, column), None where these may be any; `drawn` are
    those that a chart is to draw, where the answer names any, and `undrawn` says that none can; `rows` are those whose
    figures the text tells, as (place of the query, row), None as well; `tables` are what the answer's own tables call
    and list, and `unborne` the columns, as (place of the query, column), whose names nothing bears out;
    `judged` says whether a judge saw it with its queries; `misread` as of its response."""

    insights: Insights
    facts: tuple[Fact, ...] = ()
    readings: tuple[str, ...] = ()
    by_model: bool = False
    stated: tuple[str, ...] = ()
    unfinished: bool = False
    left_out: int = 0
    unchecked: tuple[Claim, ...] = ()
    language: str = "en"
    missing: tuple[str, ...] = ()
    cited: frozenset[tuple[int, str]] | None = None
    drawn: tuple[tuple[int, str], ...] = ()
    undrawn: str = ""
    rows: frozenset[tuple[int, int]] | None = None
    tables: ListedTables = NO_TABLES
    unborne: frozenset[tuple[int, str]] = frozenset()
    judged: bool = False
    misread: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[Fact, ...]:
        """The figures of the columns that it tells figures of."""
        cited = self.cited
        if cited is None:
            return self.facts
        return tuple(one for one in self.facts if any((cell.query, cell.column) in cited for cell in one.cells))

    @property
    def told_rows(self) -> dict[int, frozenset[int]]:
        """Which rows are told of each result; none for one of which all may be, as of one that a chart draws."""
        drawn = {query for query, _ in self.drawn}
        if not drawn and self.insights.visualization_hint not in ("table", "number"):
            drawn = {cell.query for fact in self.facts[:1] for cell in fact.cells}
        found: dict[int, frozenset[int]] = {}
        for query, row in self.rows or ():
            found[query] = found.get(query, frozenset()) | {row}
        return {query: rows for query, rows in found.items() if query not in drawn}

    @property
    def first_rows(self) -> dict[int, int]:
        """How many rows are told of each result of which these are its first ones."""
        cells = (
            {(cell.query, cell.row) for fact in self.facts for cell in fact.cells} if self.rows is None else self.rows
        )
        found = {query: {row for at, row in cells if at == query} for query, _ in cells}
        return {query: len(rows) for query, rows in found.items() if rows == set(range(len(rows)))}

    def citing(self, previews: Iterable[ResultPreview]) -> Iterator[ResultPreview]:
        """The results, each with the columns that it tells figures of, those that are drawn, and what its tables call
        and list."""
        cited = self.cited
        for place, shown in enumerate(previews):
            told = None if cited is None else tuple(sorted(column for query, column in cited if query == place))
            drawn = tuple(column for query, column in self.drawn if query == place)
            named = {
                name: shown.shown.get(name, ColumnShown()).model_copy(update={"called": called})
                for name, called in self.tables.called(place).items()
            }
            told_of = {"cited": told, "drawn": drawn, "listed": self.tables.rows.get(place, ())}
            yield shown.model_copy(update={**told_of, "shown": {**shown.shown, **named}})
