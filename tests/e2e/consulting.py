"""A consultation that is held, and where it stands."""

from typing import Any

from infra.lab.matrix.consultation import disagreements
from shared.contracts import Consultation, Reply, Session

QUALIFYING = (
    "We want to know which region has the highest revenue",
    "whether to close a branch",
    "the board",
    "a clear ranking",
)
ASSESSING = ("none", "fully")
"""The key figure and its breakdown are read in the question."""


def stands(candor: Any, session: Session) -> Consultation:
    found = candor.deps.sessions.consultation(session.session_id)
    assert found is not None
    return found


def said(candor: Any, session: Session, *messages: str) -> Reply:
    """The last of the replies to these messages."""
    return [candor.ask(message, session=session) for message in messages][-1]


def agents(reply: Reply) -> list[str]:
    return [message.agent for message in reply.messages if message.role == "assistant"]


def agree(candor: Any, session: Session) -> None:
    told = [one.reply for one in candor.deps.turns.of_session(session.session_id) if one.reply]
    assert list(disagreements(told[::-1], candor.deps.sessions.consultation(session.session_id), None)) == []
