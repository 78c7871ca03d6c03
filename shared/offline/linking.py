"""A question held against the examples of an analysis: its columns, its conditions, and the words of an example."""

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise, product
from typing import Final, NamedTuple

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.lexing import spans_of
from shared.offline.reading.meanings.spans import Span, covers
from shared.offline.reading.meanings.tokens import Token, tokenise
from shared.offline.reading.parse import ENOUGH, read
from shared.offline.reading.reading import Reading
from shared.table.main_measure import holding
from shared.table.names import spoken

_SURE: Final = 0.85
_MOST_MENTIONS: Final = 6
_JOINTS: Final = frozenset({"which", "verb", "and", "who", "row", "by"})
"""Operations that only join what a question names."""
_CONDITION: Final = frozenset({"number", "value", "period", "grain"})
_ROWS: Final = tokenise("rows")
_ROW: Final = frozenset(token.stem for token in _ROWS)
_SAYING: Final = ("content", "comparator")


class Piece(NamedTuple):
    """A stretch of a question: the column that it names, or what kind of words it is."""

    tokens: tuple[Token, ...]
    kind: str
    column: ColumnProfile | None = None
    number: float | None = None
    grain: str | None = None
    figure: str = ""
    """The function that it asks for: "average" asks for the mean."""
    lead: str = ""
    """What is left out before it: the column that it compares."""

    @property
    def stems(self) -> frozenset[str]:
        return frozenset(token.stem for token in self.tokens)

    @property
    def text(self) -> str:
        return " ".join(token.raw for token in self.tokens)


class Linked(NamedTuple):
    """A question on a table, as one of the ways to read it has it."""

    pieces: tuple[Piece, ...]
    conditions: frozenset[int]

    @property
    def mentions(self) -> tuple[ColumnProfile, ...]:
        """The columns that it names, apart from its conditions."""
        return tuple(piece.column for at, piece in enumerate(self.pieces) if piece.column and at not in self.conditions)

    @property
    def stems(self) -> frozenset[str]:
        """The stems of its words, columns and conditions apart."""
        own = (piece for at, piece in enumerate(self.pieces) if piece.column is None and at not in self.conditions)
        return frozenset(stem for piece in own for stem in piece.stems)

    def left(self, known: frozenset[str]) -> tuple[int, ...]:
        """The places of the pieces that are neither columns nor joints, nor words (by their stems) of an example."""
        return tuple(
            at
            for at, piece in enumerate(self.pieces)
            if at in self.conditions or (piece.kind in _SAYING and not piece.stems <= known)
        )

    def numbers(self) -> dict[int, float]:
        """The numbers that nothing is compared with, by their places."""
        return {
            at: piece.number
            for at, piece in enumerate(self.pieces)
            if piece.kind == "number" and piece.number is not None and not self._compares(at)
        }

    def grains(self) -> dict[int, str]:
        """The lengths of periods that it names, by their places."""
        return {at: piece.grain for at, piece in enumerate(self.pieces) if piece.kind == "grain" and piece.grain}

    def figures(self) -> dict[int, str]:
        """The functions that it asks for of a column that it names behind them, by their places."""
        return {
            at: piece.figure
            for at, piece in enumerate(self.pieces)
            if piece.figure and any(one.column for one in [*filter(_tells, self.pieces[at + 1 :])][:1])
        }

    def _compares(self, at: int) -> bool:
        """Whether what leads to a number is a comparison, or a column that it would be a value of."""
        before = next(filter(_tells, reversed(self.pieces[:at])), None)
        return before is not None and (before.kind == "comparator" or before.column is not None)

    def content(self) -> frozenset[str]:
        """The stems of its own words: neither columns nor joints, nor what compares in a condition."""
        own = (one for at, one in enumerate(self.pieces) if one.kind == "content" or at not in self.conditions)
        return frozenset(stem for piece in own if piece.kind in _SAYING for stem in piece.stems)

    def words(self, without: tuple[int, ...]) -> frozenset[str]:
        """The stems of all its words, joints too, but for columns, numbers and the pieces at some places."""
        own = (
            one for at, one in enumerate(self.pieces) if one.column is None and one.number is None and at not in without
        )
        return frozenset(token.stem for piece in own for token in piece.tokens if token.raw[:1].isalnum())

    def remainder(self, places: tuple[int, ...], known: frozenset[str]) -> str:
        """The text at these places, with the joints that lead to each and are no words of an example."""
        kept: list[str] = []
        for at, piece in reversed(tuple(enumerate(self.pieces))):
            if at in places or (piece.kind == "joint" and at + 1 in places and not piece.stems <= known):
                kept.insert(0, piece.lead + piece.text)
                places = (*places, at)
        return " ".join(kept)


