"""Whatever the format and whatever the name: the content decides, and a table in any of them is the same table."""

import datetime as dt
import gzip
import io
import json
import time
import zipfile
from pathlib import Path

import duckdb
import pytest
from workbooks import workbook

from shared.errors import UnreadableData
from shared.ingestion.layout.delimited import load_text
from shared.ingestion.layout.dialect import Layout
from shared.ingestion.limits import Limits
from shared.ingestion.pipeline import ingest

CSV = "name,amount,day\nAnn,1.5,2024-01-02\nBob,2.25,2024-01-03\nCyd,,2024-01-04\n"
ROWS = [
    ("Ann", 1.5, dt.date(2024, 1, 2)),
    ("Bob", 2.25, dt.date(2024, 1, 3)),
    ("Cyd", None, dt.date(2024, 1, 4)),
]
RECORDS = [
    {"name": "Ann", "amount": 1.5, "day": "2024-01-02"},
    {"name": "Bob", "amount": 2.25, "day": "2024-01-03"},
    {"name": "Cyd", "amount": None, "day": "2024-01-04"},
]


def parquet(tmp_path: Path, select: str) -> bytes:
    target = tmp_path / "made.parquet"
    duckdb.sql(f"COPY ({select}) TO '{target}' (FORMAT parquet)")
    return target.read_bytes()


def columns_of(records):
    return {key: [record[key] for record in records] for key in records[0]}


