"""The conditions of a question about rows: cells that it names, numbers beside columns, years, places, results."""

from shared.analysis.conditions import Filter, Operator
from shared.contracts import ColumnProfile, Scalar
from shared.offline.reading.meanings.tokens import stem_set, stems_of
from shared.offline.reading.rows import kinds
from shared.offline.reading.rows.cells import Cells, bare, parts_of
from shared.offline.reading.rows.clause import Clause, NotUnderstood
from shared.offline.reading.rows.numbers import read_numbers
from shared.offline.reading.rows.pieces import Piece
from shared.offline.reading.rows.ranks import read_places
from shared.offline.reading.rows.stems import name_stems, said_stems
from shared.offline.reading.rows.vocabulary import POINTING, WINNING
from shared.table.names import words_of


def read_conditions(clause: Clause, *, avoid: tuple[str, ...] = (), wide: bool = False) -> None:
    """Turns what is left of cells, numbers and results into filters. `avoid` are the columns that are asked for, whose
    cells are no conditions where others will do; `wide` says that the rows are counted, so that cells which only
    contain the words matter."""
    for at in clause.free("value"):
        if at not in clause.used:
            clause.filters.append(value_filter(clause, at, avoid=avoid, wide=wide))
    read_subject(clause)
    read_places(clause)
    read_numbers(clause)
    read_results(clause)
    restate(clause)


def value_filter(clause: Clause, at: int, *, avoid: tuple[str, ...] = (), wide: bool = False) -> Filter:
    """The filter of the cells that a piece names; uses up a mention of their own column beside it."""
    piece = _decided(clause, at, avoid)
    clause.use(at)
    _use_own_column(clause, at, piece)
    values = _values(clause, piece, wide)
    negated = clause.piece(clause.beside(at, -1))
    operator: Operator = "=" if len(values) == 1 else "in"
    if negated is not None and negated.kind == "operation" and negated.word in ("not", "besides"):
        clause.use(clause.beside(at, -1) or 0)
        operator = "!=" if len(values) == 1 else "not in"
    return Filter(column=_column(piece).name, operator=operator, values=values)


def _column(piece: Piece) -> ColumnProfile:
    if piece.column is None:
        raise NotUnderstood("no column")
    return piece.column


def _decided(clause: Clause, at: int, avoid: tuple[str, ...]) -> Piece:
    """Which column's cells are meant, where several hold the words."""
    rivals = clause.alike(at)
    rivals = [piece for piece in rivals if piece.whole] or rivals
    if len(rivals) > 1:
        rivals = [piece for piece in rivals if _column(piece).name not in avoid] or rivals
    if len(rivals) > 1:
        rivals = _by_neighbour(clause, at, rivals) or rivals
    if len(rivals) > 1:
        rivals = [piece for piece in rivals if _column(piece).name in clause.prefer] or rivals
    if len(rivals) > 1:
        raise NotUnderstood(f"“{clause.pieces[at].text}” stands in several columns")
    return rivals[0]


def _by_neighbour(clause: Clause, at: int, rivals: list[Piece]) -> list[Piece]:
    """The rivals whose column is mentioned beside the words."""
    near = [clause.piece(clause.beside(at, step)) for step in (-1, 1)]
    named = {
        column.name
        for piece, step in zip(near, (-1, 1), strict=True)
        if piece is not None and piece.kind == "column"
        for column in clause.columns_at(clause.beside(at, step) or 0)
    }
    return [piece for piece in rivals if _column(piece).name in named]


def _use_own_column(clause: Clause, at: int, piece: Piece) -> None:
    for step in (-1, 1):
        beside = clause.beside(at, step)
        if beside is None or beside in clause.used or clause.pieces[beside].kind != "column":
            continue
        asked = clause.piece(clause.beside(beside, -1))
        if piece.column in clause.columns_at(beside) and not (asked is not None and asked.kind == "asking"):
            clause.use(beside)
            return


def _values(clause: Clause, piece: Piece, wide: bool) -> tuple[Scalar, ...]:
    words = words_of(piece.text)
    cells = Cells.of(_column(piece))
    if piece.whole and not wide:
        return _with_lists(clause, piece, cells)
    held = cells.holding(words)
    if piece.whole:
        alike = _written_alike(piece, cells)
        listed = [value for value in held if value not in (*piece.values, *alike) and words in parts_of(value)]
        if [value for value in held if value not in (*piece.values, *alike, *listed)]:
            raise NotUnderstood(f"“{piece.text}” is also part of other cells")
        return (*piece.values, *listed, *alike)
    if len(piece.values) > 1 and not wide:
        member = tuple(value for value in piece.values if words in parts_of(value))
        if len(member) == 1:
            return member
    shown = " or ".join(f"“{value}”" for value in piece.values[:3])
    clause.tell(f"I took “{piece.text}” to mean {shown}{' and the like' if len(piece.values) > 3 else ''}.")
    return piece.values


def _with_lists(clause: Clause, piece: Piece, cells: Cells) -> tuple[Scalar, ...]:
    """The cells that are those words, and those that list them beside others ("Rail, Ferry"); of the column that names
    the rows only the former."""
    own = (*piece.values, *_written_alike(piece, cells))
    if cells.column == kinds.label(clause.table) or cells.column.type != "text":
        return own
    return (*own, *(value for value in kinds.listing(cells.column, words_of(piece.text)) if value not in own))


