"""What every typed analysis is: a filled-in question about one table that compiles to SQL and yields facts."""

from abc import ABC, abstractmethod
from typing import ClassVar, Self

from shared.contracts import ChartHint, Contract, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.reading.reading import Reading


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

    relation: str | None = None

    @classmethod
    @abstractmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        """The analysis that answers this reading of a question, or None where it is not of this kind."""

    @abstractmethod
    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        """The queries to run, all at once; DuckDB dialect, relation and column names quoted."""

    @abstractmethod
    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        """What the results mean, cells counted in the order of `queries`.

        Raises ForfeitException where the rows cannot support the analysis.
        """
