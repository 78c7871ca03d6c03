"""What rows are about: columns that name persons, places and times, and nouns that mean a column of such a kind."""

import re
from collections.abc import Iterator

from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.offline.reading.meanings.columns import Name
from shared.offline.reading.meanings.tokens import stem, stem_set, stems_of
from shared.offline.reading.rows.cells import bare, complete, parts_of
from shared.offline.reading.rows.vocabulary import (
    CALENDAR,
    GROUPS,
    KINDS,
    MOST_ROWS,
    PERSONS,
    PLACES,
    RESULTS,
    SITES,
    TOTALS,
)
from shared.table.names import spoken, words_of

_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+\b")


def _named(table: DatasetProfile, stems: frozenset[str]) -> list[ColumnProfile]:
    return [column for column in table.columns if set(_stems(column)) & stems]


def _stems(column: ColumnProfile) -> tuple[str, ...]:
    return (*Name(column).full, *stems_of(column.name))


def persons(table: DatasetProfile) -> list[ColumnProfile]:
    """The columns whose cells are persons, by their names."""
    return [column for column in _named(table, PERSONS) if column.type == "text"]


def groups(table: DatasetProfile) -> list[ColumnProfile]:
    """The columns whose cells are teams, nations and the like."""
    return [column for column in _named(table, GROUPS) if column.type == "text"]


def sites(table: DatasetProfile) -> list[ColumnProfile]:
    """The columns that say where."""
    return [column for column in _named(table, SITES) if column.type == "text"]


def results(table: DatasetProfile) -> list[ColumnProfile]:
    """The columns that say how it ended."""
    return [column for column in _named(table, RESULTS) if column.type == "text" and complete(column)]


def places(table: DatasetProfile) -> list[ColumnProfile]:
    """The columns that rank rows."""
    found = _named(table, PLACES)
    return [column for column in found if column.numeric or any(_ranked(str(v.value)) for v in column.top_values)]


def _ranked(value: str) -> bool:
    return bool(words_of(value)) and words_of(value)[0].rstrip("stndrh").isdigit()


def calendar(table: DatasetProfile) -> list[ColumnProfile]:
    """The columns that say when and can be put in order."""
    return [column for column in table.columns if column.temporal or yearly(column)]


def of_lines(column: ColumnProfile) -> bool:
    """Whether a cell has several lines, as cells have that hold several things."""
    return any("\n" in str(count.value).strip() for count in column.top_values)


def of_figures(column: ColumnProfile) -> bool:
    """Whether a column of text holds figures with words about them: "210,000 est."."""
    cells = [str(count.value) for count in column.top_values]
    begun = sum(cell[:1].isdigit() for cell in cells)
    return column.type == "text" and 2 * begun > len(cells) and any(_THOUSANDS.match(cell) for cell in cells)


def yearly(column: ColumnProfile) -> bool:
    """Whether the cells are years, or texts that begin with one ("1998–99")."""
    if not set(_stems(column)) & CALENDAR:
        return False
    if column.type == "integer":
        low, high = column.minimum, column.maximum
        return isinstance(low, int) and isinstance(high, int) and low > 1000 and high < 2200
    values = [str(count.value) for count in column.top_values]
    return column.type == "text" and complete(column) and all(begins_with_year(value) for value in values)


def like_years(column: ColumnProfile) -> bool:
    """Whether whole numbers could all be years, so that none of them says how many there are."""
    low, high = column.minimum, column.maximum
    return column.type == "integer" and isinstance(low, int) and isinstance(high, int) and low >= 1500 and high <= 2100


def begins_with_year(value: str) -> bool:
    """Whether a text begins with a year."""
    first = words_of(value)[:1]
    return bool(first) and len(first[0]) == 4 and first[0].isdigit() and "1000" < first[0] < "2200"


def dates(table: DatasetProfile) -> list[ColumnProfile]:
    """The columns that say when, in order or not."""
    return [column for column in table.columns if column.temporal or set(_stems(column)) & CALENDAR]


def meant(noun: str, table: DatasetProfile) -> Iterator[ColumnProfile]:
    """The columns that a noun of a kind may mean: "athlete" where there is a column of divers."""
    wanted = KINDS.get(stem(noun), frozenset())
    for column in table.columns:
        if (column.type == "text" or yearly(column)) and set(_stems(column)) & wanted:
            yield column


def label(table: DatasetProfile) -> ColumnProfile | None:
    """The column that rows are called by: the first text of which no two rows share a cell, else the first text."""
    texts = [column for column in table.columns if column.type == "text" and not yearly(column)]
    texts = [column for column in texts if column not in results(table) and column not in dates(table)]
    own = [column for column in texts if column.distinct == table.row_count and not column.nulls]
    named = [column for column in own if column in persons(table)]
    return next(iter(named or own), None)


def total_cells(column: ColumnProfile, table: DatasetProfile) -> tuple[Scalar, ...]:
    """The cells by which a small table calls the row that is the total of the others."""
    if column.type != "text" or table.row_count > MOST_ROWS or column.distinct * 2 <= table.row_count:
        return ()
    words = {count.value: words_of(str(count.value)) for count in column.top_values}
    parts = {*words.values(), words_of(column.name)}
    return tuple(value for value, own in words.items() if own and (set(own) <= TOTALS or _of_part(own, parts)))


