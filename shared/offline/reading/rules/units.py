"""Units in a question against the units of columns: converted where that is exact, refused where it is not."""

from itertools import pairwise
from typing import Final

from shared.contracts import ColumnProfile
from shared.offline.reading.sentence import Sentence
from shared.offline.words.lexicon import word_map
from shared.table.names import spoken, words_of

_SECONDS: Final = word_map("seconds")
_CURRENCIES: Final = word_map("currencies")
_MEASURES: Final = word_map("units_of_measure")
_SHORT: Final = {"g": "g", "m": "m", "c": "c", "f": "f", "in": "in"}
"""Units that are one only where they end a column's name, or follow a number."""
_SIZES: Final = {"mm": 0.001, "cm": 0.01, "m": 1.0, "km": 1000.0, "g": 0.001, "kg": 1.0, "mwh": 1000.0, "kwh": 1.0}
"""Sizes in metres, kilograms and kilowatt hours: those that convert exactly."""


def time_unit(column: ColumnProfile) -> str | None:
    """The unit of time in a column's name or profile."""
    words = (*words_of(column.name), *words_of(column.unit or ""))
    return next((word for word in words if word in _SECONDS and len(word) > 1), None)


def converted(value: float, unit: str, column: ColumnProfile) -> float | None:
    """A figure in the column's unit; None where that is not known to be exact. A column without a unit takes any."""
    if unit in _SECONDS and (unit not in _SHORT or time_unit(column)):
        own = time_unit(column)
        return value * _SECONDS[unit] / _SECONDS[own] if own else None
    asked, held = _MEASURES.get(unit) or _SHORT.get(unit, unit), _unit(column)
    if held is None or asked == held:
        return value
    if asked in _SIZES and held in _SIZES and _comparable(asked, {held}):
        return round(value * _SIZES[asked] / _SIZES[held], 9)
    return None


def _unit(column: ColumnProfile) -> str | None:
    """The unit that a column's profile or name gives."""
    words = words_of(column.name)
    last = (column.unit or words[-1]).lower().removeprefix("°")
    found = _MEASURES.get(last) or (_SHORT.get(last) if column.unit or len(words) > 1 else None)
    return found or next((_MEASURES[word] for word in words[1:] if word in _MEASURES), None)


def is_unit(word: str) -> bool:
    """Whether a word after a number is a unit that can be told from others."""
    return word in _SECONDS or word in _MEASURES or word in _SHORT


def names_unit(word: str, column: ColumnProfile) -> bool:
    """Whether a word is the unit that a column is in: hours, where it is in h."""
    own = column.unit or time_unit(column) or ""
    return is_unit(word) and any(known.get(word, word) == known.get(own, own) for known in (_SECONDS, _MEASURES))


def currency_of(column: ColumnProfile) -> str | None:
    """The currency that a column's amounts are in, by its unit or its name."""
    named = (column.unit or "", *words_of(column.name))
    return next((_CURRENCIES[word.lower()] for word in named if word.lower() in _CURRENCIES), None)


def read_units(sentence: Sentence) -> None:
    """A unit that the figures are not in cannot be answered in: that needs a rate that the data does not hold."""
    asked = {token.text: _CURRENCIES[token.text] for token in sentence.tokens if token.text in _CURRENCIES}
    names = [one.column for one in sentence.metrics if one.column] + [one.filter.column for one in sentence.filters]
    for name in names:
        column = sentence.table.column(name)
        own = currency_of(column)
        for word, currency in asked.items():
            if _converted_to(sentence, word) and own is None:
                open_is = "which currency {} is in" if column.money else "that {} holds amounts of money"
                sentence.gaps.append(f"nothing says {open_is.format(spoken(column))}")
            elif own and own != currency:
                sentence.gaps.append(f"{spoken(column)} is in {own}, and nothing says what that is in {word}")
        _other_measure(sentence, column)


def _converted_to(sentence: Sentence, word: str) -> bool:
    """Whether the answer is wanted "in dollars"."""
    texts = [token.text for token in sentence.tokens]
    return any(before == "in" and after == word for before, after in pairwise(texts))


def _other_measure(sentence: Sentence, column: ColumnProfile) -> None:
    asked = {
        token.text: _MEASURES[token.text]
        for before, token in pairwise((None, *sentence.tokens))
        if token is not None and token.text in _MEASURES and (before is None or before.number is None)
    }
    unit = _unit(column)
    own = {_MEASURES[word] for word in words_of(column.name) if word in _MEASURES} | ({unit} if unit else set())
    for word, unit in asked.items():
        if own and unit not in own and _comparable(unit, own):
            sentence.gaps.append(f"{spoken(column)} is not in {word}")


_FAMILIES: Final = (
    {"mi", "km", "m", "cm", "mm", "in", "ft"}, {"f", "c"}, {"kg", "lb", "g"}, {"mph", "kmh"}, {"sqm", "sqft"},
    {"kwh", "mwh"},
)  # fmt: skip


def _comparable(unit: str, own: set[str]) -> bool:
    return any(unit in family and own & family for family in _FAMILIES)
