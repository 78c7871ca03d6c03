"""Tables as reports print them: rules of dashes, what stands behind them, years that span two columns each."""

from pathlib import Path

import pytest

from shared.contracts import DatasetProfile
from shared.ingestion.pipeline import ingest


def _read(tmp_path: Path, text: str, name: str = "report.csv") -> DatasetProfile:
    source = tmp_path / name
    source.write_text(text, encoding="utf-8")
    return ingest(source, tmp_path / "out.parquet", dataset_id="d", file_name=name)


RULED = {
    "a total that only its place gives away": ("a,b\nx,1\ny,3\nz,5\n---,---\nAll,9\n", 3),
    "a total and a note": ("a,b,c\nx,1,2\ny,3,2\nz,5,2\n---,---,---\nIn all,9,\nn.b. as counted,,\n", 3),
    "a total without a label": ("a;b;c\nx;1;2\ny;3;4\nz;3;4\n===;===;===\n;7;10\n", 3),
    "notes alone": ("a,b\nx,1\ny,3\nz,5\n--,--\ncounted by hand,\n", 3),
    "groups that rules part": ("a,b\nx,1\ny,3\n--,--\nu,5\nv,6\n--,--\nw,7\nr,8\n", 6),
    "no rule": ("a,b\nx,1\ny,3\nz,5\nAllways,9\n", 4),
}


@pytest.mark.parametrize(("text", "rows"), RULED.values(), ids=list(RULED))
def test_a_rule_of_dashes_is_no_row_nor_is_the_total_behind_it(tmp_path: Path, text: str, rows: int) -> None:
    profile = _read(tmp_path, text)
    assert profile.row_count == rows
    assert profile.columns[1].type == "integer"


SPANNED = {
    "years": "Shop,2022,,2023,,Owner\n,Guests,Takings,Guests,Takings,\nA,5,8,6,9,x\nB,7,3,1,2,y\n",
    "quarters": "Region,Q1,,Q2,,Head\n,Plan,Real,Plan,Real,\nNorth,1,2,3,4,Ann\nSouth,5,6,7,8,Bob\n",
    "a name in both rows": "Year,2021,,2022,,Note\nItem,Units,Price,Units,Price,\nTea,5,2,6,2,\nRum,3,8,4,9,\n",
}


@pytest.mark.parametrize("text", SPANNED.values(), ids=list(SPANNED))
def test_a_header_of_two_rows_may_name_a_column_in_the_upper_alone(tmp_path: Path, text: str) -> None:
    profile = _read(tmp_path, text)
    assert profile.row_count == 2
    assert all(column.numeric for column in profile.columns[1:5])
    assert len({column.name.split()[0] for column in profile.columns[1:5]}) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Firm,Address,,Note\nAcme,Kiel,Main St,\nBolt,Jena,Low Rd,old\nCorp,Ulm,High St,new\n",
        "Name,Phone,,Fax\nAnn,a123,b456,\nBob,c789,d012,e555\n",
    ],
)
def test_a_row_of_texts_with_a_gap_is_no_second_header(tmp_path: Path, text: str) -> None:
    assert _read(tmp_path, text).row_count == text.count("\n") - 1


@pytest.mark.parametrize("name", ["months.csv", "notes.csv", "2024_dates.csv", "years.csv", "pages.csv"])
def test_a_file_called_after_what_it_is_about_names_no_rows(tmp_path: Path, name: str) -> None:
    assert _read(tmp_path, "line,output\nA,5\nA,7\nB,9\n", name).semantic.entity_name == "row"


def test_versions_stay_as_they_are_written(tmp_path: Path) -> None:
    text = "device,firmware,app_version\n" + "".join(f"d{n},2.{n}0,1.{n}\n" for n in range(9))
    profile = _read(tmp_path, text)
    assert [column.type for column in profile.columns] == ["text", "text", "text"]
    assert profile.column("firmware").minimum == "2.00"


def test_times_of_day_in_whole_numbers_are_not_added_up(tmp_path: Path) -> None:
    text = "flight,dep_time,prep_time\n" + "".join(f"{n},{n % 24 * 100 + n % 60},{n}\n" for n in range(1, 60))
    profile = _read(tmp_path, text, "flights.csv")
    assert profile.column("dep_time").additivity == "non_additive"
    assert profile.column("prep_time").additivity == "additive"


def _list(sign: str, rule: str, rows: list[tuple[str, str, str]]) -> str:
    lines = [f"{sign} {name:<12}{sign} {count:>6} {sign} {price:>9} {sign}" for name, count, price in rows]
    ruled = {"border": sign + "-" * (len(lines[0]) - 2) + sign, "bare": "-" * len(lines[0])}[rule]
    return "\n".join(["List 7, page 1", ruled, lines[0], ruled, *lines[1:3], ruled, *lines[3:], ruled]) + "\n"


@pytest.mark.parametrize("rule", ["border", "bare"])
@pytest.mark.parametrize("sign", ["!", "|"])
def test_a_list_framed_by_signs_is_a_table(read, sign, rule):
    rows = [("Bolt M4", "12", "1.204,50"), ("Wow! Nut", "7", "880,00"), ("Pin", "31", "99,95"), ("Tee", "2", "5,10")]
    found = read(_list(sign, rule, [("Item", "Count", "Price"), *rows]))
    assert found.values("Item") == [name for name, *_ in rows]
    assert found.values("Count") == [12, 7, 31, 2]
    assert found.values("Price") == [1204.5, 880.0, 99.95, 5.1]


def test_a_sign_of_exclamation_frames_nothing_by_itself(read):
    found = read("!note,points\n!a!,1\n!b!,2\n!c!,3\n")
    assert found.values("!note") == ["!a!", "!b!", "!c!"]
