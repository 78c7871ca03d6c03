"""What every typed analysis is: a filled-in question about one table that compiles to SQL and yields facts."""

from abc import ABC, abstractmethod
from datetime import datetime
from typing import ClassVar, Final, Self

from shared.contracts import AgentResponse, ChartHint, Contract, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.failure.errors import ForfeitException
from shared.reading.meanings.tokens import stems_of
from shared.reading.reading import Reading

NOTHING_TO_COMPUTE: Final = "it does not say what to compute"
EXPLAINED: Final = 0.8
"""How sure a reading is whose leftover words name the kind of analysis."""


class Findings(Contract):
    """What the results of an analysis say. `summary` is one sentence that answers; facts back every figure in it."""

    summary: str
    facts: tuple[Fact, ...]
    findings: tuple[str, ...] = ()
    visualization_hint: ChartHint = "table"


class Analysis(Contract, ABC):
    """One typed analysis. Its fields are what a model (or no-model mode) fills in; its docstring tells the model what
    it is for, and `asks` are phrases that ask for it, for matching without a model. `relation` names the dataset where
    there are several; None is the first."""

    asks: ClassVar[tuple[str, ...]] = ()
    cued: ClassVar[bool] = True
    """Whether the words of `asks` ask for this analysis wherever they stand; where not, the reading says it all."""
    least: ClassVar[int]
    """How many values it takes for what it says to mean something: 1 where it only tells what is there, more where it
    concludes (a correlation, a trend, an outlier). `require` forfeits below."""

    relation: str | None = None

    @classmethod
    @abstractmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        """The analysis that answers this reading of a question, or None where it is not of this kind."""

    @classmethod
    def understood(cls, reading: Reading, table: DatasetProfile) -> Reading:
        """The reading without the leftover words that this kind of analysis explains: by default those of `asks`.

        What is left in `unexplained` and `gaps` keeps no-model mode from answering with it.
        """
        if not cls.cued:
            return reading
        known = {stem for phrase in cls.asks for stem in stems_of(phrase)}
        left = tuple(word for word in reading.unexplained if not set(stems_of(word)) <= known)
        if len(left) == len(reading.unexplained):
            return reading
        gaps = tuple(gap for gap in reading.gaps if gap != NOTHING_TO_COMPUTE)
        confidence = reading.confidence if left or gaps else EXPLAINED
        return reading.model_copy(update={"unexplained": left, "gaps": gaps, "confidence": confidence})

    @classmethod
    def read_across(
        cls, question: str, tables: tuple[DatasetProfile, ...], now: datetime
    ) -> tuple[Self, tuple[str, ...]] | None:
        """The analysis that answers a question which no table answers alone, and its assumptions; None by default."""
        return None

    def over(self, tables: tuple[DatasetProfile, ...]) -> Self:
        """The analysis, told of all tables before its queries are asked for; most need only their own."""
        return self

    def after(self, previous: tuple[AgentResponse, ...]) -> Self:
        """The analysis, told what the tasks before this one found, in their order; most need only the data."""
        return self

    def names(self, tables: tuple[DatasetProfile, ...]) -> tuple[str, ...]:
        """The names that its columns may have: those of the table that it names, else of every table."""
        own = [table for table in tables if table.relation == self.relation]
        return tuple(column.name for table in own or tables for column in table.columns)

    @abstractmethod
    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        """The queries to run, all at once; DuckDB dialect, relation and column names quoted."""

    def shown(self, query: int) -> int | None:
        """How many rows of a query's result a reader asked for, where more were fetched to see ties; None for all."""
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
            reason = f"Insufficient data points {purpose} (only {found} {kind} found, need at least {self.least})"
            raise ForfeitException(reason, (tried,), would_help)
