"""Numbers as conditions: beside the column that they are of, as years, as the two ends of a stretch of years."""

from shared.analysis.conditions import Filter, Operator
from shared.contracts import ColumnProfile, Scalar
from shared.offline.reading.rows import kinds
from shared.offline.reading.rows.cells import Cells
from shared.offline.reading.rows.clause import Clause, NotUnderstood
from shared.offline.reading.rows.stems import name_stems, said_stems

_AFTER, _BEFORE = ("after", "since", "following"), ("before", "prior to", "until")


def _read_range(clause: Clause) -> None:
    """ "between 1981 and 2004", "from 1990 to 1995": both years included."""
    years = [at for at in clause.free("number") if _is_year(clause, at)]
    if len(years) != 2:
        return
    low, high = years
    tokens = [token.text for token in clause.tokens]
    before = tokens[max(0, clause.pieces[low].start - 5) : clause.pieces[low].start]
    between = tokens[clause.pieces[low].end : clause.pieces[high].start]
    if between not in (["and"], ["to"], ["until"], ["through"], []) or not {"between", "from", "during"} & set(before):
        return
    first, last = (int(clause.pieces[at].number or 0) for at in years)
    column = _dated(clause)
    if column.type == "text" or first > last:
        raise NotUnderstood("years are written in texts")
    clause.use(*range(low, high + 1))
    values: tuple[Scalar, ...] = (f"{first}-01-01", f"{last + 1}-01-01") if column.temporal else (first, last)
    label = f"{first} to {last}" if column.temporal else ""
    clause.filters.append(Filter(column=column.name, operator="between", values=values, label=label))


def read_numbers(clause: Clause) -> None:
    _read_range(clause)
    for at in clause.free("number"):
        if at in clause.used:
            continue
        operator = _operator(clause, at)
        column = _counted_column(clause, at)
        if column is None and _is_year(clause, at):
            clause.filters.append(_year_filter(clause, at, operator))
            continue
        if column is None or not column.numeric:
            raise NotUnderstood(f"nothing says what “{clause.pieces[at].text}” is")
        number = clause.pieces[at].number or 0.0
        value = int(number) if number == int(number) else number
        if kinds.in_another_unit(column, (value,)):
            raise NotUnderstood("the number is of another unit than the cells")
        clause.filters.append(Filter(column=column.name, operator=operator, values=(value,)))
        clause.use(at)


def _operator(clause: Clause, at: int) -> Operator:
    before, after = clause.beside(at, -1), clause.beside(at, 1)
    for beside in (before, after):
        piece = clause.piece(beside)
        follows = piece is not None and piece.text.startswith("or ")
        if piece is not None and beside is not None and piece.kind == "compare" and follows == (beside == after):
            clause.use(beside)
            return piece.word  # type: ignore[return-value]  # the vocabulary's keys are operators
    return "="


def _counted_column(clause: Clause, at: int) -> ColumnProfile | None:
    """The column of a number: the one named just after it, else the one named before."""
    for step in (1, -1):
        beside = clause.beside(at, step, past=("neutral", "mark", "compare"))
        piece = clause.piece(beside)
        if piece is None or beside is None or piece.kind != "column":
            continue
        found = [column for column in clause.columns_at(beside) if column.numeric]
        if len(found) == 1:
            clause.use(beside)
            return found[0]
    return None


def _is_year(clause: Clause, at: int) -> bool:
    piece = clause.pieces[at]
    return (
        piece.word == ""
        and piece.number is not None
        and piece.number == int(piece.number)
        and (1000 < piece.number < 2200)
    )


def _year_filter(clause: Clause, at: int, operator: Operator) -> Filter:
    number = int(clause.pieces[at].number or 0)
    before = clause.beside(at, -1)
    piece = clause.piece(before)
    following = clause.piece(clause.beside(at, 1))
    anchored = following is not None and following.kind == "value"
    since = clause.piece(at - 1)
    if since is not None and since.text == "since":
        operator = ">="
    if piece is not None and before is not None and piece.text in (*_AFTER, *_BEFORE) and not anchored:
        clause.use(before)
        operator = "<" if piece.text in _BEFORE else ">"
    clause.use(at)
    return year_filter(clause, number, operator)


def year_filter(clause: Clause, number: int, operator: Operator = "=") -> Filter:
    """The condition that a row is of a year, on the one column that says when."""
    column = _dated(clause)
    if column.temporal:
        low, high = f"{number}-01-01", f"{number + 1}-01-01"
        if operator == "=":
            return Filter(column=column.name, operator="between", values=(low, high), label=str(number))
        value = high if operator in (">", "<=") else low
        return Filter(column=column.name, operator={">": ">=", "<=": "<"}.get(operator, operator), values=(value,))
    if column.type == "integer":
        return Filter(column=column.name, operator=operator, values=(number,))
    values = Cells.of(column).holding((str(number),))
    if operator != "=" or not values:
        raise NotUnderstood("years are written in texts")
    return Filter(column=column.name, operator="=" if len(values) == 1 else "in", values=values)


def _dated(clause: Clause) -> ColumnProfile:
    """The column that says when: the only one, or the only one that a word of the question points to."""
    columns = kinds.calendar(clause.table)
    said = {piece.column.name for piece in clause.pieces if piece.column is not None}
    verbs = {part for piece in clause.pieces if piece.kind == "pointing" for part in said_stems(piece)}
    if len(columns) > 1:
        columns = [column for column in columns if column.name in said or verbs & name_stems(column)]
    if len(columns) != 1:
        raise NotUnderstood("no one column says when")
    return columns[0]
