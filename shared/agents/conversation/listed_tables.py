"""The tables that a model's answer draws itself: what it calls the columns of a result there, and which rows it
lists."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from shared.grounding.languages import Language
from shared.grounding.sheets import MOST_SHOWN, Sheets
from shared.grounding.tables import cells_of, is_rule
from shared.model.phrases import phrases_in
from shared.pattern import LazyPattern

_CELL: Final = LazyPattern(r"\{\s*r(\d{1,6})\.([^{}:]+?)\s*(?::[^{}]*)?\}")
_ROW: Final = LazyPattern(r"\br(\d{1,6})\.")
LONGEST_HEADING: Final = 60
FEWEST_LISTED: Final = 12
"""Fewer rows of many are the first of a ranking, as the text says, and no list."""


@dataclass(frozen=True)
class ListedTables:
    """By the places of results: `rows` those that a table lists, a line each, in its order; `headings` by (place of the
    result, column) what stands above the cells of that column."""

    rows: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    headings: Mapping[tuple[int, str], str] = field(default_factory=dict)

    def called(self, place: int) -> dict[str, str]:
        """What the columns of the result at that place are called, by their names."""
        return {column: heading for (query, column), heading in self.headings.items() if query == place}


NO_TABLES: Final = ListedTables()


def listed_tables(answer: str, sheets: Sheets) -> ListedTables:
    """What the tables of an answer say, as it was written, with references. The first table that lists rows of a result
    counts; a column that stands under several headings, or beside others under one, has none."""
    rows: dict[int, tuple[int, ...]] = {}
    headings: dict[tuple[int, str], set[str]] = {}
    for _, head, body in _tables(answer):
        for query, listed in _rows(body, sheets).items():
            rows.setdefault(query, listed)
        for at, heading in enumerate(head):
            found = (_column(cells[at], sheets) for cells in map(cells_of, body) if at < len(cells))
            columns = {one for one in found if one}
            for column in columns if len(columns) == 1 and 0 < len(heading) <= LONGEST_HEADING else ():
                headings.setdefault(column, set()).add(heading)
    return ListedTables(rows, {column: next(iter(said)) for column, said in headings.items() if len(said) == 1})


def with_counts(text: str, answer: str, sheets: Sheets, in_all: Mapping[int, int], language: Language) -> str:
    """The text of an answer, above each table that lists many rows of a result, and fewer than it has, how many of how
    many these are. `answer` is that text as it was written, with references, `in_all` how many rows each result has."""
    lines, written = text.splitlines(), list(_tables(answer))
    there = list(_tables(text))
    if not written or len(there) != len(written):
        return text
    for (at, _, left), (_, _, body) in reversed(list(zip(there, written, strict=True))):
        listed, count = _listed(body, sheets, in_all)
        listed -= len(body) - len(left)
        if FEWEST_LISTED <= listed < count and count > MOST_SHOWN:
            told = {"listed": language.shown(listed), "count": language.shown(count)}
            lines[at:at] = [phrases_in(language.tag).listed_of.format(**told), ""]
    return "\n".join(lines)


def _listed(body: Sequence[str], sheets: Sheets, in_all: Mapping[int, int]) -> tuple[int, int]:
    """How many rows of its longest result lines list, and how many that has: rows of another result with the same
    columns go on where the first ended, those that are the same in both once. Zeros for lines of no result."""
    rows = _rows(body, sheets)
    if not rows:
        return 0, 0
    longest = max(rows, key=lambda query: in_all.get(query, 0))
    of = {sheet.query: sheet for sheet in sheets if sheet.query in rows}
    columns = [column.name for column in of[longest].columns]
    alike = [query for query in rows if [column.name for column in of[query].columns] == columns]
    others = {of[query].rows[row] for query in alike if query != longest for row in rows[query]}
    others -= {of[longest].rows[row] for row in rows[longest]}
    return len(rows[longest]) + len(others), in_all.get(longest, 0)


def _tables(answer: str) -> Iterator[tuple[int, list[str], list[str]]]:
    """Of each table the place of its first line, the cells of its head and the lines of its body."""
    lines = answer.splitlines()
    for at in (at for at, line in enumerate(lines) if at and "|" in line and is_rule(line)):
        ends = next((end for end in range(at + 1, len(lines)) if "|" not in lines[end]), len(lines))
        yield at - 1, cells_of(lines[at - 1]), lines[at + 1 : ends]


def _rows(body: Sequence[str], sheets: Sheets) -> dict[int, tuple[int, ...]]:
    """The rows of each result that lines tell of alone, each once."""
    found: dict[int, dict[int, None]] = {}
    for line in body:
        of = {place for number in _ROW.findall(line) if (place := _place(int(number), sheets))}
        for query, row in of if len(of) == 1 else ():
            found.setdefault(query, {})[row] = None
    return {query: tuple(rows) for query, rows in found.items()}


def _place(number: int, sheets: Sheets) -> tuple[int, int] | None:
    try:
        sheet, row = sheets.row(number)
    except LookupError:
        return None
    return sheet.query, row


def _column(cell: str, sheets: Sheets) -> tuple[int, str] | None:
    """The column that a cell of a table is of, where it holds a reference to one alone."""
    found = _CELL.fullmatch(cell.strip())
    try:
        sheet, _ = sheets.row(int(found[1])) if found else (None, 0)
        return (sheet.query, sheet.columns[sheet.position(found[2])].name) if sheet and found else None
    except LookupError:
        return None
