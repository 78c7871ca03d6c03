"""Whole results: the rows behind those that a reply shows, in the bucket, with a link that expires."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from shared.clock import Clock
from shared.contracts import Contract, Moment, QueryResult, WholeResult
from shared.errors import StoreUnavailable
from shared.ids import new_id
from shared.spreadsheet import as_csv
from shared.store.objects import Objects
from shared.store.turns import folder

VALID_SECONDS = 900


class ResultLink(Contract):
    """An address that gives a result as CSV to whoever has it, until it expires."""

    url: str
    expires_at: Moment


class Results:
    """The whole results of turns. Each method raises StoreUnavailable; `connect` gives the client that signs links."""

    def __init__(self, objects: Objects, connect: Callable[[], Any], clock: Clock) -> None:
        self._objects = objects
        self._connect = connect
        self._clock = clock

    @cached_property
    def _client(self) -> Any:
        return self._connect()

    def keep(self, turn_id: str, result: QueryResult) -> str:
        """Keeps a result under an id of its own, so that a second attempt changes nothing of the first's; gives it."""
        result_id = new_id("result")
        whole = WholeResult(
            columns=result.columns,
            rows=result.rows,
            row_count=result.row_count,
            cut=result.row_count > len(result.rows),
        )
        self._objects.write(_key(turn_id, result_id, "csv"), as_csv(whole))
        self._objects.write(_key(turn_id, result_id, "json"), whole.model_dump_json())
        return result_id

    def read(self, turn_id: str, result_id: str) -> WholeResult:
        """The result. Raises UnknownResource."""
        return WholeResult.model_validate_json(self._objects.read(_key(turn_id, result_id, "json")))

    def link(self, turn_id: str, result_id: str) -> ResultLink:
        """Where its CSV can be had, by whoever has the address. Signing asks nobody."""
        until: datetime = self._clock.now() + timedelta(seconds=VALID_SECONDS)
        asked = {
            "Bucket": self._objects.bucket,
            "Key": _key(turn_id, result_id, "csv"),
            "ResponseContentType": "text/csv; charset=utf-8",
            "ResponseContentDisposition": f'attachment; filename="{result_id}.csv"',
        }
        try:
            url = self._client.generate_presigned_url("get_object", Params=asked, ExpiresIn=VALID_SECONDS)
        except (ClientError, BotoCoreError) as error:
            raise StoreUnavailable(f"no link could be signed ({type(error).__name__})") from error
        return ResultLink(url=url, expires_at=until)


def link_to(turn_id: str, result_id: str) -> str:
    """The address of a result, from where the API begins."""
    return f"/turns/{turn_id}/results/{result_id}"


def _key(turn_id: str, result_id: str, kind: str) -> str:
    return f"{folder(turn_id)}results/{result_id}.{kind}"
