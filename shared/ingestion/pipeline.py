"""From a file as people have them to clean Parquet and its profile."""

import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from shared.contracts import Overrides
from shared.contracts.dataset import DatasetProfile, Repair
from shared.errors import UnreadableData
from shared.ingestion.cells.bare_nines import without_bare_nines
from shared.ingestion.cells.choice import Choice
from shared.ingestion.cells.columns import convert
from shared.ingestion.cells.dittos import without_dittos
from shared.ingestion.cells.entities import without_entities
from shared.ingestion.cells.guards import without_guards
from shared.ingestion.cells.notes import without_notes
from shared.ingestion.cells.scales import scaled
from shared.ingestion.cells.scripts import in_usual_digits
from shared.ingestion.cells.spellings import one_spelling
from shared.ingestion.database import duckdb
from shared.ingestion.formats.detection import Upload, load
from shared.ingestion.layout.groups import grouped_labels, with_labels_of_groups
from shared.ingestion.layout.sections import with_named_blocks, without_sections
from shared.ingestion.layout.turned import upright
from shared.ingestion.limits import Limits
from shared.ingestion.meaning.lone import lone_values
from shared.ingestion.parquet import write_parquet
from shared.ingestion.profile import profile_columns
from shared.ingestion.raw import Raw
from shared.ingestion.rows.headcounts import without_headcount
from shared.ingestion.rows.no_data import without_rows_of_no_data
from shared.ingestion.rows.repeats import repeated_rows
from shared.ingestion.rows.second_headers import without_second_header
from shared.ingestion.rows.sums import without_proved_totals
from shared.ingestion.rows.totals import without_proved
from shared.quoting import identifier, quoted
from shared.table.nulls import NULL_WORDS
from shared.table.understood import understood
from shared.table.workbook import titled

_NO_OVERRIDES = Overrides()
_LIMITS = Limits()
_FIRST_ROWS = "(FROM data LIMIT 20000)"
_MOST_CELLS = 500
_MADE_UP = re.compile(r"column_\d+|unnamed: \d+")
"""The names of columns that have none, in small letters."""


def ingest(
    source: Path,
    target: Path,
    *,
    dataset_id: str,
    file_name: str | None = None,
    relation: str = "data",
    overrides: Overrides = _NO_OVERRIDES,
    limits: Limits = _LIMITS,
    library_path: str = "",
) -> DatasetProfile:
    """Writes the table in `source` as Parquet to `target` and returns its profile. `library_path` is where the process
    that reads a workbook finds Python's own library.

    rows_read = row_count + rows_dropped; whatever was read differently from how it is written, or left out, is in
    `repairs`. Raises UnreadableData, with one plain sentence, where there is no table to be had.
    """
    name = file_name or source.name
    with _workshop(limits) as (con, scratch):
        raw = _loaded(con, Upload(source, name, scratch, overrides, limits, library_path))
        choices = convert(con, raw, overrides)
        if (headed := without_second_header(con, raw)) is not raw:
            raw = headed
            choices = convert(con, raw, overrides)  # what the line says of signs holds for the other rows
        raw, told, dropped = without_proved_totals(con, raw, choices) if not raw.typed else (raw, (), 0)
        if dropped:
            raw = without_proved(con, raw)
            choices = convert(con, raw, overrides)  # Q1 among months, for one, made text of dates
        if not raw.typed:
            choices, grouped = with_labels_of_groups(con, choices)
            told = (*told, *grouped, *grouped_labels(con, choices))
        choices = one_spelling(con, choices, overrides, raw.lines_beside)
        choices = _present(con, choices)
        fingerprint = write_parquet(con, choices, target)
        rows, columns = _count(con, "data"), profile_columns(con, choices)
        raw = raw.told(*told, *repeated_rows(con, columns, rows), *lone_values(con, columns, rows), dropped=dropped)
        raw = raw.told(*scaled(columns, raw.repairs))
        profile = DatasetProfile(
            dataset_id=dataset_id,
            relation=relation,
            file_name=titled(name, raw.sheet),
            sheet=raw.sheet,
            other_sheets=raw.other_sheets,
            row_count=rows,
            rows_read=rows + raw.rows_dropped,
            rows_dropped=raw.rows_dropped,
            columns=columns,
            repairs=(*raw.repairs, *_repairs_of(choices)),
            ambiguities=tuple(choice.ambiguity for choice in choices if choice.ambiguity),
            fingerprint=fingerprint,
        )
        return understood(profile, partial(_kinds, con), partial(_fixes, con), partial(_cells, con))


def _kinds(con: duckdb.DuckDBPyConnection, names: tuple[str, ...]) -> int:
    """How many rows differ in these columns."""
    return _count(con, f"(SELECT DISTINCT {', '.join(map(identifier, names))} FROM data)")


def _fixes(con: duckdb.DuckDBPyConnection, thing: str, column: str) -> bool:
    """Whether each thing has one value of the column; the first rows mostly show that it has not."""
    thing, column = identifier(thing), identifier(column)
    apart = f"GROUP BY {thing} HAVING min({column}) <> max({column})"
    return not any(_count(con, f"(FROM {rows} SELECT 1 {apart} LIMIT 1)") for rows in (_FIRST_ROWS, "data"))


