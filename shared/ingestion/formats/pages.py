"""The table of a web page, as many programs write what they call an Excel export."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from shared.contracts import Overrides
from shared.contracts.dataset import Repair
from shared.errors import UnreadableData
from shared.ingestion.database import duckdb
from shared.ingestion.layout.grids import CellCount, CellGrid, load_grid
from shared.ingestion.layout.merged import CellRange, SheetCell
from shared.ingestion.limits import Limits
from shared.ingestion.raw import Raw
from shared.table.nouns import counted

_NO_TABLE = (
    "This is a web page without a table of data; perhaps a login or error page was saved. Download the data itself "
    "again."
)
_UNSHOWN = frozenset({"script", "style", "title", "template", "select"})
_MOST_SPANNED = _WIDEST = 1_000
_MOST_BYTES = 50_000_000
_AS_CELLS = 100
"""What a table takes, even without any cell."""


def load_page(con: duckdb.DuckDBPyConnection, file: Path, scratch: Path, overrides: Overrides, limits: Limits) -> Raw:
    """Fills table `raw` from the page's table with the most cells; raises UnreadableData where none holds data."""
    if file.stat().st_size > min(limits.max_document_bytes, _MOST_BYTES):
        raise UnreadableData("This web page is too large to read as one; save its table as CSV or xlsx and send that.")
    page = _Page()
    page.feed(file.read_text(encoding="utf-8", errors="replace"))
    page.close()
    grids = [grid for grid in page.grids if _holds_data(grid)]
    if not grids:
        raise UnreadableData(_NO_TABLE)
    taken = max(grids, key=lambda grid: grid.size)
    raw, _ = load_grid(con, taken, scratch, overrides, limits)
    raw = raw.told(Repair(kind="other", detail="The file is a web page; its table was read."))
    others = counted(len(grids) - 1, "other table was", "other tables were")
    told = Repair(kind="unread", detail=f"The page's largest table was read; {others} not.", doubt=True)
    return raw.told(told) if len(grids) > 1 else raw


def _holds_data(grid: CellGrid) -> bool:
    """Whether two columns or more hold something in at least half of the rows: those of a form do not."""
    width = max(map(len, grid.rows), default=0)
    filled = [sum(1 for row in grid.rows if at < len(row) and row[at] != "") for at in range(width)]
    return len(grid.rows) > 1 and sum(2 * count >= len(grid.rows) for count in filled) > 1


class _PageTable:
    """A table as it is read: `open` says whether a cell takes text; one around another lays out the page. Columns are
    taken `until` a row by cells over several rows."""

    def __init__(self, made: CellCount) -> None:
        self.made = made
        self.rows: list[list[SheetCell]] = []
        self.merged: list[CellRange] = []
        self.until: dict[int, int] = {}
        self.text: list[str] = []
        self.open = self.around = False

    def begin(self) -> None:
        """Begins a row."""
        self.end()
        self.rows.append([])

    def cell(self, wide: int, high: int) -> None:
        """Begins a cell over so many columns and rows."""
        self.end()
        if not self.rows:
            self.rows.append([])
        row, at = self.rows[-1], len(self.rows) - 1
        while self.until.get(len(row), -1) >= at:
            self.made.add(1)
            row.append("")
        left = len(row)
        across = max(1, min(wide, _WIDEST - left))
        self.made.add(across * high)
        row.extend([""] * across)
        if high > 1:
            self.until |= dict.fromkeys(range(left, len(row)), at + high - 1)
            self.merged.append(((at, left), (at + high - 1, len(row) - 1)))
        self.start, self.open = (at, left), True

    def end(self) -> None:
        """Ends the cell that is open."""
        if self.open:
            at, left = self.start
            self.rows[at][left] = " ".join("".join(self.text).split())
        self.text, self.open = [], False


class _Page(HTMLParser):
    """Collects the tables of a page, those apart that hold others."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._made = CellCount()
        self._stack: list[_PageTable] = []
        self._unshown = 0
        self._found: list[_PageTable] = []

    @property
    def grids(self) -> Iterator[CellGrid]:
        """The tables, as they follow one another."""
        for table in self._found:
            table.end()
            if not table.around:
                yield CellGrid([row for row in table.rows if row] if not table.merged else table.rows, table.merged)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begins what the tag begins; the ends of rows and cells are often left out."""
        if tag == "table":
            self._made.add(_AS_CELLS)
            if self._stack:
                self._stack[-1].around = True  # those around it are around others already
            self._stack.append(_PageTable(self._made))
            self._found.append(self._stack[-1])
        elif tag == "tr" and self._stack:
            self._stack[-1].begin()
        elif tag in ("td", "th") and self._stack:
            said = dict(attrs)
            self._stack[-1].cell(_span(said.get("colspan")), _span(said.get("rowspan")))
        elif tag in ("br", "p", "div", "li"):
            self.handle_data(" ")
        self._unshown += tag in _UNSHOWN

    def handle_endtag(self, tag: str) -> None:
        """Ends what the tag ends."""
        if self._stack and tag in ("td", "th", "tr"):
            self._stack[-1].end()
        elif self._stack and tag == "table":
            self._stack.pop().end()
        self._unshown = max(0, self._unshown - (tag in _UNSHOWN))

    def handle_data(self, data: str) -> None:
        """Text, which belongs to the cell that is open."""
        if self._stack and self._stack[-1].open and not self._unshown:
            self._stack[-1].text.append(data)


def _span(said: str | None) -> int:
    """How many columns or rows a cell is over; 1 where that is not said, or nonsense."""
    number = (said or "").strip()
    return min(max(int(number), 1), _MOST_SPANNED) if number.isdecimal() else 1
