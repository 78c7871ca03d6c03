"""The shape of "how many": rows that pass conditions, or different values among them."""

from shared.analysis.conditions import Filter
from shared.analysis.rows.asked import Asked, Count
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.nouns import row_nouns
from shared.offline.reading.meanings.tokens import stem, stem_set, stems_of
from shared.offline.reading.rows import kinds
from shared.offline.reading.rows.clause import Clause, NotUnderstood
from shared.offline.reading.rows.conditions import read_conditions, restate, without_totals
from shared.offline.reading.rows.stems import name_stems
from shared.offline.reading.rows.vocabulary import HAPPENING, MOST_ROWS, POINTING, ROWS, TIMES


def read_count(clause: Clause) -> Asked:
    """Rows that pass the conditions; what is counted decides whether they, or different values, are meant."""
    counts = clause.free("operation", "count")
    if len(counts) != 1:
        raise NotUnderstood("nothing is counted")
    clause.use(*counts)
    clause.use(*[at for at in clause.free("asking") if at < counts[0]])
    text = clause.pieces[counts[0]].text
    counted = _one_each(_counted(clause, counts[0]), clause.table)
    only_different = any(word in text for word in ("different", "unique"))
    clause.same = (counted.name,) if counted else ()
    read_conditions(clause, avoid=clause.same, wide=True)
    restate(clause)
    _take_asides(clause)
    _check_pinned(clause)
    _check_told(clause, counted)
    if any(item.operator in ("!=", "not in") and clause.table.column(item.column).nulls for item in clause.filters):
        raise NotUnderstood("empty cells are neither that nor another")
    clause.filters.extend(without_totals(clause))
    if counted is not None and any(item.column == counted.name and item.operator != "!=" for item in clause.filters):
        raise NotUnderstood("the condition is on what is counted")
    if counted is not None and not clause.filters and _named_by_cells(clause, counts[0], counted):
        raise NotUnderstood("what is counted may be cells of that column")
    if counted is not None and not only_different and not clause.filters and nearly_rows(counted, clause.table):
        raise NotUnderstood("rows or values could be meant")
    if counted is None or (counted.distinct == clause.table.row_count and not counted.nulls):
        return Count(filters=tuple(clause.filters))
    if only_different or not clause.filters:
        if not only_different:
            clause.tell(f"I counted the different values of {kinds.name(counted)}.")
        return Count(filters=tuple(clause.filters), different=counted.name)
    return Count(filters=(*clause.filters, Filter(column=counted.name, operator="is not null")), same=counted.name)


def _take_asides(clause: Clause) -> None:
    """Uses up what changes nothing: "in total", "listed", a comma; "only once" does."""
    clause.take("sum", "listed")
    for at in clause.free("operation", "only"):
        following = clause.piece(clause.beside(at, 1))
        if following is not None and following.kind == "value":
            raise NotUnderstood("only that, and nothing beside it")
    only = [at for at in clause.free("operation", "only") if not {"one", "once"} & set(clause.pieces[at].text.split())]
    commas = [at for at in clause.free("operation", "and") if clause.pieces[at].text == ","]
    clause.use(*only, *commas)


def nearly_rows(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether most rows of a small table have a cell of their own in a column, but not all: rows, or values?"""
    return table.row_count <= MOST_ROWS and table.row_count > column.distinct > 0.5 * table.row_count


def _named_by_cells(clause: Clause, at: int, column: ColumnProfile) -> bool:
    """ "how many metals", where cells of Metal are called "alkali metal": rows of them, or kinds of them?"""
    words = {token.stem for token in clause.tokens[clause.pieces[at].end :]} & name_stems(column)
    return any(words & set(stems_of(str(count.value))) for count in column.top_values)


def _check_pinned(clause: Clause) -> None:
    """ "how many guests are on track X": in one row, what is counted stands inside of a cell."""
    label = kinds.label(clause.table)
    if label is not None and any(item.column == label.name and item.operator == "=" for item in clause.filters):
        raise NotUnderstood("the condition names a single row")


def _one_each(counted: ColumnProfile | None, table: DatasetProfile) -> ColumnProfile | None:
    if counted is not None and kinds.of_lines(counted) and counted != kinds.label(table):
        raise NotUnderstood("a cell holds several")
    if counted is not None and (kinds.of_figures(counted) or kinds.of_plain_figures(counted)):
        raise NotUnderstood("numbers are added up, not counted")
    return counted


def _check_told(clause: Clause, counted: ColumnProfile | None) -> None:
    """ "how many drivers retired", beside Time/Retired: a verb that picks rows out, and no condition that does. Nor are
    cells counted that list several."""
    if counted is not None and kinds.of_several(counted):
        raise NotUnderstood("its cells list several")
    for piece in clause.pieces:
        verb = piece.kind == "column" and piece.word == "part" and piece.text in POINTING
        if verb and not clause.filters and not stem_set(piece.text) & HAPPENING:
            raise NotUnderstood(f"“{piece.text}” picks out rows")


def _counted(clause: Clause, at: int) -> ColumnProfile | None:
    """The column that names what is counted; None where it is rows."""
    text = clause.pieces[at].text
    following = clause.tokens[clause.pieces[at].end :][:1]
    if "times" in text or text == "how often" or any(token.text in ROWS for token in following):
        return None
    after = clause.beside(at, 1, past=("neutral", "mark"))
    piece = clause.piece(after)
    if piece is None or after is None:
        raise NotUnderstood("nothing is counted")
    if "people" in text and (people := kinds.persons(clause.table)):
        return people[0] if len(people) == 1 else None
    if piece.kind == "column":
        column = clause.column_at(after)
        if column.numeric and not kinds.yearly(column) and not kinds.numbering(column, clause.table):
            raise NotUnderstood("numbers are added up, not counted")
        clause.use(after)
        return column
    if piece.text in TIMES or piece.kind == "row":
        clause.use(after)
        return None
    found = list(kinds.meant(piece.text, clause.table))
    if len(found) == 1:
        clause.use(after)
        clause.tell(f"I took “{piece.text}” to mean the column {kinds.name(found[0])}.")
        return found[0]
    if (stem(piece.text),) in row_nouns(clause.table):
        clause.use(after)
        return None
    raise NotUnderstood("what is counted is not in the table")
