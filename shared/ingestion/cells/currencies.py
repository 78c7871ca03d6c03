"""Amounts that state their currency in each cell, several in one column: each currency's cells are read as numbers."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.cells.choice import Choice
from shared.ingestion.cells.numbers import POINTED, NumberStyle, affixes_in, read_numbers, usual
from shared.quoting import quoted
from shared.table.units import CURRENCIES

_READ = 0.98
"""The share of a currency's cells that must read as numbers."""


class Currencies(NamedTuple):
    """How the cells of each currency are written, by the currency's usual sign."""

    styles: dict[str, NumberStyle]

    @property
    def whole(self) -> bool:
        """Whether all amounts are whole numbers."""
        return all(style.whole for style in self.styles.values())

    @property
    def expression(self) -> str:
        """SQL, with {c} for the cell: the amount, or NULL where the cell states none of the currencies."""
        return self._cases(style.expression for style in self.styles.values())

    @property
    def currency(self) -> str:
        """SQL, with {c} for the cell: the currency's usual sign, or NULL."""
        return self._cases(map(quoted, self.styles))

    def _cases(self, values: Iterable[str]) -> str:
        stated = (_stated(style) for style in self.styles.values())
        return f"CASE{''.join(f' WHEN {held} THEN {value}' for held, value in zip(stated, values, strict=True))} END"


def read_currencies(cells: Sequence[str]) -> Currencies | None:
    """The currencies of a sample of cells, none empty; None unless there are several and each numeral states one."""
    found: dict[str, list[str]] = {}
    for cell in cells:
        beside = [usual(affix) for affix in affixes_in(cell)]
        money = {affix for affix in beside if affix in CURRENCIES}
        if len(money) == 1:
            found.setdefault(money.pop(), []).append(cell)
        elif any(figure.isdigit() for figure in cell):
            return None
    styles = {currency: _style(currency, own) for currency, own in found.items()}
    read = {currency: style for currency, style in styles.items() if style}
    return Currencies(read) if len(read) > 1 and len(read) == len(styles) else None


def with_currencies(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The columns, those whose cells state different currencies followed by one that holds them."""
    taken = {choice.name.casefold() for choice in choices}
    for choice in choices:
        if not choice.currency:
            yield choice
            continue
        names = (
            f"{choice.name} currency{number}"
            for number in itertools.chain(("",), (f" {at}" for at in itertools.count(2)))
        )
        name = next(one for one in names if one.casefold() not in taken)
        detail = f"Column {choice.name} states a currency in each cell: it was read as numbers, and {name} holds these."
        told = Repair(kind="number", detail=detail, column=choice.name)
        yield choice._replace(unit_column=name, repairs=(*choice.repairs, told))
        yield Choice(name, choice.cell, "text", choice.currency)


def _style(currency: str, cells: Sequence[str]) -> NumberStyle | None:
    """How one currency's cells are written; None where that is open."""
    reading = read_numbers(cells, "." if currency in POINTED else None)
    clear = reading.refused is None and reading.share >= _READ and (reading.decided or len(reading.styles) == 1)
    return reading.styles[0] if clear else None


def _stated(style: NumberStyle) -> str:
    """SQL: whether the cell is a number that states the currency."""
    named = " OR ".join(f"contains({{c}}, {quoted(affix)})" for affix in style.affixes if usual(affix) in CURRENCIES)
    return f"(({named}) AND regexp_full_match({{c}}, {quoted(style.pattern)}))"
