"""Lookup of values that a profile does not list, by the words of a question that nothing else explains."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from sqlglot import exp

from shared.analysis.sql import column as named
from shared.analysis.sql import relation
from shared.contracts import ColumnProfile, DatasetProfile, Forfeit, Queried, QueryOutcome, QueryRequest, ValueCount
from shared.errors import CandorError

if TYPE_CHECKING:
    from shared.deps import Deps

SECONDS: Final = 5.0
"""How long the data is looked at for them."""
LONGEST: Final = 5
"""Words of a value that is named."""
MOST_NAMES, MOST_COLUMNS, MOST_FOUND = 40, 12, 20
LONG: Final = 80
"""Characters: the cells of a column that are longer on the whole are texts, of which none is named."""
_WORD: Final = re.compile(r"[^\W_](?:[\w.&'’/-]*\w)?")


def names_in(question: str, unknown: Sequence[str]) -> tuple[str, ...]:
    """The runs of words in a question, in lower case, that hold one of the unknown ones: what a value may be called."""
    words = [one.lower() for one in _WORD.findall(question)]
    missing = {one.lower() for one in unknown}
    runs = (
        words[start : start + length] for length in range(LONGEST, 0, -1) for start in range(len(words) - length + 1)
    )
    return tuple(dict.fromkeys(" ".join(run) for run in runs if missing & set(run)))[-MOST_NAMES:]


def looked_up(
    question: str, forfeit: Forfeit, datasets: tuple[DatasetProfile, ...], user_id: str, deps: Deps, left: float
) -> tuple[DatasetProfile, ...]:
    """The datasets, with the values that their profiles do not list and that the question's words are which the forfeit
    says nothing explains; as they are where there are none, or no time. `left` is the task's time in seconds."""
    names, seconds = names_in(question, forfeit.unknown), min(SECONDS, left)
    if not names or seconds <= 0:
        return datasets
    try:
        return _with_values(names, datasets, user_id, deps, seconds)
    except CandorError:  # the forfeit stands, whatever kept the data from being looked at
        return datasets


def _with_values(
    names: Sequence[str], datasets: tuple[DatasetProfile, ...], user_id: str, deps: Deps, seconds: float
) -> tuple[DatasetProfile, ...]:
    asked = [(table, one) for table in datasets for one in table.columns if _partly_listed(one)][:MOST_COLUMNS]
    if not asked:
        return datasets
    tables = {table.dataset_id: table for table, _ in asked}
    request = QueryRequest(
        user_id=user_id,
        datasets=tuple(map(Queried.of, tables.values())),
        queries=tuple(_query(table, one, names) for table, one in asked),
        seconds=seconds,
        max_rows=MOST_FOUND,
    )
    found = {
        (table.dataset_id, one.name): values
        for (table, one), outcome in zip(asked, deps.query(request), strict=True)
        if (values := tuple(_values(outcome)))
    }
    return tuple(_with(table, found) for table in datasets)


def _partly_listed(column: ColumnProfile) -> bool:
    short = not column.length and all(len(one) <= LONG for one in column.samples)
    return column.type == "text" and column.role != "vector" and short and len(column.top_values) < column.distinct


def _query(table: DatasetProfile, column: ColumnProfile, names: Sequence[str]) -> str:
    cell = named(column.name)
    wanted = exp.func("LOWER", exp.func("TRIM", cell)).isin(*names)
    rows = exp.alias_(exp.Count(this=exp.Star()), "n")
    select = exp.select(cell, rows).from_(relation(table)).where(wanted).group_by(cell)
    return select.order_by(exp.column("n").desc(), cell).limit(MOST_FOUND).sql("duckdb")


def _values(outcome: QueryOutcome) -> Iterator[ValueCount]:
    for value, count in outcome.result.rows if outcome.result else ():
        yield ValueCount(value=value, count=count if isinstance(count, int) else 0)


def _with(table: DatasetProfile, found: dict[tuple[str, str], tuple[ValueCount, ...]]) -> DatasetProfile:
    columns = tuple(
        one.model_copy(update={"top_values": (*one.top_values, *new)})
        if (new := _new(one, found.get((table.dataset_id, one.name), ())))
        else one
        for one in table.columns
    )
    return table if columns == table.columns else table.model_copy(update={"columns": columns})


def _new(column: ColumnProfile, values: tuple[ValueCount, ...]) -> tuple[ValueCount, ...]:
    known = {one.value for one in column.top_values}
    return tuple(one for one in values if one.value not in known)
