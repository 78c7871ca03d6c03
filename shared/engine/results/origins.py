"""Which figures of a query come from no table: a model can write any number it likes into a SELECT."""

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Final, Literal, NamedTuple

from sqlglot import exp

from shared.engine.sql.clauses import sources_of
from shared.engine.sql.series import is_of_times, name_of
from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed

ColumnOrigin = Literal["read", "label", "flag", "made up"]
"""Of a column: something of a table takes part in it; it is a written text or date; a written 1 or 0, which counts rows
where it is added up; or none of these."""
ColumnOrigins = tuple[tuple[str, ColumnOrigin], ...]
"""In order, for several columns of a query may have one name."""

_ZERO = exp.Literal.number(0)
_LABELS = (exp.Null, exp.Boolean, exp.CurrentDate, exp.CurrentTimestamp)
_DATES = (exp.DType.DATE, exp.DType.TIMESTAMP)
_DATED: Final = (exp.TimeToStr, exp.TimestampTrunc, exp.DateTrunc, exp.LastDay, exp.Monthname, exp.Dayname)
"""What a date is told as, other than a number."""
_STAR: Final = "*"
_A_TABLES: Final[ColumnOrigins] = ((_STAR, "read"),)
_BEST_FIRST: Final[tuple[ColumnOrigin, ...]] = ("read", "label", "flag", "made up")
_OF_NO_TABLE: Final = ("flag", "made up")
_ADDING: Final = (exp.Sum, exp.Avg)


class Source(NamedTuple):
    """What a SELECT reads: the origins of its columns (None: a table's own, all read), and whether its rows are those
    of a table, so that counting them is reading."""

    columns: ColumnOrigins | None
    rows: bool

    def of(self, name: str) -> ColumnOrigin:
        """The origin of a column; of one that is not named, the best that there is."""
        if self.columns is None:
            return "read"
        found = [origin for _, origin in self.named(name)] or [origin for _, origin in self.columns]
        return next((best for best in _BEST_FIRST if best in found), "made up")

    def named(self, name: str) -> ColumnOrigins:
        """The columns of that name, in either case."""
        return tuple(one for one in self.columns or () if one[0].casefold() == name.casefold())

    @property
    def honest(self) -> bool:
        """Whether none of its columns is made up."""
        return self.columns is None or all(origin not in _OF_NO_TABLE for _, origin in self.columns)

    @property
    def reads(self) -> bool:
        """Whether it reads data at all: a column of a table, or a table as a whole."""
        return not self.columns or any(origin == "read" for _, origin in self.columns)


Sources = Mapping[str, Source]
_TABLE: Final = Source(None, rows=True)


def invented(sql: str) -> tuple[str, ...]:
    """The output columns that a query makes up: no column and no row of a table takes part in them, and they are more
    than labels (texts, dates). None where the query cannot be read, which the guard will say.

    Columns that cannot move the figure take no part: those of `x * 0`, `x - x`, a choice between written figures, or
    what a written figure is capped at. Any other constant that is calculated with a column goes unnoticed. What is
    calculated from a label is made up: the length of a written text is a written figure.
    """
    try:
        columns = _query(parse(sql), {}).columns or ()
        return tuple(dict.fromkeys(name for name, origin in columns if origin in _OF_NO_TABLE))
    except (QueryFailed, RecursionError):
        return ()


def _query(tree: exp.Expr, known: Sources, *, within: bool = True, before: Sources | None = None) -> Source:
    """A query as a source of others, given the named queries around it, and the sources `before` it that it may read.

    `within`: whether the queries within its columns are asked too; who asks each of them by itself has no need.
    """
    known = {**known, **_named(tree, known, within=within)}
    if isinstance(tree, exp.Subquery):
        return _pivoted(tree, _source(tree.this, known, before=before, within=within), known)
    if isinstance(tree, exp.SetOperation):
        first, second = (_query(side, known, within=within, before=before) for side in (tree.this, tree.expression))
        by_name = bool(tree.args.get("by_name"))
        return Source(_both(first, second, by_name=by_name), rows=first.rows and second.rows)
    sources = _sources(tree, known, within=within)
    selects = tree.selects if isinstance(tree, exp.Query) else []
    columns = tuple(
        column
        for at, one in enumerate(selects)
        for column in _output(one, at, sources, known, within=within, before=before or {})
    )
    return Source(columns, rows=any(source.rows for source in sources.values()))


def _output(
    one: exp.Expr, at: int, sources: Sources, known: Sources, *, within: bool, before: Sources
) -> ColumnOrigins:
    """What a selected expression adds to the output: a star the columns of its sources. What its own sources do not
    have it may read from those `before` it."""
    if one.is_star:
        asked = _asked(one, sources) if isinstance(one, exp.Column) else list(sources.values())
        listed = (_A_TABLES if source.columns is None else source.columns for source in asked)
        return tuple(column for columns in listed for column in columns)
    seen = {**before, **sources}
    return ((one.alias_or_name or f"column {at}", _origin(one, seen, known, within=within, counted=sources)),)


