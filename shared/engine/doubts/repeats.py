"""Whether rows that repeat another one in every column make a difference to what a query gives."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.contracts.dataset import Repair
from shared.engine.doubts.row_doubts import Counted, RowDoubt, RowQuestion, most, of_table, up_to
from shared.engine.results.accounts import accounted
from shared.table.nouns import counted

_OF_ROWS: Final = (exp.AggFunc, exp.Window, exp.Anonymous)
"""What may be computed of several rows together; a function that is not known by its name may be such a one."""
_SAME: Final = (exp.Min, exp.Max, exp.ArgMin, exp.ArgMax, exp.AnyValue, exp.LogicalAnd, exp.LogicalOr)
"""What comes to the same whether a row stands there once or twice."""
_COUNTED, _ALL_COUNTED = "; it is counted, too.", "; they are counted, too."
_ONCE, _EACH_ONCE = "; it is taken once.", "; each is taken once."
_ROWS: Final = re.compile(r"\brows?\b")
_ENDS: Final = ((_COUNTED, _ALL_COUNTED), (_ONCE, _EACH_ONCE))
_LEFT_OUT: Final = re.compile(r"\b([\d,]+) of (?:all )?[\d,]+ [^;.]+ repeats? another row and (?:is|are) left out")
_MOST_ROWS: Final = 200_000
"""Of more rows it is not counted which repeat another one: it takes too long."""
_MIXED: Final = "; some of the figures count such rows again, others take each once."


def counts_repeats(tree: exp.Expr, relation: str) -> bool:
    """Whether the query takes a row of the relation as often as it stands there: somewhere it reads rows of which
    neither it nor a step behind makes different ones first, by a DISTINCT, by groups or by numbering them within each
    group, and computes more of them than extremes or how many different ones there are. One that only asks whether
    there is such a row counts none."""
    seen: set[int] = set()
    return not all(_once(one.find_ancestor(exp.Select), tree, seen) for one in _read(tree, relation))


def entered_twice(sql: str, tree: exp.Expr, datasets: Sequence[DatasetProfile]) -> Iterator[str]:
    """A sentence for each table of whose rows a query takes each once by making them different ones, where that is not
    counted beside its figures."""
    counts = accounted(sql, {one.relation for one in datasets})
    if counts is not None and any(counts.parts.values()):
        return
    for table in datasets:
        again = [one for one in table.repairs if one.doubt and one.kind == "repeated"]
        if again and _leaves_out(tree, table):
            yield from (_said(one, table, datasets, (_ONCE, _EACH_ONCE)) for one in again)


def of_counted(repair: Repair, table: DatasetProfile, datasets: Sequence[DatasetProfile]) -> str:
    """The sentence that rows of one of these tables that repeat another one are counted again."""
    return _said(repair, table, datasets, (_COUNTED, _ALL_COUNTED))


def _said(repair: Repair, table: DatasetProfile, datasets: Sequence[DatasetProfile], ends: tuple[str, str]) -> RowDoubt:
    """How many rows repeat another one, and what is done with these, one or several; of several tables, of which."""
    whole, several = counted(repair.rows, "row repeats", "rows repeat"), len(datasets) > 1

    def line(rows: int, limit: str = "") -> str:
        part = f"{limit}{counted(rows, 'row repeats', 'rows repeat')}"
        told = repair.detail.removesuffix(".").replace(whole, part[:1].upper() + part[1:], 1)
        told = _ROWS.sub(rf"\g<0> of {table.relation}", told, count=1) if several else told
        return f"{told}{ends[rows != 1]}"

    if table.row_count > _MOST_ROWS:
        return of_table(line(repair.rows), table.row_count, table.relation)
    columns = [exp.column(one.name, quoted=True) for one in table.columns]
    copies = exp.Window(this=exp.RowNumber(), partition_by=columns)
    question = RowQuestion(
        table.relation,
        (exp.GT(this=copies, expression=exp.Literal.number(1)),),
        lambda rows: line(most(rows), up_to(rows)) if most(rows) else "",
    )
    return RowDoubt(line(repair.rows), question)


def agreed(lines: Iterable[str]) -> tuple[str, ...]:
    """The sentences on several queries, one by one; where rows are counted again in some and left out in others, the
    same sentence of both."""
    said = tuple(lines)
    stems = ({one.removesuffix(end) for one in said for end in ends if one.endswith(end)} for ends in _ENDS)
    mixed = set.intersection(*stems)
    return tuple(_mixed(one) if _stem(one) in mixed and _stem(one) != one else one for one in said)


def _stem(line: str) -> str:
    return next((line.removesuffix(end) for both in _ENDS for end in both if line.endswith(end)), line)


def _mixed(line: str) -> str:
    if not isinstance(line, RowDoubt):
        return f"{_stem(line)}{_MIXED}"
    say = line.question.say

    def mixed(rows: Sequence[Counted]) -> str:
        told = say(rows)
        return f"{_stem(told)}{_MIXED}" if told else ""

    return RowDoubt(f"{_stem(line)}{_MIXED}", line.question._replace(say=mixed))


def unless_counted(lines: Iterable[str], counted: Iterable[str]) -> tuple[str, ...]:
    """The sentences but for those that so many rows are taken once which a sentence beside them counts as left out, of
    how many there are."""
    numbers = {found[1] for one in counted if (found := _LEFT_OUT.search(one))}
    once = (_ONCE, _EACH_ONCE)
    return tuple(one for one in lines if not (one.endswith(once) and one.partition(" ")[0] in numbers))


def _leaves_out(tree: exp.Expr, table: DatasetProfile) -> bool:
    """Whether rows of the table are made different ones, as wholes or with what tells them apart, within a query."""
    keys = {one.name.casefold() for one in table.columns if one.role == "id" or 2 * one.distinct >= table.row_count}
    for one in _read(tree, table.relation):
        select = one.find_ancestor(exp.Select)
        if select is not None and select is not tree and select.args.get("distinct"):
            names = {each.name.casefold() for each in select.selects if isinstance(each, exp.Column)}
            if select.is_star or names & keys:
                return not counts_repeats(tree, table.relation)
    return False


def _read(tree: exp.Expr, relation: str) -> Iterator[exp.Table]:
    return (one for one in tree.find_all(exp.Table) if one.name.casefold() == relation.casefold())


def _once(select: exp.Select | None, tree: exp.Expr, seen: set[int]) -> bool:
    """`seen` are the SELECTs that were asked already: nothing more is to be said of one."""
    if select is None or id(select) in seen:
        return select is not None
    seen.add(id(select))
    if isinstance(select.parent, exp.Exists | exp.In | exp.Any | exp.All) or _is_searched(select) or _is_united(select):
        return True
    computed = [one for one in select.find_all(*_OF_ROWS) if one.find_ancestor(exp.Select) is select]
    if computed and all(isinstance(one, _SAME) or isinstance(one.this, exp.Distinct) for one in computed):
        return True
    if _takes_first(select, tree):
        return True
    if computed:
        return False
    if select.args.get("distinct") or select.args.get("group"):
        return True
    behind = list(_behind(select, tree))
    return bool(behind) and all(_once(one, tree, seen) for one in behind)


def _is_searched(select: exp.Select) -> bool:
    """Whether it is a query that a condition looks into."""
    around = select.parent
    return isinstance(around, exp.Subquery) and isinstance(around.parent, exp.In | exp.Exists)


def _is_united(select: exp.Select) -> bool:
    """Whether it is a side of a UNION that makes all rows different ones."""
    above = select.parent
    while isinstance(above, exp.SetOperation | exp.Subquery):
        if isinstance(above, exp.SetOperation) and above.args.get("distinct"):
            return True
        above = above.parent
    return False


def _takes_first(select: exp.Select, tree: exp.Expr) -> bool:
    """Whether of the rows of each group one is taken, by its number."""
    numbered = [one for one in select.find_all(exp.Window) if isinstance(one.this, exp.RowNumber)]
    numbered = [one for one in numbered if one.args.get("partition_by")]
    names = {one.parent.alias.casefold() for one in numbered if isinstance(one.parent, exp.Alias)}
    for one in tree.find_all(exp.EQ) if numbered else ():
        sides = (one.this, one.expression)
        first = any(isinstance(side, exp.Literal) and side.name == "1" for side in sides)
        told = any(
            side in numbered or (isinstance(side, exp.Column) and side.name.casefold() in names) for side in sides
        )
        if first and told:
            return True
    return False


def _behind(select: exp.Select, tree: exp.Expr) -> Iterator[exp.Select | None]:
    """The SELECTs that read this one, as a step or a query within them; none of the last."""
    above = select.parent
    while isinstance(above, exp.SetOperation | exp.Subquery):
        if isinstance(above, exp.Subquery) and isinstance(above.parent, exp.From | exp.Join):
            yield above.find_ancestor(exp.Select)
            return
        above = above.parent
    if isinstance(above, exp.CTE):
        for one in _read(tree, above.alias):
            yield one.find_ancestor(exp.Select)
