"""What a question says about the form of its answer rather than about the data: "round to two decimals"."""

import re
from typing import Final

_COUNTS: Final = r"(?:\d+|one|two|three|four|five|six|no|zero)"
_PLACES: Final = (
    r"(?:decimals?(?: places?| points?| digits?)?|d\.?p\.?|digits?|places?|significant (?:figures?|digits?))"
)
_ROUNDING: Final = (
    r"(?:please )?(?:and )?(?:please )?(?:round(?:ed|ing)?|give|giving|report(?:ed)?|express(?:ed)?|show|shown|correct|"
    r"us(?:e|ing)|keep(?:ing)?|with|to)(?: (?:it|this|off|up|your|the|final|answers?|results?|values?|figures?|"
    rf"numbers?|them|each))*(?: (?:to|with|at|by))?(?: the nearest)? (?:{_COUNTS} {_PLACES}|(?:the )?nearest "
    r"(?:whole number|integer|hundredth|tenth|thousandth|cent|(?:one|two) decimals?(?: places?)?)|"
    r"(?:a )?(?:whole number|integer))"
)
_FORM: Final = re.compile(rf"^\W*now\b[\s,]+|[\s,;.:(\-]*\b{_ROUNDING}\)?(?=\s*(?:[.?!;,]|$))", re.IGNORECASE)


def without_file(question: str, file_name: str) -> str:
    """The question without "in the orders.csv file", where that is the file it is asked of."""
    name = file_name.rsplit("/", 1)[-1]
    bare, quote = re.escape(name.rsplit(".", 1)[0]), r"[\"'“”‘’`]?"
    called = (
        rf"{quote}(?:{re.escape(name)}{quote}(?: (?:file|dataset|data|table))?|{bare}{quote} (?:file|dataset|table))"
    )
    return re.sub(rf",? (?:in|from|of|using) (?:the )?{called}", "", question, flags=re.IGNORECASE)


def without_form(question: str) -> str:
    """The question without an opening “now” and without its wish for rounding: neither changes a number.

    >>> without_form("What is the mean fare? Round your answer to two decimal places.")
    'What is the mean fare?.'
    """
    return _FORM.sub("", question)
