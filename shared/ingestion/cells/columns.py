"""What each column becomes: the cells of table `raw`, read into the typed columns of table `data`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from shared.contracts import ColumnOverride, Overrides
from shared.contracts.dataset import ColumnType, Repair
from shared.ingestion.cells.answers import without_codes_of_answers
from shared.ingestion.cells.arrays import as_listed, separator_of_arrays
from shared.ingestion.cells.booleans import read_boolean
from shared.ingestion.cells.choice import Choice
from shared.ingestion.cells.codes import without_codes_of_nines
from shared.ingestion.cells.currencies import read_currencies, with_currencies
from shared.ingestion.cells.dates import DateReading, read_dates
from shared.ingestion.cells.durations import MOST_WORDS, is_open, read_durations
from shared.ingestion.cells.evidence import Votes
from shared.ingestion.cells.hours import HoursColumn, between_others, read_hours
from shared.ingestion.cells.kept import (
    are_bare_exponents,
    are_labels,
    are_remarks,
    is_one_word,
    kept_as_exponents,
    kept_as_open,
    kept_as_text,
)
from shared.ingestion.cells.legends import without_codes_of_legends
from shared.ingestion.cells.marks import Marks, read_marks
from shared.ingestion.cells.measured import read_measured
from shared.ingestion.cells.minus_one import without_minus_one
from shared.ingestion.cells.nulls import text_expression, trimmed, without_codes
from shared.ingestion.cells.numbers import NumberReading, read_numbers
from shared.ingestion.cells.refusals import without_codes_of_refusal
from shared.ingestion.cells.shortened import is_shortened, shortened_told
from shared.ingestion.cells.sides import LedgerSides, read_sides
from shared.ingestion.cells.tallies import Tallies
from shared.ingestion.cells.tellings import TWO_ORDERS, dates_told, of_another_order, written_told
from shared.ingestion.cells.ways import ways_told
from shared.ingestion.cells.zones import days_moved
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.quoting import identifier, quoted
from shared.table.nouns import agreeing
from shared.table.nulls import NULL_WORDS, SPACE, is_null
from shared.table.roles import is_id_name
from shared.table.units import CURRENCIES

_SAMPLE = 500
_DIGIT = re.compile(r"\d")
_LEFTOVERS = 5_000
_LENGTH = 200
_PROPOSED = 0.15
_FEW_WORDS = 0.05
"""The share of the cells of numbers without a unit that may be words."""
_CODE_NAME = re.compile(
    r"(^|[\s_.-])(version|firmware|zip|zip[\s_-]?code|postal[\s_-]?code|postcode|plz|phone|telephone|mobile|fax|ssn|iban|isbn|ean|upc|gtin"
    r"|barcode|vat[\s_-]?(no|number|id)|account[\s_-]?(no|number))([\s_-]?(number|no))?$",
    re.IGNORECASE,
)
_KINDS: dict[str, ColumnType] = {
    "BIGINT": "integer",
    "DOUBLE": "number",
    "BOOLEAN": "boolean",
    "DATE": "date",
    "TIMESTAMP": "timestamp",
    "TIME": "time",
}


class Sample(NamedTuple):
    """The distinct cells of a column in some of its rows, and what the person said of it."""

    name: str
    cell: str
    cells: tuple[str, ...]
    native: bool
    override: ColumnOverride
    between: bool = False
    """Whether its hours and minutes are the time between those of two other columns."""

    def beside(self, cells: Iterable[str]) -> "Sample":
        """The sample with these cells added, each distinct cell once."""
        return self._replace(cells=tuple(dict.fromkeys((*self.cells, *cells))))


def convert(con: duckdb.DuckDBPyConnection, raw: Raw, overrides: Overrides) -> tuple[Choice, ...]:
    """Fills table `data` from table `raw`, its rows in the same order, and says how each column was read.

    A column is converted only where nearly all of its cells convert; the ones that did not are told in its repairs.
    """
    typed = _typed(con, raw)
    samples = _samples(con, raw, overrides)
    between = between_others(con, [HoursColumn(one.name, one.cell, one.cells) for one in samples])
    samples = [one._replace(between=one.cell in between) for one in samples]
    evidence = Votes.of(
        ((s.name, read_numbers(s.cells), read_dates(s.cells, s.name)) for s in samples), raw.delimiter, overrides
    )
    choices = [typed.get(sample.cell) or _choose(con, sample, evidence) for sample in samples]
    _build(con, choices)
    built, tallies = list(choices), Tallies(con)
    for number in _incomplete(con, choices):
        if choices[number].separator:
            continue
        settled = _settled(con, choices[number], samples[number], evidence)
        choices[number] = _with_words(con, settled, samples[number], tallies)
    for number, choice in enumerate(choices):
        if choice is built[number] and choice.type == "text" and not choice.expression.startswith("CASE"):
            choices[number] = _with_words(con, choice, samples[number], tallies)
    choices = list(with_currencies(choices))
    if [choice.sql for choice in choices] != [choice.sql for choice in built]:
        _build(con, choices)
    numbers = [choice.name for choice in choices if choice.type in ("integer", "number")]
    explained = without_codes_of_legends(con, numbers, raw.lines_beside, raw.codes)
    measured = (without_codes_of_nines(con, numbers), without_minus_one(con, numbers))
    answers = without_codes_of_answers(con, numbers)
    refused = without_codes_of_refusal(con, numbers, coded=bool(explained or answers))
    seen = {one.cell: one.cells for one in samples}
    ways = {one.name: ways_told(con, one, seen.get(one.cell, ())) for one in choices}
    of_codes, others = (explained, *measured, answers, refused), (_shortened(con, samples), ways)
    choices = [
        one._replace(repairs=(*one.repairs, *_last_of_each_code(one.name, of_codes), *_of(one.name, others)))
        for one in choices
    ]
    stated = {raw.names[at]: unit for at, unit in raw.units.items()}
    choices = [one._replace(unit=one.unit or stated.get(one.name)) if one.name in stated else one for one in choices]
    return tuple(_without_midnights(con, choice) for choice in choices)


def _of(name: str, told: Iterable[Mapping[str, Sequence[Repair]]]) -> tuple[Repair, ...]:
    return tuple(chain.from_iterable(one.get(name, ()) for one in told))


def _last_of_each_code(name: str, told: Iterable[Mapping[str, Sequence[Repair]]]) -> tuple[Repair, ...]:
    """What is told of the codes of a column; of one that was kept first and emptied then, that it was emptied."""
    return tuple({one.examples: one for one in _of(name, told)}.values())


def _shortened(con: duckdb.DuckDBPyConnection, samples: Sequence[Sample]) -> dict[str, tuple[Repair, ...]]:
    """What is told of the columns with long numbers that lost their last digits; in those of typed numbers (as in a
    workbook) only names can be meant to have them all."""
    cut = (one for one in samples if is_shortened(one.cells) and (is_id_name(one.name) or not one.native))
    return {one.name: told for one in cut if (told := shortened_told(con, one.name, one.cell))}


def _typed(con: duckdb.DuckDBPyConnection, raw: Raw) -> dict[str, Choice]:
    """The columns that need no reading, because the file itself gave them a type."""
    kinds = dict(con.execute("SELECT column_name, column_type FROM (DESCRIBE raw)").fetchall())
    return {
        cell: Choice(name, cell, _KINDS[kinds[cell]], "{c}")
        for name, cell in zip(raw.names, raw.cells, strict=True)
        if kinds[cell] in _KINDS
    }


def _samples(con: duckdb.DuckDBPyConnection, raw: Raw, overrides: Overrides) -> list[Sample]:
    rows = con.execute("SELECT count(*) FROM raw").fetchone()
    step = max(1, (rows[0] if rows else 0) // _SAMPLE)
    listed = ", ".join(raw.cells)
    found = con.execute(f"SELECT {listed} FROM raw WHERE rowid < {_SAMPLE} OR rowid % {step} = 0").fetchall()
    columns = zip(*found, strict=True) if found else [()] * len(raw.names)
    return [
        Sample(name, f"c{number}", _distinct(cells), number in raw.native, overrides.of(name))
        for number, (name, cells) in enumerate(zip(raw.names, columns, strict=True))
    ]


def _distinct(cells: Iterable[str | None]) -> tuple[str, ...]:
    """Each cell once, cut to a length that is enough to tell what it is."""
    short = (cell[:_LENGTH] for cell in cells if isinstance(cell, str))
    return tuple(dict.fromkeys(cell for cell in short if not is_null(cell)))


def _choose(con: duckdb.DuckDBPyConnection, sample: Sample, evidence: Votes) -> Choice:
    """The likeliest reading of a column, from its sample and, where two are open, from all of its cells."""
    wanted = sample.override.type
    if not sample.cells or wanted == "text" or _CODE_NAME.search(sample.name):
        return _as_text(sample)
    if separator := separator_of_arrays(con, sample.cell, sample.cells):
        return Choice(sample.name, sample.cell, "text", as_listed(separator), separator=separator)
    if wanted in (None, "number") and (lasting := _as_lasting(sample, evidence)):
        return lasting
    if wanted is None and (told := _told_as_open(sample)):
        return _as_text(sample, told)
    if wanted in (None, "boolean") and (boolean := _as_boolean(sample)):
        return boolean
    marks = read_marks(sample.cells, sample.name) or read_sides(con, sample.cell, sample.cells)
    if wanted in (None, "integer", "number") and marks:
        return _as_marks(sample, marks)
    numbers = read_numbers(sample.cells, "." if sample.native else sample.override.decimal_mark)
    dates = read_dates(sample.cells, sample.name, sample.override.date_order)
    dated = wanted is not None or dates.share >= numbers.share
    if wanted in (None, "date", "timestamp", "time") and dated and _reads(dates.styles, dates.share, wanted):
        return _as_date(con, sample, dates, evidence)
    if wanted in (None, "integer", "number") and _reads(numbers.styles, numbers.share, wanted):
        return _as_number(con, sample, numbers, evidence)
    amounts = _as_amounts(sample, wanted) if numbers.refused == "units" else None
    return amounts or _as_text(sample, kept_as_text(sample.name, sample.cells, numbers))


def _told_as_open(sample: Sample) -> tuple[Repair, ...]:
    """What is told of a column whose cells nobody can read for sure; nothing where they can be read."""
    if is_open(sample.cells, sample.name):
        return kept_as_open(sample.name, sample.cells)
    return kept_as_exponents(sample.name, sample.cells) if are_bare_exponents(sample.cells) else ()


def _as_amounts(sample: Sample, wanted: ColumnType | None) -> Choice | None:
    """Amounts in several currencies, in units of one dimension, or with and without a unit."""
    if wanted is None and (stated := read_currencies(sample.cells)):
        kind: ColumnType = "integer" if stated.whole else "number"
        return Choice(sample.name, sample.cell, kind, stated.expression, currency=stated.currency)
    if wanted in (None, "number") and (read := read_measured(sample.cells, sample.name)):
        kind = "integer" if read.style.whole else "number"
        told = read.told(sample.name, sample.cells)
        return Choice(sample.name, sample.cell, kind, read.expression, read.unit, told, measured=True)
    return None


def _as_lasting(sample: Sample, evidence: Votes) -> Choice | None:
    """Lengths of time: in hours where cells are hours and minutes, else in seconds."""
    hours = read_hours(sample.cells, sample.name, between=sample.between)
    read = hours or read_durations(sample.cells, sample.name, dated=evidence.dated)
    if read is None:
        return None
    told, unit = read.told(sample.name, sample.cells), "h" if hours else "s"
    return Choice(sample.name, sample.cell, "number", read.expression, unit, told, lasting=True, measured=True)


def _as_marks(sample: Sample, marks: Marks | LedgerSides) -> Choice:
    kind: ColumnType = "number" if marks.fractional else "integer"
    told = marks.told(sample.name, sample.cells)
    return Choice(sample.name, sample.cell, kind, marks.expression, marks.unit, told, measured=True)


def _reads(styles: Sequence[object], share: float, wanted: ColumnType | None) -> bool:
    return bool(styles) and share >= (0.0 if wanted else _PROPOSED)


def _as_text(sample: Sample, repairs: tuple[Repair, ...] = ()) -> Choice:
    return Choice(sample.name, sample.cell, "text", "{c}", repairs=repairs)


def _as_boolean(sample: Sample) -> Choice | None:
    expression = read_boolean(sample.cells)
    return Choice(sample.name, sample.cell, "boolean", expression) if expression else None


def _as_number(con: duckdb.DuckDBPyConnection, sample: Sample, reading: NumberReading, evidence: Votes) -> Choice:
    styles, ambiguity = reading.styles, None
    if len(styles) == 2:
        first, second, _ = _counts(con, sample, [style.expression for style in styles])
        if first == second and not reading.decided:
            styles, ambiguity = evidence.mark(sample.name, sample.cells, styles)
        else:
            styles = styles if first >= second else styles[::-1]
    style = styles[0]
    repairs = () if style.plain or sample.native else written_told(sample.name, sample.cells, style)
    kind: ColumnType = "integer" if style.whole else "number"
    measured = style.unit is not None and style.unit not in CURRENCIES
    return Choice(sample.name, sample.cell, kind, style.expression, style.unit, repairs, ambiguity, measured=measured)


def _as_date(con: duckdb.DuckDBPyConnection, sample: Sample, reading: DateReading, evidence: Votes) -> Choice:
    styles, ambiguity = reading.styles, None
    if len(styles) == 2:
        first, second, differing = _counts(con, sample, [style.expression for style in styles])
        if first == second and differing:
            reading = _year_first(con, sample, reading, first) if evidence.date_order == "YMD" else reading
            styles, ambiguity = evidence.order(sample.name, sample.cells, reading)
        else:
            styles = styles if first >= second else styles[::-1]
    style = styles[0]
    repairs = (*dates_told(sample.name, sample.cells, style), *days_moved(con, sample.name, sample.cell, style))
    return Choice(sample.name, sample.cell, style.type, style.expression, None, repairs, ambiguity)


def _year_first(con: duckdb.DuckDBPyConnection, sample: Sample, reading: DateReading, read: int) -> DateReading:
    """Both readings of 04/05/06 with the year first among them, where that reads as many cells as they do."""
    told = read_dates(sample.cells, sample.name, "YMD").styles[0]
    fits = reading.styles[0].order != "YMD" and _counts(con, sample, [told.expression] * 2)[0] == read
    return reading._replace(styles=(told, *reading.styles[:1])) if fits else reading


def _counts(con: duckdb.DuckDBPyConnection, sample: Sample, expressions: Sequence[str]) -> tuple[int, int, int]:
    """How many cells each of two readings can read, and how many they read differently."""
    a, b = (expression.replace("{c}", sample.cell) for expression in expressions)
    row = con.execute(f"SELECT count({a}), count({b}), count(*) FILTER ({a} IS DISTINCT FROM {b}) FROM raw").fetchone()
    return (row[0], row[1], row[2]) if row else (0, 0, 0)


def _build(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice]) -> None:
    con.execute(f"CREATE OR REPLACE TABLE data AS SELECT {', '.join(choice.sql for choice in choices)} FROM raw")


def _incomplete(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice]) -> list[int]:
    """The converted columns in which some written cells have no value."""
    written = con.execute(f"SELECT {', '.join(f'count({choice.cell})' for choice in choices)} FROM raw").fetchone()
    read = con.execute(
        f"SELECT {', '.join(f'count({identifier(choice.name)})' for choice in choices)} FROM data"
    ).fetchone()
    pairs = zip(written or (), read or (), strict=True)
    return [number for number, (before, after) in enumerate(pairs) if before != after]


def _settled(con: duckdb.DuckDBPyConnection, choice: Choice, sample: Sample, evidence: Votes) -> Choice:
    """The choice, or a better one, once all cells that it cannot read are known."""
    for _ in range(3):
        left = _leftovers(con, choice)
        odd = {cell: rows for cell, rows in left.items() if not is_null(cell)}
        if not odd:
            return choice
        better = _choose(con, sample.beside(odd), evidence)
        if better.expression == choice.expression or better.type == "text":
            return _tolerating(con, choice, sample, odd)
        choice = better
    return _tolerating(con, choice, sample, odd)


def _leftovers(con: duckdb.DuckDBPyConnection, choice: Choice) -> dict[str, int]:
    """The written cells that the choice reads as nothing, and how often each occurs."""
    value = choice.expression.replace("{c}", choice.cell)
    query = f"SELECT {choice.cell}, count(*) FROM raw WHERE {choice.cell} IS NOT NULL AND {value} IS NULL GROUP BY 1"
    return dict(con.execute(f"{query} ORDER BY 2 DESC, 1 LIMIT {_LEFTOVERS}").fetchall())


def _tolerating(con: duckdb.DuckDBPyConnection, choice: Choice, sample: Sample, odd: dict[str, int]) -> Choice:
    row = con.execute(f"SELECT count({choice.cell}) FROM raw").fetchone()
    total, rows = (row[0] if row else 0), sum(odd.values())
    codes = choice.type in ("integer", "number") and read_numbers(tuple(odd)).refused == "codes"
    if sample.override.type is None and choice.type == "integer" and are_labels({*sample.cells, *odd}, odd, total):
        return _as_text(sample)
    few = rows <= 0.02 * total or (rows <= 2 and rows <= 0.1 * total)
    worded = rows <= (MOST_WORDS if choice.measured else _FEW_WORDS) * total and not any(map(_DIGIT.search, odd))
    doubt = (not few or any(map(_DIGIT.search, odd))) and not choice.measured
    few = few or (worded and (choice.measured or are_remarks(choice.type, odd)))
    fractions = choice.type == "number" and choice.unit not in CURRENCIES  # "free" is an amount of money
    again = not few and fractions and is_one_word(odd, rows, total)
    few, doubt = few or again, doubt or again
    examples = tuple(cell[:60] for cell in list(odd)[:5])
    one = {"integer": "a number", "number": "a number", "boolean": "yes or no"}.get(choice.type, "a date")
    one = "a duration" if choice.lasting else one
    several = f"{one[2:]}s" if one.startswith("a ") else one
    kind = "date" if choice.type in ("date", "timestamp", "time") else "number"
    if sample.override.type is None and (codes or not few):
        orders = kind == "date" and of_another_order(tuple(odd))
        counted = f"{rows:,} of its cells {agreeing(rows)} not {one if rows == 1 else several}"
        why = "some of its cells are codes" if codes else counted
        detail = f"Column {choice.name} was kept as text: {TWO_ORDERS if orders else why}."
        told = Repair(kind=kind, detail=detail, column=choice.name, rows=rows, examples=examples, doubt=orders)
        return _as_text(sample, (told,) if codes or rows <= 0.5 * total else ())
    are = f"say “{examples[0]}”, which is not {one}," if again else f"are not {several}"
    detail = f"In column {choice.name}, {rows:,} cell(s) {are} and count as empty."
    told = Repair(kind=kind, detail=detail, column=choice.name, rows=rows, examples=examples, doubt=doubt)
    return choice._replace(repairs=(*choice.repairs, told))


def _with_words(con: duckdb.DuckDBPyConnection, choice: Choice, sample: Sample, tallies: Tallies) -> Choice:
    """The choice, knowing which words for "no value" its cells hold, and whether they have space around them."""
    listed = ", ".join(quoted(word) for word in sorted(NULL_WORDS))
    tidy = trimmed("value")
    word = f"strlen(value) <= 24 AND lower({tidy}) IN ({listed})"
    asked = f"SELECT value, rows, {word} FROM {tallies.of(choice.cell)} WHERE {word} OR value <> {tidy}"
    odd = con.execute(f"{asked} ORDER BY 2 DESC LIMIT 10000").fetchall()
    found: dict[str, int] = {cell: rows for cell, rows, is_word in odd if is_word}
    if choice.type == "text":
        kept = without_codes(frozenset(_word(cell) for cell in found), (*sample.cells, *found))
        found = {cell: rows for cell, rows in found.items() if _word(cell) in kept}
        choice = choice._replace(expression=text_expression(kept | {""}) if odd else "{c}")
    if choice.expression == "{c}":
        choice = choice._replace(tally=tallies.kept(choice.cell))
    else:
        tallies.drop(choice.cell)
    return _words_told(choice, {cell: rows for cell, rows in found.items() if cell.strip()})


def _word(cell: str) -> str:
    return cell.strip(SPACE).lower()


def _words_told(choice: Choice, found: dict[str, int]) -> Choice:
    if not found:
        return choice
    rows = sum(found.values())
    detail = f"In column {choice.name}, {rows:,} placeholder cell(s) count as empty."
    told = Repair(kind="null", detail=detail, column=choice.name, rows=rows, examples=tuple(list(found)[:5]))
    return choice._replace(repairs=(*choice.repairs, told))


def _without_midnights(con: duckdb.DuckDBPyConnection, choice: Choice) -> Choice:
    """Timestamps that are all at midnight are dates."""
    if choice.type != "timestamp":
        return choice
    column = identifier(choice.name)
    row = con.execute(f"SELECT count(*) FILTER ({column} <> date_trunc('day', {column})) FROM data").fetchone()
    if row is None or row[0]:
        return choice
    con.execute(f"ALTER TABLE data ALTER {column} TYPE DATE")
    return choice._replace(type="date")