def _named(tree: exp.Expr, known: Sources, *, within: bool) -> dict[str, Source]:
    found: dict[str, Source] = {}
    for table in getattr(tree, "ctes", ()):
        found[table.alias.lower()] = _renamed(table, _query(table.this, {**known, **found}, within=within))
    return found


def _renamed(one: exp.Expr, source: Source) -> Source:
    """The source with the columns that its alias lists."""
    names = one.alias_column_names
    if not names or source.columns is None:
        return source
    told = [*names, *(name for name, _ in source.columns[len(names) :])]
    return Source(tuple(zip(told, (origin for _, origin in source.columns), strict=False)), source.rows)


def _both(one: Source, other: Source, *, by_name: bool) -> ColumnOrigins | None:
    """The columns of a union: read where both sides are, made up where either is. Where they cannot be put side by
    side, because one side has a star or another number of columns, only those of one side count."""
    if one.columns is None or other.columns is None:
        return None if one.honest and other.honest else ((_STAR, "made up"),)
    if by_name:
        names = dict.fromkeys(name for name, _ in (*one.columns, *other.columns))
        sides = {name: [origin for _, origin in (*one.named(name), *other.named(name))] for name in names}
        return tuple((name, reduce(_worse, origins)) for name, origins in sides.items())
    if len(one.columns) != len(other.columns) or _STAR in (name for name, _ in (*one.columns, *other.columns)):
        return one.columns if other.honest else ((_STAR, "made up"),)
    pairs = zip(one.columns, other.columns, strict=True)
    return tuple((name, _worse(origin, there)) for (name, origin), (_, there) in pairs)


def _worse(one: ColumnOrigin, other: ColumnOrigin) -> ColumnOrigin:
    if "made up" in (one, other):
        return "made up"
    if {one, other} == {"flag", "label"}:
        return "flag"
    return one if one == other else "read"


def _sources(tree: exp.Expr, known: Sources, *, within: bool) -> dict[str, Source]:
    """What a SELECT reads, by name, each seeing those before it."""
    found: dict[str, Source] = {}
    for one in (*sources_of(tree), *(tree.args.get("laterals") or ())):
        found[one.alias_or_name.lower()] = _renamed(one, _source(one, {**known}, before=found, within=within))
        for join in one.args.get("joins") or ():
            found[join.this.alias_or_name.lower()] = _source(join.this, known, before=found, within=within)
    return found


def _source(one: exp.Expr, known: Sources, *, before: Sources | None = None, within: bool) -> Source:
    if isinstance(one, exp.Table) and isinstance(one.this, exp.GenerateSeries):
        return _counted_off(one.this)
    if isinstance(one, exp.Unnest) and len(one.expressions) == 1:
        (series,) = one.expressions
        if isinstance(series, exp.GenerateSeries):
            return _counted_off(series)
    if isinstance(one, exp.Table):
        return _pivoted(one, known.get(one.name.lower(), _TABLE), known)
    if isinstance(one, exp.Values):
        return Source(tuple(_constants(one)), rows=False)
    if isinstance(one, exp.Lateral):
        return _source(one.this, known, before=before, within=within)
    if isinstance(one, exp.Unnest):
        read = any(_origin(taken, before or {}, known, within=within) == "read" for taken in one.expressions)
        return _TABLE if read else Source(((_STAR, "made up"),), rows=False)
    return _query(one, known, within=within, before=before)


def _counted_off(series: exp.GenerateSeries) -> Source:
    """Times that are counted off are labels, as written ones are; numbers are as good as written."""
    return Source(((name_of(series), "label" if is_of_times(series) else "made up"),), rows=False)


def _constants(values: exp.Values) -> Iterator[tuple[str, ColumnOrigin]]:
    """The columns of VALUES: labels where every cell is one."""
    rows = [row.expressions if isinstance(row, exp.Tuple) else [row] for row in values.expressions]
    for at, cells in enumerate(zip(*rows, strict=False)):
        yield f"col{at}", "label" if all(map(_is_label, cells)) else "made up"


def _pivoted(one: exp.Expr, source: Source, known: Sources) -> Source:
    """A source with a PIVOT over it: read where nothing in it is made up and every figure of the PIVOT is read."""
    pivots = one.args.get("pivots") or ()
    figures = [figure for pivot in pivots for figure in pivot.expressions]
    if not pivots:
        return source
    honest = source.honest and all(_origin(one, {"": source}, known, within=True) == "read" for one in figures)
    return _TABLE if honest else Source(((_STAR, "made up"),), rows=False)


def _is_label(one: exp.Expr) -> bool:
    value = one.unalias()
    if isinstance(value, exp.Cast):
        return value.to.this in _DATES
    if isinstance(value, exp.Explode):
        return is_of_times(value.this)
    return isinstance(value, _LABELS) or (isinstance(value, exp.Literal) and value.is_string)


