"""How turns and sessions lie in the one table."""

from datetime import datetime

TURN = "TURN"


def turn_key(turn_id: str) -> str:
    """The partition of a turn and of everything that belongs to it."""
    return f"TURN#{turn_id}"


def session_key(session_id: str) -> str:
    """The partition of a session."""
    return f"SESSION#{session_id}"


def stamp(moment: datetime) -> str:
    """A moment as text that sorts by time."""
    return moment.isoformat(timespec="milliseconds")
