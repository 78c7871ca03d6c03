"""Columns that an analysis derives for each row, as a query of the language does: a table that has them, and its
queries reading that table.

What they mean (unit, whether they add up, what they are called) follows from what they are made of, so that an analysis
takes them as it takes the columns of the file.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from shared.analysis.steps import read_instead, reads_of
from shared.analysis.summary import spoken_naming
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery
from shared.query import derived as d
from shared.query.base import RESERVED
from shared.query.bound import BoundColumn, BoundQuery, DerivedColumn, ProfiledColumn
from shared.query.check import check
from shared.query.checks.currency import mixed_still
from shared.query.columns import columns_in
from shared.query.problems import QueryProblem
from shared.query.query import Rows
from shared.query.semantics import ProfileSemantics
from shared.query.sql.compile import compile_query
from shared.query.trees import exp
from shared.query.units import additivity, column_unit
from shared.query.words.phrases import recoded
from shared.query.words.values import listed
from shared.table.names import spoken
from shared.table.units import CURRENCIES

_READ: Final = f"{RESERVED}derived"
_LONGEST: Final = 60
"""Of words, in characters: what is longer is told by its name, and once by what it is."""
_LONGEST_TOLD: Final = 160
_NESTED: Final = "(("
"""A definition that is longer, in characters, or has parts within parts, is no phrase that a person would read."""
WORKED_OUT: Final = "worked out from"
"""Of a column whose definition is no phrase: that it is made of others is all that is told."""


def with_derived(
    tables: Sequence[DatasetProfile], derived: Sequence[d.Derived], relation: str | None = None
) -> tuple[DatasetProfile, ...]:
    """The tables, of which each that they fit has these columns, too; where a `relation` is named, only that one.

    Raises QueryProblem, whose sentence says what would fit, where they fit none.
    """
    if not derived:
        return tuple(tables)
    made: list[DatasetProfile] = []
    problems: list[QueryProblem] = []
    for table in tables:
        try:
            asked = relation is None or len(tables) == 1 or table.relation == relation
            made.append(_derived(table, tuple(derived)) if asked else table)
        except QueryProblem as problem:
            made.append(table)
            problems.append(problem)
    if problems and all(table in tables for table in made):
        raise problems[0]
    return tuple(made)


def meanings(derived: Sequence[d.Derived], table: DatasetProfile) -> tuple[str, ...]:
    """What each of the columns is of which no other one is made, in a table which has them: "“revenue” is price times
    quantity"; of what would take too long, or parts within parts, what it is made of: "“state” is worked out from end
    date"."""
    bound = _bound(_without(table, derived), tuple(derived))
    within = {name for one in derived for name in columns_in(one)}
    return tuple(_told(bound, one) for one in derived if one.name not in within and not _is_the_same(one))


def _is_the_same(item: d.Derived) -> bool:
    """Whether a calculation gives each cell as it is, so that there is nothing to tell: a column times 1."""
    if not isinstance(item, d.Calculation):
        return False
    sides = (item.right,) if item.operator in ("-", "/") else (item.left, item.right)
    return (0.0 if item.operator in "+-" else 1.0) in [one for one in sides if not isinstance(one, str)]


def _told(bound: BoundQuery, item: d.Derived) -> str:
    """A recoding by what its values are read as, which a reader sees; its name is one of the work."""
    column = bound.columns[item.name]
    if isinstance(item, d.Recode) and isinstance(column, DerivedColumn):
        told = f"In {spoken_naming(bound).phrase(column.columns[item.column]).text}, I read {_merged(item)}"
        if len(told) <= _LONGEST_TOLD:
            return told
    return f"“{_called(item)}” is {_meaning(bound, item.name)}"


def _merged(item: d.Recode) -> str:
    """What becomes of the values of a recoding; those that stay as they are alone where all others become one."""
    kept = [one.to for one in item.merged if one.values == (one.to,)]
    if item.others and len(kept) == len(item.merged):
        return f"all but {listed([f'“{one}”' for one in kept])} as “{item.others}”"
    return recoded(item)


def _meaning(bound: BoundQuery, name: str) -> str:
    phrase, column = _phrase(bound, name), bound.columns[name]
    if len(phrase) <= _LONGEST_TOLD and _NESTED not in phrase:
        return phrase
    made_of = dict.fromkeys(map(spoken, _leaves(column)))
    return f"{WORKED_OUT} {listed(list(made_of))}" if made_of else phrase


def _called(item: d.Derived) -> str:
    return item.name.replace("_", " ")


def reading_derived(
    queries: Sequence[PlannedQuery], table: DatasetProfile, derived: Sequence[d.Derived]
) -> tuple[PlannedQuery, ...]:
    """The queries of a table which has these columns, reading the file's own. Raises QueryFailed where one cannot be
    read."""
    if not derived:
        return tuple(queries)
    own = _without(table, derived)
    return tuple(
        query.model_copy(
            update={
                "sql": _reading(query.sql, own, derived),
                "shown": _reading(query.shown, own, derived) if query.shown else "",
            }
        )
        for query in queries
    )


