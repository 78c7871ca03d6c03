"""Every figure of a profile is what pandas computes; roles, units and subject are what a reader sees."""

import io
import re
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.contracts import ColumnOverride, Overrides
from shared.embeddings.embedder import Embedder
from shared.ingestion.meaning.embeddings import embed_texts
from shared.ingestion.pipeline import ingest

ORDERS = "order_id,Order Date,region,unitPrice,quantity,discount_pct,latitude,rating,year,zip\n" + "".join(
    f"{i},2024-{i % 12 + 1:02d}-01,{'NSEW'[i % 4]},{i * 1.5},{i % 7},{i % 30},{i / 10},{i % 5 + 1},{2020 + i % 4}"
    f",{10000 + i}\n"
    for i in range(1, 301)
)


def random_table(rows: int = 2_000) -> pd.DataFrame:
    draw = np.random.default_rng(7)
    frame = pd.DataFrame(
        {
            "amount": draw.normal(100, 30, rows).round(4),
            "count": draw.integers(-50, 50, rows),
            "group": draw.choice(["a", "b", "c", "d"], rows, p=[0.4, 0.3, 0.2, 0.1]),
            "day": pd.Timestamp("2024-01-01") + pd.to_timedelta(draw.integers(0, 300, rows), unit="D"),
        }
    )
    frame.loc[draw.random(rows) < 0.1, "amount"] = np.nan
    return frame


def test_every_statistic_equals_that_of_pandas(read):
    frame = random_table()
    profile = read(frame.to_csv(index=False)).profile
    for name in ("amount", "count"):
        column, series = profile.column(name), frame[name]
        assert column.mean == pytest.approx(series.mean())
        assert (column.minimum, column.maximum) == (series.min(), series.max())
        assert (column.nulls, column.distinct) == (series.isna().sum(), series.nunique())
        for quantile, value in column.quantiles.items():
            assert value == pytest.approx(series.quantile(float(quantile)))
        assert set(column.quantiles) >= {"0.25", "0.5", "0.75", "0.8"}
    counts = frame["group"].value_counts()
    assert [(v.value, v.count) for v in profile.column("group").top_values] == list(counts.items())
    day = profile.column("day")
    assert (day.minimum, day.maximum) == (str(frame["day"].min().date()), str(frame["day"].max().date()))


def test_a_profile_says_which_dataset_and_file_it_is_of_its_rows_and_its_columns(read):
    profile = read("name,size\na,1\nb,2\n", name="sizes.csv").profile
    assert (profile.dataset_id, profile.file_name, profile.row_count) == ("d1", "sizes.csv", 2)
    assert [column.name for column in profile.columns] == ["name", "size"]


def test_a_column_has_its_type_how_many_cells_are_empty_and_samples_of_the_others(read):
    profile = read("day,who,paid,seats\n2025-01-01,Ada,1.5,4\n2025-01-02,,2.5,7\n2025-01-03,Bo,,5\n").profile
    assert {one.name: (one.type, one.nulls, one.samples) for one in profile.columns} == {
        "day": ("date", 0, ("2025-01-01", "2025-01-02", "2025-01-03")),
        "who": ("text", 1, ("Ada", "Bo")),
        "paid": ("number", 1, ("1.5", "2.5")),
        "seats": ("integer", 0, ("4", "7", "5")),
    }


def test_all_values_of_a_column_with_up_to_two_hundred_are_listed(read):
    profile = read("v,w\n" + "".join(f"x{i % 200},y{i}\n" for i in range(2_000))).profile
    assert len(profile.column("v").top_values) == 200
    assert len(profile.column("w").top_values) == 50


@pytest.mark.parametrize(
    ("column", "role", "additivity"),
    [
        ("order_id", "id", "non_additive"),
        ("Order Date", "time", "non_additive"),
        ("region", "dimension", "non_additive"),
        ("unitPrice", "measure", "non_additive"),
        ("quantity", "measure", "additive"),
        ("discount_pct", "measure", "non_additive"),
        ("latitude", "measure", "non_additive"),
        ("rating", "measure", "non_additive"),
        ("year", "dimension", "non_additive"),
        ("zip", "id", "non_additive"),
    ],
)
def test_a_column_has_the_role_that_a_reader_would_give_it(read, column, role, additivity):
    profile = read(ORDERS).profile.column(column)
    assert (profile.role, profile.additivity) == (role, additivity)


def test_free_text_has_a_role_of_its_own(read):
    long = "The parcel came late and the box was open when I found it in front of my door"
    profile = read("review,v\n" + "".join(f'"{long}, number {i}",{i}\n' for i in range(40))).profile
    assert profile.column("review").role == "text"


