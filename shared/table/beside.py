"""What a file says beside its table: a title, a limit, the day of its figures, in thousands of what they are, what its
terms mean."""

from collections.abc import Iterable, Sequence
from typing import Final

from shared.contracts import DatasetProfile
from shared.table.workbook import book_name

MOST_LINES: Final = 8


def written_beside(profile: DatasetProfile) -> tuple[str, ...]:
    """The lines above and below the table, or beside the records of a document, and behind them the remarks of the
    file, each with its sheet; no rows of totals."""
    return (*_around(profile), *_remarks(profile))


def each_written_beside(profiles: Sequence[DatasetProfile]) -> tuple[tuple[str, ...], ...]:
    """Those of each of them; a remark of a file, which is of all of its tables, only at the first of these."""
    told, before = list[tuple[str, ...]](), set[tuple[str, str]]()
    for profile in profiles:
        remarks = {(book_name(profile), line): line for line in _remarks(profile)}
        told.append((*_around(profile), *(line for at, line in remarks.items() if at not in before)))
        before |= remarks.keys()
    return tuple(told)


def all_written_beside(profiles: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """The lines beside all of these tables, each once."""
    return tuple(dict.fromkeys(line for profile in profiles for line in written_beside(profile)))


def _around(profile: DatasetProfile) -> tuple[str, ...]:
    aside = (one for one in profile.repairs if one.kind in ("preamble", "footer") and not one.doubt)
    return tuple(line for one in aside for line in one.examples)[:MOST_LINES]


def _remarks(profile: DatasetProfile) -> tuple[str, ...]:
    """They were bounded when the file was read."""
    return tuple(line for one in profile.repairs if one.kind == "remarks" for line in one.examples)
