"""Yes and no as people and programs write them, in one way or in several: ja, J, TRUE, 1."""

from collections.abc import Sequence

from shared.quoting import quoted

_PAIRS = (
    *(("yes", "no"), ("true", "false"), ("y", "n"), ("t", "f")),
    *(("ja", "nein"), ("oui", "non"), ("sí", "no"), ("si", "no"), ("sim", "não"), ("ja", "nee")),
)
_SPREADSHEET_PAIRS = (
    *(("wahr", "falsch"), ("vrai", "faux"), ("verdadero", "falso"), ("verdadeiro", "falso"), ("vero", "falso")),
    ("waar", "onwaar"),
)
"""How spreadsheets in other languages write TRUE and FALSE."""
_USUAL = tuple(pair for pair in (*_PAIRS, *_SPREADSHEET_PAIRS) if len(pair[0]) > 1)
_WRITTEN_OUT = tuple(frozenset(pair[side] for pair in _USUAL) for side in (0, 1))
_SHORT = (frozenset({"y", "t", "1"}), frozenset({"n", "f", "0"}))

Sides = tuple[tuple[str, ...], ...]
"""The words for yes, and those for no."""


def read_boolean(cells: Sequence[str]) -> str | None:
    """SQL, with {c} for the cell, that is true, false or NULL; None where these cells, none empty, are no flags."""
    words = {cell.strip().lower() for cell in cells}
    sides = _pair(words) or (_mixed_pair(words) if len(words) > 2 else None)
    if sides is None:
        return None
    yes, no = (", ".join(quoted(cell) for word in side for cell in _spellings(cells, word)) for side in sides)
    return f"CASE WHEN {{c}} IN ({yes}) THEN true WHEN {{c}} IN ({no}) THEN false END"


def _pair(words: set[str]) -> Sides | None:
    pairs = (*_PAIRS, *_SPREADSHEET_PAIRS)
    pair = next((pair for pair in pairs if words <= set(pair) and (len(words) == 2 or len(pair[0]) > 1)), None)
    return tuple((word,) for word in pair) if pair else None


def _mixed_pair(words: set[str]) -> Sides | None:
    """The words for yes and for no where a column of these words holds no others: written out in some rows and
    shortened in others, in several languages or as 1 and 0, each side said in letters at least once. An initial is one
    of a word that stands beside it; y, n, t and f may be alone."""
    sides = [
        {word for word in words if word in full | short or word in {one[0] for one in full & words}}
        for full, short in zip(_WRITTEN_OUT, _SHORT, strict=True)
    ]
    said = all(any(map(str.isalpha, side)) for side in sides)
    return tuple(tuple(sorted(side)) for side in sides) if said and set.union(*sides) == words else None


def _spellings(cells: Sequence[str], word: str) -> list[str]:
    """The word as the cells spell it; comparing whole cells is far cheaper than lowering and trimming each."""
    return sorted({word, *(cell for cell in cells if cell.strip().lower() == word)})
