"""Columns of one kind, as two dates or two cities, and tables with the same columns: of which of them a figure is, has
to be told."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from typing import Final, NamedTuple

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.results.marks import ANY, RAW, ROLES, SAYS

_TIMES: Final = ("date", "timestamp")
_SMALL: Final = frozenset(
    ("a", "an", "and", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "through", "to", "via", "with")
)
_CUT: Final = (exp.TimestampTrunc, exp.DateTrunc, exp.Year, exp.Quarter, exp.Month, exp.Cast)


class KindredColumn(NamedTuple):
    """How a column is told from others of its kind: the words of its name that none of these `others` has."""

    own: tuple[str, ...]
    others: frozenset[str]


def told_apart(datasets: Iterable[DatasetProfile]) -> dict[str, KindredColumn]:
    """The columns, by their names in small letters, that others of their table may be taken for: the dates, and texts
    that have a value or, of several words, the last word of their names in common."""
    found: dict[str, KindredColumn] = {}
    for table in datasets:
        for one, other in permutations(table.columns, 2):
            if _is_alike(one, other):
                own, others = found.get(
                    one.name.casefold(), KindredColumn(tuple(dict.fromkeys(_words(one))), frozenset())
                )
                left = tuple(word for word in own if word not in _SMALL and word not in _words(other))
                found[one.name.casefold()] = KindredColumn(left, others | {other.name.casefold()})
    return found


def of_which(tree: exp.Expr, apart: Mapping[str, KindredColumn]) -> Iterator[str]:
    """What has to be said of the columns that a query's rows are named or chosen by: a word of each column's own. In no
    words where it has none, where another of its kind is used beside it, or where it chooses for a single figure."""
    named = [one.unalias() for one in (tree.selects if isinstance(tree, exp.Query) else [])]
    chosen = tree.find_all(exp.Where, exp.Having, exp.Qualify, exp.Group)
    used = {name: False for part in (*map(_bare, named), *chosen) for name in _names(part)}
    used |= {name: True for part in tree.find_all(exp.Filter, exp.Case) for name in _names(part)}
    for name in (name for name in used if name in apart):
        own, others = apart[name]
        if used[name] or not own or others & used.keys():
            yield f"{RAW}{ROLES}{name}"
        else:
            yield f"{' '.join(own)}{SAYS}{ANY.join(own)}"


def of_table(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[str]:
    """What has to be said of the tables that a query reads where another has all columns too that it takes of them: a
    word of the table's own name. In no words where it has none."""
    read = {one.name.casefold() for one in tree.find_all(exp.Table)}
    used = {one.name.casefold() for one in tree.find_all(exp.Column)}
    columns = {table.relation: {one.name.casefold() for one in table.columns} & used for table in datasets}
    for relation, own in columns.items():
        others = [one for one, theirs in columns.items() if own <= theirs and one.casefold() not in read]
        if own and others and relation.casefold() in read:
            known = {word for one in others for word in _parts(one)}
            left = [word for word in _parts(relation) if word not in known | _SMALL]
            yield f"{' '.join(left)}{SAYS}{ANY.join(left)}" if left else f"{RAW}{relation}"


def _bare(one: exp.Expr) -> exp.Expr | None:
    """A column that names rows, perhaps cut to a period."""
    while isinstance(one, _CUT) and isinstance(one.this, exp.Expr):
        one = one.this
    return one if isinstance(one, exp.Column) else None


def _names(part: exp.Expr | None) -> list[str]:
    return [column.name.casefold() for column in part.find_all(exp.Column)] if part is not None else []


def _is_alike(one: ColumnProfile, other: ColumnProfile) -> bool:
    if one.type in _TIMES:
        return other.type in _TIMES
    if one.type != "text" or other.type != "text":
        return False
    first, second = _named(one), _named(other)
    has_noun = len(first) > 1 and len(second) > 1 and first[-1] == second[-1]
    return has_noun or bool(_values(one) & _values(other))


def _values(column: ColumnProfile) -> set[str]:
    return {str(one).casefold() for one in (*(each.value for each in column.top_values), *column.samples)}


def _words(column: ColumnProfile) -> list[str]:
    return [*_named(column), *re.findall(r"[^\W_]+", column.words.casefold())]


def _named(column: ColumnProfile) -> list[str]:
    return _parts(column.name)


def _parts(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", name.casefold())
