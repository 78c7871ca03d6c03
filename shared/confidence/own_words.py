"""What of a reply the assistant says itself: without what it quotes, and with one sign for every figure."""

import re

_PART = 3000
"""Characters: of a long reply the beginning and the end are read, so that time is bounded."""
_QUOTED = re.compile(r"```[\s\S]*?```|`[^`\n]*`|\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»")
READ_AS = {
    "en": "*How I read the question:*",
    "de": "*So habe ich die Frage gelesen:*",
    "fr": "*Comment j’ai compris la question :*",
    "es": "*Así he leído la pregunta:*",
}
"""Begins the lines that state how a question was read, by language: notes of Candor's, which are no doubt of the
answer."""
_NOTES = re.compile(rf"(?:{'|'.join(map(re.escape, READ_AS.values()))})(?:\n- .*)*")
READ_IN_WAYS = "This can be read in {count} ways."
"""Begins an answer that gives each reading's figures: that there are several is no doubt of any of them."""
_WAYS = re.compile(re.escape(READ_IN_WAYS).replace(re.escape("{count}"), r"\w+"))
_TABLE_ROW = re.compile(r"^[ \t]*\|.*$", re.MULTILINE)
_FIGURE = re.compile(r"\d[\d.,]*\d|\d")
QUOTE, FIGURE = "_", "#"
"""What stands for a quotation or a value of the data, and for a figure."""


def own_words(text: str, values: tuple[str, ...] = ()) -> str:
    """The reply without what is said of how the question was read, and with quotations, code, table rows and `values`
    (cells and column names of the data) masked."""
    text = _WAYS.sub("", _NOTES.sub("", text))
    text = text if len(text) <= 2 * _PART else f"{text[:_PART]}\n{text[-_PART:]}"
    text = text.replace("’", "'").replace("‘", "'").replace("**", "")
    text = _TABLE_ROW.sub(QUOTE, _QUOTED.sub(QUOTE, text))
    told = {value for value in values if value in text and _is_word(value)}
    for value in sorted(told, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", QUOTE, text)
    return text


def for_reading(text: str) -> str:
    """One's own words as the classifier reads them: in lower case, figures alike."""
    return _FIGURE.sub(FIGURE, text).lower()


def _is_word(value: str) -> bool:
    return len(value) > 1 and not value.replace(".", "").replace(",", "").isdigit()
