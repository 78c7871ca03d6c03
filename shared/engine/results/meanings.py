"""What a query's result means, by what it is computed from and not by what the query calls it."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.results.lineage import KnownTexts, followed
from shared.engine.results.marks import ANY, OF_THOSE, RAW, SAYS
from shared.engine.results.other_rows import other_rows
from shared.engine.results.told_apart import of_table, of_which, told_apart
from shared.engine.sql.clauses import conjuncts
from shared.engine.sql.syntax import readable
from shared.pattern import LazyPattern
from shared.query.words.values import named_period

_STATISTICS: Final[dict[type[exp.Expr], str]] = {
    exp.Sum: "total sum overall altogether",
    exp.Avg: "average mean",
    exp.Median: "median",
    exp.Stddev: "standard deviation std dev stddev",
    exp.StddevSamp: "standard deviation std dev stddev",
}
_EXTREMES: Final[dict[type[exp.Expr], str]] = {
    exp.Max: "maximum max highest largest biggest greatest most",
    exp.Min: "minimum min lowest smallest least",
}
"""Of a single figure. Whether one is the highest of several, its place among them says, and no column."""
_GRAINS: Final = ("year", "quarter", "month", "day")
_RATE: Final = "share percentage percent rate"
_BOUNDS: Final[dict[type[exp.Expr], str]] = {exp.GT: "above", exp.LT: "below", exp.Between: "between"}
_TIMES: Final = ("date", "timestamp")
_MIDNIGHT: Final = LazyPattern(r"(?P<day>\d{4}-\d\d-\d\d)(?:[ T]00:00(?::00(?:\.0+)?)?)?")
_BOTH: Final = 2
_ROWS: Final = "number count row"
_TRUE: Final = LazyPattern(r"^(?:has|is|was|had|are)(?= )", re.IGNORECASE)
_SAME: Final = (exp.Cast, exp.TryCast, exp.Paren, exp.Round)
"""What leaves a figure what it is."""


def meanings_of(sql: str, datasets: Iterable[DatasetProfile]) -> dict[str, str]:
    """The words that say what each result column is: those of the column that it is read from, and of the statistic, or
    of a table's rows where they are counted; nothing for one that is computed in another way."""
    given = tuple(datasets)
    tables = {
        one.relation.casefold(): {column.name.casefold(): f"{column.name} {column.words}" for column in one.columns}
        for one in given
    }
    rows = _called(sql, given)
    told = followed(sql, tables, _meaning)
    return {name: one.replace(_ROWS, f"{_ROWS} {rows}", 1) if _ROWS in one else one for name, one in told.items()}


def _called(sql: str, datasets: Iterable[DatasetProfile]) -> str:
    """What the rows are that a query counts, where it reads one table and nothing else."""
    if (tree := readable(sql)) is None:
        return ""
    one = len(list(tree.find_all(exp.Select))) == 1
    read = [table.name.casefold() for table in tree.find_all(exp.Table)] if one else []
    return next((each.semantic.entity_name for each in datasets if read == [each.relation.casefold()]), "")


def conditions_of(sql: str, datasets: Iterable[DatasetProfile] = ()) -> tuple[str, ...]:
    """What has to be said of a query's rows: the values that a column has to have, and the month, quarter or year in
    which the only time column of the `datasets` lies; which of several tables with the same columns is meant,
    and which of several columns of one kind; and as it is
    written every other condition, what is joined, united, merged or left out, and what is grouped by and not selected.
    The whole query where it cannot be read. What a single figure leaves out (FILTER) is for its meaning to say."""
    if (tree := readable(sql)) is None:
        return (f"{RAW}{sql}",)
    found = tree.find_all(exp.Where, exp.Having, exp.Qualify)
    given = [conjuncts(one) for one in found if isinstance(one.parent, exp.Select)]
    tables = tuple(datasets)
    times = [column.name.casefold() for one in tables for column in one.columns if column.type in _TIMES]
    only = times[0] if len(times) == 1 else ""
    single = sum(type(part) in _BOUNDS for parts in given for part in parts) == 1
    told = (word for parts in given for word in _told(parts, only, single=single))
    others = other_rows(tree, tables, limited=limit_of(sql) is not None)
    which = (*of_table(tree, tables), *of_which(tree, told_apart(tables)))
    return (*told, *which, *(f"{RAW}{one}" for one in others))


