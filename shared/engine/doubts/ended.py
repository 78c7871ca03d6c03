"""Rows of what is over, counted or added up beside those that go on: of the people hired, those who have left."""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.belonging import own_columns
from shared.engine.doubts.grouped import own_nodes
from shared.engine.doubts.row_doubts import Counted, RowDoubt, RowQuestion, most
from shared.engine.doubts.taken_rows import takers
from shared.query.semantics import ProfileSemantics
from shared.table.ends import end_of
from shared.table.names import spoken


def ended(tree: exp.Expr, datasets: Sequence[DatasetProfile]) -> Iterator[RowDoubt]:
    """A sentence for each table whose rows a query counts or adds up, whenever they began and whether or not they have
    ended, where some have."""
    for table in datasets:
        end, own = end_of(table), own_columns(tree, table.relation, datasets)
        if end is not None and own is not None and not _asks_of_times(own, table) and _takes_all(own, table.relation):
            yield _told(end, table)


def _asks_of_times(tree: exp.Expr, table: DatasetProfile) -> bool:
    """Whether a query uses a column of times: how many were hired each year has nothing to do with who left."""
    times = {one.name.casefold() for one in table.columns if one.temporal}
    return any(one.name.casefold() in times for one in tree.find_all(exp.Column))


def _takes_all(tree: exp.Expr, relation: str) -> bool:
    nodes = (node for select, _ in takers(tree, relation) for one in select.selects for node in own_nodes(one))
    return any(isinstance(one, exp.Count | exp.CountIf | exp.Sum) for one in nodes)


def _told(end: ColumnProfile, table: DatasetProfile) -> RowDoubt:
    one, several = ProfileSemantics(table).row_nouns

    def line(there: int, of: int) -> str:
        have, they = ("has", "it is") if there == 1 else ("have", "they are")
        nouns = one if of == 1 else several
        return f"{there:,} of the {of:,} {nouns} {have} an entry for {spoken(end)}; {they} included."

    def say(rows: Sequence[Counted]) -> str:
        there = most(rows)
        of = max((each.of for each in rows if each.met[0] == there), default=0)
        return line(there, of) if 0 < there < of else ""  # of none or all of them the figure is of one kind

    held = exp.column(end.name, quoted=True).is_(exp.Null()).not_()
    whole = line(table.row_count - end.nulls, table.row_count)
    return RowDoubt(whole, RowQuestion(table.relation, (held,), say, ""))