def _without(table: DatasetProfile, derived: Sequence[d.Derived]) -> DatasetProfile:
    made = {one.name for one in derived}
    return table.model_copy(update={"columns": tuple(one for one in table.columns if one.name not in made)})


def _bound(table: DatasetProfile, derived: tuple[d.Derived, ...]) -> BoundQuery:
    return check(Rows(derived=derived), table)


def _derived(table: DatasetProfile, derived: tuple[d.Derived, ...]) -> DatasetProfile:
    """The table with these columns. Raises QueryProblem."""
    bound = _bound(table, derived)
    taken = {(one.words or one.name).casefold() for one in table.columns}
    made: list[ColumnProfile] = []
    for item in derived:
        own = bound.columns[item.name]
        if isinstance(own, DerivedColumn):
            phrase = _phrase(bound, item.name)
            words = phrase if len(phrase) <= _LONGEST else _called(item)
            words = phrase if words.casefold() in taken else words
            made.append(_profile(own, bound, words))
            taken.add(words.casefold())
    return table.model_copy(update={"columns": (*table.columns, *made)})


def _phrase(bound: BoundQuery, name: str) -> str:
    return spoken_naming(bound).column(name).text


def _profile(column: DerivedColumn, bound: BoundQuery, words: str) -> ColumnProfile:
    """What is known of a derived column without a look at its cells."""
    item, known = column.node, ProfileSemantics(bound.table)
    made_of = tuple(_leaves(column))
    adds_up = additivity(column, known)
    if isinstance(item, d.CleanedNumber):
        adds_up = "non_additive"  # nobody knows of what the text tells how many
    unit = column_unit(column, known)
    mixed = mixed_still(column, bound, known)
    numeric = column.kind == "number"
    kept = made_of[0] if isinstance(item, d.Filled) and made_of[0].type == column.type else None
    return ColumnProfile(
        name=column.name,
        type=column.type,
        role=kept.role if kept else _role(column),
        words=words,
        additivity=adds_up if numeric else "non_additive",
        default_aggregate="sum" if adds_up == "additive" and isinstance(item, d.Calculation) else "mean",
        unit=unit,
        unit_column=mixed if numeric else None,
        money=unit in CURRENCIES or (mixed is not None and any(one.money for one in made_of)),
        yes=kept.yes if kept else None,
        no=kept.no if kept else None,
        nulls=max((1, *(one.nulls for one in made_of))),
        distinct=_distinct(item, bound.table, made_of),
    )


def _role(column: DerivedColumn) -> str:
    if column.kind == "number":
        return "dimension" if isinstance(column.node, d.TimePart) else "measure"
    return "time" if column.kind == "time" else "dimension"


def _distinct(item: d.Derived, table: DatasetProfile, made_of: Collection[ColumnProfile]) -> int:
    """How many different values there may be."""
    if isinstance(item, d.Bucket):
        return len(item.labels)
    if isinstance(item, d.Tier):
        return 3
    most = max((one.distinct for one in made_of), default=0)
    return most if len(made_of) == 1 and not isinstance(item, d.FilledWithColumn) else table.row_count


def _leaves(column: BoundColumn) -> Iterator[ColumnProfile]:
    """The file's columns that one is made of."""
    if isinstance(column, ProfiledColumn):
        yield column.profile
    elif isinstance(column, DerivedColumn):
        for name in columns_in(column.node):
            yield from _leaves(column.columns[name])


def _reading(sql: str, table: DatasetProfile, derived: Sequence[d.Derived]) -> str:
    from shared.engine.sql.syntax import parse, render  # a parser of SQL: only where a query is written anew

    tree = parse(sql)
    used = {one.name for one in tree.find_all(exp.Column)}
    every = any(not isinstance(one.parent, exp.Count) for one in tree.find_all(exp.Star))
    needed = _needed(derived, used)
    if not needed or not reads_of(tree, table.relation):
        return sql
    kept = [one.name for one in table.columns if every or one.name in used]
    shown = (*kept, *(one.name for one in needed if every or one.name in used))
    steps = compile_query(check(Rows(derived=needed, columns=shown), table), ordered=False, accounted=False)
    read_instead(tree, table.relation, steps, _READ)
    return render(tree)


def _needed(derived: Sequence[d.Derived], used: Collection[str]) -> tuple[d.Derived, ...]:
    """The columns that are used, and those that they are made of."""
    wanted, needed = set(used), list[d.Derived]()
    for item in reversed(derived):
        if item.name in wanted:
            needed.append(item)
            wanted |= set(columns_in(item))
    return tuple(reversed(needed))
