"""Why a column with numbers in it was kept as text."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from shared.contracts.dataset import ColumnType, Repair
from shared.ingestion.cells.numbers import NumberReading, read_numbers
from shared.ingestion.cells.sides import CREDIT

_MOST_DIGITS = 18
"""Longer whole numbers fit into no integer of a database."""
_LABEL, _MIXED = re.compile(r"\s*\w{1,5}\s*"), re.compile(r"\s*(?:[A-Z]{1,2}\d{1,3}|\d{1,3}[A-Z])\s*")
_EXPONENT = re.compile(r"\s*[0-9]+E[0-9]+\s*")
_WORD_BEHIND = re.compile(r"(.*[0-9])\s*([^\W\d_]{1,10}\.?)\s*")
_MOST_WORDS, _LEAST_OFTEN = 3, 2
_ONE_WORD, _LEAST_FRACTIONS = 0.34, 8
"""The share that one word may have beside so many fractions."""
_RECURRING = 5
"""Each label comes so often on average: amounts, as 5K beside 12, differ more."""


def kept_as_text(name: str, cells: Sequence[str], numbers: NumberReading) -> tuple[Repair, ...]:
    """What is told of a column of these cells, each once, that was read as `numbers` and kept as text all the same."""
    if numbers.refused == "units" and numbers.share > 0.5:
        detail = f"Column {name} mixes units, so its numbers cannot be added up; it was kept as text."
        return (Repair(kind="number", detail=detail, column=name, examples=tuple(cells[:3]), doubt=True),)
    long = tuple(cell for cell in cells if len(cell.strip()) > _MOST_DIGITS)
    if numbers.refused == "codes" and long and all(re.fullmatch("[+-]?[1-9][0-9]*|0", cell.strip()) for cell in cells):
        detail = (
            f"Column {name} contains whole numbers of more than {_MOST_DIGITS} digits; it was kept as text, because "
            "figures computed of them would be rounded."
        )
        return (Repair(kind="number", detail=detail, column=name, examples=long[:3]),)
    if numbers.refused is None and numbers.share > 0.5:
        odd = [cell for cell in cells if not any(re.fullmatch(style.pattern, cell) for style in numbers.styles)]
        detail = f"Column {name} was kept as text: too many of its cells are not numbers."
        return (Repair(kind="number", detail=detail, column=name, examples=tuple(cell[:60] for cell in odd[:3])),)
    return _with_words_behind(name, cells)


def _with_words_behind(name: str, cells: Sequence[str]) -> tuple[Repair, ...]:
    """What is told of amounts of which each has one of a few words behind it, as S and H, that may turn its sign, or
    a Cr."""
    parted = [found for cell in cells if (found := _WORD_BEHIND.fullmatch(cell))]
    words = Counter(found[2] for found in parted)
    credited = {word.casefold().rstrip(".") for word in words} == {CREDIT}
    several = 1 < len(words) <= _MOST_WORDS or credited
    if not parted or len(parted) < len(cells) or not several or min(words.values()) < _LEAST_OFTEN:
        return ()
    amounts = read_numbers(tuple(dict.fromkeys(found[1] for found in parted)))
    if amounts.share < 1 or not amounts.styles or amounts.styles[0].whole:
        return ()
    said = " or ".join(f"“{word}”" for word in sorted(words))
    what = "credits or crores" if credited else "perhaps of two signs"
    detail = f"Column {name} contains amounts with {said} behind them, {what}; it was kept as text."
    return (Repair(kind="number", detail=detail, column=name, examples=tuple(cells[:3]), doubt=True),)


def are_bare_exponents(cells: Collection[str]) -> bool:
    """Whether all cells are written as 6E8 is: no program writes numbers so (they have 6E+08 or 6.0E8), people do, and
    codes look so."""
    return len(cells) > 1 and all(map(_EXPONENT.fullmatch, cells))


def kept_as_exponents(name: str, cells: Sequence[str]) -> tuple[Repair, ...]:
    """What is told of a column of such cells."""
    detail = (
        f"Column {name} contains codes, or numbers with an exponent; it was kept as text, because nothing says which."
    )
    return (Repair(kind="number", detail=detail, column=name, examples=tuple(cells[:3]), doubt=True),)


def kept_as_open(name: str, cells: Sequence[str]) -> tuple[Repair, ...]:
    """The repair of a column of lengths of time (12:30) that may be minutes and seconds or hours and minutes; the first
    of its `cells` are the examples."""
    detail = (
        f"Column {name} can hold minutes and seconds or hours and minutes; it was kept as text, because nothing says "
        "which."
    )
    return (Repair(kind="number", detail=detail, column=name, examples=tuple(cells[:3])),)


def are_labels(cells: Collection[str], mixed: Collection[str], rows: int) -> bool:
    """Whether the different cells of a column of so many rows are few short labels that recur, those that are no
    numbers (`mixed`) of a letter or two beside digits: routes 7, 22 and X5; its numbers are labels like the others."""
    short = all(map(_LABEL.fullmatch, cells)) and all(map(_MIXED.fullmatch, mixed))
    return short and rows >= _RECURRING * len(cells)


def are_remarks(kind: ColumnType, odd: Iterable[str]) -> bool:
    """Whether cells without a digit stand for no value in a column of numbers: beside fractions any do; among whole
    numbers, which may be labels, as those of rooms are, phrases do ("on request"), and no single word ("Lobby")."""
    phrases = all(len(cell.split()) > 1 for cell in odd)
    return kind == "number" or (kind == "integer" and phrases)


def is_one_word(odd: Collection[str], rows: int, total: int) -> bool:
    """Whether the `rows` cells of `total` that are no numbers are one word again and again, as a meter writes that it
    could not measure; where the others are fractions, it is no label among labels."""
    alike = len({cell.strip().casefold() for cell in odd}) == 1 and not any(map(str.isdigit, "".join(odd)))
    return alike and 1 < rows <= _ONE_WORD * total and total - rows >= _LEAST_FRACTIONS
