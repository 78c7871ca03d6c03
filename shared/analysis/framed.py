"""Analyses that answer composed questions, each filled in as its frame says."""

from typing import ClassVar, Final, Self

from shared.analysis.base import Analysis
from shared.analysis.composed import Frame
from shared.contracts import DatasetProfile
from shared.offline.reading.reading import Reading

MOST_TOLD: Final = 12


class FramedAnalysis(Analysis):
    """An analysis whose fields are those of a frame."""

    cued: ClassVar[bool] = False
    least: ClassVar[int] = 1
    in_query: ClassVar[bool] = True
    form: ClassVar[type[Frame]]

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        frame = reading.frame
        return cls(**frame.model_dump()) if type(frame) is cls.form else None
