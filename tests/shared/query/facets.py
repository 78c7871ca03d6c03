"""What a query itself says, in the structure that readings of sentences have. Read from the value alone."""

from typing import Any

from shared.query.base import moment
from shared.query.measures import default_name
from shared.query.query import Figures, Query, Rows, figure_at, group_at, output_names
from tests.shared.query.recovered import ALL_COLUMNS, Part, Recovered, family, plain_type, type_of

Columns = dict[str, Part]


def facets_of(
    query: Query, columns: dict[str, str], noun: str, others: dict[str, dict[str, str]] | None = None
) -> Recovered:
    """What a query of a table says. `columns` are the table's, with their types (as in a profile); `noun` is what a
    row is called, which changes no fact; `others` are the columns of other tables, by their relations."""
    own: Columns = {name: ("column", name, plain_type(type_)) for name, type_ in columns.items()}
    return _query(query, own, others or {})[0]


def _query(query: Query, table: Columns, others: dict[str, dict[str, str]]) -> tuple[Recovered, Columns]:
    """The query and the columns of its result by name."""
    over, columns = (None, table) if query.source is None else _query(query.source, table, others)
    own = dict(columns)
    for lookup in query.lookups:
        on = tuple((own[pair.column], pair.key) for pair in lookup.on)
        for found in lookup.columns:
            type_ = plain_type(others[lookup.dataset][found.column])
            own[found.called] = ("looked_up", found.column, lookup.dataset, on, type_)
        there = {name: ("column", name, plain_type(type_)) for name, type_ in others[lookup.dataset].items()}
        for measure in lookup.measures:
            own[default_name(measure)] = ("found_figure", _figure(measure, there), lookup.dataset, on)
    for one in query.derived:
        made = _derived(one, own)
        while made in columns.values():
            made = ("anew", made)
        own[one.name] = made
    where = tuple(_condition(one, own) for one in query.where)
    if isinstance(query, Rows):
        return _rows(query, own, columns, where, over)
    groups = tuple(_grouping(one, own) for one in query.groups)
    measures = tuple(_figure(one, own) for one in query.measures)
    across = tuple(_across(query, one, measures, groups) for one in query.across)
    parts = (*groups, *measures, *across)
    made = Recovered(
        "figures", measures, across, groups, where, _having(query, own, (*measures, *across)),
        _ranking(query, (*measures, *across), groups), distinct_rows=query.distinct_rows, over=over,
    )  # fmt: skip
    return made, {name: ("result", part) for name, part in zip(output_names(query), parts, strict=True)}


def _rows(
    query: Rows, own: Columns, source: Columns, where: tuple[Part, ...], over: Recovered | None
) -> tuple[Recovered, Columns]:
    order = tuple((own[one.column], one.descending) for one in query.order)
    new = [name for lookup in query.lookups for name in lookup.called]
    new += [one.name for one in query.derived]
    shown = tuple(own[name] for name in query.columns) or (ALL_COLUMNS, *(own[name] for name in new))
    made = Recovered(
        "rows", where=where, columns=shown, order=order, limit=query.limit, offset=query.offset,
        distinct_rows=query.distinct_rows, over=over,
    )  # fmt: skip
    names = query.columns or (*source, *new)
    return made, {name: own[name] for name in names}


def _typed(value: Any, column: Part) -> Part:
    kind = family(type_of(column))
    return (kind, moment(value) if kind == "time" else value)


def _unordered(values: Any) -> tuple[Any, ...]:
    return tuple(sorted(values))


def _derived(one: Any, own: Columns) -> Part:
    kind = one.kind
    if kind == "cleaned_number":
        return ("cleaned", own[one.column], one.decimal_mark)
    if kind == "bucket":
        return ("bucket", own[one.column], one.edges, one.labels)
    if kind == "recode":
        merged = frozenset((each.to, frozenset(each.values)) for each in one.merged)
        return ("recode", own[one.column], merged, one.others)
    if kind == "tier":
        return ("tier", own[one.column], round(one.low, 10), round(one.high, 10))
    if kind == "calculation":
        sides = [own[side] if isinstance(side, str) else ("number", side) for side in (one.left, one.right)]
        return ("calculation", one.operator, *sides)
    if kind.startswith("filled_with_"):
        return _filled(one, own)
    if kind == "time_part":
        return ("time_part", own[one.column], one.part)
    if kind == "text_form":
        return (one.form, own[one.column])
    return ("time_between", own[one.start], own[one.end], one.unit)


