"""The fault matrix in a terminal: each cell as it comes, then all of them."""

from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from infra.lab.matrix import Cell, Matrix


class Cells:
    """Tells of each cell on stderr, above a bar where that is a terminal; `quiet` tells of those that do not hold."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._console = Console(stderr=True, highlight=False)
        columns = (TextColumn("  {task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=self._console, transient=True)
        self._task = self._bar.add_task("cells", total=None)
        self._stack = ExitStack()

    def __enter__(self) -> "Cells":
        if self._console.is_terminal and not self._quiet:
            self._stack.enter_context(self._bar)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def planned(self, cells: int) -> None:
        """So many cells are to be run."""
        self._bar.update(self._task, total=cells)

    def cell(self, cell: "Cell") -> None:
        """One has been run."""
        self._bar.advance(self._task)
        if self._quiet and cell.holds:
            return
        line = f"  {'✓' if cell.holds else '✗'} {cell.state} {cell.fault}: {cell.status} by {cell.source}"
        self._console.print(Text(f"{line} ({cell.seconds:.1f} s)"), style="dim")


def show_faults(matrix: "Matrix") -> None:
    """The matrix: a row for each part that was broken; then every cell that does not hold, and the totals."""
    console = Console()
    table = Table(title="One turn a cell: how many there were, how they ended, which rung answered")
    for name in ("broken", "cells", "statuses", "rungs", "holds"):
        table.add_column(name)
    for state in dict.fromkeys(cell.state for cell in matrix.cells):
        found = [cell for cell in matrix.cells if cell.state == state]
        holding = sum(cell.holds for cell in found)
        statuses, rungs = _counted(cell.status for cell in found), _counted(str(cell.rung) for cell in found)
        style = "green" if holding == len(found) else "bold red"
        table.add_row(state, str(len(found)), statuses, rungs, Text(str(holding), style=style))
    console.print(table)
    for reason, count in Counter(skipped.reason for skipped in matrix.skipped).items():
        console.print(Text(f"  skipped {count}: {reason}", style="dim"))
    for cell in matrix.cells:
        if not cell.holds:
            console.print(Text(f"  ✗ {cell.state}, {cell.fault}: {'; '.join(cell.broken_promises) or cell.status}"))
    console.print(Text(" · ".join(f"{name}: {count}" for name, count in matrix.totals.items())))
    console.print(Text(f"refused with 409, which is no reply: {matrix.conflicts}"))


def _counted(values: Iterable[str]) -> str:
    return ", ".join(f"{value} {count}" for value, count in sorted(Counter(values).items()))
