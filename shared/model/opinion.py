"""A judge's opinion, which is asked for beside everything else: whatever becomes of the judge, the work goes on."""

from collections.abc import Callable
from typing import Final, NamedTuple

from shared.contracts import Usage
from shared.errors import ModelError
from shared.log import logger
from shared.model.port import Answered, JudgeReply, Opinion

SURE: Final = 0.8
"""So sure has who agrees to be."""


class Judgement(NamedTuple):
    """What a judge says, None where none could be asked; and what the asking took, whatever came of it."""

    opinion: Opinion | None
    usage: Usage = Usage()


def agrees(opinion: Opinion | None) -> bool:
    """Whether a judge is sure, and finds nothing wrong or missing."""
    if opinion is None or opinion.score < SURE or opinion.category:
        return False
    return not (opinion.contradicted or opinion.unsupported or opinion.missing)


def opinion_of(ask: Callable[[JudgeReply], Answered[Opinion]], request: JudgeReply) -> Judgement:
    """What a judge says; no opinion where none can be asked, or the asking breaks in any way."""
    try:
        answered = ask(request)
    except Exception as error:  # noqa: BLE001 — an answer that stands without a judge is not lost with one
        logger.warning("no opinion of the answer", extra={"why": type(error).__name__})
        return Judgement(None, error.usage if isinstance(error, ModelError) else Usage())
    return Judgement(answered.value, answered.usage)
