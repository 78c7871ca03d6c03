"""Rows of a ROLLUP, a CUBE or GROUPING SETS that are of several groups together."""

from collections.abc import Iterable, Iterator, Sequence

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.doubts.told import ResultRows, cells_of
from shared.engine.results.unnamed import named, unnamed
from shared.engine.sql.syntax import SUBTOTALS, readable
from shared.table.names import in_words, spoken

_COMPUTED = "group"
"""What a key is called that is computed and has no name."""


def totals(tree: exp.Expr, datasets: Iterable[DatasetProfile], told: ResultRows | None = None) -> Iterator[str]:
    """A sentence for each column whose empty cell stands for all of its values. Of rows that are `told` a reader gets
    it where such a cell may be something else, too: that a figure is of all together its writer says."""
    columns = {column.name.casefold(): column for one in datasets for column in one.columns}
    for shown, key in _together(tree):
        column = columns.get(key.casefold())
        words = spoken(column) if column else in_words(key)
        either = column is None or bool(column.nulls)
        known = f", or of the rows without a {words}" if either else ""
        if told is None or (either and (not shown or None in cells_of(told, shown))):
            yield f"Where no {words} is named, the figure is of all of them together{known}."


def labels_of_totals(sql: str, datasets: Iterable[DatasetProfile], shown: Sequence[str]) -> dict[str, str]:
    """What the empty cells of a result's columns stand for, by their names in the result: all values, or none, where
    the file has rows without one, too."""
    columns = {column.name.casefold(): column for one in datasets for column in one.columns}
    if (tree := readable(sql)) is None:
        return {}
    told: dict[str, str] = {}
    nameless = unnamed(sql, shown)
    for name, key in _together(named(tree, shown)):
        column = columns.get(key.casefold())
        words = spoken(column) if column else _COMPUTED if key in nameless else in_words(key)
        told[name] = f"no {words} named" if column is None or column.nulls else f"{words}: all together"
    return told


def _together(tree: exp.Expr) -> Iterator[tuple[str, str]]:
    """The result columns whose empty cells are of several groups together, each with the column that it shows, or with
    its own name where it is computed."""
    for select in tree.find_all(exp.Select):
        group = select.args.get("group")
        sets = list(group.find_all(*SUBTOTALS)) if group else []
        keys = [key for one in sets for key in _left_away(one)]
        names = {key.name.casefold() for key in keys if isinstance(key, exp.Column)}
        places = {int(key.this) for key in keys if isinstance(key, exp.Literal) and key.is_int}
        for place, one in enumerate(select.selects, 1):
            shown, key = one.alias_or_name, one.unalias()
            own = {column.name.casefold() for column in key.find_all(exp.Column)}
            named = key.name if isinstance(key, exp.Column) else "" if shown.casefold() in own else shown
            if place in places or key in keys or named.casefold() in names:
                yield shown, named or shown or _COMPUTED


def _left_away(one: exp.Expr) -> Iterator[exp.Expr]:
    """The keys of a ROLLUP or a CUBE; of GROUPING SETS those that not every set has."""
    plain = one.expressions if isinstance(one, exp.GroupingSets) else ()
    sets = [() if each.find(*SUBTOTALS) else tuple(_keys(each)) for each in plain]
    yield from (key for key in _keys(one) if not sets or not all(key in each for each in sets))


def _keys(one: exp.Expr) -> Iterator[exp.Expr]:
    """What a ROLLUP, a CUBE or GROUPING SETS groups by."""
    if isinstance(one, (*SUBTOTALS, exp.Tuple, exp.Paren)):
        yield from (key for below in one.iter_expressions() for key in _keys(below))
    else:
        yield one