class LinkedQuestion(NamedTuple):
    """A question's tokens on a table, what each stretch of them is, and the stretches that name a column for sure."""

    tokens: tuple[Token, ...]
    row: tuple[Span, ...]
    named: tuple[Span, ...]

    @staticmethod
    def of(question: str, table: DatasetProfile, now: datetime) -> "LinkedQuestion":
        """The question on a table."""
        tokens = tokenise(question)
        spans = spans_of(tokens, table, now)
        row = covers(tokens, spans)[0] if tokens else ()
        return LinkedQuestion(tokens, row, tuple(_named(tokens, spans))[:_MOST_MENTIONS])

    @property
    def conditions(self) -> str:
        """What of it is a condition, as words: sides that are held against each other are either."""
        one = next(self.linked(frozenset()), Linked((), frozenset()))
        found = [one.pieces[at] for at in sorted(one.conditions)]
        either = [before.kind == piece.kind == "value" for before, piece in pairwise(found)]
        lead = "for " if found and found[0].kind == "value" else ""
        return lead + " ".join(
            "or " * joined + piece.text for joined, piece in zip((False, *either), found, strict=False)
        )

    def linked(self, known: frozenset[str]) -> Iterator[Linked]:
        """The ways to read it beside an example: a word of the example (by its stem) that names a column too may be
        either; where it is a cell's value too, there is none."""
        either = [span for span in self.named if {token.stem for token in self.tokens[span.start : span.end]} <= known]
        for taken in product((True, False), repeat=len(either)):
            dropped = [span for span, keep in zip(either, taken, strict=True) if not keep]
            named = [span for span in self.named if span not in dropped]
            pieces = _with_own_words(tuple(_pieces(self.tokens, named, self.row, known)), known)
            if not any(piece.kind == "value" and piece.stems <= known for piece in pieces):
                yield Linked(pieces, frozenset(_conditions(pieces)))


def _named(tokens: tuple[Token, ...], found: list[Span]) -> Iterator[Span]:
    """The stretches that name one column for sure, in their order; none overlaps another, and none is what rows are
    called."""
    rows = {(span.start, span.end) for span in found if span.kind == "noun"}
    spans = [span for span in found if span.kind == "column" and span.score >= _SURE]
    spans = [span for span in spans if span.how in ("exact", "form") or (span.start, span.end) not in rows]
    end = 0
    for start in range(len(tokens)):
        here = sorted((span for span in spans if span.start == start >= end), key=lambda span: (-span.end, -span.score))
        tied = [span for span in here if span.end == here[0].end and span.score > here[0].score - 0.01]
        if len(tied) == 1 and tied[0].column:
            end = tied[0].end
            yield tied[0]


def _pieces(
    tokens: tuple[Token, ...], named: list[Span], row: tuple[Span, ...], known: frozenset[str]
) -> Iterator[Piece]:
    columns = {at: span for span in named for at in range(span.start, span.end)}
    others = {at: span for span in row for at in range(span.start, span.end)}
    at = 0
    while at < len(tokens):
        span = columns.get(at) or others[at]
        end = at + 1
        while end < span.end and columns.get(end) is columns.get(at):
            end += 1
        kind = "column" if at in columns else _kind(span)
        spoken = {token.stem for token in tokens[at:end]}
        said = _ROWS if span.kind == "noun" and at not in columns and not spoken <= known else tokens[at:end]
        column, number = span.column if at in columns else None, None if kind == "content" else span.number
        figure = span.meaning if kind == "content" and span.word == "aggregate" else ""
        yield Piece(said, kind, column, number, span.grain if kind == "grain" else None, figure)
        at = end


def _tells(piece: Piece) -> bool:
    return piece.kind != "joint"


