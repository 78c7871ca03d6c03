"""What a query computes, in words of the columns that it reads, whatever it calls them, and of which rows.

A name that a model gave may say anything. These words are put together from the query's own tree; what they could not
say wholly is not said at all.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.results.classes import Classes, classes_of
from shared.engine.results.counted_parts import is_zero
from shared.engine.results.other_rows import unselected
from shared.engine.results.spans import span_of
from shared.engine.results.telling_words import ENGLISH, TellingWords, telling_words
from shared.engine.results.unnamed import named
from shared.engine.sql.clauses import conjuncts
from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed
from shared.table.names import spoken
from shared.table.nouns import plural

_OVER: Final[dict[type[exp.Expr], str]] = {
    exp.Sum: "total", exp.Avg: "average", exp.Median: "median", exp.Min: "lowest", exp.Max: "highest",
    exp.Stddev: "deviation", exp.StddevSamp: "deviation", exp.StddevPop: "deviation_of_all",
}  # fmt: skip
_WORKED: Final[dict[type[exp.Expr], str]] = {
    exp.Add: "plus", exp.Sub: "minus", exp.Mul: "times", exp.Div: "divided",
}  # fmt: skip
_COMPARED: Final[dict[type[exp.Expr], str]] = {
    exp.EQ: "equal", exp.NEQ: "unequal", exp.GT: "over", exp.GTE: "at_least", exp.LT: "under", exp.LTE: "at_most",
    exp.Like: "like", exp.ILike: "like",
}  # fmt: skip
"""What is said of each, by its name among the words."""
_SAME: Final = (exp.Cast, exp.TryCast, exp.Paren, exp.Round, exp.Lower, exp.Upper, exp.Trim)
"""What leaves the meaning of a column what it is."""
_PARTS: Final = (exp.Year, exp.Quarter, exp.Month, exp.Week, exp.Day, exp.Extract, exp.TimestampTrunc, exp.DateTrunc)
_NAMED: Final = frozenset({"year", "quarter", "month", "week", "day"})
_SPANS: Final = frozenset({"second", "minute", "hour", "day"})
"""Lengths of time that are counted as people count them; of months and years DuckDB counts where they begin."""
_UNTOLD: Final = ("joins", "laterals", "qualify", "pivots", "sample")
_OTHER_ROWS: Final = (exp.TableSample, exp.Pivot)
_CUTTING: Final = ("limit", "offset", "having", "distinct")
"""What takes rows away from a result, of which each that is left is still what it is."""


class ConditionsMet(NamedTuple):
    """A condition in words, and the column that it pins to one value or a few; no column where it does something
    else."""

    words: str
    pinned: str = ""


@dataclass(frozen=True)
class Telling:
    """`figures` are the words of each result column by its name, `labels` those of the columns by whose cells a group
    of rows is told from others, and `where` the conditions that all rows meet; `cut` says that rows are taken away, and
    `rows` is what they are called. `classes` are those of the columns by name whose cells a query writes
    down for what meets its conditions; a column of them has no words but these. `grouped` says that the figures are of
    groups, or of all rows, so that no text among them names a row."""

    figures: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    where: tuple[ConditionsMet, ...] = ()
    cut: bool = False
    rows: str = ""
    words: TellingWords = ENGLISH
    classes: Mapping[str, Classes] = field(default_factory=dict)
    grouped: bool = False

    def says(self, name: str, *parts: str | None) -> str | None:
        """The pattern of that name, filled with these parts; None where one of them is not known."""
        pattern: str = getattr(self.words, name)
        return pattern.format(*parts) if all(parts) else None

    def of(self, column: str) -> str | None:
        """The words of a column, whatever its letters' case; None where there is none, or it has none."""
        told = {name.casefold(): words for name, words in (*self.figures.items(), *self.labels.items())}
        return None if self.classes_in(column) else told.get(column.casefold())

    def classes_in(self, column: str) -> Classes | None:
        """The classes whose cells a column has, whatever its letters' case."""
        return {name.casefold(): classes for name, classes in self.classes.items()}.get(column.casefold())


TellingTables = Mapping[str, Telling]


