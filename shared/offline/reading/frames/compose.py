"""The reading of a composed question, where one of the forms of this room fits it whole."""

from collections.abc import Callable
from typing import Final

from shared.contracts import DatasetProfile
from shared.offline.reading.frames.asking import Asking
from shared.offline.reading.frames.columns import read_coverage, read_schema
from shared.offline.reading.frames.courses import read_courses, read_ends
from shared.offline.reading.frames.pairs import read_pairs
from shared.offline.reading.frames.picking import read_named_row, read_rows, read_times, read_top_rows
from shared.offline.reading.frames.spreads import read_gaps, read_lengths, read_outliers
from shared.offline.reading.frames.tops import read_tops
from shared.offline.reading.frames.twins import read_twins
from shared.offline.reading.meanings.kinds import MOST_ON_A_PAGE
from shared.offline.reading.reading import Reading

FORMS: Final[tuple[Callable[[Asking], Reading | None], ...]] = (
    read_schema,
    read_coverage,
    read_twins,
    read_pairs,
    read_outliers,
    read_courses,
)
"""What is said of any table in the same words."""
OF_FILES: Final[tuple[Callable[[Asking], Reading | None], ...]] = (
    read_ends,
    read_tops,
    read_gaps,
    read_lengths,
    read_times,
    read_named_row,
    read_rows,
    read_top_rows,
)
"""What is said of single rows and groups; of the tables of a page, the readers of rows say it."""


_MOST_WORDS: Final = 60
"""Longer ones are no single question; and gaps are tried at every word, so that 600 words would take seconds."""


def composed(
    question: str, table: DatasetProfile, base: Reading, plainly: Callable[[str, DatasetProfile], Reading]
) -> Reading | None:
    """What the first form that fits makes of the question; `base` is how it reads as a plain one."""
    if len(question.split()) > _MOST_WORDS:
        return None
    asking = Asking.of(question, table, base, plainly)
    forms = (*FORMS, *OF_FILES) if table.row_count > MOST_ON_A_PAGE else FORMS
    return next((reading for form in forms if (reading := form(asking)) is not None), None)
