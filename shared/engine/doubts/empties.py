"""Empty cells that a query takes for something, or leaves out where what it does is not counted."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import UnionType

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.codes import codes_emptied
from shared.engine.doubts.grouped import own_nodes
from shared.engine.doubts.row_doubts import Counted, RowDoubt, RowQuestion
from shared.engine.results.accounts import accounted
from shared.query.completeness import NOTABLE, no_entry
from shared.query.words.values import number
from shared.table.names import spoken
from shared.table.nouns import plural

_COUNTS = (exp.Count, exp.CountIf, exp.ApproxDistinct)
_OTHERWISE: dict[type[exp.Expr], str] = {exp.Case: "default", exp.If: "false"}


def unmet(tree: exp.Expr, datasets: Sequence[DatasetProfile]) -> Iterator[str]:
    """A sentence for each column with a notable share of empty cells of which a part of a whole is asked by a
    condition, or classes of rows are made, though the whole, or the class of those that meet no condition, holds rows
    where it is not known."""
    known, left_out = _lacking(tree, datasets), set(_names(_of_rows(tree)))
    for asked, whole in _asked(tree):
        for name in _names(asked):
            if name in known and name not in (*whole, *left_out) and not any(_asked_for(name, each) for each in asked):
                yield _without(*known[name], "here they count as not meeting the condition on it")


def _asked(tree: exp.Expr) -> Iterator[tuple[list[exp.Expr], list[str]]]:
    """The conditions of each part of a whole and of each column of classes, and the columns that the whole is of."""
    for part in tree.find_all(exp.Div):
        if part.right.find(exp.AggFunc):
            yield _conditions(part.left), _names([part.right])
    shown = (one.unalias() for select in tree.find_all(exp.Select) for one in select.selects)
    for chosen in (*(one.this for one in tree.find_all(exp.Avg)), *(one for one in shown if not one.find(exp.AggFunc))):
        yield _choices(chosen, exp.Literal), []


def empties(sql: str, tree: exp.Expr, datasets: Sequence[DatasetProfile]) -> Iterator[str]:
    """A sentence for each column of which a notable share of the cells is empty."""
    columns = _lacking(tree, datasets)
    known = {name: column for name, (column, _) in columns.items()}
    bare = set(_taken(tree))
    for one in tree.find_all(exp.AggFunc):
        yield from _filled(one, {name: column for name, column in known.items() if name not in bare})
    counts = accounted(sql, {one.relation for one in datasets})
    if counts is None or not any(counts.parts.values()):
        for name in dict.fromkeys(_taken(tree)):
            if name in columns and not _asked_for(name, tree) and not codes_emptied(*columns[name]):
                yield _without(*columns[name], f"figures of {spoken(columns[name][0])} leave them out")


def _conditions(part: exp.Expr) -> list[exp.Expr]:
    """What decides which rows go into the aggregates of a part."""
    found = [one.expression for one in part.find_all(exp.Filter)]
    found += [one.this for one in part.find_all(exp.CountIf)]
    chosen = (one.this for one in part.find_all(exp.Sum, exp.Count))
    return found + [each for one in chosen for each in _choices(one, exp.Literal | exp.Null | None)]


def _of_rows(tree: exp.Expr) -> list[exp.Expr]:
    """The conditions that decide which rows a query reads at all."""
    found = [one for one in tree.find_all(exp.Where, exp.Qualify) if not isinstance(one.parent, exp.Filter)]
    return [*found, *tree.find_all(exp.Join)]


def _choices(of: exp.Expr | None, otherwise: UnionType | type[exp.Expr]) -> list[exp.Expr]:
    """The conditions of a CASE that gives such a thing where none of them is met."""
    if not isinstance(of, exp.Case | exp.If) or not isinstance(of.args.get(_OTHERWISE[type(of)]), otherwise):
        return []
    asked = [of.this, *(branch.this for branch in of.args.get("ifs") or ())]
    return [one for one in asked if isinstance(one, exp.Expr)]


def _lacking(tree: exp.Expr, datasets: Sequence[DatasetProfile]) -> dict[str, tuple[ColumnProfile, DatasetProfile]]:
    """The columns of the tables that a query reads with a notable share of empty cells, by their names in small
    letters; none of which the name stands for something else, too."""
    read = {one.name.casefold() for one in tree.find_all(exp.Table)}
    tables = [table for table in datasets if table.relation.casefold() in read]
    named = Counter(column.name.casefold() for table in tables for column in table.columns)
    named.update(_given(tree))
    return {
        column.name.casefold(): (column, table)
        for table in tables
        for column in table.columns
        if column.nulls and column.nulls >= NOTABLE * table.row_count and named[column.name.casefold()] == 1
    }


def _given(tree: exp.Expr) -> Iterator[str]:
    """The names, in small letters, that the queries within a query give to what is no column of that name."""
    for one in tree.find_all(exp.Alias):
        same = isinstance(one.this, exp.Column) and one.this.name.casefold() == one.alias.casefold()
        if one.parent is not tree and not same:
            yield one.alias.casefold()
    for named in tree.find_all(exp.TableAlias):
        yield from (column.name.casefold() for column in named.args.get("columns") or ())


def _taken(tree: exp.Expr) -> Iterator[str]:
    """The columns of which an aggregate takes the values, in small letters."""
    for one in tree.find_all(exp.AggFunc):
        if isinstance(one.this, exp.Column) and not isinstance(one, (*_COUNTS, exp.Max, exp.Min)):
            yield one.this.name.casefold()


def _asked_for(name: str, tree: exp.Expr) -> bool:
    """Whether the query asks whether cells of the column are empty, or counts those that are not."""
    asked = (one.this for one in tree.find_all(exp.Is, exp.Count))
    return any(isinstance(one, exp.Column) and one.name.casefold() == name for one in asked)


def _filled(aggregate: exp.Expr, known: Mapping[str, ColumnProfile]) -> Iterator[str]:
    """Of a value that stands for an empty cell; to a sum 0 is nothing."""
    if isinstance(aggregate, _COUNTS):
        return
    for one in (node for node in own_nodes(aggregate) if isinstance(node, exp.Coalesce)):
        written = next(iter(one.expressions), None)
        column = known.get(one.this.name.casefold()) if isinstance(one.this, exp.Column) else None
        if column is None or not isinstance(written, exp.Literal) or written.is_string:
            continue
        if not (isinstance(aggregate, exp.Sum) and float(written.this) == 0):
            yield f"An empty {spoken(column)} counts as {written.this} here."


def _without(column: ColumnProfile, table: DatasetProfile, then: str) -> RowDoubt:
    """How many rows of a table, or of those of it that a query takes, have no entry in a column, and what follows."""
    rows = plural(table.semantic.entity_name)
    twice = any(one.kind == "repeated" for one in table.repairs)  # the profile counts these, too
    codes = " or ".join(one.examples[0] for one in codes_emptied(column, table))
    held = f"{codes} for {spoken(column)}, read as no entry" if codes else no_entry(spoken(column))

    def line(empty: int, of: int, which: str = "") -> str:
        return f"{number(empty)} of {number(of)} {rows}{which} {'has' if empty == 1 else 'have'} {held}; {then}."

    def say(counted: Sequence[Counted]) -> str:
        shares = {(one.met[0], one.of) for one in counted if one.of and one.met[0] >= NOTABLE * one.of}
        shares -= {(0, of) for _, of in shares}
        if len(shares) > 1:
            most = max(100 * empty / of for empty, of in shares)
            return f"Up to {number(round(most, 1))} % of the {rows} of a figure have {held}; {then}."
        return "".join(line(*one) for one in shares)

    empty = exp.column(column.name, quoted=True).is_(exp.Null())
    question = RowQuestion(table.relation, (empty,), say, column.name, whatever_asked=True)
    return RowDoubt(line(column.nulls, table.row_count, ", repeated rows included," if twice else ""), question)


def _names(parts: Iterable[exp.Expr]) -> list[str]:
    return list(dict.fromkeys(column.name.casefold() for one in parts for column in one.find_all(exp.Column)))
