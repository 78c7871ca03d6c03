"""A judge's opinion, which is asked for beside everything else: whatever becomes of the judge, the work goes on."""

from collections.abc import Callable

from shared.log import logger
from shared.model.port import Answered, JudgeReply, Opinion


def opinion_of(ask: Callable[[JudgeReply], Answered[Opinion]], request: JudgeReply) -> Answered[Opinion] | None:
    """What a judge says; None where none can be asked, or the asking breaks in any way."""
    try:
        return ask(request)
    except Exception as error:  # noqa: BLE001 — an answer that stands without a judge is not lost with one
        logger.warning("no opinion of the answer", extra={"why": type(error).__name__})
        return None
