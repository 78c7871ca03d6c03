"""Which table a column of a query is of, where tables have columns of the same name."""

from collections.abc import Iterable, Iterator, Sequence

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.doubts.grouped import sources_of
from shared.query.base import RESERVED

_DEEPEST = 40
_ANOTHERS = f"{RESERVED}of_another_"


def own_columns(tree: exp.Expr, relation: str, datasets: Iterable[DatasetProfile]) -> exp.Expr | None:
    """The query with those columns renamed that are certainly of another table than this one, or made of such alone;
    None where it does not read the table."""
    own = relation.casefold()
    if not any(one.name.casefold() == own for one in tree.find_all(exp.Table)):
        return None
    tree = tree.copy()
    scopes = _Scopes(tree, datasets)
    others = [column for column in tree.find_all(exp.Column) if own not in scopes.tables_of(column, own)]
    apart = [join for join in tree.find_all(exp.Join) if own not in scopes.joined(join, own)]
    for column in others:
        column.set("this", exp.to_identifier(f"{_ANOTHERS}{column.name}", quoted=True))
    for join in apart:
        join.set("using", None)
    return tree


class _Scopes:
    """What the parts of a query read."""

    def __init__(self, tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> None:
        self._steps = {one.alias.casefold(): one.this for one in tree.find_all(exp.CTE)}
        self._columns = {one.relation.casefold(): {each.name.casefold() for each in one.columns} for one in datasets}

    def tables_of(self, column: exp.Column, otherwise: str, depth: int = 0) -> set[str]:
        """The tables that a column may be of, in small letters; `otherwise` where that cannot be told."""
        name, select = column.name.casefold(), column.find_ancestor(exp.Select)
        while isinstance(select, exp.Select) and depth < _DEEPEST:
            found = self._from(select, column, otherwise, depth)
            if found is not None:
                return found
            given = [
                one.this
                for one in select.selects
                if one.alias.casefold() == name and column not in one.find_all(exp.Column)
            ]
            if given and not column.table:
                return self._of_parts(given[:1], otherwise, depth)
            select = select.parent.find_ancestor(exp.Select) if select.parent else None
        return {otherwise}

    def joined(self, join: exp.Join, otherwise: str) -> set[str]:
        """The tables behind the columns that a join by name compares."""
        select = join.find_ancestor(exp.Select)
        names = [one.name for one in join.args.get("using") or ()]
        if not isinstance(select, exp.Select) or not names:
            return {otherwise}
        sources = sources_of(select)
        return {
            table for name in names for one in sources for table in self._within(one, name.casefold(), otherwise, 0)
        }

    def _from(self, select: exp.Select, column: exp.Column, otherwise: str, depth: int) -> set[str] | None:
        """The tables of a column among what a SELECT reads; None where it is of none of these."""
        name, sources = column.name.casefold(), sources_of(select)
        if column.table:
            having = [one for one in sources if one.alias_or_name.casefold() == column.table.casefold()][:1]
        else:
            having = [one for one in sources if self._has(one, name, depth)]
        if not having:
            return None
        return {table for one in having for table in self._within(one, name, otherwise, depth + 1)}

    def _has(self, source: exp.Expr, name: str, depth: int) -> bool:
        query = self._query(source)
        if query is None:
            return name in self._columns.get(source.name.casefold(), ())
        return depth < _DEEPEST and any(self._gives(side, name, depth + 1) for side in _sides(query)[:1])

    def _gives(self, select: exp.Select, name: str, depth: int) -> bool:
        listed = any(one.alias_or_name.casefold() == name for one in select.selects)
        return listed or (_is_open(select) and any(self._has(one, name, depth) for one in sources_of(select)))

    def _query(self, source: exp.Expr) -> exp.Expr | None:
        """The query that a source is; None of a table."""
        if isinstance(source, exp.Subquery):
            inner: exp.Expr = source.this
            return inner
        return self._steps.get(source.name.casefold()) if isinstance(source, exp.Table) else source

    def _within(self, source: exp.Expr, name: str, otherwise: str, depth: int) -> set[str]:
        query = self._query(source)
        if query is None:
            return {source.name.casefold()}
        if depth >= _DEEPEST:
            return {otherwise}
        sides = _sides(query)
        names = [one.alias_or_name.casefold() for one in sides[0].selects] if sides else []
        if name in names:
            at = names.index(name)
            parts = [side.selects[at] for side in sides if at < len(side.selects)]
            return self._of_parts(parts, otherwise, depth)
        open_ = [one for side in sides if _is_open(side) for one in sources_of(side)]
        having = [one for one in open_ if self._has(one, name, depth)] or open_
        return {table for one in having for table in self._within(one, name, otherwise, depth + 1)} or {otherwise}

    def _of_parts(self, parts: Sequence[exp.Expr], otherwise: str, depth: int) -> set[str]:
        columns = (column for one in parts for column in one.find_all(exp.Column))
        return {table for column in columns for table in self.tables_of(column, otherwise, depth + 1)}


def _sides(query: exp.Expr) -> list[exp.Select]:
    """The SELECTs that a query is, or puts below each other."""
    return list(_selects(query))


def _selects(query: exp.Expr) -> Iterator[exp.Select]:
    if isinstance(query, exp.SetOperation):
        yield from _selects(query.left)
        yield from _selects(query.right)
    elif isinstance(query, exp.Subquery):
        yield from _selects(query.this)
    elif isinstance(query, exp.Select):
        yield query


def _is_open(select: exp.Select) -> bool:
    return any(one.is_star for one in select.selects)
