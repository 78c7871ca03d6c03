"""A query held against a table: every column is there, of the right kind, and compared with values of its own type."""

from collections.abc import Iterable, Mapping

from shared.contracts import ColumnType, DatasetProfile
from shared.query import conditions as c
from shared.query import derived as d
from shared.query import groupings as g
from shared.query import measures as m
from shared.query.bound import (
    BoundColumn,
    BoundLookup,
    BoundQuery,
    ColumnKind,
    Columns,
    DerivedColumn,
    PassedColumn,
    ResultColumn,
)
from shared.query.columns import KIND_WORDS, columns_in, separator_of, table_columns
from shared.query.fitting import column_of, require_held, require_value, require_whole, require_writable, values_of
from shared.query.lookup_check import bound_lookup, looked_up
from shared.query.problems import QueryProblem
from shared.query.query import Figures, Query, Rows, figure_at, output_names

_EXTREMES = frozenset({"min", "max"})
_NUMBERS = frozenset({"integer", "number"})


def check(query: Query, table: DatasetProfile, datasets: Iterable[DatasetProfile] = ()) -> BoundQuery:
    """Validates a query against a table, and the datasets that it may look up columns of, and binds it. Raises
    QueryProblem, whose sentence says what would fit."""
    datasets = tuple(datasets)
    source = check(query.source, table, datasets) if query.source is not None else None
    columns = {one.name: one for one in source.outputs} if source else dict(table_columns(table))
    lookups: list[BoundLookup] = []
    for lookup in query.lookups:
        lookups.append(bound_lookup(lookup, columns, table, datasets, check))
        columns |= {one.name: one for one in looked_up(lookups[-1], columns)}
    derived = []
    for item in query.derived:
        derived.append(made := _with_its_own(item, columns))
        columns[made.name] = _derived(made, dict(columns))
    idle = {one.name for one in _idle(query)}
    query = query.model_copy(update={"derived": tuple(one for one in derived if one.name not in idle)})
    columns = {name: one for name, one in columns.items() if name not in idle}
    for condition in query.where:
        _condition(condition, columns)
    _require_used(query)
    if isinstance(query, Rows):
        shown = query.columns or tuple(columns)
        outputs = tuple(PassedColumn(name, column_of(name, columns).type, columns[name]) for name in shown)
        for order in query.order:
            column_of(order.column, columns)
        return BoundQuery(query, table, source, columns, outputs, tuple(lookups))
    types = _figure_types(query, columns)
    bound = BoundQuery(query, table, source, columns, (), tuple(lookups))
    nodes = (*query.groups, *query.measures, *query.across)
    named = zip(output_names(query), types, nodes, strict=True)
    return bound._replace(outputs=tuple(ResultColumn(*one, bound) for one in named))


def _require_used(query: Query) -> None:
    """Every looked-up column takes part in the query: one that does not was meant to, and finding it may fail."""
    if isinstance(query, Rows) and not query.columns:
        return
    used = set(columns_in(query))
    for name in (name for lookup in query.lookups for name in lookup.called):
        if name not in used:
            raise QueryProblem("unused", f"“{name}” is looked up and not used; use it or leave it away.")


def unused(query: Query) -> tuple[str, ...]:
    """The names of derived columns that take part in nothing, in a query and those below it: they are left out."""
    below = unused(query.source) if query.source is not None else ()
    return (*below, *(one.name for one in reversed(_idle(query))))


def _idle(query: Query) -> list[d.Derived]:
    """The derived columns that no other part of the query uses, but for such ones; the last first."""
    if isinstance(query, Rows) and not query.columns:
        return []
    kept, found = query.derived, list[d.Derived]()
    for item in reversed(query.derived):
        others = tuple(one for one in kept if one is not item)
        if item.name not in columns_in(query.model_copy(update={"derived": others})):
            kept, found = others, [*found, item]
    return found


# ---- derived columns -----------------------------------------------------------------------------------------------


def _derived(item: d.Derived, columns: Columns) -> DerivedColumn:
    if any(name.lower() == item.name.lower() for name in columns):
        raise QueryProblem("taken_name", f"There is a column “{item.name}” already; derive it under another name.")
    same = next((one for one in columns.values() if _is_same(one, item)), None)
    if same is not None:
        raise QueryProblem("unused", f"“{item.name}” is derived just as “{same.name}” is; derive it once.")
    return DerivedColumn(item.name, _derived_type(item, columns), item, columns)


def _is_same(column: BoundColumn, item: d.Derived) -> bool:
    return isinstance(column, DerivedColumn) and column.node == item.model_copy(update={"name": column.node.name})


def _derived_type(item: d.Derived, columns: Columns) -> ColumnType:
    if isinstance(item, d.Filled):
        return _filled_type(item, columns)
    kinds, what = _DERIVED[item.kind]
    for name in columns_in(item):
        column_of(name, columns, *kinds, of=what)
    if isinstance(item, d.Bucket):
        require_writable(*item.labels)
    if isinstance(item, d.Recode):
        _recoded(item, columns[item.column])
    if isinstance(item, d.Bucket | d.Recode | d.Tier) or (isinstance(item, d.TextForm) and item.form == "lower"):
        return "text"
    exact = isinstance(item, d.TimeBetween) and item.unit != "days"
    return "number" if exact or isinstance(item, d.CleanedNumber | d.Calculation) else "integer"


