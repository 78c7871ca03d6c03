"""The sheets of a workbook as datasets: what each is called, and which are told as not read."""

from collections.abc import Sequence

from shared.contracts.dataset import DatasetProfile, Repair

_MOST_NAMED = 10


def titled(file_name: str, sheet: str | None) -> str:
    """A file's name, with the sheet behind a slash: book.xlsx/Orders."""
    return f"{file_name}/{sheet}" if sheet else file_name


def sheets_told(name: str, others: Sequence[str], *, chosen: bool) -> tuple[Repair, ...]:
    """What is told of the sheets that were not read; a doubt where nobody chose the one that was."""
    if not others:
        return ()
    detail = f"Sheet {name} was read; the workbook also has {', '.join(others[:_MOST_NAMED])}."
    return (Repair(kind="unread", detail=detail, doubt=not chosen),)


def side_by_side(tables: Sequence[DatasetProfile]) -> tuple[DatasetProfile, ...]:
    """The tables, those of one workbook without what was told of sheets that are among them."""
    there = {(_book(table), table.sheet) for table in tables if table.sheet}
    return tuple(_beside(table, {sheet for book, sheet in there if book == _book(table)}) for table in tables)


def _beside(table: DatasetProfile, there: set[str]) -> DatasetProfile:
    if not there - {table.sheet}:
        return table
    unread = [one for one in table.repairs if one.kind == "unread" and one.detail.startswith(f"Sheet {table.sheet} ")]
    missing = [sheet for sheet in table.other_sheets if sheet not in there]
    left = sheets_told(table.sheet, missing, chosen=not any(one.doubt for one in unread))
    return table.model_copy(update={"repairs": (*(one for one in table.repairs if one not in unread), *left)})


def _book(table: DatasetProfile) -> str:
    return table.file_name.removesuffix(f"/{table.sheet}")
