"""Values of one column that look like the same thing written in two ways: UK and United Kingdom, VW and Volkswagen."""

import re
from collections.abc import Iterator
from typing import Final

from rapidfuzz.distance import OSA
from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.contracts.dataset import ValueCount

_MOST_VALUES: Final = 50
"""Where a column has more values than these, two that are alike are as likely to be two things."""
_MOST_CAPITALS: Final = 5
_MOST_OF_ONE_WORD: Final = 3
_LEAST_LETTERS: Final = 6
"""From so many letters on, two words that are one slip apart are the same word."""
_JOINTS: Final = frozenset({"of", "the", "and", "for", "de", "la"})
_VOWELS: Final = frozenset("aeiouy")


def left_out(tree: exp.Expr, dataset: DatasetProfile) -> Iterator[str]:
    """A sentence for each value that a query leaves out by a condition on another that looks like the same thing."""
    for column in dataset.columns:
        if column.type != "text" or column.role != "dimension" or column.distinct > _MOST_VALUES:
            continue
        taken = _taken(tree, column)
        for value in taken:
            found = [one for one in column.top_values if alike(value, str(one.value)) and str(one.value) not in taken]
            if len(found) == 1:
                yield _told(column, value, found[0])


def alike(one: str, other: str) -> bool:
    """Whether two values look like the same thing: by their initials or letters, or but for a slip or a sign."""
    first, second = (" ".join(_words(text)) for text in (one, other))
    if first.replace(" ", "") == second.replace(" ", ""):
        return one != other
    return _short(one, other) or _short(other, one) or _slip(first, second)


def _words(text: str) -> list[str]:
    """The words of a value in lower case; dots inside of them are none: U.K. is one."""
    return re.findall(r"\w+", text.casefold().replace(".", "").replace("&", " and "))


def _short(capitals: str, name: str) -> bool:
    """Whether capitals stand for a name: for its words, or for the beginnings of syllables of its one word."""
    letters, words = capitals.replace(".", ""), _words(name)
    if not (letters.isalpha() and letters.isupper() and 1 < len(letters) <= _MOST_CAPITALS):
        return False
    wanted = letters.casefold()
    if len(words) > 1:
        told = "".join(word[0] for word in words if word not in _JOINTS)
        return wanted in (told, "".join(word[0] for word in words))
    return len(wanted) <= _MOST_OF_ONE_WORD and len(words) == 1 and not name.isupper() and _syllables(wanted, words[0])


def _syllables(letters: str, word: str) -> bool:
    """Whether consonants are the first letter of a word and, in order, of syllables behind a consonant: VolksWagen."""
    if _VOWELS & {*letters} or word[:1] != letters[0]:
        return False
    opening = [
        word[at] for at in range(2, len(word) - 1) if not _VOWELS & {*word[at - 1 : at + 1]} and word[at + 1] in _VOWELS
    ]
    rest = iter(opening)
    return all(letter in rest for letter in letters[1:])


def _slip(one: str, other: str) -> bool:
    """Whether two texts differ by one letter of a long word, and not by what stands before another: a-typical."""
    pairs = list(zip(one.split(), other.split(), strict=False))
    apart = [(left, right) for left, right in pairs if left != right]
    if len(one.split()) != len(other.split()) or len(apart) != 1:
        return False
    left, right = apart[0]
    long = min(len(left), len(right)) >= _LEAST_LETTERS and (left + right).isalpha()
    return long and left[0] == right[0] and OSA.distance(left, right) == 1


def _taken(tree: exp.Expr, column: ColumnProfile) -> tuple[str, ...]:
    """The texts that conditions of a query ask the column to be."""
    found: list[str] = []
    for one in tree.find_all(exp.EQ, exp.In):
        asked = [one.expression] if isinstance(one, exp.EQ) else one.expressions
        own = isinstance(one.this, exp.Column) and one.this.name == column.name
        if own and one.find_ancestor(exp.Not) is None:
            found += [each.this for each in asked if isinstance(each, exp.Literal) and each.is_string]
    return tuple(dict.fromkeys(found))


def _told(column: ColumnProfile, value: str, other: ValueCount) -> str:
    rows = f"{other.count:,} {'row' if other.count == 1 else 'rows'}"
    return (
        f"{column.words or column.name} also holds “{other.value}” ({rows} in all), which may be the same as "
        f"“{value}” and was not taken in."
    )
