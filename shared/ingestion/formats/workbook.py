"""A workbook, read in a process of its own: the library that parses it ends its process where a file says that it has
more cells than there is memory for."""

import pickle
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from shared.errors import UnreadableData
from shared.ingestion.layout.grids import CellGrid

_MAIN: Final = Path(__file__).with_name("workbook_main.py")
_MEMORY_MB: Final = 2_400
"""Less than the function that reads files has."""
_MOST_CELLS: Final = 50_000_000
"""Of one sheet, empty ones between others too."""
_TOO_FAR: Final = (
    "A sheet of this workbook says that its cells reach further than can be read, most of them empty; delete the rows "
    "and columns around its table, or save it as CSV, and send that."
)
_BROKEN: Final = "This workbook cannot be opened; save it again as xlsx, or as CSV, and send that."
_LOCKED: Final = "This workbook is protected by a password; save it without one and send it again."
_PASSWORD = 2


class WorkbookSheet(NamedTuple):
    """A sheet: its name, whether it holds cells (and no chart), and whether Excel shows it."""

    name: str
    holds_cells: bool
    shown: bool


class Workbook:
    """One workbook (xlsx, xls, xlsb, ods); closed, it leaves no process. `most_cells` are the most of one sheet.

    `library_path` is its process's LD_LIBRARY_PATH; besides that its environment is empty. Whatever
    cannot be read raises UnreadableData, with what its sender can do.
    """

    def __init__(self, file: Path, library_path: str = "", most_cells: int = _MOST_CELLS) -> None:
        # S603: every word of the command is our own, but the file's place.
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", str(_MAIN), str(file), str(_MEMORY_MB), str(most_cells), *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"LD_LIBRARY_PATH": library_path} if library_path else {},
            start_new_session=True,
        )
        self.sheets: Sequence[WorkbookSheet] = ()

    def __enter__(self) -> Self:
        try:
            self.sheets = tuple(WorkbookSheet(*one) for one in self._told())
        except UnreadableData:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends its process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def size(self, name: str) -> tuple[int, int]:
        """How many rows and columns lie between the first and the last cell of a sheet."""
        self._ask("size", name)
        high, wide = self._told()
        return high, wide

    def grid(self, name: str) -> CellGrid:
        """The cells of a sheet from its corner on, empty ones as ""."""
        self._ask("rows", name)
        self._told()
        if not self._told():
            raise UnreadableData(_TOO_FAR)
        rows: list[Any] = []
        while part := self._told():
            rows += part
        return CellGrid(rows, self._told())

    def _ask(self, what: str, name: str) -> None:
        assert self._process.stdin is not None
        try:
            pickle.dump((what, name), self._process.stdin)
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def _told(self) -> Any:
        assert self._process.stdout is not None
        try:
            return pickle.load(self._process.stdout)  # noqa: S301 — by our own process
        except (EOFError, OSError, pickle.UnpicklingError):
            raise self._ended() from None

    def _ended(self) -> UnreadableData:
        """Why the process has ended: a signal ended it for want of memory."""
        code = self._process.wait()
        return UnreadableData(_LOCKED if code == _PASSWORD else _TOO_FAR if code < 0 else _BROKEN)