def limit_of(sql: str) -> tuple[str, bool] | None:
    """By which result column its rows are ordered of which a query gives only the first, and whether the highest of it
    come first; None where there is no such limit, or it cannot be said."""
    if (tree := readable(sql)) is None:
        return None
    order, limit = tree.args.get("order"), tree.args.get("limit")
    if not isinstance(tree, exp.Select) or not isinstance(limit, exp.Limit) or not isinstance(order, exp.Order):
        return None
    first = order.expressions[0]
    by, given = first.this, tree.selects
    for at, one in enumerate(given, start=1):
        is_place = isinstance(by, exp.Literal) and by.this == str(at)
        if is_place or by.sql() in (one.unalias().sql(), one.alias_or_name, f'"{one.alias_or_name}"'):
            return one.alias_or_name, bool(first.args.get("desc"))
    return None


def _told(parts: list[exp.Expr], time: str, *, single: bool) -> Iterator[str]:
    """What conditions that all hold come to: a whole period between two bounds of that time column, and the others; in
    words a `single` bound of another column, since of two it is not said which is whose."""
    bounds = {type(one): one for one in parts if isinstance(one, exp.GTE | exp.LT) and _is_of(one.this, time)}
    within = _period(*(_day(bounds[kind].expression) for kind in (exp.GTE, exp.LT) if kind in bounds))
    yield from [within] if within else []
    for part in parts:
        if not (within and part in bounds.values()):
            yield from (_in_words(part) if single else None) or _values(part)


def _in_words(part: exp.Expr) -> list[str] | None:
    """A bound of a column as people say it: behind SAYS what has to be said, a word of the column with it."""
    bound, of = _BOUNDS.get(type(part)), part.this
    edges = [part.args[key] for key in ("low", "high", "expression") if part.args.get(key)]
    numbers = all(isinstance(one, exp.Literal) and one.is_number for one in edges)
    if bound is None or not numbers or not isinstance(of, exp.Column | exp.AggFunc):
        return None
    names = " ".join(one.name for one in of.find_all(exp.Column)).replace("_", " ")
    of_which = [ANY.join(names.split())] if names else []
    return [" ".join((f"{names}{SAYS}{bound}", *of_which, *(one.name for one in edges)))]


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
        return named_period(*bounds) if len(bounds) == _BOTH and all(bounds) else ""
    except ValueError:
        return ""


def _values(part: exp.Expr) -> list[str]:
    """The values of a condition that names them, as `region = 'West'` does, and the name of a column that is true; else
    the condition."""
    if isinstance(part, exp.Column):
        return [" ".join(_TRUE.sub("", part.name.replace("_", " ")).split()) or f"{RAW}{part.sql()}"]
    given = part.expressions if isinstance(part, exp.In) else [part.expression] if isinstance(part, exp.EQ) else []
    named = (
        bool(given)
        and isinstance(part.this, exp.Column | exp.Year)
        and all(isinstance(one, exp.Literal) for one in given)
    )
    return [one.this for one in given] if named else [f"{RAW}{part.sql()}"]


def _meaning(one: exp.Expr, known: KnownTexts) -> str | None:
    if isinstance(one, exp.Column):
        return known.get(one.name.casefold())
    if isinstance(one, exp.Count):
        return _counted(one, known)
    if isinstance(one, exp.TimestampTrunc | exp.DateTrunc | exp.Year):
        return _period_of(one, known)
    if isinstance(one, exp.Case):
        return _guarded(one, known)
    if isinstance(one, exp.Filter):
        inner = _meaning(one.this, known)
        return _among(inner, one.expression.this) if inner else None
    if isinstance(one, exp.Sum | exp.Count) and isinstance(one.this, exp.Case):
        return _cased(one, one.this, known)
    if isinstance(one, exp.Div):
        return _rated(one, known)
    if isinstance(one, _SAME) and isinstance(one.this, exp.Expr):
        return _meaning(one.this, known) if _is_exact(one) else None
    statistic = _STATISTICS.get(type(one)) or (_EXTREMES.get(type(one)) if _is_single(one) else None)
    inner = _meaning(one.this, known) if statistic and isinstance(one.this, exp.Column | exp.Paren | exp.Cast) else None
    return f"{inner} {statistic}" if inner else None


