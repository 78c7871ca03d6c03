"""A question about rows while it is being understood: its pieces, and which of them are explained so far."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from shared.analysis.conditions import Filter
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.tokens import Token, stems_of, tokenise
from shared.offline.reading.rows.kinds import of_unsaid_unit
from shared.offline.reading.rows.pieces import Piece, chosen, pieces_of
from shared.offline.reading.rows.vocabulary import HAPPENING

_SILENT = ("neutral", "mark", "row")


class NotUnderstood(Exception):
    """A shape does not hold this question."""


@dataclass
class Clause:
    """The pieces in order; `every` are all that were possible. Shapes use pieces up, and note what they took for
    granted in `told`."""

    question: str
    tokens: tuple[Token, ...]
    table: DatasetProfile
    every: list[Piece]
    pieces: list[Piece]
    used: set[int] = field(default_factory=set)
    filters: list[Filter] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    same: tuple[str, ...] = ()
    prefer: tuple[str, ...] = ()

    @staticmethod
    def of(question: str, table: DatasetProfile) -> "Clause":
        """The question, cut into the pieces that explain most of it."""
        tokens = tokenise(question)
        every = pieces_of(tokens, table)
        return Clause(question, tokens, table, every, chosen(tokens, every))

    def fresh(self) -> "Clause":
        """The same question, with nothing explained yet."""
        return Clause(self.question, self.tokens, self.table, self.every, self.pieces)

    def free(self, kind: str, *words: str) -> list[int]:
        """Where unused pieces of a kind (and of these words) stand, in order."""
        return [
            at
            for at, piece in enumerate(self.pieces)
            if at not in self.used and piece.kind == kind and (not words or piece.word in words)
        ]

    def use(self, *at: int) -> None:
        """Marks pieces as explained."""
        self.used.update(at)

    def take(self, *words: str) -> list[int]:
        """Uses up all operations of these words."""
        found = self.free("operation", *words)
        self.use(*found)
        return found

    def beside(self, at: int, step: int, *, past: tuple[str, ...] = _SILENT) -> int | None:
        """The nearest piece before (-1) or after (1), past those that say nothing."""
        at += step
        while 0 <= at < len(self.pieces):
            if self.pieces[at].kind not in past:
                return at
            at += step
        return None

    def piece(self, at: int | None) -> Piece | None:
        """The piece there, None where there is none."""
        return self.pieces[at] if at is not None and 0 <= at < len(self.pieces) else None

    def is_operation(self, at: int | None, *words: str) -> bool:
        """Whether an operation of these words stands there."""
        piece = self.piece(at)
        return piece is not None and piece.kind == "operation" and piece.word in words

    def alike(self, at: int) -> list[Piece]:
        """The pieces that the same words may be instead, of the same kind."""
        own = self.pieces[at]
        return [piece for piece in self.every if (piece.start, piece.end, piece.kind) == (own.start, own.end, own.kind)]

    def columns_at(self, at: int) -> list[ColumnProfile]:
        """The columns that a mention may mean, only those that fit best."""
        pieces = self.alike(at)
        best = max(piece.score for piece in pieces)
        found = [piece.column for piece in pieces if piece.column is not None and piece.score > best - 0.045]
        return [column for number, column in enumerate(found) if column not in found[:number]]

    def column_at(self, at: int) -> ColumnProfile:
        """The one column that a mention means."""
        found = self.columns_at(at)
        if len(found) != 1:
            raise NotUnderstood(f"“{self.pieces[at].text}” may be several columns")
        return found[0]

    def check_unit(self, column: ColumnProfile) -> None:
        """Raises NotUnderstood where a column of the same name has another unit, and neither is said."""
        if of_unsaid_unit(column, self.table, frozenset(token.stem for token in self.tokens)):
            raise NotUnderstood(f"“{column.name}” is known in another unit, too")

    def free_columns(self) -> Iterator[int]:
        """Unused mentions of columns."""
        yield from self.free("column")

    def use_happenings(self) -> None:
        """Uses up verbs that say of every row that it is there ("the last to be released")."""
        happening = [at for at in self.free("pointing") if self.pieces[at].word in HAPPENING]
        self.use(*[at for at in happening if not self._in_cells(self.pieces[at].word)])

    def _in_cells(self, stem: str) -> bool:
        """Whether cells say of some rows only that it happened ("Also producer")."""
        columns = [column for column in self.table.columns if column.type == "text" and column.nulls]
        cells = (str(count.value) for column in columns for count in column.top_values)
        return any(word.startswith(stem) for cell in cells for word in stems_of(cell))

    def tell(self, sentence: str) -> None:
        """Notes what was taken for granted."""
        if sentence not in self.told:
            self.told.append(sentence)

    def left(self) -> list[Piece]:
        """What no part of the reading explains."""
        return [piece for at, piece in enumerate(self.pieces) if at not in self.used and piece.kind not in _SILENT]

    def close(self) -> None:
        """Raises NotUnderstood unless every piece that says anything is explained."""
        if self.left():
            raise NotUnderstood(", ".join(piece.text for piece in self.left()))