def _origin(
    one: exp.Expr, sources: Sources, known: Sources, *, within: bool, counted: Sources | None = None
) -> ColumnOrigin:
    """Whether a table takes part in an expression: by a column, by its rows (those `counted`, where not all are), or
    by a query within it."""
    if _is_label(one) or _chooses_a_label(one.unalias(), sources):
        return "read" if _reads_a_column(one, sources) else "label"
    if _is_flag(one.unalias(), sources):
        return "flag"
    one = one.copy().transform(_substance)
    queries = one.find_all(exp.Query) if within else ()
    if any(_query(query, known, within=False).reads for query in queries):
        return "read"
    if listed := list(one.find_all(exp.Columns)):
        read = all(source.honest for source in sources.values()) and any(source.rows for source in sources.values())
        return "read" if read and listed else "made up"
    if _reads_a_column(one, sources):
        return "read"
    return "read" if _counts(one, sources if counted is None else counted) else "made up"


def _reads_a_column(one: exp.Expr, sources: Sources) -> bool:
    columns = one.find_all(exp.Column)
    return any(source.of(column.name) == "read" for column in columns for source in _asked(column, sources))


def _chooses_a_label(value: exp.Expr, sources: Sources) -> bool:
    """Whether this is a written text or date from a source, or the first of several that is there."""
    if isinstance(value, exp.Coalesce):
        parts = (value.this, *value.expressions)
        return all(_is_label(part) or _chooses_a_label(part, sources) for part in parts)
    if isinstance(value, _DATED):
        return _chooses_a_label(value.this, sources)
    asked = _asked(value, sources) if isinstance(value, exp.Column) else []
    return bool(asked) and all(source.of(value.name) == "label" for source in asked)


def _is_flag(value: exp.Expr, sources: Sources) -> bool:
    """Whether this is a written 1 or 0, there or in a source."""
    while isinstance(value, exp.Cast | exp.Paren):
        value = value.this
    if isinstance(value, exp.Literal):
        return not value.is_string and value.name in ("0", "1")
    asked = _asked(value, sources) if isinstance(value, exp.Column) else []
    return bool(asked) and all(source.of(value.name) == "flag" for source in asked)


def _substance(node: exp.Expr) -> exp.Expr:
    """What remains of a calculation when the columns that cannot move its figure are gone."""
    match node:
        case exp.Paren():
            return _bare(node) if isinstance(node.this, exp.Literal) else node
        case exp.Mul() if _ZERO in (_bare(node.this), _bare(node.expression)):
            return _ZERO.copy()
        case exp.Sub() if _bare(node.this) == _bare(node.expression):
            return _ZERO.copy()
        case exp.Sub(this=exp.Add() as sum_) if _bare(node.expression) in (sum_.this, sum_.expression):
            return _bare(sum_.this if _bare(node.expression) == sum_.expression else sum_.expression)
        case exp.Nullif():
            return _bare(node.this)
        case exp.Case() | exp.If() if _chooses_a_figure(node):
            return _ZERO.copy()
        case exp.Least() | exp.Greatest() if any(map(_is_figure, (node.this, *node.expressions))):
            return _ZERO.copy() if node.find(exp.AggFunc) else node
    return node


def _bare(one: exp.Expr) -> exp.Expr:
    return one.unnest()


def _is_figure(one: exp.Expr | None) -> bool:
    """Whether this is a number that is written down and is more than a flag or a bound of percentages."""
    bare = one.unnest() if one is not None else None
    return isinstance(bare, exp.Literal) and not bare.is_string and float(bare.this) not in (0.0, 1.0, 100.0)


def _chooses_a_figure(choice: exp.Expr) -> bool:
    """Whether a computed value only decides which of several written figures is told."""
    branches = choice.args.get("ifs") or [choice]
    results = [branch.args.get("true") for branch in branches]
    results += [choice.args.get("default"), choice.args.get("false")]
    written = [one for one in results if one is not None and not isinstance(one.unnest(), exp.Null)]
    return (
        any(map(_is_figure, written))
        and all(isinstance(one.unnest(), exp.Literal) for one in written)
        and any(branch.this.find(exp.AggFunc) for branch in branches)
    )


def _asked(column: exp.Expr, sources: Sources) -> list[Source]:
    """The sources that a column may come from."""
    table = column.text("table").lower()
    if table and table in sources:
        return [sources[table]]
    named = [source for source in sources.values() if source.named(column.name)]
    return named or list(sources.values())


def _counts(one: exp.Expr, sources: Sources) -> bool:
    """Whether rows of a table are counted: by name, by a window, or as a sum of ones, written there or in a source."""
    if any(total.this == exp.Literal.number(1) for total in one.find_all(exp.Sum)) or one.find(exp.Window):
        return any(source.rows for source in sources.values())
    for total in one.find_all(*_ADDING):
        flagged = total.this if isinstance(total.this, exp.Column) and _is_flag(total.this, sources) else None
        if flagged is not None and any(source.rows for source in _asked(flagged, sources)):
            return True
    for count in one.find_all(exp.Count):
        columns = list(count.find_all(exp.Column))
        counted = [source for column in columns for source in _asked(column, sources)] if columns else sources.values()
        if any(source.rows for source in counted):
            return True
    return False
