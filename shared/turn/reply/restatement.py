"""Whether a text restates a note of Candor's in other words: by the note's figures, dates and quotations."""

from typing import Final

from shared.grounding.languages import language_of
from shared.pattern import LazyPattern
from shared.query.words.values import MONTHS
from shared.table.repeats_told import notes_repeats, speaks_of_repeats

_FEWEST: Final = 2
"""One figure alone may be another thing's."""
_SENTENCE = LazyPattern(r"(?<=[.!?])\s+(?!\W*[a-z])|\n+|;\s+")
_MARK = LazyPattern(rf"“[^”]+”|\d[\d.,:/-]*\d|\d|\b(?:{'|'.join(MONTHS)})\b")


def says(text: str, note: str, tag: str = "en") -> bool:
    """Whether one sentence of the text, which is in the language of that tag, has all figures, dates and quotations of
    an English note, of which there are several; of a note on repeated rows, their number and that they repeat."""
    marks, repeats = _marks(note), notes_repeats(note)
    if not marks or (len(marks) < _FEWEST and not repeats):
        return False
    sentences = _SENTENCE.compiled.split(language_of(tag).read(text))
    return any(marks <= _marks(one) and (not repeats or speaks_of_repeats(one)) for one in sentences)


def _marks(text: str) -> frozenset[str]:
    return frozenset(one.strip("“”").casefold() for one in _MARK.findall(text))
