"""What a question says about the form of its answer rather than about the data: "round to two decimals"."""

import re
from typing import Final

_COUNTS: Final = r"(?:\d+|one|two|three|four|five|six|no|zero)"
_PLACES: Final = r"(?:decimals?(?: places?| points?| digits?)?|d\.?p\.?|digits?|places?|significant (?:figures?|digits?))"
_ROUNDING: Final = (
    r"(?:please )?(?:and )?(?:please )?(?:round(?:ed|ing)?|give|giving|report(?:ed)?|express(?:ed)?|show|shown|correct|"
    r"with|to)(?: (?:it|this|off|up|your|the|final|answers?|results?|values?|figures?|numbers?|them|each))*"
    rf"(?: (?:to|with|at|by))?(?: the nearest)? (?:{_COUNTS} {_PLACES}|(?:the )?nearest "
    r"(?:whole number|integer|hundredth|tenth|thousandth|cent|(?:one|two) decimals?(?: places?)?)|"
    r"(?:a )?(?:whole number|integer))"
)
_ENDING: Final = re.compile(rf"[\s,;.:(\-]*\b{_ROUNDING}\)?(?=\s*(?:[.?!;,]|$))", re.IGNORECASE)


def without_form(question: str) -> str:
    """The question without its wishes for rounding, which change no number; itself where it has none.

    >>> without_form("What is the mean fare? Round your answer to two decimal places.")
    'What is the mean fare?.'
    """
    return _ENDING.sub("", question) if _ENDING.search(question) else question
