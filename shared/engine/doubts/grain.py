"""Rows that are lines of something, counted or averaged as if each were one."""

from collections.abc import Iterable, Iterator

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.doubts.grouped import group_keys, own_nodes
from shared.engine.sql.clauses import sources_of
from shared.query.checks.grain import of_rows, several_rows
from shared.query.semantics import ProfileSemantics

_OF_ROWS = (exp.Avg, exp.Median, exp.Stddev, exp.StddevSamp, exp.Variance)


def grain(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[str]:
    """A sentence for each count, and each average, of the rows of such a table as they are."""
    tables = {one.relation.casefold(): one for one in datasets}
    for select in tree.find_all(exp.Select):
        sources = sources_of(select)
        table = tables.get(sources[0].name.casefold()) if len(sources) == 1 else None
        entity = table.semantic.grain.repeats if table and isinstance(sources[0], exp.Table) else None
        if table is None or entity is None or _grouped_by(entity, select):
            continue
        semantics = ProfileSemantics(table)
        for one in (node for shown in select.selects for node in own_nodes(shown)):
            if isinstance(one, exp.Count) and isinstance(one.this, exp.Star) and not one.find_ancestor(exp.Div):
                yield several_rows(*semantics.row_nouns)
            elif isinstance(one, _OF_ROWS) and isinstance(one.this, exp.Column):
                yield of_rows(semantics.row_nouns[0])


def _grouped_by(entity: str, select: exp.Select) -> bool:
    named = (column.name.casefold() for key in group_keys(select) for column in key.find_all(exp.Column))
    return entity.casefold() in named
