"""Parquet coming in: believed only after every page was read and agrees with the file's own statistics."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.errors import UnreadableData
from shared.ingestion.database import duckdb
from shared.ingestion.limits import Limits
from shared.ingestion.raw import Raw, check_columns, clean_names
from shared.quoting import identifier, quoted

_DAMAGED = "This Parquet file is damaged or was cut off; write it again, or send the table as CSV."
_NOT_KEPT = {
    "number": "are no finite number",
    "date": "hold no date of the years 1 to 9999",
}
"""What JSON, sums and calendars cannot hold, by the kind of cell."""
_LOSSY = ("HUGEINT", "UHUGEINT", "UBIGINT")
_NESTED = re.compile(r".*\]|(?:STRUCT|MAP|UNION)\(.*", re.DOTALL)
_DECIMAL = re.compile(r"DECIMAL\((\d+),(\d+)\)")
_DIGITS = 15
"""As many of a decimal as a number of 64 bits tells apart."""
_PLACES = 2
"""Of the digits behind a point as many must be kept, as of money; the others are below what is measured."""


def load_parquet(con: duckdb.DuckDBPyConnection, file: Path, limits: Limits) -> Raw:
    """Fills table `raw`, with the types that ingestion knows; nested values become JSON text."""
    relation = f"read_parquet({quoted(str(file))})"
    try:
        described = con.execute(f"DESCRIBE SELECT * FROM {relation}").fetchall()
        check_columns(len(described), limits)
        names, told = clean_names([column[0] for column in described])
        kinds, converted = _kinds_kept(con, relation, {column[0]: column[1] for column in described})
        listed = ", ".join(f"{_readable(name, kind)} AS c{at}" for at, (name, kind) in enumerate(kinds.items()))
        con.execute(f"CREATE OR REPLACE TABLE raw AS SELECT {listed} FROM {relation}")
        emptied = _emptied(con, relation, kinds)
        _verify(con, file, list(kinds.items()), emptied)
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise UnreadableData(_DAMAGED) from error
    native = frozenset(at for at, kind in enumerate(kinds.values()) if kind not in ("VARCHAR", _TEXT))
    told += (*_zones_told(names, kinds), *_nested_told(kinds), *converted, *_emptied_told(kinds, emptied))
    return Raw(names, native=native, typed=True, repairs=told)


_TEXT = "BLOB of text"
"""Bytes of which no one said that they are text, and which are."""


def _kinds_kept(
    con: duckdb.DuckDBPyConnection, relation: str, stated: Mapping[str, str]
) -> tuple[dict[str, str], tuple[Repair, ...]]:
    """The kinds of the columns by which they are kept, and what is told of it: long whole numbers keep all of their
    digits, as numbers where these fit and else as text, and bytes that are text are text."""
    looked = {name: one for name, kind in stated.items() if (one := _looked_into(name, kind))}
    if not looked:
        return dict(stated), ()
    found = con.execute(f"SELECT {', '.join(looked.values())} FROM {relation}").fetchone() or ()
    beyond = dict(zip(looked, found, strict=True))
    kept = {name: _kept_as(kind, beyond[name]) if name in looked else kind for name, kind in stated.items()}
    return kept, tuple(_conversions_told(kept, beyond))


def _looked_into(name: str, kind: str) -> str | None:
    """SQL that counts the cells that would lose something: [digits beyond those of a number, those of a BIGINT], or
    bytes that are no text; None where no cell can."""
    column, decimal = identifier(name), _DECIMAL.fullmatch(kind)
    if kind == "BLOB":
        return f"[count(*) FILTER ({column} IS NOT NULL AND try(decode({column})) IS NULL)]"
    if decimal is None or int(decimal[1]) <= _DIGITS:
        return None
    long = f"abs({column}) >= {10 ** (_DIGITS - min(int(decimal[2]), _PLACES))}"
    whole = f"{column} IS NOT NULL AND try_cast({column} AS BIGINT) IS NULL"
    return f"[count(*) FILTER ({long}), count(*) FILTER ({whole})]"


def _kept_as(kind: str, beyond: Sequence[int]) -> str:
    decimal = _DECIMAL.fullmatch(kind)
    if decimal is None:
        return kind if beyond[0] else _TEXT
    if int(decimal[2]) or not beyond[0]:
        return kind
    return "HUGEINT" if beyond[1] else "BIGINT"


def _conversions_told(kept: Mapping[str, str], beyond: Mapping[str, Sequence[int]]) -> Iterator[Repair]:
    for name, counts in beyond.items():
        kind = kept[name]
        if kind == _TEXT:
            yield Repair(kind="encoding", detail=f"Column {name} holds bytes; they were read as UTF-8.", column=name)
        elif kind == "BLOB":
            detail = f"Column {name} holds bytes that are no text; they are shown as codes."
            yield Repair(kind="encoding", detail=detail, column=name, rows=counts[0])
        elif kind.startswith("DECIMAL") and counts[0]:
            detail = f"In column {name}, {counts[0]:,} cell(s) have more digits than the {_DIGITS} that are kept."
            yield Repair(kind="number", detail=detail, column=name, rows=counts[0])


def _emptied(con: duckdb.DuckDBPyConnection, relation: str, kinds: Mapping[str, str]) -> dict[str, int]:
    """How many cells of each column count as empty, since what they hold cannot be kept."""
    looked = [name for name, kind in kinds.items() if kind in ("FLOAT", "DOUBLE") or _is_dated(kind)]
    if not looked:
        return {}
    kept = (f"({_readable(name, kinds[name])}) IS NULL AND {identifier(name)} IS NOT NULL" for name in looked)
    asked = ", ".join(f"count(*) FILTER ({one})" for one in kept)
    counts = con.execute(f"SELECT {asked} FROM {relation}").fetchone() or ()
    return {name: rows for name, rows in zip(looked, counts, strict=True) if rows}


def _emptied_told(kinds: Mapping[str, str], emptied: Mapping[str, int]) -> tuple[Repair, ...]:
    of = {name: "date" if _is_dated(kinds[name]) else "number" for name in emptied}
    return tuple(
        Repair(
            kind="date" if of[name] == "date" else "number",
            detail=f"In column {name}, {rows:,} cell(s) {_NOT_KEPT[of[name]]} and count as empty.",
            column=name,
            rows=rows,
        )
        for name, rows in emptied.items()
    )


def _is_dated(kind: str) -> bool:
    return kind == "DATE" or (kind.startswith("TIMESTAMP") and not _NESTED.fullmatch(kind))


def _readable(name: str, kind: str) -> str:
    """SQL that gives a column in one of the types that are kept."""
    column = identifier(name)
    if _NESTED.fullmatch(kind):
        return f"CAST(to_json({column}) AS VARCHAR)"
    if kind == _TEXT:
        return f"decode({column})"
    if kind in _LOSSY:
        return f"CAST({column} AS VARCHAR)"
    if _DECIMAL.fullmatch(kind) or kind in ("FLOAT", "DOUBLE"):
        return f"CASE WHEN isfinite({column}::DOUBLE) THEN {column}::DOUBLE END"
    if kind.endswith("INT") or kind == "INTEGER":
        return f"CAST({column} AS BIGINT)"
    if _is_dated(kind):
        in_utc = f"({column} AT TIME ZONE 'UTC')" if _is_zoned(kind) else column
        day = in_utc if kind == "DATE" else f"CAST({in_utc} AS TIMESTAMP)"
        return f"CASE WHEN {day} >= DATE '0001-01-01' AND {day} < DATE '10000-01-01' THEN {day} END"
    if kind in ("BOOLEAN", "VARCHAR", "TIME"):
        return column
    return f"CAST({column} AS VARCHAR)"


def _zones_told(names: Sequence[str], kinds: Mapping[str, str]) -> tuple[Repair, ...]:
    """Moments in time, which become what a clock in UTC shows: a day may be another than where they were written."""
    zoned = [name for name, kind in zip(names, kinds.values(), strict=True) if _is_zoned(kind)]
    return tuple(
        Repair(kind="date", detail=f"Column {name} holds moments with a time zone; they were read in UTC.", column=name)
        for name in zoned
    )


def _is_zoned(kind: str) -> bool:
    return _is_dated(kind) and kind.startswith("TIMESTAMP WITH")


def _nested_told(kinds: Mapping[str, str]) -> tuple[Repair, ...]:
    nested = [name for name, kind in kinds.items() if _NESTED.fullmatch(kind)]
    if not nested:
        return ()
    return (Repair(kind="other", detail=f"Nested values were kept as JSON text in {', '.join(nested[:5])}."),)


def _verify(
    con: duckdb.DuckDBPyConnection, file: Path, columns: list[tuple[str, str]], emptied: Mapping[str, int]
) -> None:
    """Raises UnreadableData where the pages say something else than the statistics beside them: damage that loads."""
    stated = _stated(con, file)
    rows = con.execute(f"SELECT sum(num_rows) FROM parquet_file_metadata({quoted(str(file))})").fetchone()
    counted = con.execute("SELECT count(*) FROM raw").fetchone()
    if rows is None or counted is None or (rows[0] or 0) != counted[0]:
        raise UnreadableData(_DAMAGED)
    for at, (name, kind) in enumerate(columns):
        if name in stated and not _agrees(con, at, kind, stated[name], counted[0] - emptied.get(name, 0)):
            raise UnreadableData(_DAMAGED)


def _stated(con: duckdb.DuckDBPyConnection, file: Path) -> dict[str, tuple[int | None, str | None, str | None]]:
    """For each flat column the number of nulls, minimum and maximum over all row groups, where all state them."""
    query = f"""
        SELECT path_in_schema,
               CASE WHEN count(stats_null_count) = count(*) THEN sum(stats_null_count) END,
               CASE WHEN count(stats_min_value) = count(*) THEN list(stats_min_value) END,
               CASE WHEN count(stats_max_value) = count(*) THEN list(stats_max_value) END
        FROM parquet_metadata({quoted(str(file))}) GROUP BY 1"""
    return {name: (nulls, low, high) for name, nulls, low, high in con.execute(query).fetchall()}


def _agrees(con: duckdb.DuckDBPyConnection, at: int, kind: str, stated: tuple[object, ...], rows: int) -> bool:
    """Whether a column agrees with what is stated; `rows` are those without what is kept of no cell."""
    nulls, low, high = stated
    row = con.execute(f"SELECT count(c{at}) FROM raw").fetchone()
    if row is None:
        return False
    if nulls is not None and kind not in ("FLOAT", "DOUBLE") and rows - row[0] != nulls:
        return False
    cast = _compared_as(kind)
    if cast is None or not isinstance(low, list) or not isinstance(high, list) or not row[0]:
        return True
    within = con.execute(  # by DuckDB: Python has no year 0, and takes infinity for the last day of all
        f"SELECT list_min(list_transform($1, lambda v: TRY_CAST(v AS {cast}))) <= min(c{at}) "
        f"AND max(c{at}) <= list_max(list_transform($2, lambda v: TRY_CAST(v AS {cast}))) FROM raw",
        [low, high],
    ).fetchone()
    return within is None or within[0] is not False


def _compared_as(kind: str) -> str | None:
    """The type in which a column and its stated bounds can be compared, where they can."""
    if kind == "FLOAT":
        return "FLOAT"  # 1.1 as it is stated is no FLOAT, and lies below the FLOAT that it stands for
    if _DECIMAL.fullmatch(kind) or kind == "DOUBLE":
        return "DOUBLE"
    if kind in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"):
        return "BIGINT"
    return kind if kind in ("DATE", "TIMESTAMP", "VARCHAR") else None