def zip_of(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return out.getvalue()


SAME_TABLE = {
    "csv": CSV,
    "tsv": CSV.replace(",", "\t"),
    "semicolons": CSV.replace(",", ";"),
    "pipes": CSV.replace(",", "|"),
    "windows line ends": CSV.replace("\n", "\r\n"),
    "old mac line ends": CSV.replace("\n", "\r"),
    "mixed line ends": CSV.replace("\n", "\r\n", 2),
    "no last line end": CSV.rstrip("\n"),
    "everything quoted": "\n".join(",".join(f'"{cell}"' for cell in line.split(",")) for line in CSV.split()),
    "bom": CSV.encode("utf-8-sig"),
    "utf-16": CSV.encode("utf-16"),
    "utf-16 without bom": CSV.encode("utf-16-le"),
    "utf-16 big endian without bom": CSV.encode("utf-16-be"),
    "utf-16 cut off within a line end": CSV.encode("utf-16")[:-1],
    "utf-32": CSV.encode("utf-32"),
    "end mark of dos": CSV + "\x1a",
    "end mark of dos on a line of its own": CSV + "\x1a\r\n",
    "filled up with end marks": CSV + "\x1a" * 500,
    "filled up with zeros": CSV + "\0" * 5_000,
    "end mark of dos in utf-16": (CSV + "\x1a").encode("utf-16"),
    "end mark of dos below ndjson": "\n".join(json.dumps(record) for record in RECORDS) + "\n\x1a",
    "gzip": gzip.compress(CSV.encode()),
    "gzip in two members": gzip.compress(CSV[:30].encode()) + gzip.compress(CSV[30:].encode()),
    "gzip of json": gzip.compress(json.dumps(RECORDS).encode()),
    "zip": zip_of(export__data_csv=CSV.encode(), __MACOSX___data_csv=b"\0"),
    "zip of a workbook": zip_of(data_xlsx=workbook(Data=[("name", "amount", "day"), *ROWS])),
    "web page": "<table><tr><th>" + "<tr><td>".join(line.replace(",", "<td>") for line in CSV.split()) + "</table>",
    "json list of objects": json.dumps(RECORDS, indent=2),
    "json object of lists": json.dumps(columns_of(RECORDS)),
    "json as pandas writes it": json.dumps({k: dict(enumerate(v)) for k, v in columns_of(RECORDS).items()}),
    "json list inside an object": json.dumps({"status": "ok", "count": 3, "data": {"items": RECORDS}}),
    "json list of lists": json.dumps([list(RECORDS[0]), *[list(record.values()) for record in RECORDS]]),
    "ndjson": "\n".join(json.dumps(record) for record in RECORDS),
    "sep line": "sep=;\n" + CSV.replace(",", ";"),
    "excel": workbook(Data=[("name", "amount", "day"), *[(n, a, d) for n, a, d in ROWS]]),
    "excel with a title": workbook(Data=[("A report",), (), ("name", "amount", "day"), *ROWS]),
    "excel with a margin": workbook(Data=[(None, None, "name", "amount", "day"), *[(None, None, *r) for r in ROWS]]),
}


@pytest.mark.parametrize("name", ["x.parquet"])
@pytest.mark.parametrize("content", SAME_TABLE.values(), ids=SAME_TABLE.keys())
def test_the_same_table_is_read_from_every_format_under_any_name(read, content, name):
    ingested = read(content, name)
    assert ingested.rows == ROWS
    assert ingested.types() == ["text", "number", "date"]
    assert ingested.profile.rows_read == ingested.profile.row_count == 3
    assert ingested.profile.rows_dropped == 0


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("words", ["Анна Борис Вера", "王小明 李雷 赵四", "Zoë Ödön Ann", "שרה דוד נעה"])
def test_utf_16_without_a_mark_is_known_in_every_script(read, words, encoding):
    rows = [(word, number) for number, word in enumerate(words.split(), 1)]
    ingested = read(("имя,n\n" + "".join(f"{word},{number}\n" for word, number in rows)).encode(encoding))
    assert ingested.rows == rows
    assert f"it was read as {encoding.upper()}" in ingested.told("encoding")


def test_what_fills_a_file_up_is_told(read):
    assert "fill the file up behind its text" in read(CSV + "\0" * 500).told("encoding")


@pytest.mark.parametrize("kind", ["DATE", "TIMESTAMP", "TIMESTAMPTZ"])
@pytest.mark.parametrize("odd", ["infinity", "-infinity", "0044-03-15 (BC)", "10000-01-01"])
def test_a_date_of_parquet_that_no_calendar_here_holds_is_empty_and_told_and_never_another(read, tmp_path, kind, odd):
    days = f"SELECT '2024-01-05'::{kind} AS day UNION ALL SELECT '{odd}'::{kind} UNION ALL SELECT NULL"
    ingested = read(parquet(tmp_path, days), "far.parquet")
    assert [None if cell is None else str(cell)[:10] for (cell,) in ingested.rows].count(None) == 2
    column = ingested.profile.column("day")
    assert (column.minimum, column.maximum, column.nulls) == ("2024-01-05", "2024-01-05", 2)
    (told,) = [one for one in ingested.profile.repairs if "years 1 to 9999" in one.detail]
    assert (told.column, told.rows) == ("day", 1)


def test_parquet_keeps_its_types_and_turns_nested_values_into_json(read, tmp_path):
    made = parquet(
        tmp_path,
        "SELECT 1::TINYINT AS small, 1.25::DECIMAL(9,2) AS price, [1,2] AS list, {'a': 1} AS record, "
        "TIMESTAMPTZ '2024-01-01 12:00:00+02' AS at, 'x' AS word, TIME '10:30:00' AS clock, 'nan'::DOUBLE AS odd",
    )
    ingested = read(made, "x.csv")
    assert ingested.rows == [(1, 1.25, "[1,2]", '{"a":1}', dt.datetime(2024, 1, 1, 10), "x", dt.time(10, 30), None)]
    assert ingested.types() == ["integer", "number", "text", "text", "timestamp", "text", "time", "number"]
    assert "JSON" in ingested.told()
    assert "Column at holds moments with a time zone; they were read in UTC." in ingested.told("date")


def test_numbers_of_single_precision_agree_with_their_statistics_though_those_are_written_in_decimals(read, tmp_path):
    made = parquet(tmp_path, "SELECT unnest([1.1::FLOAT, 2.7::FLOAT, -0.3::FLOAT]) AS x")
    assert read(made).values("x") == pytest.approx([1.1, 2.7, -0.3], rel=1e-7)


def test_integers_too_large_to_count_with_stay_exact_as_text(read, tmp_path):
    made = parquet(tmp_path, "SELECT 18446744073709551615::UBIGINT AS big UNION ALL SELECT 7::UBIGINT")
    assert set(read(made).values("big")) == {"18446744073709551615", "7"}


@pytest.mark.parametrize(
    ("cells", "kind", "kept"),
    [
        (["12345678901234567890123", "12345678901234567890124"], "DECIMAL(38,0)", "text"),
        (["1234567890123456789", "1234567890123456790"], "DECIMAL(20,0)", "integer"),
        (["1234567890", "1234567891"], "DECIMAL(38,0)", "number"),
    ],
)
def test_whole_decimals_of_parquet_keep_all_of_their_digits(read, tmp_path, cells, kind, kept):
    ingested = read(parquet(tmp_path, f"SELECT unnest({cells}::{kind}[]) AS account"))
    assert [str(int(cell)) for cell in ingested.values("account")] == cells
    assert ingested.types() == [kept]


@pytest.mark.parametrize(
    ("cell", "kind", "told"), [("12345678901234567.25", "DECIMAL(38,2)", 1), ("1234567.25", "DECIMAL(38,18)", 0)]
)
def test_digits_that_a_number_does_not_keep_are_told(read, tmp_path, cell, kind, told):
    ingested = read(parquet(tmp_path, f"SELECT '{cell}'::{kind} AS amount"))
    repairs = [one.rows for one in ingested.profile.repairs if "more digits than the 15" in one.detail]
    assert repairs == [1] * told


@pytest.mark.parametrize(
    ("cell", "kept"),
    [
        ("[1.5::DECIMAL(2,1), 2.5]", "[1.5,2.5]"),
        ("[TIMESTAMP '2024-01-01']", "2024-01-01 00:00:00"),
        ("MAP {'a': DATE '2024-01-01'}", '{"a":"2024-01-01"}'),
    ],
)
def test_nested_values_of_every_kind_become_text(read, tmp_path, cell, kept):
    assert read(parquet(tmp_path, f"SELECT {cell} AS x, 1 AS n")).rows == [(kept, 1)]


def test_bytes_of_parquet_that_are_text_are_read_and_others_shown_as_codes(read, tmp_path):
    ingested = read(parquet(tmp_path, r"SELECT 'Z\xC3\xBCrich'::BLOB AS town, '\xFF\xFE'::BLOB AS key"))
    assert ingested.rows == [("Zürich", r"\xFF\xFE")]
    assert "Column town holds bytes; they were read as UTF-8." in ingested.told("encoding")
    assert "Column key holds bytes that are no text" in ingested.told("encoding")


def test_numbers_of_parquet_that_are_not_finite_count_as_empty_and_are_told(read, tmp_path):
    ingested = read(parquet(tmp_path, "SELECT unnest(['nan'::DOUBLE, 'inf'::DOUBLE, 2.5, NULL]) AS x"))
    assert ingested.values("x") == [None, None, 2.5, None]
    assert "In column x, 2 cell(s) are no finite number" in ingested.told("number")


def test_objects_inside_json_are_flattened_and_lists_of_texts_told_in_words(read):
    ingested = read(json.dumps([{"a": {"b": 1, "c": {"d": "x"}}, "tags": ["p", "q"]}, {"a": {"b": 2}}]))
    assert [column.name for column in ingested.profile.columns] == ["a.b", "a.c.d", "tags"]
    assert ingested.rows == [(1, "x", "p; q"), (2, None, None)]


def test_digits_of_json_numbers_are_kept(read):
    assert read('[{"a": 12345678901234567}, {"a": 1}]').values("a") == [12345678901234567, 1]
    assert read('[{"a": 1.234}, {"a": 5.678}]').profile.ambiguities == ()


def test_broken_lines_of_ndjson_are_dropped_and_told(read):
    ingested = read('{"a": 1}\nnonsense\n{"a": 2}\n')
    assert ingested.values("a") == [1, 2]
    assert (ingested.profile.rows_read, ingested.profile.rows_dropped) == (3, 1)
    assert "1 line is no JSON object" in ingested.told("dropped")


def bomb() -> bytes:
    return gzip.compress(b"a,b\n" + b"1,2\n" * 500_000)


def encrypted_zip() -> bytes:
    """An archive whose member says that it is encrypted, in its own header and in the directory."""
    packed = bytearray(zip_of(data_csv=b"a,b\n1,2\n"))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed[packed.index(signature) + flags] |= 1
    return bytes(packed)


SMALL = Limits(
    max_bytes=1_000_000, max_unpacked_bytes=1_000_000, max_document_bytes=1_000_000, max_columns=50, max_rows=5_000
)
REFUSED = {
    "empty": (b"", "is empty"),
    "blank": (b" \n\r\n\t\n", "is empty"),
    "only a bom": (b"\xef\xbb\xbf", "is empty"),
    "header only": (b"a,b,c\n", "no rows below it"),
    "header and blank lines": (b"a,b\n\n\n", "no rows below it"),
    "only null json": (b"[]", "no rows"),
    "empty json object": (b"{}", "no rows"),
    "random bytes": (bytes(range(256)) * 50, "binary data"),
    "zeros": (b"a" + b"\0" * 5_000, "binary data"),
    "pdf": (b"%PDF-1.7 blah", "PDF"),
    "png": (b"\x89PNG\r\n\x1a\n" + b"x" * 50, "picture"),
    "sqlite": (b"SQLite format 3\0" + b"\0" * 100, "SQLite"),
    "html": (b"<!DOCTYPE html><html><body>Please log in</body></html>", "web page"),
    "html under blanks": (b"\n\n  <html lang='en'><table><tr><td>1</td></tr></table></html>", "web page"),
    "xml": (b"<?xml version='1.0'?><rows><row a='1'/></rows>", "XML"),
    "rtf": (b"{\\rtf1\\ansi hello}", "text document"),
    "truncated json": (b'[{"a": 1}, {"a": ', "broken or cut off"),
    "truncated object": (b'{"a": [1, 2', "broken or cut off"),
    "bzip2": (b"BZh91AY&SY" + b"x" * 20, "bzip2"),
    "xz": (b"\xfd7zXZ\x00" + b"x" * 20, "xz"),
    "zstd": (b"(\xb5/\xfd" + b"x" * 20, "zstd"),
    "rar": (b"Rar!\x1a\x07" + b"x" * 20, "RAR"),
    "7z": (b"7z\xbc\xaf\x27\x1c" + b"x" * 20, "7-zip"),
    "zip of two tables": (zip_of(data_csv=b"a,b\n1,2\n", more_csv=b"a,b\n1,2\n"), "holds 2 files"),
    "zip of folders": (zip_of(data__=b""), "zip archive is empty"),
    "zip with a password": (encrypted_zip(), "protected by a password"),
    "zip of a zip": (zip_of(data_zip=zip_of(data_csv=b"a,b\n1,2\n")), "packed twice"),
    "damaged zip": (b"PK\x03\x04" + b"x" * 200, "damaged"),
    "zip that is no workbook": (zip_of(xl__workbook_xml=b"nonsense"), "cannot be opened"),
    "workbook that unpacks to too much": (zip_of(xl__workbook_xml=b"0" * 2_000_000), "Unpacked"),
    "damaged gzip": (b"\x1f\x8b\x08\x00" + b"x" * 100, "gzip file is damaged"),
    "gzip cut off": (gzip.compress(CSV.encode() * 50)[:-20], "ends too early"),
    "gzip bomb": (bomb(), "Unpacked"),
    "gzip of gzip": (gzip.compress(gzip.compress(CSV.encode())), "packed twice"),
    "gzip of nothing": (gzip.compress(b""), "is empty"),
    "parquet in name only": (b"PAR1" + b"\0" * 100, "Parquet file is damaged"),
    "arrow": (b"ARROW1\0\0" + b"\0" * 100, "Arrow"),
    "old office nonsense": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "cannot be opened"),
    "empty workbook": (workbook(Sheet1=[]), "sheets of this workbook are empty"),
    "too many columns": ((",".join(f"c{i}" for i in range(60)) + "\n" + "1," * 59 + "1\n").encode(), "60 columns"),
    "too large": (b"a,b\n" + b"1,2\n" * 300_000, "at most 1 MB"),
    "too many rows": (b"a,b\n" + b"1,2\n" * 6_000, "6,000 rows"),
}


