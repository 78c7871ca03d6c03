"""What became of a file's columns and other tables when it was read, for a forfeit that has to do with them."""

import re
from collections.abc import Iterable, Iterator, Sequence

from shared.contracts import ColumnProfile, DatasetProfile, Forfeit
from shared.table.names import spoken

_MOST = 2
_LOOKED_FOR = ("not_in_data", "not_understood", "out_of_range", "unsure")
"""Forfeits of what may stand in a part of the file that was not read."""


_ADDED = "i read it as adding up "
_LOOKED_UP = ("not_in_data", "out_of_range", "not_computable")
"""Forfeits of what the cells of a column are."""


def with_causes(forfeit: Forfeit, question: str, tables: Iterable[DatasetProfile]) -> Forfeit:
    """The forfeit with why a column that it says holds no numbers has none, and with what is doubtful of the columns
    that the question names, or was not read of the file."""
    for table in tables:
        columns = [column for column in table.columns if _named(column, question)]
        for column in columns:
            why = _why(column, table)
            empty = not column.distinct and forfeit.code in ("not_understood", "too_few_rows")
            if why and (empty or _of_its_cells(forfeit.reason, column, columns)):
                return forfeit.model_copy(update={"reason": why.rstrip(".")})
        notes = list(_not_read(table, forfeit, question)) if forfeit.code in _LOOKED_FOR else []
        notes += [line for one in columns for line in _doubts(one, table)] if forfeit.code in _LOOKED_UP else ()
        if notes:
            told = " ".join(filter(None, (forfeit.would_help, *dict.fromkeys(notes[:_MOST]))))
            return forfeit.model_copy(update={"would_help": told})
    return forfeit


def _of_its_cells(reason: str, column: ColumnProfile, asked: Sequence[ColumnProfile]) -> bool:
    """Whether a reason is due to what the cells of a column are: it holds no numbers, nothing could be done with it, or
    another column, which nobody asked for, was taken in its place."""
    name, said = spoken(column).casefold(), reason.casefold()
    taken = said.startswith(_ADDED) and not any(said.startswith(f"{_ADDED}{spoken(one).casefold()},") for one in asked)
    return said.startswith(f"{name} holds ") or f"(the column {name})" in said or taken


def _named(column: ColumnProfile, question: str) -> bool:
    names = "|".join(re.escape(name) for name in {spoken(column), column.name})
    return bool(re.search(rf"(?<!\w)({names})s?(?!\w)", question, re.IGNORECASE))


def _why(column: ColumnProfile, table: DatasetProfile) -> str | None:
    """Why the column holds no numbers; None where it does, or where its texts are what they were written as."""
    if column.type == "time":
        span = f"from {column.minimum} to {column.maximum}"
        return f"Column {spoken(column)} holds times of day, {span}, which are neither added up nor averaged"
    kinds = ("number", "date") if column.distinct else ("null",)
    told = (one for one in table.repairs if one.column == column.name and one.kind in kinds)
    one = next(told, None) if column.type == "text" else None
    if one is None:
        return None
    if not one.examples:
        return one.detail
    shown = " and ".join(f"“{example}”" for example in one.examples[:2])
    return f"{one.detail.rstrip('.')} (such as {shown})"


def _not_read(table: DatasetProfile, forfeit: Forfeit, question: str) -> Iterator[str]:
    """What was not read of the file: rows left out that hold what was not found, other sheets and tables."""
    sought = " ".join(forfeit.unknown) or question
    asked = set(re.findall(r"\w{4,}", sought.casefold())) if forfeit.code in _LOOKED_UP else set()
    for one in table.repairs:
        shown = [row for row in one.examples if asked & set(re.findall(r"\w{4,}", row.casefold()))]
        if one.kind in ("footer", "dropped") and shown:
            yield f"{one.detail.rstrip('.')}: {shown[0]}."
        if one.kind == "unread":
            yield one.detail


def _doubts(column: ColumnProfile, table: DatasetProfile) -> Iterator[str]:
    yield from (one.detail for one in table.repairs if one.doubt and one.column == column.name)
    yield from (one.detail for one in table.ambiguities if one.column == column.name)
