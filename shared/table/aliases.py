"""Values of one column that look like the same thing written in two ways: UK and United Kingdom, VW and Volkswagen."""

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from shared.table.nouns import singular

_MOST_CAPITALS: Final = 5
_MOST_OF_ONE_WORD: Final = 3
_LEAST_CODES: Final = 2
_LEAST_LETTERS: Final = 6
"""From so many letters on, two words that are one slip apart are the same word."""
_SHORTENED: Final = re.compile(r"(?<=[^\W\d_]{2})\.(?=[^\W\d_]{2})")
"""The dot of a shortened word with the next one right behind it: St.Kilian."""
_JOINTS: Final = frozenset({"of", "the", "and", "for", "de", "la"})
_VOWELS: Final = frozenset("aeiouy")


def alike(one: str, other: str, held: Collection[str] = ()) -> bool:
    """Whether two values of a column that holds others look like the same thing: by how they are written, by initials
    or a slip."""
    return written_alike(one, other) or _short(one, other, held) or _short(other, one, held) or slips(one, other)


def written_alike(one: str, other: str) -> bool:
    """Whether two values are the same words: with other signs and blanks (USA and U.S.A.), of one or of several (cat
    and cats), or shortened with a dot (Jr. and Junior)."""
    differ = one != other
    one, other = (_SHORTENED.sub(". ", text) for text in (one, other))
    first, second = _words(one), _words(other)
    if "".join(first) == "".join(second):
        joined = "".join(first)
        return differ and any(map(str.isalpha, joined)) and not any(map(str.isdigit, joined))
    if len(first) != len(second):
        return False
    apart = [pair for pair in zip(_parts(one), _parts(other), strict=False) if _words(pair[0]) != _words(pair[1])]
    return len(apart) == 1 and (_same_noun(*apart[0]) or _shortened(*apart[0]) or _shortened(*apart[0][::-1]))


def _parts(text: str) -> list[str]:
    return text.casefold().split()


def _same_noun(one: str, other: str) -> bool:
    return one.isalpha() and other.isalpha() and singular(one) == singular(other)


def _shortened(short: str, word: str) -> bool:
    """Whether a word with a dot behind it has letters of another one in their order, the first among them."""
    letters, rest = short.removesuffix("."), iter(word)
    if letters == short or not (letters.isalpha() and word.isalpha() and len(letters) + 1 < len(word)):
        return False
    return word[0] == letters[0] and all(letter in rest for letter in letters)


def slips(one: str, other: str) -> bool:
    """Whether two values differ by a slip in one long word."""
    return _slip(_words(one), _words(other))


def _words(text: str) -> list[str]:
    """The words and signs of a value in lower case and without accents; dots and hyphens of U.K., Levi's or A-B are
    none."""
    bare = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    plain = re.sub(r"(?<=\w)(\.(?!\d)|['’](?=\w))", "", bare.casefold().replace("&", " and "))
    return re.findall(r"\w+|[^\w\s]", re.sub(r"(?<=\w)\s*-\s*(?=\w)", " ", plain))


def _short(capitals: str, name: str, held: Collection[str]) -> bool:
    """Whether capitals stand for a name: for its words, or for the beginnings of syllables of its one word."""
    letters, words = capitals.replace(".", ""), [word for word in _words(name) if word.isalnum()]
    if not (letters.isalpha() and letters.isupper() and 1 < len(letters) <= _MOST_CAPITALS):
        return False
    wanted = letters.casefold()
    if len(words) > 1:
        told = "".join(word[0] for word in words if word not in _JOINTS)
        return wanted in (told, "".join(word[0] for word in words)) and not _codes(capitals, held)
    return len(wanted) <= _MOST_OF_ONE_WORD and len(words) == 1 and not name.isupper() and _syllables(wanted, words[0])


def _codes(capitals: str, held: Collection[str]) -> bool:
    """Whether a column holds more capitals of that length: they are codes of its own, and no name's initials."""
    others = [one for one in held if one != capitals and len(one) == len(capitals)]
    return sum(one.isalpha() and one.isupper() for one in others) >= _LEAST_CODES


def _syllables(letters: str, word: str) -> bool:
    """Whether consonants are the first letter of a word and, in order, of syllables behind a consonant: VolksWagen."""
    if _VOWELS & {*letters} or word[:1] != letters[0]:
        return False
    opening = [
        word[at] for at in range(2, len(word) - 1) if not _VOWELS & {*word[at - 1 : at + 1]} and word[at + 1] in _VOWELS
    ]
    rest = iter(opening)
    return all(letter in rest for letter in letters[1:])


def _slip(one: list[str], other: list[str]) -> bool:
    """Whether a letter of a long word is left out, added or swapped with the next: another in its place is no slip."""
    apart = [(left, right) for left, right in zip(one, other, strict=False) if left != right]
    if len(one) != len(other) or len(apart) != 1:
        return False
    left, right = apart[0]
    long = min(len(left), len(right)) >= _LEAST_LETTERS and (left + right).isalpha()
    if not long or left[0] != right[0]:
        return False
    # without a library: ingestion would carry it along, and is at the limit of what Lambda takes
    short, long_one = sorted((left, right), key=len)
    dropped = (long_one[:at] + long_one[at + 1 :] for at in range(len(long_one)))
    swapped = (left[:at] + left[at + 1] + left[at] + left[at + 2 :] for at in range(len(left) - 1))
    return short in dropped if len(short) < len(long_one) else right in swapped
