"""The bucket: uploads, Parquet files and what is too large for the table."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from shared.errors import StoreUnavailable, unknown

MISSING = ("NoSuchKey", "NoSuchVersion", "404", "NotFound")
FORBIDDEN = ("AccessDenied", "403")
"""What S3 says of a missing object to whoever may read objects and not list them."""
NOT_MODIFIED = 304


@contextmanager
def _asking(*, missing: tuple[str, ...] = MISSING) -> Iterator[None]:
    """Turns what botocore raises into UnknownResource or StoreUnavailable."""
    try:
        yield
    except ClientError as error:
        code = error.response.get("Error", {}).get("Code", "")
        if code in missing:
            raise unknown("file") from error
        raise StoreUnavailable(f"the bucket answered {code}") from error
    except BotoCoreError as error:
        raise StoreUnavailable(f"the bucket did not answer ({type(error).__name__})") from error


def _reading() -> AbstractContextManager[None]:
    """As `_asking`, for a caller that may not list: what it may not read is not there for it."""
    return _asking(missing=(*MISSING, *FORBIDDEN))


def _write(body: Any, path: Path) -> None:
    with path.open("wb") as file:
        for chunk in body.iter_chunks(1 << 20):
            file.write(chunk)


class Objects:
    """Objects by key. Every verb raises StoreUnavailable where the bucket does not answer.

    `connect` gives the client, and is called when the first object is asked for: most turns need none.
    """

    def __init__(self, connect: Callable[[], Any], bucket: str) -> None:
        self._connect = connect
        self.bucket = bucket

    @cached_property
    def _client(self) -> Any:
        return self._connect()

    def upload(self, path: Path, key: str) -> None:
        """Stores a file."""
        with _asking(), path.open("rb") as file:
            self._client.put_object(Bucket=self.bucket, Key=key, Body=file)

    def copy(self, key: str, to: str, version: str | None = None) -> None:
        """Copies an object inside the bucket, in a version of it where one is named. Raises UnknownResource where there
        is none."""
        source = {"Bucket": self.bucket, "Key": key, **({"VersionId": version} if version else {})}
        with _reading():
            self._client.copy_object(Bucket=self.bucket, Key=to, CopySource=source)

    def exists(self, key: str) -> bool:
        """Whether there is such an object."""
        with _asking():
            found = self._client.list_objects_v2(Bucket=self.bucket, Prefix=key, MaxKeys=1)
        return any(one["Key"] == key for one in found.get("Contents", []))

    def latest(self, key: str) -> str | None:
        """The newest version of an object; None where the bucket keeps none. Raises UnknownResource."""
        with _reading():
            found: str | None = self._client.head_object(Bucket=self.bucket, Key=key).get("VersionId")
        return found

    def download(self, key: str, path: Path, version: str | None = None, *, most: int | None = None) -> int:
        """Fetches a file, in a version of it where one is named; gives its size in bytes. One that is larger than
        `most` is left where it is. Raises UnknownResource where there is none."""
        bound = {"VersionId": version} if version else {}
        with _reading():
            answer = self._client.get_object(Bucket=self.bucket, Key=key, **bound)
            size = int(answer["ContentLength"])
            if most is not None and size > most:
                answer["Body"].close()
                return size
            _write(answer["Body"], path)
        return size

    def fetch(self, key: str, path: Path, *, known: str = "") -> str:
        """Fetches a file unless it is still the one with the tag `known`, which is left at `path` then; gives its tag.
        Raises UnknownResource where there is none."""
        unless = {"IfNoneMatch": known} if known else {}
        with _reading():
            try:
                answer = self._client.get_object(Bucket=self.bucket, Key=key, **unless)
            except ClientError as error:
                if error.response.get("ResponseMetadata", {}).get("HTTPStatusCode") == NOT_MODIFIED:
                    return known
                raise
            path.unlink(missing_ok=True)  # another name of a file that is kept
            _write(answer["Body"], path)
            tag: str = answer["ETag"]
        return tag

    def write(self, key: str, text: str) -> None:
        """Stores a text."""
        self.write_bytes(key, text.encode())

    def write_bytes(self, key: str, content: bytes) -> None:
        """Stores bytes."""
        with _asking():
            self._client.put_object(Bucket=self.bucket, Key=key, Body=content)

    def read(self, key: str) -> str:
        """Reads a text. Raises UnknownResource where there is none."""
        with _reading():
            body: bytes = self._client.get_object(Bucket=self.bucket, Key=key)["Body"].read()
        return body.decode()

    def delete_under(self, prefix: str) -> int:
        """Removes every object whose key starts with `prefix`; gives their number."""
        with _asking():
            pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=prefix)
            keys = [{"Key": found["Key"]} for page in pages for found in page.get("Contents", [])]
            for start in range(0, len(keys), 1000):
                self._client.delete_objects(Bucket=self.bucket, Delete={"Objects": keys[start : start + 1000]})
        return len(keys)
