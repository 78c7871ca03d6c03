"""Words as stems, of a piece of a question and of a column's name."""

from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.tokens import stem_set
from shared.offline.reading.rows.pieces import Piece
from shared.table.names import words_of


def said_stems(piece: Piece) -> frozenset[str]:
    """The stems of a piece's words."""
    return stem_set(piece.text.lower())


def name_stems(column: ColumnProfile) -> frozenset[str]:
    """The stems of a column's name."""
    return stem_set(" ".join(words_of(column.name)))
