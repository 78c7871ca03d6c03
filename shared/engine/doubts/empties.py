"""Empty cells that a query takes for something, or leaves out where what it does is not counted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.accounts import accounted
from shared.engine.doubts.grouped import own_nodes
from shared.query.completeness import NOTABLE
from shared.query.words.values import number
from shared.table.nouns import plural

_COUNTS = (exp.Count, exp.CountIf, exp.ApproxDistinct)


def empties(sql: str, tree: exp.Expr, datasets: Sequence[DatasetProfile]) -> Iterator[str]:
    """A sentence for each column of which a notable share of the cells is empty."""
    read = {one.name.casefold() for one in tree.find_all(exp.Table)}
    tables = [one for one in datasets if one.relation.casefold() in read]
    columns = {
        column.name.casefold(): (column, table)
        for table in tables
        for column in table.columns
        if column.nulls and column.nulls >= NOTABLE * table.row_count
    }
    known = {name: column for name, (column, _) in columns.items()}
    for one in tree.find_all(exp.AggFunc):
        yield from _filled(one, known)
        yield from _unmet(one, known)
    counts = accounted(sql, {one.relation for one in datasets})
    if counts is None or not any(counts.parts.values()):
        for name in dict.fromkeys(_taken(tree)):
            if name in columns and not _asked_for(name, tree):
                column, table = columns[name]
                there = f"{number(column.nulls)} of {number(table.row_count)} {plural(table.semantic.entity_name)}"
                yield f"{there} have no known {_words(column)}; how many of these are left out here is undetermined."


def _taken(tree: exp.Expr) -> Iterator[str]:
    """The columns of which an aggregate takes the values, in small letters."""
    for one in tree.find_all(exp.AggFunc):
        if isinstance(one.this, exp.Column) and not isinstance(one, (*_COUNTS, exp.Max, exp.Min)):
            yield one.this.name.casefold()


def _asked_for(name: str, tree: exp.Expr) -> bool:
    """Whether the query asks whether cells of the column are empty."""
    asked = (one.this for one in tree.find_all(exp.Is))
    return any(isinstance(one, exp.Column) and one.name.casefold() == name for one in asked)


def _filled(aggregate: exp.Expr, known: Mapping[str, ColumnProfile]) -> Iterator[str]:
    """Of a value that stands for an empty cell; to a sum 0 is nothing."""
    if isinstance(aggregate, _COUNTS):
        return
    for one in (node for node in own_nodes(aggregate) if isinstance(node, exp.Coalesce)):
        (written, *_) = one.expressions
        column = known.get(one.this.name.casefold()) if isinstance(one.this, exp.Column) else None
        if column is None or not isinstance(written, exp.Literal) or written.is_string:
            continue
        if not (isinstance(aggregate, exp.Sum) and float(written.this) == 0):
            yield f"Where {_words(column)} is not known, it is taken as {written.this}."


def _unmet(aggregate: exp.Expr, known: Mapping[str, ColumnProfile]) -> Iterator[str]:
    """Of an average of yes and no, in which what is not known is a no."""
    case = aggregate.this if isinstance(aggregate, exp.Avg) else None
    if not isinstance(case, exp.Case) or not isinstance(case.args.get("default"), exp.Literal):
        return
    asked = [case.this, *(branch.this for branch in case.args["ifs"])]
    names = _names(one for one in asked if isinstance(one, exp.Expr))
    for name in names:
        if name in known and not _asked_for(name, case):
            yield f"Where {_words(known[name])} is not known, the condition on it is taken as not met."


def _names(parts: Iterable[exp.Expr]) -> list[str]:
    return list(dict.fromkeys(column.name.casefold() for one in parts for column in one.find_all(exp.Column)))


def _words(column: ColumnProfile) -> str:
    return column.words or column.name