def telling_of(
    sql: str, datasets: Iterable[DatasetProfile], tag: str = "en", columns: Sequence[str] = ()
) -> Telling | None:
    """What a query's figures are, in the language of that tag; None where its rows cannot be told: of joined tables, or
    under a condition that has no plain words. `columns` are the names of its result's columns, those too that the query
    does not name."""
    words = telling_words(tag)
    tables = {
        one.relation.casefold(): Telling(
            figures={column.name: spoken(column) for column in one.columns},
            rows=words.rows or plural(one.semantic.entity_name),
            words=words,
        )
        for one in datasets
    }
    try:
        return _selected(named(parse(sql), columns), tables)
    except (QueryFailed, RecursionError):
        return None


def _selected(tree: exp.Expr, tables: TellingTables) -> Telling | None:
    for common in getattr(tree, "ctes", ()):
        told = None if common.alias_column_names else _selected(common.this, tables)
        others = {name: one for name, one in tables.items() if name != common.alias.casefold()}
        tables = others | ({common.alias.casefold(): told} if told else {})
    if not isinstance(tree, exp.Select) or any(tree.args.get(one) for one in _UNTOLD) or tree.find(*_OTHER_ROWS):
        return None
    source = _source(tree, tables)
    if source is None or unselected(tree):
        return None
    conditions = conjuncts(tree.args.get("where"))
    met = tuple(filter(None, (_met(one, source) for one in conditions)))
    if len(met) < len(conditions):
        return None
    told = replace(source, where=(*source.where, *met))
    if not tree.args.get("group") and not any(map(_aggregates, tree.selects)):
        return _rows(tree, told)
    return None if source.cut else _groups(tree, told)


def _source(tree: exp.Select, tables: TellingTables) -> Telling | None:
    """What a SELECT reads: one table, or one query."""
    start = tree.args.get("from_")
    if start is None or start.this.alias_column_names:
        return None
    if isinstance(start.this, exp.Subquery):
        return _selected(start.this.this, tables)
    return tables.get(start.this.name.casefold())


def _rows(tree: exp.Select, source: Telling) -> Telling | None:
    """Rows as they are; of groups, each is named by all that it is a group by."""
    figures: dict[str, str] = {}
    labels: dict[str, str] = {}
    classes: dict[str, Classes] = {}
    for one in tree.selects:
        kind = _classes(one.unalias(), source)
        told = kind.words if kind else _words(one.unalias(), source)
        if isinstance(one, exp.Star) and any(one.args.values()):
            return None  # some are left out, renamed or replaced
        if isinstance(one, exp.Star):
            figures, labels = {**figures, **source.figures}, {**labels, **source.labels}
            classes |= source.classes
        elif told in source.labels.values():
            labels[one.alias_or_name] = str(told)
        elif told and not kind:
            figures[one.alias_or_name] = told
        classes |= {one.alias_or_name: kind} if kind else {}
    if set(source.labels.values()) - set(labels.values()):
        return None
    return replace(source, figures=figures, labels=labels, classes=classes, cut=source.cut or _cuts(tree))


def _groups(tree: exp.Select, source: Telling) -> Telling | None:
    """Groups of rows, each named by its keys."""
    group = tree.args.get("group")
    if group is not None and any(group.args.get(one) for one in ("rollup", "cube", "grouping_sets")):
        return None
    figures: dict[str, str] = {}
    labels: dict[str, str] = {}
    classes: dict[str, Classes] = {}
    keys = f" {source.words.both} ".join(source.labels.values())
    for one in tree.selects:
        kind = _classes(one.unalias(), source)
        told = kind.words if kind else _words(one.unalias(), source)
        classes |= {one.alias_or_name: kind} if kind else {}
        if _aggregates(one) or one.find(exp.Window):
            whole = told if not keys or (told and source.rows in told) else source.says("per", told, keys)
            figures |= {one.alias_or_name: whole} if whole and not kind else {}
        elif told is None or (kind and told in labels.values()):
            return None
        else:
            labels[one.alias_or_name] = told
    rows = source.says("groups", f" {source.words.both} ".join(labels.values())) or source.rows
    return Telling(figures, labels, source.where, _cuts(tree), rows, source.words, classes, grouped=True)


