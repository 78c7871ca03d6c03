"""What the cells of a column are: persons, years, places in an order, parts of a list, totals of other rows."""

import re
from typing import Final

from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.offline.reading.meanings.columns import Name
from shared.offline.reading.meanings.tokens import stem_set, stems_of
from shared.offline.reading.vocabulary.words import word_set
from shared.table.names import words_of

MOST_ROWS: Final = 400
"""Larger tables are not read row by row: their values are not all known, and their order seldom means anything."""
MOST_ON_A_PAGE: Final = 50
"""Rows. Of the answers about tables of this size that a default alone gave, half were wrong."""
RANKS: Final = stem_set("rank position pos place no number nr seed order standing ranking #")
CALENDAR: Final = stem_set("year date season years day month dates aired airdate released release week edition")
SITES: Final = stem_set(
    "location venue place city country stadium site arena town where host state area region circuit track ground county"
)
_PERSONS: Final = stem_set(
    "name driver rider cyclist player athlete swimmer wrestler champion president governor mayor minister coach "
    "manager "
    "candidate artist singer performer director author winner jockey skipper captain king monarch bishop "
    "representative "
    "incumbent member actor actress writer composer musician contestant competitor skater runner golfer boxer fighter "
    "leader chairman officeholder senator judge commander pilot astronaut student person people skier gymnast "
    "recipient "
    "owner holder goalkeeper scorer nominee guest host"
)
_TOTALS: Final = word_set("total totals world worldwide overall sum all average grand")
"""Cells by which a row is called that is the total of the others."""
POINTING: Final = word_set(
    "release released releases released air aired airs publish published build built open opened opens opening found "
    "founded establish established close closed closes born die died begin began begun start started starts end ended "
    "ends join joined leave left retire retired launch launched introduce introduced complete completed finish "
    "finished "
    "elect elected appoint appointed construct constructed premiere premiered debut debuted create created form formed "
    "commission commissioned decommissioned sign signed win won wins host hosted hosts attend attended direct directed "
    "write wrote written sing sang sung produce produced nominate nominated award awarded draft drafted sell sold "
    "locate cover covered peak peaked chart charted reach reached live lived lose lost beat defeat defeated face faced "
    "visit visited meet met coach coached manage managed own owned operate operated design designed discover "
    "discovered "
    "tie tied draw drew qualify qualified place placed rank ranked"
)
"""Verbs that are explained only by a column or a value that they point to."""
HAPPENING: Final = stem_set(
    "release air publish premiere produce host build construct create establish found form launch open commission "
    "elect appoint sign attend finish start begin introduce debut direct write record manufacture"
)
"""Those that every row of a table does once: the first to be released is the first row. Not: to die, to win."""
_NOTES = re.compile(r"\[[^\]]{0,20}\]|[†‡*§^¹²³#]+")
_PARTS = re.compile(r"\s*(?:/|,|;|\n| and | & )\s*")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+\b")
_UNIT = re.compile(r"\([^)]*\)\s*$")
_SCALES = {"thousand": 1e3, "000s": 1e3, "million": 1e6, "billion": 1e9}
_FEW = 5
"""In fewer rows wins or medals can be 3, 2 and 1 as well."""


def _stems(column: ColumnProfile) -> tuple[str, ...]:
    return (*Name(column).full, *stems_of(column.name))


def persons(table: DatasetProfile) -> list[ColumnProfile]:
    """The columns whose cells are persons, by their names."""
    return [column for column in table.columns if column.type == "text" and set(_stems(column)) & _PERSONS]


def complete(column: ColumnProfile) -> bool:
    """Whether the profile holds every value of the column."""
    return bool(column.top_values) and len(column.top_values) == column.distinct


def bare(value: Scalar) -> str:
    """A cell without marks of footnotes."""
    return _NOTES.sub(" ", str(value)).strip()


def parts_of(value: Scalar) -> list[tuple[str, ...]]:
    """The things that a cell lists, each as words: "Boondox / ICP" holds two."""
    return [words for part in _PARTS.split(bare(value)) if (words := words_of(part))]


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


def total_cells(column: ColumnProfile, table: DatasetProfile) -> tuple[Scalar, ...]:
    """The cells by which a small table calls the row that is the total of the others."""
    if column.type != "text" or table.row_count > MOST_ROWS or column.distinct * 2 <= table.row_count:
        return ()
    words = {count.value: words_of(str(count.value)) for count in column.top_values}
    parts = {*words.values(), words_of(column.name)}
    return tuple(value for value, own in words.items() if own and (set(own) <= _TOTALS or _of_part(own, parts)))


def _of_part(own: tuple[str, ...], parts: set[tuple[str, ...]]) -> bool:
    """ "Total islands", below a row that is called Islands: the total of a part of the table."""
    return own[0] in ("total", "subtotal") and own[1:] in parts


def in_parts(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether a column calls rows the totals of parts of the table, so that other rows only begin a part. Ingestion may
    have left the totals out."""
    return any(not set(words_of(str(value))) <= _TOTALS for value in total_cells(column, table)) or _parts_left_out(
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


def twins(one: ColumnProfile, other: ColumnProfile) -> bool:
    """Whether two columns are called alike but for the units in brackets: Area (km²) and Area (sq miles)."""
    bare_names = [_UNIT.sub("", column.name).strip().lower() for column in (one, other)]
    units = all(_UNIT.search(column.name) for column in (one, other))
    return one != other and units and bool(bare_names[0]) and bare_names[0] == bare_names[1]


def of_unsaid_unit(column: ColumnProfile, table: DatasetProfile, said: frozenset[str]) -> bool:
    """Whether a column has a twin in another unit, and no word (`said` are their stems) tells which is meant."""
    others = [other for other in table.columns if twins(column, other)]
    return any(not (set(stems_of(column.name)) - set(stems_of(other.name))) & said for other in others)