@pytest.mark.parametrize(("content", "because"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_table_is_refused_in_one_plain_sentence_that_says_what_to_do(tmp_path, content, because):
    source, target = tmp_path / "upload", tmp_path / "out.parquet"
    source.write_bytes(content)
    with pytest.raises(UnreadableData, match=because) as refusal:
        ingest(source, target, dataset_id="d1", limits=SMALL)
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    assert 20 < len(sentence) < 240
    assert any(verb in sentence for verb in ("send", "save", "Download", "export", "Export"))
    assert not any(leak in sentence for leak in ("Error", "Traceback", str(tmp_path), "duckdb", "0x"))
    assert not target.exists()


@pytest.fixture(scope="module")
def sound_parquet(tmp_path_factory) -> bytes:
    target = tmp_path_factory.mktemp("parquet") / "sound.parquet"
    duckdb.sql(
        "COPY (SELECT i AS id, i * 1.5 AS amount, 'word ' || (i * 7919 % 1000) AS word FROM range(5000) t(i)) "
        f"TO '{target}' (FORMAT parquet, COMPRESSION uncompressed)"
    )
    return target.read_bytes()


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.9, 0.99])
def test_a_truncated_parquet_is_refused(tmp_path, sound_parquet, share):
    source = tmp_path / "x.parquet"
    source.write_bytes(sound_parquet[: int(len(sound_parquet) * share)])
    with pytest.raises(UnreadableData, match="damaged"):
        ingest(source, tmp_path / "out.parquet", dataset_id="d1")


