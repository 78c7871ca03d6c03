"""A lookup held against the datasets: it finds by what can be compared, by a key, and under names of their own."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod

from shared.contracts import ColumnProfile, DatasetProfile
from shared.query.bound import (
    BoundColumn,
    BoundLookup,
    BoundQuery,
    Columns,
    Found,
    FoundFigure,
    LookedUpColumn,
    ProfiledColumn,
    ResultColumn,
    TableColumn,
)
from shared.query.columns import KIND_WORDS
from shared.query.groupings import ByColumn
from shared.query.lookups import Lookup
from shared.query.problems import QueryProblem, unknown_column, unknown_dataset
from shared.query.query import Figures


def bound_lookup(
    item: Lookup,
    columns: Columns,
    table: DatasetProfile,
    datasets: Iterable[DatasetProfile],
    check: Callable[[Figures, DatasetProfile], BoundQuery],
) -> BoundLookup:
    """The lookup of rows of the table that have these columns; `check` binds a query of another dataset. Raises
    QueryProblem, whose sentence says what would fit."""
    there: Mapping[str, DatasetProfile] = {one.relation: one for one in (table, *datasets)}
    other = there.get(item.dataset)
    if other is None:
        raise unknown_dataset(item.dataset, there)
    pairs = [_pair(one.column, one.key, columns, other) for one in item.on]
    for own, key in pairs:
        _require_comparable(own, key, table, other)
    keys = [key for _, key in pairs]
    once = any(_once(own, table) for own, _ in pairs)
    figures = check(_grouped(item), other) if item.measures else None
    if figures is None:
        _require_key(keys, other, pairs[0][0], table if once else None)
    for own, key in pairs:
        _require_common(own, key, other)
    proven = figures is not None or any(_differs(key, other) for key in keys)
    return BoundLookup(item, other, tuple(pairs), proven, once, figures)


def _grouped(item: Lookup) -> Figures:
    """The measures of each key: one row of each, by construction."""
    named = zip(item.measures, item.called, strict=True)
    measures = tuple(one.model_copy(update={"name": name}) for one, name in named)
    return Figures(groups=tuple(ByColumn(column=one.key) for one in item.on), measures=measures)


def looked_up(lookup: BoundLookup, columns: Columns) -> Iterator[Found]:
    """The columns that a lookup adds to these."""
    taken = {name.lower() for name in columns}
    for one in _found(lookup):
        if one.name.lower() in taken:
            told = f"There is a column “{one.name}” already; give that of {lookup.table.relation} a `name` of its own."
            raise QueryProblem("taken_name", told)
        taken.add(one.name.lower())
        yield one


def _found(lookup: BoundLookup) -> Iterator[Found]:
    for one in lookup.node.columns:
        profile = _column(one.column, lookup.table)
        yield LookedUpColumn(one.called, profile.type, profile, lookup)
    for output in lookup.figures.outputs[len(lookup.on) :] if lookup.figures else ():
        if isinstance(output, ResultColumn):
            yield FoundFigure(output.name, output.type, output, lookup)


def _pair(column: str, key: str, columns: Columns, other: DatasetProfile) -> tuple[BoundColumn, ColumnProfile]:
    if column not in columns:
        raise unknown_column(column, columns)
    return columns[column], _column(key, other)


def _column(name: str, table: DatasetProfile) -> ColumnProfile:
    try:
        return table.column(name)
    except KeyError:
        raise unknown_column(name, (one.name for one in table.columns), table.relation) from None


def _require_comparable(own: BoundColumn, key: ColumnProfile, table: DatasetProfile, other: DatasetProfile) -> None:
    beside = _as_bound(key)
    if own.kind != beside.kind:
        held = f"“{own.name}” holds {KIND_WORDS[own.kind]}, “{key.name}” of {other.relation} {KIND_WORDS[beside.kind]}"
        raise QueryProblem("wrong_kind", f"{held}: they cannot be compared.")
    for name, empty in (
        (f"“{own.name}”", isinstance(own, TableColumn) and _is_empty(own.profile, table)),
        (f"“{key.name}” of {other.relation}", _is_empty(key, other)),
    ):
        if empty:
            raise QueryProblem("no_key", f"{name} is empty in every row: nothing can be found by it.")


def _require_common(own: BoundColumn, key: ColumnProfile, other: DatasetProfile) -> None:
    if isinstance(own, ProfiledColumn) and _apart(own.profile, key):
        shown = f"“{own.name}” holds {_shown(own.profile)}, “{key.name}” of {other.relation} {_shown(key)}"
        raise QueryProblem("no_match", f"{shown}: no cell of one is one of the other, so nothing would be found.")


def _apart(own: ColumnProfile, key: ColumnProfile) -> bool:
    """Whether the profiles say that no cell of one column equals one of the other."""
    ends = [one for column in (own, key) for one in (column.minimum, column.maximum)]
    alike = own.type == key.type or (own.numeric and key.numeric)
    if alike and None not in ends and (ends[1] < ends[2] or ends[3] < ends[0]):  # type: ignore[operator]
        return True
    whole = all(0 < one.distinct == len(one.top_values) for one in (own, key))
    return whole and alike and {one.value for one in own.top_values}.isdisjoint(one.value for one in key.top_values)


def _shown(column: ColumnProfile) -> str:
    """Some of the values of a column."""
    values = [repr(one.value)[:40] for one in column.top_values[:3]]
    return ", ".join(values) if values else f"{column.minimum!r:.40} to {column.maximum!r:.40}"


def _is_empty(column: ColumnProfile, table: DatasetProfile) -> bool:
    return 0 < table.row_count == column.nulls


def _require_key(
    keys: list[ColumnProfile], other: DatasetProfile, own: BoundColumn, unique_here: DatasetProfile | None
) -> None:
    """Raises QueryProblem where some rows of the other dataset must share a key. Of several columns together the
    profile does not say it: rows that share one are not found (`shared.query.sql.lookups`), and that is told.
    `unique_here` is the table, where its own columns are a key of it: then the lookup is the wrong way round."""
    if prod(key.distinct for key in keys) >= other.row_count - sum(key.nulls for key in keys):
        return
    names = " and ".join(f"“{key.name}”" for key in keys)
    told = f"{names} of {other.relation} {'is' if len(keys) == 1 else 'are'} no key: rows share a value"
    unique = [one for one in other.columns if _differs(one, other) and one.distinct > 1 and one.type != "number"]
    fitting = [one.name for one in unique if _as_bound(one).kind == own.kind] or [one.name for one in unique]
    offered = (
        f"Different in each row: {', '.join(fitting[:8])}."
        if fitting
        else f"No column of {other.relation} is one alone."
    )
    offered += " Or look up `measures` of the rows that share it."
    if unique_here is not None:
        here = unique_here.relation
        offered += f" But “{own.name}” is a key of {here}: ask of {other.relation}, and look up columns of {here}."
    raise QueryProblem("no_key", f"{told}. {offered}", tuple(fitting[:3]))


def _as_bound(column: ColumnProfile) -> TableColumn:
    return TableColumn(column.name, column.type, column)


def _differs(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether no two rows share a value: distinct values are counted exactly, at ingestion."""
    return column.distinct >= table.row_count - column.nulls


def _once(column: BoundColumn, table: DatasetProfile) -> bool:
    """Whether no two rows of the table share a cell of the column."""
    if isinstance(column, LookedUpColumn):
        return column.lookup.once and _differs(column.profile, column.lookup.table)
    return isinstance(column, ProfiledColumn) and _differs(column.profile, table)