def _among(inner: str, condition: exp.Expr) -> str | None:
    """The meaning of a figure of only those rows for which a condition holds, which has to be said: behind OF_THOSE."""
    parts = conjuncts(condition)
    conditions = list(_told(parts, "", single=len(parts) == 1))
    given = [one.rpartition(SAYS) for one in conditions]
    if OF_THOSE in inner or SAYS in inner or any(one.startswith(RAW) for one in conditions):
        return None
    may, needed = " ".join(one[0] for one in given), " ".join(one[2] for one in given)
    return f"{may} {inner}{OF_THOSE}{needed}"


def _cased(one: exp.Expr, case: exp.Case, known: KnownTexts) -> str | None:
    """The meaning of `SUM(CASE WHEN … THEN x ELSE 0 END)`, and of 1 in the place of x, which counts."""
    branches, other = case.args["ifs"], case.args.get("default")
    if len(branches) != 1 or not (other is None or (isinstance(one, exp.Sum) and other.sql() == "0")):
        return None
    counted = branches[0].args["true"]
    inner = (
        _ROWS
        if counted.sql() == "1"
        else _meaning(exp.Sum(this=counted.copy()), known)
        if isinstance(one, exp.Sum)
        else None
    )
    return _among(inner, branches[0].this) if inner else None


def _rated(one: exp.Div, known: KnownTexts) -> str | None:
    """The meaning of the percentage that the rows of a condition are of all rows: `100.0 * count(…) / count(*)`."""
    part, whole = one.this, one.expression
    whole = whole.this if isinstance(whole, exp.Nullif) else whole
    if not isinstance(part, exp.Mul) or "100" not in (part.this.sql()[:3], part.expression.sql()[:3]):
        return None
    counted = part.expression if part.this.sql()[:3] == "100" else part.this
    told = _meaning(counted, known) if isinstance(counted, exp.Expr) else None
    if _meaning(whole, known) != _ROWS or not told or _ROWS not in told or OF_THOSE not in told:
        return None
    return told.replace(_ROWS, f"{_RATE} {_ROWS}", 1)


def _period_of(one: exp.Expr, known: KnownTexts) -> str | None:
    """Of a time that is cut to a whole period: its column, and behind SAYS which period."""
    unit = "year" if isinstance(one, exp.Year) else one.args["unit"].name.casefold()
    inner = _meaning(one.this, known) if isinstance(one.this, exp.Expr) else None
    return f"{inner} {unit}{SAYS}{unit}" if inner and unit in _GRAINS else None


def _is_single(one: exp.Expr) -> bool:
    """Whether a query gives one row, for all rows that it reads."""
    select = one.find_ancestor(exp.Select)
    return select is not None and not select.args.get("group") and one.find_ancestor(exp.Window) is None


def _counted(one: exp.Count, known: KnownTexts) -> str | None:
    if isinstance(one.this, exp.Star):
        return _ROWS
    distinct = one.this.expressions if isinstance(one.this, exp.Distinct) else ()
    inner = _meaning(distinct[0], known) if len(distinct) == 1 else None
    return f"{inner} number count different distinct" if inner else None


def _is_exact(one: exp.Expr) -> bool:
    """Whether a figure keeps its whole part, and what it is computed from is not rounded before."""
    is_whole = isinstance(one, exp.Cast | exp.TryCast) and one.to.this in exp.DataType.INTEGER_TYPES
    if not (isinstance(one, exp.Round) or is_whole):
        return True
    places = one.args.get("decimals")
    select = one.find_ancestor(exp.Select)
    last = select is None or select.parent is None
    is_of_result = one.find_ancestor(exp.AggFunc) is None and (last or one.find(exp.AggFunc) is not None)
    return is_of_result and (places is None or (isinstance(places, exp.Literal) and places.is_number))


def _guarded(one: exp.Case, known: KnownTexts) -> str | None:
    """The meaning of `CASE WHEN ISFINITE(x) THEN x END`: a figure wherever there is one."""
    first, *others = one.args["ifs"]
    test, told = first.this, first.args["true"]
    is_guard = isinstance(test, exp.Anonymous) and test.name.casefold() == "isfinite" and test.expressions == [told]
    return _meaning(told, known) if is_guard and not others and not one.args.get("default") else None
