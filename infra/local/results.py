"""A result of a query as a table for a terminal."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console
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
    names = [name for name in preview.columns if name != ROWS or name in figures or not figures]
    if len(shown) == 1 and len(names) > MOST_ACROSS:
        return _downwards(preview, {name: shown[0][name] for name in names}, figures)
    columns = {name: (_called(preview, name), *cells_shown(preview, name, figures.get(name))) for name in names}
    least = {name: _least(texts, numeric=_numeric(preview, name)) for name, texts in columns.items()}
    kept, least_first = list(names), [*reversed(names)]
    least_first.sort(key=lambda one: _called(preview, one) in preview.purpose)
    for name in least_first[: len(names) - _FEWEST]:
        if _spare(least, kept, console.width) >= 0:
            break
        kept.remove(name)
    spare = _spare(least, kept, console.width)
    table = Table(title=Text(preview.purpose), title_justify="left")
    for name in kept:
        more = min(spare, max(map(cell_len, columns[name])) - least[name])
        spare -= max(more, 0)
        width = least[name] + more if more >= 0 else None
        table.add_column(
            Text(_called(preview, name)), justify="right" if _numeric(preview, name) else "left", width=width
        )
    for cells in zip(*(columns[name][1:] for name in kept), strict=True):
        table.add_row(*map(Text, cells))
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


def _least(texts: Sequence[str], *, numeric: bool) -> int:
    """How wide a column is at least: no word of its name is cut, nor of a cell, and no figure stands apart from its
    unit."""
    name, *cells = texts
    whole = cells if numeric else [word for cell in cells for word in cell.split()]
    return max(map(cell_len, (*name.split(), *whole)), default=0)


def _spare(least: Mapping[str, int], names: Collection[str], room: int) -> int:
    """What is left of the room for these columns, each as narrow as it can be; less than 0 where they do not fit."""
    return room - _EDGE - sum(least[name] + _BETWEEN for name in names)


def _downwards(preview: ResultPreview, record: Mapping[str, object], figures: Mapping[str, str | None]) -> Table:
    """One row, a line for each of its cells that is not empty."""
    table = Table(title=Text(preview.purpose), title_justify="left", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, value in record.items():
        if value is not None:
            table.add_row(Text(_called(preview, name)), *map(Text, cells_shown(preview, name, figures.get(name))))
    return table


def _beside(preview: ResultPreview, left_out: Collection[str]) -> str | None:
    """What the table does not show, for a line below it."""
    rows = f"{min(MOST_ROWS, len(preview.data))} of {preview.row_count:,} rows" if preview.row_count > MOST_ROWS else ""
    columns = f"no room here for: {', '.join(_called(preview, name) for name in left_out)}" if left_out else ""
    return "; ".join(filter(None, (rows, columns))) or None


def _called(preview: ResultPreview, name: str) -> str:
    own = preview.shown.get(name)
    return own.called if own and own.called else name.replace("_", " ")


def _numeric(preview: ResultPreview, column: str) -> bool:
    return all(isinstance(record[column], int | float) or record[column] is None for record in preview.data)


def _aligned(values: Sequence[object], unit: str | None = None) -> list[str]:
    """The cells of one column; its numbers have as many decimals as figures side by side have, and a unit."""
    from shared.query.words.figures import common_decimals, show_number  # of no use to --help

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
