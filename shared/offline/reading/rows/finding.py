"""The shapes of looking up: the cells of a row, the first and the last row, the row at an extreme."""

from shared.analysis.rows.asked import Asked, Extreme, Frequent, Lookup
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import Name, additive, concept_columns, names_of
from shared.offline.reading.meanings.tokens import stem_set
from shared.offline.reading.rows import kinds
from shared.offline.reading.rows.clause import Clause, NotUnderstood
from shared.offline.reading.rows.conditions import read_conditions, restate, without_totals
from shared.offline.reading.rows.stems import name_stems
from shared.offline.reading.rows.targets import Target, read_target, remaining
from shared.offline.reading.rows.vocabulary import NOUNS, ORDINALS, RANKS
from shared.offline.reading.vocabulary.adjectives import ADJECTIVES


def read_lookup(clause: Clause) -> Asked:
    """ "what party is X", "when did X close", "which nations besides Peru won 2 bronze medals"."""
    asking = clause.free("asking")
    counting = clause.free("operation", "count")
    target = _counted_cell(clause, counting) if counting else read_target(clause)
    if not asking and not counting:
        raise NotUnderstood("nothing is asked for")
    clause.same = target.names if target else ()
    read_conditions(clause, avoid=clause.same)
    target = target or remaining(clause) or _by_label(clause)
    if not clause.filters:
        raise NotUnderstood("no row is named")
    fixed = [item for item in clause.filters if item.column in target.names]
    if any(counting or item.operator not in ("!=", "not in") for item in fixed):
        raise NotUnderstood("it asks for what it says")
    for column in target.columns:
        clause.check_unit(column)
    clause.same = target.names
    restate(clause)
    _check_other(clause)
    sole = bool(clause.take("only")) or bool(counting)
    clause.take("other", "both")
    clause.use(*[at for at in clause.free("operation", "and") if clause.pieces[at].text == ","])
    return Lookup(show=target.names, filters=tuple(clause.filters), year=target.year, sole=sole)


def _check_other(clause: Clause) -> None:
    """ "what other song is on it": another than what, the question must say."""
    others = {"other", "another", "else", "also", "others"}
    said = any(others & set(piece.text.split()) for piece in clause.pieces if piece.kind in ("asking", "operation"))
    if said and not any(item.operator in ("!=", "not in") for item in clause.filters):
        raise NotUnderstood("it does not say what else")


def _counted_cell(clause: Clause, counting: list[int]) -> Target:
    """ "how many laps did X complete": the number in a cell."""
    at = clause.beside(counting[0], 1)
    piece = clause.piece(at)
    if piece is None or at is None or piece.kind != "column" or len(counting) > 1:
        raise NotUnderstood("no column is counted")
    column = clause.column_at(at)
    if not column.numeric or kinds.yearly(column) or kinds.like_years(column):
        raise NotUnderstood("the column holds no numbers")
    if set(name_stems(column)) & _RELATIVE - stem_set(clause.question):
        raise NotUnderstood("a rate is no count")
    clause.use(at, *counting, *[asked for asked in clause.free("asking") if asked < counting[0]])
    return Target((column,))


_RELATIVE = stem_set("rate percent percentage average avg mean median share ratio index")


def _by_label(clause: Clause) -> Target:
    label = kinds.label(clause.table)
    if label is None:
        raise NotUnderstood("no column names the rows")
    clause.tell(f"I named the rows by {kinds.name(label)}.")
    return Target((label,))


def read_extreme(clause: Clause) -> Asked:
    """ "which driver completed the most laps", "who is listed first", "when was the last match on clay"."""
    ends = clause.free("operation", "max", "min", "first", "last", "top", "bottom")
    adjectives = [at for at in clause.free("unknown") if clause.pieces[at].text in ADJECTIVES]
    if len(ends) + len(adjectives) != 1:
        raise NotUnderstood("no one extreme")
    if not clause.free("asking") and not clause.free("operation", "count"):
        raise NotUnderstood("nothing is asked for")
    _check_ranked(clause, (*ends, *adjectives)[0])
    listed = bool(clause.take("listed"))
    if adjectives:
        return _at_extreme(clause, adjectives[0], _by_adjective(clause, adjectives[0]))
    word = clause.pieces[ends[0]].word
    if word in ("max", "min"):
        return _at_extreme(clause, ends[0], None)
    return _at_end(clause, ends[0], listed or word in ("top", "bottom"))


