"""The sheets of a workbook, and lists of records in a document, as datasets: what each is called, and which are told as
not read."""

from collections.abc import Sequence
from typing import Final

from shared.contracts.dataset import DatasetProfile, Repair

_MOST_NAMED = 10


def titled(file_name: str, sheet: str | None) -> str:
    """A file's name, with the sheet behind a slash: book.xlsx/Orders."""
    return f"{file_name}/{sheet}" if sheet else file_name


def sheets_told(name: str, others: Sequence[str], *, chosen: bool) -> tuple[Repair, ...]:
    """What is told of the sheets that were not read; a doubt where nobody chose the one that was."""
    return _told(f"{_sheet(name)}the workbook also has", others, chosen=chosen)


def lists_told(name: str, others: Sequence[str], *, chosen: bool) -> tuple[Repair, ...]:
    """What is told of the lists of records that were not read; a doubt where nobody chose the one that was."""
    named = [other or "the records around it" for other in others]
    return _told(f"{_list(name)}the file also has, as tables of their own,", named, chosen=chosen)


def _sheet(name: str) -> str:
    return f"Sheet {name} was read; "


def _list(name: str) -> str:
    return f"List {name} was read; " if name else "The records of the file were read; "


def _told(opening: str, others: Sequence[str], *, chosen: bool) -> tuple[Repair, ...]:
    if not others:
        return ()
    return (Repair(kind="unread", detail=f"{opening} {', '.join(others[:_MOST_NAMED])}.", doubt=not chosen),)


def side_by_side(tables: Sequence[DatasetProfile]) -> tuple[DatasetProfile, ...]:
    """The tables, those of one file without what was told of sheets or lists that are among them."""
    there = {(book_name(table), table.sheet) for table in tables if table.sheet or table.other_sheets}
    return tuple(_beside(table, {sheet for book, sheet in there if book == book_name(table)}) for table in tables)


def _beside(table: DatasetProfile, there: set[str]) -> DatasetProfile:
    if not there - {table.sheet}:
        return table
    missing = [sheet for sheet in table.other_sheets if sheet not in there]
    told = list[Repair]()
    for one in table.repairs:
        tell = next((tell for opening, tell in _TELLING if one.detail.startswith(opening(table.sheet))), None)
        told += tell(table.sheet, missing, chosen=not one.doubt) if tell and one.kind == "unread" else (one,)
    return table.model_copy(update={"repairs": tuple(told)})


_TELLING: Final = ((_sheet, sheets_told), (_list, lists_told))


def book_name(table: DatasetProfile) -> str:
    """The name of the file that a table is of, without its sheet."""
    return table.file_name.removesuffix(f"/{table.sheet}") if table.sheet else table.file_name
