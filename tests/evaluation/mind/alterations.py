"""What a right draft becomes when one thing in it is made wrong; each is false by the way it is made.

A reference is exchanged only for a cell whose value differs at the precision shown, and for one of another column only
where its own is called by name beside it; a name only for that of a row whose values differ in every column referred
to; a word only for its opposite, and best and worst for nothing, since the data does not say what is good.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

KINDS: Final = ("figure", "unit", "sign", "subject", "period", "direction")
_OPPOSITE: Final = {
    "rose": "fell", "rising": "falling", "rises": "falls", "grew": "shrank", "increased": "decreased",
    "increase": "decrease",
    "highest": "lowest", "largest": "smallest", "biggest": "smallest", "the most": "the fewest", "strongest": "weakest",
    "above": "below", "ahead of": "behind", "more than": "less than", "higher": "lower", "longer": "shorter",
    "peaked": "bottomed out", "comes second": "comes third", "is third": "is second", "twice": "four times",
    "leads": "trails",
}  # fmt: skip
OPPOSITE: Final = {other: one for one, other in _OPPOSITE.items()} | _OPPOSITE
_DIRECTION: Final = re.compile(rf"\b(?:{'|'.join(sorted(OPPOSITE, key=len, reverse=True))})\b", re.IGNORECASE)
_NOT_DIRECTED: Final = re.compile(
    r"\b(?:at|the|by|of|one of the|at the) (?:most|least)\b|\bat (?:most|least)\b|second half|\ba second\b|"
    r"\bstands? behind\b|\bbehind the (?:first|second|third)|"
    r"\b(?:rain|snow) (?:fell|rose)\b|"
    r"\b(?:more|less) than (?:\w+ (?:minutes|hours|days|percent)|half)|(?:ahead|behind)[,.;]",
    re.I,
)
REFERENCE: Final = re.compile(r"\{\{?([^{}\n]{1,400})\}?\}")
_CELL: Final = re.compile(r"\{(r\d+)\.(\w+)(:\w+)?\}")
_STATEMENT: Final = re.compile(r"[^\n]+?(?:(?<![\d.])[.;!?](?=\s|$)|$)", re.MULTILINE)
_DIGITS: Final = re.compile(r"(?<![\w{.:])\d[\d,]*(?:\.\d+)?(?![\w}])")
_DOWN: Final = re.compile(
    r"\b(?:fell|fall\w*|drop\w*|declin\w*|lower|loss|lost|less|fewer|below|minus|down|shrank|gap|negative|under)\b"
)
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


@dataclass(frozen=True)
class Altered:
    """A draft with one thing made wrong: in which way, and in which statement; `by_reference` where the right cell now
    stands under a wrong name."""

    kind: str
    text: str
    statement: str
    by_reference: bool = False


class Cells:
    """The tables that were seen: cells by row and column, and the rows beside each."""

    def __init__(self, tables: Mapping[str, dict[str, Any]]) -> None:
        self._rows = {
            row: (dict(zip(table["columns"], cells, strict=True)), name)
            for name, table in tables.items()
            for row, cells in table["rows"].items()
        }

    def row(self, row: str) -> dict[str, Any]:
        """A row by its columns; empty where there is none."""
        return self._rows.get(row, ({}, ""))[0]

    def beside(self, row: str) -> Iterator[str]:
        """The other rows of its table."""
        own = self._rows.get(row, ({}, ""))[1]
        return (other for other, (_, table) in self._rows.items() if table == own and other != row)

    def names(self, row: str) -> dict[str, str]:
        """What the row is called, by column: texts, dates, and years."""
        return {
            column: str(cell)
            for column, cell in self.row(row).items()
            if isinstance(cell, str) or (isinstance(cell, int) and re.search(r"year", column) and 1900 <= cell < 2100)
        }


def altered(draft: str, cells: Cells) -> Iterator[Altered]:
    """All of them, each once."""
    seen: set[str] = {draft}
    for match in _STATEMENT.finditer(draft):
        for kind, said, by_reference in _made(match.group(), cells):
            text = draft[: match.start()] + said + draft[match.end() :]
            if text not in seen:
                seen.add(text)
                yield Altered(kind, text, said.strip(), by_reference)


def statements(draft: str) -> list[str]:
    """The sentences, items and table rows of a draft."""
    return [match.group().strip() for match in _STATEMENT.finditer(draft)]


def _made(said: str, cells: Cells) -> Iterator[tuple[str, str, bool]]:
    yield from (("figure", one, False) for one in _digits(said))
    yield from (("figure", one, True) for one in _other_columns(said, cells))
    yield from (("unit", one, False) for one in _units(said, cells))
    yield from (("sign", one, False) for one in _signs(said, cells))
    yield from _other_rows(said, cells)
    yield from _other_names(said, cells)
    yield from (("direction", one, False) for one in _directions(said))


def _differ(one: Any, other: Any) -> bool:
    """Whether two cells are figures that nobody would round to the same."""
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (one, other))
    return numbers and abs(one - other) > 0.02 * max(abs(one), abs(other))


def _digits(said: str) -> Iterator[str]:
    """Written figures with their first digit moved."""
    masked = REFERENCE.sub(lambda match: "x" * len(match.group()), said)
    for match in _DIGITS.finditer(masked):
        if re.fullmatch(r"(?:19|20)\d\d", match.group()) or re.match(r"\s*$", masked[: match.start()]):
            continue
        first = str((int(match.group()[0]) + 2) % 10 or 5)
        yield said[: match.start()] + first + said[match.start() + 1 :]


def _other_columns(said: str, cells: Cells) -> Iterator[str]:
    for match in _CELL.finditer(said):
        row, column, form = match.groups()
        for other, value in cells.row(row).items():
            called = _words(column) - _words(other)
            beside = REFERENCE.sub(
                "", re.split(r"[,;:()|]", said[: match.start()])[-1] + " " + said[match.end() :][:12]
            )
            if not called & _words(beside) or re.search("year", other):
                continue
            if other != column and _differ(value, cells.row(row).get(column)):
                yield said[: match.start()] + f"{{{row}.{other}{form or ''}}}" + said[match.end() :]


def _words(text: str) -> set[str]:
    return {word.rstrip("s") for word in re.findall(r"[a-z]{3,}", text.replace("_", " ").lower())}


def _units(said: str, cells: Cells) -> Iterator[str]:
    for match in _CELL.finditer(said):
        value = None if _is_name(match) else cells.row(match[1]).get(match[2])
        if (
            not isinstance(value, int | float)
            or not value
            or re.match(r"\s?(?:%|[a-z]*percent|pp\b|million)", said[match.end() :])
        ):
            continue
        yield f"{said[: match.end()]} million{said[match.end() :]}"
        if abs(value) > 100:
            yield f"{said[: match.end()]} %{said[match.end() :]}"


def _is_name(cell: re.Match[str]) -> bool:
    return bool(re.search("year", cell[2]))


def _signs(said: str, cells: Cells) -> Iterator[str]:
    for match in _CELL.finditer(said):
        value = None if _is_name(match) else cells.row(match[1]).get(match[2])
        if isinstance(value, int | float) and value > 0 and not _DOWN.search(said):
            before = said[: match.start()]
            if not re.search(r"[-–−$€£]\s?$", before):
                yield f"{before}−{said[match.start() :]}"


def _other_rows(said: str, cells: Cells) -> Iterator[tuple[str, str, bool]]:
    """The cell of another row where this one's was, the name left as it is."""
    for match in _CELL.finditer(said):
        row, column, form = match.groups()
        named = _named(said, cells.names(row), row)
        for other in cells.beside(row):
            if named and _differ(cells.row(row).get(column), cells.row(other).get(column)):
                if cells.names(other).get(named) == cells.names(row)[named]:
                    continue
                kind = "period" if _is_period(cells.names(row)[named]) else "subject"
                yield kind, said[: match.start()] + f"{{{other}.{column}{form or ''}}}" + said[match.end() :], True


