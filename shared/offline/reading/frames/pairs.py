"""Questions about how all columns, or one with all others, move together."""

import re
from typing import Final

from shared.analysis.composed import Matrix
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.frames.asking import Asking
from shared.offline.reading.frames.forms import Forms
from shared.offline.reading.frames.parts import PARTS
from shared.offline.reading.meanings.columns import positive_value
from shared.offline.reading.reading import Reading

_PARTS: Final = PARTS | {
    "others": "/all|each|every/ [of] [the] [other|remaining] {numeric} [{columns}]",
    "strong": "/most|least|strongest|weakest|highest|lowest|largest|smallest|closest/",
    "cols": "[the] {numeric} {columns}",
    "each other": "[with|to] [each other]",
}
_ALL: Final = Forms(
    "[full|pearson] correlation /matrix|table|heatmap/ [(of|between|for|among) {every}]",
    "pairwise /correlations?/ [(of|between|for|among) {every}]",
    "/correlations?/ (of|between|for|among) {sure}",
    parts=_PARTS | {"every": "[all] [pairs of] ({cols}|{data})", "sure": "all [pairs of] {cols}"},
)
_SOME: Final = Forms(
    "[full|pearson] correlation /matrix|table|heatmap/ (of|between|for|among) <columns>",
    "[pairwise] /correlations?/ (of|between|for|among) <columns>",
    parts=_PARTS,
)
_PAIR: Final = Forms(
    "(which|what) [two|pair of|pairs of|2] {cols} [/pairs?/] (are|is) [the] <end:strong> [strongly|closely|highly]* "
    "/correlated|related|linked/ {each other}",
    "(which|what) (two|pair of|2) {cols} (have|has|show) [the] <end:strong> correlation {each other}",
    "<end:strong> [strongly] (correlated (pair|two {columns}|{columns})|correlation) [(of|between|among|in) [any] "
    "[two|pair of|pairs of] ({cols}|{data})]",
    parts=_PARTS,
)
_BESIDE: Final = Forms(
    "/correlations?/ (of|between) <column> (with|and|to) {others}",
    "how [strongly] (does|is) <column> /correlated?|related?/ (with|to) {others}",
    "[how do] {others} (correlate|are correlated) with <column>",
    parts=_PARTS,
)
_WEAK: Final = frozenset({"least", "weakest", "lowest", "smallest"})


def read_pairs(asking: Asking) -> Reading | None:
    """The whole matrix, the strongest pair, or one column beside all others."""
    return _beside_all(asking) or _pair(asking) or _matrix(asking)


def _beside_all(asking: Asking) -> Reading | None:
    found = _BESIDE.fit(asking.bare, asking.words)
    column = asking.column(found["column"]) if found else None
    if column is None or not column.numeric or len(measures(asking.table)) < 2:
        return None
    return asking.compared(Reading(question=asking.words, shape="correlations", columns=(column.name,), confidence=1.0))


def _pair(asking: Asking) -> Reading | None:
    found = _PAIR.fit(asking.bare, asking.words)
    names = tuple(column.name for column in measures(asking.table))
    if found is None or len(names) < 2:
        return None
    return asking.framed(Matrix(columns=names, asked="weakest" if found["end"].lower() in _WEAK else "strongest"))


def _matrix(asking: Asking) -> Reading | None:
    names = tuple(column.name for column in measures(asking.table))
    if _ALL.fit(asking.bare) is not None:
        return asking.framed(Matrix(columns=names)) if len(names) > 1 else None
    found = _SOME.fit(asking.bare)
    parts = [part for part in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", found["columns"]) if part] if found else []
    columns = [asking.column(part) for part in parts]
    named = tuple(dict.fromkeys(column.name for column in columns if column is not None and column.numeric))
    return asking.framed(Matrix(columns=named)) if len(named) == len(parts) > 2 else None


def measures(table: DatasetProfile) -> list[ColumnProfile]:
    """The numeric columns that say how much, without ids and those of yes and no."""
    return [one for one in table.columns if one.numeric and one.role != "id" and positive_value(one) is None]