def test_the_table_is_about_what_its_header_and_name_say(read):
    semantic = read(ORDERS, "orders_2024.csv").profile.semantic
    assert (semantic.domain, semantic.entity_name) == ("sales", "order")
    assert semantic.field_descriptions["discount_pct"] == (
        "discount pct (discount percent), in %: a value that is averaged, never added up"
    )
    patients = read("patient,diagnosis,blood pressure\nA,flu,120\nB,cold,130\n", "visits.csv").profile.semantic
    assert (patients.domain, patients.entity_name) == ("healthcare", "visit")
    assert read("a,b\n1,2\n", "upload").profile.semantic.domain == "general"
    assert read("patient,b\n1,2\n", "upload").profile.semantic.domain == "general"
    assert read("patient,diagnosis\n1,2\n", "upload").profile.semantic.domain == "healthcare"


def test_the_semantic_profile_has_a_meaning_for_each_column_and_no_cell(read):
    cells = ("Oslo", "Bergen", "Malmö", "4711", "815")
    profile = read("city,visitors\n" + "".join(f"{cells[i % 3]},{cells[3 + i % 2]}\n" for i in range(12))).profile
    meanings = profile.semantic.field_descriptions
    assert meanings == {"city": "city: a category", "visitors": "visitors: an amount that adds up"}
    assert not [cell for cell in cells if cell in str(meanings)]


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("Revenue (USD)", "USD"),
        ("price_eur", "EUR"),
        ("turnout %", "%"),
        ("weight_kg", "kg"),
        ("Temp [°C]", "°C"),
        ("took_ms", "ms"),
        ("wind_speed_ms", "m/s"),
        ("x", None),
    ],
)
def test_a_unit_in_the_name_is_taken(read, name, unit):
    assert read(f"{name},b\n1.5,2\n2.5,3\n").profile.column(name).unit == unit


@pytest.mark.parametrize(
    ("content", "column", "kind", "reading"),
    [
        ("d,v\n03/04/2025,1\n05/06/2025,2\n07/08/2025,3\n", "d", "date_order", "MDY"),
        ("d;v\n03/04/2025;1,5\n05/06/2025;2,5\n07/08/2025;3,5\n", "d", "date_order", "DMY"),
        ("d,e\n03/04/2025,13/04/2025\n05/06/2025,15/06/2025\n07/08/2025,18/08/2025\n", "d", "date_order", "DMY"),
        ("d,v\n01/01/2025,1\n01/02/2025,2\n01/03/2025,3\n", "d", "date_order", "DMY"),
        ("a,b\nx,1.234\ny,5.678\n", "b", "decimal_mark", "."),
        ("a;b\nx;1,234\ny;5,678\n", "b", "decimal_mark", ","),
        ("a;b;c;d;e\nx;1.234;2,5;1,5;1.5\ny;5.678;3,5;3,5;2.5\n", "b", "decimal_mark", ","),
    ],
)
def test_what_can_be_read_in_two_ways_is_told_with_the_likelier_reading(read, content, column, kind, reading):
    profile = read(content).profile
    assert [(a.column, a.kind, a.reading) for a in profile.ambiguities] == [(column, kind, reading)]


@pytest.mark.parametrize(
    "content",
    [
        "d,v\n13/04/2025,1\n03/04/2025,2\n",
        "a,b\nx,1.5\ny,2.25\n",
        "d,v\n05/05/2025,1\n",
        'a,b\nx,"$75,278"\ny,"$9,120"\n',
    ],
)
def test_what_can_be_read_in_one_way_only_is_not_ambiguous(read, content):
    assert read(content).profile.ambiguities == ()


def test_a_person_overrides_what_was_guessed(read):
    dates = read(
        "d,v\n03/04/2025,1\n05/06/2025,2\n", overrides=Overrides(columns={"D": ColumnOverride(date_order="DMY")})
    )
    assert [str(value) for value in dates.values("d")] == ["2025-04-03", "2025-06-05"]
    assert dates.profile.ambiguities == ()
    marks = read("a,b\nx,1.234\ny,5.678\n", overrides=Overrides(columns={"b": ColumnOverride(decimal_mark=",")}))
    assert marks.values("b") == [1234, 5678]
    texts = read("a,b\nx,1\ny,2\n", overrides=Overrides(columns={"b": ColumnOverride(type="text")}))
    assert texts.values("b") == ["1", "2"]
    laid_out = read("junk\na;b\n1;2\n", overrides=Overrides(delimiter=";", header_row=2))
    assert laid_out.rows == [(1, 2)]
    decoded = read("n\nМосква\n".encode("koi8_r"), overrides=Overrides(encoding="koi8_r"))
    assert decoded.values("n") == ["Москва"]


