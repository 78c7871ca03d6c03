"""The rows of a table that figures of a query are computed from: queries that count those of them that meet conditions.

Each row is marked where the table is read, and its marks are handed on with it, through the steps that only hand rows
on, to the part of the query that computes something of them. There they are counted: under its conditions, and under
those of the aggregates themselves.
"""

from collections.abc import Iterator, Set
from functools import lru_cache
from typing import Final

from sqlglot import exp

from shared.contracts import Scalar
from shared.engine.doubts.grouped import group_keys, own_nodes, steps_around
from shared.engine.doubts.row_doubts import RowQuestion
from shared.engine.doubts.told import ResultRows
from shared.engine.sql.clauses import conjuncts, sources_of
from shared.engine.sql.syntax import SUBTOTALS, readable, render
from shared.query.base import RESERVED

_MOST_TAKERS: Final = 4
"""Where more parts of a query take rows, none is asked."""
_MOST_TOLD: Final = 40
"""So many rows of a result narrow what is counted to their groups."""
_HELD, _ROW = f"{RESERVED}held_", f"{RESERVED}row"
_NOT_COUNTED: Final = ("expressions", "group", "having", "order", "limit", "offset", "qualify", "distinct", "windows")
_NOT_BY_ROW: Final = ("group", "having", "limit", "offset", "qualify", "laterals", "pivots", "sample")
_LEAVING_OUT: Final = ("limit", "offset", "having", "qualify")
_EMPTY: Final = (exp.Null, type(None))


def counts_of(
    sql: str, question: RowQuestion, told: ResultRows | None = None, *, whole: bool = False
) -> tuple[str, ...] | None:
    """The queries that count, for each part of a query that takes rows, how many of them meet each of the conditions,
    and how many there are; of rows of the result that are `told` alone those of their groups, unless these are the
    `whole` result and it has all groups. Empty where it takes all rows of the table; None where its form does not let
    that be asked."""
    tree = _tree(sql)
    if tree is None:
        return None
    if question.whichever_told or (whole and not any(tree.args.get(part) for part in _LEAVING_OUT)):
        told = None
    marked = _Marked(tree, question)
    takers = marked.takers()
    if not takers or len(takers) > _MOST_TAKERS:
        return None
    made = [marked.counting(select, source, told if select is marked.tree else None) for select, source in takers]
    narrowing = (part for one in made for part in one.find_all(exp.Where, exp.Join))
    narrow = any(not isinstance(one.parent, exp.Filter) for one in narrowing)
    return tuple(map(render, made)) if narrow else ()


def takers(tree: exp.Expr, relation: str) -> list[tuple[exp.Select, bool]]:
    """The SELECTs that take rows of a table, instead of one that only hands them on those that take them from it; each
    with whether it is the query itself."""
    marked = _Marked(tree, RowQuestion(relation, (), lambda _: ""))
    return [(select, select is marked.tree) for select, _ in marked.takers()]


def chooses_by(tree: exp.Expr, column: str) -> bool:
    """Whether what is computed of a column decides which rows or groups a query gives: by a limit or a condition."""
    names = _names(tree, column.casefold(), plain=False)
    for select in tree.find_all(exp.Select):
        order, having = (select.args.get(part) for part in ("order", "having"))
        keys = [one.this for one in order.expressions] if order and select.args.get("limit") else []
        places = [int(one.this) - 1 for one in keys if isinstance(one, exp.Literal) and one.is_int]
        keys += [select.selects[at] for at in places if 0 <= at < len(select.selects)]
        if any(_is_of(one, names) for one in (*keys, *([having] if having else []))):
            return True
    return False


def reading(tree: exp.Expr, relation: str) -> Iterator[exp.Table]:
    """Where a query reads the table itself, and not a step of that name."""
    for one in tree.find_all(exp.Table):
        if one.name.casefold() == relation.casefold() and _step_of(one) is None:
            yield one


_tree = lru_cache(maxsize=32)(readable)  # several doubts are asked of one query