def _other_names(said: str, cells: Cells) -> Iterator[tuple[str, str, bool]]:
    """The name of another row where this one's was, the cells left as they are."""
    rows = list(dict.fromkeys(match[1] for match in _CELL.finditer(said)))
    for row in rows:
        column = _named(said, cells.names(row), row)
        if not column:
            continue
        for other in cells.beside(row):
            own, its = cells.names(row)[column], cells.names(other).get(column, "")
            if not its or its == own or not _all_differ(said, row, other, cells):
                continue
            kind = "period" if _is_period(own) else "subject"
            for form, instead in zip(_forms(own), _forms(its), strict=False):
                swapped = _swapped(said, form, instead)
                if swapped != said:
                    yield kind, swapped, True
                    break


def _all_differ(said: str, row: str, other: str, cells: Cells) -> bool:
    referred = [match[2] for match in _CELL.finditer(said) if match[1] == row]
    figures = [column for column in referred if isinstance(cells.row(row).get(column), int | float)]
    return bool(figures) and all(_differ(cells.row(row)[one], cells.row(other).get(one)) for one in figures)


def _named(said: str, names: Mapping[str, str], row: str) -> str:
    """The column whose name of the row stands in a statement, written out or by reference."""
    for column, name in names.items():
        if any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", said) for form in _forms(name)):
            return column
    return ""


def _swapped(said: str, one: str, other: str) -> str:
    both = re.compile(rf"(?<!\w)(?:{re.escape(one)}|{re.escape(other)})(?!\w)")
    return both.sub(lambda match: other if match.group() == one else one, said)


def _is_period(name: str) -> bool:
    return bool(re.fullmatch(r"(?:19|20)\d\d(?:-\d\d(?:-\d\d.*)?)?", name))


def _forms(name: str) -> tuple[str, ...]:
    """How a name may be written: a date by its month."""
    if match := re.fullmatch(r"((?:19|20)\d\d)-(\d\d)(?:-01(?:[T ]00:00.*)?)?", name):
        month = _MONTHS[int(match[2]) - 1]
        return (f"{month} {match[1]}", month, name)
    return (name,)


def _directions(said: str) -> Iterator[str]:
    masked = REFERENCE.sub(lambda match: "x" * len(match.group()), said)
    for match in _DIRECTION.finditer(masked):
        around = masked[max(0, match.start() - 11) : match.end() + 20]
        if not _NOT_DIRECTED.search(around):
            instead = OPPOSITE[match.group().lower()]
            instead = instead.capitalize() if match.group()[0].isupper() else instead
            yield said[: match.start()] + instead + said[match.end() :]
