"""Names of ids: the words that say only that something is one, and what a table's rows are by its file's name."""

from collections.abc import Sequence
from typing import Final

from shared.table.names import word_set, words_of
from shared.table.nouns import singular

ID_WORDS: Final = word_set("id no number nr key code ref reference uuid guid num")
_FILE_WORDS: Final = word_set("data dataset table export list sheet csv final raw")


def said(name: str) -> tuple[str, ...]:
    """The words of a name, each as of one."""
    return tuple(map(singular, words_of(name)))


def bare(words: Sequence[str]) -> tuple[str, ...]:
    """The words without those that say that something is an id: ("order",) of ("order", "id")."""
    return tuple(part for part in words if part not in ID_WORDS)


def noun_of_file(file_name: str) -> tuple[str, ...]:
    """What a row of a table is, by its file's name, in words: ("order",) of shop.xlsx/Orders."""
    return tuple(part for part in said(file_name.rsplit("/", 1)[-1].split(".")[0]) if part not in _FILE_WORDS)