def _check_ranked(clause: Clause, at: int) -> None:
    """ "the top score", where nothing is called a score: neither the top of the list nor of anything else."""
    for piece in clause.pieces[at + 1 :][:1]:
        if piece.kind == "neutral" and piece.text in NOUNS and piece.text not in _WHERE_IN_ROWS:
            raise NotUnderstood(f"nothing in the table is called “{piece.text}”")
        if piece.kind == "neutral" and piece.text.endswith("ed"):
            raise NotUnderstood(f"nothing says how they were {piece.text}")


_WHERE_IN_ROWS = ("list", "entry", "place", "chart", "page", "race", "name", "date", "play", "use")


def _by_adjective(clause: Clause, at: int) -> ColumnProfile:
    concept, _ = ADJECTIVES[clause.pieces[at].text]
    found = [(score, name.column) for score, name in concept_columns(concept, names_of(clause.table))]
    best = [column for score, column in found if score > found[0][0] - 0.03]
    if len(best) != 1:
        raise NotUnderstood("no one column says so")
    clause.tell(f"I took “{clause.pieces[at].text}” by {kinds.name(best[0])}.")
    return best[0]


def _at_extreme(clause: Clause, at: int, by: ColumnProfile | None) -> Asked:
    clause.use(at)
    piece = clause.pieces[at]
    highest = piece.word == "max" if piece.kind == "operation" else ADJECTIVES[piece.text][1] == "max"
    target = read_target(clause)
    if by is None:
        by = _measure(clause, at)
    if target is None and (frequent := _frequent(clause, None, by, highest)):
        return frequent
    if target is not None and by is None:
        found = _frequent(clause, target, by, highest) or _listed_most(clause, at, target, highest)
        if found:
            return found
    if by is None:
        raise NotUnderstood("nothing says what is highest")
    if by in kinds.places(clause.table) or kinds.charted(by):
        raise NotUnderstood("a high rank is a small number")
    clause.same = (by.name, *(target.names if target else ()))
    read_conditions(clause, avoid=clause.same)
    target = target or remaining(clause) or _by_label(clause)
    clause.same = (by.name, *target.names)
    restate(clause)
    if by.name in target.names:
        raise NotUnderstood("it asks for the figure itself")
    if additive(by) and target.columns[0].distinct < clause.table.row_count - target.columns[0].nulls:
        raise NotUnderstood("the rows of each one may be meant together")
    return Extreme(
        show=target.names, end="last" if highest else "first", by=by.name,
        filters=(*clause.filters, *without_totals(clause)),
        year=target.year,
    )  # fmt: skip


def _measure(clause: Clause, at: int) -> ColumnProfile | None:
    """The column of numbers that stands after "most"."""
    after = clause.beside(at, 1)
    piece = clause.piece(after)
    if piece is None or after is None or piece.kind != "column":
        return None
    columns = [column for column in clause.columns_at(after) if column.type == "time" or kinds.measured(column)]
    if len(columns) != 1:
        return None
    clause.use(after)
    return columns[0]


def _frequent(clause: Clause, target: Target | None, by: ColumnProfile | None, highest: bool) -> Asked | None:
    """ "which lake had the most ships wrecked": the value that most rows have."""
    label = kinds.label(clause.table)
    if by is not None or target is None or label is None:
        return None
    counted = [at for at in clause.free_columns() if label in clause.columns_at(at)]
    if not counted or target.columns[0] == label:
        return None
    if kinds.of_several(target.columns[0]) or kinds.of_lines(label):
        raise NotUnderstood("its cells list several")
    clause.use(*counted)
    clause.same = (target.columns[0].name, label.name)
    read_conditions(clause, avoid=clause.same)
    clause.tell(f"I counted rows for each {kinds.name(target.columns[0])}.")
    return Frequent(column=target.columns[0].name, end="last" if highest else "first", filters=tuple(clause.filters))


