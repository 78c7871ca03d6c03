"""What a query's result means, by what it is computed from and not by what the query calls it."""

from collections.abc import Iterable, Iterator
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.results.lineage import KnownTexts, followed
from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed
from shared.pattern import LazyPattern
from shared.query.words.values import period

_STATISTICS: Final[dict[type[exp.Expr], str]] = {
    exp.Sum: "total sum",
    exp.Avg: "average mean",
    exp.Median: "median",
}
"""Extremes are none: whether a figure is the highest of several, its place among them says, and no column."""
_TIMES: Final = ("date", "timestamp")
_MIDNIGHT: Final = LazyPattern(r"(?P<day>\d{4}-\d\d-\d\d)(?:[ T]00:00(?::00(?:\.0+)?)?)?")
_BOTH: Final = 2
_ROWS: Final = "number count row"
_SAME: Final = (exp.Cast, exp.TryCast, exp.Paren, exp.Round)
"""What leaves a figure what it is."""
_OF_OTHER_ROWS: Final = (exp.Join, exp.SetOperation, exp.Limit, exp.Offset, exp.Fetch, exp.TableSample, exp.Pivot)
"""What makes other rows of a table's than its conditions choose."""


def meanings_of(sql: str, datasets: Iterable[DatasetProfile]) -> dict[str, str]:
    """The words that say what each result column is: those of the column that it is read from, and of the statistic, or
    of a table's rows where they are counted; nothing for one that is computed in another way."""
    given = tuple(datasets)
    tables = {
        one.relation.casefold(): {column.name.casefold(): f"{column.name} {column.words}" for column in one.columns}
        for one in given
    }
    rows = _called(sql, given)
    return {name: f"{told} {rows}" if told == _ROWS else told for name, told in followed(sql, tables, _meaning).items()}


def _called(sql: str, datasets: Iterable[DatasetProfile]) -> str:
    """What the rows are that a query counts, where it reads one table and nothing else."""
    try:
        tree = parse(sql)
    except QueryFailed:
        return ""
    one = len(list(tree.find_all(exp.Select))) == 1
    read = [table.name.casefold() for table in tree.find_all(exp.Table)] if one else []
    return next((each.semantic.entity_name for each in datasets if read == [each.relation.casefold()]), "")


def conditions_of(sql: str, datasets: Iterable[DatasetProfile] = ()) -> tuple[str, ...]:
    """What has to be said of a query's rows: the values that a column has to have, and the month, quarter or year in
    which the only time column of the `datasets` lies; and as it is written every other condition, what is joined,
    united or left out, and what is grouped by and not selected. The whole query where it cannot be read. What a single
    figure leaves out (FILTER) is for its meaning to say."""
    try:
        tree = parse(sql)
    except QueryFailed:
        return (sql,)
    found = tree.find_all(exp.Where, exp.Having, exp.Qualify)
    wholes = (one.this for one in found if isinstance(one.parent, exp.Select))
    given = [list(whole.flatten()) if isinstance(whole, exp.And) else [whole] for whole in wholes]
    times = [column.name.casefold() for one in datasets for column in one.columns if column.type in _TIMES]
    only = times[0] if len(times) == 1 else ""
    told = (word for parts in given for word in _told(parts, only))
    others = (*tree.find_all(*_OF_OTHER_ROWS), *(key for one in tree.find_all(exp.Select) for key in unselected(one)))
    return (*told, *(one.sql() for one in others))


def _told(parts: list[exp.Expr], time: str) -> Iterator[str]:
    """What conditions that all hold come to: a whole period between two bounds of that time column, and the others."""
    bounds = {type(one): one for one in parts if isinstance(one, exp.GTE | exp.LT) and _is_of(one.this, time)}
    within = _period(*(_day(bounds[kind].expression) for kind in (exp.GTE, exp.LT) if kind in bounds))
    yield from [within] if within else []
    for part in parts:
        if not (within and part in bounds.values()):
            yield from _values(part)


def _is_of(one: exp.Expr, time: str) -> bool:
    return bool(time) and isinstance(one, exp.Column) and one.name.casefold() == time


def _day(bound: exp.Expr) -> str:
    """The day with which a written time begins; empty for anything else."""
    literal = bound.this if isinstance(bound, exp.Cast) else bound
    found = _MIDNIGHT.fullmatch(literal.name) if isinstance(literal, exp.Literal) else None
    return found["day"] if found else ""


def _period(*bounds: str) -> str:
    """A whole month, quarter or year between two days, as people call it; empty where these are no such bounds."""
    try:
        told = period(*bounds) if len(bounds) == _BOTH and all(bounds) else ""
    except ValueError:
        return ""
    return told.removeprefix("in ") if told.startswith("in ") else ""


def unselected(select: exp.Select) -> list[exp.Expr]:
    """What a SELECT groups by and does not show."""
    group = select.args.get("group")
    shown = {told for one in select.selects for told in (one.unalias().sql(), one.alias_or_name)}
    keys = group.expressions if isinstance(group, exp.Group) else []
    return [key for key in keys if not isinstance(key, exp.Literal) and not {key.sql(), key.name} & shown]


def _values(part: exp.Expr) -> list[str]:
    """The values of a condition that names them, as `region = 'West'` does; else the condition."""
    given = part.expressions if isinstance(part, exp.In) else [part.expression] if isinstance(part, exp.EQ) else []
    named = bool(given) and isinstance(part.this, exp.Column) and all(isinstance(one, exp.Literal) for one in given)
    return [one.this for one in given] if named else [part.sql()]


def _meaning(one: exp.Expr, known: KnownTexts) -> str | None:
    if isinstance(one, exp.Column):
        return known.get(one.name.casefold())
    if isinstance(one, exp.Count):
        return _counted(one, known)
    if isinstance(one, exp.Case):
        return _guarded(one, known)
    if isinstance(one, _SAME) and isinstance(one.this, exp.Expr):
        return _meaning(one.this, known)
    statistic = _STATISTICS.get(type(one))
    inner = _meaning(one.this, known) if statistic and isinstance(one.this, exp.Column | exp.Paren | exp.Cast) else None
    return f"{inner} {statistic}" if inner else None


def _counted(one: exp.Count, known: KnownTexts) -> str | None:
    if isinstance(one.this, exp.Star):
        return _ROWS
    distinct = one.this.expressions if isinstance(one.this, exp.Distinct) else ()
    inner = _meaning(distinct[0], known) if len(distinct) == 1 else None
    return f"{inner} number count different distinct" if inner else None


def _guarded(one: exp.Case, known: KnownTexts) -> str | None:
    """The meaning of `CASE WHEN ISFINITE(x) THEN x END`: a figure wherever there is one."""
    branches = one.args["ifs"]
    whole = len(branches) == 1 and isinstance(branches[0].this, exp.Func) and not one.args.get("default")
    return _meaning(branches[0].args["true"], known) if whole else None