def _kind(span: Span) -> str:
    if span.kind in _CONDITION and not (span.word == "ordinal" and span.text.isalpha()):
        return span.kind
    if span.kind == "comparator":
        return span.kind
    joint = span.kind in ("stop", "noun") or (span.kind == "operation" and span.word in _JOINTS)
    return "joint" if joint else "content"


def _with_own_words(pieces: tuple[Piece, ...], known: frozenset[str]) -> tuple[Piece, ...]:
    """The pieces, in which a word of the example is no part of a condition: a grain, or what compares with no cell."""
    cells = ("number", "value", "period")
    own = {
        at
        for at, piece in enumerate(pieces)
        if piece.stems <= known
        and (piece.kind == "grain" or (piece.kind == "comparator" and _following(pieces, at) not in cells))
    }
    return tuple(piece._replace(kind="content") if at in own else piece for at, piece in enumerate(pieces))


def _following(pieces: tuple[Piece, ...], at: int) -> str:
    """The kind of the next piece that is no joint."""
    return next((one.kind for one in filter(_tells, pieces[at + 1 :])), "")


def _conditions(pieces: tuple[Piece, ...]) -> Iterator[int]:
    """The places of conditions: what compares with a number, a value or a time, and the columns that it compares."""
    for at, piece in enumerate(pieces):
        following = _following(pieces, at)
        if piece.kind == "comparator":
            if following in ("number", "value", "period", "column"):
                yield at
        elif piece.kind in _CONDITION or (
            piece.column is not None
            and (following in ("comparator", "number") or (at and pieces[at - 1].kind == "comparator"))
        ):
            yield at


def by_figures(one: Linked, table: DatasetProfile) -> tuple[Linked, tuple[ColumnProfile, ...]]:
    """The question in which rows that are compared with a number ("orders over 2000") are so by the one column whose
    figures reach it, and which columns reach it."""
    for at, (things, piece, number) in enumerate(zip(one.pieces, one.pieces[1:], one.pieces[2:], strict=False)):
        if piece.kind == "comparator" and number.number is not None and _calls_rows(things, table):
            reaching = holding(number.number, table)
            lead = f"with {spoken(reaching[0])} " if len(reaching) == 1 else ""
            pieces = (*one.pieces[:at], Piece(_ROWS, "joint"), piece._replace(lead=lead), *one.pieces[at + 2 :])
            return Linked(pieces, one.conditions - {at}), reaching
    return one, ()


def _calls_rows(piece: Piece, table: DatasetProfile) -> bool:
    """Whether it is what rows are called, or the column that names each of them."""
    column = piece.column
    named = column and column.name == table.semantic.label_column and column.distinct == table.row_count
    return piece.stems == _ROW or bool(named)


def sides(one: Linked, table: DatasetProfile, now: datetime) -> dict[int, tuple[Filter, ...]]:
    """The values of one column, or the stretches of time, that a question names beside each other, by their places."""
    found: dict[str, dict[int, tuple[Filter, ...]]] = {}
    for at, piece in enumerate(one.pieces):
        alone = piece.kind in ("value", "period") and (at == 0 or one.pieces[at - 1].kind != "comparator")
        reading = condition_reading(piece.text, table, now) if alone else None
        if reading and reading.answerable and len(reading.filters) == 1:
            found.setdefault(reading.filters[0].column, {})[at] = reading.filters
    several = [some for some in found.values() if len(some) > 1]
    return several[0] if len(several) == 1 else {}


def condition_reading(text: str, table: DatasetProfile, now: datetime) -> Reading | None:
    """The rest of a question, read as conditions on rows and nothing else; None where it is anything else. One that is
    not answerable has the reason why in its gaps: it could mean several things, or lies outside of the data."""
    reading = read(f"How many rows {text}?", table, now)[0]
    if reading.code in ("ambiguous", "out_of_range") and not reading.unexplained:
        return reading
    sure = reading.answerable and reading.confidence >= ENOUGH and bool(reading.filters)
    plain = reading.shape == "value" and reading.metrics == (Metric(function="count"),)
    more = (reading.groups, reading.ordering, reading.part, reading.rivals)
    return reading if sure and plain and not any(more) else None
