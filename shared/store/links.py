"""Permission to fetch one object: an address that whoever holds it may read, for a while."""

from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from shared.errors import StoreUnavailable

LINK_SECONDS = 900


class Links:
    """Signs addresses; signing asks nobody."""

    def __init__(self, client: Any, bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def link(self, key: str, *, file_name: str, media_type: str) -> str:
        """The address of an object, valid for LINK_SECONDS. It is saved under the file name, never shown on the
        bucket's own address. Raises StoreUnavailable where there are no credentials to sign with."""
        meant = {
            "Bucket": self._bucket,
            "Key": key,
            "ResponseContentDisposition": f'attachment; filename="{file_name}"',
            "ResponseContentType": media_type,
        }
        try:
            signed: str = self._client.generate_presigned_url("get_object", Params=meant, ExpiresIn=LINK_SECONDS)
        except (ClientError, BotoCoreError) as error:
            raise StoreUnavailable(f"no link could be signed ({type(error).__name__})") from error
        return signed
