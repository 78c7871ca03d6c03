"""Counts beside the figures of a query that was not written in the query language: of which rows each is a figure.

One SELECT of one relation, grouped or not, gets them, and one of the groups of such a SELECT (an average over groups),
whose figures are of the rows of these groups; of one that joins two, only how many rows found a match. Anything else
stays as it is: what its figures are figures of is undetermined.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError
from sqlglot import exp

from shared.contracts import Account, Completeness, LeftOut, QueryResult, Why
from shared.engine.results.counted_parts import (
    ROWS,
    CountedPart,
    aggregates,
    asks_for_known,
    counted_part,
    counts_cells,
    is_counted,
    taken,
)
from shared.engine.sql.clauses import conjuncts
from shared.engine.sql.syntax import readable
from shared.log import logger
from shared.query.base import RESERVED

_SOURCE, _DISTINCT, _SELECTED, _GROUPED, _GROUPS, _MATCHED = (
    f"{RESERVED}{what}" for what in ("source", "distinct", "selected", "grouped", "groups", "matched")
)
_UNFIT = ("distinct", "sample", "laterals", "windows", "pivots")
_CUT = ("limit", "offset", "qualify", "with_", "joins")
"""Clauses that a query may not have where others compute figures of its groups, such as their average: the groups that
they leave out are told by no condition on rows."""


@dataclass(frozen=True)
class Accounts:
    """A query with its counts, and which of them belong to which of its columns."""

    sql: str
    parts: dict[str, tuple[CountedPart, ...]] = field(default_factory=dict)
    grouped_by: tuple[str, ...] = ()

    def visible(self, result: QueryResult, sql: str) -> QueryResult:
        """The result as the query asked for it."""
        kept = [at for at, name in enumerate(result.columns) if not name.startswith(RESERVED)]
        return result.only(kept).model_copy(update={"sql": sql})

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
    if (query := readable(sql)) is None:
        return None
    if not isinstance(query, exp.Select) or any(query.args.get(part) for part in _UNFIT):
        return None
    source, figures = query.args.get("from_"), _figures(query)
    if source is None or not _plainly_grouped(query) or not any(figures.values()):
        return None
    if not _is_known(source.this, relations):
        return _of_groups(query, figures, relations)
    if query.args.get("with_"):
        return None
    return _matched(query, figures, relations) if query.args.get("joins") else _counted(query, figures)


def _figures(query: exp.Select) -> dict[str, tuple[exp.Expr, ...]]:
    """The figures of a query whose rows can be counted, by name, each with the aggregates that it is made of."""
    given = {one.alias_or_name: one.unalias() for one in query.expressions if one.find(exp.AggFunc, exp.Anonymous)}
    found = {name: tuple(aggregates(one)) for name, one in given.items() if name and is_counted(one)}
    return {name: parts for name, parts in found.items() if parts}


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


def _counted(query: exp.Select, figures: dict[str, tuple[exp.Expr, ...]]) -> Accounts:
    query = query.copy()
    counts, known = _rows_of(query)
    counts[ROWS] = exp.Count(this=exp.Star())
    parts = _parts(figures, counts)
    return _beside(query, counts, parts, known)


def _rows_of(query: exp.Select) -> tuple[dict[str, exp.Expr], list[exp.Expr]]:
    """How many rows a query's source has, how many it reads and selects, and how many of these are in a group; and the
    conditions that only ask for a known group."""
    source = query.args["from_"]
    counting = exp.select(exp.Count(this=exp.Star()))
    everything, repeating = counting.from_(source.this.copy()), _repeating(source.this)
    conditions, known = _conditions(query)
    selected = everything.where(*conditions)
    counts: dict[str, exp.Expr] = {_SOURCE: everything.subquery(), _SELECTED: selected.subquery()}
    if repeating is not None:
        counts |= {_SOURCE: counting.from_(repeating.copy()).subquery(), _DISTINCT: everything.subquery()}
    if known:
        counts[_GROUPED] = selected.where(*known).subquery()
    return counts, known


def _parts(
    figures: Mapping[str, Sequence[exp.Expr]], counts: dict[str, exp.Expr]
) -> dict[str, tuple[CountedPart, ...]]:
    """What each figure is made of, each once, with what counts it added to `counts`."""
    every = [one for of_figure in figures.values() for one in of_figure]
    of_rows = any(counts_cells(one) and taken(one) is None for one in every)
    made = {name: [counted_part(one, counts, beside_rows=of_rows) for one in ones] for name, ones in figures.items()}
    return {name: tuple(dict.fromkeys(ones)) for name, ones in made.items()}


def _beside(
    query: exp.Select, counts: dict[str, exp.Expr], parts: dict[str, tuple[CountedPart, ...]], known: list[exp.Expr]
) -> Accounts:
    if query.args.get("group") is not None:
        counts[_GROUPS] = exp.Window(this=exp.Count(this=exp.Star()))
    for name, count in counts.items():
        query.append("expressions", exp.alias_(count, name, quoted=True))
    grouped_by = dict.fromkeys(one.this.this.name for one in known)
    return Accounts(query.sql(dialect="duckdb"), parts, tuple(grouped_by))


def _of_groups(
    query: exp.Select, figures: Mapping[str, Sequence[exp.Expr]], relations: Collection[str]
) -> Accounts | None:
    """Of a query of the groups of another one: the rows of these groups are counted there, and added up here."""
    query = query.copy()
    below = _groups_below(query)
    if below is None or query.args.get("joins") or not _are_groups(below, relations):
        return None
    inner: dict[str, exp.Expr] = {ROWS: exp.Count(this=exp.Star())}
    made = _parts(_figures(below), inner)
    of_rows, known = _rows_of(below)
    kept, where = _added(ROWS, None), query.args.get("where")
    parts: dict[str, tuple[CountedPart, ...]] = {}
    counts: dict[str, exp.Expr] = {ROWS: kept}
    for name, own in figures.items():
        if (found := _parts_of_groups(own, made, counts)) is not None:
            parts[name] = found
    if not parts:
        return None
    for name, count in inner.items():
        below.append("expressions", exp.alias_(count, _below(name), quoted=True))
    everything = exp.select(kept.copy()).from_(query.args["from_"].this.copy())
    chosen = everything.where(where.this.copy()) if where is not None else everything
    if where is not None or below.args.get("having") is not None:
        grouped = of_rows.get(_GROUPED, of_rows[_SELECTED])
        left_out = exp.paren(exp.Sub(this=grouped.copy(), expression=_or_none(chosen.subquery())))
        of_rows |= {_SELECTED: exp.Sub(this=of_rows[_SELECTED], expression=left_out), _GROUPED: chosen.subquery()}
    return _beside(query, of_rows | counts, parts, known)


def _groups_below(query: exp.Select) -> exp.Select | None:
    """The SELECT, in FROM or named in WITH, that a query reads the result of; None where another reads it too."""
    source, with_ = query.args["from_"].this, query.args.get("with_")
    if with_ is None:
        found = source.this if isinstance(source, exp.Subquery) else None
    else:
        named = with_.expressions[0] if len(with_.expressions) == 1 and not with_.args.get("recursive") else None
        reads = [one for one in query.find_all(exp.Table) if named is not None and one.name == named.alias]
        found = named.this if named is not None and len(reads) == 1 and reads[0] is source else None
        found = None if named is not None and named.args["alias"].args.get("columns") else found
    return found if isinstance(found, exp.Select) else None


def _are_groups(below: exp.Select, relations: Collection[str]) -> bool:
    """Whether a SELECT gives groups of the rows of a relation, none of which is cut off."""
    if any(below.args.get(part) for part in (*_UNFIT, *_CUT)) or below.args.get("group") is None:
        return False
    source = below.args.get("from_")
    return source is not None and _is_known(source.this, relations) and _plainly_grouped(below)


def _parts_of_groups(
    figure: Sequence[exp.Expr], below: Mapping[str, tuple[CountedPart, ...]], counts: dict[str, exp.Expr]
) -> tuple[CountedPart, ...] | None:
    """The parts of a figure of groups: those of the figures of groups that it takes; None where it takes another."""
    made: list[CountedPart] = []
    for one in figure:
        of, where = taken(one), one.expression if isinstance(one, exp.Filter) else None
        if of is not None and not (isinstance(of, exp.Column) and of.name in below):
            return None
        for part in below[of.name] if of is not None else (CountedPart(None, ROWS, ROWS),):
            met, used = (_counted_here(name, where, counts) for name in (part.met, part.used))
            made.append(CountedPart(part.column, met, used))
    return tuple(dict.fromkeys(made))


def _counted_here(name: str, where: exp.Expr | None, counts: dict[str, exp.Expr]) -> str:
    """The name under which what is counted in each group is added up."""
    count = _added(name, where)
    known = next((one for one, other in counts.items() if other == count), None)
    counts[own := known or f"{RESERVED}count_{len(counts)}"] = count
    return own


def _below(name: str) -> str:
    return f"{RESERVED}of_group_{name.removeprefix(RESERVED)}"


def _added(name: str, where: exp.Expr | None) -> exp.Expr:
    total = exp.Sum(this=exp.column(_below(name), quoted=True))
    return exp.Filter(this=total, expression=where.copy()) if where is not None else total


def _or_none(count: exp.Expr) -> exp.Expr:
    return exp.Coalesce(this=count, expressions=[exp.Literal.number(0)])


def _conditions(query: exp.Select) -> tuple[list[exp.Expr], list[exp.Expr]]:
    """The conditions of a query, and those of them that only ask for a known group: a row without one is in none."""
    group = query.args.get("group")
    every = conjuncts(query.args.get("where"))
    labels = [one for one in query.expressions if not one.find(exp.AggFunc, exp.Anonymous)]
    keys = {column.name.lower() for one in (labels if group else ()) for column in one.find_all(exp.Column)}
    known = [one for one in every if asks_for_known(one) and one.this.this.name.lower() in keys]
    return [one for one in every if one not in known], known


def _matched(
    query: exp.Select, figures: dict[str, tuple[exp.Expr, ...]], relations: Collection[str]
) -> Accounts | None:
    """Of a query that joins one other relation: the percentage of rows of the first that have a match, among those that
    its conditions on this one leave; nothing where it keeps those that have none, and asks for them."""
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
    taken = exp.select(share).from_(first.copy()).where(*_own_conditions(query, first.alias_or_name))
    query.append("expressions", exp.alias_(taken.subquery(), _MATCHED, quoted=True))
    return Accounts(query.sql(dialect="duckdb"), dict.fromkeys(figures, ()))


def _own_conditions(query: exp.Select, name: str) -> list[exp.Expr]:
    """The conditions of a query that must all be met and are on columns of the source of that name alone."""
    return [one.copy() for one in conjuncts(query.args.get("where")) if _is_of(one, name)]


def _is_of(condition: exp.Expr, name: str) -> bool:
    tables = {one.table.casefold() for one in condition.find_all(exp.Column)}
    return tables == {name.casefold()} and condition.find(exp.Query, exp.AggFunc, exp.Window) is None


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
    there, selected, rows = (_count(cells.get(name)) for name in (_SOURCE, _SELECTED, ROWS))
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
