"""A list of figures of which some are of another kind: "the mean, median and mode of age" are two questions."""

import re
from typing import Final

from shared.query.words.values import listed

_TERMS: Final = (
    r"(?:arithmetic |sample |population |trimmed |geometric |harmonic |weighted )?mean|average|median|mode|"
    r"(?:sample |population )?standard deviation|std|(?:sample |population )?variance|minimum|maximum|min|max|range|"
    r"sum|total|count|skewness|kurtosis|interquartile range|iqr|"
    r"(?:two-tailed |corresponding |associated )?p[- ]values?|confidence intervals?|"
    r"mean absolute deviation|median absolute deviation|entropy|"
    r"(?:pearson |spearman |kendall )?correlation(?: coefficient)?"
)
_LIST: Final = re.compile(
    rf"\b(?:{_TERMS})(?:\s*,\s*(?:and )?(?:the |its |their )?(?:{_TERMS})\b)*"
    rf"(?:,?\s+and\s+(?:also\s+)?(?:the |its |their )?(?:{_TERMS})\b)",
    re.IGNORECASE,
)
_TERM: Final = re.compile(rf"\b(?:{_TERMS})\b", re.IGNORECASE)
_OWN: Final = re.compile(r"mode|p[- ]?value|trimmed|harmonic|weighted|confidence|absolute|entropy|count", re.IGNORECASE)
"""Figures that are asked for by themselves."""
_GROUPED: Final = re.compile(r"\b(?:by|per|each|every)\b", re.IGNORECASE)
_TAIL: Final = re.compile(
    r",?\s+(?:and|as well as|along with|together with)\s+(?:also\s+)?(?:the |its |their |report the |give the )?"
    r"((?:two-tailed |corresponding |associated )*p[- ]values?)(?: of the (?:correlation|test))?(?=\s*[.?!]?\s*$)",
    re.IGNORECASE,
)


def apart(question: str) -> tuple[str, ...]:
    """The questions of which a list of figures is made, each whole; the question alone where there is no such list.

    >>> apart("What are the mean, median and mode of age for women?")
    ('What are the mean and median of age for women?', 'What are the mode of age for women?')
    """
    tail = _TAIL.search(question)
    if tail is not None:
        rest = question[: tail.start()] + question[tail.end() :]
        return (rest, f"What is the {tail.group(1)}?")
    found = _LIST.search(question)
    terms = [term.group(0) for term in _TERM.finditer(found.group(0))] if found else []
    alone = [term for term in terms if _OWN.search(term)]
    plain = [term for term in terms if term not in alone]
    if found is None or not plain or not alone or _GROUPED.search(question):
        return (question,)
    lead, end = question[: found.start()], question[found.end() :]
    together = listed(plain)
    return tuple(f"{lead}{part}{end}" for part in (together, *alone))
