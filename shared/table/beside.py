"""What a file says beside its table: a title, a limit, the day of its figures, in thousands of what they are."""

from collections.abc import Iterable
from typing import Final

from shared.contracts import DatasetProfile

MOST_LINES: Final = 8


def written_beside(profile: DatasetProfile) -> tuple[str, ...]:
    """The lines above and below the table, or beside the records of a document; no rows of totals."""
    aside = (one for one in profile.repairs if one.kind in ("preamble", "footer") and not one.doubt)
    return tuple(line for one in aside for line in one.examples)[:MOST_LINES]


def all_written_beside(profiles: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """Those of all of them, each once."""
    return tuple(dict.fromkeys(line for profile in profiles for line in written_beside(profile)))
