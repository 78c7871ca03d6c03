"""A stretch of a question with one meaning, and the choice of stretches that explains most of the question."""

from collections.abc import Iterable
from itertools import product
from typing import Literal, NamedTuple

from shared.contracts import ColumnProfile, Scalar
from shared.offline.reading.meanings.tokens import Token
from shared.query.groupings import TimeStep

Kind = Literal["operation", "comparator", "column", "value", "period", "grain", "number", "noun", "stop", "unknown"]

_NEAR = 0.045
"""Two explanations of the same words within this are alternatives; beyond it the better one stands alone."""
_BRANCHES = 12


class TimeSpan(NamedTuple):
    """A half-open stretch of time [low, high), ISO 8601; None is open. `label` says it as the user did."""

    low: str | None
    high: str | None
    label: str
    whole: TimeStep | None = None
    relative: bool = False
    part: int | None = None


class Span(NamedTuple):
    """Tokens start..end (exclusive) and what they mean. `how` says how a column or value was recognised."""

    start: int
    end: int
    kind: Kind
    word: str = ""
    meaning: str = ""
    column: ColumnProfile | None = None
    value: Scalar = None
    period: TimeSpan | None = None
    grain: TimeStep | None = None
    number: float | None = None
    score: float = 1.0
    how: str = "exact"
    text: str = ""

    @property
    def weight(self) -> float:
        """What choosing this span is worth: long and certain ones first."""
        return self.score * (self.end - self.start) + 0.06 * (self.end - self.start - 1)


def covers(tokens: tuple[Token, ...], spans: Iterable[Span]) -> list[tuple[Span, ...]]:
    """The ways to read the tokens as a row of spans: the heaviest row, branched where spans are near-equal."""
    best = _heaviest(tokens, list(spans))
    branches = product(*(_alternatives(span, spans) for span in best))
    return [tuple(branch) for branch, _ in zip(branches, range(_BRANCHES), strict=False)]


def _heaviest(tokens: tuple[Token, ...], spans: list[Span]) -> list[Span]:
    ending: dict[int, list[Span]] = {}
    for span in spans:
        ending.setdefault(span.end, []).append(span)
    rows: list[tuple[float, tuple[Span, ...]]] = [(0.0, ())]
    for end in range(1, len(tokens) + 1):
        unknown = Span(end - 1, end, "unknown", text=tokens[end - 1].text, score=0.0)
        options = [(rows[end - 1][0], (*rows[end - 1][1], unknown))]
        options += [(rows[span.start][0] + span.weight, (*rows[span.start][1], span)) for span in ending.get(end, [])]
        rows.append(max(options, key=lambda option: option[0]))
    return list(rows[-1][1])


def _alternatives(span: Span, spans: Iterable[Span]) -> list[Span]:
    if span.kind not in ("column", "value"):
        return [span]
    same = [
        other
        for other in spans
        if (other.start, other.end) == (span.start, span.end)
        and other.kind in ("column", "value")
        and other.score >= span.score - _NEAR
    ]
    return sorted(same, key=lambda other: -other.score) or [span]


def text_of(tokens: tuple[Token, ...], start: int, end: int) -> str:
    """The tokens as they were written."""
    return " ".join(token.raw for token in tokens[start:end])