def _listed_most(clause: Clause, at: int, target: Target, highest: bool) -> Asked | None:
    """ "which surface was used the most": nothing is said that could be added up, so that rows are counted."""
    column = target.columns[0]
    if clause.beside(at, 1) is not None or not highest or column.distinct * 2 > clause.table.row_count:
        return None
    if column.type != "text":
        return None
    clause.same = (column.name,)
    read_conditions(clause, avoid=clause.same)
    clause.tell(f"I counted rows for each {kinds.name(column)}.")
    return Frequent(column=column.name, end="last", filters=tuple(clause.filters))


def _ordered_by(clause: Clause, at: int, target: Target | None) -> ColumnProfile | None:
    """ "the last round", "the first season": what is first or last by its own number, beside what is asked for."""
    after = clause.beside(at, 1, past=("neutral", "mark", "number"))
    piece = clause.piece(after)
    if piece is None or after is None or after in clause.used or piece.kind != "column":
        return None
    columns = [column for column in clause.columns_at(after) if _ordinal(column, clause)]
    if len(columns) != 1 or (target is not None and columns[0].name in target.names):
        return None
    clause.use(after)
    return columns[0]


def _ordinal(column: ColumnProfile, clause: Clause) -> bool:
    """Whether a column puts rows in order by what it is: seasons, rounds, years; not how many votes they got."""
    named = column.type == "integer" and bool(set(Name(column).full[-1:]) & (RANKS | ORDINALS))
    return kinds.yearly(column) or named or kinds.numbering(column, clause.table)


def _at_end(clause: Clause, at: int, listed: bool) -> Asked:
    clause.use(at)
    first = clause.pieces[at].word in ("first", "top")
    ranked = _last_place(clause, at) if clause.pieces[at].word in ("first", "last") else None
    counting = clause.free("operation", "count")
    target = _counted_cell(clause, counting) if counting else read_target(clause)
    ranked = ranked or _ordered_by(clause, at, target)
    clause.same = target.names if target else ()
    read_conditions(clause, avoid=clause.same)
    target = target or remaining(clause) or _by_label(clause)
    clause.same = (*target.names, *([ranked.name] if ranked else ()))
    restate(clause)
    if any(item.column in target.names and item.operator in ("=", "in") for item in clause.filters):
        raise NotUnderstood("it asks for what it says")
    clause.use_happenings()
    columns = [] if listed else kinds.calendar(clause.table)
    if len(columns) > 1:
        columns = [column for column in columns if column.temporal]
    if len(columns) > 1:
        raise NotUnderstood("several columns say when")
    following = clause.piece(at + 1)
    if not (listed or ranked) and following is not None and following.text == "in" and kinds.places(clause.table):
        raise NotUnderstood("a place is meant, and not the order of the rows")
    by = ranked.name if ranked else columns[0].name if columns else None
    return Extreme(
        show=target.names, end="first" if first else "last", by=by, filters=(*clause.filters, *without_totals(clause)),
        listed=listed, year=target.year,
    )  # fmt: skip


def _last_place(clause: Clause, at: int) -> ColumnProfile | None:
    """ "in last place", "finished first": a rank rather than the order of the rows."""
    near = [clause.beside(at, step, past=("mark",)) for step in (-1, 1)]
    near += [clause.beside(at, step) for step in (-1, 1)]
    said = [n for n in near if n is not None and stem_set(clause.pieces[n].text.lower()) & stem_set(_RANKING)]
    if not said:
        return None
    found = kinds.places(clause.table)
    if len(found) != 1:
        raise NotUnderstood("no one column ranks the rows")
    if not found[0].numeric:
        raise NotUnderstood("the ranks are no numbers")
    clause.use(*said)
    return found[0]


_RANKING = "place placed finish finished rank ranked position came come places finishes"
