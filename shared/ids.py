"""Identifiers: ULIDs, so that they sort by time and cannot be guessed in practice."""

from datetime import datetime, timedelta

from ulid import ULID


def new_id(prefix: str) -> str:
    """A new identifier such as `turn_01J…`."""
    return f"{prefix}_{ULID()}".lower()


def made_at(identifier: str) -> datetime | None:
    """When an identifier was made, to the millisecond; None for what is none of ours."""
    try:
        return ULID.from_str(identifier.rpartition("_")[2].upper()).datetime
    except ValueError:
        return None


def expiry(identifier: str, keep: timedelta) -> int | None:
    """The second at which what belongs to this identifier is forgotten."""
    made = made_at(identifier)
    return int((made + keep).timestamp()) if made else None
