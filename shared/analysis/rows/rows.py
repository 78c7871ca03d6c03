"""What analyses of single rows share: the rows of a small table with their place in the file, and figures in cells."""

import re
from collections.abc import Iterable
from typing import Any, ClassVar, Final

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Analysis
from shared.analysis.conditions import Filter
from shared.analysis.wording import rows_name, sentence, show_plain, where_text
from shared.contracts import Cell, Contract, DatasetProfile, Fact, QueryResult, Scalar
from shared.errors import ForfeitException
from shared.offline.reading.rows.cells import bare
from shared.table.names import spoken

PLACE: Final = "row in the file"
HERE: Final = "is the row"
IN_ORDER: Final = "in the order of the file"
_FIGURE = re.compile(r"[~≈c.]*\s*([+-]?\d[\d,]*(?:\.\d+)?|[+-]?\.\d+)(.*)", re.DOTALL)
_FEET = re.compile(r"(\d{1,2})\s*(?:'|′|ft\.?)\s*(\d{1,2})\s*(?:\"|″|''|in\.?)?")
_CONVERTED = re.compile(r"\s*[(/\n]\s*[\d.,]+[^()/]*\)?$")
"""The same figure in another unit behind the first: "km (199 mi)", "m / 1772 ft"."""
_CLOCK = re.compile(r"\d{1,3}(:\d{1,2})+(\.\d+)?")


class RowAnalysis(Analysis):
    """An analysis of single rows: read from the question as a whole, by shape, where every word is explained."""

    least: ClassVar[int] = 1
    in_query: ClassVar[bool] = True
    form: ClassVar[type[Contract]]


def fetched(
    table: DatasetProfile, columns: Iterable[str], filters: tuple[Filter, ...] = (), *, here: tuple[Filter, ...] = ()
) -> str:
    """SQL for the rows that pass, in the order of the file, each with its place there; `here` marks rows."""
    whole = exp.select(exp.alias_(exp.Window(this=exp.RowNumber()), PLACE, quoted=True), exp.Star()).from_(
        sql.relation(table)
    )
    wanted: list[exp.Expr] = [sql.column(PLACE), *(sql.column(name) for name in dict.fromkeys(columns))]
    if here:
        wanted.append(exp.alias_(exp.paren(sql.conditions(here, table) or exp.true()), HERE, quoted=True))
    built = exp.select(*wanted).from_(whole.subquery("rows"))
    where = sql.conditions(filters, table)
    built = built.where(where) if where is not None else built
    return sql.text(built.order_by(exp.Ordered(this=sql.column(PLACE))))


def figure(value: Scalar) -> tuple[float, str] | None:
    """The figure in a cell and what follows it: 25 and " lost"; seconds of a time written with colons."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value), ""
    text = bare(value).replace("−", "-")
    if _CLOCK.fullmatch(text):
        seconds = 0.0
        for part in text.split(":"):
            seconds = seconds * 60 + float(part)
        return seconds, f":{text.count(':')}"
    if feet := _FEET.fullmatch(text):
        return float(feet.group(1)) * 12 + float(feet.group(2)), " inches"
    match = _FIGURE.fullmatch(text)
    if match is None:
        return None
    return float(match.group(1).replace(",", "")), re.sub(r"(?<=^)(st|nd|rd|th)\b", "th", match.group(2).strip())


def figures(values: list[Scalar], name: str) -> list[float]:
    """The figures of cells that are all written in one way; days as the texts of their dates can be put in order by
    `ordered`. Raises ForfeitException where one holds none, or something else beside it."""
    found = [figure(value) for value in values]
    kinds = {re.sub(r"s$", "", _CONVERTED.sub("", item[1])) for item in found if item is not None}
    if any(item is None for item in found) or len(kinds) > 1:
        raise ForfeitException(
            f"The cells of {name} are not all written as figures of one kind",
            (f"Read the figures in {name}",),
            "Ask about a column that holds plain numbers.",
        )
    return [item[0] for item in found if item is not None]


def ordered(values: list[Scalar], name: str, table: DatasetProfile) -> list[Any]:
    """Keys that put cells in order: dates and years as they are, figures elsewhere."""
    column = table.column(name)
    if column.temporal or (column.type == "text" and all(re.match(r"\d{4}\b", bare(value)) for value in values)):
        return [str(value) for value in values]
    return list(figures(values, name))


def whole(results: Iterable[QueryResult], table: DatasetProfile) -> None:
    """Raises ForfeitException where rows were cut off: one of these could be the one that is asked for."""
    found = max((result.row_count for result in results if result.truncated), default=0)
    if found:
        raise ForfeitException(
            f"{found:,} {rows_name(table)} are too many to be looked through one by one",
            (f"Fetched the {rows_name(table)}",),
            "Ask for a total, an average, a count or a ranking, or name conditions that fewer rows meet.",
        )


def year_of(value: Scalar) -> Scalar:
    """The year that a date or a year begins with; anything else as it is."""
    year = re.match(r"\d{4}(?!\d)", str(value))
    return int(year.group()) if year else value


def records(result: QueryResult) -> list[dict[str, Scalar]]:
    """The rows by their columns."""
    return [dict(zip(result.columns, row, strict=True)) for row in result.rows]


def label_fact(number: int, name: str, value: Scalar, *, row: int, column: str, query: int = 0, text: str = "") -> Fact:
    """A cell as a fact: texts as they are written, numbers as numbers."""
    return Fact(
        id=f"f{number}",
        name=name,
        value=value,
        text=text or sentence(f"{name}: {shown(value)}"),
        cells=(Cell(query=query, row=row, column=column),),
    )


def shown(value: Scalar) -> str:
    """A cell in a sentence: on one line."""
    return "(empty)" if value is None else " / ".join(show_plain(value).splitlines())


def described(record: dict[str, Scalar], columns: tuple[str, ...]) -> str:
    """What a row shows."""
    return ", ".join(shown(record[name]) for name in columns)


def heading(columns: tuple[str, ...], table: DatasetProfile) -> str:
    """The columns in a sentence."""
    return " and ".join(spoken(table.column(name)) for name in columns)


def none_found(table: DatasetProfile, filters: tuple[Filter, ...]) -> ForfeitException:
    """The forfeit where no row passes."""
    where = where_text(filters, table)
    return ForfeitException(
        f"No {rows_name(table)} match{where}", (f"Looked for {rows_name(table)}{where}",), "Loosen a condition."
    )
