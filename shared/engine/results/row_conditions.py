"""What the rows of a result meet, as a picture's title says it: the conditions of its query and of what that reads."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.results.telling_words import ENGLISH, telling_words
from shared.engine.results.tellings import Telling, condition_words
from shared.engine.sql.syntax import readable
from shared.query.words.values import MONTHS, listed, period
from shared.table.names import in_words, spoken
from shared.table.nouns import plural

_FILTERS: Final = ("where", "having", "qualify")


def rows_met(sql: str, datasets: Sequence[DatasetProfile], tag: str = "en") -> tuple[str, ...]:
    """The conditions that all rows of a query's result meet, in the language of that tag, each once: those of the query
    and of each table or query that its rows come from. That a value is known is none. One without plain words is
    left out, and so are those of a union, of what is joined to rows that stay without it, and what only the query's
    working says: a column of its own against a number, two values of one column on two sides of a join, and between
    which times things were there."""
    words = telling_words(tag)
    if (tree := readable(sql)) is None:
        return ()
    columns = {column.name: spoken(column) for one in datasets for column in one.columns}
    made = {one.alias: in_words(one.alias) for one in tree.find_all(exp.Alias)}
    rows = words.rows or plural(datasets[0].semantic.entity_name) if len(datasets) == 1 else words.rows or "rows"
    source = Telling(figures={**made, **columns}, rows=rows, words=words)
    given = [part for whole in _filters(tree, {}) for part in _parts(whole)]
    given = list(_of_the_rows(given, {one.casefold() for one in columns}))
    spans = dict(_spans(given, source)) if words == ENGLISH else {}
    spans |= {id(one): said for one in given if words == ENGLISH and (said := _in_months(one, source))}
    told = (spans.get(id(one), "") if id(one) in spans else _told(one, source) for one in given)
    return tuple(dict.fromkeys(filter(None, told)))


def _filters(tree: exp.Expr, within: Mapping[str, exp.Expr]) -> Iterator[exp.Expr]:
    """The conditions of a SELECT and of the queries that its rows come from; `within` are the WITH ones by name."""
    if not isinstance(tree, exp.Select):
        return
    within = {**within, **{one.alias.casefold(): one.this for one in tree.ctes}}
    yield from (tree.args[kind].this for kind in _FILTERS if tree.args.get(kind))
    start = tree.args.get("from_")
    kept = [join.this for join in tree.args.get("joins") or () if not join.side and join.kind in ("", "INNER")]
    for read in (*([start.this] if start else []), *kept):
        name = read.name.casefold()
        below = read.this if isinstance(read, exp.Subquery) else within.get(name)
        if below is not None:
            yield from _filters(below, {key: one for key, one in within.items() if key != name})


def _parts(whole: exp.Expr) -> Iterator[exp.Expr]:
    """The conditions that all hold, each without what only guards it against what is missing."""
    whole = whole.unnest() if isinstance(whole, exp.Paren) else whole
    if isinstance(whole, exp.And):
        for one in whole.flatten():
            yield from _parts(one)
    else:
        yield whole


def _of_the_rows(given: Sequence[exp.Expr], columns: Collection[str]) -> Iterator[exp.Expr]:
    """The conditions that say something of the rows to a reader; `columns` are those of the files, in small letters."""
    values: dict[str, set[str]] = {}
    for one in given:
        if isinstance(one, exp.EQ) and isinstance(one.this, exp.Column):
            values.setdefault(one.this.name.casefold(), set()).add(one.expression.sql())
    lasting = [one for one in given if isinstance(one, exp.Or) and one.find(exp.Is)]
    for one in given:
        column = one.this if type(one) in _COMPARED and isinstance(one.this, exp.Column) else None
        name = column.name.casefold() if column else ""
        against = one.expression
        beside = isinstance(against, exp.Column) and against.name.casefold() not in columns
        own_number = column is not None and name not in columns and (against.is_number or beside)
        moment = bool(lasting) and column is not None and isinstance(against, exp.Cast)
        two_sided = isinstance(one, exp.EQ) and len(values.get(name, ())) > 1
        if not (one in lasting or own_number or moment or two_sided):
            yield one


_COMPARED: Final = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE)


def _in_months(one: exp.Expr, source: Telling) -> str:
    """A condition on months of the year, whatever the year: "Date is in November or December"; else nothing."""
    values = one.expressions if isinstance(one, exp.In) else [one.expression] if isinstance(one, exp.EQ) else []
    whole = [int(each.this) for each in values if isinstance(each, exp.Literal) and each.is_int]
    months = [MONTHS[at - 1] for at in whole if 1 <= at <= len(MONTHS)]
    column = one.this.find(exp.Column) if isinstance(one, exp.In | exp.EQ) and _is_month(one.this) else None
    if column is None or not months or len(months) < len(values):
        return ""
    return f"{source.of(column.name)} is in {listed(months, source.words.either)}"


def _is_month(one: exp.Expr) -> bool:
    if isinstance(one, exp.Anonymous) and one.name.casefold() in ("date_part", "datepart"):
        return [str(part.name).casefold() for part in one.expressions[:1]] == ["month"]
    return isinstance(one, exp.Month) or (isinstance(one, exp.Extract) and str(one.this.name).casefold() == "month")


def _told(one: exp.Expr, source: Telling) -> str:
    negated = isinstance(one, exp.Not)
    inner = one.this.unnest() if isinstance(one, exp.Not) else one
    if isinstance(inner, exp.Coalesce) and inner.expressions and isinstance(inner.expressions[0], exp.Boolean):
        inner = inner.this
    if negated and isinstance(inner, exp.Is) and isinstance(inner.expression, exp.Null):
        return ""
    if negated and isinstance(inner, exp.Column):
        return source.says("equal", source.of(inner.name), source.words.false) or ""
    if negated and isinstance(inner, exp.EQ):
        return condition_words(exp.NEQ(this=inner.this.copy(), expression=inner.expression.copy()), source) or ""
    if negated and isinstance(inner, exp.In):
        told = condition_words(inner, source)
        return source.says("no", told) or ""
    return condition_words(exp.Not(this=inner.copy()) if negated else inner, source) or ""


def _spans(given: Iterable[exp.Expr], source: Telling) -> Iterator[tuple[int, str]]:
    """The first day and the day after the last of one column, as a period by the first of the two conditions, and
    nothing by the other: "order date in Q3 2025"."""
    first: dict[str, exp.Expr] = {}
    after: dict[str, exp.Expr] = {}
    for one in given:
        if isinstance(one, exp.GTE | exp.LT) and isinstance(one.this, exp.Column):
            (first if isinstance(one, exp.GTE) else after).setdefault(one.this.name.casefold(), one)
    for name in first.keys() & after.keys():
        days = [getattr(edge.expression.find(exp.Literal), "this", "") for edge in (first[name], after[name])]
        try:
            said = period(*days)
        except ValueError:
            continue
        yield id(first[name]), f"{source.of(first[name].this.name)} is {said}"
        yield id(after[name]), ""