def test_the_fingerprint_is_that_of_the_parquet_and_repeats(read, tmp_path):
    import hashlib

    first = read(ORDERS)
    assert first.profile.fingerprint == hashlib.sha256(first.parquet.read_bytes()).hexdigest()
    assert read(ORDERS).profile.fingerprint == first.profile.fingerprint


def test_free_text_is_embedded_beside_the_parquet(read, tmp_path):
    words = "The parcel came late and the box was open when I found it in front of the door, order"
    ingested = read("review,v\n" + "".join(f'"{words} {i}",{i}\n' for i in range(30)) + f'"{words} 1",31\n')
    target = tmp_path / "embeddings.parquet"
    profile = embed_texts(ingested.parquet, ingested.profile, target)
    frame = pd.read_parquet(target)
    assert profile.embedded_columns == ("review",)
    assert list(frame.columns) == ["column", "value", "embedding"]
    assert len(frame) == 30
    expected = Embedder().embed(list(frame["value"]))
    assert np.allclose(np.stack(list(frame["embedding"])), expected, atol=1e-6)
    small = embed_texts(ingested.parquet, ingested.profile, tmp_path / "none.parquet", max_values=10)
    assert small.embedded_columns == ()
    assert not (tmp_path / "none.parquet").exists()


def test_embeddings_are_unit_vectors_in_which_synonyms_are_near():
    embedder = Embedder()
    assert np.allclose(np.linalg.norm(embedder.embed(["revenue", "a longer text"]), axis=1), 1.0, atol=1e-5)
    near, far = embedder.similarity(["revenue"], ["sales income", "blue whale"])[0]
    assert near > far
    assert embedder.embed([]).shape == (0, 256)
    assert np.isfinite(embedder.embed(["", " "])).all()


