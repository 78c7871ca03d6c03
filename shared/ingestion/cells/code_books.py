"""What another sheet says of the columns of a table, a code book or notes: codes of missing values, and the currency
that all of a column is in."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from shared.ingestion.cells.legends import numbers_without_value
from shared.ingestion.raw import SaidCode
from shared.table.names import tokens
from shared.table.units import CURRENCIES

_AS_ANOTHER: Final = re.compile(
    r"(?:the )?(?:(?:same )?as|same|like|see|ditto|wie|siehe|gleich wie|comme|voir|idem|como|véase)"
    r"(?: (?:for|in|bei|pour|para))?[ :]+(?P<name>\S.*)",
    re.IGNORECASE,
)
"""A cell that says of a column what stands beside another one."""
_CURRENCY: Final = "|".join(map(re.escape, sorted(CURRENCIES, key=len, reverse=True)))
_IN_ONE: Final = re.compile(
    rf"(?P<always>(?:always|all|only|throughout|immer|stets|alle|nur|toujours|tous|siempre|todos) (?:\w+ ){{0,2}}?)?"
    rf"(?:in |en )?(?P<unit>{_CURRENCY})(?P<more>\s*[,;.(].*)?",
    re.IGNORECASE | re.DOTALL,
)
"""A cell that is a currency, or says that everything is in it."""


def codes_of_sheet(sheet: str, rows: Iterable[Sequence[object]], names: Sequence[str]) -> Iterator[SaidCode]:
    """The codes that the rows of another sheet explain, a code book: beside the name of a column, which stands in each
    of its rows or in the first of them, a number and what it means, a text that says so, or the name of another column
    whose codes it has, too."""
    told: dict[str, dict[float, None]] = {}
    alike: dict[str, str] = {}
    for column, cells in _explained(rows, names):
        told.setdefault(column, {}).update(dict.fromkeys(numbers_without_value(cells)))
        alike.update((column, other) for cell in cells if (other := _another(cell, column, names)))
    for column, other in alike.items():
        told[column] |= told.get(other, {})
    yield from (SaidCode(column, number, sheet) for column, numbers in told.items() for number in numbers)


def currencies_of_sheet(rows: Iterable[Sequence[object]], names: Sequence[str]) -> dict[int, str]:
    """The currency that the rows of another sheet say all of a column is in, by the column's place; none where they say
    it of a part, or two."""
    found: dict[str, set[str]] = {}
    for column, cells in _explained(rows, names):
        said = (one for cell in cells if (one := _IN_ONE.fullmatch(cell)))
        found.setdefault(column, set()).update(one["unit"].upper() for one in said if _is_of_all(one))
    return {names.index(column): next(iter(units)) for column, units in found.items() if len(units) == 1}


def _is_of_all(said: re.Match[str]) -> bool:
    """Whether nothing more is said, or that it is always so, and no other currency."""
    more = said["more"] or ""
    return not more or bool(said["always"] and not re.search(rf"(?<!\w)(?:{_CURRENCY})(?!\w)", more))


def _explained(rows: Iterable[Sequence[object]], names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The columns that rows of another sheet are about, each with what stands beside its name."""
    known = {_plain(name): name for name in names}
    place, column = -1, ""
    for row in rows:
        cells = {at: str(cell).strip() for at, cell in enumerate(row) if str(cell if cell is not None else "").strip()}
        named = [at for at, cell in cells.items() if _plain(cell) in known]
        if len(named) == 1:
            place, column = named[0], known[_plain(cells[named[0]])]
        elif named or place in cells:  # the head of a table, or another column
            column = ""
        if column:
            yield column, [cell for at, cell in cells.items() if at != place]


def _another(cell: str, column: str, names: Sequence[str]) -> str:
    """The other column that a cell refers to, by its name or how that alone begins; empty where it is none."""
    found = _AS_ANOTHER.fullmatch(cell)
    said = tokens(found["name"]) if found else ()
    others = [name for name in names if name != column and said and tokens(name)[: len(said)] == said]
    exact = [name for name in others if tokens(name) == said]
    return others[0] if len(others) == 1 else exact[0] if len(exact) == 1 else ""


def _plain(name: object) -> str:
    return " ".join(str(name).split()).casefold()
