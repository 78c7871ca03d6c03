"""The shape of "who came after X": the row before or after one that the question names."""

import re

from shared.analysis.rows.asked import Asked, Neighbour
from shared.offline.reading.rows import kinds
from shared.offline.reading.rows.clause import Clause, NotUnderstood
from shared.offline.reading.rows.conditions import read_conditions, restate
from shared.offline.reading.rows.targets import Target, read_target, remaining

_DATED = re.compile(r"\b(1[5-9]|20)\d\d\b")
_PASSIVE = ("followed", "preceded")


def read_neighbour(clause: Clause) -> Asked:
    """One step from the rows that hold the named cells."""
    steps = clause.free("operation", "next", "previous")
    if not steps or len({clause.pieces[at].word for at in steps}) > 1:
        raise NotUnderstood("no step")
    values = clause.free("value")
    if not values:
        raise NotUnderstood("no cell to step from")
    next_ = _forward(clause, steps[-1], values)
    listed = bool(clause.take("listed")) or any("listed" in clause.pieces[at].text for at in steps)
    listed = listed or any(w in clause.pieces[at].text for at in steps for w in ("below", "above"))
    clause.use(*steps)
    target = read_target(clause)
    anchors = [column.name for at in values for column in [clause.pieces[at].column] if column is not None]
    clause.prefer = target.names if target else ()
    read_conditions(clause)
    target = _of_anchor(clause, target, anchors) or remaining(clause) or _same_kind(clause, anchors)
    clause.same = (*target.names, *(column.name for column in kinds.places(clause.table)))
    restate(clause)
    if not clause.filters:
        raise NotUnderstood("no row to step from")
    _check_times(clause, target)
    clause.use_happenings()
    return Neighbour(
        show=target.names, anchor=tuple(clause.filters), step="next" if next_ else "previous", listed=listed
    )


def _check_times(clause: Clause, target: Target) -> None:
    """ "signed before X", where a date says when each signed; "the date after 3 May", where there are two of dates."""
    own = {*target.names, *(item.column for item in clause.filters)}
    named = {piece.column.name for piece in clause.pieces if piece.kind == "column" and piece.column is not None}
    if (named - own) & {column.name for column in kinds.dates(clause.table)}:
        raise NotUnderstood("the order is that of a date")
    stepped = {item.column for item in clause.filters if _DATED.search(str(item.values[0]))}
    if stepped and any(column.temporal and column.name not in stepped for column in target.columns):
        raise NotUnderstood("another date than the one that is named")


def _forward(clause: Clause, at: int, values: list[int]) -> bool:
    """Whether the row after is asked for; "X was followed by" names the row before, "followed X" the row after."""
    piece = clause.pieces[at]
    forward = piece.word == "next"
    by = clause.piece(at + 1)
    if piece.text in _PASSIVE and by is not None and by.text == "by" and values[0] > at:
        return not forward
    if values[-1] < at and not (piece.text in _PASSIVE and by is not None and by.text == "by"):
        raise NotUnderstood("the row comes before the step")
    return forward


def _of_anchor(clause: Clause, target: Target | None, anchors: list[str]) -> Target | None:
    """ "who came after Peru", where athletes are named, too: another nation, unless the question names the column."""
    if target is None or clause.pieces[_asked(clause)].word != "who" or set(target.names) & set(anchors):
        return target
    named = {piece.column.name for piece in clause.pieces if piece.kind == "column" and piece.column is not None}
    return target if set(target.names) <= named else None


def _asked(clause: Clause) -> int:
    return next(at for at, piece in enumerate(clause.pieces) if piece.kind == "asking")


def _same_kind(clause: Clause, anchors: list[str]) -> Target:
    """What is of the same kind as what was named."""
    named = [item.column for item in clause.filters if item.column in anchors]
    label = kinds.label(clause.table)
    if label is not None and label.name in named:
        return Target((label,))
    if len(named) != 1:
        raise NotUnderstood("nothing says what to show")
    return Target((clause.table.column(named[0]),))