_DERIVED: Mapping[str, tuple[tuple[ColumnKind, ...], str]] = {
    "cleaned_number": (("text", "number"), "A cleaned number"), "bucket": (("number",), "A bucket"),
    "recode": (("text",), "A recoding"),
    "tier": (("number",), "A tier"),
    "calculation": (("number",), "A calculation"), "time_part": (("time",), "A part of a time"),
    "text_form": (("text",), "A form of a text"), "time_between": (("time",), "A length of time"),
}  # fmt: skip


def _with_its_own(item: d.Derived, columns: Columns) -> d.Derived:
    """A recoding whose names take the cells that hold them already as values, too, where the column is known to hold
    some: "Nordic AS" told as "Nordic", of which there are others, lists both."""
    if not isinstance(item, d.Recode) or item.column not in columns:
        return item
    held = values_of(columns[item.column])
    whole = [
        one.model_copy(update={"values": (one.to, *one.values)}) if one.to in held and one.to not in one.values else one
        for one in item.merged
    ]
    return item.model_copy(update={"merged": tuple(whole)})


def _recoded(item: d.Recode, own: BoundColumn) -> None:
    """The values of a recoding are ones that the column holds, as far as these are known."""
    for one in item.merged:
        require_writable(one.to, *one.values)
        for value in one.values:
            require_whole(value, own)
            require_held(value, own)
    require_writable(*([item.others] if item.others else []))


def _filled_type(item: d.Filled, columns: Columns) -> ColumnType:
    for name in item.per if isinstance(item, d.FilledWithFigure) else ():
        column_of(name, columns)
    if isinstance(item, d.FilledWithFigure) and item.figure != "mode":
        column_of(item.column, columns, "number", of=f"Filling by the {item.figure}")
        return "number"
    own = column_of(item.column, columns)
    if isinstance(item, d.FilledWithColumn):
        other = column_of(item.other, columns, own.kind, of=f"A fill of “{own.name}”")
        return own.type if other.type == own.type else "timestamp" if own.kind == "time" else "number"
    if isinstance(item, d.FilledWithValue):
        _require_no_column(item, own, columns)
        require_value(item.value, own)
        if own.type == "date" and len(str(item.value)) > 10:
            raise QueryProblem("wrong_value", f"“{own.name}” holds dates; fill it with a date without a time of day.")
        return "number" if own.type == "integer" and isinstance(item.value, float) else own.type
    return own.type


def _require_no_column(item: d.FilledWithValue, own: BoundColumn, columns: Columns) -> None:
    """Raises QueryProblem where the value is the name of a column whose cells are meant."""
    other = columns.get(item.value) if isinstance(item.value, str) and item.value != own.name else None
    if other is not None and other.kind == own.kind:
        told = f"“{other.name}” is a column, and a value is the same in every row: fill by the cells of a column by "
        told += f"the kind filled_with_column, with “{other.name}” as its `other`."
        raise QueryProblem("wrong_value", told, (other.name,))


# ---- conditions ----------------------------------------------------------------------------------------------------


def _condition(item: c.Condition, columns: Columns) -> None:
    if isinstance(item, c.AnyOf | c.AllOf):
        for one in item.conditions:
            _condition(one, columns)
    elif isinstance(item, c.Not):
        _condition(item.condition, columns)
    elif isinstance(item, c.CompareColumns):
        _compared_columns(item, columns)
    elif isinstance(item, c.Compare | c.OneOf | c.NoneOf):
        own = column_of(item.column, columns)
        if isinstance(item, c.Compare):
            _require_ordered(own, item.operator)
        for value in (item.value,) if isinstance(item, c.Compare) else item.values:
            require_value(value, own)
            require_whole(value, own)
    else:
        kinds = _of_hours(item.part) if isinstance(item, c.PartIs) else _CONDITION_KINDS.get(item.kind, ())
        column_of(item.column, columns, *kinds, of=_CONDITION_WORDS.get(item.kind, ""))
        if isinstance(item, c.Contains | c.Lists):
            _searched(item, columns)


def _of_hours(part: c.Part) -> tuple[ColumnKind, ...]:
    """The kinds of columns that have such a part."""
    return ("time", "clock") if part == "hour" else ("time",)


def _searched(item: c.Contains | c.Lists, columns: Columns) -> None:
    require_writable(item.text if isinstance(item, c.Contains) else item.thing)
    if isinstance(item, c.Lists) and not separator_of(columns[item.column]):
        raise QueryProblem("wrong_kind", f"Cells of “{item.column}” list nothing: compare them with =.")


