"""Identifiers: ULIDs, so that they sort by time and cannot be guessed in practice."""

from ulid import ULID


def new_id(prefix: str) -> str:
    """A new identifier such as `turn_01J…`."""
    return f"{prefix}_{ULID()}".lower()
