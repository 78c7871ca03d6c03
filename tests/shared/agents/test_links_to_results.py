"""Which previews have a link to the whole result."""

import boto3
import pytest
from moto import mock_aws

from shared.agents.execution.preview import preview
from shared.agents.execution.whole_results import BULKY_BYTES, linked
from shared.contracts import QueryResult
from shared.deps import Deps
from shared.settings import Settings

TURN = "turn_1"


def _result(rows: int, width: int = 1) -> QueryResult:
    cells = tuple((f"{at}" * width, at) for at in range(1, rows + 1))
    return QueryResult(columns=("name", "n"), rows=cells, row_count=rows, sql="SELECT 1")


LONG = _result(9, 400)
"""Shown whole, in some kilobytes."""


@pytest.fixture
def deps(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    with mock_aws():
        yield Deps(Settings())


@pytest.fixture
def kept(deps: Deps) -> Deps:
    boto3.client("s3", region_name="us-east-1").create_bucket(Bucket=deps.settings.bucket)
    return deps


def _links(results: list[QueryResult], deps: Deps) -> list[str | None]:
    return [one.link for one in linked([preview("x", one) for one in results], results, TURN, deps)]


def test_a_result_that_is_shown_in_part_has_a_link_to_all_that_was_asked_for_and_one_shown_whole_has_none(kept):
    results = [_result(60), _result(3)]
    whole, none = linked([preview("x", results[0], shown=55), preview("y", results[1])], results, TURN, kept)
    assert none.link is None
    assert whole.link.startswith(f"/turns/{TURN}/results/")
    assert len(kept.results.read(TURN, whole.link.rpartition("/")[2]).rows) == 55


def test_results_that_may_be_thinned_beside_each_other_have_a_link_where_there_are_rows_to_leave_out(kept):
    assert _links([LONG], kept) == [None]
    many = [LONG] * (BULKY_BYTES // 3600 + 1)
    *links, of_one_row = _links([*many, _result(1)], kept)
    assert all(links)
    assert of_one_row is None


def test_what_cannot_be_kept_is_shown_without_a_link(deps):
    assert _links([_result(60)], deps) == [None]
