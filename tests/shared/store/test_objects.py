"""The bucket, as it answers whoever may read objects and not list them."""

from collections.abc import Callable
from pathlib import Path

import boto3
import pytest
from botocore.config import Config
from botocore.stub import Stubber

from shared.errors import StoreUnavailable, UnknownResource
from shared.store.objects import Objects

Verb = Callable[[Objects, Path], object]
READING: dict[str, Verb] = {
    "read": lambda objects, _folder: objects.read("datasets/data_1/profile.json"),
    "download": lambda objects, folder: objects.download("datasets/data_1/data.parquet", folder / "file"),
    "fetch": lambda objects, folder: objects.fetch("datasets/data_1/data.parquet", folder / "file"),
}
OTHERS: dict[str, tuple[str, Verb]] = {
    "write": ("put_object", lambda objects, _folder: objects.write("datasets/data_1/profile.json", "{}")),
    "exists": ("list_objects_v2", lambda objects, _folder: objects.exists("uploads/data_1/file")),
    "delete_under": ("list_objects_v2", lambda objects, _folder: objects.delete_under("datasets/data_1/")),
}


@pytest.fixture
def stubbed() -> tuple[Objects, Stubber]:
    config = Config(retries={"total_max_attempts": 1})
    keys = {"aws_access_key_id": "key", "aws_secret_access_key": "secret"}
    client = boto3.client("s3", region_name="us-east-1", config=config, **keys)  # type: ignore[call-overload]
    return Objects(lambda: client, "candor"), Stubber(client)


@pytest.mark.parametrize("code", ["NoSuchKey", "NoSuchVersion", "404", "AccessDenied", "403"])
@pytest.mark.parametrize("verb", READING)
def test_an_object_that_may_not_be_read_is_as_unknown_as_one_that_is_missing(
    verb: str, code: str, stubbed: tuple[Objects, Stubber], tmp_path: Path
) -> None:
    objects, stubber = stubbed
    stubber.add_client_error("get_object", code, http_status_code=403)
    with stubber, pytest.raises(UnknownResource):
        READING[verb](objects, tmp_path)


@pytest.mark.parametrize("verb", READING)
def test_a_bucket_in_trouble_is_not_taken_for_a_missing_object(
    verb: str, stubbed: tuple[Objects, Stubber], tmp_path: Path
) -> None:
    objects, stubber = stubbed
    stubber.add_client_error("get_object", "SlowDown", http_status_code=503)
    with stubber, pytest.raises(StoreUnavailable):
        READING[verb](objects, tmp_path)


@pytest.mark.parametrize("verb", OTHERS)
def test_what_does_not_read_an_object_fails_where_it_is_forbidden(
    verb: str, stubbed: tuple[Objects, Stubber], tmp_path: Path
) -> None:
    objects, stubber = stubbed
    operation, act = OTHERS[verb]
    stubber.add_client_error(operation, "AccessDenied", http_status_code=403)
    with stubber, pytest.raises(StoreUnavailable):
        act(objects, tmp_path)
