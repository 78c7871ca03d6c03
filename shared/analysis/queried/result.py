"""The result of a bound query as a table: of each of its columns the profile, and what there is one row of."""

from collections.abc import Iterator, Mapping
from typing import Final

from shared.analysis.queried.account import StepAccount
from shared.analysis.queried.cells import cells_of
from shared.analysis.queried.times import leaves_out, profile_of_times, result_times
from shared.analysis.queried_table import QueriedTable
from shared.analysis.summary import spoken_naming
from shared.analysis.wording import entity_noun, several_of
from shared.contracts import ColumnProfile, RowGrain, SemanticProfile
from shared.errors import ForfeitException
from shared.query import derived as d
from shared.query import groupings as g
from shared.query import measures as m
from shared.query.across import Across
from shared.query.bound import (
    BoundColumn,
    BoundQuery,
    DerivedColumn,
    LookedUpColumn,
    PassedColumn,
    ProfiledColumn,
    ResultColumn,
)
from shared.query.checks.currency import mixed_still
from shared.query.checks.fixed import fixed_by
from shared.query.columns import columns_in, follows
from shared.query.lookups import Lookup
from shared.query.query import Figures, figure_at
from shared.query.semantics import ProfileSemantics
from shared.query.units import additivity, column_unit
from shared.query.words.verbalise import taken_words, verbalise
from shared.table.names import spoken
from shared.table.nouns import one_of, plural
from shared.table.units import CURRENCIES

ANY_ROW: Final = "row of the query"
"""What a row is called where there is no telling what there is one of each."""
_LONGEST: Final = 60
"""Of a column's words, in characters: what is longer is told by its name, and once by what it is."""
_UnitColumn = tuple[Lookup | None, str]
"""A column that says the unit of another one's cells: the lookup that finds it, None for the table's own, and its
name."""


def result_of(bound: BoundQuery, account: StepAccount) -> QueriedTable:
    """The table that the query gives; `account` says how many rows it has, and of what.

    Raises ForfeitException where amounts in it are in several currencies, and none of its columns says in which.
    """
    table, words = bound.table, _words(bound)
    one, label = _one_row(bound, account)
    of_the_file = {"repairs": (), "ambiguities": (), "embedded_columns": (), "rows_dropped": 0, "fingerprint": ""}
    return QueriedTable(
        **{
            **dict(table),
            **of_the_file,
            "columns": tuple(_profile(own, bound, words[own.name], account) for own in bound.outputs),
            "row_count": account.rows,
            "rows_read": account.rows,
            "semantic": SemanticProfile(
                domain=table.semantic.domain, entity_name=one, grain=_grain(bound), label_column=label
            ),
            "scope": scope_words(bound, plural(one)),
            "times": result_times(bound),
            "partial": leaves_out(bound),
            "hidden_events": _hidden_events(bound),
        }
    )


def told_of(bound: BoundQuery, table: QueriedTable) -> tuple[str, ...]:
    """What the table is, in a sentence without its full stop, and what each column is whose words are too long."""
    naming = spoken_naming(bound)
    of = f"Each value is of one {table.semantic.entity_name}: {verbalise(bound, naming)}"
    phrases = {one.name: naming.phrase(cells_of(one)).text for one in bound.outputs}
    by_name = [name for name, one in phrases.items() if len(one) > _LONGEST and spoken(table.column(name)) != one]
    return (of, *(f"“{spoken(table.column(name))}” is {phrases[name]}" for name in by_name))


def scope_words(bound: BoundQuery, rows: str) -> str:
    """What the query and those below it say of what they take, behind a name; `rows` is what its groups are called."""
    below = scope_words(bound.source, "groups") if bound.source is not None else ""
    return below + taken_words(bound, rows, spoken_naming(bound))


# ---- what a row is -------------------------------------------------------------------------------------------------


def _one_row(bound: BoundQuery, account: StepAccount) -> tuple[str, str | None]:
    """What a row is called, in the singular, and the column that names it."""
    query, table = bound.query, bound.table
    passed = {one.column.name: one.name for one in bound.outputs if isinstance(one, PassedColumn)}
    if not isinstance(query, Figures):
        if bound.source is not None:
            one, label = _one_row(bound.source, account)
            return one, passed.get(label or "")
        lines = table.semantic.grain.repeats is not None
        return "row" if lines else table.semantic.entity_name, passed.get(table.semantic.label_column or "")
    for group, name in _by_which(bound, account):
        called = _one_of(group, bound)
        if called is not None:
            return called, name if group.kind == "column" else None
    return ANY_ROW, None


