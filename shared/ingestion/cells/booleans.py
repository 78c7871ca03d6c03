"""Words for yes and no, in pairs, of which a column may hold nothing else."""

from collections.abc import Sequence

from shared.quoting import quoted

_PAIRS = (
    *(("yes", "no"), ("true", "false"), ("y", "n"), ("t", "f")),
    *(("ja", "nein"), ("oui", "non"), ("sí", "no"), ("si", "no"), ("sim", "não"), ("ja", "nee")),
)
_MIXED_PAIRS = (
    (("yes", "y"), ("no", "n")),
    (("true", "t"), ("false", "f")),
    (("yes", "y", "true", "t", "1"), ("no", "n", "false", "f", "0")),
)
"""Pairs that are written out in some rows and not in others, or in other words."""


def read_boolean(cells: Sequence[str]) -> str | None:
    """SQL, with {c} for the cell, that gives true or false where these distinct cells are words for yes and no alone;
    None where they are not."""
    words = {cell.strip().lower() for cell in cells}
    pair = next((pair for pair in _PAIRS if words <= set(pair) and (len(words) == 2 or len(pair[0]) > 1)), None)
    mixed = next((pair for pair in _MIXED_PAIRS if len(words) > 2 and _says_both(words, *pair)), None)
    if pair is None and mixed is None:
        return None
    meant = mixed or tuple((word,) for word in pair or ())
    yes, no = (", ".join(quoted(cell) for word in side for cell in _spellings(cells, word)) for side in meant)
    return f"CASE WHEN {{c}} IN ({yes}) THEN true WHEN {{c}} IN ({no}) THEN false END"


def _says_both(words: set[str], yes: tuple[str, ...], no: tuple[str, ...]) -> bool:
    """Whether these are words for yes and no alone, each said in letters at least once."""
    letters = {word for word in words if word.isalpha()}
    return words <= {*yes, *no} and bool(letters & {*yes}) and bool(letters & {*no})


def _spellings(cells: Sequence[str], word: str) -> list[str]:
    """The word as the cells spell it; comparing whole cells is far cheaper than lowering and trimming each."""
    return sorted({word, *(cell for cell in cells if cell.strip().lower() == word)})