class _Marked:
    """A query whose rows of a table are marked."""

    def __init__(self, tree: exp.Expr, question: RowQuestion) -> None:
        self.tree: exp.Expr = tree.copy()
        self._asked = question
        self._joined = tree.find(exp.Join) is not None
        self._marks = [f"{_HELD}{at}" for at in range(len(question.conditions))] + [_ROW] * self._joined
        name = question.column.casefold()
        self._same, self._of = _names(self.tree, name, plain=True), _names(self.tree, name, plain=False)

    def takers(self) -> list[tuple[exp.Select, exp.Expr]]:
        """The SELECTs that take marked rows, each with the source that they are of."""
        read = [self._mark(one) for one in list(reading(self.tree, self._asked.relation))]
        found: list[tuple[exp.Select, exp.Expr]] = []
        while read:
            source = read.pop()
            select = source.find_ancestor(exp.Select)
            if select is None or not any(one is source for one in sources_of(select)):
                return []
            readers = self._handed_on(select, source)
            if readers is None:
                found.append((select, source))
            else:
                read += readers
        return found

    def _mark(self, table: exp.Table) -> exp.Expr:
        """The table, replaced by its rows with their marks."""
        plain = exp.to_table(self._asked.relation)
        plain.this.set("quoted", True)
        marks: list[exp.Expr] = [*self._asked.conditions]
        marks += [exp.Window(this=exp.RowNumber())] * self._joined
        given = [exp.alias_(one.copy(), name, quoted=True) for one, name in zip(marks, self._marks, strict=True)]
        marked = exp.select(exp.Star(), *given).from_(plain).subquery(table.alias_or_name, copy=False)
        marked.args["alias"].this.set("quoted", True)
        table.replace(marked)
        return marked

    def _handed_on(self, select: exp.Select, source: exp.Expr) -> list[exp.Expr] | None:
        """What reads the rows of a SELECT that hands them on with their marks; None where it takes them itself."""
        around = select.parent
        if not _is_by_row(select) or self._marked_twice(select, source):
            return None
        if isinstance(around, exp.CTE) and not around.args["alias"].args.get("columns"):
            readers: list[exp.Expr] = [one for one in select.root().find_all(exp.Table) if _step_of(one) is around]
        elif isinstance(around, exp.Subquery) and isinstance(around.parent, exp.From | exp.Join):
            readers = [around] if around.alias else []
        else:
            return None
        if not readers:
            return None
        if self._asked.whatever_asked:
            self._without_own(select)
        if not any(one.is_star and one.text("table") in ("", source.alias_or_name) for one in select.selects):
            for name in self._marks:
                select.append("expressions", exp.column(name, table=source.alias_or_name, quoted=True))
        return readers

    def _marked_twice(self, select: exp.Select, source: exp.Expr) -> bool:
        """Whether another source of a SELECT has marks, too."""
        others = (one for one in sources_of(select) if one is not source)
        own = self._asked.relation.casefold()
        return any(one.name.casefold() == own or one.find(exp.Table) is not None for one in others if _reads(one, own))

    def _without_own(self, select: exp.Select) -> None:
        where = select.args.get("where")
        kept = _parts(where.this if where else None, self._same)
        select.set("where", exp.Where(this=exp.and_(*kept)) if kept else None)

    def counting(self, select: exp.Select, source: exp.Expr, told: ResultRows | None) -> exp.Expr:
        """The query that counts the marked rows that a SELECT takes."""
        counting = select.copy()
        for part in _NOT_COUNTED:
            counting.set(part, None)
        if self._asked.whatever_asked:
            self._without_own(counting)
        for condition in (self._of_aggregates(select), _of_groups(select, told)):
            if condition is not None:
                counting.where(condition, copy=False)
        at = source.alias_or_name
        row = exp.column(_ROW, table=at, quoted=True)
        held = [exp.column(name, table=at, quoted=True) for name in self._marks if name != _ROW]
        for number, mark in enumerate([*held, None]):
            counted = exp.Count(this=exp.Distinct(expressions=[row.copy()]) if self._joined else exp.Star())
            shown = exp.Filter(this=counted, expression=exp.Where(this=mark)) if mark is not None else counted
            counting.append("expressions", exp.alias_(shown, f"{RESERVED}count_{number}", quoted=True))
        around = [common.copy() for above in steps_around(select) for common in above.ctes]
        if around:
            counting.set("with_", exp.With(expressions=[*around, *counting.ctes]))
        return counting

    def _of_aggregates(self, select: exp.Select) -> exp.Expr | None:
        """What the rows meet that go into aggregates which the doubt is about; None where some take every row."""
        own = [node for one in select.selects for node in own_nodes(one)]
        plain = [one for one in select.selects if one.find(exp.AggFunc) is None]
        by_column = [key for key in (*group_keys(select), *plain) if self._concerns(key)]
        aggregates = [one for one in own if isinstance(one, exp.AggFunc)]
        if not by_column and self._asked.column:
            aggregates = [one for one in aggregates if self._concerns(one.parent if _is_filtered(one) else one)]
        conditions = [_own_condition(one) for one in aggregates]
        if any(isinstance(one, exp.Window) for one in own) or not conditions:
            return None
        met: list[exp.Expr] = []
        for one in conditions:
            kept = _parts(one, self._same) if one is not None and self._asked.whatever_asked else [one] if one else []
            if not kept:
                return None
            met.append(exp.and_(*kept))
        return exp.or_(*met)

    def _concerns(self, part: exp.Expr | None) -> bool:
        return part is not None and any(one.name.casefold() in self._of for one in part.find_all(exp.Column))