WORDS = st.text(st.sampled_from("abcdefgh ,;|\t\"'\nàéß日😀"), min_size=1, max_size=12).map(lambda w: "w" + w + "w")
TABLES = st.lists(
    st.tuples(
        WORDS, st.integers(-(10**9), 10**9), st.integers(-(10**6), 10**6).map(lambda n: n / 100 + 0.0011), st.dates()
    ),
    min_size=3,
    max_size=20,
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=TABLES,
    delimiter=st.sampled_from([",", ";", "\t", "|"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    line=st.sampled_from(["\n", "\r\n"]),
    quoting=st.sampled_from([0, 1]),
)
def test_a_clean_table_survives_any_dialect(tmp_path, rows, delimiter, encoding, line, quoting):
    """The words hold line ends of their own, so only a file written with the same kind is the same file."""
    import csv

    import duckdb

    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=line, quoting=quoting)
    writer.writerow(["word", "whole", "real", "born"])
    writer.writerows([(word, whole, repr(real), born.isoformat()) for word, whole, real, born in rows])
    source, target = Path(tmp_path) / "in", Path(tmp_path) / "out.parquet"
    source.write_bytes(out.getvalue().encode(encoding))
    profile = ingest(source, target, dataset_id="d")
    assert profile.row_count == len(rows), profile.repairs
    with duckdb.connect() as con:
        found = con.execute(f"SELECT word, whole, real, born FROM '{target}'").fetchall()
    assert found == [(word, whole, real, born) for word, whole, real, born in rows]


OPEN = "d,e,v\n03/04/05,1.234,1\n05/06/07,5.678,2\n07/08/09,9.012,3\n"


@pytest.mark.parametrize(("order", "first"), [("DMY", "2005-04-03"), ("MDY", "2005-03-04"), ("YMD", "2003-04-05")])
def test_a_person_says_once_how_every_open_date_is_read(read, order, first):
    found = read(OPEN, overrides=Overrides(date_order=order, decimal_mark=","))
    assert str(found.values("d")[0]) == first
    assert found.values("e") == [1234, 5678, 9012]
    assert found.profile.ambiguities == ()


def test_what_is_said_of_all_columns_changes_none_whose_cells_decide(read):
    decided = "d,v\n13/04/2025,1.5\n03/04/2025,2.25\n"
    told = read(decided, overrides=Overrides(date_order="MDY", decimal_mark=","))
    assert [str(value) for value in told.values("d")] == ["2025-04-13", "2025-04-03"]
    assert told.values("v") == [1.5, 2.25]
    assert read("d\n03/04/2025\n05/06/2025\n", overrides=Overrides(date_order="YMD")).types() == ["date"]


@pytest.mark.parametrize(
    "wrong",
    [
        *(
            {"delimiter": "ab"},
            {"delimiter": "x"},
            {"delimiter": "\n"},
            {"encoding": "klingon"},
            {"encoding": "base64"},
        ),
        *({"header_row": -1}, {"date_order": "YDM"}, {"decimal_mark": ";"}, {"sheet": ""}),
    ],
)
def test_a_reading_that_cannot_be_meant_is_refused(wrong):
    with pytest.raises(ValueError, match="validation error"):
        Overrides(**wrong)


def test_a_tab_has_a_name():
    assert (Overrides(delimiter="tab").delimiter, Overrides(delimiter="\\t").delimiter) == ("\t", "\t")


def _times(days: pd.DatetimeIndex | list[str]) -> str:
    return "".join(["day,size\n", *(f"{str(day)[:10]},{at}\n" for at, day in enumerate(days))])


def test_readings_late_in_each_month_open_and_close_the_months_at_the_ends_as_they_do_all(read):
    days = [f"{year}-{month:02d}-{day}" for year in (2022, 2023) for month in range(1, 13) for day in (25, 26, 28)]
    column = read(_times(days)).profile.column("day")
    assert "month" in column.opens
    assert "month" in column.closes


def test_days_that_begin_and_end_within_a_period_fill_it_unlike_the_others(read):
    column = read(_times(pd.date_range("2022-01-25", "2023-12-28"))).profile.column("day")
    assert not {"month", "quarter"} & {*column.opens, *column.closes}


def test_two_periods_or_three_do_not_say_how_the_others_are_filled(read):
    column = read(_times(["2022-01-25", "2022-02-25", "2022-03-25"])).profile.column("day")
    assert (column.opens, column.closes) == ((), ())


def test_dates_that_no_timestamp_holds_are_no_period_of_anything(read, tmp_path):
    days = "DATE '290000-01-01' + (n * 40000)::INTEGER AS day, n AS size FROM range(300) AS rows(n)"
    duckdb.sql(f"COPY (SELECT {days}) TO '{tmp_path / 'far.parquet'}'")
    column = read((tmp_path / "far.parquet").read_bytes(), "far.parquet").profile.column("day")
    assert (column.distinct, column.nulls, column.opens, column.closes) == (0, 300, (), ())


def test_amounts_that_state_different_currencies_know_the_column_that_holds_these(read):
    profile = read("Paid;Paid Currency\n€5;x\n$6;y\n€7;z\n").profile
    assert [one.name for one in profile.columns] == ["Paid", "Paid currency 2", "Paid Currency"]
    paid = profile.column("Paid")
    assert (paid.money, paid.unit_column, paid.in_currencies) == (True, "Paid currency 2", True)


def test_a_number_that_the_rest_of_the_file_decides_is_in_no_doubt_and_another_says_both_readings(read):
    decided = read("a;b;c\nx;1.040;2,5\ny;5.678;3,5\n")
    assert (decided.profile.ambiguities, [row[1] for row in decided.rows]) == ((), [1040, 5678])
    (open_,) = read("a;b\nx;1.040\ny;5.678\n").profile.ambiguities
    assert "1.040 was read as 1040, as is usual where semicolons separate cells; it could be 1.04: " in open_.detail
    assert open_.detail.endswith("if so, give the decimal mark “.”.")


CODED = "order,v\n" + "".join(f"PO-{at},{at % 5}\n" for at in (*range(40), *range(10)))
SOLD = "day,branch,sold\n" + "".join(
    f"2024-03-{day:02},{branch},{day * (3 + at) % 19 + at}\n"
    for day in range(1, 29)
    for at, branch in enumerate(("North", "South"))
)
REPEATED = "id,v\n" + "".join(f"{at},{at % 7}\n" for at in (*range(60), 3, 9))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (REPEATED, ["2 rows repeat another row in every column."]),
        (REPEATED.replace("3,3\n9,2\n", "3,4\n9,2\n"), ["1 row repeats another row in every column."]),
        (REPEATED.replace("3,3\n9,2\n", "3,4\n9,5\n"), []),
        ("reading,v\n" + "".join(f"{10 * at},{at % 7}\n" for at in (*range(60), 3, 9)), []),
        ("order_id,v\n" + "".join(f"{at // 2},1\n" for at in range(60)), []),
        (SOLD + "2024-03-04,North,12\n2024-03-07,South,10\n", ["2 rows repeat another row in every column."]),
        (SOLD + "2024-03-04,North,13\n2024-03-07,South,10\n", []),
        (SOLD + "2024-03-04,North,12\n2024-03-07,South,11\n", []),
        (re.sub(r"\d+$", "1", SOLD + "2024-03-04,North,1\n", flags=re.M), []),
        (CODED, ["10 rows repeat another row in every column."]),
        (CODED.replace("PO-8,3", "PO-8,4", 1), []),
        (CODED.replace("PO-", "Lot "), []),
        (CODED.replace("PO-", "Box-").replace("Box-7,", "Box-lid,"), []),
    ],
)
def test_rows_that_were_entered_twice_are_told_where_ids_are_otherwise_unique(read, content, told):
    assert [one.detail for one in read(content).profile.repairs if one.doubt and "repeat" in one.detail] == told
