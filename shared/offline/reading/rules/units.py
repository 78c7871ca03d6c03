"""Units in a question against the units of columns: figures are told in the unit that they are in, and in no other."""

from typing import Final

from shared.contracts import ColumnProfile
from shared.offline.reading.sentence import Sentence
from shared.offline.words.lexicon import word_map
from shared.table.names import spoken, words_of

UnitPair = tuple[str, str]
"""What a unit measures, and its name."""
_UNITS: Final[dict[str, UnitPair]] = {word: tuple(unit) for word, unit in word_map("units_of_measure").items()}
_SHORT: Final[dict[str, UnitPair]] = {word: tuple(unit) for word, unit in word_map("short_units").items()}
"""Letters that are a unit only where they end a column's name, or follow a number."""
_CURRENCIES: Final = word_map("currencies")


def _meant(word: str, units: dict[str, UnitPair] = _UNITS) -> set[UnitPair]:
    """The units that a word may be: pounds are money, and a weight."""
    money: set[UnitPair] = {("money", _CURRENCIES[word])} if word in _CURRENCIES else set()
    return money | ({units[word]} if word in units else set())


def _own(column: ColumnProfile) -> set[UnitPair]:
    """The units that a column's profile or name gives."""
    words, unit = words_of(column.name), (column.unit or "").lower().removeprefix("°")
    last = unit or words[-1] * (len(words) > 1)
    return _meant(last, _SHORT).union(*map(_meant, (unit, *words)))


def is_unit(word: str) -> bool:
    """Whether a word after a number is a unit of measure."""
    return word in _UNITS or word in _SHORT


def names_unit(word: str, column: ColumnProfile) -> bool:
    """Whether a word is the unit that a column is in: hours, where it is in h."""
    return bool(_meant(word, {**_SHORT, **_UNITS}) & _own(column))


def takes(column: ColumnProfile, word: str) -> bool:
    """Whether a number in this unit can be held against the column: it is in the same, or in none; a time in none is
    not known."""
    timed = any(kind == "time" for kind, _ in _meant(word, {**_SHORT, **_UNITS}))
    return names_unit(word, column) or not (_own(column) or timed)


def read_units(sentence: Sentence) -> None:
    """A unit that the figures are not in cannot be answered in: nothing is converted."""
    names = [one.column for one in sentence.metrics if one.column] + [one.filter.column for one in sentence.filters]
    chosen = {str(value).lower() for one in sentence.filters for value in one.filter.values}
    saying = {one.unit_column for one in sentence.table.columns}
    for column in [sentence.table.column(name) for name in dict.fromkeys(names) if name not in saying]:
        own = dict(_own(column))
        for before, token in zip((None, *sentence.tokens), sentence.tokens, strict=False):
            for kind, unit in _meant(token.text) if not column.unit_column or token.text not in chosen else ():
                wanted = before is not None and before.text == "in"
                if kind == "money" and wanted and kind not in own and not names_unit(token.text, column):
                    open_is = "which currency {} is in" if column.money else "that {} holds amounts of money"
                    open_is = f"which rows of {{}} are in {token.raw}" if column.unit_column else open_is
                    sentence.gaps.append(f"nothing says {open_is.format(spoken(column))}")
                said = wanted if kind == "time" else kind == "money" or before is None or before.number is None
                if said and own.get(kind, unit) != unit:
                    held = own[kind] if kind == "money" else f"another unit of {kind}"
                    sentence.gaps.append(f"{spoken(column)} is in {held}, and nothing is converted to {token.text}")
