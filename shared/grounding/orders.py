"""The words with which a statement says an order among rows."""

import re
from typing import Final

from shared.pattern import LazyPattern

HIGH: Final = "highest largest biggest greatest maximum longest oldest strongest"
LOW: Final = "lowest smallest least fewest minimum shortest youngest weakest"
SUPERLATIVE: Final = LazyPattern(
    rf"\b(?:(?P<high>{'|'.join(HIGH.split())}|(?<!at )(?<!at the )most(?= [a-z]))|(?P<low>{'|'.join(LOW.split())}))\b"
    r"(?! (?:of(?! all\b)|likely|recent|common|important|likely|notable|interesting)\b)",
    re.IGNORECASE,
)
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PLACES: Final = {word: at for at, word in enumerate(ORDINALS, start=1)} | {"last": -1}
_NUMBERED: Final = "|".join(ORDINALS)
LEADS: Final = LazyPattern(
    r"\b(?:(?P<high>leads(?! to\b)|tops)|(?P<low>trails)|(?:is|comes|ranks|was|came|ranked|remains|stands)"
    r"(?: in| clearly| easily| well)?"
    rf"(?: only)?(?P<place> (?:{_NUMBERED}|last))(?! (?:half|quarter|year|month|time|order|of)\b))\b|"
    rf"\bin (?P<in>{_NUMBERED}|last) place\b|\branks (?P<nth>[2-9])(?:nd|rd|th)\b|"
    r"\b(?P<peak>peaked)\b|\b(?P<bottom>bottomed out)\b",
    re.IGNORECASE,
)
ORDINAL: Final = LazyPattern(r"\b(?P<place>second|third|fourth|fifth)[ -]$", re.IGNORECASE)
RISING: Final = LazyPattern(rf"\b(?:{'|'.join(LOW.split())}|lower|fewer|less|worst|cheapest|fastest|quickest)\b", re.I)
"""Words with which an order may be one from the bottom."""
COMPARED: Final = LazyPattern(
    r"\b(?:(?P<more>(?:is |was |well |far |clearly |just )*(?:ahead of|above)|"
    r"(?:more|higher|larger|bigger|greater|longer|older)"
    r"(?: [a-z]+){0,2} than|beats?|exceeds?|outsells?|outperforms?|leads?)|"
    r"(?P<less>(?:is |was |well |far |just )*(?:behind|below)|(?:less|fewer|lower|smaller|shorter|younger)"
    r"(?: [a-z]+){0,2} than|trails?))\s+(?:that of |in |the |for )?[*_]*$",
    re.IGNORECASE,
)
CLAUSE: Final = LazyPattern(
    r"[.;:\n()|]|,|\s[-–—]\s|\b(?:and|while|whereas|but|though|although|followed by|with)\b", re.IGNORECASE
)
LIMITED: Final = LazyPattern(
    r"\b(?:among|after|other than|except|besides|apart|excluding|without|outside|remaining|rest|one of|two|three|four|"
    r"not|never|no|since|until|before|almost|nearly|close to|joint\w*|tied?|equal\w*|both|each|were|are|within)\b|"
    r"n't\b",
    re.IGNORECASE,
)
"""Words with which an order is one among fewer rows, or denied."""
AMONG: Final = LazyPattern(r"\b(?:among|apart from|excluding|leaving|without|of the (?:other|remaining|rest))\b", re.I)
DERIVED: Final = LazyPattern(
    r"\b(?:per|growth|grow\w+|increase\w*|chang\w+|gain\w*|rise|rose|risen|drop\w*|fall|fell|fallen|declin\w+|gap|"
    r"differ\w+|ratio|improve\w*|swing|jump\w*|share|margin|spread|variation|range|average|typical\w*)\b",
    re.IGNORECASE,
)
"""Words with which it is one of another figure than a column's, unless a column is spoken of."""
DIRECT: Final = LazyPattern(
    r"\s?(?:[a-z]+ ){0,3}?(?:(?:in|from|between|during) [\w ]{1,30}?,? )?(?:(?:with|at|of) )?"
    r"(?:an? |only |just )?(?:[a-z]+ ){0,3}?(?:of |[a-z]+)?\W*$"
)
"""What stands between a superlative and the figure that bears it out."""
COORDINATED: Final = LazyPattern(r"(?:\band|,|\bor|&)\s*[*_]*$", re.IGNORECASE)
ADJACENT: Final = LazyPattern(r"['’]?s?[*_\"”]*\s*,?\s*(?:which|who|that|with)?\s*$", re.IGNORECASE)
"""What stands between a name and a clause about it."""
APPOSED: Final = LazyPattern(
    r"[*_%]*\s?(?:[a-z]+ ){0,3}?(?:, ?(?:(?:by far|clearly|easily) )?|by far )(?:the )?$", re.I
)
"""What stands between a figure and the superlative that is said of it: "90,077, the highest of all"."""
OF_A_ROW: Final = LazyPattern(r"\s?(?:of all\b|overall\b|of the \w+[.,;)]|[a-z]*[*_]*(?:[.,;:)]|$))")
RELATIVE: Final = LazyPattern(r"\s*(?:where|which|who)\b", re.IGNORECASE)
NAMED_JUST_BEFORE: Final = LazyPattern(r"['’]?s?[*_\"”]*(?:\s[a-z]+)?\s*,")
"""What stands between a name and a relative clause about it."""
COMPARED_WITH: Final = LazyPattern(
    r"\b(?:than|against|versus|vs\.?|ahead of|behind|above|below)\W+(?:in |the )?$", re.I
)
PER: Final = LazyPattern(r"\b(?:per|each|every|an?) [a-z]+", re.IGNORECASE)
"""What something is divided by, and is not itself."""
PRONOUN: Final = LazyPattern(r"\W*(?:it|they|its|their)\b", re.IGNORECASE)
BESIDE_IT: Final = LazyPattern(r"\b(?P<more>ahead of|above)|\b(?P<less>behind|below)", re.IGNORECASE)
IT: Final = LazyPattern(r"\s+(?:it|that|this)\b", re.IGNORECASE)
LEVELS: Final = frozenset(("highest", "lowest", "longest", "shortest", "oldest", "youngest", "strongest", "weakest"))
"""Superlatives of levels; a count is the largest, or the most."""


def place_of(match: re.Match[str]) -> int:
    """The place that a verb of LEADS gives: 1 the first, -1 the last."""
    if match["nth"]:
        return int(match["nth"])
    if word := match["place"] or match["in"]:
        return PLACES[word.strip().lower()]
    return -1 if match["low"] or match["bottom"] else 1