def _of_part(own: tuple[str, ...], parts: set[tuple[str, ...]]) -> bool:
    """ "Total islands", below a row that is called Islands: the total of a part of the table."""
    return own[0] in ("total", "subtotal") and own[1:] in parts


def in_parts(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether a column calls rows the totals of parts of the table, so that other rows only begin a part. Ingestion may
    have left the totals out."""
    return any(not set(words_of(str(value))) <= TOTALS for value in total_cells(column, table)) or _parts_left_out(
        column, table
    )


def _parts_left_out(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether two rows or more were left out that are the totals of what the column or its cells are called."""
    if column.type != "text" or table.row_count > MOST_ROWS or column.distinct < table.row_count - column.nulls:
        return False
    parts = {words_of(column.name), *(words_of(str(count.value)) for count in column.top_values)}
    left_out = [shown for repair in table.repairs if repair.kind == "footer" for shown in repair.examples]
    first = [words_of(shown.split(" | ")[0]) for shown in left_out]
    return sum(bool(own) and _of_part(own, parts) for own in first) > 1


def name(column: ColumnProfile) -> str:
    """A column in a sentence."""
    return spoken(column)


def listing(column: ColumnProfile, words: tuple[str, ...]) -> tuple[Scalar, ...]:
    """The cells that list a thing beside others ("Bus, Tram" for bus)."""
    values = [count.value for count in column.top_values if len(parts_of(count.value)) > 1]
    return tuple(value for value in values if words in parts_of(value))


def of_several(column: ColumnProfile) -> bool:
    """Whether a column named in the plural lists in some cells what others hold alone ("Arden, Velia" and "Velia")."""
    last = (words_of(column.name) or ("",))[-1]
    if column.type != "text" or not complete(column) or not last.endswith("s") or last.endswith("ss"):
        return False
    return any(listing(column, words_of(str(count.value))) for count in column.top_values)


_SCALES = {"thousand": 1e3, "000s": 1e3, "million": 1e6, "billion": 1e9}


def in_another_unit(column: ColumnProfile, values: tuple[Scalar, ...]) -> bool:
    """Whether numbers beyond all cells of a column "(millions)" count single things: 9,000,000 rather than 9."""
    words = {*stems_of(column.name), *words_of(column.name)}
    scale = next((size for word, size in _SCALES.items() if word in words), None)
    most = column.maximum
    if scale is None or not isinstance(most, int | float):
        return False
    return any(isinstance(value, int | float) and value >= scale and value > most for value in values)


def charted(column: ColumnProfile) -> bool:
    """Whether a column holds the best places that something reached, of which 1 is the highest."""
    named = bool(set(_stems(column)) & stem_set("peak chart grid"))
    most = column.maximum
    return named and column.type == "integer" and isinstance(most, int) and most <= 200


def numbering(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether a column only numbers the rows, from 0 or 1 on without a gap: stages, rounds, places in a list."""
    low, high = column.minimum, column.maximum
    if column.type != "integer" or not isinstance(low, int) or not isinstance(high, int) or table.row_count < _FEW:
        return False
    return low in (0, 1) and column.distinct == table.row_count - column.nulls == high - low + 1


_FEW = 5
"""In fewer rows wins or medals can be 3, 2 and 1 as well."""
_PLAIN = re.compile(r"[$€£~≈c.]*\s*[+-]?\d[\d,.]*\s*[%*†]*")


def of_plain_figures(column: ColumnProfile) -> bool:
    """Whether a third of a text column's cells are plain figures, so that what it is called is added up."""
    cells = [bare(count.value) for count in column.top_values]
    return column.type == "text" and 3 * sum(bool(_PLAIN.fullmatch(cell)) for cell in cells) > len(cells)


def measured(column: ColumnProfile) -> bool:
    """Whether the cells are numbers, or texts that each begin with one ("205 cm / 81 in"), and no dates or results."""
    cells = [bare(count.value) for count in column.top_values] if column.type == "text" and complete(column) else []
    text = bool(cells) and all(cell[:1].isdigit() for cell in cells) and not all(map(begins_with_year, cells))
    return (column.numeric and not like_years(column)) or (
        text and not set(_stems(column)) & (CALENDAR | RESULTS | PLACES)
    )


def twins(one: ColumnProfile, other: ColumnProfile) -> bool:
    """Whether two columns are called alike but for the units in brackets: Area (km²) and Area (sq miles)."""
    bare_names = [_UNIT.sub("", column.name).strip().lower() for column in (one, other)]
    units = all(_UNIT.search(column.name) for column in (one, other))
    return one != other and units and bool(bare_names[0]) and bare_names[0] == bare_names[1]


def of_unsaid_unit(column: ColumnProfile, table: DatasetProfile, said: frozenset[str]) -> bool:
    """Whether a column has a twin in another unit, and no word (`said` are their stems) tells which is meant."""
    others = [other for other in table.columns if twins(column, other)]
    return any(not (set(stems_of(column.name)) - set(stems_of(other.name))) & said for other in others)


_UNIT = re.compile(r"\([^)]*\)\s*$")
