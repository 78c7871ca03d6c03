"""A question on its way to a reading: its spans, and which of them are used up by what was understood so far."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Metric, Ordering
from shared.contracts import ColumnProfile, DatasetProfile, ForfeitCode
from shared.offline.reading.meanings.columns import Called
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.tokens import Token
from shared.offline.reading.reading import Shape
from shared.query.groupings import Grouping

BEFORE_WHICH = frozenset({"in", "at", "on", "for", "during", "to", "from", "of", "by", "with", "under"})


class Placed(NamedTuple):
    """A filter and where in the question it stands."""

    filter: Filter
    at: int
    period: bool = False


@dataclass
class Sentence:
    """The working state. Rules consume spans by index and add to the parts of the reading."""

    question: str
    tokens: tuple[Token, ...]
    table: DatasetProfile
    names: tuple[Called, ...]
    spans: tuple[Span, ...]
    now: datetime
    used: set[int] = field(default_factory=set)
    filters: list[Placed] = field(default_factory=list)
    metrics: list[Metric] = field(default_factory=list)
    rivals: list[Metric] = field(default_factory=list)
    groups: list[Grouping] = field(default_factory=list)
    ordering: Ordering | None = None
    shape: Shape | None = None
    part: list[Filter] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    code: ForfeitCode | None = None
    per_row: bool = False
    doubts: list[float] = field(default_factory=list)

    def free(self, kind: str, *words: str) -> list[int]:
        """Indexes of the unused spans of a kind (and, for operations, of these words), in order."""
        return [
            index
            for index, span in enumerate(self.spans)
            if index not in self.used and span.kind == kind and (not words or span.word in words)
        ]

    def has(self, *words: str) -> bool:
        """Whether an operation stands in the question, used or not."""
        return any(span.kind == "operation" and span.word in words for span in self.spans)

    def use(self, *indexes: int | None) -> None:
        """Marks spans as explained; None is none."""
        self.used.update(index for index in indexes if index is not None)

    def take(self, *words: str) -> list[Span]:
        """Uses up all operations of these words."""
        indexes = self.free("operation", *words)
        self.use(*indexes)
        return [self.spans[index] for index in indexes]

    def before(self, index: int, *, past: tuple[str, ...] = ()) -> int | None:
        """The span before, past stop words and the named operations."""
        return self._beside(range(index - 1, -1, -1), past)

    def after(self, index: int, *, past: tuple[str, ...] = ()) -> int | None:
        """The span after, past stop words and the named operations."""
        return self._beside(range(index + 1, len(self.spans)), past)

    def _beside(self, indexes: range, past: tuple[str, ...]) -> int | None:
        for index in indexes:
            span = self.spans[index]
            if span.kind == "stop" or (span.kind == "operation" and span.word in past):
                continue
            return index
        return None

    def span(self, index: int | None) -> Span | None:
        """The span at an index, None where there is none."""
        return self.spans[index] if index is not None and 0 <= index < len(self.spans) else None

    def is_operation(self, index: int | None, *words: str) -> bool:
        """Whether the span is one of these operations."""
        span = self.span(index)
        return span is not None and span.kind == "operation" and span.word in words

    def column_at(self, index: int | None) -> ColumnProfile | None:
        """The column that an unused span names."""
        span = self.span(index)
        return span.column if span is not None and span.kind == "column" and index not in self.used else None

    @property
    def said(self) -> frozenset[str]:
        """The words of the question, in lower case."""
        return frozenset(token.text for token in self.tokens)

    @property
    def texts(self) -> list[str]:
        """The words and marks of the question, in order."""
        return [token.text for token in self.tokens]

    @property
    def measured(self) -> list[tuple[Metric, ColumnProfile]]:
        """The metrics that are of a column, each with it."""
        return [(metric, self.table.column(metric.column)) for metric in self.metrics if metric.column]

    @property
    def counts_rows(self) -> bool:
        """Whether a number of rows is all that would be computed."""
        return self.metrics == [Metric(function="count")]

    @property
    def single(self) -> bool:
        """Whether one figure is looked for, not one for each group."""
        return self.shape in (None, "value", "rows") and not self.groups

    @property
    def asked(self) -> Span | None:
        """What follows "which" or "in which" at the head of the question."""
        at = next((at for at in (0, 1) if self.is_operation(at, "which")), None)
        if at is None or (at and self.spans[0].text not in BEFORE_WHICH):
            return None
        return self.span(self.after(at))

    def free_columns(self) -> Iterator[tuple[int, ColumnProfile]]:
        """Unused mentions of columns."""
        for index in self.free("column"):
            column = self.spans[index].column
            if column is not None:
                yield index, column

    def use_column(self, name: str) -> None:
        """Uses up every mention of a column."""
        self.use(*(index for index, column in self.free_columns() if column.name == name))

    def object(self, because: str, code: ForfeitCode = "ambiguous") -> None:
        """Records a reason not to answer, a clause; the first of these gives the forfeit its code."""
        self.gaps.append(because)
        self.code = self.code or code

    def assume(self, sentence: str, doubt: float = 1.0) -> None:
        """Records a choice that was made; `doubt` is how sure it is, 0..1."""
        if sentence and sentence not in self.assumptions:
            self.assumptions.append(sentence)
        self.doubts.append(doubt)
