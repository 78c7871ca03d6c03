"""What moto's bucket holds is told to a journal, and comes back from it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest import mock

from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.dynamodb.models import dynamodb_backends
from moto.s3.models import FakeKey, S3Backend, s3_backends

from infra.local.journal import Journal

_PUT: Final = S3Backend.put_object
"""As moto has it: what comes back from a journal is not told to it once more."""


@contextmanager
def kept(journal: Journal) -> Iterator[None]:
    """From now on every object that is written or deleted is told before that is answered."""
    put, delete = S3Backend.put_object, S3Backend.delete_object

    def put_object(self: S3Backend, bucket_name: str, key_name: str, value: bytes, *args: Any, **more: Any) -> FakeKey:
        quiet = more.pop("disable_notification", False)
        key = put(self, bucket_name, key_name, value, *args, disable_notification=True, **more)
        journal.put_object(key_name, key.version_id, value)
        if not quiet:  # what follows from an object comes after it is on the disk
            announce(self, bucket_name, key, more.get("request_method"))
        return key

    def delete_object(self: S3Backend, bucket_name: str, key_name: str, *args: Any, **more: Any) -> Any:
        answer = delete(self, bucket_name, key_name, *args, **more)
        journal.remove_object(key_name)
        return answer

    with (
        mock.patch.object(S3Backend, "put_object", put_object),
        mock.patch.object(S3Backend, "delete_object", delete_object),
    ):
        yield


def announce(backend: S3Backend, bucket_name: str, key: FakeKey, method: str | None) -> None:
    """The bucket's own notification of an object that was created."""
    from moto.s3 import notifications

    kind = notifications.S3NotificationEvent
    event = kind.OBJECT_CREATED_POST_EVENT if method == "POST" else kind.OBJECT_CREATED_PUT_EVENT
    notifications.send_event(backend.account_id, event, backend.get_bucket(bucket_name), key)


def restore(journal: Journal, *, table: str, bucket: str, region: str) -> list[dict[str, Any]]:
    """Fills the empty table and bucket with what the journal holds; gives the items of the table."""
    into = dynamodb_backends[DEFAULT_ACCOUNT_ID][region].get_table(table)
    shard, into.stream_shard = into.stream_shard, None
    try:
        items = list(journal.items())
        for item in items:
            into.put_item(item)
    finally:
        into.stream_shard = shard
    objects = s3_backends[DEFAULT_ACCOUNT_ID]["aws"]
    for one in journal.objects():
        key = _PUT(objects, bucket, one.key, one.file.read_bytes(), disable_notification=True)
        key._version_id = one.version
    return items