def _classes(one: exp.Expr, source: Telling) -> Classes | None:
    """The classes of a column, or of a CASE, or of nothing."""
    if isinstance(one, exp.Column):
        return source.classes_in(one.name)

    def told(part: exp.Expr) -> str | None:
        return _words(part, source) if isinstance(part, exp.Column) else condition_words(part, source)

    return classes_of(one, told, source.words)


def _cuts(tree: exp.Select) -> bool:
    return any(tree.args.get(one) for one in _CUTTING)


def _aggregates(one: exp.Expr) -> bool:
    return any(not found.find_ancestor(exp.Window) for found in one.find_all(exp.AggFunc))


def _words(one: exp.Expr, source: Telling) -> str | None:
    """What an expression computes; None for what has no plain words."""
    if isinstance(one, exp.Column):
        return source.of(one.name)
    if isinstance(one, exp.Literal):
        return str(one.this) if one.is_number else None
    if isinstance(one, exp.Filter):
        return source.says("where", _words(one.this, source), condition_words(one.expression.this, source))
    if say := next((say for kinds, say in _SAID.items() if isinstance(one, kinds)), None):
        return say(one, source)
    zero = isinstance(one, exp.Nullif | exp.Coalesce) and is_zero((one.args.get("expressions") or [one.expression])[0])
    of_a_sum = isinstance(one, exp.Coalesce) and isinstance(one.this, exp.Sum | exp.Count)
    same = isinstance(one, _SAME) or (zero and (of_a_sum or isinstance(one, exp.Nullif)))
    return _words(one.this, source) if same and isinstance(one.this, exp.Expr) else None


def _span(one: exp.Expr, source: Telling) -> str | None:
    """ "days from order date to closing time"."""
    unit = one.args.get("unit")
    named = str(unit.name).lower() if isinstance(unit, exp.Expr) else ""
    sides = (_words(one.expression, source), _words(one.this, source))
    return source.says(f"{named}_span", *sides) if named in _SPANS else None


def _window(one: exp.Expr, source: Telling) -> str | None:
    return source.says("of_groups", _words(one.this, source)) if _over_groups(one) else None


def _over_groups(one: exp.Expr) -> bool:
    """Whether it takes all groups of a query together: sum(count(*)) OVER ()."""
    plain = not any(one.args.get(part) for part in ("partition_by", "order", "spec", "first"))
    select = one.find_ancestor(exp.Select)
    every = select is not None and not select.args.get("having")
    return plain and every and type(one.this) in _OVER and one.this.this.find(exp.AggFunc) is not None


def _counted(one: exp.Expr, source: Telling) -> str | None:
    if isinstance(one, exp.CountIf):
        return source.says("where", source.says("number", source.rows), condition_words(one.this, source))
    if isinstance(one.this, exp.Star | exp.Literal):
        return source.says("number", source.rows)
    given = one.this.expressions if isinstance(one.this, exp.Distinct) else ()
    return source.says("different" if given else "filled", _words(given[0] if len(given) == 1 else one.this, source))


def _over(one: exp.Expr, source: Telling) -> str | None:
    """A statistic of a column, or of what a CASE takes of it: ones and zeros are counted."""
    word, inner = _OVER[type(one)], one.this
    if not isinstance(inner, exp.Case):
        told = _words(inner, source)
        return source.says(word, f"({told})" if told and isinstance(inner, tuple(_WORKED)) else told)
    branches, other = inner.args["ifs"], inner.args.get("default")
    zero = other is None or isinstance(other, exp.Null) or is_zero(other)
    if len(branches) != 1 or inner.this is not None or not zero:
        return None
    value, met = branches[0].args["true"], condition_words(branches[0].this, source)
    if value.is_number and float(value.this) == 1:
        ones = "share" if isinstance(one, exp.Avg) and isinstance(other, exp.Literal) else "number"
        counted = isinstance(one, exp.Sum) or ones == "share"
        return source.says("where", source.says(ones, source.rows), met) if counted else None
    plain = other is None or isinstance(other, exp.Null) or type(one) is exp.Sum
    return source.says("where", source.says(word, _words(value, source)), met) if plain else None