def _written_alike(piece: Piece, cells: Cells) -> tuple[Scalar, ...]:
    """Cells that differ from those meant in the endings of their words only: "single only" and "singles only"."""
    stems = {_without_at(value) for value in piece.values}
    return tuple(
        count.value
        for count in cells.column.top_values
        if cells.column.type == "text" and count.value not in piece.values and _without_at(count.value) in stems
    )


def _without_at(value: Scalar) -> tuple[str, ...]:
    """The words of a cell, without what says that a game was away ("at Milton", "@ Milton", "vs. Milton")."""
    words = words_of(bare(value))
    stems = stems_of(bare(value))
    return stems[1:] if len(words) == len(stems) > 1 and words[0] in ("at", "vs", "v", "versus") else stems


def read_subject(clause: Clause) -> None:
    """ "did hopley finish": the table names nobody, so that whoever is named is who it is about."""
    others = stem_set("opponent opponents opposition")
    if kinds.persons(clause.table) or any(not others & name_stems(column) for column in kinds.groups(clause.table)):
        return
    unknown = clause.free("unknown")
    if not unknown or len(unknown) > 3 or unknown != list(range(unknown[0], unknown[-1] + 1)):
        return
    before, after = clause.piece(unknown[0] - 1), clause.piece(unknown[-1] + 1)
    if before is not None and before.text == "the":
        before = clause.piece(unknown[0] - 2)
    verb = after is not None and (
        after.kind in ("pointing", "won") or (after.kind == "neutral" and len(after.text) > 3)
    )
    if before is not None and before.text in ("did", "does", "has", "was", "is") and verb:
        clause.use(*unknown)
        name = " ".join(clause.pieces[at].text for at in unknown)
        clause.tell(f"The table does not name “{name}”; I took all of its rows to be about them.")


def without_totals(clause: Clause) -> list[Filter]:
    """Conditions that leave out a row which is the total of the others, unless the question names it."""
    found = []
    named = {value for item in clause.filters for value in item.values}
    for column in clause.table.columns:
        totals = kinds.total_cells(column, clause.table)
        if kinds.in_parts(column, clause.table):
            raise NotUnderstood("the table has several parts, each with its total")
        if totals and not named & set(totals):
            found.append(Filter(column=column.name, operator="!=" if len(totals) == 1 else "not in", values=totals))
            clause.tell(f"I left out the row that is called {' or '.join(map(str, totals))}.")
    return found


def read_results(clause: Clause) -> None:
    """ "won": rows whose result says so; only a verb where a column of what is won follows."""
    for at in clause.free("won"):
        word = clause.pieces[at].word
        clause.use(at)
        if _only_verb(clause, at):
            continue
        clause.filters.append(_result(clause, word))


def _only_verb(clause: Clause, at: int) -> bool:
    """Whether winning only links to what is won, which a column counts, or to the winner that a column names."""
    stems = said_stems(clause.pieces[at])
    named = [column for column in clause.table.columns if stem_set("win winner won winning") & set(name_stems(column))]
    used = {item.column for item in clause.filters} | set(clause.same)
    if stems & stem_set("win won wins") and any(column.name in used for column in named):
        return True
    for step in (1, -1):
        beside = clause.beside(at, step, past=("neutral", "mark", "row", "number", "compare", "operation", "value"))
        piece = clause.piece(beside)
        if piece is not None and piece.kind == "column" and all(c.numeric for c in clause.columns_at(beside or 0)):
            return not {"win", "won", "w"} & name_stems(clause.columns_at(beside or 0)[0])
    return False


def _result(clause: Clause, word: str) -> Filter:
    forms = set(WINNING[word])
    for column in kinds.results(clause.table):
        firsts = {count.value: (words_of(str(count.value)) or ("",))[0] for count in column.top_values}
        known = {form for several in WINNING.values() for form in several} | {"winner", "runner"}
        if not {first for first in firsts.values() if first in known}:
            continue
        if word == "win":
            forms |= {"winner"}
        values = tuple(value for value, first in firsts.items() if first in forms)
        if values:
            return Filter(column=column.name, operator="=" if len(values) == 1 else "in", values=values)
    raise NotUnderstood("no column says how it ended")


def _read_unit(clause: Clause, known: set[str]) -> None:
    """ "total goals": what a column that is only called Total counts."""
    for at in clause.free("unknown"):
        before = clause.piece(clause.beside(at, -1))
        if clause.pieces[at].text not in _UNITS or before is None or before.kind != "column":
            continue
        if stem_set(before.text) == stem_set("total") and before.column is not None and before.column.name in known:
            clause.use(at)
            clause.tell(f"I took “{clause.pieces[at].text}” to be what {kinds.name(before.column)} counts.")


_UNITS = ("goals", "points", "medals")


def _only_links(clause: Clause, at: int) -> bool:
    """Whether a verb that stands in a column's name too only links ("the ships lost in", beside Lives lost)."""
    piece = clause.pieces[at]
    return piece.word == "part" and piece.text in POINTING and bool(clause.filters or clause.same)


def restate(clause: Clause) -> None:
    """Uses up mentions of columns that a condition or what is shown has already."""
    known = {item.column for item in clause.filters} | set(clause.same)
    label = kinds.label(clause.table)
    known |= {label.name} if label is not None else set()
    _read_unit(clause, known)
    if label is not None:
        clause.use(*[at for at in clause.free("unknown") if label in kinds.meant(clause.pieces[at].text, clause.table)])
    for at in list(clause.free_columns()):
        if any(column.name in known for column in clause.columns_at(at)) or _only_links(clause, at):
            clause.use(at)
    for at in clause.free("pointing"):
        if any(clause.pieces[at].word in name_stems(clause.table.column(name)) for name in known):
            clause.use(at)