@pytest.mark.parametrize("share", [0.05, 0.2, 0.35])
def test_damage_inside_parquet_that_would_load_silently_is_found_by_its_statistics(tmp_path, sound_parquet, share):
    """The pages hold other numbers than the footer states: DuckDB alone loads them without a word."""
    damaged = bytearray(sound_parquet)
    at = int(len(damaged) * share)
    damaged[at : at + 64] = b"A" * 64
    source = tmp_path / "x.parquet"
    source.write_bytes(bytes(damaged))
    with pytest.raises(UnreadableData, match="damaged"):
        ingest(source, tmp_path / "out.parquet", dataset_id="d1")


def test_a_gzip_bomb_is_stopped_long_before_it_fills_the_disk(tmp_path):
    source = tmp_path / "bomb.csv.gz"
    source.write_bytes(gzip.compress(b"0" * 50_000_000))
    with pytest.raises(UnreadableData, match="Unpacked"):
        ingest(source, tmp_path / "out.parquet", dataset_id="d1", limits=Limits(max_unpacked_bytes=5_000_000))


@pytest.mark.parametrize(
    ("document", "rows"),
    [
        ({"columns": ["id", "v"], "index": [0, 1], "data": [[1, 2], [3, 4]]}, [(1, 2), (3, 4)]),
        ({"a": {"v": 1, "w": "x"}, "b": {"v": 2, "w": "y"}}, [("a", 1, "x"), ("b", 2, "y")]),
    ],
)
def test_what_pandas_writes_as_json_is_read_as_the_table_that_it_was(read, document, rows):
    assert read(json.dumps(document), "t.json").rows == rows


