"""A dirty file, and what must come of it."""

from dataclasses import dataclass, field
from typing import Any

from ingested import Ingested


@dataclass(frozen=True)
class Case:
    """A file, its rows once read, and words that the profile must say (or, `silent`, no repair at all)."""

    content: str | bytes
    rows: list[tuple[Any, ...]]
    says: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    units: tuple[str | None, ...] = ()
    dropped: int = 0
    silent: bool = False
    types: tuple[str, ...] = field(default=())

    def holds(self, ingested: Ingested) -> None:
        """Whether it is read right, and its repairs are told."""
        assert ingested.rows == self.rows
        profile = ingested.profile
        assert (profile.row_count, profile.rows_dropped) == (len(self.rows), self.dropped)
        assert profile.rows_read == profile.row_count + profile.rows_dropped
        for repair in profile.repairs:
            assert repair.detail[0].isupper() or repair.detail[0].isdigit()
            assert repair.detail.endswith(".")
        for words in self.says:
            assert words in ingested.told()
        assert not (self.silent and profile.repairs), ingested.told()
        for expected, found in (
            (self.names, tuple(column.name for column in profile.columns)),
            (self.units, tuple(column.unit for column in profile.columns)),
            (self.types, tuple(ingested.types())),
        ):
            assert not expected or expected == found
