"""JSON as programs write it that print it by hand: a comma behind the last item, objects one after the other."""

import json
import re
from collections.abc import Iterator
from typing import Any

_STRING_OR_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])', re.DOTALL)
_BETWEEN = re.compile(r"[\s,]*")


def read_leniently(text: str, decoder: json.JSONDecoder) -> Any:
    """The document that the text holds; a list of several objects; None where it is no such text."""
    try:
        values = list(_values(_STRING_OR_COMMA.sub(lambda found: found[1] or "", text), decoder))
    except (ValueError, RecursionError):
        return None
    if len(values) == 1:
        return values[0]
    return values if values and all(isinstance(value, dict) for value in values) else None


def _values(text: str, decoder: json.JSONDecoder) -> Iterator[Any]:
    at = _end(text, 0)
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        yield value
        at = _end(text, at)


def _end(text: str, at: int) -> int:
    """Where the next value begins."""
    found = _BETWEEN.match(text, at)
    return found.end() if found else at
