"""What belongs to somebody: found by its owner, in pages of the newest first, and taken off what the owner holds."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from shared.errors import Conflict, unknown
from shared.store.table import Refused, Table, delete_if_there, update_if

T = TypeVar("T")


class Owned(Protocol):
    """Something that a user has."""

    @property
    def user_id(self) -> str:
        """Whose it is."""


OwnedT = TypeVar("OwnedT", bound=Owned)


@dataclass(frozen=True)
class Page(Generic[T]):
    """Things newest first; `next` is the id to give as `before` for those that follow, None after the last."""

    found: list[T]
    next: str | None


def page(
    table: Table, pk: str, prefix: str, find: Callable[[str], T | None], *, before: str | None, limit: int
) -> Page[T]:
    """At most `limit` of the things whose ids are listed under `pk` as `prefix` + id; what is gone is left out."""
    items = table.query(pk, prefix, before=before and prefix + before, newest_first=True, limit=limit + 1)
    ids = [item["sk"].removeprefix(prefix) for item in items]
    found = [thing for one in ids[:limit] if (thing := find(one)) is not None]
    return Page(found, ids[limit - 1] if len(ids) > limit else None)


def owned(found: OwnedT | None, user_id: str, kind: str) -> OwnedT:
    """What was found, of that user. Raises UnknownResource for another user's, exactly as for none."""
    if found is None or found.user_id != user_id:
        raise unknown(kind)
    return found


def delete_counted(table: Table, item: tuple[str, str], held: tuple[str, str], kind: str) -> None:
    """Deletes an item, by its keys, and counts it off those that its user holds; nothing happens where it is gone
    already. Raises Conflict where they are being counted just then."""
    fewer = update_if(*held, "ADD held :less", {":less": -1}, "attribute_exists(pk)")
    try:
        table.transact([delete_if_there(*item), fewer])
    except Refused as refused:
        if not refused.refused[0]:
            raise Conflict(f"Your {kind} are being changed just now; send it again.") from refused
