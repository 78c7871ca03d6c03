"""A dataset and what is known of it before anyone asks."""

import codecs
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from shared.contracts.base import SCHEMA_VERSION, Contract, Scalar

ColumnType = Literal["integer", "number", "boolean", "date", "timestamp", "time", "text"]
ColumnRole = Literal["measure", "dimension", "time", "text", "id", "vector"]
DateOrder = Literal["DMY", "MDY", "YMD"]
DecimalMark = Literal[".", ","]
Additivity = Literal["additive", "semi_additive", "non_additive"]
"""Whether the values of rows may be added: always (amounts), over everything but time (stocks, balances), or never
(rates, prices of one, ratings)."""
PeriodLength = Literal["week", "month", "quarter", "year"]
DefaultAggregate = Literal["sum", "mean"]
"""What is meant of a column where nobody says what to compute of it."""


MOST_DATASETS: Final = 10
"""That one session is about."""


class ValueCount(Contract):
    """One value of a column and how many rows hold it."""

    value: Scalar
    count: int


class ColumnProfile(Contract):
    """One column: its type after repair, what it means, and how its values are distributed.

    `words` is its name in words, which no other column shares. `meaning` says what it contains, and quotes no cell.
    Its numbers are in `unit`, or each row's in the unit that `unit_column` names; `money` says whether they are amounts
    of money. `fixed_by` are columns that determine this one (it is constant for each of their values), the one with
    the fewest values first; a sum over rows counts it once per row. `computed_from` are columns of which it is the
    product or the sum in every row. A flag has the value that means `yes`, and the one that means `no` if it has one.
    Texts that are lists of numbers, all of one `length`, have the role `vector`; `embedded_by` is the model that made
    them, if known. For times, `opens` are the period lengths whose first period is complete (though it may start a few
    days in), and `closes` those whose last period is. If cells list several things, `separator` is what separates them,
    and `things` are those of the `top_values`, each with the number of rows that list it.
    """

    name: str
    type: ColumnType
    role: ColumnRole
    words: str = ""
    meaning: str = ""
    additivity: Additivity = "non_additive"
    default_aggregate: DefaultAggregate = "mean"
    unit: str | None = None
    unit_column: str | None = None
    money: bool = False
    fixed_by: tuple[str, ...] = ()
    computed_from: tuple[str, ...] = ()
    yes: Scalar = None
    no: Scalar = None
    nulls: int = 0
    distinct: int = 0
    minimum: Scalar = None
    maximum: Scalar = None
    mean: float | None = None
    quantiles: dict[str, float] = Field(default_factory=dict)
    opens: tuple[PeriodLength, ...] = ()
    closes: tuple[PeriodLength, ...] = ()
    top_values: tuple[ValueCount, ...] = ()
    separator: str = ""
    things: tuple[ValueCount, ...] = ()
    samples: tuple[str, ...] = ()
    description: str = ""
    source_expression: str | None = None
    length: int | None = None
    embedded_by: str = ""

    @property
    def numeric(self) -> bool:
        """Whether the values can be summed and averaged."""
        return self.type in ("integer", "number")

    @property
    def temporal(self) -> bool:
        """Whether the column holds dates or timestamps."""
        return self.type in ("date", "timestamp")

    @property
    def in_currencies(self) -> bool:
        """Whether its rows are amounts in different currencies, which `unit_column` names."""
        return self.money and self.unit_column is not None

    @property
    def of_years(self) -> bool:
        """Whether the values are years: whole numbers that name, all of them where years lie."""
        low, high = self.minimum, self.maximum
        numbers = isinstance(low, int | float) and isinstance(high, int | float) and 1500 <= low <= high <= 2200
        return numbers and self.numeric and self.role in ("dimension", "time")


class Repair(Contract):
    """Something that ingestion read differently from how it was written, or could not keep.

    A `doubt` is mentioned in every reply computed from its column, or from its dataset if it names no column; a doubt
    about how `values` are written is mentioned only if they are distinguished, and once in a conversation. `unread` is
    another sheet, list of records or table of the file. `repeated` rows are mentioned only if they are counted again,
    and a footer's totals only if a figure covers the whole table. The `examples` of a preamble, a footer or `remarks`
    are lines of the file outside its table; remarks are on a sheet of their own, or in a field of a document, and
    apply to all tables of the file.
    """

    kind: Literal[
        "encoding",
        "delimiter",
        "preamble",
        "remarks",
        "footer",
        "header",
        "ragged",
        "number",
        "date",
        "null",
        "dropped",
        "unread",
        "repeated",
        "outlier",
        "other",
    ]
    detail: str
    column: str | None = None
    rows: int = 0
    examples: tuple[str, ...] = ()
    doubt: bool = False
    values: tuple[str, ...] = ()


