"""Figures by a name that several things share: members of one name are no one member."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.grouped import group_keys
from shared.engine.sql.clauses import conjuncts
from shared.table.keys import bare, said
from shared.table.names import spoken
from shared.table.roles import is_id_name

_CALLED: Final = (("name",), ("full", "name"))


class SharedName(NamedTuple):
    """A column of names, and the column of ids that tells apart those who share one."""

    name: ColumnProfile
    key: ColumnProfile

    @property
    def line(self) -> str:
        """That there are fewer names than ids, with how many there are of each."""
        name, key = spoken(self.name), spoken(self.key)
        return (
            f"There are {self.key.distinct:,} different values of {key}, but only {self.name.distinct:,} of {name}: "
            f"a figure for one {name} may combine several of them."
        )


def namesakes(own: exp.Expr, table: DatasetProfile, datasets: Sequence[DatasetProfile]) -> Iterator[str]:
    """A sentence for each column of shared names by which a query groups rows, of which it takes one, or which it
    counts, unless the ids are a group or a condition beside it. `own` is the query as it reads this table."""
    for shared in shared_names(table, datasets):
        if any(_takes_together(select, shared, table) for select in own.find_all(exp.Select)):
            yield shared.line


def shared_names(table: DatasetProfile, datasets: Sequence[DatasetProfile]) -> tuple[SharedName, ...]:
    """The columns of names (customer name, or just name) that have fewer values than the ids of what they name
    (customer id). Whose a mere "name" is, a table says where its own key is its only id or is named in another table:
    payments with an id of their own may name who pays, again and again."""
    ids = [one for one in table.columns if _is_id(one) and not one.nulls]
    found = []
    for name in (one for one in table.columns if one.type == "text" and one not in ids):
        words = said(name.name)
        if words in _CALLED:
            keys = [one for one in ids if one.distinct == table.row_count and _names_rows(one, table, datasets)]
        else:
            keys = [one for one in ids if words[-1:] == ("name",) and bare(said(one.name)) == words[:-1]]
        known = [one for one in keys if name.distinct < one.distinct - name.nulls]
        found += [SharedName(name, one) for one in known[:1]]
    return tuple(found)


def _names_rows(key: ColumnProfile, table: DatasetProfile, datasets: Sequence[DatasetProfile]) -> bool:
    others = [column for one in datasets if one.relation != table.relation for column in one.columns]
    linked = any(one.name.casefold() == key.name.casefold() for one in others)
    return bool(bare(said(key.name))) and (linked or sum(map(_is_id, table.columns)) == 1)


def _is_id(column: ColumnProfile) -> bool:
    return column.role == "id" or is_id_name(column.name)


def _takes_together(select: exp.Select, shared: SharedName, table: DatasetProfile) -> bool:
    keys = {column.name.casefold() for one in group_keys(select) for column in one.find_all(exp.Column)}
    met = [one.unnest() for one in conjuncts(select.args.get("where"))]
    limits = {column.name.casefold() for one in met for column in one.find_all(exp.Column)}
    name, key = shared.name.name.casefold(), shared.key.name.casefold()
    if any(one.endswith(key) for one in keys | limits):  # also of another table, to which it links
        return False
    computed = select.find(exp.AggFunc)
    if name in keys:
        return computed is not None
    counted = (one.this for one in select.find_all(exp.Count) if isinstance(one.this, exp.Distinct))
    if any(_is(column, name) for one in counted for column in one.expressions):
        return True
    taken = (one for one in met if isinstance(one, exp.EQ) and _is(one.this, name))
    return computed is not None and any(_several(one.expression, shared, table) for one in taken)


def _is(one: exp.Expr | None, name: str) -> bool:
    return isinstance(one, exp.Column) and one.name.casefold() == name


def _several(value: exp.Expr | None, shared: SharedName, table: DatasetProfile) -> bool:
    """Whether several rows, each of its own id, have this name, as far as that is known."""
    if shared.key.distinct < table.row_count or not isinstance(value, exp.Literal):
        return False
    return any(one.count > 1 and str(one.value) == value.name for one in shared.name.top_values)