def _filled(one: Any, own: Columns) -> Part:
    if one.kind == "filled_with_column":
        return ("filled_by", own[one.column], own[one.other])
    if one.kind == "filled_with_figure":
        return ("filled", own[one.column], one.figure, tuple(own[name] for name in one.per))
    return ("filled", own[one.column], _typed(one.value, own[one.column]))


def _condition(one: Any, own: Columns) -> Part:
    kind = one.kind
    if kind in ("any_of", "all_of"):
        return (kind, tuple(_condition(inner, own) for inner in one.conditions))
    if kind == "not":
        return ("not", _condition(one.condition, own))
    if kind.startswith("against_"):
        return (kind, own[one.column], *_RELATIVE[kind](one), one.among)
    return (kind, own[one.column], *_beside(one, own))


_RELATIVE: dict[str, Any] = {
    "against_figure": lambda one: (one.operator, one.figure, one.times),
    "against_quantile": lambda one: (one.operator, round(one.at, 10)),
    "against_spread": lambda one: (one.position, one.around, one.reach),
}


def _beside(one: Any, own: Columns) -> tuple[Any, ...]:
    """What a condition says of its column."""
    column = own[one.column]
    told = {
        "compare": lambda: (one.operator, _typed(one.value, column)),
        "compare_columns": lambda: (one.operator, own[one.other]),
        "one_of": lambda: (_unordered(_typed(value, column) for value in one.values),),
        "none_of": lambda: (_unordered(_typed(value, column) for value in one.values),),
        "range": lambda: (one.low, one.high),
        "period": lambda: (moment(one.start), moment(one.end)),
        "part_is": lambda: (one.part, _unordered(one.values)),
        "contains": lambda: (one.text,),
        "lists": lambda: (one.thing,),
        "empty": tuple,
        "known": tuple,
    }
    return told[one.kind]()  # type: ignore[no-any-return,operator]


def _grouping(one: Any, own: Columns) -> Part:
    column, keeps = own[one.column], one.keep_empty
    if one.kind == "column":
        return ("by_column", column, keeps)
    if one.kind == "edges":
        return ("by_edges", column, one.edges, keeps)
    what = {"time": "grain", "part": "part", "width": "width"}[one.kind]
    return (f"by_{one.kind}", column, getattr(one, what), keeps)


def _figure(one: Any, own: Columns) -> Part:
    kind = one.kind
    if kind == "rows":
        return ("rows",)
    if kind == "statistic":
        return ("statistic", one.function, own[one.column])
    if kind == "quantile":
        return ("quantile", own[one.column], round(one.at, 10))
    if kind == "rate":
        return ("rate", own[one.column], _typed(one.value, own[one.column]))
    if kind == "filtered":
        return ("filtered", _figure(one.measure, own), tuple(_condition(inner, own) for inner in one.where))
    if kind == "arithmetic":
        return ("arithmetic", one.operator, _figure(one.left, own), _figure(one.right, own))
    return ("per_group", one.function, _grouping(one.per, own), _figure(one.measure, own))


def _across(query: Figures, one: Any, measures: tuple[Part, ...], groups: tuple[Part, ...]) -> Part:
    measure = measures[figure_at(query, one.measure)]
    grain = next((group[2] for group in groups if group[0] == "by_time"), None)
    if one.kind == "change":
        return ("change", measure, one.against, one.unit, grain)
    if one.kind == "moving_average":
        return ("moving_average", measure, one.periods, grain)
    if one.kind == "running_total":
        return ("running_total", measure)
    within = tuple(groups[group_at(query, place)] for place in one.within)
    return ("share", measure, within) if one.kind == "share" else ("rank", measure, one.descending, within)


def _having(query: Figures, own: Columns, figures: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(
        (
            figures[figure_at(query, one.measure)] if isinstance(one.measure, int | str) else _figure(one.measure, own),
            one.operator,
            one.value,
        )
        for one in query.having
    )


def _ranking(query: Figures, figures: tuple[Part, ...], groups: tuple[Part, ...]) -> Part | None:
    one = query.ranking
    if one is None:
        return None
    within = tuple(groups[group_at(query, place)] for place in one.within)
    return (figures[figure_at(query, one.by)], one.descending, one.limit, one.offset, within, one.ties)
