"""Doubts about the cells behind a query: that they could be read in another way, lack rows, or say the same in many."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from shared.contracts import ColumnProfile, DatasetProfile
from shared.contracts.dataset import Repair
from shared.engine.doubts.aliases import aliases
from shared.engine.doubts.apart import depends_on
from shared.engine.doubts.belonging import own_columns
from shared.engine.doubts.codes import code_kept, code_of, names_code, of_code, of_codes
from shared.engine.doubts.namesakes import namesakes
from shared.engine.doubts.repeats import counts_repeats, of_counted
from shared.engine.doubts.row_doubts import of_table
from shared.engine.doubts.spelled import of_spellings
from shared.engine.doubts.taken_rows import takers
from shared.engine.doubts.used_columns import used_columns
from shared.table.dependencies import repeats_cells
from shared.table.names import spoken


def readings(asked: Iterable[str], datasets: Iterable[DatasetProfile]) -> Iterator[str]:
    """A sentence for each ambiguity and each doubtful repair of the columns and datasets that figures of the queries
    depend on, for each column that they add up though it says the same in many rows, for each value that looks like one
    that they ask for, and for each name that several things share."""
    trees, known = tuple(map(_parsed, asked)), tuple(datasets)
    used = [used_columns(one) if isinstance(one, exp.Expr) else one for one in trees]
    for dataset in known:
        of_dataset = [*_of(dataset)]
        repeated = [one for one in dataset.columns if repeats_cells(one, dataset)]
        for tree, read in zip(trees, used, strict=True):
            own, reads = _own(tree, dataset, known), _own(read, dataset, known)
            if own is None or reads is None:
                continue
            yield from (one.line for one in of_dataset if one.column is None or _depends(reads, one))
            if isinstance(own, str) or _of_whole_table(own, dataset.relation):
                yield from (one.detail for one in dataset.repairs if one.doubt and one.kind == "footer")
            yield from _repeats(tree, dataset, known)
            if isinstance(own, exp.Expr):
                adding = (one for one in repeated if _adds_rows(own, one, dataset.relation))
                yield from (_once_a_row(one, dataset, own) for one in adding)
                yield from aliases(own, dataset)
                yield from namesakes(own, dataset, known)


def _own(tree: exp.Expr | str, dataset: DatasetProfile, known: Sequence[DatasetProfile]) -> exp.Expr | str | None:
    """The query as it reads this dataset; None where it does not."""
    if isinstance(tree, str):
        return tree if _names_it(tree, dataset.relation) else None
    return own_columns(tree, dataset.relation, known)


class _Doubt(NamedTuple):
    """The column that a query must use for a doubt to concern it, None for one of the rows; what is told, the values
    that it is about, and the code for a missing value that the column still holds."""

    column: str | None
    line: str
    values: tuple[str, ...] = ()
    code: float | None = None


def _of(dataset: DatasetProfile) -> Iterator[_Doubt]:
    yield from (_Doubt(doubt.column, doubt.detail) for doubt in dataset.ambiguities)
    for one in dataset.repairs:
        if one.doubt and one.kind not in ("repeated", "footer"):
            column = dataset.column(one.column) if one.column else None
            code = code_kept(one, column) if column else None
            yield _Doubt(one.column, _told(one, column, dataset), one.values, code)


def _told(repair: Repair, column: ColumnProfile | None, dataset: DatasetProfile) -> str:
    """What is told of a repair, of the rows that a query takes as far as these can be asked."""
    if column and code_of(repair) is not None:
        together = of_codes(column, dataset) if code_kept(repair, column) is None else None
        return together or of_code(repair, column, dataset.relation)
    if column and repair.values:
        return of_spellings(repair, column, dataset.row_count, dataset.relation)
    return of_table(repair.detail, dataset.row_count, dataset.relation) if repair.rows else repair.detail


def _of_whole_table(tree: exp.Expr, relation: str) -> bool:
    """Whether the query may compute figures of all rows of a table together, which rows of totals that were left out
    would change: conditions leave such rows out by themselves, and groups have them apart."""
    whole = ((select, root) for select, root in takers(tree, relation) if not select.args.get("where"))
    return any(
        not select.args.get("group") if select.find(exp.AggFunc, exp.Window) else not root for select, root in whole
    )


def _repeats(tree: exp.Expr | str, dataset: DatasetProfile, known: Sequence[DatasetProfile]) -> Iterator[str]:
    """That rows repeat others, unless the query takes each of them once."""
    relation = dataset.relation
    if _names_it(tree, relation) if isinstance(tree, str) else counts_repeats(tree, relation):
        again = [one for one in dataset.repairs if one.doubt and one.kind == "repeated"]
        yield from (of_counted(one, dataset, known) for one in again)


def _parsed(sql: str) -> exp.Expr | str:
    """The query's tree; its text where it cannot be read."""
    try:
        return sqlglot.parse_one(sql, dialect="duckdb")
    except SqlglotError:
        return sql


def _depends(tree: exp.Expr | str, doubt: _Doubt) -> bool:
    """Whether what the query gives depends on what the column's cells are; with `values`, on how these are written; of
    cells that hold a code, otherwise than where the query asks for that itself."""
    name, code = doubt.column or "", doubt.code
    if isinstance(tree, str):
        return _names_it(tree, name)
    if doubt.values:
        return depends_on(tree, name, doubt.values)
    columns = (one for one in tree.find_all(exp.Column) if one.name.casefold() == name.casefold())
    known = (_only_whether_known(one) or (code is not None and names_code(one, code)) for one in columns)
    return not all(known)


def _names_it(sql: str, name: str) -> bool:
    return bool(re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", sql, re.IGNORECASE))


def _only_whether_known(column: exp.Column) -> bool:
    """Whether nothing but the cell's being empty or not plays a part: count(amount), amount IS NULL."""
    above = column.parent
    return isinstance(above, exp.Count) or (isinstance(above, exp.Is) and isinstance(above.expression, exp.Null))


def _names(expression: exp.Expr, name: str | None) -> bool:
    return isinstance(expression, exp.Column) and expression.name == name


def _adds_rows(tree: exp.Expr, column: ColumnProfile, relation: str) -> bool:
    """Whether the column is added up over the rows of its table as they are."""
    sums = (
        one for one in tree.find_all(exp.Sum) if any(_names(each, column.name) for each in one.find_all(exp.Column))
    )
    return any(_reads(one.find_ancestor(exp.Select), relation) for one in sums)


def _reads(select: exp.Select | None, relation: str) -> bool:
    read = select.args.get("from_") if select else None
    return isinstance(read, exp.From) and isinstance(read.this, exp.Table) and read.this.name == relation


def _once_a_row(column: ColumnProfile, dataset: DatasetProfile, tree: exp.Expr) -> str:
    """The sentence, of the thing that the query names where it names one."""
    things = sorted(column.fixed_by, key=lambda name: not any(_names(one, name) for one in tree.find_all(exp.Column)))
    thing = spoken(dataset.column(things[0]))
    return f"Each row of one {thing} repeats the same {spoken(column)}, and a total counts it every time."
