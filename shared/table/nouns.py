"""English nouns, one and several."""

from typing import Final

_ALIKE: Final = frozenset({"staff", "data", "media", "aircraft", "personnel"})
"""Nouns whose plural does not differ, or is one already, and that `inflection` does not know."""
_SINGULAR: Final = {"cookies": "cookie", "ids": "id", "leaves": "leave"}
"""Where it knows no better, and the one short word that names have."""
_NO_PLURAL: Final = ("ss", "us", "is", "news")
_SHORTEST: Final = 4


def singular(word: str) -> str:
    """The singular of a lower-case English noun in either number: orders → order, people → person, status → status."""
    if word in _SINGULAR:
        return _SINGULAR[word]
    if word in _ALIKE or word.endswith(_NO_PLURAL) or len(word) < _SHORTEST:
        return word
    import inflection  # where words are told, and not wherever a module that tells some is imported

    return inflection.singularize(word)


def counted(count: int, one: str, several: str) -> str:
    """How many, in words that agree: "1 row was", "1,204 rows were"."""
    return f"{count:,} {one if count == 1 else several}"


def plural(noun: str) -> str:
    """Several of what a noun in the singular names: orders, parties, people, statuses; in capitals as it is: CITIES,
    but SKUs."""
    import inflection

    if noun in _ALIKE:
        return noun
    if not noun.isupper():
        return inflection.pluralize(noun)
    several = inflection.pluralize(noun.lower())
    return f"{noun}s" if several == f"{noun.lower()}s" else several.upper()
