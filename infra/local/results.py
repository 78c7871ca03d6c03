"""A result of a query as a table for a terminal."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from shared.contracts import ResultPreview
from shared.table.roles import is_label_name

MOST_ROWS: Final = 24
MOST_ACROSS: Final = 6
"""A single row of more figures than these is shown with one figure a line."""
ROWS: Final = "rows"
"""The column in which a query counts the rows that each figure is taken of."""
_ANY_WIDTH: Final = 100_000
_EDGE, _BETWEEN = 1, 3
"""What the frame of a table takes: its left edge, and a column's right one with the blanks around its cells."""
_FEWEST: Final = 2
"""Columns that are shown, however narrow the terminal is."""


def result_table(preview: ResultPreview, figures: Mapping[str, str | None], console: Console) -> Table:
    """The first rows of a result, with columns that are called in words; those that hold `figures` have their units.

    How many rows each figure is taken of is left out. Columns that a console has no room for are named below, the last
    ones that the result's name does not speak of.
    """
    shown = preview.data[:MOST_ROWS]
    names = [name for name in (shown[0] if shown else ()) if name != ROWS or name in figures or not figures]
    if len(shown) == 1 and len(names) > MOST_ACROSS:
        return _downwards(preview, {name: shown[0][name] for name in names}, figures)
    unbounded, kept = console.options.update(width=_ANY_WIDTH), list(names)
    table = _across(preview, kept, figures)
    least_first = [*reversed(names)]
    least_first.sort(key=lambda one: _called(one) in preview.purpose)
    for name in least_first[: len(names) - _FEWEST]:
        if Measurement.get(console, unbounded, table).minimum <= console.width:
            break
        kept.remove(name)
        table = _across(preview, kept, figures)
    table = _across(preview, kept, figures, console.width)
    table.caption = _beside(preview, [name for name in names if name not in kept])
    return table


def cells_shown(preview: ResultPreview, name: str, unit: str | None = None) -> list[str]:
    """The cells of a column as its table has them: periods in words, ids and years as they are written."""
    from shared.query.words.periods import periods  # of no use to --help

    values = [record[name] for record in preview.data[:MOST_ROWS]]
    if said := periods(name, values):
        return said
    if unit is None and is_label_name(name):
        return [str(value) if type(value) is int else plain_cell(value) for value in values]
    return _aligned(values, unit)


def cells_plain(preview: ResultPreview, name: str) -> list[str]:
    """The cells of a column, each with no more decimals than it needs."""
    return [plain_cell(record[name]) for record in preview.data[:MOST_ROWS]]


def _across(preview: ResultPreview, names: Sequence[str], figures: Mapping[str, str | None], room: int = 0) -> Table:
    """A column for each name; where they are to fit into some room, no word is cut as long as all words fit."""
    table = Table(title=Text(preview.purpose), title_justify="left")
    columns = [cells_shown(preview, name, figures.get(name)) for name in names]
    widths = _widths([(_called(name), *cells) for name, cells in zip(names, columns, strict=True)], room)
    for name, width in zip(names, widths, strict=True):
        table.add_column(Text(_called(name)), justify="right" if _numeric(preview, name) else "left", width=width)
    for cells in zip(*columns, strict=True):
        table.add_row(*(Text(cell) for cell in cells))
    return table


def _widths(columns: Sequence[Sequence[str]], room: int) -> list[int | None]:
    """How wide columns are whose texts are whole words: the first get what is left; none where they lack room."""
    least = [max(cell_len(word) for text in texts for word in text.split() or [""]) for texts in columns]
    spare = room - _EDGE - sum(one + _BETWEEN for one in least)
    if spare < 0:
        return [None] * len(columns)
    widths: list[int | None] = []
    for texts, own in zip(columns, least, strict=True):
        more = min(spare, max(map(cell_len, texts)) - own)
        spare -= more
        widths.append(own + more)
    return widths


def _downwards(preview: ResultPreview, record: Mapping[str, object], figures: Mapping[str, str | None]) -> Table:
    """One row, a line for each of its cells that is not empty."""
    table = Table(title=Text(preview.purpose), title_justify="left", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, value in record.items():
        if value is not None:
            table.add_row(Text(_called(name)), *map(Text, cells_shown(preview, name, figures.get(name))))
    return table


def _beside(preview: ResultPreview, left_out: Collection[str]) -> str | None:
    """What the table does not show, for a line below it."""
    rows = f"{min(MOST_ROWS, len(preview.data))} of {preview.row_count:,} rows" if preview.row_count > MOST_ROWS else ""
    columns = f"no room here for: {', '.join(_called(name) for name in left_out)}" if left_out else ""
    return "; ".join(filter(None, (rows, columns))) or None


def _called(name: str) -> str:
    return name.replace("_", " ")


def _numeric(preview: ResultPreview, column: str) -> bool:
    return all(isinstance(record[column], int | float) or record[column] is None for record in preview.data)


def _aligned(values: Sequence[object], unit: str | None = None) -> list[str]:
    """The cells of one column; its numbers have as many decimals as figures side by side have, and a unit."""
    from shared.analysis.wording import common_decimals, show_number  # of no use to --help

    floats = [value for value in values if isinstance(value, float)]
    decimals = common_decimals(floats, None if unit == "%" else unit)  # a share as exact as other figures
    return [
        show_number(value, unit, decimals if isinstance(value, float) else 0)
        if isinstance(value, float) or (unit and type(value) is int)
        else plain_cell(value)
        for value in values
    ]


def plain_cell(value: object) -> str:
    """A value as a table shows it: empty, yes, no, or a number with separators and at most two decimals."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}".rstrip("0").rstrip(".")
    return f"{value:,}" if isinstance(value, int) else str(value)
