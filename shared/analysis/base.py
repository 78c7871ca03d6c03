"""What every typed analysis is: a filled-in question about one table that compiles to SQL and yields facts."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Self

from pydantic import Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from shared.analysis.metrics import Metric
from shared.analysis.nested_values import nested_values
from shared.contracts import (
    AgentResponse,
    ChartHint,
    Contract,
    DatasetProfile,
    Fact,
    Picture,
    PlannedQuery,
    QueryResult,
)
from shared.contracts.base import Checked
from shared.errors import ForfeitException
from shared.query.derived import Derived
from shared.query.query import Query
from shared.statistics.requests import Procedure
from shared.table.nouns import too_few


class Findings(Contract):
    """What the results of an analysis say. `summary` is one sentence that answers, `insights` are what else it noticed;
    facts back every figure in them. `pictures` show its results: whatever hints at a chart has one wherever there is
    something to draw. `undecided`: it gives several readings beside each other, and they differ. `units` are those of
    columns of its results that no fact may tell, by their names."""

    summary: str
    facts: tuple[Fact, ...]
    findings: tuple[str, ...] = ()
    insights: tuple[str, ...] = ()
    visualization_hint: ChartHint = "table"
    pictures: tuple[Picture, ...] = ()
    undecided: bool = False
    units: Mapping[str, str] = Field(default_factory=dict)


class Applied(Contract):
    """A statistic to apply to the result of a query that is `typed`; `query` is its place among those of the analysis.
    `purpose` is told to the user."""

    procedure: Procedure
    query: int = 0
    purpose: str


class Analysis(Contract, Checked, ABC):
    """One typed analysis. Its fields are what a mind fills in; its docstring says what it is for, and `examples` are
    questions that ask for it, in which a field that takes a column stands in braces: "Segment {entity} by {measure}".
    `relation` names the dataset where there are several; None is the first."""

    examples: ClassVar[tuple[str, ...]] = ()
    least: ClassVar[int]
    """How many values it takes for what it says to mean something: 1 where it only tells what is there, more where it
    concludes (a correlation, a trend, an outlier). `require` forfeits below."""
    undefined: ClassVar[bool] = False
    """Whether a figure that is undefined (zero by zero) says something to it: that values do not vary."""
    whole: ClassVar[bool] = False
    """Whether the analysis needs every row of its results: it is refused where one was truncated."""
    over_groups: ClassVar[bool] = False
    """Whether its metrics may have a `per`, an average over groups."""

    chosen: ClassVar[tuple[str, ...]] = ()
    """The fields that hold what a mind chose after it had read the cells; without them it has nothing to tell."""
    in_query: ClassVar[bool] = False
    """Whether the query language says all that it computes: a model is told of that instead."""

    aside: ClassVar[frozenset[str]] = frozenset()
    """The columns of its results that only its statistics need: a model is not shown them."""
    as_entered: ClassVar[bool] = False
    """Whether it is about the rows as they were entered, those that repeat another one too."""
    looks_ahead: ClassVar[bool] = False
    """Whether a period beyond the data may be what it is asked for, and no condition that no row meets."""
    of_several_tables: ClassVar[bool] = False
    """Whether it needs several tables; a model is not told of it where there is only one."""

    takes_source: ClassVar[bool] = False
    """Whether it may be asked of what a query computed: all that it tells, its results hold, or what a result's profile
    has, such as where its times begin."""

    tells_ends: ClassVar[bool] = False
    """Whether it says itself which first or last period the data does not fill, so that its source need not."""

    relation: str | None = None
    source: SkipJsonSchema[Query | None] = None
    """A query whose result it is about: its fields name the columns that this gives. Whoever runs its queries sees to
    that; `relation` is the table that the query reads."""
    distinct_rows: SkipJsonSchema[bool] = False
    """Whether rows that repeat another one in every column count once. Whoever runs its queries sees to that, so that
    no analysis has to; it is declared once for all."""

    derived: SkipJsonSchema[tuple[Derived, ...]] = Field(default=(), max_length=12)
    """Columns that are derived for each row, one after the other, before anything is computed: its fields may name
    them. Whoever runs its queries sees to that, too."""

    def unused(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> frozenset[str]:
        """The columns of its results that were only tried as what they may be: none of its figures is of them."""
        return frozenset()

    @model_validator(mode="after")
    def _plain_metrics(self) -> Self:
        if not self.over_groups and any(metric.per for metric in self._metrics()):
            raise ValueError("`per` is for the analysis aggregate alone: ask for the average over groups there")
        return self

    def _metrics(self) -> Iterator[Metric]:
        """Its metrics, without those of a nested analysis, which validates its own."""
        own = (value for value in vars(self).values() if not isinstance(value, Analysis))
        return nested_values(tuple(own), Metric)

    def over(self, tables: tuple[DatasetProfile, ...]) -> Self:
        """The analysis, given all tables before `queries` is called; by default it needs only its own."""
        return self

    def other_tables(self) -> tuple[DatasetProfile, ...]:
        """The tables that it may read beside its own, once it was given all; none by default."""
        return ()

    def after(self, previous: tuple[AgentResponse, ...]) -> Self:
        """The analysis, given the responses of earlier tasks in their order; by default it needs only the data."""
        return self

    def apart(self, column: str) -> Self | None:
        """The analysis of the rows of each value of a column by themselves; None where it has no form for that."""
        return None

    def meant(self, table: DatasetProfile) -> tuple[str, str] | None:
        """Words that it compares with vectors of the file, and the model that made these; most compare none."""
        return None

    def with_meaning(self, vector: Sequence[float]) -> Self:
        """The analysis with the embedding of the words that `meant` gave."""
        return self

    def groundwork(self, table: DatasetProfile) -> tuple[str, ...]:
        """Questions for other agents to answer first, where the turn has no other task; none by default."""
        return ()

    def scope(self, tables: tuple[DatasetProfile, ...]) -> tuple[DatasetProfile, ...]:
        """The tables that its columns may be of: the one that it names, else all.

        Raises LookupError, whose text is a sentence, where it names one that is not there.
        """
        if self.relation is None or len(tables) < 2:
            return tables
        own = tuple(table for table in tables if table.relation == self.relation)
        if not own:
            raise LookupError(f"There is no such table. Tables: {', '.join(table.relation for table in tables)}.")
        return own

    def measured(self) -> tuple[str, ...]:
        """The columns that must be numeric whatever its metrics compute; empty where the metrics decide it."""
        return ()

    def wider(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[PlannedQuery, ...]:
        """Further queries for what is said about all rows of a result that was truncated; `findings` gets their results
        behind those of `queries`."""
        return ()

    @abstractmethod
    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        """The queries to run, all at once; DuckDB dialect, relation and column names quoted."""

    def plannable(self, table: DatasetProfile) -> bool:
        """Whether its queries can be made of the table; what they find may still not suffice."""
        try:
            return bool(self.queries(table))
        except ForfeitException:
            return False

    def statistics(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[Applied, ...]:
        """The statistics to apply to the results; `findings` gets their tables last, in this order. Raises
        ForfeitException where the results do not suffice."""
        return ()

    def shown(self, query: int) -> int | None:
        """The number of rows of a query's result to show, where more were fetched to detect ties; None for all."""
        return None

    @abstractmethod
    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        """What the results mean, cells counted in the order of `queries`.

        Raises ForfeitException where the rows cannot support the analysis.
        """

    def require(self, found: int, kind: str, purpose: str, tried: str, would_help: str | None = None) -> None:
        """Raises ForfeitException where fewer than `least` were found: "Insufficient data points for a trend (only 3
        months found, need at least 10)"."""
        if found < self.least:
            reason = f"Insufficient data points {purpose} {too_few(found, kind, self.least)}"
            raise ForfeitException(reason, (tried,), would_help, "too_few_rows")
