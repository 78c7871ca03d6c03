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
_ENDING: Final = re.compile(rf"[\s,;.:(\-]*\b{_ROUNDING}\)?(?=\s*(?:[.?!;,]|$))", re.IGNORECASE)


_NULLS: Final = re.compile(
    r"[\s,(]*\b(?:and |after |while |with |by |please )*(?:(?:ignor|exclud|dropp?|remov|disregard|skipp?)(?:e|ing|)"
    r"(?: the| any| all)? (?:missing|null|empty|nan|na)(?: values?| entries| cells)?(?: from the calculation)?"
    r"|(?:the )?(?:missing|null|nan) (?:values|entries)(?: are| being)? "
    r"(?:left out|ignored|excluded|dropped|removed|skipped))\)?",
    re.IGNORECASE,
)
_FIGURES: Final = re.compile(
    r"\b(?:mean|average|median|standard deviation|variance|sum|total|minimum|maximum|correlation|skewness|kurtosis)\b",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(r"\b(?:how many|count|number of|rows|share|percentage|rate)\b", re.IGNORECASE)


_FORM_WORDS: Final = (
    r"(?:as|in|to|with|at|up|a|an|the|of|and|or|be|is|are|should|must|will|it|two|one|three|four|\d+|decimals?|places?|"
    r"points?|digits?|significant|figures?|percentages?|percent|%|number|numeric|integer|float(?:ing)?|floating-point|"
    r"value|values|string|format|form|list|json|comma|separated|brackets?|rounded?|rounding|nearest|whole|hundredth|tenth|"
    r"answers?|results?|outputs?|both|all|your|final|single|following|below|only|each|precision|exactly|least|using|use)"
)
_INSTRUCTION: Final = re.compile(
    r"(?<=[.?!;:])\s*(?:\(?(?:the )?(?:answer |output |response |result )?format(?: is| of the answer)?\s*:[^?]*$|"
    r"where [\"“'‘`]?\w+_(?:value|answer|result|name|number)[\"”'’`]?[^?]*$|"
    r"(?:please )?(?:give|provide|report|return|present|write|output|state|print|express|format|submit|show|use|the|"
    r"your|round|keep|all)"
    rf"(?:[\s,]+{_FORM_WORDS})+\s*(?=[.!;]|$))[.!;]?",
    re.IGNORECASE,
)
"""A sentence of its own about the form of the answer alone, none of whose words says anything else."""
_TOOLS: Final = re.compile(
    r",?\s*(?:using|with)(?: the)? (?:(?:pandas|numpy|scipy)(?: (?:library|module|package|functions?|methods?))?|"
    r"python(?:'s)? (?:built-in |statistics )*(?:library|module|package|functions?|methods?))(?=\s*(?:[.?!;,]|$))",
    re.IGNORECASE,
)


_IF_SO: Final = re.compile(
    r"\bif (?:yes|so|there (?:is|are)(?: any| one)?|it (?:is|does)|they (?:are|do)),? ", re.IGNORECASE
)


def without_file(question: str, file_name: str) -> str:
    """The question without "in the orders.csv file", where that is the file it is asked of."""
    name = file_name.rsplit("/", 1)[-1]
    bare, quote = re.escape(name.rsplit(".", 1)[0]), r"[\"'“”‘’`]?"
    called = (
        rf"{quote}(?:{re.escape(name)}{quote}(?: (?:file|dataset|data|table))?|{bare}{quote} (?:file|dataset|table))"
    )
    return re.sub(rf",? (?:in|from|of|using) (?:the )?{called}", "", question, flags=re.IGNORECASE)


def _without_instructions(question: str) -> str:
    bare = _IF_SO.sub("", question)
    return _TOOLS.sub("", _INSTRUCTION.sub("", bare)).strip() or question


def without_form(question: str) -> str:
    """The question without its wishes for the form of the answer, which change no number; itself where it has none.

    Nor does leaving out empty cells change a mean or a total: they are in none.

    >>> without_form("What is the mean fare? Round your answer to two decimal places.")
    'What is the mean fare?.'
    """
    question = _without_instructions(question)
    if _FIGURES.search(question) and not _COUNTED.search(question):
        question = _NULLS.sub("", question).lstrip(" .;,")
    return _ENDING.sub("", question) if _ENDING.search(question) else question