def test_a_header_of_a_million_columns_is_refused_at_once(tmp_path):
    source = tmp_path / "t.csv"
    source.write_bytes(b"0," * 1_000_000 + b"\n1\n")
    started = time.thread_time()
    with pytest.raises(UnreadableData, match="columns"):
        ingest(source, tmp_path / "out.parquet", dataset_id="d1")
    assert time.thread_time() - started < 15


def test_a_long_last_line_is_a_row_like_any_other(tmp_path):
    """DuckDB leaves it out without a word where it is longer than what it holds of a file at once."""
    source = tmp_path / "t.csv"
    source.write_bytes(b"id,text\n" + b"1,short\n" * 100 + b"2," + b"x" * 60_000_000)
    with duckdb.connect() as con:
        load_text(con, source, Layout(",", ("id", "text"), skip=1), tmp_path, Limits())
        assert con.execute("SELECT count(*), max(strlen(c1)) FROM raw").fetchone() == (101, 60_000_000)


@pytest.mark.parametrize("end", [b"", b"\n1,2\n"])
def test_a_line_that_no_reader_takes_is_never_left_out_silently(tmp_path, end):
    source = tmp_path / "t.csv"
    source.write_bytes(b"0,1\n" * 100 + b"7" * 70_000_000 + end)
    with pytest.raises(UnreadableData, match="one row on each line"):
        ingest(source, tmp_path / "out.parquet", dataset_id="d1")


@pytest.mark.parametrize(
    ("document", "rows", "told"),
    [
        ({"a": [{"x": 1}, {"x": 2}], "b": [{"y": 3}, {"y": 4}]}, [(1,), (2,)], "it also has b (2)"),
        ([{"v": 1}, {"v": None}, {"v": 3}], [(1,), (3,)], "1 object(s) hold no value"),
        ([["x", "y"], [1, 2], [3, 4, 5]], [(1, 2, None), (3, 4, 5)], ""),
        ([{"v": 1, "l": [1.5, 2]}, {"v": 2, "l": []}], [(1, "[1.5, 2]"), (2, "[]")], "kept as JSON text in l"),
    ],
)
def test_nothing_in_json_is_put_side_by_side_or_lost_without_a_word(read, document, rows, told):
    ingested = read(json.dumps(document), "x.json")
    assert ingested.rows == rows
    assert told in ingested.told()
    assert ingested.profile.rows_read == len(rows) + ingested.profile.rows_dropped


def test_lists_on_lines_are_rows(read):
    assert read('[1,"a"]\n[2,"b"]\n', "x.ndjson").rows == [(1, "a"), (2, "b")]
