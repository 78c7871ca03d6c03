"""Which columns of a response's results stand beside its answer: what statistics were applied to, and their flags."""

from collections.abc import Iterable, Iterator, Sequence

from shared.contracts import ExecutedQuery, Fact, ResultPreview


def set_aside(
    previews: Iterable[ResultPreview], executed: Sequence[ExecutedQuery], facts: Sequence[Fact]
) -> Iterator[ResultPreview]:
    """The results, each with the columns that no reader needs beside those that are `aside` already.

    Of the table of a statistic a reader needs the figures that are told and what names their rows; of the rows that it
    was applied to, nothing where none of their figures is told. `executed` are the queries behind the results.
    """
    applied = {query.sql for query in executed if query.statistic}
    told = {(cell.query, cell.column) for fact in facts for cell in fact.cells}
    for at, (preview, query) in enumerate(zip(previews, executed, strict=True)):
        columns = tuple(preview.data[0]) if preview.data else ()
        figures = {column for place, column in told if place == at} | set(preview.cited or ())
        needed = set(columns)
        if query.statistic or query.sql in applied:
            needed = figures | {name for name in columns if _names_rows(preview, name)} if figures else set()
        aside = (*preview.aside, *(name for name in columns if name not in needed))
        yield preview.model_copy(update={"aside": tuple(dict.fromkeys(aside))})


def _names_rows(preview: ResultPreview, column: str) -> bool:
    """Whether a column tells its rows apart in words, or in times: of a single row nothing has to."""
    return len(preview.data) > 1 and any(isinstance(row[column], str) for row in preview.data)
