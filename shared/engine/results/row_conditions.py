"""What the rows of a result meet, as a picture's title says it: the conditions of its query and of what that reads."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.results.telling_words import ENGLISH, telling_words
from shared.engine.results.tellings import Telling, condition_words
from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed
from shared.query.words.values import period
from shared.table.names import in_words, spoken
from shared.table.nouns import plural

_FILTERS: Final = ("where", "having", "qualify")


def rows_met(sql: str, datasets: Sequence[DatasetProfile], tag: str = "en") -> tuple[str, ...]:
    """The conditions that all rows of a query's result meet, in the language of that tag, each once: those of the query
    and of each table or query that its rows come from. That a value is known is none. One without plain words is
    left out, and so are those of a union, and of what is joined to rows that stay without it."""
    words = telling_words(tag)
    try:
        tree = parse(sql)
    except QueryFailed:
        return ()
    columns = {column.name: spoken(column) for one in datasets for column in one.columns}
    made = {one.alias: in_words(one.alias) for one in tree.find_all(exp.Alias)}
    rows = words.rows or plural(datasets[0].semantic.entity_name) if len(datasets) == 1 else words.rows or "rows"
    source = Telling(figures={**made, **columns}, rows=rows, words=words)
    given = [part for whole in _filters(tree, {}) for part in _parts(whole)]
    spans = dict(_spans(given, source)) if words == ENGLISH else {}
    told = (spans.get(id(one), "") if id(one) in spans else _told(one, source) for one in given)
    return tuple(dict.fromkeys(filter(None, told)))


def _filters(tree: exp.Expr, within: Mapping[str, exp.Expr]) -> Iterator[exp.Expr]:
    """The conditions of a SELECT and of the queries that its rows come from; `within` are the WITH ones by name."""
    if not isinstance(tree, exp.Select):
        return
    within = {**within, **{one.alias.casefold(): one.this for one in tree.ctes}}
    yield from (tree.args[kind].this for kind in _FILTERS if tree.args.get(kind))
    start = tree.args.get("from_") or tree.args.get("from")
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
