"""Runs inside the process that reads one workbook: pickled requests in, pickled answers out. Knows nothing of Candor.

Started as `python -I workbook_main.py FILE MEMORY_MB MOST_CELLS [more sys.path entries]` with an empty environment, but
for the place of Python's own library. The library that parses workbooks makes room at once for every cell between the
first and the last that a sheet says it has, and ends its process where it gets none. This one ends when its standard
input closes.
"""

import contextlib
import pickle
import resource
import sys
from typing import Any, BinaryIO

if __name__ == "__main__":
    sys.path.extend(sys.argv[4:])

from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

_MEGABYTE = 1 << 20
_ROWS = 5_000


def answer(file: str, most_cells: int, asked: BinaryIO, out: BinaryIO) -> None:
    """Tells the workbook's sheets, and then what it is asked for of each: its size, or its size and rows."""
    with CalamineWorkbook.from_path(file) as book:
        _say(out, [(one.name, *_kind(one)) for one in book.sheets_metadata])
        while True:
            what, name = pickle.load(asked)  # noqa: S301 — by the process that started this one
            sheet = book.get_sheet_by_name(name)
            _say(out, (sheet.height, sheet.width))
            if what == "rows":
                last_row, last_column = sheet.end or (0, 0)  # from 0
                few = (last_row + 1) * (last_column + 1) <= most_cells
                _say(out, few)
                rows = sheet.to_python(skip_empty_area=False) if few else []
                for at in range(0, len(rows), _ROWS):
                    _say(out, rows[at : at + _ROWS])
                _say(out, [])
                _say(out, list(sheet.merged_cell_ranges or ()))


def _kind(sheet: Any) -> tuple[bool, bool]:
    """Whether it is a sheet of cells, and whether it is shown."""
    return sheet.typ == SheetTypeEnum.WorkSheet, sheet.visible == SheetVisibleEnum.Visible


def _say(out: BinaryIO, what: object) -> None:
    pickle.dump(what, out, protocol=5)
    out.flush()


def _limit(memory_mb: int) -> None:
    """No more memory than that, and no file of it where it breaks."""
    for what, most in ((resource.RLIMIT_DATA, memory_mb * _MEGABYTE), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))


def main() -> None:
    """Serves the process that started this one. What it cannot read ends it: 2 for want of a password, else 1."""
    _limit(int(sys.argv[2]))
    with contextlib.suppress(EOFError, BrokenPipeError):
        try:
            answer(sys.argv[1], int(sys.argv[3]), sys.stdin.buffer, sys.stdout.buffer)
        except PasswordError:
            sys.exit(2)


if __name__ == "__main__":
    main()
