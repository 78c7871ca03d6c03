"""What a question says about the form of its answer rather than about the data: "round to two decimals"."""

import re
from typing import Final

_COUNTS: Final = r"(?:\d+|one|two|three|four|five|six|no|zero)"
_PLACES: Final = (
    r"(?:decimals?(?: places?| points?| digits?)?|d\.?p\.?|digits?|places?|significant (?:figures?|digits?))"
)
_ROUNDING: Final = (
    r"(?:please )?(?:and )?(?:please )?(?:round(?:ed|ing)?|give|giving|report(?:ed)?|express(?:ed)?|show|shown|correct|"
    r"with|to)(?: (?:it|this|off|up|your|the|final|answers?|results?|values?|figures?|numbers?|them|each))*"
    rf"(?: (?:to|with|at|by))?(?: the nearest)? (?:{_COUNTS} {_PLACES}|(?:the )?nearest "
    r"(?:whole number|integer|hundredth|tenth|thousandth|cent|(?:one|two) decimals?(?: places?)?)|"
    r"(?:a )?(?:whole number|integer))"
)
_ENDING: Final = re.compile(rf"[\s,;.:(\-]*\b{_ROUNDING}\)?(?=\s*(?:[.?!;,]|$))", re.IGNORECASE)


_NULLS: Final = re.compile(
    r"[\s,(]*\b(?:and |after |while |with |by )*(?:(?:ignoring|excluding|dropping|removing|disregarding|skipping)"
    r"(?: the| any| all)? (?:missing|null|empty|nan|na)(?: values| entries| cells)?"
    r"|(?:the )?(?:missing|null|nan) (?:values|entries)(?: are| being)? "
    r"(?:left out|ignored|excluded|dropped|removed|skipped))\)?",
    re.IGNORECASE,
)
_FIGURES: Final = re.compile(
    r"\b(?:mean|average|median|standard deviation|variance|sum|total|minimum|maximum|correlation|skewness|kurtosis)\b",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(r"\b(?:how many|count|number of|rows|share|percentage|rate)\b", re.IGNORECASE)


def without_form(question: str) -> str:
    """The question without its wishes for rounding, which change no number; itself where it has none.

    Nor does leaving out empty cells change a mean or a total: they are in none.

    >>> without_form("What is the mean fare? Round your answer to two decimal places.")
    'What is the mean fare?.'
    """
    if _FIGURES.search(question) and not _COUNTED.search(question):
        question = _NULLS.sub("", question)
    return _ENDING.sub("", question) if _ENDING.search(question) else question