def _by_which(bound: BoundQuery, account: StepAccount) -> Iterator[tuple[g.AnyGrouping, str]]:
    """The groupings, with their result columns, of whose every value there is one row: the only one, one that all
    others follow from, or one that was counted."""
    query = bound.query
    groups = query.groups if isinstance(query, Figures) else ()
    for place, group in enumerate(groups):
        own, name = bound.columns[group.column], bound.outputs[place].name
        plain = isinstance(group, g.ByColumn)
        others = [one for one in groups if one is not group]
        fixed = plain and all(
            isinstance(one, g.ByColumn) and follows(bound.columns[one.column], [own]) for one in others
        )
        if not others or fixed or account.is_key(bound, name):
            yield group, name


def _one_of(group: g.AnyGrouping, bound: BoundQuery) -> str | None:
    """What a group is one of, in the singular: customer, month; None where its values are called after nothing."""
    if isinstance(group, g.ByTime) and not group.keep_empty:
        return group.grain
    own = bound.columns[group.column]
    column = cells_of(own)
    if not isinstance(group, g.ByColumn) or not isinstance(column, ProfiledColumn):
        return None
    profile = column.profile
    if (group.keep_empty and may_lack(own)) or not (profile.type == "text" or profile.role == "id"):
        return None
    several = entity_noun(profile)
    table = column.lookup.table if isinstance(column, LookedUpColumn) else bound.table
    if profile.role != "id" and any(one.role == "id" and entity_noun(one) == several for one in table.columns):
        several = several_of(spoken(profile))  # customers have an id: there is one row for each of their names
    one = one_of(several)
    return one if plural(one) == several else None


def _grain(bound: BoundQuery) -> RowGrain:
    """What tells the rows apart: the groups, or the table's own key where all of it is shown."""
    if isinstance(bound.query, Figures):
        return RowGrain(key=tuple(one.name for one in bound.outputs[: len(bound.query.groups)]))
    own, shown = bound.table.semantic.grain, {one.name for one in bound.outputs}
    if bound.source is not None:
        return RowGrain()
    keyed = {"key": own.key, "times": own.times} if shown.issuperset(own.key) else {}
    return RowGrain(**keyed, events=tuple(one for one in own.events if one in shown))


def _hidden_events(bound: BoundQuery) -> tuple[str, ...]:
    """Columns of events of which several rows are, where the rows are shown without any of these."""
    if isinstance(bound.query, Figures):
        return ()
    if bound.source is not None:
        return _hidden_events(bound.source)
    events, shown = bound.table.semantic.grain.events, {one.name for one in bound.outputs}
    return () if shown.intersection(events) else events


# ---- columns -------------------------------------------------------------------------------------------------------


def _words(bound: BoundQuery) -> Mapping[str, str]:
    """What each output is called: its own words, or those that tell it from the others; by its name where these are
    long."""
    naming, made = spoken_naming(bound), dict[str, str]()
    for one in bound.outputs:
        phrase = naming.phrase(cells_of(one)).text
        offered = (_short(one, phrase, bound), phrase if len(phrase) <= _LONGEST else _called(one.name), phrase)
        taken = {words.casefold() for words in made.values()}
        made[one.name] = next((words for words in offered if words.casefold() not in taken), one.name)
    return made


def _short(column: BoundColumn, phrase: str, bound: BoundQuery) -> str:
    """A column's own words, without where they are looked up, unless the table has a column of these words, too."""
    origin = cells_of(column)
    own = spoken(origin.profile) if isinstance(origin, ProfiledColumn) else phrase
    there = {spoken(one).casefold() for one in bound.table.columns}
    short = phrase if isinstance(origin, LookedUpColumn) and own.casefold() in there else own
    return short if len(short) <= _LONGEST else _called(column.name)


def _called(name: str) -> str:
    return name.replace("_", " ")


def _profile(column: BoundColumn, bound: BoundQuery, words: str, account: StepAccount) -> ColumnProfile:
    """What is known of a column of the result without a look at its cells."""
    known, origin = ProfileSemantics(bound.table), cells_of(column)
    kept = origin.profile if isinstance(origin, ProfiledColumn) else None
    adds_up, unit = additivity(column, known), column_unit(column, known)
    says, money = _said_by(column, bound, known)
    numeric = column.kind == "number"
    each = isinstance(origin, DerivedColumn) and not isinstance(origin.node, d.Calculation)  # days until, and the like
    meant = kept.default_aggregate if kept else "sum" if adds_up == "additive" and not each else "mean"
    within = profile_of_times(column, bound)
    ends = within or (kept if kept is not None and kept.of_years else None)
    return ColumnProfile(
        name=column.name,
        type=column.type,
        role=kept.role if kept else _role(column, origin),
        words=words,
        additivity=adds_up if numeric else "non_additive",
        default_aggregate=meant if adds_up != "non_additive" else "mean",
        unit=unit,
        unit_column=says if numeric and unit is None else None,
        money=unit in CURRENCIES or money,
        yes=kept.yes if kept else None,
        no=kept.no if kept else None,
        separator=kept.separator if kept else "",
        nulls=1 if may_lack(column) else 0,
        distinct=within.distinct
        if within
        else account.distinct(column.name, kept.distinct if kept and kept.distinct else account.rows),
        minimum=ends.minimum if ends else None,
        maximum=ends.maximum if ends else None,
        opens=within.opens if within else (),
        closes=within.closes if within else (),
    )


