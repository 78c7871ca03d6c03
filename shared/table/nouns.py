"""English nouns, one and several, and the verbs that agree with them."""

import re
from functools import lru_cache
from typing import Final

from shared.table.inflected import one_of_several, several_of_one

_ALIKE: Final = frozenset({"staff", "data", "media", "aircraft", "personnel", "police"})
"""Nouns whose plural does not differ, or is one already, and that `inflection` does not know."""
_NO_PLURAL: Final = ("ss", "us", "is", "news")
_ENDS_SO: Final = frozenset({"menus", "gurus"})
_SHORTEST: Final = 4
_SHORT: Final = "ids"
"""The one short plural that names have."""
_BEHIND: Final = re.compile(
    r" (?:of|per|in|by|for|from|to|at|on|with|within|between|minus|whose|that|where|since|until|after|before|over|under"
    r"|than|without)\b|[,(:]"
)
"""What begins behind the noun that a name turns on."""
_SUBJECTS: Final = frozenset({"mathematics", "physics", "economics", "athletics", "gymnastics", "politics"})
"""Nouns that end as plurals do and are none."""
_DONE: Final = re.compile(r"\w+ed|sold|paid|won|lost|spent|made|bought|sent|held|drawn|due|left")
"""What may stand behind its noun: units sold, hours worked."""


@lru_cache(maxsize=4096)  # rules are tried one after the other, for the same words over and over
def singular(word: str) -> str:
    """The singular of a lower-case English noun in either number: orders → order, people → person, status → status."""
    short = len(word) < _SHORTEST and word != _SHORT
    if word in _ALIKE or short or (word.endswith(_NO_PLURAL) and word not in _ENDS_SO):
        return word
    return one_of_several(word)


def counted(count: int, one: str, several: str) -> str:
    """How many, in words that agree: "1 row was", "1,204 rows were"."""
    return f"{count:,} {one if count == 1 else several}"


@lru_cache(maxsize=4096)
def plural(noun: str) -> str:
    """Several of what a noun in the singular names: orders, parties, people, statuses, points of sale; in capitals as
    it is: CITIES, but SKUs."""
    if behind := _behind(noun):
        return plural(noun[:behind]) + noun[behind:]
    if noun in _ALIKE:
        return noun
    if not noun.isupper():
        return several_of_one(noun)
    several = several_of_one(noun.lower())
    return f"{noun}s" if several == f"{noun.lower()}s" else several.upper()


def _behind(nouns: str) -> int:
    """Where what stands behind the noun of a phrase begins: " of sale"; 0 where nothing does."""
    found = _BEHIND.search(nouns)
    return found.start() if found else 0


def one_of(nouns: str) -> str:
    """What follows "1" for a plural: order, party; "of the staff" where the noun has no other singular."""
    if behind := _behind(nouns):
        return one_of(nouns[:behind]) + nouns[behind:]
    *lead, last = nouns.split()
    one = singular(last)
    return " ".join([*lead, one]) if one != last and plural(one) == last else f"of the {nouns}"


def how_many(count: int | str, nouns: str) -> str:
    """A count, or how it is shown, and what is counted: "1 order", "12 orders", "1 row with both values"."""
    head, *rest = nouns.split(" with ", 1)
    shown = f"{count:,}" if isinstance(count, int) else count
    return " with ".join([f"{shown} {agreeing(count, one_of(head), head)}", *rest])


def agreeing(count: int | str, one: str = "is", several: str = "are") -> str:
    """The form of a word that agrees with a count, or with how it is shown: "1 order is", "12 orders are"."""
    return one if str(count) == "1" else several


def is_several(name: str) -> bool:
    """Whether a name in words turns on a noun in the plural: "total sales of the West" and "units sold", but not
    "number of orders"."""
    words = _BEHIND.split(name.strip().lower(), maxsplit=1)[0].split()
    while len(words) > 1 and _DONE.fullmatch(words[-1]):
        words.pop()
    last = words[-1] if words else ""
    return last not in _SUBJECTS and singular(last) != last and plural(singular(last)) == last


def doing(name: str, one: str = "is", several: str = "are") -> str:
    """The form of a verb whose subject is a name in words: "total sales are", "average price is"."""
    return several if is_several(name) else one


def stated(name: str, shown: str, *, averaged: bool = False) -> str:
    """A figure and its name: "the total units are 4,371", but "average units: 10.41" where it is an average, which
    agrees with no verb where its noun is in the plural."""
    return f"{name}: {shown}" if averaged and is_several(name) else f"the {name} {doing(name)} {shown}"


def some_of(found: str, all_of: str, nouns: str, one: str = "is", several: str = "are") -> str:
    """How many of all do something, both counts as they are shown: "12 of 40 customers are", "1 of 40 customers is",
    "none of the 40 customers is"."""
    there = how_many(all_of, nouns)
    return f"none of the {there} {one}" if found == "0" else f"{found} of {there} {agreeing(found, one, several)}"


def too_few(found: int, nouns: str, least: int) -> str:
    """How many were found of those that are needed: "(only 3 rows found, need at least 10)"."""
    there = f"only {how_many(found, nouns)}" if found else f"no {nouns}"
    return f"({there} found, need at least {least})"
