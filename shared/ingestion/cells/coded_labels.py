"""Short codes beside the labels that they stand for in one column: M beside male, GRETI beside Great tit."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

_LEAST_PAIRS = 2
_SHORTEST, _LONGEST = 3, 5
"""Letters of a code of capitals; two may be of a country, which another one's name begins with: DE and Denmark."""
_CUT = re.compile(r"[;,|\n]|\.\s")
_JOINS = " \t=:–—-("
"""What stands between a code and its label in a legend."""


def by_beginnings(labels: Sequence[str]) -> dict[str, str]:
    """The label that each code of a column begins, or the words of which it is the beginnings of; empty unless there
    are several, each of one label, each label of one code, and no code is left over."""
    codes = [one for one in labels if _is_code(one) or _opens_another(one, labels)]
    words = [one for one in labels if one not in codes]
    found = {code: [word for word in words if _stands_for(code, word)] for code in codes}
    meant = {code: those[0] for code, those in found.items() if len(those) == 1}
    several = len(codes) >= _LEAST_PAIRS and len(meant) == len(codes) == len(set(meant.values()))
    return meant if several else {}


def by_legend(labels: Sequence[str], lines: Sequence[str]) -> dict[str, str]:
    """The label that a line beside the table puts behind each code, where the column holds both: "GRETI Great tit, 1
    male"; nothing of a code that has two."""
    known = {one.casefold(): one for one in labels}
    told = set(_told(known, lines))
    often = Counter(code for code, _ in told)
    return {code: label for code, label in told if often[code] == 1}


def _told(known: dict[str, str], lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for entry in (entry.strip().casefold() for line in lines for entry in _CUT.split(line)):
        for written, label in known.items():
            before = entry.removesuffix(written)
            if len(written) < _SHORTEST or before == entry or not before.endswith(tuple(_JOINS)):
                continue
            for code in (before.rstrip(_JOINS).split() or [""])[-1].split("/"):
                if code in known and code != written and len(code) < len(written):
                    yield known[code], label


def _is_code(label: str) -> bool:
    return label.isalpha() and (len(label) == 1 or (label.isupper() and _SHORTEST <= len(label) <= _LONGEST))


def _opens_another(label: str, labels: Sequence[str]) -> bool:
    """Whether it is two letters, not both capitals, with which a longer label begins: Sp, of sparkling."""
    short = len(label) < _SHORTEST and label.isalpha() and label.istitle()
    return short and any(one.casefold().startswith(label.casefold()) and len(one) > _LONGEST for one in labels)


def _stands_for(code: str, label: str) -> bool:
    """Whether a label, longer and not all in capitals, begins with the letters, or its words do with parts of them."""
    letters, words = code.casefold(), re.findall(r"[^\W\d_]+", label.casefold())
    if len(label) <= len(code) or label.isupper() or not words:
        return False
    return words[0].startswith(letters) or (len(words) > 1 and len(letters) > 1 and _of_each(letters, words))


def _of_each(letters: str, words: Sequence[str]) -> bool:
    """Whether the letters are beginnings of these words, of each at least its first letter."""
    if not words:
        return not letters
    first, *others = words
    starts = (at for at in range(1, len(letters) + 1) if first.startswith(letters[:at]))
    return any(_of_each(letters[at:], others) for at in starts)
