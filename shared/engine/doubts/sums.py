"""Sums of what does not add up: rates and ratings never do, stocks not over time."""

from collections.abc import Iterable, Iterator, Set

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.grouped import group_keys, own_nodes, periods_of, pinned
from shared.engine.results.lineage import KnownTexts, followed, told_of
from shared.query.checks.addition import counted_again, has_one, says_nothing
from shared.query.semantics import ProfileSemantics
from shared.table.additivity import counts_things, is_rate
from shared.table.names import spoken, tokens

_SAME = (exp.Paren, exp.Cast, exp.TryCast, exp.Round, exp.Coalesce, exp.Filter, exp.Distinct, exp.Nullif)
_ENDS = (exp.Max, exp.Min, exp.ArgMax, exp.ArgMin, exp.First, exp.Last)
_PERIODS = frozenset({"year", "quarter", "month", "week"})
_AMOUNTS = (exp.Count, exp.CountIf, exp.Sum)


def sums(sql: str, tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """A sentence for each column that is added up although its values do not add up."""
    tables = {table.relation.casefold(): table for table in datasets}
    unlike = {
        name: {one.name.casefold(): f"{name}\0{one.name}" for one in table.columns if _is_unlike(one)}
        for name, table in tables.items()
    }
    divided = {column.name.casefold() for one in tree.find_all(exp.Div) for column in one.left.find_all(exp.Column)}
    said: dict[str, None] = {}
    seen: dict[tuple[int, str], exp.Expr | None] = {}

    def rule(one: exp.Expr, known: KnownTexts) -> str | None:
        shown = one.parent.alias_or_name if isinstance(one.parent, exp.Alias) else ""
        for total in (node for node in own_nodes(one) if isinstance(node, exp.Sum)):
            told = _added(total.this, known)
            if told and not _averaged(total) and shown.casefold() not in divided:
                select = total.find_ancestor(exp.Select)
                if (id(select), told) in seen:
                    continue
                seen[id(select), told] = select
                relation, name = told.split("\0")
                said.update(dict.fromkeys(_sentences(total, tables[relation], name)))
        return _added(one, known)

    followed(sql, unlike, rule)
    return tuple(said)


def _is_unlike(column: ColumnProfile) -> bool:
    return column.numeric and column.yes is None and column.additivity != "additive"


def _sentences(total: exp.Expr, table: DatasetProfile, name: str) -> Iterator[str]:
    column = table.column(name)
    words = spoken(column)
    if column.additivity == "non_additive":
        if not _is_per_period(column, table):
            yield says_nothing(words)
    elif not _at_one_time(total, table):
        yield counted_again(words)


def _is_per_period(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether a column tells an amount per year, quarter, month or week that holds for what its row is of, as the price
    of a contract: over contracts it adds up, over times it does not."""
    words = tokens(column.name)
    if table.semantic.grain.times or words[-2:-1] != ("per",) or words[-1] not in _PERIODS:
        return False
    amount = column.model_copy(update={"name": " ".join(words[:-2])})
    return bool(words[:-2]) and not is_rate(amount, counted=counts_things(table.columns))


def _added(one: exp.Expr | None, known: KnownTexts) -> str | None:
    """The column of which an expression has the values, where they do not add up; None for what may be an amount."""
    if isinstance(one, exp.Column):
        return told_of(one, known)
    if isinstance(one, exp.Case):
        branches = [*(branch.args["true"] for branch in one.args["ifs"]), one.args.get("default")]
        return _alike([branch for branch in branches if branch is not None], known)
    if isinstance(one, exp.Add | exp.Sub | exp.Mul):
        return _alike([one.left, one.right], known)
    if isinstance(one, exp.Div):
        return _added(one.left, known) if isinstance(one.right.unnest(), exp.Literal) else None
    return _added(one.this, known) if isinstance(one, _SAME) else None


def _alike(parts: list[exp.Expr], known: KnownTexts) -> str | None:
    """That of all parts but for those that are written down."""
    found = [_added(one, known) for one in parts if not isinstance(one.unnest(), exp.Literal | exp.Null)]
    return found[0] if all(found) and found else None


def _averaged(total: exp.Expr) -> bool:
    """Whether the sum is divided by a count or by another sum."""
    one: exp.Expr = total
    while isinstance(one.parent, exp.Expr) and not isinstance(one.parent, exp.Query):
        above = one.parent
        if isinstance(above, exp.Div) and above.left is one and above.right.find(*_AMOUNTS) is not None:
            return True
        one = above
    return False


def _at_one_time(total: exp.Expr, table: DatasetProfile) -> bool:
    """Whether each sum is of one moment: grouped by what says it, or a condition leaves one."""
    select = total.find_ancestor(exp.Select)
    if not isinstance(select, exp.Select):
        return True
    times = {one.casefold() for one in ProfileSemantics(table).times}
    if _picks_rows(select, times):
        return True
    fixed = pinned(select, queries=True)
    keys = group_keys(select)
    grouped = {key.name.casefold() for key in keys if isinstance(key, exp.Column)}
    for name, grain in periods_of(keys).items():
        grouped |= {name for one in table.columns if one.name.casefold() == name and has_one(one, grain)}
    return times <= fixed | grouped


def _picks_rows(select: exp.Select, times: Set[str]) -> bool:
    """Whether a query beside this SELECT, or its QUALIFY, may leave one row of each thing: by a number in an order, a
    DISTINCT ON, or its latest time."""
    root = select.root()
    numbered = root.find(exp.Qualify) or any(one.args.get("on") for one in root.find_all(exp.Distinct))
    if numbered or any(one.find_ancestor(exp.Select) is not select for one in root.find_all(exp.Window)):
        return True
    ends = (one for one in root.find_all(*_ENDS) if one.find_ancestor(exp.Select) is not select)
    return any(column.name.casefold() in times for one in ends for column in one.find_all(exp.Column))
