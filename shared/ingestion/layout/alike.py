"""Tables below one another that have the same columns and a caption each: one table, with the caption as a column."""

from collections.abc import Sequence
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.layout.beginnings import GridRow
from shared.ingestion.layout.merged import SheetCell
from shared.ingestion.layout.stacked import StackedTable, find_tables

_NAME = "section"
_SHOWN = 5


class JoinedTable(NamedTuple):
    """The rows of all of them below one header, what stood above the first, and the lines below."""

    rows: list[list[SheetCell]]
    told: Repair


def join_alike(rows: Sequence[GridRow], cells: Sequence[Sequence[SheetCell]]) -> JoinedTable | None:
    """The one table of a sheet whose tables have equal sets of names, in whatever order, each below a caption of its
    own; None for any other. `cells` are those of `rows`, in their own types."""
    tables = find_tables(rows)
    names = [_folded(table.names) for table in tables]
    if len(tables) < 2 or any(sorted(each) != sorted(names[0]) for each in names) or not _all_differ(names[0]):
        return None
    body, captions, notes = list[list[SheetCell]](), list[str](), list[list[SheetCell]]()
    order, caption = list[int](), ""
    for at in range(tables[0].head, len(rows)):
        said, own = rows[at], list(cells[at])
        if sorted(_folded(said.cells[: said.used])) == sorted(names[0]):
            order = [_folded(said.cells).index(name) for name in names[0]]
            caption = caption or _above(rows, at, tables[0])
            captions, caption, notes = [*captions, caption], "", notes[:-1] if captions else notes
        elif said.filled == 1:
            caption = next(filter(None, map(str.strip, said.cells)))
            notes.append(own)
        elif said.filled and caption:
            return None  # a line inside of a table that names some of its rows, or the header of another one
        elif said.filled:
            body.append([*(own[each] if each < len(own) else "" for each in order), captions[-1]])
    if not all(captions) or not _all_differ(_folded(captions)) or len(captions) < len(tables):
        return None
    above = [list(each) for each in cells[: tables[0].head - 1]]
    header: list[SheetCell] = [*tables[0].names, _free(names[0])]
    return JoinedTable([*above, header, *body, *notes], _told(captions, str(header[-1]), len(body)))


def _above(rows: Sequence[GridRow], head: int, first: StackedTable) -> str:
    """The line of one cell right above the first header."""
    above = rows[head - 1] if head > first.start else None
    return next(filter(None, map(str.strip, above.cells))) if above and above.filled == 1 else ""


def _folded(names: Sequence[str]) -> list[str]:
    return [" ".join(name.split()).casefold()[:40] for name in names]


def _all_differ(names: Sequence[str]) -> bool:
    return len(set(names)) == len(names)


def _free(names: Sequence[str]) -> str:
    return _NAME if _NAME not in names else f"{_NAME} of the file"


def _told(captions: Sequence[str], name: str, rows: int) -> Repair:
    shown = ", ".join(captions[:_SHOWN]) + (", …" if len(captions) > _SHOWN else "")
    detail = (
        f"{len(captions)} tables below one another have the same columns ({shown}); they were read as one table, in "
        f"which column {name} says the caption."
    )
    return Repair(kind="other", detail=detail, rows=rows, examples=tuple(captions[:_SHOWN]), doubt=True)
