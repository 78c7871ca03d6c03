"""Whole results in the bucket."""

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from urllib.parse import parse_qs, urlsplit

import boto3
import pytest
from moto import mock_aws

from shared.clock import Clock
from shared.contracts import QueryResult
from shared.deps import Deps
from shared.errors import UnknownResource
from shared.settings import Settings
from shared.spreadsheet import as_csv
from shared.store.links import LINK_SECONDS
from shared.store.results import Results

NOW = datetime(2026, 1, 2, tzinfo=UTC)
HOSTILE = (
    "=1+1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
    "\nx",
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\rx",
    '=HYPERLINK("http://evil","x")',
)


class Noon(Clock):
    """A clock that stands."""

    def now(self) -> datetime:
        return NOW


def result(*values: str, row_count: int | None = None) -> QueryResult:
    rows = tuple((value, number) for number, value in enumerate(values))
    return QueryResult(columns=("name", "n"), rows=rows, row_count=row_count or len(rows), sql="SELECT 1")


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> Iterator[Results]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    with mock_aws():
        boto3.client("s3", region_name="us-east-1").create_bucket(Bucket="candor")
        yield Deps(Settings(), clock=Noon()).results


def test_a_result_is_read_as_it_was_kept_and_says_whether_there_are_more_rows(results: Results) -> None:
    kept = results.keep("turn_1", result("a", "b", row_count=9))
    whole = results.read("turn_1", kept)
    assert (whole.rows, whole.row_count, whole.cut) == ((("a", 0), ("b", 1)), 9, True)
    assert not results.read("turn_1", results.keep("turn_1", result("a"))).cut


def test_a_second_attempt_changes_nothing_of_the_first(results: Results) -> None:
    first, second = results.keep("turn_1", result("a")), results.keep("turn_1", result("b"))
    assert results.read("turn_1", first).rows == (("a", 0),)
    assert results.read("turn_1", second).rows == (("b", 0),)


def test_a_result_belongs_to_one_turn(results: Results) -> None:
    kept = results.keep("turn_1", result("a"))
    with pytest.raises(UnknownResource):
        results.read("turn_2", kept)


def test_a_link_gives_the_csv_for_a_quarter_of_an_hour(results: Results) -> None:
    kept = results.keep("turn_1", result("a"))
    link = results.link("turn_1", kept)
    asked = urlsplit(link.url)
    assert asked.path.endswith(f"/turns/turn_1/results/{kept}.csv")
    assert parse_qs(asked.query)["X-Amz-Expires"] == [str(LINK_SECONDS)]
    assert (link.expires_at - NOW).total_seconds() == LINK_SECONDS


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_csv_begins_a_formula(text: str, results: Results) -> None:
    whole = results.read("turn_1", results.keep("turn_1", result(text)))
    assert whole.rows[0][0] == text
    assert list(csv.reader(StringIO(as_csv(whole), newline="")))[1] == [f"'{text}", "0"]


def test_a_csv_keeps_numbers_commas_quotes_and_empty_cells(results: Results) -> None:
    odd = QueryResult(columns=("=a", "b"), rows=(('x, "y"\nz', None), (-1.5, True)), row_count=2, sql="SELECT 1")
    written = as_csv(results.read("turn_1", results.keep("turn_1", odd)))
    assert list(csv.reader(StringIO(written, newline=""))) == [["'=a", "b"], ['x, "y"\nz', ""], ["-1.5", "True"]]
