"""Rights on one query's datasets: lent narrowly, kept while they are good, and never shown."""

import json
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.stub import ANY, Stubber
from moto import mock_aws
from pydantic import ValidationError

from infra.local.cloud import REGION
from shared.clock import MovableClock
from shared.contracts import QueryRequest
from shared.contracts.dataset import MOST_DATASETS
from shared.errors import QueryUnavailable
from shared.store.loans import SECONDS, Loans, policy

ROLE = "arn:aws:iam::123456789012:role/candor-data"
MOST_IN_A_POLICY = 2048


@pytest.fixture
def client() -> Iterator[Any]:
    with mock_aws():
        yield boto3.client("sts", region_name=REGION)


def test_a_loan_reads_the_datasets_of_its_query_and_nothing_else() -> None:
    (statement,) = json.loads(policy("files", ("data_1", "data_2")))["Statement"]
    assert statement == {
        "Effect": "Allow",
        "Action": "s3:GetObject",
        "Resource": ["arn:aws:s3:::files/datasets/data_1/*", "arn:aws:s3:::files/datasets/data_2/*"],
    }


def test_a_loan_on_no_dataset_allows_nothing() -> None:
    (statement,) = json.loads(policy("files", ()))["Statement"]
    assert statement["Effect"] == "Deny"


def test_as_many_datasets_as_a_session_has_fit_in_a_policy() -> None:
    ids = tuple(f"data_{'x' * 26}{number}" for number in range(MOST_DATASETS))
    assert len(policy("b" * 63, ids)) <= MOST_IN_A_POLICY


def test_a_loan_is_asked_for_with_its_policy_and_for_a_short_time(client: Any) -> None:
    given = {"AccessKeyId": "ASIA" + "X" * 16, "SecretAccessKey": "s", "SessionToken": "t"}
    asked = {
        "RoleArn": ROLE,
        "RoleSessionName": ANY,
        "DurationSeconds": SECONDS,
        "Policy": policy("files", ("data_1",)),
    }
    with Stubber(client) as stubber:
        stubber.add_response("assume_role", {"Credentials": {**given, "Expiration": "2030-01-01T00:00:00Z"}}, asked)
        assert Loans(client, ROLE, "files", MovableClock()).lend(("data_1",)).secret == "s"


def test_a_loan_is_kept_for_the_same_datasets_while_it_is_good(client: Any) -> None:
    clock = MovableClock()
    loans = Loans(client, ROLE, "files", clock)
    first = loans.lend(("data_1",))
    assert loans.lend(("data_1",)) is first
    other = loans.lend(("data_2",))
    assert other.key_id != first.key_id
    clock.advance(SECONDS)
    assert loans.lend(("data_2",)).key_id != other.key_id


def test_where_nothing_can_be_lent_the_query_engine_is_unavailable(client: Any) -> None:
    with Stubber(client) as stubber:
        stubber.add_client_error("assume_role", "AccessDenied", http_status_code=403)
        with pytest.raises(QueryUnavailable):
            Loans(client, ROLE, "files", MovableClock()).lend(("data_1",))


def test_a_loan_is_in_no_text_about_a_query() -> None:
    loan = {"key_id": "ASIA1", "secret": "hidden-secret", "token": "hidden-token", "until": "2030-01-01T00:00:00Z"}
    request = QueryRequest.model_validate({"user_id": "u", "datasets": [], "queries": ["SELECT 1"], "loan": loan})
    assert "hidden" not in repr(request)
    with pytest.raises(ValidationError) as failed:
        QueryRequest.model_validate({"user_id": "u", "loan": {**loan, "until": None}})
    assert "hidden" not in str(failed.value)
