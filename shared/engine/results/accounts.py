"""Counts beside the figures of a query that was not written in the query language: of which rows each is a figure.

One SELECT of one relation, grouped or not, gets them; of one that joins two, only how many rows found a match. Anything
else stays as it is: what its figures are figures of is undetermined.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import ValidationError
from sqlglot import exp

from shared.contracts import Account, Completeness, LeftOut, QueryResult, Why
from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed
from shared.log import logger
from shared.query.base import RESERVED

_SOURCE, _DISTINCT, _SELECTED, _GROUPED, _ROWS, _GROUPS, _MATCHED = (
    f"{RESERVED}{what}" for what in ("source", "distinct", "selected", "grouped", "rows", "groups", "matched")
)
_UNFIT = ("with_", "distinct", "qualify", "sample", "laterals", "windows", "pivots")
_NAMED = frozenset({"quantile_cont", "quantile_disc", "geomean", "mad", "sem"})
"""Aggregates that the parser knows as functions of any kind."""

EITHER = " or "
"""Between the names of columns of which one at least must be known."""


@dataclass(frozen=True)
class CountedPart:
    """One aggregate of a figure: the column that it is of (or several, EITHER between them), and the names under which
    the rows that meet its own condition and those that it uses are counted."""

    column: str | None
    met: str
    used: str


@dataclass(frozen=True)
class Accounts:
    """A query with its counts, and which of them belong to which of its columns."""

    sql: str
    parts: dict[str, tuple[CountedPart, ...]] = field(default_factory=dict)
    grouped_by: tuple[str, ...] = ()

    def visible(self, result: QueryResult, sql: str) -> QueryResult:
        """The result as the query asked for it."""
        kept = [at for at, name in enumerate(result.columns) if not name.startswith(RESERVED)]
        rows = tuple(tuple(row[at] for at in kept) for row in result.rows)
        return result.model_copy(update={"columns": tuple(result.columns[at] for at in kept), "rows": rows, "sql": sql})

    def of(self, result: QueryResult, row: int, column: str, as_of: str | None) -> Completeness | None:
        """What the figure in a cell of the counted result is a figure of; None where that is undetermined, and, with a
        line in the log, where the counts do not agree."""
        if column not in self.parts or row >= len(result.rows):
            return None
        cells = dict(zip(result.columns, result.rows[row], strict=True))
        there = _count(cells.get(_GROUPS, result.row_count))
        matched = cells.get(_MATCHED)
        try:
            return Completeness(
                accounts=tuple(_account(part, cells) for part in self.parts[column]),
                shown=len(result.rows),
                there=there,
                cut=result.truncated or there > len(result.rows),
                grouped_by=self.grouped_by,
                matched=float(matched) if isinstance(matched, int | float) else None,
                as_of=as_of,
            )
        except ValidationError as breach:
            logger.warning("the rows of a figure are not accounted for", extra={"errors": breach.error_count()})
            return None


def accounted(sql: str, relations: Collection[str]) -> Accounts | None:
    """The query with counts beside its figures; None where its form does not allow for them."""
    try:
        query = parse(sql)
    except QueryFailed:
        return None
    if not isinstance(query, exp.Select) or any(query.args.get(part) for part in _UNFIT):
        return None
    source = query.args.get("from_")
    if source is None or not _is_known(source.this, relations) or not _plainly_grouped(query):
        return None
    figures = {one.alias_or_name: one.unalias() for one in query.expressions if one.find(exp.AggFunc, exp.Anonymous)}
    counted = {name: tuple(_aggregates(one)) for name, one in figures.items() if name and _is_plain(one)}
    if not any(counted.values()):
        return None
    return _matched(query, counted, relations) if query.args.get("joins") else _counted(query, counted)


def _is_known(source: exp.Expr, relations: Collection[str]) -> bool:
    source = _repeating(source) or source
    return isinstance(source, exp.Table) and source.name in relations and not source.args.get("sample")


def _repeating(source: exp.Expr) -> exp.Expr | None:
    """The relation of which a source takes each row once: `(SELECT DISTINCT * FROM relation)`; None of another."""
    of = source.this if isinstance(source, exp.Subquery) else None
    if not isinstance(of, exp.Select) or not of.args.get("distinct") or not of.is_star:
        return None
    parts = {name for name, given in of.args.items() if given}
    plain = parts == {"distinct", "expressions", "from_"} and not of.args["distinct"].args.get("on")
    return of.args["from_"].this if plain and len(of.expressions) == 1 else None


def _plainly_grouped(query: exp.Select) -> bool:
    group = query.args.get("group")
    if group is None:
        return True
    return not group.args.get("all") and not group.find(exp.Rollup, exp.Cube, exp.GroupingSets, exp.Select)


def _is_plain(figure: exp.Expr) -> bool:
    if any(one.name.lower() not in _NAMED for one in figure.find_all(exp.Anonymous)):
        return False
    within = any(_chooses_within(_taken(one)) or _reads_more(one) for one in _aggregates(figure))
    return not within and figure.find(exp.Window, exp.Select, exp.WithinGroup) is None


def _chooses_within(of: exp.Expr | None) -> bool:
    """Whether a CASE or a NULLIF is a part of what an aggregate takes, or this is a NULLIF: whether its cells are empty
    or not chosen, nothing says."""
    if of is None or isinstance(of, exp.Nullif):
        return of is not None
    own = {id(one) for one in (of, *(of.args["ifs"] if isinstance(of, exp.Case) else ()))}
    return any(id(one) not in own for one in of.find_all(exp.Case, exp.If, exp.Nullif))


def _reads_more(aggregate: exp.Expr) -> bool:
    """Whether an aggregate reads another column beside what it takes (a correlation, the value at a highest): a row
    may be left out for either."""
    function = aggregate.this if isinstance(aggregate, exp.Filter) else aggregate
    parts = function.expressions if isinstance(function, exp.Anonymous) else list(function.iter_expressions())
    ordered = any(one.find(exp.Order) is not None for one in parts)
    return ordered or sum(one.find(exp.Column) is not None for one in parts) > 1


def _aggregates(figure: exp.Expr) -> Iterator[exp.Expr]:
    for one in figure.find_all(exp.AggFunc, exp.Anonymous):
        yield one.parent if isinstance(one.parent, exp.Filter) else one


def _counted(query: exp.Select, figures: dict[str, tuple[exp.Expr, ...]]) -> Accounts:
    query = query.copy()
    source, group = query.args["from_"], query.args.get("group")
    counting = exp.select(exp.Count(this=exp.Star()))
    everything, repeating = counting.from_(source.this.copy()), _repeating(source.this)
    conditions, known = _conditions(query)
    selected = everything.where(*conditions)
    counts: dict[str, exp.Expr] = {_SOURCE: everything.subquery(), _SELECTED: selected.subquery()}
    if repeating is not None:
        counts |= {_SOURCE: counting.from_(repeating.copy()).subquery(), _DISTINCT: everything.subquery()}
    if known:
        counts[_GROUPED] = selected.where(*known).subquery()
    counts[_ROWS] = exp.Count(this=exp.Star())
    if group is not None:
        counts[_GROUPS] = exp.Window(this=exp.Count(this=exp.Star()))
    parts: dict[str, tuple[CountedPart, ...]] = {}
    of_rows = any(_counts(one) and _taken(one) is None for aggregates in figures.values() for one in aggregates)
    for name, aggregates in figures.items():
        parts[name] = tuple(_part(one, counts, beside_rows=of_rows) for one in aggregates)
    for name, count in counts.items():
        query.append("expressions", exp.alias_(count, name, quoted=True))
    grouped_by = dict.fromkeys(one.this.this.name for one in known)
    return Accounts(query.sql(dialect="duckdb"), parts, tuple(grouped_by))


def _conditions(query: exp.Select) -> tuple[list[exp.Expr], list[exp.Expr]]:
    """The conditions of a query, and those of them that only ask for a known group: a row without one is in none."""
    where, group = query.args.get("where"), query.args.get("group")
    every = [] if where is None else list(where.this.flatten()) if isinstance(where.this, exp.And) else [where.this]
    labels = [one for one in query.expressions if not one.find(exp.AggFunc, exp.Anonymous)]
    keys = {column.name.lower() for one in (labels if group else ()) for column in one.find_all(exp.Column)}
    known = [one for one in every if _asks_for_known(one) and one.this.this.name.lower() in keys]
    return [one for one in every if one not in known], known


def _asks_for_known(condition: exp.Expr) -> bool:
    """Whether it is `column IS NOT NULL`."""
    test = condition.this
    return (
        isinstance(condition, exp.Not)
        and isinstance(test, exp.Is)
        and isinstance(test.this, exp.Column)
        and isinstance(test.expression, exp.Null)
    )


def _taken(aggregate: exp.Expr) -> exp.Expr | None:
    """What an aggregate takes of each row; None where it takes the row. To a sum an empty cell and 0 are the same."""
    function = aggregate.this if isinstance(aggregate, exp.Filter) else aggregate
    given = function.expressions if isinstance(function, exp.Anonymous) else [function.this]
    of: exp.Expr | None = given[0] if given else None
    of = of.expressions[0] if isinstance(of, exp.Distinct) else of
    while isinstance(of, exp.Paren) or (isinstance(of, exp.Coalesce) and _fills_a_sum(of, function)):
        of = of.this
    return None if isinstance(of, exp.Star) else of


def _fills_a_sum(of: exp.Coalesce, function: exp.Expr) -> bool:
    return isinstance(function, exp.Sum) and all(map(_is_zero, of.expressions))


def _is_zero(one: exp.Expr | None) -> bool:
    return isinstance(one, exp.Literal) and one.is_number and float(one.this) == 0


def _counts(aggregate: exp.Expr) -> bool:
    """Whether it is the number of known cells of a column."""
    function = aggregate.this if isinstance(aggregate, exp.Filter) else aggregate
    return isinstance(function, exp.Count) and not isinstance(function.this, exp.Distinct)


def _part(aggregate: exp.Expr, counts: dict[str, exp.Expr], *, beside_rows: bool) -> CountedPart:
    """What an aggregate uses, with the counts that say so added to `counts`. A count of known cells beside one of rows
    is meant as that, and is one of no column."""
    where = aggregate.expression if isinstance(aggregate, exp.Filter) else None
    adds = isinstance(aggregate.this if isinstance(aggregate, exp.Filter) else aggregate, exp.Sum)
    of = _taken(aggregate)

    def counted(what: exp.Expr) -> str:
        name = f"{RESERVED}count_{len(counts)}"
        count = exp.Count(this=what)
        counts[name] = exp.Filter(this=count, expression=where.copy()) if where is not None else count
        return name

    met = counted(exp.Star()) if where is not None else _ROWS
    if of is None:
        return CountedPart(None, met, met)
    if beside_rows and isinstance(of, exp.Column) and _counts(aggregate):
        return CountedPart(None, met, counted(of.copy()))
    columns = EITHER.join(dict.fromkeys(one.name for one in of.find_all(exp.Column))) or None
    if not isinstance(of, exp.Case | exp.If) or not _chooses(of):
        return CountedPart(columns, met, counted(of.copy()))
    chosen, values = _choice(of, adds=adds)
    read = EITHER.join(dict.fromkeys(one.name for branch in values for one in branch.find_all(exp.Column)))
    return CountedPart(read or columns, counted(chosen), counted(_choice(of, adds=adds, values=True)[0]))


def _choice(of: exp.Case | exp.If, *, adds: bool, values: bool = False) -> tuple[exp.Case, list[exp.Expr]]:
    """A CASE that gives 1, or its `values`, wherever this one takes something, and these; to a sum, 0 is nothing."""
    branches = of.args["ifs"] if isinstance(of, exp.Case) else [of]
    default = of.args.get("default") if isinstance(of, exp.Case) else of.args.get("false")
    taken: list[exp.Expr] = []

    def told(value: exp.Expr | None) -> exp.Expr:
        if value is None or isinstance(value, exp.Null) or (adds and _is_zero(value)):
            return exp.Null()
        inner = (
            value.this if isinstance(value, exp.Coalesce) and adds and all(map(_is_zero, value.expressions)) else value
        )
        taken.append(inner)
        return inner.copy() if values else exp.Literal.number(1)

    made = [exp.If(this=branch.this.copy(), true=told(branch.args["true"])) for branch in branches]
    compared = of.this.copy() if isinstance(of, exp.Case) and of.this is not None else None
    return exp.Case(this=compared, ifs=made, default=told(default)), taken


def _chooses(one: exp.Expr) -> bool:
    """Whether a CASE may leave out rows that are known: not one that has a figure for each row of a known column."""
    given = one.args["ifs"] if isinstance(one, exp.Case) and one.this is None and not one.args.get("default") else []
    every = any(_asks_for_known(branch.this) for branch in given)
    return not (every and all(isinstance(branch.args["true"], exp.Literal) for branch in given))


def _matched(
    query: exp.Select, figures: dict[str, tuple[exp.Expr, ...]], relations: Collection[str]
) -> Accounts | None:
    """Of a query that joins one other relation: the percentage of rows of the first that have a match; nothing where it
    keeps those that have none, and asks for them."""
    if _asks_for_unmatched(query):
        return None
    query = query.copy()
    first, joins = query.args["from_"].this, query.args["joins"]
    other, on = joins[0].this, joins[0].args.get("on")
    if len(joins) > 1 or on is None or not _is_known(other, relations) or joins[0].side in ("RIGHT", "FULL"):
        return None
    match = exp.Exists(this=exp.select(exp.Literal.number(1)).from_(other.copy()).where(on.copy()))
    share = exp.Mul(
        this=exp.Literal.number("100.0"),
        expression=exp.Avg(this=exp.Case().when(match, exp.Literal.number("1.0")).else_(exp.Literal.number("0.0"))),
    )
    query.append("expressions", exp.alias_(exp.select(share).from_(first.copy()).subquery(), _MATCHED, quoted=True))
    return Accounts(query.sql(dialect="duckdb"), dict.fromkeys(figures, ()))


def _asks_for_unmatched(query: exp.Select) -> bool:
    """Whether rows without a match are kept, and a condition may choose them: one on the groups, or IS NULL of a column
    that is not the first relation's."""
    where, having, first = query.args.get("where"), query.args.get("having"), query.args["from_"].this
    asked = where.find_all(exp.Is) if where is not None else ()
    own = first.alias_or_name
    chosen = having is not None or any(isinstance(one.this, exp.Column) and one.this.table != own for one in asked)
    return chosen and query.args["joins"][0].side == "LEFT"


def _account(part: CountedPart, cells: Mapping[str, object]) -> Account:
    """Raises ValidationError where the counts do not agree."""
    there, selected, rows = (_count(cells.get(name)) for name in (_SOURCE, _SELECTED, _ROWS))
    read = _count(cells.get(_DISTINCT, there))
    grouped = _count(cells.get(_GROUPED, selected))
    met, used = _count(cells.get(part.met)), _count(cells.get(part.used))
    counts: dict[Why, int] = {
        "repeated": there - read,
        "condition": read - selected,
        "no_group": selected - grouped,
        "other_group": grouped - rows,
        "own_condition": rows - met,
        "empty": met - used,
    }
    left = tuple(LeftOut(why=why, rows=count) for why, count in counts.items() if count)
    return Account(column=part.column, there=there, used=used, left_out=left)


def _count(value: object) -> int:
    return int(value) if isinstance(value, int | float) else 0
