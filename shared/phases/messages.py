"""The messages of a consultation's reply: what their metadata says, and which of them are for display."""

from typing import Final

from shared.contracts import Message, Reply

THREAD: Final = "thread"
SYNTHETIC: Final = "synthetic"
WORKED_ON: Final = "worked_on"
"""In the metadata of a message that holds findings: the questions that these answer."""


def is_shown(message: Message) -> bool:
    """Whether a message is for display: a synthetic one is kept for whoever asks for it."""
    return not message.metadata.get(SYNTHETIC)


def displayed(reply: Reply) -> Reply:
    """The reply without its synthetic messages: what every view gives unless they are asked for."""
    shown = tuple(filter(is_shown, reply.messages))
    return reply if len(shown) == len(reply.messages) else reply.model_copy(update={"messages": shown})
