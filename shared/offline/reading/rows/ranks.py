"""Ranks as conditions: "finished first", "3rd place", "in the top 10", where one column ranks the rows."""

from shared.analysis.conditions import Filter, Operator
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.tokens import stem_set
from shared.offline.reading.rows import kinds
from shared.offline.reading.rows.cells import ordinal
from shared.offline.reading.rows.clause import Clause, NotUnderstood
from shared.offline.reading.rows.pieces import Piece
from shared.offline.reading.rows.stems import said_stems
from shared.table.names import words_of

_PLACED = stem_set("place placed finish finished finishing rank ranked position come came places finishes end ended")


def read_places(clause: Clause) -> None:
    """ "finished first", "3rd place", "in the top 10": a rank, where one column holds ranks."""
    for at in [*clause.free("number"), *clause.free("operation", "first")]:
        piece = clause.pieces[at]
        top = clause.piece(clause.beside(at, -1))
        if top is not None and top.word == "top" and piece.kind == "number":
            _read_top(clause, at, piece)
            continue
        number = 1.0 if piece.kind == "operation" else piece.number
        if number is None or (piece.kind == "number" and piece.word != "ordinal") or not _placed(clause, at):
            continue
        column = _place_column(clause)
        clause.use(at, *_place_words(clause, at))
        before = clause.piece(clause.beside(at, -1))
        if before is not None and before.text in ("below", "under", "above") and column.numeric:
            clause.use(clause.beside(at, -1) or 0)
            operator: Operator = "<" if before.text == "above" else ">"
            clause.filters.append(Filter(column=column.name, operator=operator, values=(int(number),)))
            continue
        clause.filters.append(_ranked(column, int(number)))


def _read_top(clause: Clause, at: int, piece: Piece) -> None:
    column = _place_column(clause)
    if not column.numeric or piece.number is None:
        raise NotUnderstood("the ranks are no numbers")
    clause.use(at, clause.beside(at, -1) or 0, *_place_words(clause, at))
    clause.filters.append(Filter(column=column.name, operator="<=", values=(int(piece.number),)))


def _place_column(clause: Clause) -> ColumnProfile:
    found = kinds.places(clause.table)
    if len(found) != 1:
        raise NotUnderstood("no one column ranks the rows")
    return found[0]


def _placed(clause: Clause, at: int) -> bool:
    return bool(_place_words(clause, at)) or clause.piece(at) is None


def _place_words(clause: Clause, at: int) -> list[int]:
    """The words beside it that say that a rank is meant."""
    near = [clause.beside(at, -1, past=("mark",)), clause.beside(at, 1, past=("mark",))]
    near += [clause.beside(at, -1), clause.beside(at, 1)]
    return [n for n in near if n is not None and set(said_stems(clause.pieces[n])) & _PLACED]


def _ranked(column: ColumnProfile, number: int) -> Filter:
    if column.numeric:
        return Filter(column=column.name, operator="=", values=(number,))
    forms = {str(number), ordinal(number)} | ({"winner", "champion", "champions"} if number == 1 else set())
    values = tuple(v.value for v in column.top_values if (words_of(str(v.value)) or ("",))[0] in forms)
    if not values:
        raise NotUnderstood(f"no row is ranked {number}")
    return Filter(column=column.name, operator="=" if len(values) == 1 else "in", values=values)