def _step_of(table: exp.Table) -> exp.CTE | None:
    """The step of the query that a name stands for there; None of a table."""
    name, within, above = table.name.casefold(), [], table.parent
    while above is not None:
        if isinstance(above, exp.CTE):
            within.append(above)
        if isinstance(above, exp.Query):
            steps = list(above.ctes)
            at = next((at for at, one in enumerate(steps) if any(one is each for each in within)), len(steps))
            for step in reversed(steps[:at]):
                if step.alias.casefold() == name:
                    return step
        above = above.parent
    return None


def _reads(source: exp.Expr, relation: str) -> bool:
    """Whether a source may have rows of the table."""
    if isinstance(source, exp.Table):
        step = _step_of(source)
        return source.name.casefold() == relation if step is None else _reads(step.this, relation)
    return any(one.name.casefold() == relation or _step_of(one) is not None for one in source.find_all(exp.Table))


def _is_by_row(select: exp.Select) -> bool:
    """Whether a SELECT makes a row of each that its conditions leave."""
    if any(select.args.get(part) for part in _NOT_BY_ROW):
        return False
    distinct = select.args.get("distinct")
    own = (node for one in select.selects for node in own_nodes(one))
    windows = (one for one in own if isinstance(one, exp.AggFunc | exp.Window))
    numbered = (isinstance(one, exp.Window) and isinstance(one.this, exp.RowNumber) for one in windows)
    return not (distinct and distinct.args.get("on")) and all(numbered)


def _names(tree: exp.Expr, column: str, *, plain: bool) -> Set[str]:
    """The names, in small letters, under which a query has a column, or with those of what is computed of it."""
    names = {column} - {""}
    given = [one for one in tree.find_all(exp.Alias) if not plain or isinstance(one.this, exp.Column)]
    while more := {one.alias.casefold() for one in given if _is_of(one.this, names)} - names:
        names |= more
    return names


def _is_of(part: exp.Expr, names: Set[str]) -> bool:
    return any(one.name.casefold() in names for one in part.find_all(exp.Column))


def _parts(met: exp.Expr | None, names: Set[str]) -> list[exp.Expr]:
    """The conditions that must all be met, but for those that name such a column."""
    parts = conjuncts(met.unnest() if met is not None else None)
    return [one.copy() for one in parts if not _is_of(one, names)]


def _is_filtered(aggregate: exp.Expr) -> bool:
    return isinstance(aggregate.parent, exp.Filter)


def _own_condition(aggregate: exp.Expr) -> exp.Expr | None:
    """What a row meets that the aggregate takes something of; None where it takes every row."""
    filtered = aggregate.parent if _is_filtered(aggregate) else None
    found = [filtered.expression.this] if filtered is not None else []
    chosen = aggregate.this.unnest() if isinstance(aggregate.this, exp.Expr) else None
    if isinstance(chosen, exp.Distinct) and len(chosen.expressions) == 1:
        chosen = chosen.expressions[0].unnest()
    if isinstance(aggregate, exp.CountIf):
        found.append(aggregate.this)
    elif isinstance(chosen, exp.Case | exp.If) and (one := _chosen(chosen, adds=isinstance(aggregate, exp.Sum))):
        found.append(one)
    if not found or any(one.find(exp.Query, exp.Window) for one in found):
        return None
    return exp.and_(*(one.copy() for one in found))


def _chosen(case: exp.Expr, *, adds: bool) -> exp.Expr | None:
    """The condition under which a CASE gives something; None where it does of every row."""
    otherwise = case.args.get("default" if isinstance(case, exp.Case) else "false")
    compared = isinstance(case, exp.Case) and case.this is not None
    if compared or not (isinstance(otherwise, _EMPTY) or (adds and otherwise.name == "0")):
        return None
    branches = case.args["ifs"] if isinstance(case, exp.Case) else [case]
    given = [one.this.copy() for one in branches if not isinstance(one.args.get("true"), exp.Null)]
    return exp.or_(*given) if given else None


def _of_groups(select: exp.Select, told: ResultRows | None) -> exp.Expr | None:
    """That a row is of one of the groups that are told; None where all are, or nothing says which."""
    group = select.args.get("group")
    if not told or len(told) > _MOST_TOLD or group is None or group.find(*SUBTOTALS):
        return None
    keys = [one for one in select.selects if one.find(exp.AggFunc, exp.Window, exp.Query) is None and not one.is_star]
    keys = [one for one in keys if one.find(exp.Column)]
    if not keys or any(one.alias_or_name not in row for one in keys for row in told):
        return None
    groups = ([_is(one.unalias(), row[one.alias_or_name]) for one in keys] for row in told)
    return exp.or_(*(exp.and_(*one) for one in groups))


def _is(key: exp.Expr, cell: Scalar) -> exp.Expr:
    return exp.NullSafeEQ(this=exp.paren(key.copy()), expression=exp.convert(cell))
