"""What a reply must say of the columns that it was computed from: that they could be read in another way."""

import re
from collections.abc import Iterable

from shared.contracts import DatasetProfile, ExecutedQuery

CODE = "stand for missing values"
"""Words of the repair that tells of a code such as -999."""
FORMULAS = "formula(s) without a stored result"
"""Words of the repair that tells of cells whose values the workbook lacks."""
GROUPED = "as where a label is written once for the rows below it"
"""Words of the repair that tells of empty labels which may be those above."""
_TOLD = (CODE, FORMULAS, GROUPED)


def doubts(queries: Iterable[ExecutedQuery], datasets: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """A sentence for each ambiguity, code taken for a missing value, or missing result in the columns that are used."""
    used = tuple(query.sql for query in queries)
    told: list[tuple[str | None, str]] = []
    for dataset in datasets:
        told += [(doubt.column, doubt.detail) for doubt in dataset.ambiguities]
        told += [(one.column, one.detail) for one in dataset.repairs if any(words in one.detail for words in _TOLD)]
    return tuple(dict.fromkeys(detail for column, detail in told if column and any(_uses(sql, column) for sql in used)))


def _uses(sql: str, column: str) -> bool:
    return bool(re.search(rf"(?<![\w]){re.escape(column)}(?![\w])", sql, re.IGNORECASE))
