"""Whole results: the rows behind those that a reply shows, in the bucket, with a link that expires."""

from datetime import datetime, timedelta

from shared.clock import Clock
from shared.contracts import Contract, Moment, QueryResult, WholeResult
from shared.ids import new_id
from shared.spreadsheet import as_csv
from shared.store.links import LINK_SECONDS, Links
from shared.store.objects import Objects
from shared.store.turns import folder


class ResultLink(Contract):
    """An address that gives a result as CSV to whoever has it, until it expires."""

    url: str
    expires_at: Moment


class Results:
    """The whole results of turns. Each method raises StoreUnavailable."""

    def __init__(self, objects: Objects, links: Links, clock: Clock) -> None:
        self._objects = objects
        self._links = links
        self._clock = clock

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
        until: datetime = self._clock.now() + timedelta(seconds=LINK_SECONDS)
        signed = self._links.link(
            _key(turn_id, result_id, "csv"), file_name=f"{result_id}.csv", media_type="text/csv; charset=utf-8"
        )
        return ResultLink(url=signed, expires_at=until)


def link_to(turn_id: str, result_id: str) -> str:
    """The address of a result, from where the API begins."""
    return f"/turns/{turn_id}/results/{result_id}"


def _key(turn_id: str, result_id: str, kind: str) -> str:
    return f"{folder(turn_id)}results/{result_id}.{kind}"
