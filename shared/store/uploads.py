"""Permission to send one file: a form that the client posts to the bucket, its key and size fixed by signature."""

from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from shared.contracts import Contract
from shared.errors import StoreUnavailable

VALID_SECONDS = 3600


class UploadForm(Contract):
    """A multipart form: POST `fields`, then the file as `file`, to `url`."""

    url: str
    fields: dict[str, str]
    most_bytes: int
    valid_seconds: int = VALID_SECONDS


class Uploads:
    """Signs forms; signing asks nobody."""

    def __init__(self, client: Any, bucket: str, *, most_bytes: int) -> None:
        self._client = client
        self._bucket = bucket
        self._most_bytes = most_bytes

    def form(self, key: str) -> UploadForm:
        """The form for one object. Raises StoreUnavailable where there are no credentials to sign with."""
        size: list[Any] = ["content-length-range", 1, self._most_bytes]
        try:
            signed = self._client.generate_presigned_post(self._bucket, key, Conditions=[size], ExpiresIn=VALID_SECONDS)
        except (ClientError, BotoCoreError) as error:
            raise StoreUnavailable(f"no upload could be signed ({type(error).__name__})") from error
        return UploadForm(url=signed["url"], fields=signed["fields"], most_bytes=self._most_bytes)
