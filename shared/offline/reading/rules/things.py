"""What rows are called where neither the file nor a column says it: "players" of hitters.csv."""

from typing import Final

from shared.contracts import DatasetProfile
from shared.offline.reading.meanings.nouns import known_nouns, unique
from shared.offline.reading.meanings.tokens import stems_of

_LEAST: Final = 50
"""Rows of a table that is no page's: there, each row of a file is one of what it is about."""


def nameless(table: DatasetProfile) -> bool:
    """Whether rows could be anything: no column repeats names or numbers of things, none says when, and the file is not
    called after rows of another kind."""
    called = stems_of(table.file_name.rsplit("/", 1)[-1].split(".")[0])[-1:] in known_nouns()
    others = [column for column in table.columns if not (column.role == "id" and unique(column, table))]
    told_apart = any(column.temporal or column.role in ("id", "text", "time") for column in others)
    several = any(column.type == "text" and column.distinct > _KINDS for column in others)
    return table.row_count > _LEAST and not (called or told_apart or several)


_KINDS: Final = 12
"""Up to so many texts a column tells kinds, beyond it names things."""