def _cells(con: duckdb.DuckDBPyConnection, columns: Sequence[str]) -> Sequence[tuple[float, ...]]:
    """The first rows that have a figure in each of the columns."""
    names = [identifier(name) for name in columns]
    asked = ", ".join(f"{name}::DOUBLE" for name in names)
    there = " AND ".join(f"isfinite({name}::DOUBLE)" for name in names)
    return con.execute(f"SELECT {asked} FROM {_FIRST_ROWS} WHERE {there} LIMIT {_MOST_CELLS}").fetchall()


@contextmanager
def _workshop(limits: Limits) -> Iterator[tuple[duckdb.DuckDBPyConnection, Path]]:
    """A database and a directory that are gone afterwards."""
    scratch = Path(tempfile.mkdtemp(prefix="ingest-"))
    config = {
        "memory_limit": f"{limits.memory_mb}MB",
        "temp_directory": str(scratch / "spill"),
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "TimeZone": "UTC",
    }
    con = duckdb.connect(":memory:")
    try:
        for setting, value in config.items():
            con.execute(f"SET {setting} = '{value}'")
        yield con, scratch
    finally:
        con.close()
        shutil.rmtree(scratch, ignore_errors=True)


def _loaded(con: duckdb.DuckDBPyConnection, upload: Upload) -> Raw:
    raw = in_usual_digits(con, without_entities(con, load(con, upload)))
    raw = without_guards(con, _without_nothing(con, upright(con, with_named_blocks(con, raw), upload.scratch)))
    raw = without_headcount(con, without_rows_of_no_data(con, without_dittos(con, raw)))
    raw = without_bare_nines(con, without_notes(con, without_sections(con, raw)))
    raw = _without_void(con, raw)
    rows, limit = _count(con, "raw"), upload.limits.max_rows
    if rows == 0:
        raise UnreadableData("This file has a header but no rows below it; send one that has data.")
    if rows > limit:
        raise UnreadableData(
            f"This table has {rows:,} rows and at most {limit:,} are taken; send a part of it or a summary."
        )
    return raw


def _without_nothing(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without the columns that have neither name nor cell, as between a table and a cell far to the right of it: each
    costs as much to look through as one that holds something."""
    unnamed = [at for at, name in enumerate(raw.names) if _MADE_UP.fullmatch(name.lower())]
    if not unnamed:
        return raw
    held = ", ".join(f"bool_or(trim(coalesce(CAST({raw.cells[at]} AS VARCHAR), '')) <> '')" for at in unnamed)
    holds = con.execute(f"SELECT {held} FROM raw").fetchone() or ()
    void = {at for at, one in zip(unnamed, holds, strict=True) if not one}
    if not void or len(void) == len(raw.names):
        return raw
    kept = [at for at in range(len(raw.names)) if at not in void]
    listed = ", ".join(f"{raw.cells[at]} AS c{place}" for place, at in enumerate(kept))
    con.execute(f"CREATE OR REPLACE TABLE raw AS SELECT {listed} FROM raw")
    return replace(
        raw,
        names=tuple(raw.names[at] for at in kept),
        native=frozenset(place for place, at in enumerate(kept) if at in raw.native),
        units={place: raw.units[at] for place, at in enumerate(kept) if at in raw.units},
    )


def _without_void(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without doubts about empty cells of columns that have none: those were in a row of totals that was left out."""
    doubted = {one.column for one in raw.repairs if one.kind == "null" and one.doubt}
    words = ", ".join(map(quoted, sorted(NULL_WORDS)))
    void = {
        name
        for name, cell in zip(raw.names, raw.cells, strict=True)
        if name in doubted and not _count(con, f"raw WHERE lower(trim(coalesce({cell}, ''))) IN ({words})")
    }
    kept = tuple(one for one in raw.repairs if not (one.kind == "null" and one.doubt and one.column in void))
    return replace(raw, repairs=kept)


def _present(con: duckdb.DuckDBPyConnection, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """The columns that hold anything or have a name of their own; columns with neither are left out."""
    counts = con.execute(f"SELECT {', '.join(f'count({identifier(choice.name)})' for choice in choices)} FROM data")
    filled = counts.fetchone() or ()
    made_up = [_MADE_UP.fullmatch(choice.name.lower()) for choice in choices]
    kept = tuple(c for c, rows, unnamed in zip(choices, filled, made_up, strict=True) if rows or not unnamed)
    for choice in choices:
        if choice not in kept and kept:
            con.execute(f"ALTER TABLE data DROP {identifier(choice.name)}")
    return kept or choices


def _repairs_of(choices: tuple[Choice, ...]) -> tuple[Repair, ...]:
    return tuple(repair for choice in choices for repair in choice.repairs)


def _count(con: duckdb.DuckDBPyConnection, table: str) -> int:
    row = con.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(row[0]) if row else 0
