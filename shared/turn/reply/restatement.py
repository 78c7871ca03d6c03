"""Whether a text restates a note of Candor's in other words: by the note's figures, dates and quotations."""

import re
from itertools import combinations, permutations
from typing import Final

from shared.grounding.languages import language_of
from shared.pattern import LazyPattern
from shared.query.words.values import MONTHS
from shared.table.repeats_told import notes_repeats, speaks_of_repeats

_FEWEST: Final = 2
"""One figure alone may be another thing's."""
_MOST_COMPARED: Final = 8
"""Of more figures in a sentence, two give any share."""
_SENTENCE = LazyPattern(r"(?<=[.!?])\s+(?!\W*[a-z])|\n+|;\s+")
_MARK = LazyPattern(rf"“[^”]+”|(?<![^\W\d])(?:\d[\d.,:/-]*\d|\d)|\b(?:{'|'.join(MONTHS)})\b")
_CODE = LazyPattern(r"(?<![\w.])(?P<codes>\d[\d.]*(?:(?:, | and )\d[\d.]*)*) in (?:up to )?(?P<cells>[\d,]+) cells?\b")
"""How a note on cells that count as empty tells each of their codes."""
_SHARE = LazyPattern(r"(?<![\d.,])(?P<share>\d{1,2}(?:\.\d+)?) % of rows\b")


def says(text: str, note: str, tag: str = "en") -> bool:
    """Whether one sentence of the text, which is in the language of that tag, has all figures, dates and quotations of
    an English note, of which there are several; of a note on repeated rows, their number and that they repeat. A figure
    that two others of the note come to may be left unsaid, a share be told by its figures. Of codes that count as empty
    the text names each, beside the number of its cells or as one that nothing else can be."""
    sentences = [*_SENTENCE.compiled.split(language_of(tag).read(text))]
    if codes := list(_CODE.finditer(note)):
        return all(_tells_code(one, sentences) for one in codes)
    if share := _SHARE.search(note):
        return any(_gives(share["share"], one) for one in sentences if not _is_row(one))
    marks, repeats = _marks(note), notes_repeats(note)
    if not marks or (len(marks) < _FEWEST and not repeats):
        return False
    needed = [marks, *(marks - {one} for one in marks if _follows(one, marks))]
    return any(
        any(each <= _marks(one) for each in needed) and (not repeats or speaks_of_repeats(one)) for one in sentences
    )


def _marks(text: str) -> frozenset[str]:
    return frozenset(one.strip("“”").casefold() for one in _MARK.findall(text))


def _follows(mark: str, marks: frozenset[str]) -> bool:
    """Whether two others of these figures come to it: the rows with an entry and those without to all rows."""
    numbers = {one: int(one.replace(",", "")) for one in marks if re.fullmatch(r"[\d,]+", one)}
    pairs = permutations([number for one, number in numbers.items() if one != mark], 2)
    return mark in numbers and any(numbers[mark] in (one + other, one - other) for one, other in pairs)


def _tells_code(found: re.Match[str], sentences: list[str]) -> bool:
    """Whether sentences name the codes of some cells: with their number in the text, or ones of two digits and more."""
    told = [_marks(one) for one in sentences if not _is_row(one)]
    codes = re.findall(r"[\d.]+", found["codes"])
    are_named = all(any(code in one for one in told) for code in codes)
    return are_named and (all(len(code) > 1 for code in codes) or any(found["cells"] in one for one in told))


def _is_row(sentence: str) -> bool:
    """Whether it is the row of a table, whose figures are told apart."""
    return sentence.lstrip().startswith("|")


def _gives(share: str, sentence: str) -> bool:
    """Whether two figures of a sentence are so many per cent of each other, as exactly as that is told, or what is left
    to a hundred."""
    told, decimals = float(share), len(share.partition(".")[2])
    numbers = [int(one.replace(",", "")) for one in _marks(sentence) if re.fullmatch(r"\d[\d,]*", one)]
    pairs = (sorted(pair) for pair in combinations(numbers, 2)) if len(numbers) <= _MOST_COMPARED else ()
    shares = (round(100 * part / whole, decimals) for part, whole in pairs if part)
    return any(one in (told, round(100 - told, decimals)) for one in shares)
