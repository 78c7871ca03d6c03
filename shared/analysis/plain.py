"""An analysis that the query language says: what it computes is a value, and SQL, words and facts are read from it."""

import re
from abc import abstractmethod
from collections.abc import Iterator
from itertools import chain
from typing import ClassVar, Literal

from pydantic import ValidationError

from shared.analysis.base import Findings
from shared.analysis.bound_analysis import BoundAnalysis, notes_of, require_right
from shared.analysis.pictures import Pictures, plain
from shared.analysis.summary import spoken_naming, summary
from shared.contracts import ChartHint, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.bound import BoundQuery
from shared.query.check import check
from shared.query.completeness import completeness, told
from shared.query.facts import facts
from shared.query.problems import QueryProblem
from shared.query.query import Figures, Query
from shared.query.sql.compile import compile_query
from shared.query.words.verbalise import verbalise


class PlainAnalysis(BoundAnalysis):
    """Says what it computes, as values of the query language; everything else follows from these."""

    least = 1
    typed: ClassVar[bool] = False
    """Whether the columns of its queries are handed over whole, to a statistic."""
    first: ClassVar[Literal["highest", "lowest"] | None] = None
    """Which groups it is about: those with the highest figure, or with the lowest. They come first."""

    drawn: ClassVar[int | None] = None
    """Which figure of its queries a picture shows, counted through measures and across; left open, the one that they
    are ranked by, else the first."""

    @abstractmethod
    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        """What it computes of the table. Raises ForfeitException where the table cannot support it."""

    def held_against(self, table: DatasetProfile) -> tuple[BoundQuery, ...]:
        try:
            computed = self.compute(table)
        except ValidationError as error:  # the fields make a query that cannot be meant
            said = str(error.errors(include_url=False)[0]["msg"]).removeprefix("Value error, ")
            raise ForfeitException(said[:1].upper() + said[1:], (f"Looked at {table.file_name}",)) from error
        return tuple(_bound(query, table, self.other_tables()) for query in computed)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return tuple(
            PlannedQuery(
                sql=compile_query(bound, ordered=not self.typed).sql(dialect="duckdb"),
                purpose=_capital(verbalise(bound, spoken_naming(bound))),
                typed=self.typed,
                shown=compile_query(bound, ordered=not self.typed, accounted=False).sql(dialect="duckdb"),
            )
            for bound in self.bound(table)
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        queried = self.bound(table)
        self._require_enough(queried[0], results[0])
        made: list[Fact] = []
        lines: list[str] = []
        beside: dict[str, None] = {}
        for at, (bound, result) in enumerate(zip(queried, results, strict=True)):
            own = facts(bound, result, spoken_naming(bound), query=at)
            made += own
            lines += summary(bound, result, own) if own else ()
            beside |= dict.fromkeys(notes(bound, result))
        if not made:
            tried = f"Computed the {verbalise(queried[0], spoken_naming(queried[0]))}"
            raise ForfeitException("No row of the data is one that this is about", (tried,))
        numbered = tuple(fact.model_copy(update={"id": f"f{at}"}) for at, fact in enumerate(made, start=1))
        first, *rest = *lines, *beside
        return Findings(
            summary=first,
            facts=numbered,
            findings=tuple(rest),
            visualization_hint=chart(queried[0]),
            pictures=self.pictures(table, results),
        )

    def pictures(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Pictures:
        """What is shown of its results: by default of each query that has one grouping."""
        if chart(self.bound(table)[0]) not in ("bar", "line"):
            return ()
        made = (
            plain(bound, result, at, self.drawn)
            for at, (bound, result) in enumerate(zip(self.bound(table), results, strict=False))
        )
        return tuple(chain.from_iterable(made))

    def _require_enough(self, bound: BoundQuery, result: QueryResult) -> None:
        used = [_used(bound, result, row) for row in range(len(result.rows))]
        rows = spoken_naming(bound).rows
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(self).__name__).lower()
        loosen = "Loosen the conditions." if bound.query.where else None
        self.require(sum(used), rows, f"for {name}", f"Counted the {rows}", loosen)


def _used(bound: BoundQuery, result: QueryResult, row: int) -> int:
    """How many rows the first figure of a row of the result was computed from; 1 where that is not known."""
    found = completeness(bound, result, row, 0)
    return max((account.used for account in found.accounts), default=1) if found else 1


def notes(bound: BoundQuery, result: QueryResult) -> Iterator[str]:
    """What belongs beside the figures of a query: rows left out, groups not shown, what the checks found."""
    yield from filter(None, (told(bound, result), *notes_of(bound)))


def chart(bound: BoundQuery) -> ChartHint:
    """The picture that suits the result: a line over time, bars of groups, a number, a table."""
    query = bound.query
    if not isinstance(query, Figures):
        return "table"
    if not query.groups:
        return "number" if len(query.measures) == 1 else "table"
    if len(query.groups) > 1:
        return "table"
    return "line" if query.groups[0].kind == "time" else "bar"


def _bound(query: Query, table: DatasetProfile, beside: tuple[DatasetProfile, ...]) -> BoundQuery:
    try:
        bound = check(query, table, beside)
    except QueryProblem as problem:
        raise ForfeitException(problem.sentence, (f"Held the analysis against {table.file_name}",)) from problem
    require_right(bound)
    return bound


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
