"""What is said or counted beside a figure: it may be missing, and never costs the figure."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from shared.errors import QueryFailed
from shared.log import logger

FoundT = TypeVar("FoundT")


def spared(find: Callable[[], Iterable[FoundT]], what: str) -> tuple[FoundT, ...]:
    """What `find` gives; nothing where it breaks, which is logged under `what` unless the query could not be read."""
    try:
        return tuple(find())
    except QueryFailed:
        return ()
    except Exception as error:  # noqa: BLE001 — whatever breaks: the figure stands without what is said beside it
        logger.warning("nothing could be said beside a figure", extra={"of": what, "error": type(error).__name__})
        return ()