def _compared_columns(item: c.CompareColumns, columns: Columns) -> None:
    own, other = column_of(item.column, columns), column_of(item.other, columns)
    _require_ordered(own, item.operator)
    if own.kind != other.kind:
        held = f"“{own.name}” holds {KIND_WORDS[own.kind]}, “{other.name}” {KIND_WORDS[other.kind]}"
        raise QueryProblem("wrong_kind", f"{held}: they cannot be compared.")


_CONDITION_KINDS: Mapping[str, tuple[ColumnKind, ...]] = {
    "range": ("number",), "period": ("time",), "contains": ("text",),
    "lists": ("text",),
    "against_figure": ("number",), "against_quantile": ("number",), "against_spread": ("number",),
}  # fmt: skip
_CONDITION_WORDS = {
    "range": "A range", "period": "A period", "part_is": "A part of a time", "contains": "A search in a text",
    "lists": "A search in a list",
    "against_figure": "A comparison with a figure", "against_quantile": "A comparison with a quantile",
    "against_spread": "A comparison with the spread",
}  # fmt: skip


def _require_ordered(own: BoundColumn, operator: c.Operator) -> None:
    if operator not in ("=", "!=") and own.kind in ("text", "flag"):
        told = f"“{own.name}” holds {KIND_WORDS[own.kind]}, which is equal or not (= or !=), never more or less."
        raise QueryProblem("wrong_kind", told)


# ---- figures -------------------------------------------------------------------------------------------------------


def _figure_types(query: Figures, columns: Columns) -> tuple[ColumnType, ...]:
    groups = [group_type(one, columns) for one in query.groups]
    measures = [_measure_type(one, columns) for one in query.measures]
    for one in query.across:
        if measures[figure_at(query, one.measure)] not in _NUMBERS:
            told = f"A {one.kind.replace('_', ' ')} is one of numbers, not of dates or texts."
            raise QueryProblem("wrong_kind", told)
    for having in query.having:
        if isinstance(having.measure, int | str):
            place = figure_at(query, having.measure)
            type_ = measures[place] if place < len(measures) else "number"
        else:
            type_ = _measure_type(having.measure, columns)
        if type_ not in _NUMBERS:
            raise QueryProblem("wrong_kind", "A condition on groups compares numbers; this figure is a date or a text.")
    across: list[ColumnType] = ["integer" if one.kind == "rank" else "number" for one in query.across]
    return (*groups, *measures, *across)


def group_type(item: g.AnyGrouping, columns: Columns) -> ColumnType:
    """What the groups of a grouping are. Raises QueryProblem where the columns have none such."""
    if isinstance(item, g.ByColumn):
        return column_of(item.column, columns).type
    if isinstance(item, g.ByTime):
        own = column_of(item.column, columns, "time", of=f"A grouping by {item.grain}")
        if item.grain == "hour" and own.type == "date":
            raise QueryProblem("wrong_kind", f"“{own.name}” has no time of day: group it by day or longer.")
        return "timestamp" if item.grain == "hour" else "date"
    if isinstance(item, g.ByPart):
        column_of(item.column, columns, *_of_hours(item.part), of=f"A grouping by {item.part}")
        return "integer"
    column_of(item.column, columns, "number", of="A grouping in bins")
    return "text" if isinstance(item, g.ByEdges) else "number"


def _measure_type(item: m.AnyMeasure, columns: Columns) -> ColumnType:
    if isinstance(item, m.Statistic):
        return _statistic_type(item, columns)
    if isinstance(item, m.Quantile):
        column_of(item.column, columns, "number", of="A quantile")
    elif isinstance(item, m.Rate):
        _rate(item, columns)
    elif isinstance(item, m.Filtered):
        for condition in item.where:
            _condition(condition, columns)
        return _measure_type(item.measure, columns)
    elif isinstance(item, m.Arithmetic):
        for side in (item.left, item.right):
            _require_number(side, columns)
    elif isinstance(item, m.PerGroup):
        group_type(item.per, columns)
        _require_number(item.measure, columns)
    return "integer" if isinstance(item, m.RowCount) else "number"


def _statistic_type(item: m.Statistic, columns: Columns) -> ColumnType:
    if item.function in m.COUNTS:
        column_of(item.column, columns)
        return "integer"
    kinds: tuple[ColumnKind, ...] = ("number", "time", "text") if item.function in _EXTREMES else ("number",)
    own = column_of(item.column, columns, *kinds, of=f"The {item.function.replace('_', ' ')}")
    return own.type if item.function in _EXTREMES else "number"


def _require_number(item: m.AnyMeasure, columns: Columns) -> None:
    if _measure_type(item, columns) not in _NUMBERS:
        told = "A first or last date or text stands by itself: it is no number to go on with."
        raise QueryProblem("wrong_kind", told)


def _rate(item: m.Rate, columns: Columns) -> None:
    """The value of a rate is one that the column holds, where all of its values are known."""
    own = column_of(item.column, columns)
    require_value(item.value, own)
    require_whole(item.value, own)
    require_held(item.value, own)