def _role(column: BoundColumn, origin: BoundColumn) -> str:
    if column.kind == "number":
        grouped = isinstance(origin, ResultColumn) and isinstance(origin.node, g.ByPart | g.ByWidth)
        part = isinstance(origin, DerivedColumn) and isinstance(origin.node, d.TimePart)
        return "dimension" if grouped or part else "measure"
    return "time" if column.kind == "time" else "dimension"


def may_lack(column: BoundColumn) -> bool:
    """Whether a cell of the column may be empty."""
    if isinstance(column, PassedColumn):
        return may_lack(column.column)
    if isinstance(column, ResultColumn):
        node = column.node
        if isinstance(node, g.ByColumn | g.ByTime | g.ByPart | g.ByEdges | g.ByWidth):
            return node.keep_empty and may_lack(column.query.columns[node.column])
        return not (isinstance(node, m.RowCount) or (isinstance(node, m.Statistic) and node.function in m.COUNTS))
    if isinstance(column, ProfiledColumn) and not isinstance(column, LookedUpColumn):
        return column.profile.nulls > 0
    return True


# ---- amounts in several units --------------------------------------------------------------------------------------


def _said_by(column: BoundColumn, bound: BoundQuery, known: ProfileSemantics) -> tuple[str | None, bool]:
    """The output that says in which unit each cell of a column is, None where all are in one; and whether they are
    amounts of money. Raises ForfeitException where they are in several currencies that no output says."""
    for (lookup, says), money in _units_of(column, bound, known):
        told = next((one.name for one in bound.outputs if _named(one) == (lookup, says)), None)
        if told is not None:
            return told, money
        if money and not _is_one(bound, (lookup, says)):
            raise ForfeitException(
                f"“{column.name}” is not all in one currency: {says} says which. Group by {says}, too, or show it, or "
                "ask for one of its values.",
                (f"Looked at {says} beside {column.name}",),
            )
    return None, False


def _units_of(column: BoundColumn, bound: BoundQuery, known: ProfileSemantics) -> Iterator[tuple[_UnitColumn, bool]]:
    """The columns that say the units of what a column is made of, and whether that is money; a figure of rows in
    several currencies was refused before, unless it converts them, so that those of its groups are left."""
    origin = cells_of(column)
    if isinstance(origin, ProfiledColumn):
        says = origin.profile.unit_column
        lookup = origin.lookup.node if isinstance(origin, LookedUpColumn) else None
        if says is not None:
            yield (lookup, says), origin.profile.money
    elif isinstance(origin, DerivedColumn):
        if (still := mixed_still(origin, bound, known)) is not None:
            yield (None, still), any(one.profile.money for one in _leaves(origin))
    elif isinstance(origin, ResultColumn):
        below = origin.query
        query = below.query
        if not isinstance(query, Figures):
            return
        told = {_named(below.columns[one.column]) for one in query.groups}
        for name in _amounts(origin, query):
            yield from (one for one in _units_of(below.columns[name], below, known) if one[0] in told)


def _amounts(column: ResultColumn, query: Figures) -> Iterator[str]:
    """The columns whose cells, and not their number, a figure is made of."""
    node = column.node
    if isinstance(node, g.ByWidth | g.ByEdges):
        yield node.column
    elif isinstance(node, Across):
        looked_at = column.query.outputs[len(query.groups) + figure_at(query, node.measure)]
        yield from _amounts(looked_at, query) if isinstance(looked_at, ResultColumn) else ()
    elif not isinstance(node, g.ByColumn | g.ByTime | g.ByPart):
        for one in m.parts(node):
            if isinstance(one, m.Quantile) or (isinstance(one, m.Statistic) and one.function not in m.COUNTS):
                yield one.column


def _leaves(column: BoundColumn) -> Iterator[ProfiledColumn]:
    origin = cells_of(column)
    if isinstance(origin, ProfiledColumn):
        yield origin
    elif isinstance(origin, DerivedColumn):
        for name in columns_in(origin.node):
            yield from _leaves(origin.columns[name])


def _named(column: BoundColumn) -> _UnitColumn:
    origin = cells_of(column)
    lookup = origin.lookup.node if isinstance(origin, LookedUpColumn) else None
    return lookup, origin.profile.name if isinstance(origin, ProfiledColumn) else origin.name


def _is_one(bound: BoundQuery | None, says: _UnitColumn) -> bool:
    """Whether a condition takes rows of one unit alone."""
    if bound is None:
        return False
    met = [name for one in bound.query.where if (name := fixed_by(one)) is not None]
    return any(_named(bound.columns[name]) == says for name in met) or _is_one(bound.source, says)
