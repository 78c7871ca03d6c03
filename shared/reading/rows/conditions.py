"""The conditions of a question about rows: cells that it names, numbers beside columns, years, places, results."""

from shared.contracts import ColumnProfile, Scalar
from shared.reading.reading import Filter, Operator
from shared.reading.rows import kinds
from shared.reading.rows.cells import Cells, bare, ordinal, parts_of
from shared.reading.rows.clause import Clause, NotUnderstood
from shared.reading.rows.pieces import Piece
from shared.reading.rows.vocabulary import TOTALS, WINNING
from shared.reading.tokens import stem_set, stems_of, words_of

_PLACED = stem_set("place placed finish finished finishing rank ranked position come came places finishes end ended")
_AFTER, _BEFORE = ("after", "since", "following"), ("before", "prior to", "until")


def read_conditions(clause: Clause, *, avoid: tuple[str, ...] = (), wide: bool = False) -> None:
    """Turns what is left of cells, numbers and results into filters. `avoid` are the columns that are asked for, whose
    cells are no conditions where others will do; `wide` says that the rows are counted, so that cells which only
    contain the words matter."""
    for at in clause.free("value"):
        if at not in clause.used:
            clause.filters.append(value_filter(clause, at, avoid=avoid, wide=wide))
    read_subject(clause)
    read_places(clause)
    _read_numbers(clause)
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
        return (*piece.values, *_written_alike(piece, cells))
    held = cells.holding(words)
    if piece.whole:
        listed = [value for value in held if value not in piece.values and words in parts_of(value)]
        if [value for value in held if value not in (*piece.values, *listed)]:
            raise NotUnderstood(f"“{piece.text}” is also part of other cells")
        return (*piece.values, *listed, *_written_alike(piece, cells))
    if len(piece.values) > 1 and not wide:
        member = tuple(value for value in piece.values if words in parts_of(value))
        if len(member) == 1:
            return member
    shown = " or ".join(f"“{value}”" for value in piece.values[:3])
    clause.tell(f"I took “{piece.text}” to mean {shown}{' and the like' if len(piece.values) > 3 else ''}.")
    return piece.values


def _written_alike(piece: Piece, cells: Cells) -> tuple[Scalar, ...]:
    """Cells that differ from those meant in the endings of their words only: "single only" and "singles only"."""
    stems = {stems_of(bare(value)) for value in piece.values}
    return tuple(
        count.value
        for count in cells.column.top_values
        if cells.column.type == "text" and count.value not in piece.values and stems_of(bare(count.value)) in stems
    )


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
    return [n for n in near if n is not None and set(_stems(clause.pieces[n])) & _PLACED]


def _stems(piece: Piece) -> frozenset[str]:
    return stem_set(piece.text.lower())


def _ranked(column: ColumnProfile, number: int) -> Filter:
    if column.numeric:
        return Filter(column=column.name, operator="=", values=(number,))
    forms = {str(number), ordinal(number)} | ({"winner", "champion", "champions"} if number == 1 else set())
    values = tuple(v.value for v in column.top_values if (words_of(str(v.value)) or ("",))[0] in forms)
    if not values:
        raise NotUnderstood(f"no row is ranked {number}")
    return Filter(column=column.name, operator="=" if len(values) == 1 else "in", values=values)


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


def _read_numbers(clause: Clause) -> None:
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
        return Filter(column=column.name, operator={">": ">=", "<=": "<"}.get(operator, operator), values=(value,))  # type: ignore[arg-type]
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
    verbs = {part for piece in clause.pieces if piece.kind == "pointing" for part in _stems(piece)}
    if len(columns) > 1:
        columns = [column for column in columns if column.name in said or verbs & _words(column)]
    if len(columns) != 1:
        raise NotUnderstood("no one column says when")
    return columns[0]


def read_subject(clause: Clause) -> None:
    """ "did hopley finish": the table names nobody, so that whoever is named is who it is about."""
    others = stem_set("opponent opponents opposition")
    if kinds.persons(clause.table) or any(not others & _words(column) for column in kinds.groups(clause.table)):
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
        own = [
            count.value
            for count in column.top_values
            if column.type == "text" and column.distinct * 2 > clause.table.row_count
        ]
        totals = tuple(value for value in own if words_of(str(value)) and set(words_of(str(value))) <= TOTALS)
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
    stems = _stems(clause.pieces[at])
    named = [column for column in clause.table.columns if stem_set("win winner won winning") & set(_words(column))]
    used = {item.column for item in clause.filters} | set(clause.same)
    if stems & stem_set("win won wins") and any(column.name in used for column in named):
        return True
    after = clause.beside(at, 1)
    piece = clause.piece(after)
    return piece is not None and piece.kind == "column" and all(c.numeric for c in clause.columns_at(after or 0))


def _words(column: ColumnProfile) -> frozenset[str]:
    return stem_set(" ".join(words_of(column.name)))


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


def restate(clause: Clause) -> None:
    """Uses up mentions of columns that a condition or what is shown has already."""
    known = {item.column for item in clause.filters} | set(clause.same)
    label = kinds.label(clause.table)
    known |= {label.name} if label is not None else set()
    _read_unit(clause, known)
    for at in list(clause.free_columns()):
        if any(column.name in known for column in clause.columns_at(at)):
            clause.use(at)
    for at in clause.free("pointing"):
        if any(clause.pieces[at].word in _words(clause.table.column(name)) for name in known):
            clause.use(at)
