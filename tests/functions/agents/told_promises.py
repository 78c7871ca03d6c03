"""What is told is recomputed: the order, sign and group of every figure, by pandas and not by the SQL that gave it."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from shared.analysis.base import Analysis
from shared.analysis.plain import PlainAnalysis
from shared.contracts import Fact
from shared.query.query import Figures, Query, Rows
from shared.query.words.groups import group
from shared.query.words.verbalise import naming_of
from tests.functions.agents.analysis_promises import Complaints, Outcome, in_memory, outcome, ran, tables_of
from tests.functions.agents.shapes import SHAPES
from tests.shared.analysis.running import Tables
from tests.shared.query import reading_in_pandas
from tests.shared.query.running import alike
from tests.shared.query.tables import plain

_ORDERED = ("time", "part", "width", "edges")
"""Groups with an order of their own: periods, and stretches of a number."""


def tells_what_pandas_reads(kind: type[Analysis], shape: str) -> Complaints:
    """The figures, their signs, groups and order are those that pandas reads from the same value, and so are the
    facts."""
    got = outcome(kind, shape)
    if got.findings is None or not isinstance(got.analysis, PlainAnalysis):
        return
    table, frame = tables_of(shape).only, next(iter(SHAPES[shape]().values()))
    for at, bound in enumerate(got.analysis.bound(table)):
        expected = _rows(bound.query, frame, tables_of(shape))
        given = [row[: len(bound.outputs)] for row in got.results[at].rows]
        if got.analysis.typed and isinstance(bound.query, Rows):  # handed over whole, in no order
            given, expected = sorted(given, key=_place), sorted(expected, key=_place)
        if not alike(given, expected):
            yield f"{got.name}: pandas reads {expected[:3]} where it computes {given[:3]}"
            return
        naming = naming_of(bound)
        groups = bound.query.groups if isinstance(bound.query, Figures) else ()
        for fact in (one for one in got.findings.facts if len(one.cells) == 1 and one.cells[0].query == at):
            row = expected[fact.cells[0].row]
            yield from _misread(got, fact, row[[one.name for one in bound.outputs].index(fact.cells[0].column)])
            labels = [group(one, row[place], naming, named=len(groups) > 1) for place, one in enumerate(groups)]
            if not all(label in fact.name for label in labels):
                yield f"{got.name}: the fact “{fact.name}” is told of another group than {', '.join(labels)}"


def _place(row: tuple[Any, ...]) -> list[tuple[bool, bool, Any]]:
    return [(one is None, isinstance(one, str), one if one is not None else 0) for one in row]


def _rows(query: Query, frame: pd.DataFrame, tables: Tables) -> list[tuple[Any, ...]]:
    read = reading_in_pandas.read(query, frame, tables.only)
    return [tuple(plain(cell) for cell in row) for row in read.rows]


def _misread(got: Outcome, fact: Fact, expected: Any) -> Iterator[str]:
    if not alike([(fact.value,)], [(expected,)]):
        yield f"{got.name}: the fact “{fact.name}” is {fact.value}, not {expected}: tell what was computed"


def puts_first_what_it_says(kind: type[Analysis], shape: str) -> Complaints:
    """Where groups are told, one end of a figure comes first: the end that the analysis says it is about."""
    got = outcome(kind, shape)
    if got.findings is None or not isinstance(got.analysis, PlainAnalysis):
        return
    (query, *_) = got.analysis.compute(tables_of(shape).only)
    if not isinstance(query, Figures) or not query.groups or any(one.kind in _ORDERED for one in query.groups):
        return
    if query.ranking is None:
        yield f"{got.name} tells groups in no order, so that any may come first: give its query a Ranking"
        return
    if kind.first is None:  # type: ignore[attr-defined]
        yield f'{got.name} does not say which end comes first: set `first = "highest"` or `first = "lowest"`'
        return
    if query.ranking.descending != (kind.first == "highest"):  # type: ignore[attr-defined]
        yield f"{got.name} says that it puts the {kind.first} first, and its query ranks the other way round"  # type: ignore[attr-defined]


def tells_the_same_of_shuffled_rows(kind: type[Analysis], shape: str) -> Complaints:
    """The order of the file is no order: without an ORDER BY, what is told first depends on it."""
    whole = outcome(kind, shape)
    if whole.findings is None:
        return
    frames = {
        name: frame.sample(frac=1, random_state=7).reset_index(drop=True) for name, frame in SHAPES[shape]().items()
    }
    again = ran(kind, shape, in_memory(shape, frames))
    if again.findings is None or again.analysis != whole.analysis:
        return
    told, same = ([(fact.name, _rounded(fact.value)) for fact in one.findings.facts] for one in (whole, again))
    if told != same:
        different = next((one for one, other in zip(told, same, strict=False) if one != other), told[-1:])
        yield f"{whole.name} tells {different} otherwise when rows are shuffled: order its query by what it tells"


def _rounded(value: Any) -> Any:
    return float(f"{value:.9g}") if isinstance(value, float) else value


def tells_its_figures_apart(kind: type[Analysis], shape: str) -> Complaints:
    """Two figures that differ never have one name: whoever reads them could not say which is which."""
    got = outcome(kind, shape)
    named: dict[str, Any] = {}
    for fact in got.findings.facts if got.findings else ():
        if not isinstance(fact.value, str) and named.setdefault(fact.name, fact.value) != fact.value:
            yield f"{got.name}: “{fact.name}” is {named[fact.name]} and {fact.value}: say what tells the two apart"


TOLD = (
    tells_what_pandas_reads,
    puts_first_what_it_says,
    tells_the_same_of_shuffled_rows,
    tells_its_figures_apart,
)
