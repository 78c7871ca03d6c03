"""A report on one machine: refused before the question where it cannot be written, and written as its ending says."""

from pathlib import Path

import pytest

from infra.local.reporting import writable, write
from shared.errors import BadRequest
from tests.shared.reports.replies import FINGERPRINT, reply

BEGINS = {"md": b"# revenue", "html": b"<!doctype html>", "pdf": b"%PDF-"}


@pytest.mark.parametrize("name", ["report", "report.docx", "nowhere/report.pdf"])
def test_a_file_that_cannot_become_a_report_is_refused_with_what_can(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadRequest, match=r"\.pdf|no folder"):
        writable(tmp_path / name)


@pytest.mark.parametrize("ending", BEGINS)
def test_a_report_is_written_as_its_ending_says(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"report.{ending}"
    write("revenue by region", reply(), [tmp_path / "sales.csv"], file)
    assert file.read_bytes().startswith(BEGINS[ending])


def test_a_single_file_is_named_beside_its_fingerprint_and_of_several_only_the_names(tmp_path: Path) -> None:
    file = tmp_path / "report.md"
    write("?", reply(), [tmp_path / "sales.csv"], file)
    assert f"| SHA-256 of sales.csv | {FINGERPRINT} |" in file.read_text()
    write("?", reply(), [tmp_path / "sales.csv", tmp_path / "more.csv"], file)
    assert "**Data**: sales.csv, more.csv" in file.read_text()
    assert "SHA-256 of data_1" in file.read_text()
