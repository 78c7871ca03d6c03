"""Which table a column of a query is of, where tables have columns of the same name."""

from collections.abc import Iterable, Iterator, Sequence

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.sql.clauses import sources_of
from shared.query.base import RESERVED

_ANOTHERS = f"{RESERVED}of_another_"


def own_columns(tree: exp.Expr, relation: str, datasets: Iterable[DatasetProfile]) -> exp.Expr | None:
    """The query with those columns renamed that are certainly of another table than this one, or made of such alone;
    None where it does not read the table."""
    own = relation.casefold()
    if not any(one.name.casefold() == own for one in tree.find_all(exp.Table)):
        return None
    tree = tree.copy()
    scopes = _Scopes(tree, own, datasets)
    others = [column for column in tree.find_all(exp.Column) if own not in scopes.tables_of(column)]
    apart = [join for join in tree.find_all(exp.Join) if own not in scopes.joined(join)]
    for column in others:
        column.set("this", exp.to_identifier(f"{_ANOTHERS}{column.name}", quoted=True))
    for join in apart:
        join.set("using", None)
    return tree


class _Scopes:
    """What the parts of a query read; a column of which that cannot be told may be of the table `own`."""

    def __init__(self, tree: exp.Expr, own: str, datasets: Iterable[DatasetProfile]) -> None:
        self._own = own
        self._steps = {one.alias.casefold(): one.this for one in tree.find_all(exp.CTE)}
        self._columns = {one.relation.casefold(): {each.name.casefold() for each in one.columns} for one in datasets}
        self._tables: dict[tuple[int, str], set[str]] = {}
        self._held: dict[tuple[int, str], bool] = {}

    def tables_of(self, column: exp.Column) -> set[str]:
        """The tables that a column may be of, in small letters."""
        key = (id(column), "")
        if key not in self._tables:
            self._tables[key] = set()  # for one that is made of itself
            self._tables[key] = self._tables_of(column)
        return self._tables[key]

    def joined(self, join: exp.Join) -> set[str]:
        """The tables behind the columns that a join by name compares."""
        select = join.find_ancestor(exp.Select)
        names = [one.name for one in join.args.get("using") or ()]
        if not isinstance(select, exp.Select) or not names:
            return {self._own}
        return {table for name in names for one in sources_of(select) for table in self._within(one, name.casefold())}

    def _tables_of(self, column: exp.Column) -> set[str]:
        name, select = column.name.casefold(), column.find_ancestor(exp.Select)
        while isinstance(select, exp.Select):
            having = self._having(select, column)
            if having:
                return {table for one in having for table in self._within(one, name)}
            given = [one for one in select.selects if one.alias.casefold() == name and not _is_in(column, one)]
            if given and not column.table:
                return self._of_parts(given[:1])
            select = select.parent.find_ancestor(exp.Select) if select.parent else None
        return {self._own}

    def _having(self, select: exp.Select, column: exp.Column) -> list[exp.Expr]:
        """The sources of a SELECT that a column may be of."""
        sources = sources_of(select)
        if column.table:
            return [one for one in sources if one.alias_or_name.casefold() == column.table.casefold()][:1]
        return [one for one in sources if self._has(one, column.name.casefold())]

    def _has(self, source: exp.Expr, name: str) -> bool:
        query = self._query(source)
        if query is None:
            return name in self._columns.get(source.name.casefold(), ())
        key = (id(query), name)
        if key not in self._held:
            self._held[key] = False  # for one that reads itself
            self._held[key] = any(self._gives(side, name) for side in _sides(query)[:1])
        return self._held[key]

    def _gives(self, select: exp.Select, name: str) -> bool:
        listed = any(one.alias_or_name.casefold() == name for one in select.selects)
        return listed or (_is_open(select) and any(self._has(one, name) for one in sources_of(select)))

    def _query(self, source: exp.Expr) -> exp.Expr | None:
        """The query that a source is; None of a table."""
        if isinstance(source, exp.Subquery):
            inner: exp.Expr = source.this
            return inner
        return self._steps.get(source.name.casefold()) if isinstance(source, exp.Table) else source

    def _within(self, source: exp.Expr, name: str) -> set[str]:
        """The tables behind a column of a source."""
        query = self._query(source)
        if query is None:
            return {source.name.casefold()}
        key = (id(query), name)
        if key not in self._tables:
            self._tables[key] = set()  # for one that reads itself
            self._tables[key] = self._through(query, name)
        return self._tables[key]

    def _through(self, query: exp.Expr, name: str) -> set[str]:
        sides = _sides(query)
        names = [one.alias_or_name.casefold() for one in sides[0].selects] if sides else []
        if name in names:
            at = names.index(name)
            return self._of_parts([side.selects[at] for side in sides if at < len(side.selects)])
        open_ = [one for side in sides if _is_open(side) for one in sources_of(side)]
        having = [one for one in open_ if self._has(one, name)] or open_
        return {table for one in having for table in self._within(one, name)} or {self._own}

    def _of_parts(self, parts: Sequence[exp.Expr]) -> set[str]:
        return {table for one in parts for column in one.find_all(exp.Column) for table in self.tables_of(column)}


def _is_in(column: exp.Column, part: exp.Expr) -> bool:
    return any(one is column for one in part.find_all(exp.Column))


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
