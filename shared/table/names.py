"""Names in words: those of columns, files and cells, whatever their style."""

import re
import unicodedata
from functools import lru_cache

from shared.contracts.dataset import ColumnProfile

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@lru_cache(maxsize=50_000)
def words_of(name: str) -> tuple[str, ...]:
    """A column name, file name or cell value as lower-case words, whatever its style; a sign is one itself."""
    words = re.findall(r"[^\W_]+", folded(" ".join(_CAMEL.split(name)).replace("'", "")).lower())
    return tuple(words) or _SIGNS.get(name.strip(), tuple(filter(None, (name.strip(),))))


_SIGNS = {"#": ("number",), "№": ("number",), "%": ("percent",), "$": ("dollars",), "€": ("euros",)}
"""Signs that columns are named by."""


def folded(text: str) -> str:
    """Letters without their accents."""
    return "".join(
        mark for mark in unicodedata.normalize("NFKD", text.replace("ł", "l")) if not unicodedata.combining(mark)
    )


def spoken(column: ColumnProfile) -> str:
    """The column's name as words."""
    return column.name if " " in column.name else " ".join(words_of(column.name))