def _worked(one: exp.Expr, source: Telling) -> str | None:
    if span := span_of(one):
        return source.says(f"{span}_span", _words(one.this.expression, source), _words(one.this.this, source))
    told = []
    for side in (one.this, one.expression):
        said = _words(side, source)
        inner = side.unnest() if isinstance(side, exp.Paren) else side
        compound = type(inner) in _WORKED or inner.find(exp.Filter, exp.Case, exp.CountIf)
        told.append(f"({said})" if said and compound else said)
    return source.says(_WORKED[type(one)], *told)


def _part(one: exp.Expr, source: Telling) -> str | None:
    """ "year of order date"."""
    column = one.expression if isinstance(one, exp.Extract) else one.this
    unit = one.this if isinstance(one, exp.Extract) else one.args.get("unit")
    told = _words(column, source)
    named = str(unit.name).lower() if isinstance(unit, exp.Expr) else type(one).__name__.lower()
    return source.says("part", getattr(source.words, named), told) if named in _NAMED else None


_SAID: Final[dict[tuple[type[exp.Expr], ...], Callable[[exp.Expr, Telling], str | None]]] = {
    (exp.Count, exp.CountIf): _counted, tuple(_OVER): _over, tuple(_WORKED): _worked, _PARTS: _part,
    (exp.DateDiff,): _span, (exp.Window,): _window,
}  # fmt: skip


def _met(one: exp.Expr, source: Telling) -> ConditionsMet | None:
    """What all rows meet, as one of several conditions; None where it has no words."""
    told = condition_words(one, source)
    if told is None:
        return None
    pins = isinstance(one, exp.EQ | exp.In) and isinstance(one.this, exp.Column) and one.find(exp.Column) is one.this
    return ConditionsMet(
        f"({told})" if isinstance(one, exp.Or) else told, (_words(one.this, source) or "") if pins else ""
    )


def condition_words(one: exp.Expr, source: Telling) -> str | None:
    """A condition in words, its columns called as those of the `source`; None where it has none."""
    if isinstance(one, exp.And | exp.Or):
        sides = [condition_words(side, source) for side in (one.left, one.right)]
        joined = source.words.both if isinstance(one, exp.And) else source.words.either
        return f" {joined} ".join(map(str, sides)) if all(sides) else None
    if isinstance(one, exp.Paren):
        inner = condition_words(one.this, source)
        return f"({inner})" if inner and isinstance(one.this, exp.Connector) else inner
    if isinstance(one, exp.Not):
        return _negated(one, source)
    if type(one) in _COMPARED:
        sides = [_side(side, source) for side in (one.this, one.expression)]
        return source.says(_COMPARED[type(one)], *sides)
    if isinstance(one, exp.In) and one.expressions:
        told, values = _words(one.this, source), [_side(value, source) for value in one.expressions]
        return source.says("equal", told, f" {source.words.either} ".join(map(str, values)) if all(values) else None)
    if isinstance(one, exp.Between):
        parts = [_side(part, source) for part in (one.this, one.args["low"], one.args["high"])]
        return source.says("between", *parts)
    if isinstance(one, exp.Is):
        return source.says("empty", _words(one.this, source)) if isinstance(one.expression, exp.Null) else None
    return source.says("equal", source.of(one.name), source.words.true) if isinstance(one, exp.Column) else None


def _negated(one: exp.Not, source: Telling) -> str | None:
    if isinstance(one.this, exp.Is) and isinstance(one.this.expression, exp.Null):
        return source.says("known", _words(one.this.this, source))
    return source.says("no", condition_words(one.this, source))


def _side(one: exp.Expr, source: Telling) -> str | None:
    """What is compared: a value as it is written, or a column."""
    given = one.this if isinstance(one, exp.Cast) and isinstance(one.this, exp.Literal) else one
    if isinstance(given, exp.Literal):
        return f"“{given.this}”" if given.is_string and given is one else str(given.this)
    if isinstance(given, exp.Boolean):
        return source.words.true if given.this else source.words.false
    if isinstance(given, exp.Neg) and given.this.is_number:
        return f"-{given.this.this}"
    return _words(given, source)
