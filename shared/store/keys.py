"""How turns and sessions lie in the one table, and tables in the bucket."""

from datetime import datetime

TURN = "TURN"
PENDING_INDEX = "pending"
"""The index of what has not come to its end."""


def turn_key(turn_id: str) -> str:
    """The partition of a turn and of everything that belongs to it."""
    return f"TURN#{turn_id}"


def session_key(session_id: str) -> str:
    """The partition of a session."""
    return f"SESSION#{session_id}"


def user_key(user_id: str) -> str:
    """The partition of what a user has."""
    return f"USER#{user_id}"


def stamp(moment: datetime) -> str:
    """A moment as text that sorts by time."""
    return moment.isoformat(timespec="milliseconds")


def parquet_key(dataset_id: str) -> str:
    """Where the clean table lies."""
    return f"datasets/{dataset_id}/data.parquet"


def texts_key(dataset_id: str) -> str:
    """Where the embedded texts lie, beside the clean table."""
    return f"datasets/{dataset_id}/texts.parquet"
