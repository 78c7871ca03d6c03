"""English nouns, one and several."""

_IRREGULAR = {"people": "person", "children": "child", "employees": "employee", "movies": "movie", "cookies": "cookie"}
_SAME = ("ss", "us", "is", "news", "series", "species")
ALIKE = frozenset(
    {"staff", "people", "children", "men", "women", "data", "media", "sheep", "fish", "aircraft", "personnel"}
    | {"equipment", "species", "series"}
)
"""Nouns whose plural does not differ, or is one already."""


def singular(word: str) -> str:
    """The singular of an English noun, nearly always."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(_SAME) or len(word) < 4:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word.removesuffix("s")


def plural(noun: str) -> str:
    """Several of what a noun in the singular names: orders, parties, boxes."""
    if noun in ALIKE or noun.endswith("s"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("x", "ch", "sh", "z")) else f"{noun}s"