class Ambiguity(Contract):
    """A column that can be read in two ways; `reading` was used, `alternative` can be requested."""

    column: str
    kind: Literal["date_order", "decimal_mark"]
    reading: str
    alternative: str
    detail: str
    examples: tuple[str, ...] = ()


class RowGrain(Contract):
    """What a row is. `key` are the columns that identify a row, none if nothing does; its `times` are those at which
    the same things recur. `repeats` is the column that several rows share if they are lines of one thing: order_id.
    `events` are columns of ids that several rows share at the same times, such as the orders of order lines."""

    key: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    repeats: str | None = None
    events: tuple[str, ...] = ()


class SemanticProfile(Contract):
    """What the table is about. A row is called `entity_name`, in the singular; `label_column` names it for a reader.
    `as_of` is the latest time in its only column of times (ISO 8601), None if it has no such column or several."""

    domain: str = "general"
    entity_name: str = "row"
    grain: RowGrain = RowGrain()
    label_column: str | None = None
    as_of: str | None = None
    field_descriptions: dict[str, str] = Field(default_factory=dict)


class DatasetProfile(Contract):
    """A dataset as agents see it. Its relation in SQL is `relation`; `fingerprint` is the SHA-256 of its Parquet.

    `sheet` is the sheet of a workbook that was requested, or was chosen from several that may contain a table (the
    `other_sheets`); `file_name` then ends with it: book.xlsx/Orders. Lists of records inside the records of a JSON
    file count as sheets, too: orders.json/items.
    """

    schema_version: int = SCHEMA_VERSION
    dataset_id: str
    relation: str = "data"
    file_name: str
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    row_count: int
    rows_read: int = 0
    rows_dropped: int = 0
    columns: tuple[ColumnProfile, ...]
    repairs: tuple[Repair, ...] = ()
    ambiguities: tuple[Ambiguity, ...] = ()
    semantic: SemanticProfile = SemanticProfile()
    fingerprint: str = ""
    embedded_columns: tuple[str, ...] = ()
    """The columns by which rows are found by likeness: embedded texts, and vectors that the file brought along."""

    def column(self, name: str) -> ColumnProfile:
        """The column of that name; KeyError where there is none."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    def having(self, *roles: ColumnRole) -> tuple[ColumnProfile, ...]:
        """The columns in any of the roles, in file order."""
        return tuple(column for column in self.columns if column.role in roles)


def _one_character(given: str) -> str:
    """A tab has names, since a shell makes it hard to type."""
    named = "\t" if given in ("tab", "\\t") else given
    if len(named) != 1 or named.isalnum() or named in '"\n\r' or "\ud800" <= named <= "\udfff":
        raise ValueError("a delimiter is one character such as , ; | or the word tab")
    return named


def _known_encoding(given: str) -> str:
    try:
        known = codecs.lookup(given)._is_text_encoding
    except (LookupError, ValueError):
        known = False
    if not known:
        raise ValueError("an encoding has a name such as utf-8, cp1252 or utf-16")
    return given


Delimiter = Annotated[str, AfterValidator(_one_character)]
EncodingName = Annotated[str, AfterValidator(_known_encoding)]
HeaderRow = Annotated[int, Field(ge=0, le=10_000)]
SheetName = Annotated[str, Field(min_length=1, max_length=200)]


class ColumnOverride(Contract):
    """How to read one column; None leaves it to ingestion. A `type` of "text" keeps the cells as written."""

    type: ColumnType | None = None
    date_order: DateOrder | None = None
    decimal_mark: DecimalMark | None = None


class Overrides(Contract):
    """How to read a file where ingestion would have to guess.

    `columns` goes by the name in the profile, in any case. `date_order` and `decimal_mark` apply to every ambiguous
    column; one whose cells decide is read as they do. `delimiter` is one character, or "tab". `header_row`
    counts the rows of the file from 1, blank ones too; 0 says that there is no header. `sheet` is the name of a sheet
    of a workbook, or of a list of records inside of JSON records.
    """

    columns: dict[str, ColumnOverride] = Field(default_factory=dict)
    date_order: DateOrder | None = None
    decimal_mark: DecimalMark | None = None
    delimiter: Delimiter | None = None
    encoding: EncodingName | None = None
    header_row: HeaderRow | None = None
    sheet: SheetName | None = None

    def of(self, column: str) -> ColumnOverride:
        """The override of a column; an empty one where none was given."""
        by_name = {name.casefold(): override for name, override in self.columns.items()}
        return by_name.get(column.casefold(), ColumnOverride())
