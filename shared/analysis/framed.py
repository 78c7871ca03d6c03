"""Analyses that answer composed questions, each with the fields of its frame."""

from typing import ClassVar, Final

from shared.analysis.base import Analysis
from shared.analysis.composed import Frame

MOST_TOLD: Final = 12


class FramedAnalysis(Analysis):
    """An analysis whose fields are those of a frame."""

    least: ClassVar[int] = 1
    in_query: ClassVar[bool] = True
    form: ClassVar[type[Frame]]
